"""The command `verify`: is a bundle's record consistent, who signed it, and do receipts that somebody kept agree?"""

import os
import sys
from pathlib import Path

import click

from audit.bundle import read_bundle
from audit.fetching import CannotFetch, fetch
from audit.report import print_report
from audit.testimony import BadReceipts, hold_against, read_receipts
from audit.trust import BadTrust, Published, Trust, default_file, read_published
from audit.verification import verify


@click.command("verify")
@click.argument("bundle", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--key", "keys", multiple=True, help="Trust this public key (base64) and no other. May be repeated.")
@click.option("--trust", "file", type=click.Path(dir_okay=False, path_type=Path), help="Keys seen before, and kept.")
@click.option("--server", metavar="URL", help="Ask this server which keys it has.")
@click.option(
    "--receipts", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Hold these receipts, or a proof that a browser saved, against the record.",
)  # fmt: skip
def verify_command(
    bundle: Path, keys: tuple[str, ...], file: Path | None, server: str | None, receipts: Path | None
) -> None:
    """Verify a bundle offline; exit 1 and name the first bad entry or the contradicted receipt if anything is wrong.

    A key that signs for a server is kept when it is first seen; another one is refused later, unless the first has
    signed that it follows.
    """
    raw = bundle.read_bytes()
    report = verify(raw)
    click.echo(print_report(report))
    if not report.ok:
        sys.exit(1)
    read = read_bundle(raw)
    try:
        trust = Trust(file or default_file(os.environ), keys, _published(server) if server else None)
        judgement = trust.judge(read.proofs)
        is_well, sentences = judgement.is_trusted, judgement.sentences
        if receipts is not None:
            testimony = hold_against(read, read_receipts(receipts.read_bytes()), judgement.trusted_keys)
            is_well, sentences = is_well and testimony.agrees, (*sentences, *testimony.sentences)
        if is_well:
            trust.keep(judgement)
    except (BadTrust, BadReceipts, OSError) as error:
        raise click.ClickException(str(error)) from None
    for sentence in sentences:
        click.echo(sentence)
    sys.exit(0 if is_well else 1)


def _published(server: str) -> Published:
    """The keys that the server at this address publishes now."""
    address = f"{server.rstrip('/')}/.well-known/stele.json"
    try:
        return read_published(server, fetch(address))
    except CannotFetch as error:
        raise BadTrust(f"{address} cannot be asked: {error}") from None
