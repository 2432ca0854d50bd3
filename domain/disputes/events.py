"""Dispute events and commands: the doubted position, what was said of it, and what was done about it.

Nothing is edited or deleted: a remedy is an event like any other, and points back where it must.
"""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.messages import Command, Event
from domain.rulebook import Result

MOST_DISPUTES = 50
"""So many are opened in a game of the first edition."""
MOST_WITHDRAWN = 10
"""So many of their own may a player take back in a game of a later edition: the next one waits until it is decided."""
LONGEST_TEXT = 2000

Kind = Literal["none", "roll_back", "result", "free_seat"]
Judge = Literal["players", "referee", "operator"]
Outcome = Literal["open", "withdrawn", "decided"]


class Remedy(Struct, frozen=True):
    """What is to be done: nothing, play on from `position`, end with these `places` by seat, or free a `seat`."""

    kind: Kind = "none"
    position: str = ""
    places: tuple[int, ...] = ()
    seat: int | None = None

    @property
    def has_its_own(self) -> bool:
        """Whether it names what its kind is about, a position, places or a seat, and nothing else."""
        named = (bool(self.position), bool(self.places), self.seat is not None)
        return named == (self.kind == "roll_back", self.kind == "result", self.kind == "free_seat")

    def ranks(self, players: int) -> bool:
        """Whether it gives each of so many seats its place; equal places share, and leave the next ones out."""
        places = self.places
        return len(places) == players and all(place == 1 + sum(other < place for other in places) for place in places)


class DisputeOpened(Event, frozen=True):
    """A player doubts what stands at `position`, the last of an action, and wishes a remedy."""

    RULES = ("G12",)

    seat: int
    number: int
    position: str
    text: str
    remedy: Remedy


class DisputeAnswered(Event, frozen=True):
    """Another player said what they think of a dispute, and whether they agree to the wished remedy."""

    RULES = ("G12",)

    seat: int
    number: int
    agrees: bool
    text: str


class DisputeWithdrawn(Event, frozen=True):
    """Who opened the dispute takes it back."""

    RULES = ("G12",)

    seat: int
    number: int


class DisputeDecided(Event, frozen=True):
    """A dispute was decided: by all `players` together, by the game's `referee`, or by the `operator`."""

    RULES = ("G13",)

    number: int
    by: Judge
    text: str
    remedy: Remedy


class GoneBack(Event, frozen=True):
    """Play goes on from `position`: what came after it counts no longer, and stays readable.

    Only the title's state goes back. Who sits where, keys, resignations, disputes, and how many moves and draws there
    were stay as they are, so that no draw ever comes twice.
    """

    position: str


class RolledBack(GoneBack, frozen=True):
    """By a decision play goes on from `position`."""

    RULES = ("G14",)


class ResultReplaced(Event, frozen=True):
    """A finished game has another result."""

    RULES = ("G13",)

    result: Result


class SeatFreed(Event, frozen=True):
    """The player lost this seat by a decision. A computer player answers for it until somebody takes it over."""

    RULES = ("G15",)

    seat: int


class SeatTakenOver(Event, frozen=True):
    """Somebody sat down in a seat that was freed or offered to them, with all that it has and knows.

    `name` is only in records of version 1: what they were called then.
    """

    VERSION = 2
    RULES = ("G15", "G22")

    seat: int
    player: str
    public_key: str
    name: str | UnsetType = UNSET


class OpenDispute(Command, frozen=True):
    """Doubt what stands at a position, and wish a remedy."""

    position: str
    text: str
    remedy: Remedy = Remedy()


class AnswerDispute(Command, frozen=True):
    """Say what you think of another player's dispute, and whether you agree to the wished remedy."""

    number: int
    agrees: bool
    text: str = ""


class WithdrawDispute(Command, frozen=True):
    """Take your dispute back."""

    number: int


class DecideDispute(Command, frozen=True):
    """Decide a dispute. It is nobody's wish at the table: `seat` is -1."""

    number: int
    by: Judge
    text: str
    remedy: Remedy = Remedy()


class TakeOver(Command, frozen=True):
    """Sit down in a seat that was freed or offered."""

    player: str
    public_key: str = ""


DISPUTE_EVENTS: tuple[type[Event], ...] = (
    DisputeOpened, DisputeAnswered, DisputeWithdrawn, DisputeDecided, RolledBack, ResultReplaced, SeatFreed,
    SeatTakenOver,
)  # fmt: skip
DISPUTE_COMMANDS: tuple[type[Command], ...] = (OpenDispute, AnswerDispute, WithdrawDispute)
AFTER_THE_END = (DisputeOpened, DisputeAnswered, DisputeWithdrawn, DisputeDecided, ResultReplaced)
"""What may still happen when a game is finished."""


class Opinion(Struct, frozen=True):
    """What a player said of another one's dispute."""

    seat: int
    agrees: bool
    text: str


class Dispute(Struct, frozen=True):
    """A dispute so far. `decided` is how it was settled; none while it is open, or if it was withdrawn."""

    seat: int
    position: str
    text: str
    remedy: Remedy
    answers: tuple[Opinion, ...] = ()
    outcome: Outcome = "open"
    decided: DisputeDecided | None = None


def disputes_after(disputes: tuple[Dispute, ...], event: Event) -> tuple[Dispute, ...]:
    """The disputes after one of these events; they are numbered from 1."""
    match event:
        case DisputeOpened(seat, _, position, text, remedy):
            return (*disputes, Dispute(seat, position, text, remedy))
        case DisputeAnswered(seat, number, agrees, text):
            answers = (*disputes[number - 1].answers, Opinion(seat, agrees, text))
            return _with(disputes, number, answers=answers)
        case DisputeWithdrawn(_, number):
            return _with(disputes, number, outcome="withdrawn")
        case DisputeDecided(number):
            return _with(disputes, number, outcome="decided", decided=event)
    return disputes


def _with(disputes: tuple[Dispute, ...], number: int, **changes: object) -> tuple[Dispute, ...]:
    changed = replace(disputes[number - 1], **changes)
    return (*disputes[: number - 1], changed, *disputes[number:])
