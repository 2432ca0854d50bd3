"""Computer player commands: playout, tournament and dataset."""

import sys
from collections.abc import Iterable, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from ai.arena import ArenaLog, OtherTerms, Terms, arena_result, play_arena
from ai.game_set import GameLine, Header, LeftOut, game_of, play_game, write_set
from ai.kinds import CARETAKER, find_kinds
from ai.search.search import Budget
from ai.self_play import play_out
from audit.bundle import export_bundle
from audit.verification.store_validation import bundles_in
from domain.messages import Illegal
from domain.projector import projector_for
from domain.rulebook import BadOption, Rulebook
from domain.title_loader import find_rulebooks
from operations.version import VERSION
from replay.narration import render
from replay.player_names import as_recorded
from replay.story import story
from verify.bundle import Failed
from verify.report import printable


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


class _Seconds(click.FloatRange):
    """Finite seconds: unlike a plain range, it refuses `nan`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The seconds, or an error."""
        seconds = float(super().convert(value, param, ctx))
        if not isfinite(seconds):
            self.fail(f"{value!r} is no number of seconds", param, ctx)
        return seconds


_title_options = click.option(
    "--option", "given", multiple=True, help="An option of the title: name=value. May be repeated."
)


@click.command()
@click.argument("title")
@click.option("--players", type=int, default=None, help="The number of players; by default the minimum.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same game.")
@click.option("--kinds", default=CARETAKER, show_default=True, help="Computer players, repeated around the table.")
@_title_options
@click.option("--bundle", type=click.Path(dir_okay=False, path_type=Path), help="Write the game's bundle here.")
def playout(
    title: str, players: int | None, seed: str, kinds: str, given: tuple[str, ...], bundle: Path | None
) -> None:
    """Play a game between computer players and print its story."""
    rulebook, names = _title(title), _kinds(kinds)
    count = players or max(rulebook.meta.least_players, len(names))
    projector = projector_for(title)
    try:
        options = dict(_option(one) for one in given)
        played = play_out(projector, [names[seat % len(names)] for seat in range(count)], seed, options)
    except Illegal as error:
        raise click.ClickException(f"{render(error.sentence, [])} ({error.rule})") from None
    except BadOption as error:
        raise click.ClickException(str(error)) from None
    for line in story(projector, played.entries, "all", played.final, as_recorded):
        click.echo(line)
    if bundle is not None:
        bundle.write_bytes(b"".join(export_bundle(projector, played.game_id, played.entries, "all")))


