"""Commands that back everything up while play goes on, and put it back: backup, restore."""

import os
import sys
from pathlib import Path

import click

from api.services import services
from audit.repairing import CannotRepair
from correspondence.backup import BadBackup, Manifest, make_backup, put_back
from correspondence.doctor import Doctor
from eventstore.backups import NoBackup
from eventstore.connection import connect
from operations import data_directory

_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.argument("place", type=_FOLDER)
def backup(place: Path) -> None:
    """Back the whole of this Stele up into a directory that is not there yet, while play goes on, and read it back."""
    directory = data_directory(os.environ)
    try:
        manifest = make_backup(services().ground, directory, place, _Progress())
    except (BadBackup, NoBackup, OSError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(_said(manifest, f"is backed up in {place} and was read back"))
    if not (directory / "secret").is_file():
        click.echo("The secret is not in it: it comes from STELE_SECRET. Without it the games' keys stay closed.")


@click.command()
@click.argument("place", type=click.Path(exists=True, path_type=Path, file_okay=False))
def restore(place: Path) -> None:
    """Put a backup back into an empty data directory, or an empty server of your own. Stele must not be running.

    What was played after the backup is gone, and the transparency log says so under a new name.
    """
    directory = data_directory(os.environ)
    url = os.environ.get("REDIS_URL") or None
    try:
        manifest = put_back(place, directory, lambda: connect(url, directory), _Progress())
    except (BadBackup, NoBackup, OSError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(_said(manifest, f"was put back from {place}"))
    found = services()
    try:
        click.echo(f"{Doctor(found.ground, found.tables, found.lobby).accept_log().capitalize()}.")
    except CannotRepair as reason:
        click.echo(f"Nothing was declared to the log: {reason}.")


def _said(manifest: Manifest, what: str) -> str:
    return f"{'One game' if manifest.games == 1 else f'Everything, with {manifest.games} games,'} {what}."


class _Progress:
    """Says how far it is, a line for each tenth."""

    def __init__(self) -> None:
        self._last: tuple[str, int] | None = None

    def __call__(self, what: str, done: int, everything: int) -> None:
        tenth = 10 * done // max(1, everything)
        if (what, tenth) != self._last:
            self._last = what, tenth
            click.echo(f"{done:,} of {everything:,} {what}", file=sys.stderr)
