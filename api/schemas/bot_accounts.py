"""Bot account schemas."""

from marshmallow import fields, validate

from api.schemas.account import HeldToken, NewToken
from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.requests import about
from api.schemas.responses import PlayerResponse


class NewProgram(Strict):
    """A bot account to be created."""

    name = fields.String(
        required=True,
        validate=validate.Length(min=1, max=36),
        metadata=about("Its name; `BOT` is put before it unless it begins with that."),
    )


class NewProgramToken(NewToken):
    """A further token of a bot; it always has the scopes `read` and `play`."""

    class Meta(NewToken.Meta):
        """marshmallow's settings."""

        exclude = ("scopes",)


class NewProgramResponse(ResponseSchema):
    """A new bot and its first token, which is shown only this once."""

    player = fields.Nested(PlayerResponse)
    token = fields.String()


class ShownProgram(ResponseSchema):
    """A bot of yours and its tokens."""

    player = fields.Nested(PlayerResponse)
    tokens = fields.List(fields.Nested(HeldToken))


class ProgramsResponse(ResponseSchema):
    """Your bots, oldest first."""

    programs = fields.List(fields.Nested(ShownProgram))
