"""Signature check: the text of a signed command, and whether a record's signatures are right.

A signature binds a seat's key to one command at one place of one game: it names the position that its player saw and
the digest there. Without the key no one can invent a move, or reuse a signature for another.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from re import compile as pattern
from typing import Any

import msgspec
from msgspec import Struct

from audit.signing.keys import is_signed
from domain import game as shared
from domain.clocks.events import SeatReturned, TimedOut
from domain.disputes.events import DisputeAnswered, DisputeOpened, DisputeWithdrawn, SeatFreed, SeatTakenOver
from domain.ed25519_points import is_public_key
from domain.game import (
    SHARED_EVENTS,
    CommandSigned,
    GameAborted,
    GameCreated,
    GameFinished,
    KeyChanged,
    NonceOpened,
    SeatLeft,
    SeatOffered,
    SeatReleased,
    SeatResigned,
    SeatTaken,
)
from domain.messages import Command, Record
from domain.projector import Projector
from domain.redaction import Hidden
from eventstore.canonical_json import NotCanonical, canonical, check_nesting
from eventstore.entries import Entry, Position, parse_position

Placed = tuple[Position, Record[Any]]
_MOVE = "stele/move/1"
_NEXT = "stele/move/2"
_KEY = "stele/key/1"
_NEVER = GameCreated | SeatTaken | SeatLeft | SeatReleased | SeatOffered | SeatTakenOver | KeyChanged | GameAborted
_NONCE = pattern(r"[0-9a-f]{32}")
_DIGEST = pattern(r"[0-9a-f]{64}")


class SignedText(Struct, frozen=True, forbid_unknown_fields=True):
    """The text a player signs: this command for this seat of this game, given at the digest at position `after`.

    By the second scheme it is valid only directly after the text whose hash is its nonce: both came together (G25).
    """

    scheme: str
    game: str
    after: str
    digest: str
    seat: int
    command: dict[str, Any]
    nonce: str

    @property
    def is_next(self) -> bool:
        """Whether it is valid only after another text."""
        return self.scheme == _NEXT

    @property
    def position(self) -> Position:
        """The position that the player saw."""
        return parse_position(self.after)


def read_text(text: str | Hidden) -> SignedText:
    """The signed text, or `ValueError` with what is wrong with its form."""
    if isinstance(text, Hidden):
        raise ValueError("the signed text is hidden")
    try:
        check_nesting(text.encode())
        said = msgspec.json.decode(text, type=SignedText)
        if canonical(said) != text.encode():
            raise ValueError("the signed text is not canonical JSON")
    except (msgspec.ValidationError, msgspec.DecodeError, NotCanonical, RecursionError) as error:
        raise ValueError(f"the signed text is not of the scheme {_MOVE}: {error}") from None
    if said.scheme not in (_MOVE, _NEXT) or not _NONCE.fullmatch(said.nonce) or not _DIGEST.fullmatch(said.digest):
        raise ValueError(f"the signed text is not of the scheme {_MOVE}")
    if str(said.position) != said.after:
        raise ValueError(f"{said.after} is not how a position is written")
    return said


def continues(said: SignedText, before: str | Hidden) -> bool:
    """Whether this was signed together with that text, to follow it: at the same place, with its hash as nonce."""
    try:
        first = read_text(before)
    except ValueError:
        return False
    is_linked = said.is_next and said.nonce == hashlib.sha256(str(before).encode()).hexdigest()[:32]
    return is_linked and (said.after, said.digest) == (first.after, first.digest)


def command_in(projector: Projector, said: SignedText) -> Command:
    """The signed command, or `ValueError`."""
    kinds: Mapping[str, type[Command]] = {**projector.command_types, shared.OpenNonce.__name__: shared.OpenNonce}
    kind = said.command.get("type")
    if not isinstance(kind, str) or kind not in kinds or "seat" in said.command:
        raise ValueError("the signed command is none of this title")
    try:
        return msgspec.convert({**said.command, "seat": said.seat}, kinds[kind])
    except msgspec.ValidationError as error:
        raise ValueError(f"the signed command is none of this title: {error}") from None


def key_text(game_id: str, seat: int, old: str, new: str) -> bytes:
    """The text that the old key of a seat signs to name its successor."""
    return canonical({"scheme": _KEY, "game": game_id, "seat": seat, "old": old, "public_key": new})


class Signatures:
    """The signatures of one record, event by event. `found` is the first wrong one, `said` the report.

    `warnings` name the keys that took a seat without a statement by the previous key.
    """

    def __init__(self, game_id: str, entries: Sequence[Entry], placed: Sequence[Placed]) -> None:
        self._game_id = game_id
        self._digests = {str(entry.position): entry.digest.hex() for entry in entries}
        self._created: GameCreated = placed[0][1].data
        self._is_once = self._created.pace is not None and self._created.pace.outcome == "once"
        self._keys: dict[int, str] = {}
        self._persons: set[int] = set()
        self._resigned: set[int] = set()
        self._absent: set[int] = set()
        self._last: dict[int, Position] = {}
        self._texts: dict[int, tuple[int, str]] = {}
        self._moves: Counter[int] = Counter()
        self._signed: Counter[int] = Counter()
        self._sealed: Counter[int] = Counter()
        self._worthless: Counter[int] = Counter()
        self._computed: Counter[int] = Counter()
        self._eras: dict[int, list[str]] = {}
        self._by_era: Counter[tuple[int, int]] = Counter()
        self._notes: list[str] = []
        self.warnings: tuple[str, ...] = ()
        self._bound: dict[int, Position] = {}
        self._is_over = any(isinstance(record.data, GameFinished | GameAborted) for _, record in placed)
        self.found = next(self._wrong(placed), None)

    @property
    def is_told(self) -> bool:
        """Whether a signature could be checked, or there is none."""
        return bool(sum(self._signed.values())) or not self._sealed

    @property
    def said(self) -> str:
        """How many moves of which seat are signed by its key, which are sealed, and which keys have no statement."""
        if not self._keys:
            return "unsigned: no seat has a key"
        return "; ".join([*(one for seat in sorted(self._keys) for one in self._said_of(seat)), *self._notes])

    def _said_of(self, seat: int) -> Iterator[str]:
        eras = self._eras.get(seat, [])
        counts = [(self._by_era[seat, number], era) for number, era in enumerate(eras)]
        parts = [f"{count} {era}" for count, era in counts if count]
        by_key = f" ({', '.join(parts)})" if parts and len(eras) > 1 else ""
        yield f"{self._signed[seat]} of {self._moves[seat]} moves of seat {seat} signed by its key{by_key}"
        if seat in self._bound:
            yield f"they bind everything up to {self._bound[seat]}"
        if self._sealed[seat]:
            when = "not opened in this bundle" if self._is_over else "sealed until the game is over"
            yield f"{self._sealed[seat]} more of them are {when}"
        if self._worthless[seat]:
            yield f"{self._worthless[seat]} more by a key of that seat that ANYONE can sign with: they prove nothing"
        if self._computed[seat]:
            yield f"{self._computed[seat]} moves of seat {seat} by a computer, which signs nothing"

    def _wrong(self, placed: Sequence[Placed]) -> Iterator[tuple[Position, str]]:
        for _action, group in groupby(placed, key=lambda one: one[0].action):
            action = list(group)
            signed = {record.data.seat for _, record in action if isinstance(record.data, CommandSigned)}
            first, own = action[0]
            complaint = self._complaint_of_unsigned(own, signed)
            if complaint:
                yield first, complaint
            if self._is_once and type(own.data) not in SHARED_EVENTS and own.actor is not None:
                self._absent.discard(own.actor)
            for position, record in action:
                complaint = self._complaint(position, record)
                if complaint:
                    yield position, complaint
            self._last.update((record.actor, position) for position, record in action if record.actor is not None)

    def _complaint_of_unsigned(self, own: Record[Any], signed: set[int]) -> str | None:
        """Count an unsigned move; returns why it needs a signature, if it does."""
        seat = own.actor
        if isinstance(own.data, _NEVER):
            return "this is never signed" if signed else None
        if seat is None or (isinstance(own.data, NonceOpened) and not signed):
            return None
        # A resigned player no longer plays, but still takes part in disputes.
        is_in_dispute = isinstance(own.data, DisputeOpened | DisputeAnswered | DisputeWithdrawn)
        if seat not in self._persons and not (is_in_dispute and seat in self._resigned):
            self._computed[seat] += type(own.data) not in SHARED_EVENTS
            return f"seat {seat} has no person who could sign this" if signed else None
        if seat in self._absent and not signed and type(own.data) not in SHARED_EVENTS:
            self._computed[seat] += 1
            return None
        self._moves[seat] += 1
        if self._created.signed and seat not in signed:
            return f"in this signed game seat {seat} did not sign this"
        return None

    def _complaint(self, position: Position, record: Record[Any]) -> str | None:
        match record.data:
            case SeatTaken(seat, kind=kind, public_key=public_key):
                self._eras[seat] = ["by the key that sat down"]
                return self._complaint_of_seat(seat, kind == shared.PERSON, public_key)
            case TimedOut(seat):
                self._absent.add(seat)
            case SeatReturned(seat):
                self._absent.discard(seat)
            case SeatTakenOver(seat, public_key=public_key):
                self._absent.discard(seat)
                self._take_over(position, seat)
                return self._complaint_of_seat(seat, True, public_key)
            case KeyChanged(seat, public_key, signature):
                return self._complaint_of_key(position, seat, public_key, signature)
            case SeatLeft(seat):
                self._persons.discard(seat)
                self._keys.pop(seat, None)
            case SeatResigned(seat):
                self._persons.discard(seat)
                self._resigned.add(seat)
            case SeatFreed(seat):
                self._persons.discard(seat)
                self._resigned.discard(seat)
            case CommandSigned(seat, signature, text):
                if isinstance(text, Hidden):
                    self._sealed[seat] += 1
                    return None
                complaint = self._complaint_of_text(position, seat, text, signature)
                if complaint is None:
                    self._count_signed(seat)
                return complaint
        return None

    def _count_signed(self, seat: int) -> None:
        if not self._is_worthless(seat):
            self._signed[seat] += 1
            self._by_era[seat, len(self._eras.get(seat, ())) - 1] += 1
            return
        if not self._worthless[seat]:
            self.warnings = (
                *self.warnings,
                f"anyone can sign with the key of seat {seat}: its signatures prove nothing",
            )
        self._worthless[seat] += 1

    def _take_over(self, position: Position, seat: int) -> None:
        """Another player has the seat; only the server vouches that the previous one gave it up."""
        said = f"seat {seat} was taken over at {position}, and another player signs from there on"
        if self._keys.get(seat):
            said = f"{said}, and no key of the seat vouches for that"
            self.warnings = (*self.warnings, said)
        else:
            self._notes.append(said)
        self._eras.setdefault(seat, []).append(f"by the key that took over at {position}")

    def _complaint_of_seat(self, seat: int, is_person: bool, public_key: str) -> str | None:
        """A player takes this seat; returns why this is not allowed, if so."""
        if is_person:
            self._persons.add(seat)
            if self._created.signed and not public_key:
                return f"in this signed game seat {seat} was taken without a key"
        if public_key or seat in self._keys:
            self._keys[seat] = public_key
        return None

    def _is_worthless(self, seat: int) -> bool:
        """Whether others than the owner can sign with the seat's key: games of the first edition accepted such keys."""
        key = self._keys.get(seat, "")
        return self._created.edition < 2 and key != "" and not is_public_key(key)

    def _complaint_of_key(self, position: Position, seat: int, public_key: str, signature: str) -> str | None:
        old = self._keys.get(seat, "")
        if self._is_worthless(seat):
            signature = ""
        if signature and not is_signed(key_text(self._game_id, seat, old, public_key), signature, old):
            return f"the old key of seat {seat} did not sign for this one"
        if old and not signature:
            self.warnings = (
                *self.warnings,
                f"the key of seat {seat} was changed at {position} WITHOUT the old key's word: only the server says "
                "that its player did it",
            )
            self._eras[seat].append(f"by the key of {position}, for which no key before vouches")
        elif not old:
            self._notes.append(f"seat {seat} brought its key at {position}")
            self._eras[seat] = [f"by the key of {position}"]
        else:
            self._eras[seat].append(f"by the key of {position}, for which the one before signed")
        self._keys[seat] = public_key
        return None

    def _complaint_of_text(self, position: Position, seat: int, text: str, signature: str) -> str | None:
        try:
            said = read_text(text)
        except ValueError as error:
            return str(error)
        if not self._is_worthless(seat) and not is_signed(text.encode(), signature, self._keys.get(seat, "")):
            return f"this is not signed by the key of seat {seat}"
        if (said.game, said.seat) != (self._game_id, seat):
            return f"seat {said.seat} signed this in the game {said.game}"
        if said.position.action >= position.action or self._digests.get(said.after) != said.digest:
            return f"seat {seat} signed this at {said.after} of another record"
        if not self._is_worthless(seat):
            self._bound[seat] = max(said.position, self._bound.get(seat, said.position))
        before = self._texts.get(seat)
        self._texts[seat] = position.action, text
        if said.is_next:
            is_behind = before is not None and before[0] == position.action - 1 and continues(said, before[1])
            return None if is_behind else f"seat {seat} signed this to follow another move, which is not there"
        if said.position < self._last.get(seat, said.position):
            return f"seat {seat} signed this at {said.after}, before what it did in action {self._last[seat].action}"
        return None
