"""Variation schemas: a game's study, and an analysis game that is shared in it."""

from marshmallow import fields, validate

from api.schemas.chat import KnownPlayer, ShownMessage
from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.records import position_field
from api.schemas.requests import about


class NewVariation(Strict):
    """An analysis game of yours, to be shared."""

    game = fields.String(required=True, validate=validate.Length(max=32), metadata=about("The analysis game's id."))


class FirstAnswer(ResponseSchema):
    """The first thing that happens in a variation and did not happen in its original."""

    position = position_field("Its position in the analysis game.")
    seat = fields.Integer(allow_none=True, metadata=about("The seat that answered, if any."))
    text = fields.String()


class ShownVariation(ResponseSchema):
    """A shared analysis game. Its steps are read with the calls of any game."""

    game = fields.String(metadata=about("The analysis game's id."))
    by = fields.Nested(KnownPlayer, metadata=about("The player who shared it."))
    at = fields.DateTime(metadata=about("When it was shared."))
    position = position_field("The position in the original from which it was played.")
    first = fields.Nested(FirstAnswer)
    comments = fields.List(
        fields.Nested(ShownMessage), metadata=about("The comments on its steps; positions are the analysis game's.")
    )


class StudyResponse(ResponseSchema):
    """A finished game's variations, in the order of the steps from which they were played, and its comments."""

    is_open = fields.Boolean(metadata=about("Whether variations can be shared: the game is finished and public."))
    comments = fields.List(fields.Nested(ShownMessage), metadata=about("The comments on the game's own steps."))
    variations = fields.List(fields.Nested(ShownVariation))
