"""Bot account schemas."""

from typing import Annotated

from marshmallow import validate

from api.schemas.from_structs import Body, Shown, about
from api.schemas.responses import PlayerResponse


class NewBot(Body):
    """A bot account to be created."""

    name: Annotated[
        str, validate.Length(min=1, max=36), about("Its name; `BOT` is put before it unless it begins with that.")
    ]


class NewBotResponse(Shown):
    """A new bot and its first token, which is shown only this once."""

    player: PlayerResponse
    token: str
