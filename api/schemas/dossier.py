"""Dossier schema: a response about one action."""

from typing import ClassVar

from marshmallow import fields, validate

from api.schemas.from_structs import AnyOf, ResponseSchema
from api.schemas.records import (
    STATE_SCHEMA,
    AnyEvent,
    LegalMove,
    Receipt,
    digest_field,
    position_field,
    viewer_field,
)
from api.schemas.requests import about


class Rule(ResponseSchema):
    """A numbered rule of the title, or of every title (`G1`)."""

    number = fields.String()
    text = fields.String()


class DossierEvent(AnyEvent):
    """What happened, and the rules that it follows by."""

    rules = fields.List(fields.Nested(Rule))


class Answer(LegalMove):
    """A legal answer, and whether it is the one that was given."""

    chosen = fields.Boolean()


class Asked(ResponseSchema):
    """What a seat was asked. `answers` are all its legal ones; null where they are not this viewer's to know."""

    seat = fields.Integer()
    kind = fields.String(metadata=about("`person` or `computer`: who answered for the seat."))
    text = fields.String()
    answers = fields.List(fields.Nested(Answer), allow_none=True)


class View(ResponseSchema):
    """What a seat, or everybody, knew before the action; the state is null before the first one."""

    viewer = viewer_field()
    text = fields.String()
    state = AnyOf(STATE_SCHEMA, {"type": "null"})


class PlaceBefore(ResponseSchema):
    """Where the record stood before the action, and since when."""

    position = position_field()
    digest = digest_field()
    at = fields.DateTime()


class Adjudication(ResponseSchema):
    """What today's rules make of the action: the same, or otherwise at a position; then both outcomes and the rules.

    `decided` is null where by today's rules nothing happens, or no legal answer leads to what is recorded.
    """

    MAY_MISS: ClassVar[tuple[str, ...]] = ("position", "recorded", "decided", "rules")

    verdict = fields.String(validate=validate.OneOf(("agrees", "differs", "not possible")))
    text = fields.String()
    position = position_field()
    recorded = fields.String()
    decided = fields.String(allow_none=True)
    rules = fields.List(fields.Nested(Rule))


class DossierResponse(ResponseSchema):
    """All about one action that its viewer may know, from `position` to `until`. Times are those of the record."""

    game = fields.String()
    position = position_field()
    until = position_field()
    at = fields.DateTime()
    viewer = viewer_field()
    before = fields.Nested(PlaceBefore, allow_none=True)
    digest = digest_field("The digest of the record after the action.")
    views = fields.List(fields.Nested(View))
    asked = fields.List(fields.Nested(Asked))
    events = fields.List(fields.Nested(DossierEvent))
    adjudication = fields.Nested(Adjudication)
    receipt = fields.Nested(Receipt)
