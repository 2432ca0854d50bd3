"""Proposal events and commands: taking back the last move, or ending the game, if all others agree.

A take-back deletes nothing: its event points back, as going back by a decision does.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.disputes.events import GoneBack
from domain.messages import Command, Event

Ending = Literal["draw", "as_it_stands"]
AGREED = "agreed"
"""The reason of a result that the players agreed to."""


class TakeBackAsked(Event, frozen=True):
    """A player asks to take their own last move back: play would go on from `position`, the last before that move."""

    RULES = ("G20",)

    seat: int
    position: str


class TakeBackAnswered(Event, frozen=True):
    """Another player said whether they agree to the take-back that is asked for."""

    RULES = ("G20",)

    seat: int
    agrees: bool


class TakeBackWithdrawn(Event, frozen=True):
    """Who asked for a take-back does not want it any more."""

    RULES = ("G20",)

    seat: int


class TakenBack(GoneBack, frozen=True):
    """All agree to a take-back, so play goes on from `position`."""

    RULES = ("G14", "G20")


class EndProposed(Event, frozen=True):
    """A player proposes to end the game now: as a `draw`, or ranked by the points `as_it_stands`."""

    RULES = ("G23",)

    seat: int
    kind: Ending


class EndAnswered(Event, frozen=True):
    """Another player said whether they agree to end the game."""

    RULES = ("G23",)

    seat: int
    agrees: bool


class EndWithdrawn(Event, frozen=True):
    """Who proposed to end the game does not any more."""

    RULES = ("G23",)

    seat: int


class AskTakeBack(Command, frozen=True):
    """Ask to take your own last move back."""


class AnswerTakeBack(Command, frozen=True):
    """Say whether you agree to the take-back that another player asks for."""

    agrees: bool


class WithdrawTakeBack(Command, frozen=True):
    """Ask no longer to take your move back."""


class ProposeEnd(Command, frozen=True):
    """Propose to end the game now, as a draw or ranked by the points as it stands."""

    kind: Ending


class AnswerEnd(Command, frozen=True):
    """Say whether you agree to end the game as another player proposes."""

    agrees: bool


class WithdrawEnd(Command, frozen=True):
    """Propose no longer to end the game."""


PROPOSAL_EVENTS: tuple[type[Event], ...] = (
    TakeBackAsked, TakeBackAnswered, TakeBackWithdrawn, EndProposed, EndAnswered, EndWithdrawn,
)  # fmt: skip
PROPOSAL_COMMANDS: tuple[type[Command], ...] = (
    AskTakeBack, AnswerTakeBack, WithdrawTakeBack, ProposeEnd, AnswerEnd, WithdrawEnd,
)  # fmt: skip


class Proposal(Struct, frozen=True):
    """What a player proposes, and which other seats have agreed so far.

    `about` is the position that play would go on from, or how the game would end; `moves` is how many moves there were.
    """

    seat: int
    about: str
    moves: int
    agreed: tuple[int, ...] = ()


class Proposals(Struct, frozen=True):
    """What is proposed: a take-back, an end, both or neither."""

    take_back: Proposal | None = None
    end: Proposal | None = None


NO_PROPOSALS = Proposals()


def proposals_after(proposals: Proposals, event: Event, moves: int) -> Proposals:
    """The proposals after one of these events. One that is refused or withdrawn is none any more."""
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
