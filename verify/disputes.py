"""Disputes: checks the order of their events, and that exactly the decided remedies were carried out."""

from __future__ import annotations

from typing import Any

from verify.bundle import POSITION, Position, position_in
from verify.commitments import sealed_in
from verify.events import SIGNATURES
from verify.record import Audiences
from verify.shared_events import MOST_DISCLOSED, MOST_DISPUTES, MOST_WITHDRAWN, OBJECTS

_REMEDIES = ("roll_back", "result", "free_seat")
AFTER_THE_END = (
    "DisputeOpened", "DisputeAnswered", "DisputeWithdrawn", "DisputeDecided", "ResultReplaced", *SIGNATURES,
)  # fmt: skip


class Dispute:
    """A dispute: its opener, the requested remedy, the answers, the agreements, and whether it is open."""

    def __init__(self, seat: int, remedy: dict[str, Any]) -> None:
        self.seat, self.remedy, self.is_open, self.is_withdrawn = seat, remedy, True, False
        self.told, self.agreed = {seat}, {seat}
        self.disclosed: set[tuple[int, str, str]] = set()


class Disputes:
    """The state of one game's disputes, and whether exactly the decided remedies were carried out."""

    def __init__(self, audiences: Audiences) -> None:
        self.audiences = audiences
        self.players = self.persons = self.started = 0
        self.judge = "operator"
        self.freed: set[int] = set()
        self.all: list[Dispute] = []
        self.ends: dict[int, int] = {}
        """The last effect of each action so far."""
        self.sealed: set[tuple[str, str]] = set()
        """The position and the field of each secret so far."""
        self.answered: tuple[int, int] | None = None
        self.agreed: tuple[int, int] | None = None
        """The action that completed all players' agreement, and to which dispute's remedy; it is decided there."""
        self.due: tuple[int, dict[str, Any]] | None = None
        self.edition = 1

    def opens(self, players: int, persons: int, has_referee: bool, edition: int) -> None:
        """The game is opened with this number of players, the first of whom are persons."""
        self.players, self.persons, self.judge = players, persons, "referee" if has_referee else "operator"
        self.edition = edition

    @property
    def unfinished(self) -> str | None:
        """The event missing in the last action; none if it is complete."""
        if self.agreed is not None:
            return "a remedy that all players agree to is decided immediately"
        return None if self.due is None else "a decision is carried out immediately"

    def is_owned(self, seat: int) -> bool:
        """Whether a person has this seat, even a resigned one."""
        return 0 <= seat < self.persons and seat not in self.freed

    def undone(self, position: Position, data: dict[str, Any]) -> str | None:
        """The reason why this event must not directly follow a decision, or must follow one but does not; none if it is
        right.
        """
        agreed, due = self.agreed, self.due
        self.ends[position.action] = position.effect
        self.sealed |= {(str(position), field) for field in sealed_in(data)}
        since = agreed if agreed is not None else due
        if since is not None and position.action == since[0] and data["type"] in SIGNATURES:
            return None
        self.agreed = self.due = None
        if agreed is not None:
            remedy = self.all[agreed[1] - 1].remedy
            decision = {"type": "DisputeDecided", "number": agreed[1], "by": "players", "text": "", "remedy": remedy}
            if (position.action, data) != (agreed[0], decision):
                return "a remedy that all players agree to is decided immediately, before anything else"
        if due is not None:
            is_done = due[0] == position.action and _does(data, due[1])
            return None if is_done else "a decision is carried out immediately, before anything else"
        is_end = data["type"] == "GameFinished" and data["result"]["reason"] == "adjudicated"
        if is_end or data["type"] in ("RolledBack", "SeatFreed", "ResultReplaced"):
            return "this happens only by a decision"
        return None

    def complaint(self, position: Position, actor: int | None, data: dict[str, Any], is_over: bool) -> str | None:
        """The reason why this event of a dispute cannot come next. If it can, or is no event of a dispute, it is
        applied, and there is none.
        """
        kind, seat = data["type"], data.get("seat")
        if kind == "DisputeOpened":
            is_new = all(not one.is_open or one.seat != seat for one in self.all)
            is_too_many = self.edition < 2 and len(self.all) >= MOST_DISPUTES
            if seat != actor or not self.is_owned(data["seat"]) or not is_new or is_too_many:
                return "a seated player has one open dispute at a time"
            if data["number"] != len(self.all) + 1 or not self._is_end(data["position"], position):
                return "disputes are numbered, and name the last position of an earlier action"
            if not self._is_possible(data["remedy"], position, is_over):
                return "the requested remedy cannot be carried out"
            self.all.append(Dispute(data["seat"], data["remedy"]))
        elif kind in ("DisputeAnswered", "DisputeWithdrawn"):
            dispute = self._open_one(data["number"])
            if dispute is None or seat != actor or not self.is_owned(data["seat"]):
                return "a seated player answers an open dispute or withdraws their own"
            if kind == "DisputeWithdrawn":
                withdrawn = sum(one.seat == seat and one.is_withdrawn for one in self.all)
                if self.edition >= 2 and withdrawn >= MOST_WITHDRAWN:
                    return f"a player withdraws at most {MOST_WITHDRAWN} disputes"
                dispute.is_open, dispute.is_withdrawn = False, True
                return None if dispute.seat == seat else "only the player who opened a dispute may withdraw it"
            if seat in dispute.told:
                return "each other player answers an open dispute once"
            dispute.told.add(data["seat"])
            if data["agrees"]:
                dispute.agreed.add(data["seat"])
            self.answered = (position.action, data["number"])
            if self._is_whole(dispute) and self._is_possible(dispute.remedy, position, is_over):
                self.agreed = self.answered
        elif kind == "SecretDisclosed":
            return self._disclosed(actor, data, is_over)
        elif kind == "DisputeDecided":
            return self._decided(position, actor, data, is_over)
        elif kind == "SeatFreed":
            self.freed.add(data["seat"])
        elif kind == "SeatTakenOver":
            if seat != actor or seat not in self.freed:
                return "only a seat that was freed or offered is taken over"
            self.freed.discard(data["seat"])
        return None

    def _disclosed(self, actor: int | None, data: dict[str, Any], is_over: bool) -> str | None:
        """Apply the disclosure of a secret; the title's rules say in `audiences` which seats know it."""
        dispute, seat, secret = self._open_one(data["number"]), data["seat"], (data["position"], data["field"])
        if dispute is None or seat != actor or not self.is_owned(seat) or data["to"] != self.judge or is_over:
            return f"a seated player opens a secret to the {self.judge}, in an open dispute of a running game"
        if secret not in self.sealed or (seat, *secret) in dispute.disclosed:
            return "a player opens only a secret of the record, once in a dispute"
        if self.audiences is not None and seat not in self.audiences.get(secret, ()):
            return "a player opens only a secret that their seat knows"
        if sum(one[0] == seat for one in dispute.disclosed) >= MOST_DISCLOSED:
            return f"a player opens at most {MOST_DISCLOSED} secrets in a dispute"
        dispute.disclosed.add((seat, *secret))
        return None

    def _decided(self, position: Position, actor: int | None, data: dict[str, Any], is_over: bool) -> str | None:
        dispute, remedy = self._open_one(data["number"]), data["remedy"]
        if dispute is None or actor is not None:
            return "only an open dispute is decided, and not as an action of a player"
        if data["by"] == "players":
            if (
                not self._is_whole(dispute)
                or self.answered != (position.action, data["number"])
                or remedy != dispute.remedy
            ):
                return "the players decide by all agreeing to the requested remedy"
        elif data["by"] != self.judge or position.effect:
            return f"a dispute of this game is decided by all players together or by the {self.judge}"
        if not self._is_possible(remedy, position, is_over):
            return "the decision cannot be carried out"
        dispute.is_open = False
        self.due = None if remedy["kind"] == "none" else (position.action, remedy)
        return None

    def _is_whole(self, dispute: Dispute) -> bool:
        """Whether all players agree, at least two, to a requested remedy."""
        owned = {seat for seat in range(self.persons) if self.is_owned(seat)} | {dispute.seat}
        return len(owned) > 1 and owned <= dispute.agreed and dispute.remedy["kind"] != "none"

    def _open_one(self, number: int) -> Dispute | None:
        found = self.all[number - 1] if 1 <= number <= len(self.all) else None
        return found if found is not None and found.is_open else None

    def _is_end(self, text: str, position: Position) -> bool:
        """Whether this is the last position of an earlier action."""
        if not POSITION.fullmatch(text):
            return False
        at = position_in(text)
        return at.action < position.action and self.ends.get(at.action) == at.effect

    def _is_possible(self, remedy: dict[str, Any], position: Position, is_over: bool) -> bool:
        """Whether a remedy has only its own members and could be carried out here."""
        kind, back, places, seat = (remedy[name] for name in OBJECTS["remedy"])
        if (back != "", places != [], seat is not None) != tuple(kind == one for one in _REMEDIES):
            return False
        if kind == "roll_back":
            return not is_over and self._is_end(back, position) and position_in(back).action >= self.started
        if kind == "free_seat":
            return not is_over and self.is_owned(seat)
        is_ranking = all(place == 1 + sum(other < place for other in places) for place in places)
        return kind == "none" or (is_ranking and len(places) == self.players)


def _does(data: dict[str, Any], remedy: dict[str, Any]) -> bool:
    """Whether this event carries out this remedy."""
    kind = data["type"]
    if kind in ("GameFinished", "ResultReplaced"):
        result = data["result"]
        return bool(remedy["kind"] == "result" and result["places"] == remedy["places"]
                    and result["reason"] == "adjudicated")  # fmt: skip
    if kind == "RolledBack":
        return bool(remedy["kind"] == "roll_back" and data["position"] == remedy["position"])
    return bool(kind == "SeatFreed" and remedy["kind"] == "free_seat" and data["seat"] == remedy["seat"])
