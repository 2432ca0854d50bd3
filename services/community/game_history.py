"""Game history: the outcomes of a player's finished games, and their score against each opponent."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

from services.community.results import GameResult

Outcome = Literal["won", "tied", "lost"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


class PlayedGame(NamedTuple):
    """A finished game, and its outcome for one of its players."""

    result: GameResult
    outcome: Outcome


def outcome_against(result: GameResult, who: str, opponent: str = "") -> Outcome | None:
    """The outcome of a game for a player against this opponent, by default against the best of all others.

    None if one of them was not among its players at the start, or the other was their partner. A cooperative game is
    won or lost against no opponent.
    """
    own = min((rank for seat, rank in zip(result.seats, result.ranks, strict=True) if seat.who == who), default=None)
    if own is not None and result.is_cooperative and not opponent:
        return "won" if own == 1 else "lost"
    best = min((result.ranks[seat] for seat in result.opposing_seats(who, opponent)), default=None)
    if own is None or best is None:
        return None
    if own == best:
        return "tied"
    return "won" if own < best else "lost"


def history_of(who: str, results: Iterable[GameResult], opponent: str = "") -> list[PlayedGame]:
    """Those of these games that a player played, with their outcomes; all of them, or only those against one
    opponent.
    """
    outcomes = ((result, outcome_against(result, who, opponent)) for result in results)
    return [PlayedGame(result, outcome) for result, outcome in outcomes if outcome is not None]


def scores_by_opponent(who: str, results: Sequence[GameResult]) -> dict[str, Counter[Outcome]]:
    """How often a player was ahead of each opponent, level and behind; the most frequent opponent first."""
    scores: dict[str, Counter[Outcome]] = {}
    for result in results:
        for opponent in result.opponents_of(who):
            outcome = outcome_against(result, who, opponent)
            if outcome is not None:
                scores.setdefault(opponent, Counter())[outcome] += 1
    return dict(sorted(scores.items(), key=lambda one: (-one[1].total(), one[0])))
