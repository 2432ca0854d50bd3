"""Signatures of players: the seats' keys, the signers, and what is still sealed."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from itertools import groupby
from typing import Any

from verify.bundle import DIGEST, POSITION, SALT, Failed, Line, NotPossible, Position, has_form, position_in
from verify.canonical_json import NotCanonical, canonical, read_json
from verify.ed25519 import is_public_key, is_signed
from verify.events import SIGNATURES
from verify.record import REFEREE, Record, SeatNames
from verify.shared_events import IN_DISPUTES, NO_MOVES, OMITTED, OWN, SHARED_EVENTS, SIGNED_AS


def check_signatures(record: Record) -> str:
    """Signatures are by the seat's key, for this place; in a signed game every move of a person is signed."""
    signatures = Signatures(record)
    signatures.check()
    for _where, one in record.kept:
        if is_kept_text(one):
            signatures.hold_against(one)
    record.warnings += signatures.warnings
    if not signatures.is_told:
        raise NotPossible(signatures.told())
    return signatures.told()


MOVE = "stele/move/1"
NEXT_MOVE = "stele/move/2"
COMMAND = "stele/move/3"
FIRST_TEXT = "first"
"""The word for the previous text in a signer's first text of a game."""
_SIGNED_TEXT = {
    "scheme": str, "game": str, "after": str, "digest": str, "seat": int, "command": dict, "nonce": str,
    "previous": str,
}  # fmt: skip
_OF_PERSONS = (
    "SeatTaken", "SeatTakenOver", "TimedOut", "SeatReturned", "KeyChanged", "SeatLeft", "SeatResigned", "SeatFreed",
)  # fmt: skip


def read_signed(text: Any) -> dict[str, Any]:
    """The content of this text, which a player signed, or `ValueError`, which says what is wrong with its form."""
    wrong = f"the signed text is not of the scheme {MOVE}"
    if not isinstance(text, str):
        raise ValueError("the signed text is hidden")
    try:
        said = read_json(text)
    except NotCanonical as error:
        raise ValueError(f"{wrong}: {error}") from None
    if not has_form(said, _SIGNED_TEXT, optional=("previous",)):
        raise ValueError(wrong)
    if canonical(said) != text.encode():
        raise ValueError("the signed text is not canonical JSON")
    forms = ((DIGEST, "digest"), (SALT, "nonce"), (POSITION, "after"))
    is_form = all(form.fullmatch(said[name]) for form, name in forms)
    previous = said.get("previous")
    is_link = previous is not None and (previous == FIRST_TEXT or DIGEST.fullmatch(previous) is not None)
    is_form = is_form and is_link == (said["scheme"] == COMMAND) and is_link == (previous is not None)
    if not is_form or said["scheme"] not in (MOVE, NEXT_MOVE, COMMAND):
        raise ValueError(wrong)
    return dict(said)


def signed_text(text: Any) -> dict[str, Any] | None:
    """The content of this text, which a player signed; none if it is not of a scheme."""
    try:
        return read_signed(text)
    except ValueError:
        return None


def continues(said: dict[str, Any], before: str) -> bool:
    """Whether this text was signed together with the other, as its successor: at the same place, with the other's hash
    as nonce.
    """
    first = signed_text(before)
    if first is None or said["nonce"] != hashlib.sha256(before.encode()).hexdigest()[:32]:
        return False
    return (said["after"], said["digest"]) == (first["after"], first["digest"])


def key_text(game: str, seat: int, old: str, new: str) -> bytes:
    """The text that the old key of a seat signs to name its successor, by the first scheme."""
    return canonical({"scheme": "stele/key/1", "game": game, "seat": seat, "old": old, "public_key": new})


def is_kept_text(one: Any) -> bool:
    """Whether a line of the reader's file is a text that they signed, and not a receipt."""
    return has_form(one, {"text": str, "signature": str, "public_key": str})


def is_command_of(data: dict[str, Any], command: dict[str, Any]) -> bool:
    """Whether this command of a player leads to this shared event."""
    name, *members = SIGNED_AS.get(data["type"], [""])
    given = {**OMITTED.get(name, {}), **command}
    if _is_dict(command, "remedy"):
        given["remedy"] = {**OMITTED["OpenDispute"]["remedy"], **command["remedy"]}
    if given.get("type") != name or set(given) != {"type", *members}:
        return False
    return all(canonical(given[one]) == canonical(data.get(one, "")) for one in members)


