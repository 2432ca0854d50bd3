"""Monitor command: reads every leaf of another server's log, and looks for two histories of a game.

The state is stored in a directory, so that only new leaves are read the next time, and so are the proofs of the log's
faults.
"""

import hashlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec

from audit.signing.key_trust import default_file
from eventstore.backup.atomic_files import write_durably
from verify.monitor import CannotRead, Fault, Monitor
from verify.report import printable

MONITORED = "monitored"
USUAL_GAMES = 200
"""How many of the newest public games are compared with the log."""


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
    directory = state or default_file(os.environ).parent / MONITORED
    status = _said(directory, url, trusted or "", games)
    while every is not None and status != 2:
        time.sleep(every)
        status = _said(directory, url, trusted or "", games)
    sys.exit(status)


def _said(directory: Path, url: str, trusted: str, games: int) -> int:
    """Read the log once, print what was found, and return the exit status."""
    try:
        found, faults = look(directory, url, trusted, games)
    except CannotRead as error:
        click.echo(printable(f"Not read: {error}."), err=True)
        return 1
    for remark in found.remarks:
        click.echo(f"Note: {remark}.")
    click.echo(
        f"Read: {found.key.name} with {found.size} leaves of {len(found.state['games'])} games, {found.new_leaves} of "
        f"them new; {found.compared} public games compared."
    )
    for file, fault in faults.items():
        click.echo(f"{printable(f'FAULT: {fault}.')}\nProof: {file}", err=True)
    return 2 if faults else 0


def look(
    directory: Path, url: str, trusted: str = "", games: int = USUAL_GAMES, clock: Callable[[], float] = time.time
) -> tuple[Monitor, dict[str, str]]:
    """Look at the log once, with the state in this directory: the monitor, and the faults by the files that prove them.

    Earlier faults that persist are among them. Raises `CannotRead`.
    """
    place = directory / f"{_digits(url.rstrip('/'))[:32]}.json"
    kept = _kept(place)
    found = Monitor(url, kept, clock=clock)
    found.look(trusted, games)
    if not kept:
        first = f"this monitor sees {found.key.name} for the first time, and remembers its key {found.key}"
        found.remarks.insert(0, first)
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    files = {_proof_of(fault, found, directory): fault for fault in found.faults}
    proofs = kept.get("proofs", {})
    lasting = {file: fault.sentence for file, fault in files.items() if fault.lasts}
    write_durably(place, msgspec.json.encode({**found.state, "proofs": {**proofs, **lasting}}))
    return found, {**proofs, **{file: fault.sentence for file, fault in files.items()}}


def _proof_of(fault: Fault, found: Monitor, directory: Path) -> str:
    """The file with the proof of a fault, which is written if there is none of it yet."""
    place = directory / f"fault-{_digits(f'{found.url} {fault.about}')[:16]}.json"
    if not place.exists():
        write_durably(place, msgspec.json.format(msgspec.json.encode(found.told(fault))))
    return str(place)


def _kept(place: Path) -> dict[str, Any]:
    """The state in this file, empty if there is none; or `CannotRead`."""
    try:
        kept = msgspec.json.decode(place.read_bytes(), type=dict[str, Any])
        # An earlier version named the members of a chain.
        games = {name: [*one.values()] if isinstance(one, dict) else one for name, one in kept["games"].items()}
        return {**kept, "games": games}
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError, KeyError, AttributeError) as error:
        raise CannotRead(f"what is remembered of it cannot be read: {error}") from error


def _digits(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
