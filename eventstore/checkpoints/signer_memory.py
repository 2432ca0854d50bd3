"""Signer memory in the record's server: the note that was signed last, and the notes that were refused.

The checkpoints' directory remembers the same. Whoever puts back an old copy of one of them is found out by the other.
"""

import hashlib

import redis as redis_client
from msgspec.structs import replace
from redis.exceptions import ResponseError

from eventstore.checkpoints.checkpoint import BadCheckpoint, Checkpoint, Notary, read_note, write_note

_SIGNED = "stele:{ground}:signed"
_REFUSED = "stele:{ground}:refused"
_ACCEPTED = "stele:{ground}:log:accepted"


class NotAnExtension(Exception):
    """The log does not continue what was signed last; the message says how."""


class SignerMemory:
    """The memory of a server's signer, the same for every process."""

    def __init__(self, redis: redis_client.Redis, notary: Notary) -> None:
        self._redis = redis
        self._notary = notary

    def last(self) -> Checkpoint | None:
        """The tree that was signed last, and how often it was restored; what others signed does not count."""
        note = self._text(_SIGNED)
        try:
            return read_note(note) if self._notary.has_signed(note) else None
        except BadCheckpoint:
            return None

    def remember(self, checkpoint: Checkpoint) -> None:
        """This was signed last."""
        self._redis.set(_SIGNED, self._notary.signed(write_note(replace(checkpoint, logs={}))))

    def refuse(self, reason: str) -> None:
        """Let every process know what was refused, and why; nothing: nothing is refused any more."""
        if reason:
            self._redis.set(_REFUSED, reason)
        else:
            self._redis.delete(_REFUSED)

    def refusal(self) -> str:
        """What was refused, and why; nothing if nothing is."""
        return self._text(_REFUSED).decode(errors="replace")

    def accept_loss(self) -> None:
        """The operator's word that the log has lost something, and is to go on under a new origin."""
        self._redis.set(_ACCEPTED, self._mark())

    def is_loss_accepted(self) -> bool:
        """Whether the operator has said so, and nothing was signed since."""
        return self._text(_ACCEPTED) == self._mark()

    def _mark(self) -> bytes:
        return hashlib.sha256(self._text(_SIGNED)).hexdigest().encode()

    def _text(self, name: str) -> bytes:
        try:
            return self._redis.get(name) or b""  # type: ignore[return-value]
        except ResponseError:  # something else lies there
            return b""
