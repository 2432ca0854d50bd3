"""Results as data: how a finished game came out for each of its players.

Ratings, ladders, profiles and tournaments read results and nothing else of a game, and change when one changes. A
result says nothing that the game's record does not say; only of an old game it was agreed outside of it that it is
`rated`.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ai.kinds import find_kinds
from domain.rulebook import Result

PERSON = "person"
_COMPUTER = "computer-"
_WITH_PROGRAMS = ":programs"
_MINUTE = 60_000
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR

BOUNDS = (
    *(minutes * _MINUTE for minutes in (1, 5, 15, 30)),
    *(hours * _HOUR for hours in (1, 2, 3, 4, 6, 8, 12, 16)),
    *(days * _DAY for days in (1, 1.5, 2, 3, 4, 5, 7, 10, 14, 21, 30)),
)
"""How long answers took is kept no more precisely than this: within each of these times, in milliseconds."""


class Answers(Struct, frozen=True, array_like=True):
    """How quickly a seat answered: by the number of the bound in `BOUNDS`, how many answers came within it."""

    counts: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """How many answers there were."""
        return sum(self.counts)


class SeatResult(Struct, frozen=True, omit_defaults=True):
    """How a game came out for one seat: its place (1 is the winner; equal places share) and its points.

    `player` is the id of the person who sat there at the start (empty: a computer player of this `kind`). They have
    not `stayed` if they resigned, lost the seat, handed it over, or were away at the end because their time had run
    out; `heir` is the id of whoever sat there at the end, if that was somebody else.
    """

    player: str
    kind: str
    place: int
    points: int
    stayed: bool = True
    heir: str = ""
    answers: Answers = Answers()

    @property
    def who(self) -> str:
        """Whose result it is: a person's id, or the id of a kind of computer player."""
        return self.player if self.kind == PERSON else computer_id(self.kind)


class GameResult(Struct, frozen=True, omit_defaults=True):
    """How a game came out; `programs`: one sat there. Times are in milliseconds since 1970 UTC.

    The places of a game that was `decided` are those that a referee, the operator or all players gave it.
    """

    game: str
    rulebook: str
    started_at: int
    ended_at: int
    seats: tuple[SeatResult, ...]
    private: bool = False
    rated: bool = False
    programs: bool = False
    decided: bool = False

    @property
    def ladder(self) -> str:
        """The ladder that it counts on: one of each title and number of players, and one for games with programs."""
        return ladder_of(self.rulebook, len(self.seats), self.programs)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The seats' places with those behind all others who forfeited; among themselves they keep their order."""
        result = Result(tuple(seat.place for seat in self.seats), (), "")
        return result.ranking_last([self.is_forfeited(seat) for seat in range(len(self.seats))]).places

    def is_forfeited(self, seat: int) -> bool:
        """Whether who sat there did not stay: what somebody else achieved for them does not count for them.

        A decision knows who stayed, so its places stand.
        """
        return not self.seats[seat].stayed and not self.decided

    @property
    def concerned(self) -> tuple[str, ...]:
        """Everybody whose result it is, or who took a seat over, each once."""
        ids = (one for seat in self.seats for one in (seat.who, seat.heir) if one)
        return tuple(dict.fromkeys(ids))

    def seat_of(self, who: str) -> SeatResult | None:
        """The first seat that is theirs from the start, or none."""
        return next((seat for seat in self.seats if seat.who == who), None)


def may_be_rated(seats: Sequence[SeatResult]) -> bool:
    """Whether a game of these seats says who plays better: a person against others, and nobody against themselves."""
    persons = [seat.player for seat in seats if seat.kind == PERSON]
    return len(seats) > 1 and bool(persons) and len(set(persons)) == len(persons)


def ladder_of(rulebook: str, players: int, programs: bool = False) -> str:
    """The name of the ladder of this title with so many players, of games with programs or of those without."""
    return f"{rulebook}:{players}{_WITH_PROGRAMS if programs else ''}"


def ladder_parts(ladder: str) -> tuple[str, int, bool]:
    """The title and the number of players of a ladder, and whether it is of games with programs."""
    rulebook, _, players = ladder.removesuffix(_WITH_PROGRAMS).partition(":")
    return rulebook, int(players), ladder.endswith(_WITH_PROGRAMS)


def computer_id(kind: str) -> str:
    """The id of a kind of computer player, which no person ever has: theirs have no hyphen."""
    return _COMPUTER + kind


def computer_kind(who: str) -> str | None:
    """The kind of computer player whose id this is; none if it is nobody's here."""
    kind = who.removeprefix(_COMPUTER)
    return kind if who != kind and kind in find_kinds() else None


def answers_of(lengths: Iterable[int]) -> Answers:
    """These lengths of answers, in milliseconds, as they are kept."""
    counts = [0] * (len(BOUNDS) + 1)
    for length in lengths:
        counts[next((number for number, bound in enumerate(BOUNDS) if length <= bound), len(BOUNDS))] += 1
    while counts and not counts[-1]:
        counts.pop()
    return Answers(tuple(counts))


def usual_answer(answers: Iterable[Answers]) -> int | None:
    """Within which of `BOUNDS` half of all these answers came; none if there are too few to say, or it was longer."""
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
"""From fewer answers nobody can tell how quickly somebody answers."""
