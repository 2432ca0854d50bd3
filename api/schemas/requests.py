"""Request schemas: bodies and queries."""

from typing import Any

import marshmallow
from marshmallow import fields, validate

from ai.kinds import CARETAKER, find_kinds
from ai.order_guards import LONGEST_GUARD
from ai.standing_orders import LONGEST_NOTE, MOST_MOVES, MOST_ORDERS
from api.schemas.commands import TEXT_LIMITS
from api.schemas.from_structs import Limits, Strict, fields_of, make_schema
from domain.clocks.events import LONGEST_TIME, Pace
from domain.disputes.events import LONGEST_TEXT, DecideDispute
from domain.title_loader import find_rulebooks
from services.accounts.credentials import OF_PERSONS, OF_PROGRAMS
from services.accounts.player_search import MOST_FOUND
from services.community.challenges import LONGEST_MESSAGE
from services.games.lobby.index import PACES

STATUSES = ("waiting", "playing", "finished", "aborted")

MOST_PLACES = 64
_POSITION = "(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,14})"

# In Python `$` also matches before a final line break, in JSON Schema it does not.
NONCE = validate.Regexp(
    r"^[\x21-\x7e]{1,64}$(?!\n)", error="Must be 1 to 64 printable ASCII characters without spaces."
)
SHA256 = validate.Regexp(r"^[0-9a-f]{64}$(?!\n)", error="Must be 64 hexadecimal digits in lower case.")
_TOO_EARLY = (
    "Comes too early: open the table (sit: false), look at its commitment, then POST /api/games/{id}/seats with your "
    "nonce."
)
_NEEDS_COMMITMENT = (
    "Who sits down at a strict table commits to a nonce: open it with sit: false, then POST /api/games/{id}/seats."
)

_NAMED_TWICE = "This is the former name of a field that was sent too. Send only one of them."
_NEEDS_KEY = "Who sits down at a signed table brings a key: open it with sit: false, then POST /api/games/{id}/seats."
PUBLIC_KEY_OR_NONE = validate.Regexp(
    r"^([A-Za-z0-9+/]{43}=)?$(?!\n)", error="Must be 32 bytes (an Ed25519 public key) in base64, or empty."
)
PUBLIC_KEY = validate.Regexp(r"^[A-Za-z0-9+/]{43}=$(?!\n)", error="Must be 32 bytes (an Ed25519 public key) in base64.")
SIGNATURE = validate.Regexp(r"^[A-Za-z0-9+/]{86}==$(?!\n)", error="Must be 64 bytes (an Ed25519 signature) in base64.")


def about(text: str) -> dict[str, str]:
    """The documentation of a field or a parameter."""
    return {"description": text}


def flag(text: str, default: bool = False) -> fields.Boolean:
    """A field that is either `true` or `false`."""
    return fields.Boolean(truthy={True}, falsy={False}, load_default=default, metadata=about(text))


def _bound() -> fields.Integer:
    bounds = validate.Range(min=0, max=5000)
    return fields.Integer(strict=True, load_default=None, allow_none=True, validate=bounds)


_PACE_LIMITS = Limits(longest_list=0, longest_text=0, largest_number=LONGEST_TIME)


PACE = fields.Nested(
    make_schema("NewPace", Pace.__doc__, fields_of(Pace, _PACE_LIMITS)),
    load_default=None,
    allow_none=True,
    metadata=about("The players' time (G17); by default unlimited."),
)


class NewPlayer(Strict):
    """A player to be signed up."""

    name = fields.String(required=True, validate=validate.Length(min=1, max=40))
    session = flag("For a browser: create a session as a cookie, and no token.")
    invitation = fields.String(
        load_default="",
        validate=validate.Length(max=100),
        metadata=about("The code at the end of an invitation link, where new players need one."),
    )
    scopes = fields.List(
        fields.String(validate=validate.OneOf(OF_PERSONS)),
        load_default=lambda: list(OF_PROGRAMS),
        validate=validate.Length(min=1, max=len(OF_PERSONS)),
        metadata=about("The scopes of the token; by default `read` and `play`."),
    )


class RatingBounds(Strict):
    """The rating bounds at this title; null: no bound."""

    least = _bound()
    most = _bound()

    @marshmallow.validates_schema
    def _is_in_order(self, body: dict[str, Any], **_more: Any) -> None:
        if body["least"] is not None and body["most"] is not None and body["least"] > body["most"]:
            raise marshmallow.ValidationError({"least": ["Must not be above the other bound."]})


