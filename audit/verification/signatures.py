"""Signature check: the text of a signed command, and whether a record's signatures are right.

A signature binds a seat's key to one command at one place of one game: it names the position that its player saw and
the digest there, and by the second scheme the signer's previous text. Without the key no one can invent a command, or
reuse a signature for another.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from re import compile as pattern
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from audit.signing.keys import is_signed
from audit.verification.seat_names import SeatNames
from audit.verification.shared_commands import WISHES, wished
from domain import game as shared
from domain.clocks.events import SeatReturned, TimedOut
from domain.disputes.events import (
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    DisputeWithdrawn,
    SeatFreed,
    SeatTakenOver,
    SecretDisclosed,
)
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
    SeatReserved,
    SeatResigned,
    SeatTaken,
    StatementSigned,
)
from domain.lifecycle import FIRST_TEXT, recovery_commitment
from domain.messages import Command, Record
from domain.projector import Projector
from domain.redaction import Hidden
from eventstore.canonical_json import NotCanonical, canonical, check_nesting
from eventstore.entries import Entry, Position, parse_position

Placed = tuple[Position, Record[Any]]
_MOVE = "stele/move/1"
_NEXT = "stele/move/2"
_KEY = "stele/key/1"
COMMAND = "stele/move/3"
"""The scheme of a signed text in current games."""
_NO_MOVE = (
    GameCreated, SeatTaken, SeatLeft, SeatReleased, SeatReserved, SeatOffered, SeatTakenOver, KeyChanged, GameAborted,
    DisputeDecided,
)  # fmt: skip
"""Shared events that are not counted as moves; by the first scheme they are never signed."""
_OWN = (SeatTaken, SeatLeft, SeatOffered, SeatTakenOver, KeyChanged, GameAborted)
"""The acts of a seat's player alone: by the second scheme it is signed in a signed game."""
_SHARED_COMMANDS = {wish.__name__: wish for wish in WISHES.values()}
_NONCE = pattern(r"[0-9a-f]{32}")
_DIGEST = pattern(r"[0-9a-f]{64}")


class SignedText(Struct, frozen=True, forbid_unknown_fields=True):
    """The text a player signs: this command for this seat of this game, given at the digest at position `after`.

    In `stele/move/3` `previous` is the SHA-256 of the signer's previous text in the game, or `first`. A text in
    `stele/move/2` is valid only directly after the text whose hash is its nonce: both came together (G25).
    """

    scheme: str
    game: str
    after: str
    digest: str
    seat: int
    command: dict[str, Any]
    nonce: str
    previous: str | UnsetType = UNSET

    @property
    def is_linked(self) -> bool:
        """Whether it names the signer's previous text: the scheme `stele/move/3`."""
        return self.scheme == COMMAND

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
    is_form = _NONCE.fullmatch(said.nonce) and _DIGEST.fullmatch(said.digest)
    if said.scheme not in (_MOVE, _NEXT, COMMAND) or not is_form or said.is_linked != _is_link(said.previous):
        raise ValueError(f"the signed text is not of the scheme {_MOVE}")
    if str(said.position) != said.after:
        raise ValueError(f"{said.after} is not how a position is written")
    return said


def _is_link(previous: str | UnsetType) -> bool:
    return isinstance(previous, str) and (previous == FIRST_TEXT or _DIGEST.fullmatch(previous) is not None)


def _link(previous: str, key: str) -> tuple[str, str]:
    """The key of the place after a text in a signer's chain: each signing key begins a chain of its own."""
    return previous, key if previous == FIRST_TEXT else ""


def digest_of(text: str) -> str:
    """The SHA-256 of a signed text."""
    return hashlib.sha256(text.encode()).hexdigest()


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
    return _command(said, {**projector.command_types, **_SHARED_COMMANDS})


def _command(said: SignedText, kinds: Mapping[str, type[Command]]) -> Command:
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


class _Key:
    """A key of a seat: how it came there, whether an earlier key or its player vouches for it, and its moves."""

    def __init__(self, public_key: str, words: str, is_vouched: bool = True) -> None:
        self.public_key = public_key
        self.words = words
        self.is_vouched = is_vouched
        self.signed = 0


