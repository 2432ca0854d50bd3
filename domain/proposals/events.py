"""Proposal events and commands: taking back the last move, or ending the game, if all others agree.

A take-back deletes nothing: its event points back, like a rollback by a decision.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.disputes.events import GoneBack
from domain.messages import Command, Event
from domain.rulebook import gettext_noop

Ending = Literal["draw", "as_it_stands"]
AGREED = "agreed"
"""The reason of a result by agreement."""


class TakeBackAsked(Event, frozen=True):
    """A player asks to take back their own last move, so that play continues from `position`, before that move."""

    RULES = ("G20",)
    SAYS = gettext_noop("{player} asks to take back the last move.")

    seat: int
    position: str


class TakeBackAnswered(Event, frozen=True):
    """Another player agrees to the requested take-back or refuses it."""

    RULES = ("G20",)

    seat: int
    agrees: bool


class TakeBackWithdrawn(Event, frozen=True):
    """The player withdraws their request for a take-back."""

    RULES = ("G20",)
    SAYS = gettext_noop("{player} withdraws the take-back request.")

    seat: int


class TakenBack(GoneBack, frozen=True):
    """All players agree to a take-back, so play continues from `position`."""

    RULES = ("G14", "G20")
    SAYS = gettext_noop(
        "The move is taken back. The game continues from {position}, and everything after it is undone."
    )


class EndProposed(Event, frozen=True):
    """A player proposes to end the game now: as a `draw`, or ranked by the points `as_it_stands`."""

    RULES = ("G23",)

    seat: int
    kind: Ending


class EndAnswered(Event, frozen=True):
    """Another player agrees to end the game or refuses it."""

    RULES = ("G23",)

    seat: int
    agrees: bool


class EndWithdrawn(Event, frozen=True):
    """The player withdraws their proposal to end the game."""

    RULES = ("G23",)
    SAYS = gettext_noop("{player} withdraws the proposal to end the game.")

    seat: int


class AskTakeBack(Command, frozen=True):
    """Ask to take your own last move back."""

    SAYS = gettext_noop("Take back")


class AnswerTakeBack(Command, frozen=True):
    """Agree to the take-back that another player requests, or refuse it."""

    agrees: bool


class WithdrawTakeBack(Command, frozen=True):
    """Withdraw your request for a take-back."""

    SAYS = gettext_noop("Withdraw the take-back request")


class ProposeEnd(Command, frozen=True):
    """Propose to end the game now, as a draw or ranked by the current points."""

    kind: Ending


class AnswerEnd(Command, frozen=True):
    """Agree to the end that another player proposes, or refuse it."""

    agrees: bool


class WithdrawEnd(Command, frozen=True):
    """Withdraw your proposal to end the game."""

    SAYS = gettext_noop("Withdraw the proposal to end the game")


PROPOSAL_EVENTS: tuple[type[Event], ...] = (
    TakeBackAsked, TakeBackAnswered, TakeBackWithdrawn, EndProposed, EndAnswered, EndWithdrawn,
)  # fmt: skip


class Proposal(Struct, frozen=True):
    """A player's proposal, and which other seats have agreed so far.

    `about` is the position to continue from, or how the game would end; `moves` is the number of moves at that time.
    """

    seat: int
    about: str
    moves: int
    agreed: tuple[int, ...] = ()


class Proposals(Struct, frozen=True):
    """The open proposals: a take-back, an end, both or neither."""

    take_back: Proposal | None = None
    end: Proposal | None = None


NO_PROPOSALS = Proposals()


def proposals_after(proposals: Proposals, event: Event, moves: int) -> Proposals:
    """The proposals after one of these events. A refused or withdrawn proposal is removed."""
    match event:
        case TakeBackAsked(seat, position):
            return replace(proposals, take_back=Proposal(seat, position, moves))
        case TakeBackAnswered(seat, agrees):
            return replace(proposals, take_back=_answered(proposals.take_back, seat, agrees))
        case TakeBackWithdrawn():
            return replace(proposals, take_back=None)
        case EndProposed(seat, kind):
            return replace(proposals, end=Proposal(seat, kind, moves))
        case EndAnswered(seat, agrees):
            return replace(proposals, end=_answered(proposals.end, seat, agrees))
        case EndWithdrawn():
            return replace(proposals, end=None)
    raise TypeError(f"{type(event).__name__} is not about a proposal")


def _answered(proposal: Proposal | None, seat: int, agrees: bool) -> Proposal | None:
    return replace(proposal, agreed=(*proposal.agreed, seat)) if proposal is not None and agrees else None
