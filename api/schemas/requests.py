"""Request schemas: bodies and queries."""

from typing import Annotated, Any, Literal

import marshmallow
import msgspec
from marshmallow import fields, validate
from msgspec import UNSET

from ai.kinds import CARETAKER, find_kinds
from ai.order_guards import LONGEST_GUARD
from ai.standing_orders import LONGEST_NOTE, MOST_MOVES, MOST_ORDERS
from api.schemas.commands import TEXT_LIMITS
from api.schemas.from_structs import Body, Limits, Maybe, Metadata, Query, TrueOrFalse, about, fields_of, make_schema
from domain.clocks.events import LONGEST_TIME, Pace
from domain.disputes.events import LONGEST_TEXT, DecideDispute
from domain.title_loader import find_rulebooks
from services.accounts.credentials import OF_PERSONS, OF_PROGRAMS, Scope
from services.accounts.player_search import MOST_FOUND
from services.community.challenges import LONGEST_MESSAGE
from services.games.lobby.index import PACES

STATUSES = ("waiting", "playing", "finished", "aborted")

MOST_PLACES = 64
MOST_STEPS = 100_000
_POSITION = "(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,14})"

# In Python `$` also matches before a final line break, in JSON Schema it does not.
POSITION_SENT = validate.Regexp(f"^{_POSITION}$(?!\\n)", error="Must be a position such as 17-2.")
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

_NEEDS_KEY = "Who sits down at a signed table brings a key: open it with sit: false, then POST /api/games/{id}/seats."
PUBLIC_KEY_OR_NONE = validate.Regexp(
    r"^([A-Za-z0-9+/]{43}=)?$(?!\n)", error="Must be 32 bytes (an Ed25519 public key) in base64, or empty."
)
PUBLIC_KEY = validate.Regexp(r"^[A-Za-z0-9+/]{43}=$(?!\n)", error="Must be 32 bytes (an Ed25519 public key) in base64.")
SIGNATURE = validate.Regexp(r"^[A-Za-z0-9+/]{86}==$(?!\n)", error="Must be 64 bytes (an Ed25519 signature) in base64.")


Bound = Annotated[int, validate.Range(min=0, max=5000)]
_PACE_LIMITS = Limits(longest_list=0, longest_text=0, largest_number=LONGEST_TIME)


NewPace = make_schema("NewPace", Pace.__doc__, fields_of(Pace, _PACE_LIMITS))


class NewPlayer(Body):
    """A player to be signed up."""

    name: Annotated[str, validate.Length(min=1, max=40)]
    session: Annotated[bool, about("For a browser: create a session as a cookie, and no token.")] = False
    invitation: Annotated[
        str, validate.Length(max=100), about("The code at the end of an invitation link, where new players need one.")
    ] = ""
    scopes: Annotated[
        list[Annotated[Scope, fields.String(), validate.OneOf(OF_PERSONS)]],
        validate.Length(min=1, max=len(OF_PERSONS)),
        about("The scopes of the token; by default `read` and `play`."),
    ] = msgspec.field(default_factory=lambda: list(OF_PROGRAMS))


class RatingBounds(Body):
    """The rating bounds for a title; null: no bound."""

    least: Bound | None = None
    most: Bound | None = None

    @marshmallow.validates_schema
    def _is_in_order(self, body: dict[str, Any], **_more: Any) -> None:
        if body["least"] is not None and body["most"] is not None and body["least"] > body["most"]:
            raise marshmallow.ValidationError({"least": ["Must not be above the other bound."]})


