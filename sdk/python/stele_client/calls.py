"""Calls: values that any client sends, each with the type of its response."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar, overload
from urllib.parse import quote, urlencode

import msgspec
from msgspec import Struct

from stele_client.problems import Problem
from stele_client.shapes import (
    Consistency,
    Digests,
    Events,
    Foreseen,
    Game,
    Games,
    LegalMoves,
    Log,
    Logged,
    Move,
    Moved,
    Player,
    Rulebook,
    Seen,
    SignedUp,
    Titles,
)

Said = TypeVar("Said")
Table = TypeVar("Table")


class Call(Struct, Generic[Said], frozen=True):
    """One call and its response type. One that `may_repeat` is idempotent."""

    method: str
    path: str
    says: Any
    body: bytes | None = None
    headers: Mapping[str, str] = {}
    may_repeat: bool = False

    def read(self, status: int, content: bytes) -> Said:
        """The response; a refusal is raised."""
        if status >= 400:
            raise Problem.read(status, content)
        try:
            said: Said = msgspec.json.decode(content, type=self.says)
        except msgspec.MsgspecError:
            raise Problem.read(status, content) from None
        return said


def _get(path: str, says: Any, **query: Any) -> Call[Any]:
    asked = {name.rstrip("_"): str(value) for name, value in query.items() if value is not None}
    return Call("GET", f"{path}?{urlencode(asked)}" if asked else path, says, may_repeat=True)


def _post(path: str, says: Any, body: Any, **headers: str) -> Call[Any]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Call("POST", path, says, msgspec.json.encode(body), named, may_repeat="Idempotency-Key" in named)


def _game(game: str, rest: str = "") -> str:
    return f"/api/games/{quote(game, safe='')}{rest}"


def sign_up(name: str, scopes: Sequence[str] = ("read", "play")) -> Call[SignedUp]:
    """Create an account with this name; the token of these scopes is shown only once.

    A program that manages the account, or creates bots, also needs the scope `account`.
    """
    return _post("/api/players", SignedUp, {"name": name, "scopes": scopes})


def me() -> Call[Player]:
    """My account."""
    return _get("/api/me", Player)


def titles() -> Call[Titles]:
    """Every title."""
    return _get("/api/rulebooks", Titles)


def rulebook(title: str) -> Call[Rulebook]:
    """A title with its rules by number."""
    return _get(f"/api/rulebooks/{quote(title, safe='')}", Rulebook)


def lobby(**filters: Any) -> Call[Games]:
    """The list of games, newest first; filter by `status="waiting"`, `rulebook=…`, `cursor=…` and so on."""
    asked = {name: str(value).lower() if isinstance(value, bool) else value for name, value in filters.items()}
    return _get("/api/games", Games, **asked)


def my_turns() -> Call[Games]:
    """The games where it is my turn, the longest waiting first. To be notified, follow `news`."""
    return _get("/api/me/turns", Games)


def open_game(title: str, players: int, *, sit: bool = False, **chosen: Any) -> Call[Game]:
    """A new game without players: look at its commitment, then `sit_down` with a nonce.

    `chosen` are `options`, `computer_players`, `computer_kind`, `reserved` (the players seats are reserved for),
    `strict`, `private`, `pace` …
    """
    return _post("/api/games", Game, {"rulebook": title, "players": players, "sit": sit, **chosen})


def sit_down(
    game: str, nonce: str = "", *, commitment: str = "", seat: int = 0, invite: str | None = None
) -> Call[Game]:
    """Join this game, with a nonce that is added to its draws.

    In a strict game the nonce is a `commitment_to` one for this `seat`; `open_nonce` reveals it when all seats are
    taken.
    """
    body = {"nonce": nonce, "nonce_commitment": commitment, "seat": seat, "invite": invite}
    return _post(_game(game, "/seats"), Game, {name: value for name, value in body.items() if value})


def decline(game: str, message: str = "") -> Call[Game]:
    """Decline the seat that is reserved for me, with a message to the player who reserved it."""
    return _post(_game(game, "/challenge/answers"), Game, {"message": message})


def new_nonce() -> str:
    """An unpredictable nonce."""
    return secrets.token_hex(16)


def commitment_to(game: str, seat: int, nonce: str) -> str:
    """The commitment of a seat of a strict game to a nonce that is revealed later."""
    parts = (b"stele/nonce/1", game.encode(), str(seat).encode(), nonce.encode())
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()


def open_nonce(game: str, nonce: str) -> Call[Game]:
    """Reveal the committed nonce; the last one starts the game."""
    return Call("PATCH", _game(game, "/seat"), Game, msgspec.json.encode({"nonce": nonce}))


def game(game: str, invite: str | None = None) -> Call[Game]:
    """The summary of a game."""
    return _get(_game(game), Game, invite=invite)


@overload
def state(game: str, *, at: str | None = None, viewer: int | str | None = None) -> Call[Seen[dict[str, Any]]]:
    """The call with the table as plain values instead of a struct."""


@overload
def state(
    game: str, table: type[Table], *, at: str | None = None, viewer: int | str | None = None
) -> Call[Seen[Table]]:
    """With the table as a type of your own."""


def state(
    game: str, table: Any = dict[str, Any], *, at: str | None = None, viewer: int | str | None = None
) -> Call[Any]:
    """The game at a position (by default the current one), with its table as this type; by default my seat's view."""
    return _get(_game(game, "/state"), Seen[table], at=at, as_=viewer)