def _is_dict(holder: dict[str, Any], name: str) -> bool:
    return isinstance(holder.get(name), dict)


def _link(previous: str, key: str) -> tuple[str, str]:
    """The key of the place after a text in a signer's chain; each signing key begins a chain of its own."""
    return previous, key if previous == FIRST_TEXT else ""


class Key:
    """A key of a seat: how the seat got it, whether an earlier key or the player vouches for it, and its moves."""

    def __init__(self, public_key: str, words: str, is_vouched: bool = True) -> None:
        self.public_key, self.words, self.is_vouched, self.signed = public_key, words, is_vouched, 0


class Holder:
    """The signatures for one seat so far, or by the referee."""

    def __init__(self, before: Holder | None = None) -> None:
        self.keys: list[Key] = []
        self.recovery = self.offered = ""
        """The commitment to a recovery key, and the player to whom the seat is offered with a signature."""
        self.is_person = self.is_resigned = self.is_absent = self.is_freed = False
        self.last: Position | None = None if before is None else before.last
        """Where its player last acted, before the current action."""
        self.text: tuple[int, str, str] = (0, "", "")
        """The last signed text, with its action and the position it was signed at."""
        self.previous = FIRST_TEXT
        """The hash that its player's next signed text must name as the previous one."""
        self.links: dict[tuple[str, str], Position] = {} if before is None else before.links
        self.digests: set[str] = set() if before is None else before.digests
        self.bound: Position | None = None
        self.moves = self.sealed = self.worthless = self.computed = 0

    @property
    def key(self) -> str:
        """The key that it signs with; empty if there is none."""
        return self.keys[-1].public_key if self.keys else ""


