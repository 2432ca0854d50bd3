"""Backup commands: backup and restore. A backup can be made while the server runs."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial

import click

from api.services import services, settings
from audit.game_repair import CannotRepair
from eventstore.backup.archive import archive_of
from eventstore.backup.chunks import STORE_ERRORS
from eventstore.backup.content import NoBackup
from eventstore.backup.destination import BackupPlace, told_of
from eventstore.valkey.connection import StoreUnavailable, connect
from operations.clock import now
from operations.existing_server import NotThePlace, check_owner
from services.games.integrity import Integrity
from services.jobs.backup import SECRET, BadBackup, check_backup, make_backup, put_back
from services.jobs.doctor import Doctor

_FAILS = (BadBackup, NotThePlace, NoBackup, StoreUnavailable, ValueError, *STORE_ERRORS)


@contextmanager
def _telling_operators(integrity: Integrity, place: str) -> Iterator[None]:
    """A context that stores a failure of the backup, for any reason, for the operators' notices."""
    try:
        yield
    except Exception:
        with suppress(StoreUnavailable):  # an unreachable record cannot store it
            integrity.tell_backup(place, now(), failed=True)
        raise


_AGAIN_MILLISECONDS = 3_600_000
"""A failed backup that is reported within this time of another one is the same one."""


@click.command()
@click.argument("place")
@click.option(
    "--keep", type=click.IntRange(min=1), help="Keep this number of backups, including this one, and delete older ones."
)
@click.option("--allow-empty", is_flag=True, help="Also back up a record without games.")
@click.option("--failed", is_flag=True, help="Back up nothing: notify the operators that a backup to PLACE failed.")
def backup(place: str, keep: int | None, allow_empty: bool, failed: bool) -> None:
    """Back up all of this Stele into a folder, or `s3://bucket/prefix`, while the server runs, and verify it.

    Files that an earlier backup there has are not written again.
    """
    directory = settings().data
    os.umask(0o077)
    if failed:
        _tell_failure(place)
        return
    try:
        with _telling_operators(integrity := services().storage.integrity, place):
            name, made, added = make_backup(integrity, directory, place, _Progress(), allow_empty)
        gone = BackupPlace(place).keep(keep) if keep else 0
    except _FAILS as error:
        raise click.ClickException(told_of(error)) from None
    click.echo(_said(made.games, f"is backed up in {place} as {name} and was read back; it added {added:,} bytes"))
    if gone:
        click.echo(f"{'One older backup is' if gone == 1 else f'{gone} older backups are'} gone.")
    if SECRET not in made.files:
        click.echo("The secret is not in it: it comes from STELE_SECRET. Without it the games' keys stay closed.")


def _tell_failure(place: str) -> None:
    """Store that a backup to this place failed, unless it has stored that itself."""
    integrity = services().storage.integrity
    try:
        last = integrity.failed_backup(place)
        if last is None or now() - last > _AGAIN_MILLISECONDS:
            integrity.tell_backup(place, now(), failed=True)
    except StoreUnavailable as error:
        raise click.ClickException(told_of(error)) from None


@click.command()
@click.argument("place")
@click.option("--backup", "name", default="", help="The backup; by default the newest.")
@click.option("--check", is_flag=True, help="Only verify it, without restoring.")
def restore(place: str, name: str, check: bool) -> None:
    """Restore a backup into an empty data directory, or empty servers of your own. Stele must not be running.

    The servers may be another cluster, larger or smaller. Games played after the backup are lost, and the transparency
    log shows that by a new name.
    """
    directory = settings().data
    os.umask(0o077)
    url = settings().redis_url or None
    try:
        if check:
            click.echo(_said(check_backup(place, name, _Progress()), f"was read back from {place}"))
            return
        check_owner(directory)
        games = put_back(place, name, directory, archive_of(settings()), lambda: connect(url, directory), _Progress())
    except _FAILS as error:
        raise click.ClickException(told_of(error)) from None
    click.echo(_said(games, f"was put back from {place}"))
    found = services(begins=True)
    for model, projection in found.projections.items():
        projection.rebuild(partial(_Progress(), f"records read for: {model}"))
    try:
        click.echo(
            f"{Doctor(found.storage.integrity, found.games.tables, found.games.lobby).accept_log().capitalize()}."
        )
    except CannotRepair as reason:
        click.echo(f"Nothing was declared to the log: {reason}.")


def _said(games: int, what: str) -> str:
    return f"{'One game' if games == 1 else f'Everything, with {games} games,'} {what}."


class _Progress:
    """Shows progress on a terminal, a line for each tenth; mails from timers stay short."""

    def __init__(self) -> None:
        self._last: tuple[str, int] | None = None

    def __call__(self, what: str, done: int, everything: int) -> None:
        tenth = 10 * done // max(1, everything)
        if sys.stderr.isatty() and (what, tenth) != self._last:
            self._last = what, tenth
            click.echo(f"{done:,} of {everything:,} {what}", file=sys.stderr)