def legal_moves(game: str) -> Call[LegalMoves]:
    """My legal moves, each ready to be sent."""
    return _get(_game(game, "/legal-moves"), LegalMoves)


def play(
    game: str, move: Move | Sequence[Move], *, expecting: str | None = None, key: str | None = None
) -> Call[Moved]:
    """Make a move, or several as one: only the last may have an outcome that the seat cannot foresee (rule G25).

    `expecting` is the digest of the record that the move answers; the server refuses the move if the game has moved on.
    The call has its own idempotency key, so the move is made once even if it is sent several times.
    """
    headers = {"Idempotency_Key": key or secrets.token_urlsafe(16)}
    if expecting is not None:
        headers["If_Match"] = expecting
    return _post(_game(game, "/moves"), Moved, _one_or_several(move), **headers)


@overload
def preview(game: str, move: Move | Sequence[Move]) -> Call[Foreseen[dict[str, Any]]]:
    """The call with the table as plain values instead of a struct."""


@overload
def preview(game: str, move: Move | Sequence[Move], table: type[Table]) -> Call[Foreseen[Table]]:
    """With the table as a type of your own."""


def preview(game: str, move: Move | Sequence[Move], table: Any = dict[str, Any]) -> Call[Any]:
    """The consequences of a move, or of several, without making it."""
    return _post(_game(game, "/moves?dry_run=true"), Foreseen[table], _one_or_several(move))


def _one_or_several(move: Move | Sequence[Move]) -> Mapping[str, Any]:
    return move if isinstance(move, Mapping) else {"moves": list(move)}


def events(game: str, after: str | None = None, limit: int | None = None) -> Call[Events]:
    """The events of a game after a position. To be notified of new ones, `follow` it."""
    return _get(_game(game, "/events"), Events, after=after, limit=limit)


def log() -> Call[Log]:
    """The transparency log's newest note. `stele_client.log` reads it."""
    return _get("/api/log", Log)


def consistency(first: int, second: int) -> Call[Consistency]:
    """The proof that the log with `second` leaves begins with the log with `first` leaves."""
    return _get("/api/log/consistency", Consistency, from_=first, to=second)


def proof(game: str, at: str | None = None) -> Call[Logged]:
    """The proof that the log has this game at or after a position."""
    return _get(_game(game, "/proof"), Logged, at=at)


def digests(game: str, *positions: str) -> Call[Digests]:
    """The record's digests at these positions now."""
    return _get(_game(game, "/digests"), Digests, at=",".join(positions))
