"""Analysis study: how many of the marked losses and of the puzzles hold when they are judged again with ten times the
playouts.

`python -m bench.study TITLE --games 10 --log FILE` plays games of a steward among apprentices, analyses them and
checks their puzzles as the server does. Then it judges each marked loss and each puzzle again, with other draws. A
marked loss *holds* if the better answer is still called better; a puzzle holds if every other answer would still be
called a mistake. Each finished game is a line in the log, and the same command continues from there.
"""

import argparse
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ai.analysis import game_analysis, puzzle_check
from ai.analysis.decision_points import DecisionPoints
from ai.analysis.game_analysis import Analysis, Effort, Judgement, mistakes
from ai.analysis.move_analysis import LEAST_PAIRS
from ai.analysis.paired_playouts import LEAST_GAIN, Tally, tally
from ai.analysis.puzzle_check import Check, CheckBudgets, candidates
from ai.arena import wilson
from ai.kinds import find_kinds
from ai.search.search import Budget
from ai.self_play import Match
from domain.messages import Command
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from eventstore.entries import parse_position
from replay.past_states import placed_records

GAMES = 10
TIMES = 10
"""How many times as many playouts the second judgement has."""

DOUBTLESS = 3.0
"""A second judgement ends early when it is this many standard errors from changing."""

KIND = "apprentice"
"""The kind of the steward's opponents: it makes mistakes, as people do."""

QUICK = Budget(games=40)
"""The budget for an answer of the players that search."""


class Again(Struct, frozen=True):
    """A comparison of two answers: its result in the analysis, and its results with other draws, in parts of the same
    size.
    """

    first: Tally
    parts: tuple[Tally, ...] = ()

    @property
    def second(self) -> Tally:
        """The second result. There must be a part."""
        return sum(self.parts, Tally())

    @property
    def is_doubtless(self) -> bool:
        """Whether more playouts would not change that it holds, or that it does not."""
        if self.second.pairs < LEAST_PAIRS:
            return False
        gain, errors = self.second.compared().gain, DOUBTLESS * self.second.compared().error
        return gain - errors >= LEAST_GAIN or gain + errors <= 0

    @property
    def has_its_sign(self) -> bool:
        """Whether the better answer is still the better one, by however little."""
        return self.second.compared().gain > 0

    @property
    def holds(self) -> bool:
        """Whether the better answer would still be called better."""
        return self.second.compared().is_sure


class Mark(Struct, frozen=True):
    """A marked loss and its second judgement."""

    position: str
    lost: Again


class Puzzle(Struct, frozen=True):
    """A puzzle and the second judgement of its answer against each other one."""

    position: str
    others: tuple[Again, ...]


class Studied(Struct, frozen=True):
    """A studied game: its answers with an alternative, its candidates for puzzles, and what was judged again."""

    title: str
    number: int
    judged: tuple[Judgement, ...]
    candidates: int
    marks: tuple[Mark, ...]
    puzzles: tuple[Puzzle, ...]


def study(title: str, number: int, effort: Effort, budgets: CheckBudgets, kind: str = KIND) -> Studied:
    """Play a game with this number, analyse it, and judge its marked losses and its puzzles again."""
    projector, seed = projector_for(title), f"study/{kind}/{title}/{number}"
    players = projector.rulebook.meta.least_players
    played = Match(projector, ["steward", *[kind] * (players - 1)], seed, budget=QUICK).finish()
    placed = placed_records(projector, played.entries)
    analysis, moments = Analysis(projector, placed, seed, effort=effort), DecisionPoints(projector, placed)
    while not analysis.found.is_done:
        analysis.go_on()
    found = analysis.found
    marks = tuple(Mark(one.position, _lost_again(moments, one, seed)) for one in mistakes(found))
    proposed, puzzles = candidates(found), list[Puzzle]()
    for candidate in proposed:
        place = moments.place_of(candidate.action)
        assert place is not None
        check = Check(candidate)
        while not check.is_done:
            check = puzzle_check.go_on(moments, place, seed, check, budgets)
        if check.is_puzzle:
            puzzles.append(
                Puzzle(moments.answered(place).position, _others_again(moments, place, check, budgets, seed))
            )
    return Studied(title, number, found.judged, len(proposed), marks, tuple(puzzles))


def _lost_again(moments: DecisionPoints, one: Judgement, seed: str) -> Again:
    """The best rival of this answer beside it, with other draws."""
    place = moments.place_of(parse_position(one.position).action)
    assert place is not None and one.best is not None
    _, _, played, seen, past = moments.answered(place)
    lot, budget = random.Random(f"{seed} again {one.position}"), Budget(games=2 * one.measured.pairs)
    again, better = Again(one.measured), [_command(moments, one.best.command)]
    while len(again.parts) < TIMES and not again.is_doubtless:
        again = replace(again, parts=(*again.parts, *tally(moments.rulebook, seen, past, better, played, budget, lot)))
    return again


