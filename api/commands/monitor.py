"""Monitor command: reads every leaf of another server's log, and looks for two histories of a game."""

import os
import sys
import time
from pathlib import Path

import click

from audit.signing.key_trust import default_file
from audit.transparency.monitor import MONITORED, USUAL_GAMES, CannotMonitor, Monitor


@click.command()
@click.argument("url")
@click.option("--key", "trusted", metavar="KEY", help="The log's key, name+id+key, if its operator gave it to you.")
@click.option(
    "--state", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="Where to store what was read and the proofs of faults.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(min=0), default=USUAL_GAMES, show_default=True,
    help="Compare this number of the newest public games with the log.",
)  # fmt: skip
@click.option("--every", metavar="SECONDS", type=click.IntRange(min=1), help="Repeat at this interval until Ctrl-C.")
def monitor(url: str, trusted: str | None, state: Path | None, games: int, every: int | None) -> None:
    """Read all leaves of the log of the server at URL, and check that each game has one history.

    \b
    Exit status:
    0  no fault
    1  the log could not be read
    2  a fault; the proof is stored in a file, whose name is printed
    """
    found = Monitor(state or default_file(os.environ).parent / MONITORED)
    status = _look(found, url, trusted, games)
    while every is not None and status != 2:
        time.sleep(every)
        status = _look(found, url, trusted, games)
    sys.exit(status)


def _look(found: Monitor, url: str, trusted: str | None, games: int) -> int:
    try:
        seen = found.look(url, trusted, games)
    except CannotMonitor as error:
        click.echo(f"Not read: {error}.", err=True)
        return 1
    for remark in seen.remarks:
        click.echo(f"Note: {remark}.")
    click.echo(
        f"Read: {seen.tree.origin} with {seen.tree.size} leaves of {seen.games} games, {seen.new_leaves} of them new; "
        f"{seen.compared} public games compared."
    )
    for fault, proof in zip(seen.faults, seen.proofs, strict=True):
        click.echo(f"FAULT: {fault}.\nProof: {proof}", err=True)
    return 2 if seen.faults else 0
