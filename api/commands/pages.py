"""Pages command: the manifest of the pages that this installation serves, to compare it with another server's."""

import click

from api.pages.page_manifest import page_manifest, page_release


@click.command()
@click.option("--fingerprint", is_flag=True, help="Print only the manifest's SHA-256.")
def pages(fingerprint: bool) -> None:
    """Print the SHA-256 of each script and style sheet of the pages, and of the verifier.

    The same version of Stele with the same titles prints the same on every machine.
    """
    click.echo(f"{page_release().digest}\n" if fingerprint else page_manifest().decode(), nl=False)