def _others_again(
    moments: DecisionPoints, place: int, check: Check, budgets: CheckBudgets, seed: str
) -> tuple[Again, ...]:
    """The best answer of this puzzle beside each other one, with other draws."""
    position, _, _, seen, past = moments.answered(place)
    lot, best = random.Random(f"{seed} again {position}"), _command(moments, check.candidate.best)
    others = [_command(moments, one.command) for one in check.others]
    found = [Again(_turned(one.tally)) for one in check.others]
    for _ in range(TIMES * check.done):
        still_open = [number for number, one in enumerate(found) if not one.is_doubtless]
        if not still_open:
            break
        rivals = [others[number] for number in still_open]
        tallies = tally(moments.rulebook, seen, past, rivals, best, budgets.round, lot)
        for number, part in zip(still_open, tallies, strict=True):
            found[number] = replace(found[number], parts=(*found[number].parts, _turned(part)))
    return tuple(found)


def _turned(result: Tally) -> Tally:
    """This tally as seen from the other answer."""
    return replace(result, total=-result.total)


def _command(moments: DecisionPoints, plain: dict[str, Any]) -> Command:
    found: Command = msgspec.convert(plain, moments.projector.command_types[plain["type"]])
    return found


def told(games: Sequence[Studied]) -> str:
    """A row of the table for these games of one title."""
    marks = [mark.lost for game in games for mark in game.marks]
    puzzles = [puzzle.others for game in games for puzzle in game.puzzles]
    cells = [
        find_rulebooks()[games[0].title].meta.title,
        str(len(games)),
        _share(one.holds for one in marks),
        _share(one.has_its_sign for one in marks),
        f"{len(puzzles) / len(games):.1f}",
        _share(all(one.holds for one in others) for others in puzzles),
        _share(all(one.has_its_sign for one in others) for others in puzzles),
    ]
    return f"| {' | '.join(cells)} |"


HEAD = (
    "| title | games | losses that hold | same sign | puzzles a game | puzzles that hold | same best answer |\n"
    "|---|---:|---:|---:|---:|---:|---:|"
)


def _share(held: Any) -> str:
    """How many of these hold, with the 95% confidence interval."""
    each = list(held)
    if not each:
        return "none"
    low, high = wilson(sum(each), len(each))
    return f"{sum(each)} of {len(each)} ({100 * low:.0f} to {100 * high:.0f} %)"


def scaled(effort: Effort, budgets: CheckBudgets, share: float) -> tuple[Effort, CheckBudgets]:
    """This share of these efforts; the chances after each action, which no judgement uses, get one playout each."""

    def part(budget: Budget) -> Budget:
        return budget if budget.seconds is None else replace(budget, seconds=share * budget.seconds)

    return (
        Effort(Budget(games=1), part(effort.search), part(effort.screening), part(effort.measuring), effort.pieces),
        replace(budgets, round=part(budgets.round)),
    )


def studied(
    titles: Sequence[str],
    games: int,
    effort: Effort,
    budgets: CheckBudgets,
    log: Path,
    say: Callable[[str], object],
    kind: str = KIND,
) -> list[Studied]:
    """These titles' games, in turn; each one is stored in the log, and those in the log are not played again."""
    stored = log.read_bytes() if log.exists() else b""
    whole = stored[: stored.rfind(b"\n") + 1]
    # Rewritten, so that the next line is not joined to an incomplete one.
    log.write_bytes(whole)
    found = [msgspec.json.decode(line, type=Studied) for line in whole.splitlines()]
    known = {(one.title, one.number) for one in found}
    for number in range(games):
        for title in titles:
            if (title, number) not in known:
                one = study(title, number, effort, budgets, kind)
                with log.open("ab") as file:
                    file.write(msgspec.json.encode(one) + b"\n")
                found.append(one)
                say(told([one]))
    return [one for one in found if one.title in titles and one.number < games]


def main() -> None:
    """Study some titles and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", metavar="TITLE", help="by default every title")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each title")
    parser.add_argument("--kind", choices=find_kinds(), default=KIND, help="the kind of the steward's opponents")
    parser.add_argument("--effort", type=float, default=1.0, help="the share of the usual effort of an analysis")
    parser.add_argument("--log", type=Path, required=True, help="the file of finished games")
    arguments = parser.parse_args()
    titles = arguments.titles or list(find_rulebooks())
    effort, budgets = scaled(game_analysis.USUAL, puzzle_check.USUAL, arguments.effort)

    def say(row: str) -> None:
        print(row, flush=True)

    say(HEAD)
    games = studied(titles, arguments.games, effort, budgets, arguments.log, say, arguments.kind)
    print(f"\n{HEAD}")
    for title in titles:
        print(told([one for one in games if one.title == title]))


if __name__ == "__main__":
    main()
