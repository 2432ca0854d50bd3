"""Rating schemas: profiles, ladders, leaderboards and their queries."""

from typing import ClassVar

from marshmallow import fields, validate

from api.schemas.from_structs import ResponseSchema
from api.schemas.records import unit_field
from api.schemas.requests import Query, about
from api.schemas.responses import PlayerResponse
from services.community.ladders import MOST_PER_PAGE

MOST_RANKED = 10_000


class Ladder(ResponseSchema):
    """A ladder: a title, at tables of any size, for persons or for games with bots."""

    rulebook = fields.String(metadata=about("The title's id."))
    title = fields.String()
    programs = fields.Boolean(metadata=about("Whether it is for games with bots, which have ladders of their own."))


class ShownRating(ResponseSchema):
    """A rating, to the nearest ten: in two of three cases the true strength is within the uncertainty."""

    rating = fields.Integer()
    uncertainty = fields.Integer()


class RatingThen(ShownRating):
    """A rating after a game."""

    at = fields.DateTime()
    game = fields.String(allow_none=True, metadata=about("The game; null if you may not see it."))


class PlayerRating(ShownRating):
    """A player's rating on one ladder."""

    provisional = fields.Boolean(
        metadata=about("Whether it is based on few games; the leaderboard lists these after the others.")
    )
    games = fields.Integer(metadata=about("The number of rated games."))


class OwnRating(Ladder, PlayerRating):
    """A player's rating on one ladder, and its history."""

    curve = fields.List(fields.Nested(RatingThen), metadata=about("After each of the last games, oldest first."))


class TitleResults(ResponseSchema):
    """A player's results in all finished games of a title with this number of players, rated or not."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("unit",)

    rulebook = fields.String(metadata=about("The title's id."))
    title = fields.String()
    unit = unit_field()
    players = fields.Integer(metadata=about("How many play."))
    finished = fields.Integer()
    places = fields.List(
        fields.Integer(),
        metadata=about("For each place, from the first on, the number of games in which it was theirs."),
    )
    average_place = fields.Float()
    average_points = fields.Float()


class UsualAnswer(ResponseSchema):
    """A player's usual answer time, over the time in which their clock ran or would have run."""

    number = fields.Integer(metadata=about("The number of answers in finished games."))
    within_seconds = fields.Integer(
        allow_none=True, metadata=about("Half of them came within this time; null if there are too few.")
    )


class ProfileResponse(ResponseSchema):
    """A player's profile. Private games are included only for the player."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("since", "running", "called_off", "owner")

    id = fields.String()
    name = fields.String()
    kind = fields.String(metadata=about("`person`, or the kind of computer player."))
    owner = fields.Nested(PlayerResponse, metadata=about("Only for bots: the owner."))
    since = fields.DateTime(metadata=about("The time when the person signed up."))
    running = fields.Integer(metadata=about("For persons: the number of running games, counted up to 200."))
    called_off = fields.Integer(
        metadata=about("For persons: the games that they called off after luck was drawn, of the last 200.")
    )
    finished = fields.Integer(metadata=about("Finished games, of the last thousand, that they played from the start."))
    stayed = fields.Integer(
        metadata=about(
            "The number of those in which they stayed: they did not resign, hand over the seat, or run out of time."
        )
    )
    answers = fields.Nested(UsualAnswer)
    titles = fields.List(fields.Nested(TitleResults))
    ratings = fields.List(fields.Nested(OwnRating))


class LadderWithBoard(Ladder):
    """A ladder, and the number of players on its leaderboard."""

    ranked = fields.Integer()


class LaddersResponse(ResponseSchema):
    """All ladders with rated games."""

    ladders = fields.List(fields.Nested(LadderWithBoard))


class RankedPlayer(PlayerRating):
    """A row of a leaderboard."""

    place = fields.Integer()
    player = fields.String(metadata=about("The id of a person or of a kind of computer player."))
    name = fields.String()
    kind = fields.String(metadata=about("`person`, or the kind of computer player."))


class BotRating(Ladder, PlayerRating):
    """A bot's rating on one ladder."""


class ListedBot(ResponseSchema):
    """A bot account."""

    id = fields.String()
    name = fields.String()
    owner = fields.Nested(PlayerResponse, allow_none=True, metadata=about("Null for an owner who is no longer known."))
    since = fields.DateTime()
    used_at = fields.DateTime(
        allow_none=True, metadata=about("The time of its last request, to the hour; null: it has made none.")
    )
    ratings = fields.List(fields.Nested(BotRating))


class BotsResponse(ResponseSchema):
    """The bot accounts of this server, by name."""

    bots = fields.List(fields.Nested(ListedBot))


class BoardResponse(Ladder):
    """One page of a leaderboard, and the cursor of the next page. Provisional ratings are last."""

    entries = fields.List(fields.Nested(RankedPlayer))
    next = fields.String(allow_none=True)


class WhichLadders(Query):
    """The requested ladders."""

    programs = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=about("`true`: the ladders for games with bots; by default those for games without."),
    )


class BoardPage(WhichLadders):
    """The requested page of a leaderboard."""

    cursor = fields.String(
        load_default="0",
        validate=validate.Regexp(r"^[0-9]{1,4}$(?!\n)", error="Must be a cursor that this call gave."),
        metadata=about("`next` of the previous page."),
    )
    limit = fields.Integer(load_default=50, validate=validate.Range(min=1, max=MOST_PER_PAGE))
