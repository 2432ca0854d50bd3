"""Game facts: the statistics' data on one finished game, read from its record.

Only public games that were played here count, with a person in at least one seat and without a component file of their
own, and the demonstration games, apart from all others. Analysis games and imported games do not count. The facts name
no player, so nothing needs to be deleted with an account.
"""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game import PERSON, SHARED_EVENTS, Game, GameFinished, GameStarted
from domain.messages import Event, Record
from domain.redaction import redact
from domain.rulebook import Rulebook
from domain.statistics import Fact
from domain.title_loader import find_statistics
from eventstore.entries import parse_position
from replay.past_states import counting_actions, placed_records
from replay.viewer_state import Seen
from services.games.statistics.demonstrations import is_demonstration
from services.games.tables import Tables

MOST_FACTS = 2_000
MOST_ANSWERS = 200
"""Of a game, at most this many answers are compared with other games'."""
EARLY = 12
"""The most compared answers of a game whose title declares no situations, because whole states are equal only early in
games.
"""

_SHARED = frozenset(SHARED_EVENTS)


class SeatFacts(Struct, frozen=True, array_like=True):
    """One seat's end of a game: its place (1 wins; equal places share), its points (none in a game without points), and
    whether it was a person's.
    """

    place: int
    points: int | None
    person: bool


class Answer(Struct, frozen=True, array_like=True):
    """An answer in a situation: the situation's key (empty: none), the seat, and the answer as canonical JSON.

    The JSON is the answer's event with seat 0, so that equal answers of different seats are equal.
    """

    situation: str
    seat: int
    event: str


class Opening(Struct, frozen=True, array_like=True):
    """A seat's first answer, as in `Answer`, and the number of its action in the record."""

    seat: int
    event: str
    action: int


class GameFacts(Struct, frozen=True, omit_defaults=True):
    """The facts of one finished game. Times are in milliseconds since 1970 UTC.

    `people`: only persons played, without computer players and bots. `complete`: it was played to the end of its rules.
    `actions` counts the players' answers that were not taken back. `openings` are each seat's first answers.
    """

    game: str
    rulebook: str
    started_at: int
    ended_at: int
    actions: int
    seats: tuple[SeatFacts, ...]
    people: bool = False
    complete: bool = False
    options: dict[str, Any] = {}
    facts: tuple[Fact, ...] = ()
    openings: tuple[Opening, ...] = ()
    answers: tuple[Answer, ...] = ()

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.seats)

    @property
    def is_demonstration(self) -> bool:
        """Whether only the server's own computer players played, to show the title."""
        return is_demonstration(self.game)

    def has_won(self, seat: int | None) -> bool:
        """Whether this seat shares the first place."""
        return seat is not None and 0 <= seat < len(self.seats) and self.seats[seat].place == 1


def facts_of(tables: Tables, game_id: str, is_bot: Callable[[str], bool]) -> GameFacts | None:
    """The facts of this game, or none if it does not count; raises `NoSuchGame`, `TitleMissing` or `RecordDamaged`."""
    seen = tables.seen(game_id)
    game, result = seen.game, seen.game.result
    if result is None or not may_count(seen):
        return None
    told, none = _FactCounter(seen.rulebook, game), (None,) * game.players
    started_at = ended_at = seen.created_at
    entries = tables.store.read(game_id)
    actions = list(counting_actions(placed_records(seen.projector, entries)))
    for action in reversed(actions):
        for position, record in action.records:
            told.take(parse_position(position).action, record)
            match record.data:
                case GameStarted():
                    started_at = record.at
                case GameFinished():
                    ended_at = record.at
    return GameFacts(
        game_id,
        game.rulebook,
        started_at,
        ended_at,
        told.actions,
        tuple(
            SeatFacts(place, points, seat.kind == PERSON)
            for place, points, seat in zip(result.places, result.points or none, game.seats, strict=True)
        ),
        people=all(seat.kind == PERSON and not any(map(is_bot, (seat.player, *seat.former))) for seat in game.seats),
        complete=told.full is not None and seen.rulebook.result(told.full) is not None,
        options={name: value for name, value in game.options.items() if value is not None},
        facts=tuple(told.facts[:MOST_FACTS]),
        openings=tuple(told.openings.values()),
        answers=tuple(told.answers),
    )


def may_count(seen: Seen) -> bool:
    """Whether the game is finished, public, played here by the common components, and by a person or to show the title.

    No analysis counts.
    """
    game = seen.game
    return (
        game.status == "finished"
        and not game.private
        and game.fork is None
        and seen.imported is None
        and (any(seat.kind == PERSON for seat in game.seats) or is_demonstration(seen.game_id))
        and not any(_is_own_file(seen.rulebook, name, value) for name, value in game.options.items())
    )


def _is_own_file(rulebook: Rulebook[Any], name: str, value: Any) -> bool:
    return value is not None and any(one.kind == "components" and one.name == name for one in rulebook.meta.options)


def situation_of(rulebook: Rulebook[Any], table: Any) -> str:
    """The key of the situation in this public state; empty if its title does not compare it."""
    reduce = find_statistics(rulebook.meta.id).situation
    reduced = table if reduce is None else reduce(table)
    if reduced is None:
        return ""
    return hashlib.sha256(msgspec.json.encode(reduced, order="sorted")).hexdigest()[:16]


def answer_event(event: Event) -> str:
    """The event of an answer as canonical JSON, as if it were seat 0's."""
    own = replace(event, seat=0) if "seat" in event.__struct_fields__ else event
    return msgspec.json.encode(own, order="sorted").decode()


class _FactCounter:
    """The facts of a record, whose events come in order."""

    def __init__(self, rulebook: Rulebook[Any], game: Game[Any]) -> None:
        self._rulebook = rulebook
        self._statistics = find_statistics(game.rulebook)
        self._most = EARLY if self._statistics.situation is None else MOST_ANSWERS
        self.full: Any = None
        self._public: Any = None
        self.actions = 0
        self.facts: list[Fact] = []
        self.openings: dict[int, Opening] = {}
        self.answers: list[Answer] = []

    def take(self, action: int, record: Record[Any]) -> None:
        """Count this event of the action with this number, and continue with the state after it."""
        event = record.data
        if type(event) in _SHARED:
            return
        if self.full is not None:
            self.facts += self._statistics.facts(self.full, event)
            if record.actor is not None:
                self._answer(action, record.actor, event)
        self.full = self._rulebook.evolve(self.full, event)
        self._public = self._rulebook.evolve(self._public, redact(event, "public"))

    def _answer(self, action: int, seat: int, event: Event) -> None:
        self.actions += 1
        said = answer_event(event)
        self.openings.setdefault(seat, Opening(seat, said, action))
        if self.actions <= self._most and (situation := situation_of(self._rulebook, self._public)):
            self.answers.append(Answer(situation, seat, said))
