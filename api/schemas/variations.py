"""Variation schemas: a game's study, and an analysis game that is shared in it."""

from typing import Annotated

from marshmallow import validate

from api.schemas.chat import KnownPlayer, ShownMessage
from api.schemas.from_structs import Body, Shown, Time, about
from api.schemas.records import Position


class NewVariation(Body):
    """An analysis game of yours, to be shared."""

    game: Annotated[str, validate.Length(max=32), about("The analysis game's id.")]


class FirstAnswer(Shown):
    """The first thing that happens in a variation and did not happen in its original."""

    position: Annotated[Position, about("Its position in the analysis game.")]
    seat: Annotated[int | None, about("The seat that answered, if any.")]
    text: str


class ShownVariation(Shown):
    """A shared analysis game. Its steps are read with the calls of any game."""

    game: Annotated[str, about("The analysis game's id.")]
    by: Annotated[KnownPlayer, about("The player who shared it.")]
    at: Annotated[Time, about("When it was shared.")]
    position: Annotated[Position, about("The position in the original from which it was played.")]
    first: FirstAnswer
    comments: Annotated[list[ShownMessage], about("The comments on its steps; positions are the analysis game's.")]


class StudyResponse(Shown):
    """A finished game's variations, in the order of the steps from which they were played, and its comments."""

    is_open: Annotated[bool, about("Whether variations can be shared: the game is finished and public.")]
    comments: Annotated[list[ShownMessage], about("The comments on the game's own steps.")]
    variations: list[ShownVariation]
