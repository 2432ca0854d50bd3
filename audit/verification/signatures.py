"""Signature check: the text of a signed command, and whether a record's signatures are right.

A signature binds a seat's key to one command at one place of one game: it names the position that its player saw and
the digest there, and by the second scheme the signer's previous text. Without the key no one can invent a command, or
reuse a signature for another.
"""

import hashlib
from collections.abc import Mapping
from re import compile as pattern
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.lifecycle import COMMAND_BEHIND, FIRST_TEXT
from domain.messages import Command, Record
from domain.projector import Projector
from domain.redaction import Hidden
from eventstore.canonical_json import NotCanonical, canonical, check_nesting
from eventstore.entries import Position, parse_position

Placed = tuple[Position, Record[Any]]
_MOVE = "stele/move/1"
_NEXT = "stele/move/2"
_KEY = "stele/key/1"
COMMAND = "stele/move/3"
"""The scheme of a signed text in current games."""
_SHARED_COMMANDS = {one.command.__name__: one.command for one in COMMAND_BEHIND.values()}
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
