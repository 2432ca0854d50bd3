"""Ratings: how well a player plays a title, at tables of any size, computed from results.

The model is Plackett and Luce's with a Bayesian update (openskill): it ranks a whole table together and supports
ties. The scale is anchored: the caretaker, the computer player that plays sensibly, has a fixed rating of 1500. All
other players start there, with a wide uncertainty. (`docs/decisions/0029-standing.md`)
"""

from collections.abc import Mapping, Sequence
from itertools import chain

import openskill
from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from ai.kinds import CARETAKER
from services.community.results import GameResult, computer_id

START = 1500.0
WIDEST = 350.0
PROVISIONAL = 260.0
"""Above this uncertainty a rating is provisional: for at least five games with caretakers, ten with persons."""

ANCHOR = computer_id(CARETAKER)
_ANCHORED = 1.0
_DIGITS = 6
_MODEL = PlackettLuce(mu=START, sigma=WIDEST, beta=WIDEST / 2, tau=WIDEST / 100)
VERSION = f"5-openskill-{openskill.__version__}-{ANCHOR}"
"""Changes when the same results give other numbers, or are stored otherwise; then all are computed again."""


class Rating(Struct, frozen=True, array_like=True):
    """A player's estimated strength: its mean, its standard deviation, and the number of rated games.

    Both are rounded to a millionth after each game, so that they do not depend on a machine's floating-point
    arithmetic.
    """

    middle: float = START
    spread: float = WIDEST
    games: int = 0

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is provisional."""
        return self.spread > PROVISIONAL

    @property
    def number(self) -> int:
        """The rating as shown, rounded to ten, because it is not more precise."""
        return 10 * round(self.middle / 10)

    @property
    def uncertainty(self) -> int:
        """The uncertainty as shown. In two of three cases the true strength is within it."""
        return max(10, 10 * round(self.spread / 10))


NEWCOMER = Rating()
_FIXED = Rating(START, _ANCHORED)


def rated(result: GameResult, ratings: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings of all players after this game; `ratings` are those before it (none: a new player's).

    A player with two seats, which only computer players have, gets the mean of their seats' ratings. Partners are rated
    as a team with the place of those who stayed; for a partner who forfeited, the team is last.
    """
    sides: dict[int, list[int]] = {}
    for number in range(len(result.seats)):
        sides.setdefault(result.team_of(number), []).append(number)
    before = [_before(seat.who, ratings) for seat in result.seats]
    models = [_MODEL.rating(mu=one.middle, sigma=one.spread) for one in before]

    def rate(ranks: Sequence[float]) -> dict[int, PlackettLuceRating]:
        teams = _MODEL.rate([[models[number] for number in side] for side in sides.values()], ranks=list(ranks))
        return dict(zip(chain(*sides.values()), chain(*teams), strict=True))

    stayed = [[number for number in side if not result.is_forfeited(number)] or side for side in sides.values()]
    ranks = [float(min(result.ranks[number] for number in some)) for some in stayed]
    after = rate(ranks)
    for place, (side, some) in enumerate(zip(sides.values(), stayed, strict=True)):
        if len(some) < len(side):  # for those who forfeited, their team is last
            last = rate([*ranks[:place], max(ranks) + 1.0, *ranks[place + 1 :]])
            after |= {number: last[number] for number in side if number not in some}
    found: dict[str, Rating] = {}
    for who in dict.fromkeys(seat.who for seat in result.seats):
        own = [after[number] for number, seat in enumerate(result.seats) if seat.who == who]
        games = ratings.get(who, NEWCOMER).games + 1
        found[who] = Rating(START, _ANCHORED, games) if who == ANCHOR else _mean(own, games)
    return found


def _before(who: str, ratings: Mapping[str, Rating]) -> Rating:
    return _FIXED if who == ANCHOR else ratings.get(who, NEWCOMER)


def _mean(own: list[PlackettLuceRating], games: int) -> Rating:
    middle = sum(one.mu for one in own) / len(own)
    spread = sum(one.sigma for one in own) / len(own)
    return Rating(round(middle, _DIGITS), round(spread, _DIGITS), games)
