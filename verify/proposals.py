"""Proposals: take-backs, and ends by agreement."""

from __future__ import annotations

from typing import Any

from verify.bundle import Position
from verify.commitments import sealed_in
from verify.events import SIGNATURES
from verify.record import Audiences, still_counts
from verify.shared_events import SHARED_EVENTS

OF_TAKE_BACKS = ("TakeBackAsked", "TakeBackAnswered", "TakeBackWithdrawn")
OF_ENDS = ("EndProposed", "EndAnswered", "EndWithdrawn")
_ENDINGS = SHARED_EVENTS["EndProposed"][-1]["kind"]


class Proposal:
    """A proposal: its seat, its subject, and the seats that have agreed."""

    def __init__(self, seat: int, about: str) -> None:
        self.seat, self.about = seat, about
        self.agreed: set[int] = set()


class Move:
    """A move: its position and the one before, its seat, whether it drew randomness or opened something, and the seats
    that learn a secret of it.
    """

    def __init__(self, at: Position, before: Position, seat: int) -> None:
        self.at, self.before, self.seat = at, before, seat
        self.is_final = False
        self.shown: set[int] = set()


class Proposals:
    """The proposals in a game, and whether exactly what was agreed was carried out."""

    def __init__(self, audiences: Audiences) -> None:
        self.audiences = audiences
        self.moves: list[Move] = []
        self.rollbacks: list[tuple[Position, Position]] = []
        self.last: Position | None = None
        self.open: dict[tuple[str, ...], Proposal] = {}
        self.due: tuple[int, Proposal] | None = None
        self.edition = 1
        """The edition of the game's rules: in the first, points alone rank a game that ends by agreement."""

    def undone(self, position: Position, said: dict[str, Any], resigned: set[int]) -> str | None:
        """The reason why this event must not directly follow an agreement, or must follow one but does not; none if it
        is right. The event's place is noted.
        """
        data, before, self.last = said["data"], self.last, position
        if data["type"] not in SHARED_EVENTS and before is not None:
            if "actor" in said and position.effect == 0:
                self.open.pop(OF_TAKE_BACKS, None)
                self.moves.append(Move(position, before, said["actor"]))
            if self.moves:
                self.moves[-1].is_final |= bool(said.get("luck") or said.get("opens"))
                for field in sealed_in(data):
                    self.moves[-1].shown.update((self.audiences or {}).get((str(position), field), ()))
        due = self.due
        if due is not None and due[0] == position.action and data["type"] in SIGNATURES:
            return None
        self.due = None
        if due is not None:
            is_done = due[0] == position.action and _is_agreed(data, due[1].about, resigned, self.edition)
            return None if is_done else "an agreed proposal is carried out immediately, before anything else"
        is_end = data["type"] == "GameFinished" and data["result"]["reason"] == "agreed"
        return "this happens only by agreement" if is_end or data["type"] == "TakenBack" else None

    def complaint(
        self, position: Position, actor: int | None, data: dict[str, Any], playing: dict[int, str]
    ) -> str | None:
        """The reason why this event of a proposal cannot come next. If it can, it is applied, and there is none."""
        kind, seat = data["type"], data["seat"]
        if seat != actor or seat not in playing:
            return "only a person who plays makes or answers a proposal"
        what = OF_TAKE_BACKS if kind in OF_TAKE_BACKS else OF_ENDS
        proposal = self.open.get(what)
        if kind in ("TakeBackAsked", "EndProposed"):
            about = data["kind"] if kind == "EndProposed" else data["position"]
            if proposal is not None:
                return "one proposal of a kind is open at a time"
            if about not in (_ENDINGS if what == OF_ENDS else (self._taken_back_to(seat, playing),)):
                return "this cannot be proposed"
            self.open[what] = proposal = Proposal(seat, about)
        elif kind in ("TakeBackWithdrawn", "EndWithdrawn"):
            if proposal is None or not _is_same(proposal.seat, seat, playing):
                return "only the player who made a proposal may withdraw it"
            del self.open[what]
            return None
        else:
            is_late = proposal is not None and data["agrees"] and seat in proposal.agreed
            if proposal is None or is_late or _is_same(proposal.seat, seat, playing):
                return "each other person who plays answers a proposal once"
            if not data["agrees"]:
                del self.open[what]
                return None
            proposal.agreed.add(seat)
        if all(one in proposal.agreed or _is_same(one, proposal.seat, playing) for one in playing):
            self.due = (position.action, proposal)
        return None

    def _taken_back_to(self, seat: int, playing: dict[int, str]) -> str | None:
        """The last position before this player's last move, if nothing was drawn or shown since."""
        for move in reversed(self.moves):
            if still_counts(move.at, self.rollbacks):
                if move.is_final or not all(_is_same(move.seat, one, playing) for one in move.shown):
                    return None
                if _is_same(move.seat, seat, playing):
                    return str(move.before)
        return None


def _is_same(one: int, other: int, playing: dict[int, str]) -> bool:
    """Whether the same person answers for both seats."""
    return one == other or (one in playing and playing.get(one) == playing.get(other))


def _is_agreed(data: dict[str, Any], about: str, resigned: set[int], edition: int) -> bool:
    """Whether this event is what all agreed to, with resigned players last.

    From the second edition on the title's rules rank the players, which only those rules can check.
    """
    if data["type"] != "GameFinished":
        return bool(data["type"] == "TakenBack" and data["position"] == about)
    result = data["result"]
    ranked = result["places"] if edition >= 2 else [-own for own in result["points"]]
    order = [(seat in resigned, 0 if about == "draw" else own) for seat, own in enumerate(ranked)]
    places = [1 + sum(other < own for other in order) for own in order]
    return bool(about in _ENDINGS and result["reason"] == "agreed" and result["places"] == places)
