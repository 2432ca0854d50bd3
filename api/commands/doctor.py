"""Doctor command: checks the whole record, and repairs what can be repaired."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click
from flask import current_app
from msgspec import Struct

from api.services import Entrance, services, settings
from audit.game_repair import CannotRepair
from eventstore.backup.chunks import STORE_ERRORS
from eventstore.backup.content import NoBackup
from eventstore.backup.destination import told_of
from eventstore.errors import RecordDamaged
from operations.existing_server import NotThePlace, check_owner
from services.games.integrity import age_text
from services.jobs.doctor import Doctor, salvage_into
from services.jobs.environment_check import conditions
from verify.record import time_text

_ADVICE = """
What can be done, best first:
  doctor --mend               restore heads and logs from the entries; no entry changes
  doctor --from-backup PLACE  add missing entries from a backup, a data directory, or its records
  doctor --from-bundle FILE   add a game's missing entries from its bundle
  doctor --accept GAME        continue the game from what is left; the loss stays on its record permanently
  doctor --accept-log         continue the checkpoint log from what is left, under a new origin that shows the loss
  doctor --reopen             after the database was emptied or replaced: accept its present data as the record
  doctor --confirm-clock      after this machine's clock jumped: confirm that it is right
No sound entry is ever rewritten. Until the repair these games cannot be played, but their sound part can be read."""


class Repairs(Struct, frozen=True):
    """The repairs that the operator asks for, one for each option."""

    mend: bool
    backup: str | None
    bundles: tuple[Path, ...]
    accepted: tuple[str, ...]
    accept_log: bool
    reopen: bool
    confirm_clock: bool


@click.command()
@click.option("--mend", is_flag=True, help="Restore heads and logs from the entries.")
@click.option(
    "--from-backup", "backup", metavar="PLACE",
    help="Add missing entries from a backup, a data directory, or its records.",
)  # fmt: skip
@click.option(
    "--from-bundle", "bundles", type=click.Path(exists=True, dir_okay=False, path_type=Path), multiple=True,
    help="Add a game's missing entries from its bundle. May be repeated.",
)  # fmt: skip
@click.option("--accept", "accepted", metavar="GAME", multiple=True, help="Go on without the lost part of this game.")
@click.option("--accept-log", is_flag=True, help="Declare that the log was restored: it gets a new origin.")
@click.option(
    "--salvage", "salvaged", metavar="NEWDIR", type=click.Path(file_okay=False, path_type=Path),
    help="Salvage the readable part of a damaged file into this new data directory, and go on there.",
)  # fmt: skip
@click.option("--reopen", is_flag=True, help="Reopen play after the database has lost data.")
@click.option("--confirm-clock", is_flag=True, help="Trust this machine's clock after it has jumped.")
@click.option("--environment", is_flag=True, help="Check, before a start, whether a server can run here.")
def doctor(salvaged: Path | None, environment: bool, **asked: Any) -> None:
    """Check the whole record and list the damage by game; exit 1 if there is any. Make the requested repairs."""
    if environment:
        _check_environment()
    if salvaged is not None:
        _salvage(salvaged)
    found = services()
    physician = Doctor(found.storage.integrity, found.games.tables, found.games.lobby)
    click.echo("Reading every game …")
    physician.examine()
    repairs = Repairs(**asked)
    try:
        if repairs.mend:
            _say(physician.mend())
        if repairs.backup is not None:
            _say(physician.from_backup(repairs.backup))
        for bundle in repairs.bundles:
            click.echo(physician.from_bundle(bundle))
        for game_id in repairs.accepted:
            click.echo(physician.accept(game_id))
        if repairs.mend or repairs.bundles or repairs.accepted or repairs.backup is not None:
            found.games.statistics.projection.clear()  # games that could not be read count again
        if repairs.accept_log:
            click.echo(physician.accept_log())
        if repairs.reopen:
            click.echo(physician.reopen())
        if repairs.confirm_clock:
            click.echo(physician.confirm_clock())
    except (CannotRepair, NoBackup, RecordDamaged, *STORE_ERRORS) as error:
        raise click.ClickException(told_of(error)) from None
    sys.exit(0 if _is_well(physician) else 1)


def _check_environment() -> NoReturn:
    """Print the conditions for a server; exit 1 if one is not met. This starts no server."""
    found = list(conditions(settings()))
    for one in found:
        click.echo(f"{'ok     ' if one.is_met else 'PROBLEM'}  {one.name}: {one.found}")
    sys.exit(0 if all(one.is_met for one in found) else 1)


def _salvage(new: Path) -> None:
    """Salvage the record into the new directory, which is then checked instead."""
    if settings().redis_url:
        raise click.UsageError("--salvage reads the embedded server's files: unset REDIS_URL")
    directory = settings().data
    os.umask(0o077)
    try:
        check_owner(directory)
        click.echo(f"{salvage_into(directory, new.resolve())}.")
    except (CannotRepair, NotThePlace) as error:
        raise click.ClickException(str(error)) from None
    entrance: Entrance = current_app.extensions["stele"]
    entrance.settings = replace(entrance.settings, data=new.resolve())


def _say(lines: object) -> None:
    for line in lines:  # type: ignore[attr-defined]
        click.echo(line)


def _is_well(physician: Doctor) -> bool:
    """Print the state of the record, and return whether it is sound."""
    integrity = services().storage.integrity
    checkpoint = integrity.checkpoint()
    if checkpoint is None:
        click.echo("There is no checkpoint yet, so earlier losses cannot be detected. The worker writes one.")
    else:
        click.echo(f"Compared with {age_text(checkpoint)}.")
    for note in integrity.settings_notes():
        click.echo(f"Note: {note}.")
    if (shut := integrity.closures.shut()) is not None:
        click.echo(f"Note: {shut}.")
    if not services().games.statistics.agrees():
        click.echo("Note: the statistics do not agree with the games: run `rebuild statistics`.")
    findings, logs = integrity.closures.findings(now=True), physician.logs()
    for game_id, finding in sorted(findings.items()):
        click.echo(f"Game {game_id} {finding}.")
    for partition in logs:
        click.echo(f"The log of partition {partition} does not end where its head says: its games cannot be played.")
    for game_id, accepted in sorted(integrity.closures.acceptances().items()):
        click.echo(f"Accepted: game {game_id} was at {accepted.lost}, and went on from {accepted.kept or 'nothing'}.")
    for game_id, at in sorted(physician.ahead.items()):
        click.echo(f"Note: the last entry of game {game_id} is of {time_text(at)}: no time runs in it until then.")
    click.echo(f"Whole: {physician.whole_games()} games.")
    if findings or logs or shut or integrity.signer.refusal():
        click.echo(_ADVICE)
        return False
    click.echo("Every game is whole.")
    return True
