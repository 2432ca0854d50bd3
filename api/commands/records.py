"""Record commands: audit, validate, export and import."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from api.services import services
from audit.game_import import CannotImport
from audit.verification.report import Report, finding, print_report
from audit.verification.store_validation import bundles_in, validate_bundle
from eventstore.errors import RecordDamaged
from eventstore.keys import GAME_ID
from replay.viewer_state import Seen
from services.games.tables import NoSuchGame, most_shown
from services.games.warm_game import TitleMissing
from verify.bundle import Failed, read_bundle
from verify.report import printable

_SAY_EVERY = 10
_CHECKOUT = Path(__file__).resolve().parent.parent.parent


def _seen(game_id: str) -> Seen:
    """A game on this server: the full view if it is over, else the gallery's."""
    try:
        return services().games.tables.seen(game_id, most_shown)
    except NoSuchGame:
        raise click.ClickException(f"there is no game with the id {game_id}") from None
    except RecordDamaged as damage:
        raise click.ClickException(f"the record of game {damage}; the command doctor says more") from None


def _bundle_of(game_id: str) -> bytes:
    """The bundle of a game on this server."""
    return b"".join(services().games.records.bundle(_seen(game_id)))


@click.command()
@click.argument("game_id", required=False)
@click.option("--all", "every", is_flag=True, help="Every game, with all data that the server has of it.")
def audit(game_id: str | None, every: bool) -> None:
    """Verify the record of a game on this server; exit 1 and name the first bad entry if it is inconsistent.

    With --all, verify every game and decide each command again: a line for each game with errors, and progress on
    standard error.
    """
    if every == (game_id is not None):
        raise click.UsageError("name a game, or --all")
    if game_id is not None:
        report = services().games.records.audit(_seen(game_id))
        click.echo(print_report(report))
        sys.exit(0 if report.ok else 1)
    stored, bad = services().games.records.stored(), 0
    for done, one in enumerate(stored, start=1):
        report = services().games.records.adjudicate(one)
        if not report.ok:
            bad += 1
            click.echo(f"{printable(one)}: {finding(report)}")
        if done % _SAY_EVERY == 0 or done == len(stored):
            click.echo(f"{done}/{len(stored)} games, bad so far: {bad}", err=True)
    sys.exit(1 if bad else 0)


@click.command()
@click.argument("game_id", required=False)
@click.option("--all", "directory", type=click.Path(file_okay=False, path_type=Path), help="Export every public game.")
@click.option("--private", is_flag=True, help="With --all: also the private games.")
def export(game_id: str | None, directory: Path | None, private: bool) -> None:
    """Write a game's bundle to standard output, or with --all every public game's into a directory."""
    if directory is None and game_id is None:
        raise click.UsageError("name a game, or a directory with --all")
    if game_id is not None:
        sys.stdout.buffer.write(_bundle_of(game_id))
    if directory is not None:
        directory.mkdir(parents=True, exist_ok=True)
        count = 0
        for one in sorted(services().games.records.stored()):
            # An id that an older Stele imported may lead out of the directory.
            if not GAME_ID.fullmatch(one):
                click.echo(f"Not exported, because this is no id of a game: {one!r}", err=True)
                continue
            try:
                if private or not services().games.tables.seen(one).game.private:
                    (directory / f"{one}.ndjson").write_bytes(_bundle_of(one))
                    count += 1
            except (RecordDamaged, NoSuchGame, TitleMissing) as error:
                click.echo(f"Not exported: {one} ({error!r})", err=True)
        click.echo(f"{count} games exported to {directory}")
        damaged = services().storage.integrity.closures.findings(now=True)
        if damaged:
            raise click.ClickException(f"damaged, and left out or not whole: {', '.join(sorted(damaged))}")


@click.command("import")
@click.argument("bundle", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--unsigned", is_flag=True, help="Also import an unsigned record; it is marked as such.")
def import_command(bundle: Path, unsigned: bool) -> None:
    """Import the bundle of a finished game after verifying it; it must be signed to its end."""
    here = services().games.records.stored()
    try:
        game_id = services().games.tables.take_in(read_bundle(bundle.read_bytes()), unsigned)
    except (Failed, CannotImport, RecordDamaged) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Game {game_id} was already here." if game_id in here else f"Game {game_id} is here now.")


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
def validate(paths: tuple[Path, ...]) -> None:
    """Fold, verify and play again every game of this server and every golden record; exit 1 and list the bad ones.

    With PATHS only these bundles: files, or directories with .ndjson files.
    """
    if paths:
        stored: list[str] = []
        bundles = list(bundles_in(paths))
    else:
        stored = sorted({*services().games.records.stored(), *services().games.lobby.game_ids()})
        bundles = list(bundles_in(sorted(_CHECKOUT.glob("titles/*/tests/golden"))))
    if not stored and not bundles:
        raise click.ClickException("there is nothing to validate")
    bad: list[tuple[str, Report]] = []
    with click.progressbar(length=len(stored) + len(bundles), label="Validating") as bar:
        for name, report in _reports(stored, bundles):
            if not report.ok:
                bad.append((name, report))
            bar.update(1)
    for name, report in bad:
        click.echo(f"\n{name}\n{print_report(report)}")
    click.echo(f"Records on this server: {len(stored)}; bundles: {len(bundles)}; bad: {len(bad)}.")
    sys.exit(1 if bad else 0)


def _reports(stored: list[str], bundles: list[Path]) -> Iterator[tuple[str, Report]]:
    for game_id in stored:
        yield game_id, services().games.records.validate(game_id)
    for path in bundles:
        yield str(path), validate_bundle(path.read_bytes())
