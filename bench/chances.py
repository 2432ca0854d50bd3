"""Predicted winning chances: how well a title's chances predict the winners of games that no fit has seen.

*Skill* is 1 for a perfect prediction and 0 for none. The calibration error is the average difference between a
predicted chance and the share of games won. `python -m bench.chances TITLE --positions 30` measures one title in 1000
games, measures what playouts reach, and draws the calibration into `docs/pictures/`.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import log, sqrt
from statistics import stdev
from typing import Any, NamedTuple

from ai.analysis.winning_chances import as_known, with_hindsight
from ai.search.playout_policy import play_sensibly
from ai.self_play import Match
from ai.simulation import Simulation, play_on
from bench.fold import Row
from bench.positions import PARTS, Position, positions_of
from domain.game import SHARED_EVENTS, Game
from domain.messages import Event, Record
from domain.projector import projector_for
from domain.redaction import redact
from domain.title_loader import find_chances, find_rulebooks
from domain.winning_chances import WinningChances
from tests.measured import ROOT

GAMES = 100
FRESH = "fresh"
"""The beginning of the seeds of these games; `bench.fit` has another one."""

PLAYOUTS = 150
BINS = 10
LEAST = 1e-6
"""The least chance that counts, so that one impossible winner is not infinitely bad."""


class Prediction(NamedTuple):
    """One prediction: the third of the game, each seat's chance, and its share of the win in the end."""

    part: int
    chances: Sequence[float]
    shares: Sequence[float]


class Bin(NamedTuple):
    """The predictions of about the same chance: their number, their average, and the share of wins."""

    size: int
    chance: float
    won: float


def skill(judged: Sequence[Prediction]) -> float:
    """The share of the uncertainty about the winner that these predictions remove: 1 is all of it, 0 none.

    It is the logarithm of the winner's predicted chance, against equal chances for all; less than 0 is worse than
    nothing.
    """
    lost = -sum(
        share * log(max(chance, LEAST)) for one in judged for chance, share in zip(one.chances, one.shares, strict=True)
    )
    return 1 - lost / sum(log(len(one.chances)) for one in judged)


def skill_margin(judged: Sequence[Prediction], games: int) -> float:
    """Half of the 95% interval of the skill, from its differences between the games, whose predictions are in order."""
    a_game = len(judged) // games
    skills = [skill(judged[begin : begin + a_game]) for begin in range(0, len(judged), a_game)]
    return 1.96 * stdev(skills) / sqrt(games)


def skill_by_thirds(judged: Sequence[Prediction]) -> list[float]:
    """The skill in the first, second and last third of the games."""
    return [skill([one for one in judged if one.part == part]) for part in range(PARTS)]


def brier(judged: Sequence[Prediction]) -> float:
    """The Brier score: the average sum of the squared differences between chances and shares; 0 is perfect."""
    squares = ((chance - share) ** 2 for one in judged for chance, share in zip(one.chances, one.shares, strict=True))
    return sum(squares) / len(judged)


def bins_of(judged: Sequence[Prediction]) -> list[Bin]:
    """The predictions of all seats by tenths of chance, without empty bins."""
    pairs = sorted((chance, share) for one in judged for chance, share in zip(one.chances, one.shares, strict=True))
    found = list[Bin]()
    for low, high in pairwise(range(BINS + 1)):
        here = [pair for pair in pairs if low <= min(BINS * pair[0], BINS - 0.5) < high]
        if here:
            chances, shares = zip(*here, strict=True)
            found.append(Bin(len(here), sum(chances) / len(here), sum(shares) / len(here)))
    return found


def calibration_error(judged: Sequence[Prediction]) -> float:
    """The expected calibration error: the average difference between chance and share of wins, over ten bins."""
    bins = bins_of(judged)
    return sum(one.size * abs(one.chance - one.won) for one in bins) / sum(one.size for one in bins)


def judge(
    title: str, players: int, games: int, chances: Callable[[Any], Sequence[float]], seed: str = FRESH
) -> list[Prediction]:
    """The predictions of these chances in fresh games of stewards with some random moves."""
    return [
        Prediction(position.part, chances(position.game.table), position.shares)
        for number in range(games)
        for position in positions_of(title, players, f"{seed}/{title}/{players}/{number}")
    ]


