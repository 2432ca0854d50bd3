"""Response types. Unknown members are ignored, so that a newer server may send more."""

import hashlib
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

Move = dict[str, Any]
"""A move as sent: its `type` and its fields."""

Table = TypeVar("Table")
"""A title's own table: a type of your own, or plain values."""


class Shape(Struct, frozen=True, rename={"viewer": "as"}):
    """The base of all shapes; the member `viewer` is called `as` by the server."""


class Player(Shape, frozen=True):
    """A player."""

    id: str
    name: str


class SignedUp(Shape, frozen=True):
    """A new player and the token, which is shown only once."""

    player: Player
    token: str


class Seat(Shape, frozen=True):
    """A seat and its player; `kind` is `person`, `free`, or a kind of computer player."""

    seat: int
    kind: str
    player: str | None = None
    name: str | None = None
    resigned: bool = False
    reserved: str = ""


class Result(Shape, frozen=True):
    """The result of a game: each seat's place (1: the winner; equal places share), its points, and the reason.

    `points` is empty for a title without points.
    """

    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str = ""


class Game(Shape, frozen=True):
    """The summary of a game."""

    id: str
    rulebook: str
    title: str
    players: int
    status: str
    seats: tuple[Seat, ...]
    position: str
    digest: str
    commitment: str
    to_act: tuple[int, ...]
    private: bool = False
    strict: bool = False
    to_open: tuple[int, ...] = ()
    result: Result | None = None
    your_seat: int | None = None
    invite: str | None = None
    signed: bool = False
    previous: str | None = None


class Games(Shape, frozen=True):
    """One page of games, and the cursor of the next."""

    games: tuple[Game, ...]
    next: str | None = None


class Unit(Shape, frozen=True):
    """The unit of a title's points, in words with `{number}`, and whether `most` or `fewest` are `better`."""

    name: str
    one: str
    many: str
    better: str

    def words(self, number: int) -> str:
        """This number of them: "47 bulls"."""
        return (self.one if number == 1 else self.many).replace("{number}", str(number))


class State(Shape, Generic[Table], frozen=True):
    """The state of a game as one viewer may see it; `table` is in the title's own form.

    Without a `unit` the game counts points, of which more are better; in a game without points `points` is none. If
    there are teams, `teams` has the team of each seat; `eliminated` has the seats that are out of the game.
    """

    viewer: int | str
    status: str
    rulebook: str
    title: str
    seats: tuple[Seat, ...]
    to_act: tuple[int, ...]
    moves: int
    points: tuple[int, ...] | None = None
    result: Result | None = None
    table: Table | None = None
    unit: Unit | None = None
    teams: tuple[int, ...] = ()
    eliminated: tuple[int, ...] = ()


class Seen(Shape, Generic[Table], frozen=True):
    """The game at one position, as one viewer may see it."""

    game: str
    position: str
    digest: str
    viewer: int | str
    state: State[Table]


class LegalMove(Shape, frozen=True):
    """A move that may be sent unchanged, and its effect in words."""

    move: Move
    text: str


class LegalMoves(Shape, frozen=True):
    """My legal moves; none when it is not my turn."""

    position: str
    digest: str
    moves: tuple[LegalMove, ...]


class Event(Shape, frozen=True):
    """An event of a game, as its viewer may see it; `seat` is none for consequences of the rules.

    `seats` are the seats named in the text.
    """

    position: str
    type: str
    seat: int | None
    at: str
    data: dict[str, Any]
    text: str
    digest: str
    seats: tuple[int, ...] = ()


class Receipt(Shape, frozen=True):
    """The server's signed statement of the game's position after a request. `stele_verify.py` checks the signature."""

    scheme: str
    origin: str
    game: str
    position: str
    digest: str
    at: int
    request: str
    public_key: str
    signature: str

    def is_for(self, body: bytes) -> bool:
        """Whether it is about a request with exactly this body."""
        return self.request == hashlib.sha256(body).hexdigest()


class Cosignature(Shape, frozen=True):
    """The newest note of the log that a witness has cosigned, with the witness's key, `name+id+key`."""

    witness: str
    key: str
    size: int
    note: str


class Log(Shape, frozen=True):
    """The transparency log: its newest signed note, the key that signs it, and the promised delay."""

    origin: str
    size: int
    key: str
    note: str
    cosignatures: tuple[Cosignature, ...] = ()
    merge_delay_seconds: int = 0


class Consistency(Shape, frozen=True):
    """The proof that the log of a later size begins with the log of an earlier one; hashes are hexadecimal."""

    proof: tuple[str, ...]


class Logged(Shape, frozen=True, omit_defaults=True):
    """The proof that the log has a game at a position; hashes are hexadecimal, the leaf's sibling first."""

    scheme: str
    game: str
    position: str
    digest: str
    index: int
    proof: tuple[str, ...]
    note: str
    public_key: str
    previous: str = ""


class DigestAt(Shape, frozen=True):
    """The record's digest at a position; none if it has no entry there."""

    position: str
    digest: str | None


class Digests(Shape, frozen=True):
    """The record's digests at some positions, and its end."""

    position: str
    digest: str
    digests: tuple[DigestAt, ...]


class Moved(Shape, frozen=True):
    """The effects of a move, and the state after it. Keep the receipt: it makes you a witness of the record."""

    position: str
    digest: str
    events: tuple[Event, ...]
    state: State[dict[str, Any]]
    to_act: tuple[int, ...]
    receipt: Receipt


class ForeseenEvent(Shape, frozen=True):
    """An event that a move would cause."""

    type: str
    text: str


class Foreseen(Shape, Generic[Table], frozen=True):
    """The consequences of a move, as far as my seat can know them; `moves` are those that it could make next.

    It is not `complete` if a random draw, another player's secret or another player's answer decides.
    """

    position: str
    digest: str
    events: tuple[ForeseenEvent, ...]
    state: State[Table]
    to_act: tuple[int, ...]
    complete: bool
    moves: tuple[LegalMove, ...]


class Events(Shape, frozen=True):
    """A part of a record, and where the next part begins."""

    events: tuple[Event, ...]
    next: str | None = None


class Notice(Shape, frozen=True):
    """A notification: `kind` is its subject (`turn`, `invited`, `started`, `over`, …), `seat` is my own.

    It is `standing` while it applies: a `turn` until it is no longer my turn.
    """

    id: str
    kind: str
    game: str
    position: str
    at: str
    text: str
    standing: bool
    seat: int | None = None
    by: int | None = None


class Inbox(Shape, frozen=True):
    """My inbox: the number of unread notifications, and the new ones, oldest first."""

    unread: int
    notices: tuple[Notice, ...] = ()


class Numbers(Shape, frozen=True):
    """A title's player counts."""

    min: int
    max: int


class Title(Shape, frozen=True):
    """A title."""

    id: str
    title: str
    players: Numbers


class Titles(Shape, frozen=True):
    """Every title."""

    rulebooks: tuple[Title, ...]


class Rulebook(Title, frozen=True):
    """A title with its rules by number, and the fields of each of its moves by the move's type."""

    rules: dict[str, str] = field(default_factory=dict)
    moves: dict[str, tuple[str, ...]] = field(default_factory=dict)
