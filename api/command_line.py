"""The command line: `flask --app app …`."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
from flask import Flask

from api.services import services
from audit.bundle import BadBundle, export_bundle, read_bundle
from audit.importing import CannotImport, import_bundle
from audit.receipts import receipt_of
from audit.verification import print_report, verify
from computers.kinds import CARETAKER, find_kinds
from computers.playout import play_out
from computers.tournament import play_tournament
from correspondence.demonstration import open_demonstrations
from correspondence.tables import NoSuchGame
from correspondence.worker import Worker
from domain.messages import Illegal
from domain.projector import projector_for
from domain.rulebook import BadOption, Rulebook
from domain.rulebooks import find_rulebooks
from domain.secrets import Viewer
from eventstore.log import Follower
from replay.frames import names_of
from replay.narration import render
from replay.story import story


def register_commands(app: Flask) -> None:
    """Give the app its commands."""
    for command in (verify_command, audit, export, import_command, playout, tournament, worker, bench):
        app.cli.add_command(command)


@click.command("verify")
@click.argument("bundle", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify_command(bundle: Path) -> None:
    """Verify a bundle offline; exit 1 and name the first bad entry if it is not what was recorded."""
    report = verify(bundle.read_bytes())
    click.echo(print_report(report))
    sys.exit(0 if report.ok else 1)


def _bundle_of(game_id: str) -> bytes:
    """The bundle of a game on this server: everything when it is over, else what the gallery may see."""
    try:
        table = services().tables.load(game_id)
    except NoSuchGame:
        raise click.ClickException(f"there is no game with the id {game_id}") from None
    assert table.projector is not None
    viewer: Viewer = "all" if table.game.is_over else "public"
    entries = services().store.read(game_id)
    proofs = [receipt_of(services().signing, game_id, entries[-1])]
    return b"".join(export_bundle(table.projector, game_id, entries, viewer, proofs))


@click.command()
@click.argument("game_id")
def audit(game_id: str) -> None:
    """Verify the record of a game on this server; exit 1 if it is not what was recorded."""
    report = verify(_bundle_of(game_id))
    click.echo(print_report(report))
    sys.exit(0 if report.ok else 1)


@click.command()
@click.argument("game_id", required=False)
@click.option("--all", "directory", type=click.Path(file_okay=False, path_type=Path), help="Export every game here.")
def export(game_id: str | None, directory: Path | None) -> None:
    """Write a game's bundle to the standard output, or with --all every public game's into a directory."""
    if directory is None and game_id is None:
        raise click.UsageError("name a game, or a directory with --all")
    if game_id is not None:
        sys.stdout.buffer.write(_bundle_of(game_id))
    if directory is not None:
        directory.mkdir(parents=True, exist_ok=True)
        cursor: str | None = None
        count = 0
        while True:
            games, cursor = services().lobby.games(asking=None, cursor=cursor, limit=200)
            for game in games:
                (directory / f"{game['id']}.ndjson").write_bytes(_bundle_of(game["id"]))
                count += 1
            if cursor is None:
                break
        click.echo(f"{count} games exported to {directory}")


@click.command("import")
@click.argument("bundle", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def import_command(bundle: Path) -> None:
    """Take in the bundle of a finished game, after verifying it."""
    try:
        game_id = import_bundle(services().store, read_bundle(bundle.read_bytes()))
    except (BadBundle, CannotImport) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Game {game_id} is here now.")


def _title(title: str) -> Rulebook[Any]:
    rulebook = find_rulebooks().get(title)
    if rulebook is None:
        raise click.ClickException(f"there is no title {title}; there are: {', '.join(find_rulebooks())}")
    return rulebook


def _kinds(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in find_kinds():
            raise click.ClickException(f"there is no computer player {name}; there are: {', '.join(find_kinds())}")
    return names


@click.command()
@click.argument("title")
@click.option("--players", type=int, default=None, help="How many players; by default as few as possible.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same game.")
@click.option("--kinds", default=CARETAKER, show_default=True, help="Computer players, repeated around the table.")
@click.option("--bundle", type=click.Path(dir_okay=False, path_type=Path), help="Write the game's bundle here.")
def playout(title: str, players: int | None, seed: str, kinds: str, bundle: Path | None) -> None:
    """Play a game between computer players and print its story."""
    rulebook, names = _title(title), _kinds(kinds)
    count = players or max(rulebook.meta.least_players, len(names))
    projector = projector_for(title)
    try:
        played = play_out(projector, [names[seat % len(names)] for seat in range(count)], seed)
    except Illegal as error:
        raise click.ClickException(f"{render(error.sentence, [])} ({error.rule})") from None
    for line in story(projector, played.entries, "all", names_of(played.final)):
        click.echo(line)
    if bundle is not None:
        bundle.write_bytes(b"".join(export_bundle(projector, played.game_id, played.entries, "all")))


@click.command()
@click.argument("title")
@click.option("--kinds", default="steward,random", show_default=True, help="The computer players, one for each seat.")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same games.")
@click.option("--option", "given", multiple=True, help="An option of the title: name=value. May be repeated.")
def tournament(title: str, kinds: str, games: int, seed: str, given: tuple[str, ...]) -> None:
    """Play many games between computer players, each in every seat in turn, and print who won how many."""
    _title(title)
    names = _kinds(kinds)
    options = dict(_option(one) for one in given)
    try:
        with click.progressbar(length=games, label=f"{games} games of {title}") as bar:
            scores = play_tournament(
                projector_for(title), names, games, seed, options, played=lambda _number: bar.update(1)
            )
    except Illegal as error:
        raise click.ClickException(f"{render(error.sentence, [])} ({error.rule})") from None
    except BadOption as error:
        raise click.ClickException(str(error)) from None
    for score in scores:
        seats = ", ".join(f"{won} of {count} in seat {seat}" for seat, (count, won) in enumerate(score.by_seat))
        ties = f", {score.shared} ties" if score.shared else ""
        click.echo(f"{score.kind}: won {score.wins} of {score.games}{ties} ({seats})")


def _option(text: str) -> tuple[str, Any]:
    """`name=value`: true, false and numbers are themselves, anything else is text."""
    name, _, value = text.partition("=")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isascii() and value.isdigit() else value


@click.command()
@click.argument("parts", nargs=-1)
def bench(parts: tuple[str, ...]) -> None:
    """Measure how fast it is here, each number beside a reference (needs what `make bench` installs)."""
    sys.exit(subprocess.run([sys.executable, "-m", "bench", *parts], check=False).returncode)


@click.command()
@click.option("--demo/--no-demo", default=True, show_default=True, help="Play the demonstration games first.")
def worker(demo: bool) -> None:
    """Follow what is recorded and let the computer players answer."""
    if demo:
        for game_id in open_demonstrations(services().store):
            click.echo(f"A finished game to replay: /api/games/{game_id}/replay")
    name = f"{socket.gethostname()}-{os.getpid()}"
    store = services().store
    Worker(services().tables, Follower(store.redis, store.partitions, "computer-players", name), services().lobby).run()
