"""Sums: the numbers that the statistics add up, game by game, and the summary that follows from them.

Each game adds whole numbers to named fields, so the order of the games changes nothing, and a game whose result changes
takes back exactly what it added.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from services.games.statistics.game_facts import GameFacts

DAY = 86_400_000
COUNTS = "games"
Change = tuple[str, str]
"""The name of some sums, and a field of them."""


class Value(Struct, frozen=True):
    """How often a value occurred, and how often its seat won."""

    value: int | None
    number: int
    wins: int


class Entry(Struct, frozen=True):
    """A title's counts of one thing in one round (0: in any): the values, ascending."""

    which: str
    round: int
    values: tuple[Value, ...]

    @property
    def number(self) -> int:
        """How often this value occurred."""
        return sum(one.number for one in self.values)

    @property
    def wins(self) -> int:
        """How often the seat with this value won."""
        return sum(one.wins for one in self.values)

    @property
    def average(self) -> float | None:
        """The average of the topic's values, or none if it has no values."""
        known = [one for one in self.values if one.value is not None]
        total = sum(one.number for one in known)
        return sum((one.value or 0) * one.number for one in known) / total if total else None


class AnswerSum(Struct, frozen=True):
    """How often an answer was given, and how often its seat won. `event` is the answer's event as JSON."""

    event: str
    number: int
    wins: int


class Example(NamedTuple):
    """A game in which an answer was given, and the number of the answer's action."""

    game: str
    action: int


class Position(Struct, frozen=True):
    """A situation: in how many games it occurred, and the answers, the most frequent first."""

    games: int
    answers: tuple[AnswerSum, ...]


class Summary(Struct, frozen=True):
    """The statistics of a title with a number of players. `complete` counts games played to the end of their rules.

    `wins` are the seats' shares of the first place; points, actions and days are distributions over complete games,
    ascending. `topics` has the title's own numbers, by the topic's id.
    """

    games: int
    complete: int
    wins: tuple[int, ...]
    points: tuple[Value, ...]
    actions: tuple[tuple[int, int], ...]
    days: tuple[tuple[int, int], ...]
    openings: tuple[AnswerSum, ...]
    topics: Mapping[str, tuple[Entry, ...]]


Kind = Literal["people", "mixed", "demonstration"]
"""Games of persons only, other games with a person, and the server's own, which show a title that has no others."""


def group(rulebook: str, players: int, kind: Kind) -> str:
    """The name of a group of games: the games of a title with a number of players, of one kind."""
    return f"{rulebook}:{players}:{kind}"


def kind_of(row: GameFacts) -> Kind:
    """The kind of this game."""
    if row.is_demonstration:
        return "demonstration"
    return "people" if row.people else "mixed"


def changes(row: GameFacts) -> Counter[Change]:
    """The additions of this game to the sums."""
    found: Counter[Change] = Counter()
    name = group(row.rulebook, row.players, kind_of(row))
    found[COUNTS, name] += 1
    for field in _fields(row):
        found[f"sums:{name}", field] += 1
    for situation, field in _answers(row):
        found[f"at:{name}:{situation}", field] += 1
    return found


def _fields(row: GameFacts) -> Iterator[str]:
    yield _field("games")
    for seat, one in enumerate(row.seats):
        if one.place == 1:
            yield _field("seat", seat)
    if row.complete:
        yield _field("complete")
        yield _field("actions", row.actions)
        yield _field("days", max(0, row.ended_at - row.started_at) // DAY)
        for seat, one in enumerate(row.seats):
            if one.points is not None:
                yield from _both(row.has_won(seat), "points", one.points)
    for opening in row.openings:
        yield from _both(row.has_won(opening.seat), "opening", opening.event)
    for fact in row.facts:
        yield from _both(row.has_won(fact.seat), "fact", fact.topic, fact.which, fact.round, fact.value)


def _answers(row: GameFacts) -> Iterator[tuple[str, str]]:
    for situation in dict.fromkeys(answer.situation for answer in row.answers):
        yield situation, _field("games")
    for answer in row.answers:
        for field in _both(row.has_won(answer.seat), "answer", answer.event):
            yield answer.situation, field


def _both(has_won: bool, *parts: Any) -> Iterator[str]:
    yield _field(*parts)
    if has_won:
        yield _field("won", *parts)


def _field(*parts: Any) -> str:
    return msgspec.json.encode(parts).decode()


def summary(players: int, sums: Mapping[str, int]) -> Summary:
    """The statistics that these sums give."""
    numbers, won = _read(sums)
    of = _by_kind(numbers)
    topics: dict[str, dict[tuple[str, int], list[Value]]] = defaultdict(lambda: defaultdict(list))
    for (topic, which, turn, value), number in of["fact"]:
        topics[topic][which, turn].append(Value(value, number, won["fact", topic, which, turn, value]))
    return Summary(
        numbers["games",],
        numbers["complete",],
        tuple(numbers["seat", seat] for seat in range(players)),
        _ascending(Value(points, number, won["points", points]) for (points,), number in of["points"]),
        tuple(sorted((count, number) for (count,), number in of["actions"])),
        tuple(sorted((count, number) for (count,), number in of["days"])),
        _most(AnswerSum(event, number, won["opening", event]) for (event,), number in of["opening"]),
        {
            topic: tuple(Entry(which, turn, _ascending(values)) for (which, turn), values in sorted(entries.items()))
            for topic, entries in topics.items()
        },
    )


def position(sums: Mapping[str, int]) -> Position:
    """The situation that these sums give."""
    numbers, won = _read(sums)
    answers = _by_kind(numbers)["answer"]
    return Position(
        numbers["games",], _most(AnswerSum(event, number, won["answer", event]) for (event,), number in answers)
    )


def _read(sums: Mapping[str, int]) -> tuple[Counter[Any], Counter[Any]]:
    """The numbers by field, and the numbers of winners by field."""
    numbers: Counter[Any] = Counter()
    won: Counter[Any] = Counter()
    for field, number in sums.items():
        parts = tuple(msgspec.json.decode(field, type=list[Any]))
        if parts[0] == "won":
            won[parts[1:]] = number
        else:
            numbers[parts] = number
    return numbers, won


def _by_kind(numbers: Mapping[Any, int]) -> Mapping[str, list[tuple[Any, int]]]:
    found: dict[str, list[tuple[Any, int]]] = defaultdict(list)
    for (kind, *rest), number in numbers.items():
        found[kind].append((tuple(rest), number))
    return found


def _ascending(values: Iterable[Value]) -> tuple[Value, ...]:
    return tuple(sorted(values, key=lambda one: (one.value is not None, one.value)))


def _most(answers: Iterable[AnswerSum]) -> tuple[AnswerSum, ...]:
    return tuple(sorted(answers, key=lambda one: (-one.number, one.event)))