class NewGame(Body):
    """A game to be opened. Computer players take its last seats."""

    rulebook: Annotated[str, validate.Length(max=64), Metadata(examples=list(find_rulebooks()))]
    players: Annotated[int, validate.Range(min=1, max=12)]
    options: Annotated[
        dict[str, Any],
        about("The title's own options, by name, as in GET /api/rulebooks; by default the title's default values."),
    ] = msgspec.field(default_factory=dict)
    computer_players: Annotated[
        int, validate.Range(min=0, max=11), about("How many of the seats computer players take, from the last one on.")
    ] = 0
    computer_kind: Annotated[
        str, validate.OneOf(tuple(find_kinds())), about("The kind of these computer players, as in GET /api/rulebooks.")
    ] = CARETAKER
    private: Annotated[bool, about("Only its players and people with its invitation may see the game.")] = False
    strict: Annotated[
        bool,
        about("Players commit to a nonce when joining and open it when all seats are taken (G9). Needs `sit: false`."),
    ] = False
    signed: Annotated[bool, about("Players bring a key and sign every move with it (G10). Needs `sit: false`.")] = False
    referee: Annotated[
        str,
        validate.Length(max=40),
        about("The name of the referee (G13), who has no seat; by default the operator decides disputes."),
    ] = ""
    pace: Annotated[
        dict[str, Any] | None, fields.Nested(NewPace), about("The players' time (G17); by default unlimited.")
    ] = None
    reserved: Annotated[
        list[Annotated[str, validate.Length(max=40)]],
        validate.Length(max=12),
        about(
            "For each seat the name of the player it is reserved for, or empty (G21); by default no seat is reserved."
        ),
    ] = msgspec.field(default_factory=list)
    message: Annotated[
        str,
        validate.Length(max=LONGEST_MESSAGE),
        about("A message to the players for whom seats are reserved; by default none."),
    ] = ""
    rated: Annotated[
        bool | None,
        about(
            "Whether the game is rated; by default a public game with a clock and strict randomness is. Never with a "
            "component file of your own, without a pace, or with the outcome `never`."
        ),
    ] = None
    ratings: Annotated[
        RatingBounds | None, about("The rating bounds of the seats that are not reserved; by default none.")
    ] = None
    sit: Annotated[
        bool,
        about(
            "`true`: you take a seat when the table is opened, without a nonce. `false`: the table is only opened; "
            "check its commitment, then take a seat with a nonce of your own."
        ),
    ] = True

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


_DECIDING = fields_of(DecideDispute, TEXT_LIMITS)
Decision = make_schema(
    "Decision",
    "The decision of the dispute with this number: the text, which is recorded, and the remedy, by default none.",
    {name: _DECIDING[name] for name in ("number", "text", "remedy")},
)


class NewStatement(Body):
    """A statement by a suspended or muted player, for the judge of a dispute."""

    text: Annotated[str, validate.Length(min=1, max=LONGEST_TEXT)]


class NewSeat(Body):
    """A player who takes a seat: with a nonce or, in a strict game, with the commitment to one for the seat."""

    nonce: Annotated[str, NONCE, about("Your contribution to the game's random draws.")] = ""
    nonce_commitment: Annotated[
        str, SHA256, about("In a strict game: the commitment to your nonce, as in docs/reference/records.md.")
    ] = ""
    seat: Annotated[
        int,
        validate.Range(min=0, max=11),
        about(
            "In a strict or signed game: the seat that you commit to or sign for: the one that is reserved for you, "
            "or else the lowest free one. In a running game: the seat to take over."
        ),
    ] = 0
    public_key: Annotated[
        str, PUBLIC_KEY, about("Ed25519, 32 bytes in base64: the key that will sign your moves. Signed games need it.")
    ] = ""
    recovery: Annotated[
        str, SHA256, about("The SHA-256 of the text (base64) of a key that may also sign a change of key (G11).")
    ] = ""
    invite: Annotated[str | None, validate.Length(max=100), about("The invitation of a private game.")] = None