class NewGame(Strict):
    """A game to be opened. Computer players take its last seats."""

    rulebook = fields.String(
        required=True, validate=validate.Length(max=64), metadata={"examples": list(find_rulebooks())}
    )
    players = fields.Integer(required=True, strict=True, validate=validate.Range(min=1, max=12))
    options = fields.Dict(
        keys=fields.String(),
        load_default=dict,
        metadata=about(
            "The title's own options, by name, as in GET /api/rulebooks; by default the title's default values."
        ),
    )
    computer_players = fields.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(min=0, max=11),
        metadata=about("How many of the seats computer players take, from the last one on."),
    )
    computer_kind = fields.String(
        load_default=CARETAKER,
        validate=validate.OneOf(tuple(find_kinds())),
        metadata=about("The kind of these computer players, as in GET /api/rulebooks."),
    )
    bots = fields.Integer(
        strict=True,
        validate=validate.Range(min=0, max=11),
        metadata={"deprecated": True} | about("The former name of `computer_players`; accepted until 2.0."),
    )
    bot_kind = fields.String(
        validate=validate.OneOf(tuple(find_kinds())),
        metadata={"deprecated": True} | about("The former name of `computer_kind`; accepted until 2.0."),
    )
    private = flag("Only its players and people with its invitation may see the game.")
    strict = flag(
        "Players commit to a nonce when joining and open it when all seats are taken (G9). Needs `sit: false`."
    )
    signed = flag("Players bring a key and sign every move with it (G10). Needs `sit: false`.")
    referee = fields.String(
        load_default=str,
        validate=validate.Length(max=40),
        metadata=about("The name of the referee (G13), who has no seat; by default the operator decides disputes."),
    )
    pace = PACE
    reserved = fields.List(
        fields.String(validate=validate.Length(max=40)),
        load_default=list,
        validate=validate.Length(max=12),
        metadata=about(
            "For each seat the name of the player it is reserved for, or empty (G21); by default no seat is reserved."
        ),
    )
    message = fields.String(
        load_default=str,
        validate=validate.Length(max=LONGEST_MESSAGE),
        metadata=about("A message to the players for whom seats are reserved; by default none."),
    )
    rated = fields.Boolean(
        truthy={True},
        falsy={False},
        load_default=None,
        allow_none=True,
        metadata=about(
            "Whether the game is rated; by default a public game with a clock and strict luck is. Never with a "
            "component file of your own, without a pace, or with the outcome `never`."
        ),
    )
    ratings = fields.Nested(
        RatingBounds,
        load_default=None,
        allow_none=True,
        metadata=about("The rating bounds of the seats that are not reserved; by default none."),
    )
    sit = flag(
        "`true`: you take a seat when the table is opened, without a nonce. `false`: the table is only opened; "
        "check its commitment, then take a seat with a nonce of your own.",
        default=True,
    )

    @marshmallow.pre_load
    def _comes_before_nonces(self, body: Any, **_more: Any) -> Any:
        """Refuse a nonce that is public before the commitment to the game key, because it would bind no player."""
        if isinstance(body, dict) and "nonce" in body:
            raise marshmallow.ValidationError({"nonce": [_TOO_EARLY]})
        return body

    @marshmallow.validates_schema
    def _can_sit_later(self, body: dict[str, Any], **_more: Any) -> None:
        if body["strict"] and body["sit"]:
            raise marshmallow.ValidationError({"strict": [_NEEDS_COMMITMENT]})
        if body["signed"] and body["sit"]:
            raise marshmallow.ValidationError({"signed": [_NEEDS_KEY]})

    @marshmallow.validates_schema(pass_original=True)
    def _names_each_once(self, _body: dict[str, Any], sent: dict[str, Any], **_more: Any) -> None:
        for former, name in (("bots", "computer_players"), ("bot_kind", "computer_kind")):
            if former in sent and name in sent:
                raise marshmallow.ValidationError({former: [_NAMED_TWICE]})

    @marshmallow.post_load
    def _former_names(self, body: dict[str, Any], **_more: Any) -> dict[str, Any]:
        former = {"computer_players": body.pop("bots", None), "computer_kind": body.pop("bot_kind", None)}
        return body | {name: given for name, given in former.items() if given is not None}


_DECIDING = fields_of(DecideDispute, TEXT_LIMITS)
Decision = make_schema(
    "Decision",
    "The decision of the dispute with this number: the text, which is recorded, and the remedy, by default none.",
    {name: _DECIDING[name] for name in ("number", "text", "remedy")},
)


class NewStatement(Strict):
    """A statement by a suspended or muted player, for the judge of a dispute."""

    text = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_TEXT))


