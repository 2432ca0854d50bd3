"""Problem kinds: the title, status and cause of every refusal, and its members beyond those of RFC 9457.

docs/reference/problems.md has the kinds as a table; each call in the OpenAPI document names the kinds that it can
return.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from marshmallow import fields, validate

from api.schemas.from_structs import Open, extending, schema_of
from api.schemas.records import Receipt

PROBLEM = "application/problem+json"
URN = "urn:stele:problem:"


class Problem(Open):
    """A refusal by RFC 9457: docs/reference/problems.md explains each `type`; `detail` explains this occurrence."""

    type = fields.String(required=True)
    title = fields.String(required=True, metadata={"description": "In the reader's language."})
    status = fields.Integer(required=True)
    detail = fields.String(
        required=True, metadata={"description": "What is wrong this time, in the reader's language."}
    )


class Kind:
    """One kind of refusal. `when` describes its cause in a sentence; `members` are its additional members, by name.

    With `waits` the response gives the seconds after which the same request may be sent again.
    """

    def __init__(self, title: str, status: int, when: str, waits: int = 0, **members: fields.Field[Any]) -> None:
        self.title = title
        self.status = status
        self.when = when
        self.waits = waits
        self.members: Mapping[str, fields.Field[Any]] = members

    @property
    def urn(self) -> str:
        """The URN of the kind, made from its title."""
        return type_of(self.title)

    @cached_property
    def schema(self) -> type[Problem]:
        """The schema of refusals of this kind."""
        name = "Problem." + self.title.replace("'", "").title().replace(" ", "")
        members = {
            "type": fields.String(required=True, validate=validate.Equal(self.urn)),
            "status": fields.Integer(required=True, validate=validate.Equal(self.status)),
        }
        return extending(Problem, name, self.when, {**members, **self.members})


def type_of(title: str) -> str:
    """The type of the problems with this title."""
    return URN + title.lower().replace(" ", "-").replace("'", "")


def _member(description: str) -> fields.Field[Any]:
    return fields.String(required=True, metadata={"description": description})


def _errors() -> fields.Field[Any]:
    value = {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "object"}]}
    about = "By field, for a body or a query: sentences, or the same again for the parts of the field."
    return fields.Dict(keys=fields.String(), values=fields.Raw(metadata=value), metadata={"description": about})


ADDRESS_REFUSED = Kind("Address refused", 422, "The mail server accepts no mail for this address.")
ADDRESS_TAKEN = Kind("Address taken", 409, "Another player has confirmed this address.")
AGAINST_THE_RULES = Kind(
    "Against the rules", 409,
    "The command is understood but breaks a rule of the title or of every game.",
    rule=_member("The number of the rule."),
    move=fields.Integer(metadata={"description": "Of several moves that came together, which one; the first is 1."}),
    receipt=fields.Nested(
        schema_of(Receipt),
        metadata={
            "description": "If a nonce could not be opened: the server's signed statement that it had this request "
            "when the game stood at that position.",
        },
    ),
)  # fmt: skip
ALREADY_SETTLED = Kind("Already settled", 409, "An operator has settled this report.")
ANOTHERS_SEAT = Kind("Another's seat", 403, "`as` names another player's seat, and the game is still running.")
BAD_JSON = Kind("Bad JSON", 400, "The body is not JSON.")
BAD_LINK = Kind(
    "Bad link", 403, "The link or code from an email is invalid, has expired, or belongs to another browser."
)
BAD_PASSKEY = Kind(
    "Bad passkey", 403, "The passkey's signature is invalid, or no player on this server has this passkey."
)
BAD_SIGNATURE = Kind(
    "Bad signature", 422,
    "The signed text does not name this command, this seat and a digest of this game's record, or the seat's key did "
    "not sign it.",
)  # fmt: skip
BUSY = Kind(
    "Busy",
    503,
    "Too many moves in one game arrived at the same time. Send the request again after `Retry-After`.",
    waits=1,
)
CLOSED_ROOM = Kind(
    "Closed room", 403,
    "While a game is running, its players and its spectators cannot read each other's chat, and comments are closed.",
)  # fmt: skip
DISK_SHORT = Kind(
    "Insufficient storage", 507,
    "The server's disk is nearly full. Running games continue, but no new ones can be opened until there is room.",
)  # fmt: skip
FOREIGN_PAGE = Kind(
    "Foreign page", 403,
    "A request that changes something has a session cookie, but neither `Sec-Fetch-Site` nor `Origin` shows that it "
    "comes from a page of this server.",
)  # fmt: skip
FULL = Kind(
    "Full", 503,
    "The server is overloaded. Send the request again after `Retry-After`; moves are served first.",
    waits=5,
)  # fmt: skip
HEAD_TOO_LARGE = Kind("Request Header Fields Too Large", 431, "The request's headers are larger than 32 KiB.")
INTERNAL_ERROR = Kind("Internal error", 500, "A server error. Nothing was saved.")
INVITATION_NEEDED = Kind(
    "Invitation needed", 403,
    "New players need an invitation to this server, and the request has none, or one that is invalid, used up or "
    "expired.",
)  # fmt: skip
INVALID_NAME = Kind("Invalid name", 422, "The player's name is not accepted.")
INVALID_OPTION = Kind(
    "Invalid option", 422, "The title does not have this option, or does not accept this value.",
    option=_member("The name of the option."),
)  # fmt: skip
INVALID_REQUEST = Kind(
    "Invalid request", 422,
    "A parameter, a header or a field of the body has the wrong form, or the call has no such parameter or field.",
    errors=_errors(),
)  # fmt: skip
KEY_REUSED = Kind("Key reused", 422, "This `Idempotency-Key` was already used for another request.")
MISDIRECTED = Kind("Misdirected request", 421, "The request's `Host` is not a name of this server.")
MISSING_SCOPE = Kind(
    "Missing scope", 403, "The token does not have the scope that this call needs.", scope=_member("The scope.")
)
MISSING_ROLE = Kind(
    "Missing role", 403, "Only operators, and the players to whom they gave this role, can do this.",
    role=_member("`moderator`, `organiser`, or `operator` for an action against a moderator."),
)  # fmt: skip
NAME_TAKEN = Kind("Name taken", 409, "Another player has this name, or one that looks like it.")
NO_ANALYSIS = Kind("No analysis", 404, "No analysis of this game in its current state was requested.")
NO_MAIL = Kind("No mail", 501, "This server is not set up to send mail.")
NO_SEAT = Kind("No seat", 403, "The player has no seat at this table.")
NO_SUCH_CREDENTIAL = Kind("No such credential", 404, "The player has no session, token or passkey with this id.")
NO_SUCH_DELIVERY = Kind("No such delivery", 404, "There is no failed delivery with this id.")
NO_SUCH_DEVICE = Kind("No such device", 404, "The player has no subscribed browser with this id.")
NO_SUCH_EXAMPLE = Kind("No such example", 404, "The title's rules have no example for this rule.")
NO_SUCH_INVITATION = Kind("No such invitation", 404, "There is no valid invitation with this id.")
NO_SUCH_MESSAGE = Kind("No such message", 404, "There is no message, or no report, with this id.")
NO_SUCH_PLAYER = Kind("No such player", 404, "There is no player with this id.")
NO_SUCH_GAME = Kind("No such game", 404, "There is no game with this id.")
NO_SUCH_POSITION = Kind("No such position", 404, "The game's record has no such position.")
NO_SUCH_TOURNAMENT = Kind("No such tournament", 404, "There is no tournament with this id.")
NO_SUCH_PUZZLE = Kind("No such puzzle", 404, "There is no puzzle with this id.")
NO_SUCH_TITLE = Kind("No such title", 404, "There is no title with this id.")
NO_SUCH_VARIATION = Kind("No such variation", 404, "This game has no variation with this id.")
NO_SUCH_WEBHOOK = Kind("No such webhook", 404, "The player has no webhook with this id.")
NO_VERDICT = Kind("No verdict", 404, "No verdict on this action of the game in its current state was requested.")
NOT_JSON = Kind("Unsupported Media Type", 415, "The `Content-Type` of the body is not JSON.")
NOT_LOGGED = Kind(
    "Not in the log yet", 404,
    "The transparency log does not exist yet, does not have this size yet, or does not contain the game at or after "
    "this position yet. Send the request again after `Retry-After`.",
    waits=3,
)  # fmt: skip
NOT_OPERATOR = Kind("Not an operator", 403, "Only operators, who are appointed on the command line, can do this.")
NOT_WELCOME = Kind("Not welcome", 403, "The player has blocked another player in this game, or is blocked by one.")
NOT_NOW = Kind("Not now", 409, "The tournament does not allow this in its current state.")
NOT_SHAREABLE = Kind(
    "Not shareable", 409,
    "Variations can be shared only of a finished public game: each is an analysis game of the player's own that copies "
    "it and continues with at least one move.",
)  # fmt: skip
NOT_THE_ORGANISER = Kind(
    "Not the organiser", 403, "Only the organiser of the tournament, or an organiser of all tournaments, can do this."
)
NOT_SIGNED_IN = Kind(
    "Not signed in", 401,
    "The player's session or token, or the operator's token for the metrics, is missing, unknown or expired.",
)  # fmt: skip
NOT_FINISHED = Kind(
    "Not finished", 409, "A game can be analysed only when it is finished; a copy of a running game cannot."
)
NOT_YET = Kind(
    "Not yet", 403, "The full view (`as=all`) is available, and variations can be shared, only when the game is over."
)
OUTSIDE_RATINGS = Kind(
    "Outside the ratings", 403, "The open seats of this game are for players with other ratings.",
    rating=fields.Integer(required=True, metadata={"description": "The player's own, as it is shown."}),
    least=fields.Integer(required=True, allow_none=True, metadata={"description": "The lowest; null: none is."}),
    most=fields.Integer(required=True, allow_none=True, metadata={"description": "The highest; null: none is."}),
)  # fmt: skip
PRIVATE_GAME = Kind("Private game", 403, "A private game requires an invitation or a seat in it.")
PROVE_AGAIN = Kind(
    "Prove again", 403,
    "The player must have signed in, in one of these ways, within the last ten minutes (operators: within the last "
    "hour).",
    ways=fields.List(fields.String(), metadata={"description": "`passkey`, `mail`: those that the player has."}),
)  # fmt: skip
SIGN_UP_CLOSED = Kind("Sign-up closed", 403, "This server accepts no new players.")
SILENCED = Kind("Silenced", 403, "An operator has muted this player for some time.")
SUSPENDED = Kind(
    "Suspended", 403, "An operator has suspended this player: for some time they cannot open games, join or chat.",
    reason=_member("Why, in the operator's words."),
)  # fmt: skip
READ_ONLY = Kind(
    "Read-only", 503,
    "Part of the game's record, or its key, was lost on this server: the game can be read, but not played until the "
    "operator has repaired it.",
)  # fmt: skip
RECORD_DAMAGED = Kind(
    "Record damaged", 503,
    "The game's record cannot be read, or contradicts an earlier reading: it was truncated, changed or restored from "
    "an old copy.",
)  # fmt: skip
RECORD_UNAVAILABLE = Kind(
    "Record unavailable", 503,
    "The record, or too many of its replicas, cannot be reached. Acknowledged moves are safe, and this request may "
    "have been saved: send it again after `Retry-After`, with the same `Idempotency-Key`.",
    waits=2,
)  # fmt: skip
TITLE_MISSING = Kind("Title missing", 503, "The title of this game is not installed on this server.")
MOVED_ON = Kind(
    "The game has moved on", 412, "`If-Match` does not match the digest of the record's head.",
    position=_member("The position of the head."), digest=_member("The digest of the head."),
)  # fmt: skip
TOO_MANY_REQUESTS = Kind(
    "Too many requests", 429,
    "A player or an address sent too many requests of this kind. Send the request again after `Retry-After`.",
    waits=1,
)  # fmt: skip
TOO_LARGE = Kind(
    "Request Entity Too Large", 413,
    "The body is larger than 128 KiB or arrives in too many small chunks; a record to be verified is larger than 1 "
    "MiB or has more than 5,000 lines.",
)  # fmt: skip
TOO_MANY_STREAMS = Kind(
    "Too many streams",
    429,
    "This address or player already has the maximum number of open live streams.",
    waits=10,
)

KINDS = tuple(kind for kind in globals().values() if isinstance(kind, Kind))

# Shared by several calls. A caller who can be refused as not signed in can get these, too.
SIGNING = (MISSING_SCOPE, FOREIGN_PAGE)
FINDING = (TOO_MANY_REQUESTS, NOT_SIGNED_IN, NO_SUCH_GAME, TITLE_MISSING, RECORD_DAMAGED, RECORD_UNAVAILABLE)
READING = (*FINDING, PRIVATE_GAME)
LOOKING = (*READING, ANOTHERS_SEAT, NOT_YET)
SENDING = (TOO_MANY_REQUESTS, BAD_JSON, TOO_LARGE, NOT_JSON, INVALID_REQUEST)
