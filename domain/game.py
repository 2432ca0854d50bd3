"""What every title shares: seats, start when full, resignation, abort, result.

These rules are numbered G1 to G7 in `docs/rules.md`; the title's rules begin when the game starts.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from domain.chance import Chance
from domain.messages import Command, Event, Illegal, SeatName, Sentence, in_order, say
from domain.rulebook import Result, Rulebook

S = TypeVar("S")

Status = Literal["waiting", "playing", "finished", "aborted"]
PERSON = "person"


class GameCreated(Event, frozen=True):
    """A game was opened. `commitment` is the SHA-256 of the game key, `private` keeps it out of the lobby.

    `computers` names the computer players that take the last seats. `game` is the game's id, so that a record
    cannot be passed off as another game's. Version 1 called the title's id `title` and did not have these three.
    """

    VERSION = 2

    rulebook: str
    players: int
    options: dict[str, Any]
    commitment: str
    private: bool
    computers: tuple[str, ...] = ()
    game: str = ""


class SeatTaken(Event, frozen=True):
    """Somebody sat down. `kind` is `person` or the name of a computer player, `nonce` is what they add to the luck."""

    seat: int
    player: str
    name: str
    kind: str
    nonce: str


class GameStarted(Event, frozen=True):
    """The last seat was taken."""


class SeatResigned(Event, frozen=True):
    """A player gave up. A computer player answers for the seat from now on, and it is ranked last."""

    seat: int


class GameAborted(Event, frozen=True):
    """The game was called off before the first move. It counts for nobody. `key` is the game key, now public."""

    seat: int
    key: str


class GameFinished(Event, frozen=True):
    """The game is over. `key` is the game key: now that it is public, every draw and sealed value can be checked."""

    result: Result
    key: str


class TakeSeat(Command, frozen=True):
    """Sit down in the lowest free seat."""

    player: str
    name: str
    nonce: str = ""


class Resign(Command, frozen=True):
    """Give up a game that is being played."""


class Abort(Command, frozen=True):
    """Call off a game before its first move."""


SHARED_EVENTS: tuple[type[Event], ...] = (
    GameCreated, SeatTaken, GameStarted, SeatResigned, GameAborted, GameFinished,
)  # fmt: skip
_SHARED = frozenset(SHARED_EVENTS)
SHARED_COMMANDS: tuple[type[Command], ...] = (Resign, Abort)

UPCASTERS: Mapping[tuple[str, int], Any] = {
    ("GameCreated", 1): lambda data: (
        {"rulebook" if name == "title" else name: value for name, value in data.items()}
        | {"private": False, "computers": [], "game": ""}
    ),
}


class Seat(Struct, frozen=True):
    """A place at the table and who sits there."""

    player: str
    name: str
    kind: str
    nonce: str
    resigned: bool = False

    @property
    def is_person(self) -> bool:
        """Whether a person answers for this seat."""
        return self.kind == PERSON and not self.resigned


class Game(Struct, Generic[S], frozen=True, gc=False):
    """The state of one game: what every title shares, and the title's state in `table` once it has started."""

    rulebook: str
    players: int
    options: dict[str, Any]
    commitment: str
    private: bool
    computers: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()
    status: Status = "waiting"
    moves: int = 0
    draws: int = 0
    table: S | None = None
    result: Result | None = None
    key: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.status in ("finished", "aborted")

    @property
    def free_seats(self) -> int:
        """How many seats are open to people."""
        return 0 if self.status != "waiting" else self.players - len(self.computers) - len(self.seats)

    @property
    def names(self) -> list[str]:
        """The players' names, seat by seat."""
        return [seat.name for seat in self.seats]

    @property
    def nonces(self) -> tuple[str, ...]:
        """What the players added to the luck, seat by seat."""
        return tuple(seat.nonce for seat in self.seats)


class Happening(Struct, frozen=True):
    """An event that has been decided but not yet recorded: who caused it and how many draws it took."""

    event: Event
    actor: int | None = None
    luck: int = 0


def evolve_shared(game: Game[Any] | None, event: Event) -> Game[Any]:
    """The state after one of these shared events."""
    if isinstance(event, GameCreated):
        return Game(event.rulebook, event.players, event.options, event.commitment, event.private, event.computers)
    assert game is not None, "a stream begins with GameCreated"
    match event:
        case SeatTaken(_, player, name, kind, nonce):
            return msgspec.structs.replace(game, seats=(*game.seats, Seat(player, name, kind, nonce)))
        case GameStarted():
            return msgspec.structs.replace(game, status="playing")
        case SeatResigned(number):
            seats = tuple(
                msgspec.structs.replace(seat, resigned=True) if index == number else seat
                for index, seat in enumerate(game.seats)
            )
            return msgspec.structs.replace(game, seats=seats)
        case GameAborted(_, key):
            return msgspec.structs.replace(game, status="aborted", key=key)
        case GameFinished(result, key):
            return msgspec.structs.replace(game, status="finished", result=result, key=key)
    raise TypeError(f"{type(event).__name__} is not an event of every game")


