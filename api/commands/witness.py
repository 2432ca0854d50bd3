"""Witness command: cosigns the transparency log of another server."""

import sys
import time

import click

from api.services import services
from audit.transparency.witness import CannotWitness, TwoHistories


@click.command()
@click.argument("url", required=False)
@click.option("--key", "trusted", metavar="KEY", help="The log's key, name+id+key, if its operator gave it to you.")
@click.option("--every", metavar="SECONDS", type=click.IntRange(min=1), help="Repeat at this interval until Ctrl-C.")
def witness(url: str | None, trusted: str | None, every: int | None) -> None:
    """Cosign the log of the server at URL if it continues its earlier state; without URL, print this server's key.

    Exit 1 if it was not cosigned or the log did not accept the cosignature, 2 if it shows two histories.
    """
    if url is None:
        click.echo(services().storage.witness.key)
        return
    status = _witness(url, trusted)
    while every is not None and status != 2:
        time.sleep(every)
        status = _witness(url, trusted)
    sys.exit(status)


def _witness(url: str, trusted: str | None) -> int:
    found = services().storage.witness
    try:
        done = found.witness(url, trusted)
    except TwoHistories as error:
        click.echo(f"NOT COSIGNED. {error}.", err=True)
        return 2
    except CannotWitness as error:
        click.echo(f"Not cosigned: {error}.", err=True)
        return 1
    for remark in done.remarks:
        click.echo(f"Note: {remark}.")
    click.echo(f"Cosigned: {done.tree.origin} with {done.tree.size} leaves, root {done.tree.root.hex()}.")
    if done.not_taken:
        click.echo(f"The log did not take the cosignature: {done.not_taken}", err=True)
        click.echo(f"Its operator can list this witness in STELE_WITNESSES: {found.key}", err=True)
        return 1
    return 0