def judge_as_known(title: str, players: int, games: int) -> list[Prediction]:
    """The predictions from what one seat knew, in games of stewards: one from each third of every game."""
    found = list[Prediction]()
    for number in range(games):
        lot = random.Random(f"known/{title}/{players}/{number}")
        moments, events, shares = _steward_game(title, players, f"known/{number}")
        for part in range(PARTS):
            game, past = lot.choice(moments[len(moments) * part // PARTS : len(moments) * (part + 1) // PARTS])
            seat = lot.randrange(players)
            seen = [redact(event, seat) for event in events[:past]]
            found.append(Prediction(part, as_known(game, seen, lot), shares))
    return found


def _steward_game(
    title: str, players: int, seed: str
) -> tuple[list[tuple[Game[Any], int]], list[Event], tuple[float, ...]]:
    """The states of a game with the number of events before each, all its events, and each seat's share of the win."""
    events, moments = list[Event](), list[tuple[Game[Any], int]]()

    def watch(records: list[Record[Any]], game: Game[Any]) -> None:
        events.extend(one.data for one in records if not isinstance(one.data, SHARED_EVENTS))
        if game.table is not None and game.result is None:
            moments.append((game, len(events)))

    match = Match(projector_for(title), ["steward"] * players, seed, watch=watch)
    while match.step():
        pass
    return moments, events, with_hindsight(match.game)


class Limit(NamedTuple):
    """The skill of playouts of the same positions, and the skill of the chances there."""

    limit: float
    reached: float


def played_on(title: str, players: int, positions: int, playouts: int) -> Iterator[Position]:
    """Fresh positions, a third from each part of the games, with the shares of wins in playouts of each."""
    rulebook = find_rulebooks()[title]
    for number in range(-(-positions // PARTS)):
        lot = random.Random(f"limit/{title}/{players}/{number}")
        found = positions_of(title, players, f"limit/{title}/{players}/{number}")
        for part in range(PARTS):
            game = lot.choice([one.game for one in found if one.part == part])
            begun, won = Simulation(rulebook, game, lot), [0.0] * players
            for _ in range(playouts):
                simulation = begun.copy(lot)
                play_on(simulation, play_sensibly)
                won = [one + share for one, share in zip(won, simulation.shares(), strict=True)]
            yield Position(part, game, tuple(one / playouts for one in won))


def limit(positions: Sequence[Position], playouts: int, chances: WinningChances) -> Limit:
    """The limit of prediction in these positions, whose shares of wins are taken as the true chances.

    Their entropy is corrected by Miller and Madow: from a number of playouts the end looks too certain.
    """
    unknown = sum(
        (sum(share > 0 for share in one.shares) - 1) / (2 * playouts)
        - sum(share * log(share) for share in one.shares if share)
        for one in positions
    )
    judged = [Prediction(one.part, chances(one.game.table), one.shares) for one in positions]
    return Limit(1 - unknown / sum(log(len(one.shares)) for one in positions), skill(judged))


def rows() -> Iterator[Row]:
    """Every title that has chances, with every number of players."""
    for title, rulebook in find_rulebooks().items():
        chances = find_chances(title)
        if chances is None:
            continue
        for players in range(rulebook.meta.least_players, rulebook.meta.most_players + 1):
            judged = judge(title, players, GAMES, chances)
            first, second, last = (f"{one:.2f}" for one in skill_by_thirds(judged))
            margin = f"± {skill_margin(judged, GAMES):.2f} (95%, {GAMES} games)"
            parts = f"{first} in the first third of the game, {second} in the second, {last} in the last"
            note = f"{margin}; {parts}; calibration error {calibration_error(judged):.3f}"
            name = f"{rulebook.meta.title}, {players} players: skill"
            yield Row(name, skill(judged), "of 1", note)


# In pixels: the side of a plot, and the space around it.
SIDE, SPACE = 150, 34
GREY, BLUE = "#767676", "#3080d0"
"""Readable on a light and on a dark page."""


def drawn(name: str, by_players: dict[int, list[Bin]]) -> str:
    """The calibration as an SVG picture, a plot for each number of players: the chance across, the share of wins up."""
    parts = list[str]()
    for place, (players, bins) in enumerate(by_players.items()):
        left, top = SPACE + place * (SIDE + SPACE), SPACE
        most = max(one.size for one in bins)
        parts += [
            f'<g transform="translate({left} {top})">',
            f'<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="{GREY}"/>',
            f'<path d="M0 {SIDE}L{SIDE} 0" stroke="{GREY}" stroke-dasharray="4 4"/>',
            f'<text x="{SIDE / 2}" y="-8">{players} players</text>',
            f'<text x="0" y="{SIDE + 16}">0</text><text x="{SIDE}" y="{SIDE + 16}">1</text>',
            *[
                f'<circle cx="{SIDE * one.chance:.1f}" cy="{SIDE * (1 - one.won):.1f}" '
                f'r="{2 + 4 * (one.size / most) ** 0.5:.1f}" fill="{BLUE}"/>'
                for one in bins
            ],
            "</g>",
        ]
    width, height = SPACE + len(by_players) * (SIDE + SPACE), SIDE + 2 * SPACE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="12" fill="{GREY}" '
            'text-anchor="middle">',
            f"<title>{name}: predicted chances (across) and shares of wins (up)</title>",
            *parts,
            "</svg>",
            "",
        ]
    )


def main() -> None:
    """Measure one title thoroughly, print a table, and draw its calibration."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=[title for title in find_rulebooks() if find_chances(title)])
    parser.add_argument("--games", type=int, default=1000, help="fresh games for each number of players")
    parser.add_argument("--known", type=int, default=0, help="games for the chances from one seat's information")
    parser.add_argument("--positions", type=int, default=0, help="positions that are played on, to find the limit")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="playouts of each of these positions")
    arguments = parser.parse_args()
    title, chances = arguments.title, find_chances(arguments.title)
    assert chances is not None
    meta, plots = find_rulebooks()[title].meta, dict[int, list[Bin]]()
    print("| title, players | skill by thirds | Brier score | calibration error | limit | share of the limit |")
    print("|---|---|---:|---:|---:|---:|")
    for players in range(meta.least_players, meta.most_players + 1):
        judged = judge(title, players, arguments.games, chances)
        plots[players] = bins_of(judged)
        cells = [
            ", ".join(f"{one:.3f}" for one in skill_by_thirds(judged)),
            f"{brier(judged):.3f}",
            f"{calibration_error(judged):.3f}",
        ]
        if arguments.positions:
            continued = list(played_on(title, players, arguments.positions, arguments.playouts))
            most = limit(continued, arguments.playouts, chances)
            cells += [f"{most.limit:.3f}", f"{most.reached / most.limit:.2f}"]
        if arguments.known:
            known = judge_as_known(title, players, arguments.known)
            cells.append(f"as known: skill {skill(known):.3f}, calibration error {calibration_error(known):.3f}")
        print(f"| {meta.title}, {players} | {' | '.join(cells)} |", flush=True)
    picture = ROOT / "docs" / "pictures" / f"calibration-{title}.svg"
    picture.write_text(drawn(meta.title, plots), "utf-8")


if __name__ == "__main__":
    main()
