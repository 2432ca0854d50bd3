"""Transparency log schemas."""

from typing import Annotated

import msgspec
from marshmallow import validate

from api.schemas.from_structs import Query, Shown, Time, about
from api.schemas.records import Digest
from api.schemas.requests import Invited

_KEY = "`name+id+key`, the form of a key in C2SP's signed notes."


class LeafOfGame(Invited):
    """The requested leaf of a game."""

    at: Annotated[
        str | None,
        about("The position (`17-2`), action (`17`) or time from which on the leaf is wanted; by default any."),
    ] = None


class NewestNote(Query):
    """The request for a note that no cache has."""

    now: Annotated[str | None, about("Any text: a new value bypasses cached responses.")] = None


class TwoSizes(Query):
    """Two sizes of the log."""

    from_: Annotated[int, validate.Range(min=0, max=2**53), about("A number of leaves that was signed earlier.")] = (
        msgspec.field(name="from")
    )
    to: Annotated[
        int | None, validate.Range(min=0, max=2**53), about("A later number of leaves; by default the newest.")
    ] = None


class SentCosignature(Shown):
    """The newest note of the log that a witness has cosigned."""

    witness: Annotated[str, about("The witness's name.")]
    key: Annotated[str, about(f"The witness's key: {_KEY}")]
    at: Time
    size: Annotated[int, about("The number of leaves in that note.")]
    note: Annotated[str, about("That note, with the log's and the witness's signatures.")]


class LogResponse(Shown):
    """The log of all games' heads as it is now."""

    origin: Annotated[str, about("The log's name, which changes with each declared restore.")]
    size: Annotated[int, about("Its number of leaves.")]
    root: Annotated[Digest, about("The root of its tree (RFC 6962).")]
    key: Annotated[str, about(f"The key that signs its notes: {_KEY}")]
    note: Annotated[str, about("The signed note (C2SP's tlog-checkpoint), with its cosignatures.")]
    merge_delay_seconds: Annotated[
        int, about("The promise: an acknowledged move is in the log after this number of seconds at most.")
    ]
    cosignatures: list[SentCosignature]


class ConsistencyResponse(Shown):
    """The proof that the log of the later size begins with the log of the earlier one (RFC 6962, section 2.1.2)."""

    from_: int = msgspec.field(name="from")
    to: int
    proof: list[Annotated[Digest, about("A hash of the tree.")]]