class PlacedOrder(Body, kw_only=True):
    """A standing order: while the guard holds, the first of the moves that is legal."""

    guard: Annotated[
        str,
        validate.Length(max=LONGEST_GUARD),
        about(
            "JMESPath over the `state` that GET /api/games/{id}/state shows your seat; empty: always. It may read "
            "and compare values, but not create lists, objects or texts."
        ),
    ] = ""
    when: Annotated[
        str,
        validate.Length(max=LONGEST_GUARD),
        about(
            "Like the guard, but for single moments: at others the order is skipped and remains. It ends with its "
            "guard, without a notice."
        ),
    ] = ""
    note: Annotated[
        str,
        validate.Length(max=LONGEST_NOTE),
        about("Your name for this order, which is shown in place of its content."),
    ] = ""
    moves: Annotated[
        list[Annotated[dict[str, Any], about("The title's own: a command's type and its fields.")]],
        validate.Length(min=1, max=MOST_MOVES),
        about(
            'The title\'s moves as they are sent. A field may be a named place: {"least": {"from": 3, "to": 10}}, '
            '{"most": {"from": 3, "to": 10}} or {"any": true}; of several the first has precedence.'
        ),
    ]


class NewOrders(Body):
    """A seat's standing orders, which replace all earlier ones."""

    orders: Annotated[list[PlacedOrder], validate.Length(max=MOST_ORDERS)]


class NewReservation(Body):
    """The player for whom a seat is reserved."""

    name: Annotated[str, validate.Length(min=1, max=40), about("The player's name.")]


class Nothing(Body):
    """An empty object."""


class NewRematch(Body):
    """A request for a rematch: an empty object."""


class SeatChange(Body):
    """A change of your seat: a nonce, a key or an offer."""

    nonce: Maybe[Annotated[str, NONCE, about("The nonce that you committed to, in a strict game.")]] = UNSET
    public_key: Maybe[Annotated[str, PUBLIC_KEY, about("The key with which you sign from now on.")]] = UNSET
    signature: Annotated[
        str,
        SIGNATURE,
        about(
            "In games whose `signing` is 1: the old key's signature for the new one, in base64 "
            "(docs/reference/records.md). Without it, the record permanently shows that it is missing."
        ),
    ] = ""
    recovery: Annotated[
        str,
        PUBLIC_KEY,
        about("The recovery key that signs this change, if the old key does not: it was committed to on joining."),
    ] = ""
    offer_to: Maybe[
        Annotated[
            str,
            validate.Length(max=40),
            about("The name of the player to whom you offer your seat; empty: withdraw the offer."),
        ]
    ] = UNSET

    @marshmallow.validates_schema
    def _is_one(self, body: dict[str, Any], **_more: Any) -> None:
        if sum(body.get(name, UNSET) is not UNSET for name in ("nonce", "public_key", "offer_to")) != 1:
            raise marshmallow.ValidationError("Send one of nonce, public_key and offer_to.")


class NewFork(Body):
    """An analysis game: a copy of a game up to a position, for trying another line."""

    at: Annotated[str, validate.Length(max=32), about("A position (`17-2`) or an action (`17`).")]
    seats: Annotated[
        list[Annotated[str, validate.OneOf(("me", *find_kinds()))]],
        validate.Length(min=1, max=12),
        about("The player of each seat: `me`, for one or more of them, or a kind of computer player."),
    ]


class GameFilter(Query):
    """The filters of the lobby."""

    status: Annotated[str | None, validate.OneOf(STATUSES)] = None
    player: Annotated[str | None, validate.Length(max=64), about("Only games in which this player has a seat.")] = None
    rulebook: Annotated[str | None, validate.Length(max=64), about("Only games of this title.")] = None
    players: Annotated[int | None, validate.Range(min=1, max=12), about("Only games with this number of players.")] = (
        None
    )
    pace: Annotated[
        str | None,
        validate.OneOf(PACES),
        about("Only games with no clock, with a day or less for an answer (`quick`), or with more (`slow`)."),
    ] = None
    rated: Annotated[TrueOrFalse | None, about("`true`: only rated games.")] = None
    open: Annotated[TrueOrFalse | None, about("`true`: only games with a free seat that is not reserved.")] = None
    suits_me: Annotated[
        TrueOrFalse | None, about("`true`: no games whose rating bounds exclude you; a page may have fewer games then.")
    ] = None
    disputed: Annotated[TrueOrFalse | None, about("`true`: only games with an open dispute.")] = None
    watchable: Annotated[
        TrueOrFalse | None, about("`true`: no games that their only person has left to computer players for an hour.")
    ] = None
    cursor: Annotated[str | None, validate.Length(max=200), about("`next` of the previous page.")] = None
    limit: Annotated[int, validate.Range(min=1, max=200)] = 50