@click.command()
@click.argument("title")
@click.option("--kinds", default="steward,random", show_default=True, help="The computer players, one for each seat.")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same games.")
@_title_options
@click.option("--orders", is_flag=True, help="They bid by standing orders, in titles with auctions.")
@click.option("--seconds", type=_Seconds(min=0.01), help="The search effort of searching players for each answer.")
@click.option(
    "--log",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write each game here as it ends; existing ones count and are not played again.",
)
def tournament(
    title: str,
    kinds: str,
    games: int,
    seed: str,
    given: tuple[str, ...],
    orders: bool,
    seconds: float | None,
    path: Path | None,
) -> None:
    """Play many games between computer players, each in every seat in turn; print the winners, and visits per game."""
    _title(title)
    names = _kinds(kinds)
    options = dict(_option(one) for one in given)
    budget = None if seconds is None else Budget(seconds=seconds, until_decided=True)
    try:
        log = path and ArenaLog(path, Terms(title, tuple(names), seed, options, orders, seconds))
        known = log.games if log else ()
        with click.progressbar(length=games, label=f"{games} games of {title}") as bar:
            played = {game.number: game for game in known if game.number < games}
            bar.update(len(played))
            missing = [number for number in range(games) if number not in played]
            for game in play_arena(projector_for(title), names, missing, seed, options, orders, budget):
                played[game.number] = game
                bar.update(1)
                if log:
                    log.add(game)
        outcome = arena_result(projector_for(title).rulebook, names, [*played.values()])
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    except OtherTerms:
        raise click.ClickException(f"{path} is not the log of this tournament") from None
    except Illegal as error:
        raise click.ClickException(f"{render(error.sentence, [])} ({error.rule})") from None
    except BadOption as error:
        raise click.ClickException(str(error)) from None
    for score in outcome.scores:
        seats = ", ".join(f"{won} of {count} in seat {seat}" for seat, (count, won) in enumerate(score.by_seat))
        ties = f", {score.shared} ties" if score.shared else ""
        low, high = score.interval()
        share = f"{score.wins / score.games:.1%}, with 95 % confidence {low:.1%} to {high:.1%}"
        click.echo(f"{score.kind}: won {score.wins} of {score.games}{ties}: {share} ({seats})")
    visits = outcome.visits
    a_game = [count / games for count in (visits.visits, visits.visits / len(names), visits.answers, visits.waits)]
    click.echo("a game: {:.1f} visits ({:.1f} of each player), {:.1f} answers, {:.1f} waits".format(*a_game))


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--title", "titles", multiple=True, help="A title; may be repeated. By default all titles, in turn.")
@click.option("--kinds", default=CARETAKER, show_default=True, help="Computer players, repeated around the table.")
@click.option("--games", type=click.IntRange(min=1), default=10_000, show_default=True, help="How many games.")
@click.option(
    "--seed", default="1", show_default=True, help="The same seed gives the same file, unless a kind searches by time."
)
@click.option("--licence", default="", help="The licence of the set, written into the file, such as CC0-1.0.")
@click.option(
    "--from", "sources", multiple=True, type=click.Path(exists=True, path_type=Path),
    help="Play nothing: take the finished games of these bundles, or of the folders that have them. May be repeated.",
)  # fmt: skip
@click.pass_context
def dataset(
    context: click.Context,
    path: Path,
    titles: tuple[str, ...],
    kinds: str,
    games: int,
    seed: str,
    licence: str,
    sources: tuple[Path, ...],
) -> None:
    """Play many games between computer players into FILE, gzipped JSON Lines with their records, for research."""
    chosen = tuple(_title(one).meta.id for one in titles) or tuple(sorted(find_rulebooks()))
    if path.exists():
        raise click.ClickException(f"{path} is there already: move it away, or choose another name")
    if sources:
        for name in ("kinds", "games", "seed"):
            if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
                raise click.UsageError(f"--{name} is for games that are played, not for those --from files")
        found = _games_in(sources, chosen)
        if not found:
            raise click.ClickException("there is no finished game of these titles that verifies")
        there, seated = {game.title for game in found}, {kind for game in found for kind in game.kinds}
        header = Header(tuple(sorted(there)), tuple(sorted(seated)), len(found), "", VERSION, licence)
        lines: Iterable[GameLine] = found
    else:
        header = Header(chosen, tuple(_kinds(kinds)), games, seed, VERSION, licence)
        lines = (play_game(header, number) for number in range(games))
    try:
        with click.progressbar(lines, length=header.games, label=f"{header.games} games") as bar:
            digest = write_set(path, header, bar)
    except OSError as error:
        raise click.ClickException(f"{error.filename or path}: {error.strerror}") from None
    click.echo(f"{path}: {header.games} games, {path.stat().st_size / 1e6:.1f} MB, SHA-256 of the lines {digest}")


def _games_in(sources: Sequence[Path], titles: Sequence[str]) -> list[GameLine]:
    """The games of these titles in these bundles, each once. Prints which bundles are left out, and why."""
    found: dict[str, GameLine] = {}
    with click.progressbar(list(bundles_in(sources)), label="bundles", file=sys.stderr) as bar:
        for file in bar:
            try:
                game = game_of(file.read_bytes())
            except (Failed, LeftOut, OSError) as reason:
                click.echo(f"Not in the set: {printable(str(file))} ({reason})", err=True)
                continue
            if game.title in titles:
                found.setdefault(game.bundle, game)
    return list(found.values())


def _option(text: str) -> tuple[str, Any]:
    """A setting `name=value`: true, false and numbers are converted, other values remain text."""
    name, _, value = text.partition("=")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isascii() and value.isdigit() else value
