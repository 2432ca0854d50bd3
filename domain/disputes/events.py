"""Dispute events and commands: the disputed position, the statements about it, and the remedy.

Nothing is edited or deleted: a remedy is an event like any other, and points back if it must.
"""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.messages import Command, Event
from domain.rulebook import Result, gettext_noop

MOST_DISPUTES = 50
"""The maximum number of disputes in a game of the first edition."""
MOST_WITHDRAWN = 10
"""How many of their own disputes a player may withdraw in later editions: the next one waits for a decision."""
MOST_DISCLOSED = 10
"""How many secrets a seat may disclose in one dispute."""
LONGEST_TEXT = 2000

Kind = Literal["none", "roll_back", "result", "free_seat"]
Judge = Literal["players", "referee", "operator"]
Outcome = Literal["open", "withdrawn", "decided"]


class Remedy(Struct, frozen=True, forbid_unknown_fields=True):
    """The remedy: nothing, play on from `position`, end with these `places` by seat, or free a `seat`."""

    kind: Kind = "none"
    position: str = ""
    places: tuple[int, ...] = ()
    seat: int | None = None

    @property
    def has_its_own(self) -> bool:
        """Whether the remedy has exactly the member that its kind needs: a position, places or a seat."""
        named = (bool(self.position), bool(self.places), self.seat is not None)
        return named == (self.kind == "roll_back", self.kind == "result", self.kind == "free_seat")

    def ranks(self, players: int) -> bool:
        """Whether the remedy gives each of these seats a place. Seats with equal places share them, and the following
        places are skipped.
        """
        places = self.places
        return len(places) == players and all(place == 1 + sum(other < place for other in places) for place in places)


class DisputeOpened(Event, frozen=True):
    """A player disputes the action that ends at `position`, and requests a remedy."""

    RULES = ("G12",)
    SAYS = gettext_noop('Dispute {number}: {player} disputes the record at {position}: "{text}" Requested: {remedy}.')

    seat: int
    number: int
    position: str
    text: str
    remedy: Remedy


class DisputeAnswered(Event, frozen=True):
    """Another player comments on a dispute, and agrees to the requested remedy or not."""

    RULES = ("G12",)

    seat: int
    number: int
    agrees: bool
    text: str


class DisputeWithdrawn(Event, frozen=True):
    """The player who opened the dispute withdraws it."""

    RULES = ("G12",)
    SAYS = gettext_noop("{player} withdraws dispute {number}.")

    seat: int
    number: int


class SecretDisclosed(Event, frozen=True):
    """A player opens a secret `to` the judge of the dispute: the `field` of the event at `position`.

    The value is not in the event: it is the sealed one at that position, whose commitment everyone has.
    """

    RULES = ("G12",)

    seat: int
    number: int
    position: str
    field: str
    to: Literal["referee", "operator"]


class DisputeDecided(Event, frozen=True):
    """A dispute was decided: by all `players` together, by the game's `referee`, or by the `operator`."""

    RULES = ("G13",)

    number: int
    by: Judge
    text: str
    remedy: Remedy


class GoneBack(Event, frozen=True):
    """Play continues from `position`: later entries no longer count, but stay readable.

    Only the title's state is rolled back. Seats, keys, resignations, disputes, and the numbers of moves and draws stay
    as they are, so that no draw ever occurs twice.
    """

    position: str


class RolledBack(GoneBack, frozen=True):
    """A decision takes the game back, so that play continues from `position`."""

    RULES = ("G14",)
    SAYS = gettext_noop("The game continues from {position}; everything after it is undone.")


class ResultReplaced(Event, frozen=True):
    """A finished game gets another result."""

    RULES = ("G13",)
    SAYS = gettext_noop("The game's result was changed. First place: {result}.")

    result: Result


class SeatFreed(Event, frozen=True):
    """The player lost this seat by a decision. A computer player answers for it until a new player takes it over."""

    RULES = ("G15",)
    SAYS = gettext_noop("{player} lost their seat. A computer player fills in until another player takes it over.")

    seat: int


class SeatTakenOver(Event, frozen=True):
    """A player took a seat that was freed or offered to them, with its hand and its knowledge.

    `name` is only in records of version 1: the player's name at that time. `recovery` is the SHA-256 of a key that may
    also sign a change of key (empty: there is none); version 2 did not have it.
    """

    VERSION = 3
    RULES = ("G15", "G22")

    seat: int
    player: str
    public_key: str
    name: str | UnsetType = UNSET
    recovery: str = ""


class OpenDispute(Command, frozen=True):
    """Dispute the action at a position, and request a remedy."""

    SAYS = gettext_noop("Open a dispute")

    position: str
    text: str
    remedy: Remedy = Remedy()


class AnswerDispute(Command, frozen=True):
    """Comment on another player's dispute, and say whether you agree to the requested remedy."""

    SAYS = gettext_noop("Answer a dispute")

    number: int
    agrees: bool
    text: str = ""


class WithdrawDispute(Command, frozen=True):
    """Withdraw your dispute."""

    SAYS = gettext_noop("Withdraw a dispute")

    number: int


class DiscloseSecret(Command, frozen=True):
    """Open a secret of yours to the judge of an open dispute: the `field` of the event at `position`."""

    SAYS = gettext_noop("Show the referee a secret")

    number: int
    position: str
    field: str


class DecideDispute(Command, frozen=True):
    """Decide a dispute. This is not a player's command: `seat` is -1."""

    number: int
    by: Judge
    text: str
    remedy: Remedy = Remedy()


class TakeOver(Command, frozen=True):
    """Take over a seat that was freed or offered."""

    player: str
    public_key: str = ""
    recovery: str = ""


DISPUTE_EVENTS: tuple[type[Event], ...] = (
    DisputeOpened, DisputeAnswered, DisputeWithdrawn, SecretDisclosed, DisputeDecided, RolledBack, ResultReplaced,
    SeatFreed, SeatTakenOver,
)  # fmt: skip


class Opinion(Struct, frozen=True):
    """A player's statement on another's dispute."""

    seat: int
    agrees: bool
    text: str


class Disclosure(Struct, frozen=True):
    """A secret that this seat opened to the judge: the `field` of the event at `position`."""

    seat: int
    position: str
    field: str


class Dispute(Struct, frozen=True):
    """The state of a dispute. `decided` is how it was settled; none while it is open, or if it was withdrawn."""

    seat: int
    position: str
    text: str
    remedy: Remedy
    answers: tuple[Opinion, ...] = ()
    outcome: Outcome = "open"
    decided: DisputeDecided | None = None
    disclosed: tuple[Disclosure, ...] = ()


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
        case SecretDisclosed(seat, number, position, field):
            disclosed = (*disputes[number - 1].disclosed, Disclosure(seat, position, field))
            return _with(disputes, number, disclosed=disclosed)
        case DisputeDecided(number):
            return _with(disputes, number, outcome="decided", decided=event)
    return disputes


def _with(disputes: tuple[Dispute, ...], number: int, **changes: object) -> tuple[Dispute, ...]:
    changed = replace(disputes[number - 1], **changes)
    return (*disputes[: number - 1], changed, *disputes[number:])
