"""Transparency log schemas."""

from marshmallow import fields, validate

from api.schemas.from_structs import ResponseSchema
from api.schemas.records import digest_field
from api.schemas.requests import Invited, Query, about

_KEY = "`name+id+key`, the form of a key in C2SP's signed notes."


class LeafOfGame(Invited):
    """The requested leaf of a game."""

    at = fields.String(
        metadata=about("The position (`17-2`), action (`17`) or time from which on the leaf is wanted; by default any.")
    )


class TwoSizes(Query):
    """Two sizes of the log."""

    from_ = fields.Integer(
        data_key="from",
        required=True,
        strict=False,
        validate=validate.Range(min=0, max=2**53),
        metadata=about("A number of leaves that was signed earlier."),
    )
    to = fields.Integer(
        validate=validate.Range(min=0, max=2**53), metadata=about("A later number of leaves; by default the newest.")
    )


class SentCosignature(ResponseSchema):
    """The newest note of the log that a witness has cosigned."""

    witness = fields.String(metadata=about("The witness's name."))
    key = fields.String(metadata=about(f"The witness's key: {_KEY}"))
    at = fields.DateTime()
    size = fields.Integer(metadata=about("The number of leaves in that note."))
    note = fields.String(metadata=about("That note, with the log's and the witness's signatures."))


class LogResponse(ResponseSchema):
    """The log of all games' heads as it is now."""

    origin = fields.String(metadata=about("The log's name, which changes with each declared restore."))
    size = fields.Integer(metadata=about("Its number of leaves."))
    root = digest_field("The root of its tree (RFC 6962).")
    key = fields.String(metadata=about(f"The key that signs its notes: {_KEY}"))
    note = fields.String(metadata=about("The signed note (C2SP's tlog-checkpoint), with its cosignatures."))
    merge_delay_seconds = fields.Integer(
        metadata=about("The promise: an acknowledged move is in the log after this number of seconds at most.")
    )
    cosignatures = fields.List(fields.Nested(SentCosignature))


class ConsistencyResponse(ResponseSchema):
    """The proof that the log of the later size begins with the log of the earlier one (RFC 6962, section 2.1.2)."""

    from_ = fields.Integer(data_key="from")
    to = fields.Integer()
    proof = fields.List(digest_field("A hash of the tree."))