class NewSeat(Strict):
    """A player who takes a seat: with a nonce or, in a strict game, with the commitment to one for the seat."""

    nonce = fields.String(
        load_default=str, validate=NONCE, metadata=about("Your contribution to the game's random draws.")
    )
    nonce_commitment = fields.String(
        load_default=str,
        validate=SHA256,
        metadata=about("In a strict game: the commitment to your nonce, as in docs/reference/records.md."),
    )
    seat = fields.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(min=0, max=11),
        metadata=about(
            "In a strict or signed game: the seat that you commit to or sign for: the one that is reserved for you, or "
            "else the lowest free one. In a running game: the seat to take over."
        ),
    )
    public_key = fields.String(
        load_default=str,
        validate=PUBLIC_KEY,
        metadata=about("Ed25519, 32 bytes in base64: the key that will sign your moves. Signed games need it."),
    )
    recovery = fields.String(
        load_default=str,
        validate=SHA256,
        metadata=about("The SHA-256 of the text (base64) of a key that may also sign a change of key (G11)."),
    )
    invite = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=100),
        metadata=about("The invitation of a private game."),
    )


class PlacedOrder(Strict):
    """A standing order: while the guard holds, the first of the moves that is legal."""

    guard = fields.String(
        load_default=str,
        validate=validate.Length(max=LONGEST_GUARD),
        metadata=about(
            "JMESPath over the `state` that GET /api/games/{id}/state shows your seat; empty: always. It may read "
            "and compare values, but not create lists, objects or texts."
        ),
    )
    when = fields.String(
        load_default=str,
        validate=validate.Length(max=LONGEST_GUARD),
        metadata=about(
            "Like the guard, but for single moments: at others the order is skipped and remains. It ends with its "
            "guard, without a notice."
        ),
    )
    note = fields.String(
        load_default=str,
        validate=validate.Length(max=LONGEST_NOTE),
        metadata=about("Your name for this order, which is shown in place of its content."),
    )
    moves = fields.List(
        fields.Dict(keys=fields.String(), metadata=about("The title's own: a command's type and its fields.")),
        required=True,
        validate=validate.Length(min=1, max=MOST_MOVES),
        metadata=about(
            'The title\'s moves as they are sent. A field may be a named place: {"least": {"from": 3, "to": '
            '10}}, {"most": {"from": 3, "to": 10}} or {"any": true}; of several the first has precedence.'
        ),
    )


class NewOrders(Strict):
    """A seat's standing orders, which replace all earlier ones."""

    orders = fields.List(fields.Nested(PlacedOrder), required=True, validate=validate.Length(max=MOST_ORDERS))


class NewOffer(Strict):
    """The player to whom a seat is offered."""

    name = fields.String(
        required=True,
        validate=validate.Length(max=40),
        metadata=about("The player's name; empty: withdraw the offer."),
    )


class NewReservation(Strict):
    """The player for whom a seat is reserved."""

    name = fields.String(required=True, validate=validate.Length(min=1, max=40), metadata=about("The player's name."))


class Nothing(Strict):
    """An empty object."""


class NewRematch(Strict):
    """A request for a rematch: an empty object."""


class OwnNonce(Strict):
    """The nonce that a player of a strict game committed to."""

    nonce = fields.String(required=True, validate=NONCE)


class NewKey(Strict):
    """Another key for a seat: from now on its player signs with this one."""

    public_key = fields.String(required=True, validate=PUBLIC_KEY)
    signature = fields.String(
        load_default=str,
        validate=SIGNATURE,
        metadata=about(
            "In games whose `signing` is 1: the old key's signature for the new one, in base64 "
            "(docs/reference/records.md). Without it, the record permanently shows that it is missing."
        ),
    )
    recovery = fields.String(
        load_default=str,
        validate=PUBLIC_KEY,
        metadata=about(
            "The recovery key that signs this change, if the old key does not: it was committed to on joining."
        ),
    )


class NewFork(Strict):
    """An analysis game: a copy of a game up to a position, for trying another line."""

    at = fields.String(
        required=True, validate=validate.Length(max=32), metadata=about("A position (`17-2`) or an action (`17`).")
    )
    seats = fields.List(
        fields.String(validate=validate.OneOf(("me", *find_kinds()))),
        required=True,
        validate=validate.Length(min=1, max=12),
        metadata=about("The player of each seat: `me`, for one or more of them, or a kind of computer player."),
    )


class Query(marshmallow.Schema):
    """The base of all queries: unknown parameters are ignored."""

    class Meta:
        """marshmallow's settings."""

        unknown = marshmallow.EXCLUDE


