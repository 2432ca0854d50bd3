"""What requests must be and what answers look like, for checking the former and documenting both."""

import marshmallow
import msgspec
from flask import Response
from marshmallow import fields, validate

from computers.kinds import CARETAKER, find_kinds

NONCE = validate.Regexp(r"^[\x21-\x7e]{1,64}$", error="Must be 1 to 64 printable ASCII characters without spaces.")


class Strict(marshmallow.Schema):
    """A request's schema: what it does not know is refused."""

    class Meta:
        """marshmallow's settings."""

        unknown = marshmallow.RAISE


class NewPlayer(Strict):
    """A person who wants to play."""

    name = fields.String(required=True, validate=validate.Length(min=1, max=40))


class NewGame(Strict):
    """A game to be opened. `bots` fills the last seats with computer players of the kind `bot_kind`."""

    rulebook = fields.String(required=True, validate=validate.Length(max=64))
    players = fields.Integer(required=True, strict=True, validate=validate.Range(min=1, max=12))
    options = fields.Dict(keys=fields.String(), load_default=dict)
    bots = fields.Integer(strict=True, load_default=0, validate=validate.Range(min=0, max=11))
    bot_kind = fields.String(load_default=CARETAKER, validate=validate.OneOf(tuple(find_kinds())))
    private = fields.Boolean(truthy={True}, falsy={False}, load_default=False)
    nonce = fields.String(load_default="", validate=NONCE)


class NewSeat(Strict):
    """Somebody who sits down."""

    nonce = fields.String(load_default="", validate=NONCE)
    invite = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=100))


class GameFilter(marshmallow.Schema):
    """Which games the lobby lists."""

    class Meta:
        """marshmallow's settings."""

        unknown = marshmallow.EXCLUDE

    status = fields.String(validate=validate.OneOf(("waiting", "playing", "finished", "aborted")))
    player = fields.String(validate=validate.Length(max=64))
    rulebook = fields.String(validate=validate.Length(max=64))
    cursor = fields.String(validate=validate.Length(max=200))
    limit = fields.Integer(load_default=50, validate=validate.Range(min=1, max=200))


class Looking(marshmallow.Schema):
    """Who looks, and with which invitation."""

    viewer = fields.String(
        data_key="as", metadata={"description": "a seat of mine, public, or when the game is over any seat or all"}
    )
    invite = fields.String(metadata={"description": "the invitation of a private game"})


class LookingAt(Looking):
    """Where to look."""

    at = fields.String(metadata={"description": "a position (17-2), an action (17) or a time; the head without it"})


class EventRange(Looking):
    """Which part of the record."""

    after = fields.String(metadata={"description": "only what came after this position, action or time"})
    limit = fields.Integer(load_default=1000, validate=validate.Range(min=1, max=5000))


class FrameRange(Looking):
    """Which frames, and whether each carries its whole state or a patch from the one before."""

    from_ = fields.String(data_key="from")
    to = fields.String()
    state = fields.String(load_default="full", validate=validate.OneOf(("full", "patch")))
    digests = fields.Boolean(
        load_default=True,
        metadata={"description": "false: without the digests, which are half of what a compressed replay weighs"},
    )


class PlayerResponse(marshmallow.Schema):
    """A player."""

    id = fields.String()
    name = fields.String()


class NewPlayerResponse(marshmallow.Schema):
    """A new player and the token, which is shown this once."""

    player = fields.Nested(PlayerResponse)
    token = fields.String()


class GameResponse(marshmallow.Schema):
    """The summary of a game."""

    id = fields.String()
    rulebook = fields.String()
    title = fields.String()
    players = fields.Integer()
    options = fields.Dict()
    private = fields.Boolean()
    status = fields.String(validate=validate.OneOf(("waiting", "playing", "finished", "aborted")))
    seats = fields.List(fields.Dict())
    free_seats = fields.Integer()
    position = fields.String()
    digest = fields.String()
    commitment = fields.String()
    to_act = fields.List(fields.Integer())
    points = fields.List(fields.Integer(), allow_none=True)
    result = fields.Dict(allow_none=True)
    deadlines = fields.List(fields.Dict())
    created_at = fields.DateTime()
    updated_at = fields.DateTime()
    your_seat = fields.Integer(allow_none=True)
    invite = fields.String()


class GamesResponse(marshmallow.Schema):
    """One page of games, and the cursor of the next."""

    games = fields.List(fields.Nested(GameResponse))
    next = fields.String(allow_none=True)


class StateResponse(marshmallow.Schema):
    """The game at one position, as one viewer may see it."""

    game = fields.String()
    position = fields.String()
    digest = fields.String()
    viewer = fields.Raw(data_key="as")
    state = fields.Dict()


class EventResponse(marshmallow.Schema):
    """One event of the record."""

    position = fields.String()
    type = fields.String()
    seat = fields.Integer(allow_none=True)
    at = fields.DateTime()
    data = fields.Dict()
    text = fields.String()
    digest = fields.String()


class EventsResponse(marshmallow.Schema):
    """A part of the record, and where the next part begins (none at its end)."""

    events = fields.List(fields.Nested(EventResponse))
    next = fields.String(allow_none=True)


class AuditResponse(marshmallow.Schema):
    """What verifying the record found."""

    game = fields.String()
    ok = fields.Boolean()
    first_bad = fields.String(allow_none=True)
    checks = fields.List(fields.Dict())


class FramesResponse(marshmallow.Schema):
    """The frames of a replay."""

    frames = fields.List(fields.Dict())


class DryRun(marshmallow.Schema):
    """Whether a move is only tried."""

    class Meta:
        """marshmallow's settings."""

        unknown = marshmallow.EXCLUDE

    dry_run = fields.Boolean(
        load_default=False,
        metadata={
            "description": "true: record nothing; the answer tells what would follow, as far as the seat can know"
        },
    )


class LegalMove(marshmallow.Schema):
    """A move that may be sent as it stands, and what it would do."""

    move = fields.Dict()
    text = fields.String()


class LegalMovesResponse(marshmallow.Schema):
    """Every legal move of my seat now."""

    position = fields.String()
    digest = fields.String()
    moves = fields.List(fields.Nested(LegalMove))


class ForeseenEvent(marshmallow.Schema):
    """Something that a move would make happen."""

    type = fields.String()
    text = fields.String()


class ForeseenResponse(marshmallow.Schema):
    """What a move would lead to, as far as its seat can know.

    `position` and `digest` are those that the state starts from. It is not `complete` where luck or another's secret
    decides what follows.
    """

    position = fields.String()
    digest = fields.String()
    events = fields.List(fields.Nested(ForeseenEvent))
    state = fields.Dict()
    to_act = fields.List(fields.Integer())
    complete = fields.Boolean()


class MoveResponse(marshmallow.Schema):
    """What a move made happen, and the state after it."""

    position = fields.String()
    digest = fields.String()
    events = fields.List(fields.Nested(EventResponse))
    state = fields.Dict()
    to_act = fields.List(fields.Integer())
    receipt = fields.Dict()


class ProblemResponse(marshmallow.Schema):
    """RFC 9457: what was refused and why."""

    type = fields.String()
    title = fields.String()
    status = fields.Integer()
    detail = fields.String()
    rule = fields.String(metadata={"description": "the broken rule's number in the title's RULES.md"})


def respond(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON response of this body."""
    response = Response(msgspec.json.encode(body), status, content_type="application/json")
    if headers:
        response.headers.extend(headers)
    return response
