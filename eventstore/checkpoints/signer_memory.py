"""Signer memory in the database: the last signed note, and the refused ones.

The checkpoints' directory has the same data, so each of the two reveals that an old copy of the other was restored.
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
    """The log does not continue the last signed one; the message says how."""


class SignerMemory:
    """The memory of a server's signer, shared by all processes."""

    def __init__(self, redis: redis_client.Redis, notary: Notary) -> None:
        self._redis = redis
        self._notary = notary

    def last(self) -> Checkpoint | None:
        """The last signed tree, and how often it was restored; notes by other signers do not count."""
        note = self._text(_SIGNED)
        try:
            return read_note(note) if self._notary.has_signed(note) else None
        except BadCheckpoint:
            return None

    def remember(self, checkpoint: Checkpoint) -> None:
        """Store this as the last signed tree."""
        self._redis.set(_SIGNED, self._notary.signed(write_note(replace(checkpoint, logs={}))))

    def refuse(self, reason: str) -> None:
        """Tell all processes what was refused, and why; an empty text means that nothing is refused."""
        if reason:
            self._redis.set(_REFUSED, reason)
        else:
            self._redis.delete(_REFUSED)

    def refusal(self) -> str:
        """The refusal with its reason; empty if nothing is refused."""
        return self._text(_REFUSED).decode(errors="replace")

    def accept_loss(self) -> None:
        """Record the operator's acceptance that the log has lost data and continues under a new origin."""
        self._redis.set(_ACCEPTED, self._mark())

    def is_loss_accepted(self) -> bool:
        """Whether the operator has accepted the loss and nothing was signed afterwards."""
        return self._text(_ACCEPTED) == self._mark()

    def _mark(self) -> bytes:
        return hashlib.sha256(self._text(_SIGNED)).hexdigest().encode()

    def _text(self, name: str) -> bytes:
        try:
            return self._redis.get(name) or b""  # type: ignore[return-value]
        except ResponseError:  # the key has another type
            return b""