class GameFilter(Query):
    """The filters of the lobby."""

    status = fields.String(validate=validate.OneOf(STATUSES))
    player = fields.String(
        validate=validate.Length(max=64), metadata=about("Only games in which this player has a seat.")
    )
    rulebook = fields.String(validate=validate.Length(max=64), metadata=about("Only games of this title."))
    players = fields.Integer(
        validate=validate.Range(min=1, max=12), metadata=about("Only games with this number of players.")
    )
    pace = fields.String(
        validate=validate.OneOf(PACES),
        metadata=about("Only games with no clock, with a day or less for an answer (`quick`), or with more (`slow`)."),
    )
    rated = fields.Boolean(truthy={"true"}, falsy={"false"}, metadata=about("`true`: only rated games."))
    open = fields.Boolean(
        truthy={"true"}, falsy={"false"}, metadata=about("`true`: only games with a free seat that is not reserved.")
    )
    suits_me = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        metadata=about("`true`: no games whose rating bounds exclude you; a page may have fewer games then."),
    )
    disputed = fields.Boolean(
        truthy={"true"}, falsy={"false"}, metadata=about("`true`: only games with an open dispute.")
    )
    watchable = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        metadata=about("`true`: no games that their only person has left to computer players for an hour."),
    )
    cursor = fields.String(validate=validate.Length(max=200), metadata=about("`next` of the previous page."))
    limit = fields.Integer(load_default=50, validate=validate.Range(min=1, max=200))


class Named(Query):
    """The name of a player."""

    name = fields.String(required=True, validate=validate.Length(min=1, max=40))


class NameBeginning(Query):
    """The beginning of a player's name, or of a word of it."""

    name = fields.String(required=True, validate=validate.Length(min=1, max=40))
    limit = fields.Integer(load_default=10, validate=validate.Range(min=1, max=MOST_FOUND))


class Invited(Query):
    """The invitation with which a game is requested."""

    invite = fields.String(metadata=about("The invitation of a private game."))


class Looking(Invited):
    """The viewer, and the invitation."""

    viewer = fields.String(
        data_key="as",
        metadata={
            **about(
                "`public`, your seat, or, when the game is over, any seat or `all`. By default your seat, or "
                "`public` if you have none."
            ),
            "examples": ["public", "all", "0"],
        },
    )
    version = fields.String(metadata=about("Any text: a new value bypasses permanently cached responses."))


class OwnSeat(Query):
    """The viewer, which can only be your own seat."""

    viewer = fields.String(data_key="as", metadata=about("Your own seat, which is the default; any other is refused."))


class LookingAt(Looking):
    """The requested position."""

    at = fields.String(
        metadata=about("A position (`17-2`), an action (`17`: all of it) or a time (RFC 3339); by default the head.")
    )


class Doubting(Looking):
    """The action of the dossier."""

    at = fields.String(
        required=True,
        metadata={
            **about("The action, one of its positions, or a time (RFC 3339): then the last action at or before it."),
            "examples": ["2-0"],
        },
    )


class EventRange(Looking):
    """The requested part of the record."""

    after = fields.String(metadata=about("Only events after this position, action or time."))
    limit = fields.Integer(
        load_default=1000,
        validate=validate.Range(min=1, max=5000),
        metadata=about("The maximum number of events on a page; for JSON only."),
    )


class Places(Invited):
    """The requested positions."""

    at = fields.String(
        required=True,
        validate=validate.Regexp(
            rf"^{_POSITION}(,{_POSITION}){{0,{MOST_PLACES - 1}}}$(?!\n)",
            error=f"Must be 1 to {MOST_PLACES} positions such as 17-2, separated by commas.",
        ),
        metadata={**about(f"Up to {MOST_PLACES} positions, separated by commas."), "examples": ["1-0,17-2"]},
    )


class FrameRange(Looking):
    """The requested frames, each with its whole state or a patch from the one before."""

    from_ = fields.String(data_key="from", metadata=about("The first position, action or time."))
    to = fields.String(metadata=about("The last position, action or time."))
    state = fields.String(
        load_default="full",
        validate=validate.OneOf(("full", "patch")),
        metadata=about("`patch`: the first frame has the whole state, each later one the changes (RFC 6902)."),
    )
    digests = fields.Boolean(
        load_default=True,
        metadata=about("`false`: without the digests, which are half of a compressed replay."),
    )
    brief = fields.Boolean(
        load_default=False,
        metadata=about("`true`: without the digests, and of each event only its type, seat, time and `seats`."),
    )


class DryRun(Query):
    """Whether a move is only previewed."""

    dry_run = fields.Boolean(
        load_default=False,
        metadata=about(
            "`true`: record nothing; the response contains the consequences, as far as the seat can know them."
        ),
    )
