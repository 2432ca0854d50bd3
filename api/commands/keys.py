"""Key command: gives the server its next signing key."""

import click

from api.services import services
from audit.signing.keyring import LOOK_AGAIN_SECONDS, CannotRotate
from operations.clock import now


@click.command("rotate-key")
def rotate_key() -> None:
    """Sign with a new key from now on; the old and the new key both sign the succession."""
    keyring = services().storage.keyring
    before = keyring.current.public_key
    try:
        following = keyring.rotate(now())
    except CannotRotate as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{keyring.origin} signs with {following.public_key}\n  which follows {before}")
    click.echo(f"Processes that run notice in {LOOK_AGAIN_SECONDS:.0f} seconds; until then the key before is right.")
