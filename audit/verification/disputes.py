"""Dispute check: statements, decisions, and whether exactly the decided remedy was carried out.

Rules G12 to G15. Whether a remedy was possible can be checked too, since no remedy touches a secret.
"""

from domain.disputes.events import (
    MOST_DISCLOSED,
    MOST_DISPUTES,
    MOST_WITHDRAWN,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    DisputeWithdrawn,
    Remedy,
    ResultReplaced,
    RolledBack,
    SeatFreed,
    SeatTakenOver,
    SecretDisclosed,
)
from domain.disputes.rules import ADJUDICATED
from domain.game import CommandSigned, GameFinished
from domain.messages import Event
from domain.redaction import secret_fields
from eventstore.entries import Position, parse_position


class _Dispute:
    """A dispute: its opener, the requested remedy, the answers, the agreements, and whether it is open."""

    def __init__(self, seat: int, remedy: Remedy) -> None:
        self.seat = seat
        self.remedy = remedy
        self.told = {seat}
        self.disclosed: set[tuple[int, str, str]] = set()
        self.agreed = {seat}
        self.is_open = True
        self.is_withdrawn = False


class Disputes:
    """The state of one game's disputes. `freed` are the seats that wait for a new player."""

    def __init__(self) -> None:
        self.freed: set[int] = set()
        self._players = self._persons = 0
        self._judge = "operator"
        self._disputes: list[_Dispute] = []
        self._ends: dict[int, int] = {}
        self._started: int | None = None
        self._answered: tuple[int, int] | None = None
        self._agreed: tuple[int, int] | None = None
        self._due: tuple[int, Remedy] | None = None
        self._edition = 1
        self._known: dict[tuple[str, str], tuple[int, ...]] = {}
        """The seats that may see each secret so far, by its position and field."""

    def is_owned(self, seat: int) -> bool:
        """Whether this seat is a person's, even a resigned one's."""
        return 0 <= seat < self._persons and seat not in self.freed

    @property
    def unfinished(self) -> str | None:
        """The event missing in the last action; none if it is complete."""
        if self._agreed is not None:
            return "a remedy that all players agree to is decided immediately"
        return None if self._due is None else "a decision is carried out immediately"

    def opens(self, players: int, persons: int, has_referee: bool, edition: int) -> None:
        """The game is opened with this number of players, the first of whom are persons."""
        self._players, self._persons, self._edition = players, persons, edition
        self._judge = "referee" if has_referee else "operator"

    def starts(self, position: Position) -> None:
        """The game starts here: play can be rolled back as far as the end of this action."""
        self._started = position.action

    def complaint_of_remedy(self, position: Position, event: Event) -> str | None:
        """Why this event must not follow directly on a decision, or needs one."""
        agreed, due = self._agreed, self._due
        self._ends[position.action] = position.effect
        for field, audience in secret_fields(type(event)).items():
            seats = tuple(seat for seat in range(self._players) if audience.includes(event, seat))
            self._known[str(position), field] = seats
        since = agreed if agreed is not None else due
        if since is not None and position.action == since[0] and isinstance(event, CommandSigned):
            return None
        self._agreed = self._due = None
        if agreed is not None and (position.action, event) != (agreed[0], self._decision_of(agreed[1])):
            return "a remedy that all players agree to is decided immediately, before anything else"
        if due is not None:
            is_done = due[0] == position.action and _does(event, due[1])
            return None if is_done else "a decision is carried out immediately, before anything else"
        is_remedy = isinstance(event, RolledBack | SeatFreed | ResultReplaced)
        if is_remedy or (isinstance(event, GameFinished) and event.result.reason == ADJUDICATED):
            return "this happens only by a decision"
        return None

    def complaint(self, position: Position, actor: int | None, event: Event, is_over: bool) -> str | None:
        """Why this event of a dispute cannot come next; if it can, none, and it is applied."""
        match event:
            case DisputeOpened(seat, number, at, _, remedy):
                is_new = all(not one.is_open or one.seat != seat for one in self._disputes)
                is_too_many = self._edition < 2 and len(self._disputes) >= MOST_DISPUTES
                if seat != actor or not self.is_owned(seat) or not is_new or is_too_many:
                    return "a seated player has one open dispute at a time"
                if number != len(self._disputes) + 1 or not self._is_end(at, position):
                    return "disputes are numbered, and name the last position of an earlier action"
                if not self._is_possible(remedy, position, is_over):
                    return "the requested remedy cannot be carried out"
                self._disputes.append(_Dispute(seat, remedy))
            case DisputeAnswered(seat, number, agrees):
                dispute = self._open_one(number)
                if dispute is None or seat != actor or not self.is_owned(seat) or seat in dispute.told:
                    return "each other player answers an open dispute once"
                dispute.told.add(seat)
                if agrees:
                    dispute.agreed.add(seat)
                self._answered = (position.action, number)
                remedy = dispute.remedy
                if self._is_agreed(position, number, remedy) and self._is_possible(remedy, position, is_over):
                    self._agreed = self._answered
            case DisputeWithdrawn(seat, number):
                dispute = self._open_one(number)
                if dispute is None or seat != actor or dispute.seat != seat or not self.is_owned(seat):
                    return "only the player who opened a dispute may withdraw it, while it is open"
                withdrawn = sum(one.seat == seat and one.is_withdrawn for one in self._disputes)
                if self._edition >= 2 and withdrawn >= MOST_WITHDRAWN:
                    return f"a player withdraws at most {MOST_WITHDRAWN} disputes"
                dispute.is_open, dispute.is_withdrawn = False, True
            case SecretDisclosed(seat, number, at, field, to):
                dispute = self._open_one(number)
                if dispute is None or seat != actor or not self.is_owned(seat) or to != self._judge or is_over:
                    return f"a seated player opens a secret to the {self._judge}, in an open dispute of a running game"
                if seat not in self._known.get((at, field), ()) or (seat, at, field) in dispute.disclosed:
                    return "a player opens only a secret that their seat knows, once in a dispute"
                if sum(one[0] == seat for one in dispute.disclosed) >= MOST_DISCLOSED:
                    return f"a player opens at most {MOST_DISCLOSED} secrets in a dispute"
                dispute.disclosed.add((seat, at, field))
            case DisputeDecided(number, by, _, remedy):
                dispute = self._open_one(number)
                if dispute is None or actor is not None:
                    return "only an open dispute is decided, and not as an action of a player"
                if by == "players" and not self._is_agreed(position, number, remedy):
                    return "the players decide by all agreeing to the requested remedy"
                if by != "players" and (by != self._judge or position.effect):
                    return f"a dispute of this game is decided by all players together or by the {self._judge}"
                if not self._is_possible(remedy, position, is_over):
                    return "the decision cannot be carried out"
                dispute.is_open = False
                self._due = None if remedy.kind == "none" else (position.action, remedy)
            case SeatFreed(seat):
                self.freed.add(seat)
            case SeatTakenOver(seat):
                if seat != actor or seat not in self.freed:
                    return "only a seat that was freed is taken over"
                self.freed.discard(seat)
        return None

    def _decision_of(self, number: int) -> DisputeDecided:
        """The decision of this dispute when all players agree."""
        return DisputeDecided(number, "players", "", self._disputes[number - 1].remedy)

    def _open_one(self, number: int) -> _Dispute | None:
        """The dispute with this number, if it is open."""
        found = self._disputes[number - 1] if 1 <= number <= len(self._disputes) else None
        return found if found is not None and found.is_open else None

    def _is_agreed(self, position: Position, number: int, remedy: Remedy) -> bool:
        """Whether the answer just before completed the consent to this remedy."""
        dispute = self._disputes[number - 1]
        owned = {seat for seat in range(self._persons) if self.is_owned(seat)} | {dispute.seat}
        is_whole = len(owned) > 1 and owned <= dispute.agreed
        is_wished = remedy == dispute.remedy and remedy.kind != "none"
        return self._answered == (position.action, number) and is_whole and is_wished

    def _is_end(self, text: str, position: Position) -> bool:
        """Whether this is the last position of an earlier action."""
        try:
            at = parse_position(text)
        except ValueError:
            return False
        return at.action < position.action and self._ends.get(at.action) == at.effect and str(at) == text

    def _is_possible(self, remedy: Remedy, position: Position, is_over: bool) -> bool:
        """Whether a remedy has only its own members and could be carried out here."""
        kind = remedy.kind
        if not remedy.has_its_own:
            return False
        if kind == "roll_back":
            is_end = self._is_end(remedy.position, position)
            return is_end and not is_over and parse_position(remedy.position).action >= (self._started or 0)
        if kind == "free_seat":
            return not is_over and remedy.seat is not None and self.is_owned(remedy.seat)
        return kind == "none" or remedy.ranks(self._players)


def _does(event: Event, remedy: Remedy) -> bool:
    """Whether this event carries out this remedy."""
    match event:
        case RolledBack(position):
            return remedy.kind == "roll_back" and position == remedy.position
        case SeatFreed(seat):
            return remedy.kind == "free_seat" and seat == remedy.seat
        case GameFinished(result) | ResultReplaced(result):
            is_result = remedy.kind == "result" and result.places == remedy.places
            return is_result and result.reason == ADJUDICATED
    return False
