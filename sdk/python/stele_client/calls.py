"""Calls: each is a value that any client sends, and that knows the type of its response."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar, overload
from urllib.parse import quote, urlencode

import msgspec
from msgspec import Struct

from stele_client.problems import Problem
from stele_client.shapes import (
    Events,
    Game,
    Games,
    LegalMoves,
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
    """One call: what is sent, and what comes back. One that `may_repeat` does the same once or twice."""

    method: str
    path: str
    says: Any
    body: bytes | None = None
    headers: Mapping[str, str] = {}
    may_repeat: bool = False

    def read(self, status: int, content: bytes) -> Said:
        """What the server said; a refusal is raised."""
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


def sign_up(name: str) -> Call[SignedUp]:
    """A new player under this name; the token is shown this once."""
    return _post("/api/players", SignedUp, {"name": name})


def me() -> Call[Player]:
    """Who I am."""
    return _get("/api/me", Player)


def titles() -> Call[Titles]:
    """Every title."""
    return _get("/api/rulebooks", Titles)


def rulebook(title: str) -> Call[Rulebook]:
    """A title with its rules by number."""
    return _get(f"/api/rulebooks/{quote(title, safe='')}", Rulebook)


def lobby(**filters: Any) -> Call[Games]:
    """The games of the lobby, newest first: `status="waiting"`, `rulebook=…`, `cursor=…` and what else it can sift."""
    asked = {name: str(value).lower() if isinstance(value, bool) else value for name, value in filters.items()}
    return _get("/api/games", Games, **asked)


def my_turns() -> Call[Games]:
    """The games that wait for me, the one that has waited longest first. To be told of them, follow `news`."""
    return _get("/api/me/turns", Games)


def open_game(title: str, players: int, *, sit: bool = False, **chosen: Any) -> Call[Game]:
    """A new table, where nobody sits yet: look at its commitment, then `sit_down` with a nonce.

    `chosen` are `options`, `computer_players`, `computer_kind`, `reserved` (for whom the seats are kept), `strict`, `private`, `pace` …
    """
    return _post("/api/games", Game, {"rulebook": title, "players": players, "sit": sit, **chosen})


def sit_down(
    game: str, nonce: str = "", *, commitment: str = "", seat: int = 0, invite: str | None = None
) -> Call[Game]:
    """A seat at this table, with a nonce that is added to its luck.

    At a strict table it is `commitment_to` a nonce for this `seat`, which `open_nonce` opens when everybody sits.
    """
    body = {"nonce": nonce, "nonce_commitment": commitment, "seat": seat, "invite": invite}
    return _post(_game(game, "/seats"), Game, {name: value for name, value in body.items() if value})


def new_nonce() -> str:
    """A nonce that nobody can guess."""
    return secrets.token_hex(16)


def commitment_to(game: str, seat: int, nonce: str) -> str:
    """What binds a seat of a strict table to a nonce that is told later."""
    parts = (b"stele/nonce/1", game.encode(), str(seat).encode(), nonce.encode())
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()


def open_nonce(game: str, nonce: str) -> Call[Game]:
    """Open the nonce that was committed to; the last one starts the game."""
    return _post(_game(game, "/nonce"), Game, {"nonce": nonce})


def game(game: str, invite: str | None = None) -> Call[Game]:
    """The summary of a game."""
    return _get(_game(game), Game, invite=invite)


@overload
def state(game: str, *, at: str | None = None, viewer: int | str | None = None) -> Call[Seen[dict[str, Any]]]:
    """With the table as plain values."""


@overload
def state(
    game: str, table: type[Table], *, at: str | None = None, viewer: int | str | None = None
) -> Call[Seen[Table]]:
    """With the table as a type of one's own."""


def state(
    game: str, table: Any = dict[str, Any], *, at: str | None = None, viewer: int | str | None = None
) -> Call[Any]:
    """The game at a position (by default now), its table as this type; by default as my seat sees it."""
    return _get(_game(game, "/state"), Seen[table], at=at, as_=viewer)


def legal_moves(game: str) -> Call[LegalMoves]:
    """Every legal move of my seat, each ready to be sent."""
    return _get(_game(game, "/legal-moves"), LegalMoves)


def play(
    game: str, move: Move | Sequence[Move], *, expecting: str | None = None, key: str | None = None
) -> Call[Moved]:
    """Make a move, or several as one: only the last of them may lead to what the seat cannot foresee (rule G25).

    `expecting` is the digest of the record that the move answers: the server refuses if the game has moved on. The
    call carries an idempotency key of its own: however often it is sent, the move is made once.
    """
    headers = {"Idempotency_Key": key or secrets.token_urlsafe(16)}
    if expecting is not None:
        headers["If_Match"] = expecting
    body = move if isinstance(move, Mapping) else {"moves": list(move)}
    return _post(_game(game, "/moves"), Moved, body, **headers)


def events(game: str, after: str | None = None, limit: int | None = None) -> Call[Events]:
    """What happened in a game after a position. To be told of what happens, `follow` it."""
    return _get(_game(game, "/events"), Events, after=after, limit=limit)