def evolve(rulebook: Rulebook[Any], game: Game[Any] | None, event: Event, actor: int | None, luck: int) -> Game[Any]:
    """The state after one event, shared or the title's."""
    if event.__class__ in _SHARED:
        return evolve_shared(game, event)
    assert game is not None, "a stream begins with GameCreated"
    return msgspec.structs.replace(
        game,
        table=rulebook.evolve(game.table, event),
        moves=game.moves + (actor is not None),
        draws=game.draws + luck,
    )


def to_act(rulebook: Rulebook[Any], game: Game[Any]) -> tuple[int, ...]:
    """The seats that must answer now."""
    return rulebook.to_act(game.table) if game.status == "playing" and game.table is not None else ()


def seat_of(game: Game[Any], player_id: str) -> int | None:
    """The seat of this person, or none."""
    for number, seat in enumerate(game.seats):
        if seat.player == player_id and seat.kind == PERSON:
            return number
    return None


def legal(rulebook: Rulebook[Any], game: Game[Any], seat: int) -> tuple[Command, ...]:
    """Every legal answer of this seat in the title's play; resigning is not among them."""
    if game.status != "playing" or game.table is None:
        return ()
    return tuple(rulebook.legal(game.table, seat))


def as_listed(rulebook: Rulebook[Any], game: Game[Any], command: Command) -> Command:
    """The legal command with the same meaning but its set in another order; if there is none, this one (G4)."""
    if not command.ANY_ORDER:
        return command
    wish = in_order(command)
    return next((one for one in legal(rulebook, game, command.seat) if in_order(one) == wish), command)


def open_game(
    rulebook: Rulebook[Any],
    players: int,
    options: Mapping[str, Any],
    commitment: str,
    private: bool,
    computers: tuple[str, ...] = (),
    game_id: str = "",
) -> Happening:
    """The first event of a game (G1); `options` are already settled."""
    if not rulebook.meta.least_players <= players <= rulebook.meta.most_players:
        meta = rulebook.meta
        raise Illegal(
            "{title} is for {least} to {most} players", "G1",
            title=meta.title, least=meta.least_players, most=meta.most_players,
        )  # fmt: skip
    if len(computers) > players:
        raise Illegal("more computer players than seats", "G1")
    return Happening(GameCreated(rulebook.meta.id, players, dict(options), commitment, private, computers, game_id))


def act(rulebook: Rulebook[Any], game: Game[Any], command: Command, chance: Chance, game_key: str) -> list[Happening]:
    """Everything that this command makes happen: the player's own event, then what follows by the rules, or `Illegal`.

    `game_key` is in hexadecimal: the event that ends the game publishes it.
    """
    return list(_play(rulebook, game, command, chance, game_key))


def follow_up(rulebook: Rulebook[Any], game: Game[Any], chance: Chance, game_key: str) -> list[Happening]:
    """What follows without a command: computer players sit down, the game starts (G3), the rules go on."""
    return list(_follow(rulebook, game, chance, game_key))


def _play(
    rulebook: Rulebook[Any], game: Game[Any], command: Command, chance: Chance, game_key: str
) -> Iterator[Happening]:
    if game.is_over:
        raise Illegal("the game is over", "G7")
    actor = len(game.seats) if isinstance(command, TakeSeat) else command.seat
    drawn = chance.draws
    for event in _decide(rulebook, game, command, chance, game_key):
        luck, drawn = chance.draws - drawn, chance.draws
        game = evolve(rulebook, game, event, actor, luck)
        yield Happening(event, actor, luck)
    yield from _follow(rulebook, game, chance, game_key)


def _follow(rulebook: Rulebook[Any], game: Game[Any], chance: Chance, game_key: str) -> Iterator[Happening]:
    if game.status == "waiting" and not game.free_seats:
        for number, kind in enumerate(game.computers, start=len(game.seats)):
            taken = SeatTaken(number, "", f"{kind.capitalize()} {number + 1}", kind, "")
            game = evolve_shared(game, taken)
            yield Happening(taken)
        game = evolve_shared(game, GameStarted())
        yield Happening(GameStarted())
        drawn = chance.draws
        for event in rulebook.setup(game.players, game.options, chance):
            luck, drawn = chance.draws - drawn, chance.draws
            game = evolve(rulebook, game, event, None, luck)
            yield Happening(event, None, luck)
    yield from _advance(rulebook, game, chance, game_key)