class _Seat:
    """The signatures for one seat so far."""

    def __init__(self, before: "_Seat | None" = None) -> None:
        self.keys: list[_Key] = []
        self.recovery = ""
        self.offered = ""
        """The player to whom it is offered with a signature."""
        self.is_person = self.is_resigned = self.is_absent = self.is_freed = False
        self.last: Position | None = None if before is None else before.last
        """Where its player acted last, before the current action."""
        self.text: tuple[int, str, str] = (0, "", "")
        """The last signed text, with its action and the position it was signed at."""
        self.previous = FIRST_TEXT
        """The hash that its player's next signed text must name as the previous one."""
        self.links: dict[tuple[str, str], Position] = {} if before is None else before.links
        """The position of the text that names this previous one; of a first text, by its key."""
        self.digests: set[str] = set() if before is None else before.digests
        """The digests of all texts signed for it."""
        self.bound: Position | None = None
        self.moves = self.sealed = self.worthless = self.computed = 0

    @property
    def key(self) -> str:
        """The key that it signs with; empty if there is none."""
        return self.keys[-1].public_key if self.keys else ""


class Signatures:
    """The signatures of one record, event by event. `found` is the first wrong one, `said` the report by seat.

    `warnings` name what no signature confirms: keys that took a seat without a statement by the previous key, and
    unsigned decisions. `kept` are texts that the reader signed, as objects with `text`, `signature` and
    `public_key`; another text in place of one of them is a warning. `names` are those of players by their ids.
    """

    def __init__(
        self,
        game_id: str,
        entries: Sequence[Entry],
        placed: Sequence[Placed],
        kept: Sequence[Mapping[str, Any]] = (),
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._game_id = game_id
        self._names = SeatNames(names)
        self._digests = {str(entry.position): entry.digest.hex() for entry in entries}
        self._created: GameCreated = placed[0][1].data
        self._is_linked = self._created.signing == "2"
        self._is_once = self._created.pace is not None and self._created.pace.outcome == "once"
        self._seats: defaultdict[int, _Seat] = defaultdict(_Seat)
        self._signed: set[str] = set()
        """The digests of all texts signed so far."""
        self._referee = _Seat()
        if self._created.referee_key:
            self._referee.keys = [_Key(self._created.referee_key, "")]
        self._notes: list[str] = []
        self.warnings: tuple[str, ...] = ()
        self._is_over = any(isinstance(record.data, GameFinished | GameAborted) for _, record in placed)
        self.found = next(self._wrong(placed), None)
        if self.found is None:
            self._hold_against(kept)

    @property
    def _signing(self) -> dict[int, _Seat]:
        """The seats that have or had a key."""
        return {number: seat for number, seat in sorted(self._seats.items()) if seat.keys}

    @property
    def is_told(self) -> bool:
        """Whether a signature could be checked, or there is none."""
        seats = self._seats.values()
        return any(key.signed for seat in seats for key in seat.keys) or not any(seat.sealed for seat in seats)

    @property
    def said(self) -> str:
        """For each seat, the moves by each of its keys and by others; and which keys have no statement."""
        if not self._signing:
            return "unsigned: no seat has a key"
        return "; ".join([*(self._said_of(number, seat) for number, seat in self._signing.items()), *self._notes])

    def _said_of(self, number: int, seat: _Seat) -> str:
        unvouched = sum(key.signed for key in seat.keys if not key.is_vouched)
        signed = sum(key.signed for key in seat.keys)
        counts = [
            *((key.signed, key.words) for key in seat.keys if key.is_vouched),
            (unvouched, "by keys that no one vouched for"),
            (seat.sealed, "not opened in this bundle" if self._is_over else "sealed until the game is over"),
            (seat.worthless, "by a key that ANYONE can sign with, which prove nothing"),
            (seat.moves - signed - seat.sealed - seat.worthless, "unsigned"),
            (seat.computed, "by a computer"),
        ]
        parts = [f"{count} {words}" for count, words in counts if count]
        if not parts:
            return f"{self._names.of(number)}: no moves"
        parts[0] = parts[0].replace(" ", " move " if parts[0].startswith("1 ") else " moves ", 1)
        bound = "" if seat.bound is None else f" (its signatures bind everything up to {seat.bound})"
        return f"{self._names.of(number)}: {', '.join(parts)}{bound}"

    def _holder(self, number: int) -> _Seat:
        return self._referee if number == shared.REFEREE else self._seats[number]

    def _warn(self, words: str) -> None:
        self.warnings = (*self.warnings, words)

    def _wrong(self, placed: Sequence[Placed]) -> Iterator[tuple[Position, str]]:
        for _action, group in groupby(placed, key=lambda one: one[0].action):
            action = list(group)
            signature = next((one for one in action if isinstance(one[1].data, CommandSigned)), None)
            first, own = action[0]
            complaint = self._complaint_of_unsigned(own, None if signature is None else signature[1].data)
            if complaint:
                yield first, complaint
            if self._is_once and type(own.data) not in SHARED_EVENTS and own.actor is not None:
                self._seats[own.actor].is_absent = False
            signing = self._signing_key(own)
            for position, record in action:
                complaint = self._complaint(position, record)
                if complaint is None and signature is not None and position == signature[0]:
                    complaint = self._complaint_of_signature(position, own, record.data, signing)
                if complaint:
                    yield position, complaint
            self._vouch(action[0][0], own, signature is not None)
            for position, record in action:
                if record.actor is not None:
                    self._seats[record.actor].last = position

    def _signing_key(self, own: Record[Any]) -> str:
        """The key that must sign this event: a change by the old key or the recovery key, all else by the seat's."""
        match own.data:
            case SeatTaken() | SeatTakenOver():
                return str(own.data.public_key)
            case KeyChanged(recovery=recovery) if recovery:
                return recovery
            case DisputeDecided():
                return self._referee.key
        return self._seats[own.actor].key if own.actor is not None else ""

    def _complaint_of_unsigned(self, own: Record[Any], signed: CommandSigned | None) -> str | None:
        """Count a move; returns why it must be signed, or must not be, if so."""
        number, event = own.actor, own.data
        if isinstance(event, _NO_MOVE):
            return self._complaint_of_no_move(own, signed)
        if number is None or (isinstance(event, NonceOpened) and not signed):
            return None
        seat = self._seats[number]
        # A resigned player no longer plays, but still takes part in disputes.
        is_in_dispute = isinstance(event, DisputeOpened | DisputeAnswered | DisputeWithdrawn | SecretDisclosed)
        if not seat.is_person and not (is_in_dispute and seat.is_resigned):
            seat.computed += type(event) not in SHARED_EVENTS
            return f"{self._names.of(number)} has no person who could sign this" if signed else None
        if seat.is_absent and not signed and type(event) not in SHARED_EVENTS:
            seat.computed += 1
            return None
        seat.moves += 1
        if self._created.signed and (signed is None or signed.seat != number):
            return f"in this signed game {self._names.of(number)} did not sign this"
        return None

    def _complaint_of_no_move(self, own: Record[Any], signed: CommandSigned | None) -> str | None:
        is_decision = isinstance(own.data, DisputeDecided) and own.data.by != "players" and bool(self._referee.keys)
        is_own = isinstance(own.data, _OWN) and own.actor is not None
        if signed and not (self._is_linked and (is_own or is_decision)):
            return "this is never signed"
        if signed or not (self._created.signed and self._is_linked):
            return None
        if is_decision:
            return f"in this signed game the {own.data.by} did not sign this decision"
        return f"in this signed game {self._names.of(own.actor)} did not sign this" if is_own else None

    def _complaint(self, position: Position, record: Record[Any]) -> str | None:
        """Apply an event; returns why it is not allowed, if so."""
        event = record.data
        self._names.take(event)
        match event:
            case SeatTaken(number, kind=kind, public_key=key, recovery=recovery):
                seat = self._seats[number] = _Seat(self._seats[number])
                seat.is_person, seat.recovery = kind == shared.PERSON, recovery
                seat.keys = [_Key(key, "by the key that sat down")] if key else []
                return self._complaint_of_seat(number, seat, key)
            case TimedOut(number):
                self._seats[number].is_absent = True
            case SeatReturned(number):
                self._seats[number].is_absent = False
            case SeatTakenOver(number, public_key=key):
                return self._complaint_of_seat(number, self._seats[number], key, taken_over=True)
            case KeyChanged(number):
                return self._complaint_of_key(number, self._seats[number], event)
            case SeatLeft(number):
                self._seats[number].is_person, self._seats[number].keys = False, []
            case SeatResigned(number):
                self._seats[number].is_person, self._seats[number].is_resigned = False, True
            case SeatFreed(number):
                seat = self._seats[number]
                seat.is_person, seat.is_resigned, seat.is_freed = False, False, True
        return None

    def _complaint_of_seat(self, number: int, seat: _Seat, key: str, taken_over: bool = False) -> str | None:
        seat.is_person = seat.is_person or taken_over
        if seat.is_person and self._created.signed and not key:
            return f"in this signed game {self._names.of(number)} was taken without a key"
        return None

    def _complaint_of_key(self, number: int, seat: _Seat, event: KeyChanged) -> str | None:
        if event.recovery and (not self._is_linked or seat.recovery != recovery_commitment(event.recovery)):
            return f"{self._names.of(number)} was not taken with this recovery key"
        if not event.signature or self._is_worthless(seat):
            return None
        text = key_text(self._game_id, number, seat.key, event.public_key)
        if self._is_linked or not is_signed(text, event.signature, seat.key):
            return f"the old key of {self._names.of(number)} did not sign for this one"
        return None

    def _vouch(self, position: Position, own: Record[Any], is_signed: bool) -> None:
        """Another key takes a seat at the end of this action, or a decision is made: who vouches for it?"""
        match own.data:
            case KeyChanged(number, key, signature, recovery):
                seat = self._seats[number]
                self._change_key(position, number, seat, key, bool(signature) or is_signed, recovery)
            case SeatOffered(number, player):
                self._seats[number].offered = player if is_signed else ""
            case SeatTakenOver(number, player, key, recovery=recovery):
                self._take_over(position, number, player, key, recovery)
            case DisputeDecided(dispute, by) if by != "players" and self._created.signed and not is_signed:
                self._warn(
                    f"dispute {dispute} was decided at {position} by the {by}, unsigned: only the server says so"
                )

    def _change_key(self, at: Position, number: int, seat: _Seat, key: str, is_signed: bool, recovery: str) -> None:
        if not seat.key:
            self._notes.append(f"{self._names.of(number)} brought its key at {at}")
            seat.keys = [_Key(key, f"by the key of {at}")]
        elif is_signed and not self._is_worthless(seat):
            by = "the recovery key" if recovery else "the one before"
            seat.keys.append(_Key(key, f"by the key of {at}, for which {by} signed"))
        else:
            self._warn(
                f"the key of {self._names.of(number)} was changed at {at} WITHOUT the old key's word: only the server "
                "says that its player did it"
            )
            seat.keys.append(_Key(key, "", is_vouched=False))

    def _take_over(self, at: Position, number: int, player: str, key: str, recovery: str) -> None:
        seat = self._seats[number]
        said = f"{self._names.of(number)} was taken over at {at}, and another player signs from there on"
        is_offered = seat.offered == player != ""
        if seat.is_freed and self._is_linked and self._created.signed:
            words, is_vouched = f"by the key that took over the freed seat at {at}", True
        else:
            words, is_vouched = f"by the key that took over at {at}, to which the one before gave the seat", is_offered
        if is_vouched or not seat.key:
            self._notes.append(said)
        else:
            self._warn(f"{said}, and no key of the seat vouches for that")
        if not seat.key and not is_vouched:
            words, is_vouched = f"by the key that took over at {at}", True
        seat.keys = [*seat.keys, _Key(key, words, is_vouched)] if key or seat.keys else []
        seat.recovery, seat.offered, seat.is_freed, seat.is_absent = recovery, "", False, False
        seat.is_resigned = False

    def _is_worthless(self, seat: _Seat) -> bool:
        """Whether others than the owner can sign with the seat's key: games of the first edition accepted such keys."""
        return self._created.edition < 2 and seat.key != "" and not is_public_key(seat.key)

    def _complaint_of_signature(
        self, position: Position, own: Record[Any], signed: CommandSigned, key: str
    ) -> str | None:
        """Why this signature of the action's own event is wrong, if so; it is counted."""
        is_statement = isinstance(signed, StatementSigned)
        if is_statement != (self._is_linked and type(own.data) in SHARED_EVENTS):
            return "only the texts of the title's own moves are sealed"
        if self._is_linked and not signed.digest:
            return "a signature of the second scheme has the digest of its text"
        if signed.digest in self._signed:
            return "the text that this signs is in the record already"
        if signed.digest:
            self._signed.add(signed.digest)
        seat = self._holder(signed.seat)
        if isinstance(own.data, SeatTakenOver):
            seat.previous = FIRST_TEXT
        is_move = not isinstance(own.data, _NO_MOVE)
        if isinstance(signed.text, Hidden):
            seat.sealed += is_move
        else:
            complaint = self._complaint_of_text(position, own, signed, seat, key)
            if complaint is not None:
                return complaint
            if is_move:
                self._count_signed(signed.seat, seat)
        if self._is_linked:
            seat.links[_link(seat.previous, key)] = position
            seat.digests.add(signed.digest)
            seat.previous = signed.digest
        return None

    def _count_signed(self, number: int, seat: _Seat) -> None:
        if not self._is_worthless(seat):
            seat.keys[-1].signed += 1
            return
        if not seat.worthless:
            self._warn(f"anyone can sign with the key of {self._names.of(number)}: its signatures prove nothing")
        seat.worthless += 1

    def _complaint_of_text(
        self, position: Position, own: Record[Any], signed: CommandSigned, seat: _Seat, key: str
    ) -> str | None:
        number, text = signed.seat, str(signed.text)
        who = self._names.of(number)
        try:
            said = read_text(text)
        except ValueError as error:
            return str(error)
        is_worthless = self._is_worthless(seat)
        if not is_worthless and not is_signed(text.encode(), signed.signature, key):
            return f"this is not signed by the key of {who}"
        if (said.game, said.seat) != (self._game_id, number):
            return f"{self._names.of(said.seat)} signed this in the game {said.game}"
        if said.position.action >= position.action or self._digests.get(said.after) != said.digest:
            return f"{who} signed this at {said.after} of another record"
        if not is_worthless:
            seat.bound = max(said.position, seat.bound or said.position)
        (action, before, place), seat.text = seat.text, (position.action, text, said.after)
        if said.is_linked != self._is_linked:
            return "this is signed by another scheme than the game's"
        if signed.digest and signed.digest != digest_of(text):
            return "the digest is not the signed text's"
        if said.is_linked:
            complaint = self._complaint_of_link(own, said, signed, seat)
            if complaint is not None:
                return complaint
            is_move = type(own.data) not in SHARED_EVENTS
            if is_move and action == position.action - 1 and place == said.after:
                return None  # moves that were sent together
        elif said.is_next:
            is_behind = action == position.action - 1 and continues(said, before)
            return None if is_behind else f"{who} signed this to follow another move, which is not there"
        if seat.last is not None and said.position < seat.last:
            return f"{who} signed this at {said.after}, before what it did in action {seat.last.action}"
        return None

    def _complaint_of_link(self, own: Record[Any], said: SignedText, signed: CommandSigned, seat: _Seat) -> str | None:
        """Why this text does not follow the signer's previous one, or is for another command than the event's."""
        if said.previous != seat.previous:
            return f"{self._names.of(signed.seat)} signed this after another text than the last one of the record"
        wish = WISHES.get(type(own.data))
        if wish is None:
            return None
        try:
            is_this = _command(said, _SHARED_COMMANDS) == wished(wish, signed.seat, own.data)
        except ValueError:
            is_this = False
        return None if is_this else f"{self._names.of(signed.seat)} signed another command than this"

    def _hold_against(self, kept: Sequence[Mapping[str, Any]]) -> None:
        """Warn of each text that the reader signed in this game and that the record has not, or has another for."""
        for one in kept:
            try:
                text, signature, key = (str(one[name]) for name in ("text", "signature", "public_key"))
                said = read_text(text)
            except (KeyError, ValueError):
                continue
            if said.game != self._game_id or not is_signed(text.encode(), signature, key):
                continue
            self._hold_text_against(said, digest_of(text), key)

    def _hold_text_against(self, said: SignedText, digest: str, key: str) -> None:
        seat = self._holder(said.seat)
        if digest in seat.digests or not said.is_linked:
            return
        place = seat.links.get(_link(str(said.previous), key))
        kind = str(said.command.get("type"))[:40]
        who = self._names.of(said.seat)
        if key not in {one.public_key for one in seat.keys} and kind != "ChangeKey":
            self._warn(f"you signed for {who} with the key {key}, which that seat does not have here")
        elif place is not None:
            self._warn(
                f"in place of what {who} signed at {place} you also signed another text ({kind} after "
                f"{said.after}): both name the same previous one, and the server chose between them"
            )
        else:
            self._warn(f"you signed {kind} for {who} after {said.after}, which the record does not have")
