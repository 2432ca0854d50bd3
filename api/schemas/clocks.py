"""Clock schemas: a game's clocks in responses."""

from typing import Any, ClassVar

from marshmallow import fields, validate

from api.schemas.from_structs import ResponseSchema, schema_of
from api.schemas.requests import about
from domain.clocks.events import Pace


class Deadline(ResponseSchema):
    """The deadline of a seat."""

    seat = fields.Integer()
    at = fields.DateTime()


class Span(ResponseSchema):
    """From one time until another."""

    since = fields.DateTime()
    until = fields.DateTime()


class ShownPlayTimes(ResponseSchema):
    """A player's playing times in the week: pairs of minutes since Monday 0:00 in their zone."""

    zone = fields.String()
    windows = fields.List(fields.List(fields.Integer(), validate=validate.Length(equal=2)))


class Away(ResponseSchema):
    """A player's absences."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("away", "play_times")

    away = fields.List(fields.Nested(Span))
    play_times = fields.Nested(ShownPlayTimes)


def deadlines_field() -> fields.Field[Any]:
    """The field of deadlines."""
    return fields.List(
        fields.Nested(Deadline), metadata=about("The deadline of each seat whose clock runs, earliest first.")
    )


def pace_field() -> fields.Field[Any]:
    """The field of a game's pace."""
    return fields.Nested(schema_of(Pace), metadata=about("Only in games with clocks (G17)."))


def paused_field() -> fields.Field[Any]:
    """The field for stopped clocks."""
    return fields.Boolean(metadata=about("Only while the clocks are stopped by agreement of all players (G19)."))


def pause_agreed_field() -> fields.Field[Any]:
    """The field of the seats that agree to a pause."""
    return fields.List(fields.Integer(), metadata=about("The seats that agree to a pause, until all do (G19)."))
