"""Bot account schemas."""

from marshmallow import fields, validate

from api.schemas.account import HeldToken, NewToken
from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.requests import about
from api.schemas.responses import PlayerResponse


class NewProgram(Strict):
    """A program that is to play."""

    name = fields.String(
        required=True,
        validate=validate.Length(min=1, max=36),
        metadata=about("What it is called; `BOT` is put before it, where it does not begin so."),
    )


class NewProgramToken(NewToken):
    """Another token of a program; it always has the scopes `read` and `play`."""

    class Meta(NewToken.Meta):
        """marshmallow's settings."""

        exclude = ("scopes",)


class NewProgramResponse(ResponseSchema):
    """A new program and its first token, which is shown this once."""

    player = fields.Nested(PlayerResponse)
    token = fields.String()


class ShownProgram(ResponseSchema):
    """A program of mine and its tokens."""

    player = fields.Nested(PlayerResponse)
    tokens = fields.List(fields.Nested(HeldToken))


class ProgramsResponse(ResponseSchema):
    """My programs, the oldest first."""

    programs = fields.List(fields.Nested(ShownProgram))
