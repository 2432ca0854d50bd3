"""Demonstration puzzles: the decisions of a title's demonstration game with one clearly best answer.

`python -m bench.puzzles TITLE BUNDLE` reads the full bundle of the demonstration game, which its replay offers under
*Share*, tries every decision briefly, checks the most promising ones as the server does, and prints those that pass by
a clear margin, as `demonstration.json` in the title's folder has them. A server checks them again before it shows them.
Do this after a change of the title's rules or of its steward: the game is then another one.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ai.analysis import puzzle_check
from ai.analysis.decision_points import DecisionPoints
from ai.analysis.paired_playouts import tally
from ai.analysis.puzzle_check import CLEARLY, MOST_ANSWERS, Candidate, Check
from ai.search.search import Budget
from audit.bundle import import_entries
from domain.projector import projector_for
from eventstore.entries import parse_position
from replay.past_states import placed_records
from verify.bundle import read_bundle

MOST_CHECKED = 10


def promising(moments: DecisionPoints, seconds: float) -> list[Candidate]:
    """The decisions in whose brief trial one answer was clearly ahead of all others, the largest advantage first."""
    found = list[tuple[float, Candidate]]()
    for place in range(1, len(moments.all)):
        if moments.choosing(place) is None or len(legal := moments.legal(place)) > MOST_ANSWERS:
            continue
        position, seat, played, seen, past = moments.answered(place)
        others = [one for one in legal if one != played]
        budget, lot = Budget(seconds=seconds * len(legal)), random.Random(position)
        gains = [one.compared().gain for one in tally(moments.rulebook, seen, past, others, played, budget, lot)]
        ranked = sorted([(0.0, played), *zip(gains, others, strict=True)], key=lambda one: one[0])
        (second, _), (first, best) = ranked[-2:]
        if first - second >= CLEARLY:
            plain = msgspec.json.decode(msgspec.json.encode(best))
            found.append((first - second, Candidate(parse_position(position).action, seat, plain)))
    return [one for _, one in sorted(found, key=lambda one: -one[0])]


def puzzles_of(moments: DecisionPoints, seconds: float, margin: float) -> Iterator[Candidate]:
    """The promising decisions that pass the check with this advantage."""
    for candidate in promising(moments, seconds)[:MOST_CHECKED]:
        place, check = moments.place_of(candidate.action), Check(candidate)
        assert place is not None
        while not check.is_done:
            check = puzzle_check.go_on(moments, place, "bench", check)
        if check.is_puzzle and check.gain >= margin:
            yield candidate


def main() -> None:
    """Print the puzzles of a bundle."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", metavar="TITLE")
    parser.add_argument("bundle", metavar="BUNDLE", type=Path)
    parser.add_argument("--seconds", type=float, default=0.05, help="CPU time of each answer's first trial")
    parser.add_argument("--margin", type=float, default=1.5 * CLEARLY, help="the least advantage in the check")
    arguments = parser.parse_args()
    projector = projector_for(arguments.title)
    entries = import_entries(read_bundle(arguments.bundle.read_bytes()))
    moments = DecisionPoints(projector, list(placed_records(projector, entries)))
    found = sorted(puzzles_of(moments, arguments.seconds, arguments.margin), key=lambda one: one.action)
    print("[\n  " + ",\n  ".join(msgspec.json.encode(one).decode() for one in found) + "\n]")


if __name__ == "__main__":
    main()