class Signatures:
    """The players' signatures, action by action: the seats' keys, the signers, and what is still sealed."""

    def __init__(self, record: Record) -> None:
        created = record.created
        self.record = record
        self.is_signed_game = created["signed"]
        self.is_linked = created["signing"] == "2"
        self.is_first_edition = created.get("edition", 1) < 2
        self.is_once = (created.get("pace") or {}).get("outcome") == "once"
        self.names = SeatNames(record.bundle.header)
        self.seats: defaultdict[int, Holder] = defaultdict(Holder)
        self.digests: set[str] = set()
        """The digests of all texts signed so far."""
        self.referee = Holder()
        self.referee.keys = [Key(created["referee_key"], "")] if created["referee_key"] else []
        self.notes: list[str] = []
        self.warnings: list[str] = []

    def check(self) -> None:
        """Check every action; raises `Failed` at the first wrong one."""
        entries = zip(self.record.bundle.lines, self.record.said)
        for _action, group in groupby(entries, key=lambda entry: entry[0].position.action):
            action = list(group)
            line, own = action[0]
            signature = next((one for one in action if one[1]["data"]["type"] in SIGNATURES), None)
            self._count(line.position, own, None if signature is None else signature[1]["data"])
            if self.is_once and own["data"]["type"] not in SHARED_EVENTS and "actor" in own:
                self.seats[own["actor"]].is_absent = False
            key = self._signing_key(own)
            for one, said in action:
                self._apply(one.position, said["data"])
                if signature is not None and one is signature[0]:
                    self._check_signature(one, own["data"], said["data"], key)
            self._vouch(line.position, own["data"], signature is not None)
            for one, said in action:
                if "actor" in said:
                    self.seats[said["actor"]].last = one.position

    @property
    def is_told(self) -> bool:
        """Whether a signature could be checked, or there is none."""
        seats = self.seats.values()
        return any(key.signed for seat in seats for key in seat.keys) or not any(seat.sealed for seat in seats)

    def told(self) -> str:
        """For each seat, the moves by each of its keys and by others; and remarks on the keys."""
        signing = {number: seat for number, seat in sorted(self.seats.items()) if seat.keys}
        if not signing:
            return "unsigned: no seat has a key"
        return "; ".join([*(self._told_of(number, seat) for number, seat in signing.items()), *self.notes])

    def _told_of(self, number: int, seat: Holder) -> str:
        signed = sum(key.signed for key in seat.keys)
        counts = [
            *((key.signed, key.words) for key in seat.keys if key.is_vouched),
            (sum(key.signed for key in seat.keys if not key.is_vouched), "by keys that no one vouched for"),
            (seat.sealed, "not opened in this bundle" if self.record.end else "sealed until the game is over"),
            (seat.worthless, "by a key that ANYONE can sign with, which prove nothing"),
            (seat.moves - signed - seat.sealed - seat.worthless, "unsigned"),
            (seat.computed, "by a computer"),
        ]
        parts = [f"{count} {words}" for count, words in counts if count]
        if not parts:
            return f"{self.names.of(number)}: no moves"
        parts[0] = parts[0].replace(" ", " move " if parts[0].startswith("1 ") else " moves ", 1)
        bound = "" if seat.bound is None else f" (its signatures bind everything up to {seat.bound})"
        return f"{self.names.of(number)}: {', '.join(parts)}{bound}"

    def _holder(self, number: int) -> Holder:
        return self.referee if number == REFEREE else self.seats[number]

    def _signing_key(self, own: dict[str, Any]) -> str:
        """The key that must sign this event: a change by the old key or the recovery key, all else by the seat's."""
        data = own["data"]
        if data["type"] in ("SeatTaken", "SeatTakenOver"):
            return str(data.get("public_key", ""))
        if data["type"] == "KeyChanged" and data.get("recovery"):
            return str(data["recovery"])
        if data["type"] == "DisputeDecided":
            return self.referee.key
        return self.seats[own["actor"]].key if "actor" in own else ""

    def _count(self, position: Position, own: dict[str, Any], signed: dict[str, Any] | None) -> None:
        """Count a person's event; it must be signed in a signed game, and sometimes must not be."""
        kind, number = own["data"]["type"], own.get("actor")
        if kind in NO_MOVES:
            self._check_no_move(position, own, signed)
        elif number is None or (kind == "NonceOpened" and not signed):
            return
        elif not self.seats[number].is_person and not (kind in IN_DISPUTES and self.seats[number].is_resigned):
            self.seats[number].computed += kind not in SHARED_EVENTS
            if signed:
                raise Failed(position, f"{self.names.of(number)} has no person who could sign this")
        elif self.seats[number].is_absent and not signed and kind not in SHARED_EVENTS:
            self.seats[number].computed += 1
        else:
            self.seats[number].moves += 1
            if self.is_signed_game and (signed is None or signed["seat"] != number):
                raise Failed(position, f"in this signed game {self.names.of(number)} did not sign this")

    def _check_no_move(self, position: Position, own: dict[str, Any], signed: dict[str, Any] | None) -> None:
        data, number = own["data"], own.get("actor")
        is_decision = data["type"] == "DisputeDecided" and data["by"] != "players" and bool(self.referee.keys)
        is_own = data["type"] in OWN and number is not None
        if signed and not (self.is_linked and (is_own or is_decision)):
            raise Failed(position, "this is never signed")
        if signed or not (self.is_signed_game and self.is_linked):
            return
        if is_decision:
            raise Failed(position, f"in this signed game the {data['by']} did not sign this decision")
        if is_own:
            raise Failed(position, f"in this signed game {self.names.of(number)} did not sign this")

    def _apply(self, position: Position, data: dict[str, Any]) -> None:
        kind, number = data["type"], data.get("seat")
        self.names.take(data)
        if number is None or kind not in _OF_PERSONS:
            return
        seat = self.seats[number]
        if kind == "SeatTaken":
            seat = self.seats[number] = Holder(seat)
            seat.is_person, seat.recovery = data["kind"] == "person", data.get("recovery", "")
            seat.keys = [Key(data["public_key"], "by the key that sat down")] if data.get("public_key") else []
        elif kind == "SeatTakenOver":
            seat.is_person = True
        elif kind == "TimedOut":
            seat.is_absent = True
        elif kind == "SeatReturned":
            seat.is_absent = False
        elif kind == "KeyChanged":
            self._check_key(position, seat, data)
        elif kind == "SeatLeft":
            seat.is_person, seat.keys = False, []
        elif kind == "SeatResigned":
            seat.is_person, seat.is_resigned = False, True
        else:
            seat.is_person, seat.is_resigned, seat.is_freed = False, False, True
        is_taken = kind in ("SeatTaken", "SeatTakenOver")
        if is_taken and seat.is_person and self.is_signed_game and not data.get("public_key"):
            raise Failed(position, f"in this signed game {self.names.of(number)} was taken without a key")

    def _check_key(self, position: Position, seat: Holder, data: dict[str, Any]) -> None:
        number, recovery, signature = data["seat"], data.get("recovery", ""), data["signature"]
        if recovery and (not self.is_linked or seat.recovery != hashlib.sha256(recovery.encode()).hexdigest()):
            raise Failed(position, f"{self.names.of(number)} was not taken with this recovery key")
        if signature and not self._is_worthless(seat):
            text = key_text(self.record.game, number, seat.key, data["public_key"])
            if self.is_linked or not is_signed(text, signature, seat.key):
                raise Failed(position, f"the old key of {self.names.of(number)} did not sign for this one")

    def _vouch(self, position: Position, data: dict[str, Any], signed: bool) -> None:
        """Record who vouches for a key that takes a seat at the end of this action, or for a decision."""
        kind = data["type"]
        if kind == "KeyChanged":
            self._change_key(position, data, bool(data["signature"]) or signed)
        elif kind == "SeatOffered":
            self.seats[data["seat"]].offered = data["player"] if signed else ""
        elif kind == "SeatTakenOver":
            self._take_over(position, data)
        elif kind == "DisputeDecided" and data["by"] != "players" and self.is_signed_game and not signed:
            self.warnings.append(
                f"dispute {data['number']} was decided at {position} by the {data['by']}, unsigned: only the server "
                "says so"
            )

    def _change_key(self, at: Position, data: dict[str, Any], signed: bool) -> None:
        number, key = data["seat"], data["public_key"]
        seat = self.seats[number]
        if not seat.key:
            self.notes.append(f"{self.names.of(number)} brought its key at {at}")
            seat.keys = [Key(key, f"by the key of {at}")]
        elif signed and not self._is_worthless(seat):
            by = "the recovery key" if data.get("recovery") else "the one before"
            seat.keys.append(Key(key, f"by the key of {at}, for which {by} signed"))
        else:
            self.warnings.append(
                f"the key of {self.names.of(number)} was changed at {at} WITHOUT the old key's word: only the server "
                "says that its player did it"
            )
            seat.keys.append(Key(key, "", is_vouched=False))

    def _take_over(self, at: Position, data: dict[str, Any]) -> None:
        number, key = data["seat"], data.get("public_key", "")
        seat = self.seats[number]
        said = f"{self.names.of(number)} was taken over at {at}, and another player signs from there on"
        is_vouched = seat.offered == data["player"] != ""
        words = f"by the key that took over at {at}, to which the one before gave the seat"
        if seat.is_freed and self.is_linked and self.is_signed_game:
            words, is_vouched = f"by the key that took over the freed seat at {at}", True
        if is_vouched or not seat.key:
            self.notes.append(said)
        else:
            self.warnings.append(f"{said}, and no key of the seat vouches for that")
        if not seat.key and not is_vouched:
            words, is_vouched = f"by the key that took over at {at}", True
        seat.keys = [*seat.keys, Key(key, words, is_vouched)] if key or seat.keys else []
        seat.recovery, seat.offered = data.get("recovery", ""), ""
        seat.is_freed = seat.is_absent = seat.is_resigned = False

    def _is_worthless(self, seat: Holder) -> bool:
        """Whether others than the owner can sign with the seat's key: games of the first edition accepted such keys."""
        return self.is_first_edition and seat.key != "" and not is_public_key(seat.key)

    def _check_signature(self, line: Line, own: dict[str, Any], data: dict[str, Any], key: str) -> None:
        """Check the signature of the action's own event, and count it."""
        if (data["type"] == "StatementSigned") != (self.is_linked and own["type"] in SHARED_EVENTS):
            raise Failed(line.position, "only the texts of the title's own moves are sealed")
        if self.is_linked and not data.get("digest"):
            raise Failed(line.position, "a signature of the second scheme has the digest of its text")
        if data.get("digest") in self.digests:
            raise Failed(line.position, "the text that this signs is in the record already")
        self.digests |= {data["digest"]} if data.get("digest") else set()
        seat, is_move = self._holder(data["seat"]), own["type"] not in NO_MOVES
        if own["type"] == "SeatTakenOver":
            seat.previous = FIRST_TEXT
        text = data["text"] if data["type"] == "StatementSigned" else line.secrets.get("text", [None])[0]
        if text is None and "text" not in line.secrets:
            seat.sealed += is_move
        else:
            complaint = self._complaint(line.position, own, data, text, seat, key)
            if complaint is not None:
                raise Failed(line.position, complaint)
            if is_move:
                self._count_signed(data["seat"], seat)
        if self.is_linked:
            seat.links[_link(seat.previous, key)] = line.position
            seat.digests.add(data["digest"])
            seat.previous = data["digest"]

    def _count_signed(self, number: int, seat: Holder) -> None:
        if not self._is_worthless(seat):
            seat.keys[-1].signed += 1
            return
        if not seat.worthless:
            self.warnings.append(
                f"anyone can sign with the key of {self.names.of(number)}: its signatures prove nothing"
            )
        seat.worthless += 1

    def _complaint(
        self, position: Position, own: dict[str, Any], data: dict[str, Any], text: Any, seat: Holder, key: str
    ) -> str | None:
        number, said = data["seat"], signed_text(text)
        who = self.names.of(number)
        if said is None:
            return f"the signed text is not of the scheme {MOVE}"
        is_worthless = self._is_worthless(seat)
        if not is_worthless and not is_signed(text.encode(), data["signature"], key):
            return f"this is not signed by the key of {who}"
        if (said["game"], said["seat"]) != (self.record.game, number):
            return f"{self.names.of(said['seat'])} signed this in the game {said['game'][:64]}"
        after, place = position_in(said["after"]), self.record.places.get(said["after"])
        is_here = place is not None and self.record.bundle.lines[place].digest == said["digest"]
        if not is_here or after.action >= position.action:
            return f"{who} signed this at {after} of another record"
        if not is_worthless:
            seat.bound = max(after, seat.bound or after)
        (action, before, where), seat.text = seat.text, (position.action, text, said["after"])
        if (said["scheme"] == COMMAND) != self.is_linked:
            return "this is signed by another scheme than the game's"
        if data.get("digest") and data["digest"] != hashlib.sha256(text.encode()).hexdigest():
            return "the digest is not the signed text's"
        if self.is_linked:
            if said["previous"] != seat.previous:
                return f"{who} signed this after another text than the last one of the record"
            if own["type"] in SHARED_EVENTS and not is_command_of(own, said["command"]):
                return f"{who} signed another command than this"
            if own["type"] not in SHARED_EVENTS and action == position.action - 1 and where == said["after"]:
                return None  # moves that were sent together
        elif said["scheme"] == NEXT_MOVE:
            is_behind = action == position.action - 1 and continues(said, before)
            return None if is_behind else f"{who} signed this to follow another move, which is not there"
        if seat.last is not None and after < seat.last:
            return f"{who} signed this at {after}, before what it did in action {seat.last.action}"
        return None

    def hold_against(self, kept: dict[str, Any]) -> None:
        """Warn if the reader signed this text in this game and the record has not got it, or has another text in its
        place.
        """
        text, key = kept["text"], kept["public_key"]
        said = signed_text(text)
        if said is None or said["game"] != self.record.game or said["scheme"] != COMMAND:
            return
        if not is_signed(text.encode(), kept["signature"], key):
            return
        seat, who = self._holder(said["seat"]), self.names.of(said["seat"])
        if hashlib.sha256(text.encode()).hexdigest() in seat.digests:
            return
        kind, place = str(said["command"].get("type"))[:40], seat.links.get(_link(said["previous"], key))
        if key not in {one.public_key for one in seat.keys} and kind != "ChangeKey":
            self.warnings.append(f"you signed for {who} with the key {key}, which that seat does not have here")
        elif place is not None:
            self.warnings.append(
                f"in place of what {who} signed at {place} you also signed another text ({kind} after "
                f"{said['after']}): both name the same previous one, and the server chose between them"
            )
        else:
            self.warnings.append(f"you signed {kind} for {who} after {said['after']}, which the record does not have")
