"""Results as data: the outcome of a finished game for each of its players.

Ratings, ladders, profiles and tournaments read only the result of a game, and change when one changes. A result follows
from the game's record alone, except that for old games `rated` was agreed outside of the record.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from ai.kinds import find_kinds
from domain.rulebook import Result

PERSON = "person"
_COMPUTER = "computer-"
_WITH_BOTS = ":programs"
_MINUTE = 60_000
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR

BOUNDS = (
    *(minutes * _MINUTE for minutes in (1, 5, 15, 30)),
    *(hours * _HOUR for hours in (1, 2, 3, 4, 6, 8, 12, 16)),
    *(days * _DAY for days in (1, 1.5, 2, 3, 4, 5, 7, 10, 14, 21, 30)),
)
"""The precision of stored answer times: the number of answers within each of these times, in milliseconds."""


class Answers(Struct, frozen=True, array_like=True):
    """A seat's answer times: for each bound in `BOUNDS`, by its index, the number of answers within it."""

    counts: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The number of answers."""
        return sum(self.counts)


class SeatResult(Struct, frozen=True, omit_defaults=True):
    """The outcome of a game for one seat: its place (1 is the winner; equal places share) and its points, if any count.

    `player` is the id of the person who had the seat at the start (empty: a computer player of this `kind`). They have
    not `stayed` if they resigned, lost the seat, handed it over, or were away at the end because their time had run
    out; `heir` is the id of the seat's player at the end, if that is a different one.
    """

    player: str
    kind: str
    place: int
    points: int | None
    stayed: bool = True
    heir: str = ""
    answers: Answers = Answers()

    @property
    def who(self) -> str:
        """The id of the person, or of the kind of computer player, who gets this result."""
        return self.player if self.kind == PERSON else computer_id(self.kind)


class GameResult(Struct, frozen=True, omit_defaults=True):
    """The outcome of a game; `with_bots` if a bot played. Times are in milliseconds since 1970 UTC.

    The places of a `decided` game were set by a referee, the operator or all players. `teams` has the team of each
    seat, and is empty if all played for themselves. In a `demonstration` only the server's computer players played.
    """

    game: str
    rulebook: str
    started_at: int
    ended_at: int
    seats: tuple[SeatResult, ...]
    private: bool = False
    rated: bool = False
    with_bots: bool = field(default=False, name="programs")
    decided: bool = False
    teams: tuple[int, ...] = ()
    demonstration: bool = False

    @property
    def ladder(self) -> str:
        """The ladder for this game: one for each title, and one for its games with bots."""
        return ladder_of(self.rulebook, self.with_bots)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The seats' places, with the seats that forfeited last; those keep their order among themselves."""
        result = Result(tuple(seat.place for seat in self.seats), (), "")
        return result.ranking_last([self.is_forfeited(seat) for seat in range(len(self.seats))]).places

    def is_forfeited(self, seat: int) -> bool:
        """Whether the seat's first player did not stay, so that a successor's points do not count for them.

        A decision takes that into account, so its places remain.
        """
        return not self.seats[seat].stayed and not self.decided

    @property
    def concerned(self) -> tuple[str, ...]:
        """All players who get this result or took over a seat, each once."""
        ids = (one for seat in self.seats for one in (seat.who, seat.heir) if one)
        return tuple(dict.fromkeys(ids))

    def opponents_of(self, who: str) -> tuple[str, ...]:
        """All other players who get this result, each once, without partners."""
        return tuple(dict.fromkeys(self.seats[seat].who for seat in self.opposing_seats(who)))

    def opposing_seats(self, who: str, opponent: str = "") -> tuple[int, ...]:
        """The seats of this opponent, by default of all others, that are in no team of the player.

        The result is by seat, because one kind of computer player may be both partner and opponent.
        """
        own = {self.team_of(number) for number, seat in enumerate(self.seats) if seat.who == who}
        others = ((number, seat.who) for number, seat in enumerate(self.seats) if self.team_of(number) not in own)
        return tuple(number for number, other in others if other != who and opponent in ("", other))

    def team_of(self, seat: int) -> int:
        """The team of this seat."""
        return self.teams[seat] if self.teams else seat

    @property
    def is_cooperative(self) -> bool:
        """Whether all won or lost together."""
        return len(set(self.teams)) == 1

    def seat_of(self, who: str) -> SeatResult | None:
        """The first seat that this player had from the start, or none."""
        return next((seat for seat in self.seats if seat.who == who), None)


def may_be_rated(seats: Sequence[SeatResult], teams: Sequence[int] = ()) -> bool:
    """Whether a game with these seats can be rated: a person plays against others, and no player against themselves."""
    if len(set(teams)) == 1:
        return False
    persons = [seat.player for seat in seats if seat.kind == PERSON]
    return len(seats) > 1 and bool(persons) and len(set(persons)) == len(persons)


def ladder_of(rulebook: str, with_bots: bool = False) -> str:
    """The name of the ladder for this title, for games with or without bots."""
    return f"{rulebook}{_WITH_BOTS if with_bots else ''}"


def ladder_parts(ladder: str) -> tuple[str, bool]:
    """The title of a ladder, and whether it is for games with bots."""
    return ladder.removesuffix(_WITH_BOTS), ladder.endswith(_WITH_BOTS)


def computer_id(kind: str) -> str:
    """The id of a kind of computer player; a person's id never contains a hyphen."""
    return _COMPUTER + kind


def computer_kind(who: str) -> str | None:
    """The kind of computer player with this id, or none."""
    kind = who.removeprefix(_COMPUTER)
    return kind if who != kind and kind in find_kinds() else None


def answers_of(lengths: Iterable[int]) -> Answers:
    """Answer times in milliseconds, as counted by `BOUNDS`."""
    counts = [0] * (len(BOUNDS) + 1)
    for length in lengths:
        counts[next((number for number, bound in enumerate(BOUNDS) if length <= bound), len(BOUNDS))] += 1
    while counts and not counts[-1]:
        counts.pop()
    return Answers(tuple(counts))


def usual_answer(answers: Iterable[Answers]) -> int | None:
    """The bound in `BOUNDS` that half of these answers are within; none if there are too few, or it was longer."""
    counts = [0] * (len(BOUNDS) + 1)
    for one in answers:
        for number, count in enumerate(one.counts):
            counts[number] += count
    total, passed = sum(counts), 0
    if total < LEAST_ANSWERS:
        return None
    for bound, count in zip(BOUNDS, counts, strict=False):
        passed += count
        if 2 * passed >= total:
            return int(bound)
    return None


LEAST_ANSWERS = 10
"""The minimum number of answers for a usual answer time."""