def _decide(
    rulebook: Rulebook[Any], game: Game[Any], command: Command, chance: Chance, game_key: str
) -> Iterator[Event]:
    """The player's own event."""
    if isinstance(command, TakeSeat):
        yield _take_seat(game, command)
    elif isinstance(command, Abort):
        if game.moves:
            raise Illegal("a game can be called off only before the first move; you may resign instead", "G6")
        if command.seat != 0:
            raise Illegal("only the player who created the game may call it off", "G6")
        yield GameAborted(command.seat, game_key)
    elif isinstance(command, Resign):
        check_is_played(game)
        if command.seat not in range(len(game.seats)):
            raise Illegal("there is no such seat", "G5")
        if game.seats[command.seat].resigned:
            raise Illegal("this seat has already resigned", "G5")
        yield SeatResigned(command.seat)
    else:
        check_is_played(game)
        yield from rulebook.decide(game.table, command, chance)


def check_is_played(game: Game[Any]) -> None:
    """Refuse a move before the start (G3) and after the end (G7)."""
    if game.is_over:
        raise Illegal("the game is over", "G7")
    if game.status != "playing":
        raise Illegal("the game has not started: seats are still free", "G3")


def _take_seat(game: Game[Any], command: TakeSeat) -> SeatTaken:
    if not game.free_seats:
        raise Illegal("every seat is taken", "G2")
    if any(seat.player == command.player for seat in game.seats):
        raise Illegal("you already have a seat at this table", "G2")
    return SeatTaken(len(game.seats), command.player, command.name, PERSON, command.nonce)


def _advance(rulebook: Rulebook[Any], game: Game[Any], chance: Chance, game_key: str) -> Iterator[Happening]:
    """What follows by the rules until a player must answer or the game is over."""
    if game.status != "playing":
        return
    by_resignation = _result_by_resignation(game)
    if by_resignation is not None:
        yield Happening(GameFinished(by_resignation, game_key))
        return
    drawn = chance.draws
    while (event := rulebook.advance(game.table, chance)) is not None:
        luck, drawn = chance.draws - drawn, chance.draws
        game = evolve(rulebook, game, event, None, luck)
        yield Happening(event, None, luck)
    result = rulebook.result(game.table)
    if result is not None:
        yield Happening(GameFinished(_rank_resigned_last(game, result), game_key))


def _result_by_resignation(game: Game[Any]) -> Result | None:
    """The result if only one seat is left, or no person is (G5)."""
    remaining = [seat for seat in game.seats if not seat.resigned]
    someone_resigned = len(remaining) < len(game.seats)
    if not someone_resigned or (len(remaining) > 1 and any(seat.is_person for seat in remaining)):
        return None
    places = tuple(1 + len(remaining) * seat.resigned for seat in game.seats)
    return Result(places, (0,) * game.players, "resignation")


def _rank_resigned_last(game: Game[Any], result: Result) -> Result:
    """Seats that resigned rank behind all that did not, whatever their caretaker achieved (G5)."""
    if not any(seat.resigned for seat in game.seats):
        return result
    order = [(seat.resigned, place) for seat, place in zip(game.seats, result.places, strict=True)]
    places = tuple(1 + sum(other < mine for other in order) for mine in order)
    return Result(places, result.points, result.reason)


def narrate_shared(event: Event) -> Sentence:
    """What one of these shared events says."""
    match event:
        case GameCreated(rulebook, players):
            return say("A game of {title} for {players} players was opened.", title=rulebook, players=players)
        case SeatTaken(seat):
            return say("{player} sat down.", player=SeatName(seat))
        case GameStarted():
            return say("The game started.")
        case SeatResigned(seat):
            return say("{player} resigned; a computer player takes over the seat.", player=SeatName(seat))
        case GameAborted(seat):
            return say("{player} called the game off.", player=SeatName(seat))
        case GameFinished(result):
            winners = [SeatName(seat) for seat in result.winners()]
            if len(winners) == 1:
                return say("The game is over. {player} won.", player=winners[0])
            return say("The game is over. {players} share first place.", players=winners)
    raise TypeError(f"{type(event).__name__} is not an event of every game")


def describe_shared(command: Command) -> Sentence:
    """What one of these shared commands would do."""
    match command:
        case Resign():
            return say("Resign")
        case Abort():
            return say("Call the game off")
    raise TypeError(f"{type(command).__name__} is not a command of every game")