class NameBeginning(Query):
    """The beginning of a player's name, or of one of its words; or a whole name."""

    name: Annotated[str, validate.Length(min=1, max=40)]
    exact: Annotated[TrueOrFalse, about("Only the player with this name; 404 if there is none.")] = False
    limit: Annotated[int, validate.Range(min=1, max=MOST_FOUND)] = 10


class Invited(Query):
    """The invitation with which a game is requested."""

    invite: Annotated[str | None, about("The invitation of a private game.")] = None


class Looking(Invited):
    """The viewer, and the invitation."""

    viewer: Annotated[
        str | None,
        about(
            "`public`, your seat, or, when the game is over, any seat or `all`. By default your seat, or `public` "
            "if you have none."
        ),
        Metadata(examples=["public", "all", "0"]),
    ] = msgspec.field(name="as", default=None)
    version: Annotated[str | None, about("Any text: a new value bypasses permanently cached responses.")] = None


class OwnSeat(Query):
    """The viewer, which can only be your own seat."""

    viewer: Annotated[str | None, about("Your own seat, which is the default; any other is refused.")] = msgspec.field(
        name="as", default=None
    )


class LookingAt(Looking):
    """The requested position."""

    at: Annotated[
        str | None, about("A position (`17-2`), an action (`17`: all of it) or a time (RFC 3339); by default the head.")
    ] = None


class Doubting(Looking, kw_only=True):
    """The action of the dossier."""

    at: Annotated[
        str,
        about("The action, one of its positions, or a time (RFC 3339): then the last action at or before it."),
        Metadata(examples=["2-0"]),
    ]


class EventRange(Looking):
    """The requested part of the record."""

    after: Annotated[str | None, about("Only events after this position, action or time.")] = None
    cursor: Annotated[str | None, POSITION_SENT, about("`next` of the previous page, in place of `after`.")] = None
    limit: Annotated[
        int, validate.Range(min=1, max=5000), about("The maximum number of events on a page; for JSON only.")
    ] = 1000


class Places(Invited, kw_only=True):
    """The requested positions."""

    at: Annotated[
        str,
        validate.Regexp(
            f"^{_POSITION}(,{_POSITION}){{0,{MOST_PLACES - 1}}}$(?!\\n)",
            error=f"Must be 1 to {MOST_PLACES} positions such as 17-2, separated by commas.",
        ),
        about(f"Up to {MOST_PLACES} positions, separated by commas."),
        Metadata(examples=["1-0,17-2"]),
    ]


class ReplayRange(Looking):
    """The requested page of steps: the first has its whole state, each later one a patch."""

    from_: Annotated[str | None, about("The first position, action or time.")] = msgspec.field(
        name="from", default=None
    )
    to: Annotated[str | None, about("The last position, action or time.")] = None
    cursor: Annotated[str | None, POSITION_SENT, about("`next` of the previous page, in place of `from`.")] = None
    limit: Annotated[
        int, validate.Range(min=1, max=MOST_STEPS), about("The maximum number of steps on a page; for JSON only.")
    ] = 500
    state: Annotated[
        Literal["full", "patch"],
        about("`patch`: the first step has the whole state, each later one the changes (RFC 6902)."),
    ] = "patch"
    brief: Annotated[
        bool, about("`true`: of each event without its data, its parts and its digest, which is half of the bytes.")
    ] = True


class DryRun(Query):
    """Whether a move is only previewed."""

    dry_run: Annotated[
        bool, about("`true`: record nothing; the response contains the consequences, as far as the seat can know them.")
    ] = False
