"""Proposal check: proposals, agreements, and whether exactly what was agreed was carried out.

Rules G20 and G23. A take-back undoes only moves without luck, openings or revealed secrets, which is public, too.
"""

from collections.abc import Mapping
from typing import Any

from domain.disputes.events import GoneBack
from domain.game import SHARED_EVENTS, CommandSigned, GameFinished
from domain.messages import Event, Record
from domain.proposals.events import (
    AGREED,
    EndAnswered,
    EndProposed,
    EndWithdrawn,
    TakeBackAnswered,
    TakeBackAsked,
    TakeBackWithdrawn,
    TakenBack,
)
from domain.proposals.rules import shown_to
from domain.rulebook import Result, by_points
from eventstore.entries import BEGINNING, Position, Rollbacks, parse_position, still_counts, with_rollback

Playing = Mapping[int, str]
"""The seats played by persons, each with its player."""


class _Move:
    """A move: its position and the one before, its seat, whether it is final, and the seats that learn a secret."""

    def __init__(self, at: Position, before: Position, seat: int) -> None:
        self.at, self.before, self.seat = at, before, seat
        self.is_final = False
        self.shown: set[int] = set()


class _Proposal:
    """A proposal: its seat, its subject, and the seats that have agreed."""

    def __init__(self, seat: int, about: str) -> None:
        self.seat, self.about = seat, about
        self.agreed: set[int] = set()


class Proposals:
    """The state of one game's proposals."""

    def __init__(self) -> None:
        self._moves: list[_Move] = []
        self._rollbacks = Rollbacks()
        self._last = BEGINNING
        self._take_back: _Proposal | None = None
        self._end: _Proposal | None = None
        self._due: tuple[int, _Proposal] | None = None
        self.edition = 1
        """The edition of the game's rules: in the first, points alone rank a game that ends by agreement (G23)."""

    def complaint_of_agreed(self, position: Position, record: Record[Any], resigned: set[int]) -> str | None:
        """Why this event must not follow directly on an agreement, or needs one; it is noted as the last one."""
        before, self._last = self._last, position
        event, due = record.data, self._due
        if not isinstance(event, SHARED_EVENTS):
            self._note_move(position, before, record)
        if due is not None and due[0] == position.action and isinstance(event, CommandSigned):
            return None
        self._due = None
        if due is not None:
            is_done = due[0] == position.action and _does(event, due[1], resigned, self.edition)
            return None if is_done else "an agreed proposal is carried out immediately, before anything else"
        if isinstance(event, TakenBack) or (isinstance(event, GameFinished) and event.result.reason == AGREED):
            return "this happens only by agreement"
        return None

    @property
    def unfinished(self) -> str | None:
        """The event missing in the last action; none if it is complete."""
        return None if self._due is None else "an agreed proposal is carried out immediately"

    def settle(self) -> None:
        """Discard the proposal: something was done, or the players who must agree have changed."""
        self._take_back = self._end = None

    def goes_back(self, position: Position, event: GoneBack) -> None:
        """Play is rolled back to an earlier position."""
        self._rollbacks = with_rollback(self._rollbacks, position, parse_position(event.position))

    def complaint(self, position: Position, actor: int | None, event: Event, playing: Playing) -> str | None:
        """Why this event of a proposal cannot come next; if it can, none, and it is applied."""
        if actor is None or getattr(event, "seat", None) != actor or actor not in playing:
            return "only a person who plays makes or answers a proposal"
        match event:
            case TakeBackAsked(seat, back):
                if self._take_back is not None:
                    return "one take-back is asked for at a time"
                if back != self._taken_back_to(seat, playing):
                    return "a take-back goes back to the player's last move, and no further"
                self._take_back = self._proposed(position, _Proposal(seat, back), playing)
            case EndProposed(seat, kind):
                if self._end is not None:
                    return "one end is proposed at a time"
                self._end = self._proposed(position, _Proposal(seat, kind), playing)
            case TakeBackAnswered(seat, agrees):
                self._take_back, complaint = self._answered(position, self._take_back, seat, agrees, playing)
                return complaint
            case EndAnswered(seat, agrees):
                self._end, complaint = self._answered(position, self._end, seat, agrees, playing)
                return complaint
            case TakeBackWithdrawn(seat):
                if not _is_own(self._take_back, seat, playing):
                    return "only the player who asked for a take-back may withdraw it"
                self._take_back = None
            case EndWithdrawn(seat):
                if not _is_own(self._end, seat, playing):
                    return "only the player who proposed an end may withdraw it"
                self._end = None
        return None

    def _note_move(self, position: Position, before: Position, record: Record[Any]) -> None:
        """Note what taking this move back would undo."""
        if record.actor is not None and not position.effect:
            self._take_back = None
            self._moves.append(_Move(position, before, record.actor))
        if self._moves:
            move = self._moves[-1]
            move.is_final = move.is_final or bool(record.luck or record.opens)
            move.shown.update(shown_to(record.data))

    def _taken_back_to(self, seat: int, playing: Playing) -> str | None:
        """The last position before this player's last move that counts, if it can be undone."""
        for move in reversed(self._moves):
            if still_counts(move.at, self._rollbacks):
                if move.is_final or not all(_is_same(move.seat, one, playing) for one in move.shown):
                    return None
                if _is_same(move.seat, seat, playing):
                    return str(move.before)
        return None

    def _proposed(self, position: Position, proposal: _Proposal, playing: Playing) -> _Proposal:
        asked = {seat for seat in playing if not _is_same(seat, proposal.seat, playing)}
        if asked <= proposal.agreed:
            self._due = (position.action, proposal)
        return proposal

    def _answered(
        self, position: Position, proposal: _Proposal | None, seat: int, agrees: bool, playing: Playing
    ) -> tuple[_Proposal | None, str | None]:
        """The proposal after an answer, and why the answer is not allowed, if so."""
        if proposal is None or _is_same(seat, proposal.seat, playing) or (agrees and seat in proposal.agreed):
            return proposal, "each other person who plays answers a proposal once"
        if not agrees:
            return None, None
        proposal.agreed.add(seat)
        return self._proposed(position, proposal, playing), None


def _is_own(proposal: _Proposal | None, seat: int, playing: Playing) -> bool:
    return proposal is not None and _is_same(proposal.seat, seat, playing)


def _is_same(one: int, other: int, playing: Playing) -> bool:
    """Whether the same person answers for both seats."""
    return one == other or (one in playing and playing.get(one) == playing.get(other))


def _does(event: Event, proposal: _Proposal, resigned: set[int], edition: int) -> bool:
    """Whether this event is what all agreed to. Only the title's own rules can check the ranking of the position."""
    match event:
        case TakenBack(position):
            return position == proposal.about
        case GameFinished(result):
            agreed = result.reason == AGREED and proposal.about in ("draw", "as_it_stands")
            places = by_points([-place for place in result.places] if edition >= 2 else result.points)
            if proposal.about == "draw":
                places = (1,) * len(result.points)
            ranked = Result(places, result.points, AGREED).ranking_last(
                [seat in resigned for seat in range(len(places))]
            )
            return agreed and result.places == ranked.places
    return False
