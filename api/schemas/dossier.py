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
    """An event, and the rules that it follows from."""

    rules = fields.List(fields.Nested(Rule))


class Answer(LegalMove):
    """A legal answer, and whether it is the one that was given."""

    chosen = fields.Boolean()


class Asked(ResponseSchema):
    """The question to a seat. `answers` are all its legal ones; null if this viewer may not know them."""

    seat = fields.Integer()
    kind = fields.String(metadata=about("`person` or `computer`: who answered for the seat."))
    text = fields.String()
    answers = fields.List(fields.Nested(Answer), allow_none=True)


class View(ResponseSchema):
    """The view of a seat, or of all, before the action; the state is null before the first one."""

    viewer = viewer_field()
    text = fields.String()
    state = AnyOf(STATE_SCHEMA, {"type": "null"})


class PlaceBefore(ResponseSchema):
    """The record's position and time before the action."""

    position = position_field()
    digest = digest_field()
    at = fields.DateTime()


class Adjudication(ResponseSchema):
    """The action by the current rules: the same, or different at a position, with both outcomes and the rules.

    `decided` is null if by the current rules nothing happens, or no legal answer leads to the recorded outcome.
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
