"""Rulebook: the interface that every title implements, its description, its options and its result."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal, Protocol, TypeVar, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import asdict

from domain.chance import Chance
from domain.messages import Command, Event, Sentence
from domain.redaction import Hidden
from domain.rules_text import chapters_of, rules_of

PROTOCOL = 3
"""The version of the title interface. A title in another package states the version it was written for; a breaking
change raises the number.
"""

MOST_SEATS = 12
"""A title may seat this many players, because the pages have no more marks for seats."""

Better = Literal["most", "fewest"]


class BadOption(Exception):
    """An option that the title does not have, or an invalid value."""

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(f"{option}: {reason}")
        self.option = option
        self.reason = reason


def no_components(data: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """Refuse a component file: the `read_components` of a title without components that a host could replace."""
    raise BadOption("components", "this title has none to replace")


def gettext_noop(text: str) -> str:
    """Mark a text for the catalogs; it is translated where it is shown."""
    return text


class Option(Struct, frozen=True, omit_defaults=True):
    """One setting of a new game. Kind `components` takes a component file: TOML text, or an equivalent object.

    `label` is its name in a form, `labels` are the names of the choices, and `text` explains it.
    """

    name: str
    kind: Literal["flag", "number", "choice", "components"]
    default: bool | int | str | None
    text: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    label: str = ""
    labels: tuple[str, ...] = ()


class ComponentStatus(Struct, frozen=True):
    """The certainty of a part of the component data: `exact`, `attested`, `reconstructed` or `host` (a host's file)."""

    part: str
    status: str
    note: str


class Cell(Struct, frozen=True, gc=False):
    """One cell: its name, its place, and what stands on it: a piece of this `seat`, a `text` such as "♞", or both."""

    name: str
    column: int
    row: int
    seat: int | None = None
    text: str = ""


class Grid(Struct, frozen=True, gc=False):
    """A board. A cell is picked for the field `field` of a command, whose values are cells' names.

    Columns and rows are any whole numbers, and cells may be missing. Each row of `hexes` begins half a cell further to
    the right than the row above. `sides` are the seats to which the edges at the top, right, bottom and left belong.
    """

    shape: Literal["hexes", "squares"]
    cells: tuple[Cell, ...]
    sides: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    field: str = "cell"


class Hand(Struct, frozen=True, gc=False):
    """A row of cards: those of a `seat`, or, without one, those in front of all, such as a trick or numbers to choose.

    `name` is a text for readers. A card is picked for the field `field` of a command, of which it is a value; a
    `Hidden` one is shown face down.
    """

    name: str
    cards: tuple[str | int | Hidden, ...]
    seat: int | None = None
    field: str = "card"


class Track(Struct, frozen=True, gc=False):
    """A track of the spaces 0 to `most`, with the space of each seat's marker. `name` is a text for readers."""

    name: str
    spaces: tuple[int, ...]
    most: int


DECLARED = ("grid", "hands", "tracks")
"""The functions of a state by which a title declares its table for the pages: a `Grid`, `Hand`s and `Track`s."""


def cell_name(column: int, row: int) -> str:
    """The usual name of a cell, such as "a1": a letter for the column, from 0, and the number of the row."""
    return f"{chr(ord('a') + column)}{row + 1}"


class Points(Struct, frozen=True):
    """The unit of a title's points, and whether the `most` or the `fewest` are better.

    `name` heads a column, such as "Bulls"; `one` and `many` count them, such as "{number} bull" and "{number} bulls".
    All three are texts for readers.
    """

    name: str = gettext_noop("Points")
    one: str = gettext_noop("{number} point")
    many: str = gettext_noop("{number} points")
    better: Better = "most"

    def worth(self, points: Sequence[int]) -> tuple[int, ...]:
        """These points, negated if fewer are better, so that more is always better."""
        return tuple(points) if self.better == "most" else tuple(-one for one in points)


class Meta(Struct, frozen=True):
    """The title's description. `rules` maps each rule number of its RULES.md to the rule in one line.

    `visits` says how often a game brings each player back, as measured by `stele tournament`, for each number of
    players from the minimum on, `visits_ordered` how often with standing orders; empty if not measured. A title whose
    rules differ by edition `has_editions`: its `setup` receives the game's edition among the options, as the number
    `edition`. Other titles do not receive it. `languages` are those in which all its texts are: a text is in English
    for readers of any other language. `points` says what the players collect, and whether few are good; none: the game
    has only places.

    `teams` has the team of each seat, such as `(0, 1, 0, 1)` for two against two, in one entry for each number of
    players who play in teams. If all seats are one team, the game is cooperative.
    """

    id: str
    title: str
    designer: str
    publisher: str
    year: int
    least_players: int
    most_players: int
    options: tuple[Option, ...]
    components: tuple[ComponentStatus, ...]
    rules: dict[str, str]
    visits: tuple[int, ...] = ()
    visits_ordered: tuple[int, ...] = ()
    has_editions: bool = False
    languages: tuple[str, ...] = ("en",)
    points: Points | None = Points()
    teams: tuple[tuple[int, ...], ...] = ()

    def teams_of(self, players: int) -> tuple[int, ...]:
        """The team of each seat at this number of players; a seat without partners is a team of its own."""
        return next((teams for teams in self.teams if len(teams) == players), tuple(range(players)))

    def is_cooperative(self, players: int) -> bool:
        """Whether all players win or lose together."""
        return players > 1 and len(set(self.teams_of(players))) == 1


class Result(Struct, frozen=True):
    """The result of a game, seat by seat: place (1 wins; equal places share), points, and the reason in words.

    In a game without points `points` is empty.

    Partners have the same place. If the players of a cooperative game lose, all have place 2.
    """

    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str

    def winners(self) -> tuple[int, ...]:
        """The seats in first place; none if the players of a cooperative game have lost."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    def shares(self, teams: Sequence[int]) -> tuple[float, ...]:
        """Each seat's share of the win: 1 divided among the winning teams, whose players each have all of it."""
        winning = {teams[seat] for seat in self.winners()}
        return tuple((place == 1) / len(winning) if winning else 0.0 for place in self.places)

    def ranking_last(self, last: Sequence[bool]) -> "Result":
        """The result with these seats last, keeping their order among themselves."""
        if not any(last):
            return self
        order, first = list(zip(last, self.places, strict=True)), min(self.places)
        return Result(tuple(first + sum(other < mine for other in order) for mine in order), self.points, self.reason)


S = TypeVar("S")
T = TypeVar("T")


class Show(Protocol):
    """How a view's parts are built: `show(part, *inputs)` equals `part(*inputs)`.

    A caller that shows consecutive states may pass in a memo (`replay.frames`), which returns the same object for the
    same inputs. `at` distinguishes several parts made by one function, such as the parts of each seat.
    """

    def __call__(self, part: Callable[..., T], *inputs: Any, at: Hashable = None) -> T:
        """The part, which may depend on nothing but these inputs. It must not be modified."""
        ...


def anew(part: Callable[..., T], *inputs: Any, at: Hashable = None) -> T:
    """The part, built again; for a caller that shows a single state."""
    return part(*inputs)


def part(shape: Callable[..., T], source: Any = None, **others: Any) -> T:
    """A part of a view, with the members of this shape (a `TypedDict`): the source's, or the `others` given here.

    Values become plain JSON: a tuple becomes a list, a Struct an object of its fields, and what is hidden is null.
    """
    names, converted = _members(shape)
    values = {name: others[name] if name in others else getattr(source, name) for name in names}
    for name in converted:
        if (value := values[name]).__class__ not in _PLAIN:
            values[name] = plain(value)
    return values  # type: ignore[return-value]


_PLAIN = frozenset((int, str, bool, type(None), list, dict))
"""Types whose values are used unchanged."""


@cache
def _members(shape: type[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The members of this shape, and those members whose values may have to be converted."""
    hints = get_type_hints(shape)
    plain = {name for name, hint in hints.items() if hint in _PLAIN or get_origin(hint) is Literal}
    return tuple(hints), tuple(name for name in hints if name not in plain)


def plain(value: Any) -> Any:
    """The value as plain JSON: a tuple becomes a list, a Struct an object of its fields, and what is hidden is null."""
    if isinstance(value, tuple):
        return [one if one.__class__ in _PLAIN else plain(one) for one in value]
    if isinstance(value, Hidden):
        return None
    if isinstance(value, Struct):
        return {name: one if one.__class__ in _PLAIN else plain(one) for name, one in asdict(value).items()}
    return value


class Rulebook(Protocol[S]):
    """A title. A folder under `titles/` is one, or a package installed beside Stele: its `__init__` module offers these
    names, and, if it counts points (`meta.points`), `standing` (`RulebookWithPoints`). Some have a default
    (`domain.title_plugins.completed`). If points alone do not rank its players, it also offers `places`: the place of
    each seat in a state if the game ended there. If players can be eliminated, it also offers `eliminated`: the seats
    that are out of the game in a state. If it has no drawing of its own (`board.js`), the pages draw what it declares
    of a state (`DECLARED`): `grid`, a `Grid`, `hands`, a tuple of `Hand`s, and `tracks`, a tuple of `Track`s.

    `State` is the type of its states, `COMMANDS` and `EVENTS` list its message types, `UPCASTERS` converts an old
    event's data to the next version: `{("OldEvent", 1): function from data to data}`.
    """

    meta: Meta
    State: type[S]
    COMMANDS: tuple[type[Command], ...]
    EVENTS: tuple[type[Event], ...]
    UPCASTERS: Mapping[tuple[str, int], Any]

    def read_components(self, data: Mapping[str, Any] | str) -> Mapping[str, Any]:
        """A host's component file (TOML text or an equivalent object), checked, in its plain form, or `BadOption`."""
        ...

    def setup(self, players: int, options: Mapping[str, Any], chance: Chance) -> Iterable[Event]:
        """The events that set up the game before the first player acts. The first one creates the state.

        Only `set_up` calls it.
        """
        ...

    def decide(self, state: S, command: Command, chance: Chance) -> Iterable[Event]:
        """The player's own event, or `Illegal` with the reason and the rule's number. Accepts what `legal` lists."""
        ...

    def advance(self, state: S, chance: Chance) -> Event | None:
        """The next event by the rules; none while a player must answer or when the game is over."""
        ...

    def evolve(self, state: S | None, event: Event) -> S:
        """The state after the event: total, cheap and without checks. Works on redacted events too."""
        ...

    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that must answer now, in ascending order."""
        ...

    def legal(self, state: S, seat: int) -> Sequence[Command]:
        """All legal answers of this seat, in a stable order; none if it is not asked."""
        ...

    def view(self, state: S, show: Show = anew) -> Mapping[str, Any]:
        """The view of a redacted state, as plain JSON values; `show` builds each of its parts.

        A title may declare its shape in the `TypedDict` `Table` of its module `shown`.
        """
        ...

    def result(self, state: S) -> Result | None:
        """The result of the game, or none while it continues."""
        ...

    def conserved(self, state: S) -> dict[str, int]:
        """Quantities of the full state that no event may change after the set-up."""
        ...

    def determinize(self, past: Sequence[Event], lot: Chance) -> Sequence[Event]:
        """The title's events so far, as one seat has seen them, with each hidden value drawn at random.

        The given past obeys the rules: redacted for the seat it equals the input, every command in it was legal, and
        everything else follows by the rules. One such past is drawn, using only the randomness of `lot`.

        The input and output are events, not a state, for two reasons. A redacted state is not enough: it does not show
        which cards were revealed, and what the deck contained when they were drawn. And a title declares its secrets in
        its events, so it need implement this only once, as the state is their fold (`determinization.determinize`) and
        a record consists of the events themselves.
        """
        ...

    def narrate(self, event: Event) -> Sentence:
        """The sentence for this event for its viewer, from the redacted event alone."""
        ...

    def describe(self, command: Command) -> Sentence:
        """The sentence for this command, for a list of moves to choose from."""
        ...

    def appraise(self, state: S, seat: int, commands: Sequence[Command]) -> Sequence[int]:
        """How good each of these legal commands looks to a sensible player with this redacted state.

        Higher is better. The commands belong to one moment, so their common part is evaluated once.
        """
        ...


class RulebookWithPoints(Rulebook[S], Protocol[S]):
    """A title that counts points."""

    def standing(self, state: S, show: Show = anew) -> tuple[int, ...]:
        """The points of each seat so far (`meta.points`), for a running game's summary and score graph."""
        ...


def set_up(
    rulebook: Rulebook[S], players: int, options: Mapping[str, Any], chance: Chance, edition: int
) -> Iterable[Event]:
    """The events that set up a game by this edition of the rules."""
    told = {**options, "edition": edition} if rulebook.meta.has_editions else options
    return rulebook.setup(players, told, chance)


def points_so_far(rulebook: Rulebook[S], state: S, show: Show = anew) -> tuple[int, ...]:
    """The points of each seat in this state; empty for a title without points."""
    if rulebook.meta.points is None:
        return ()
    standing: Callable[[S, Show], tuple[int, ...]] = rulebook.standing  # type: ignore[attr-defined]
    return tuple(standing(state, show))


def places_so_far(rulebook: Rulebook[S], state: S, players: int) -> tuple[int, ...]:
    """The place of each of these players if the game ended now (G23): by its title's ranking, otherwise by points.

    Without either they share the first place.
    """
    ranked: Callable[[S], tuple[int, ...]] | None = getattr(rulebook, "places", None)
    if ranked is not None:
        return ranked(state)
    points = rulebook.meta.points
    return (1,) * players if points is None else by_points(points_so_far(rulebook, state), points.better)


def eliminated(rulebook: Rulebook[S], state: S | None) -> tuple[int, ...]:
    """The seats that are out of the game while it continues (G29): they are no longer asked."""
    found: Callable[[S], Iterable[int]] | None = getattr(rulebook, "eliminated", None)
    return () if found is None or state is None else tuple(sorted(found(state)))


def by_points(points: Sequence[int], better: Better = "most") -> tuple[int, ...]:
    """The place of each seat by points, of which the most or the fewest are better; equal points share a place."""
    worth = Points(better=better).worth(points)
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def numbered_rules(package: str) -> dict[str, str]:
    """The numbered rules and rulings of the title in this package, from its RULES.md."""
    text = resources.files(package).joinpath("RULES.md").read_text("utf-8")
    return rules_of(chapters_of(text))


def settle_options(rulebook: Rulebook[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a new game: the given ones, checked, and defaults for the rest, or `BadOption`."""
    known = {option.name: option for option in rulebook.meta.options}
    for name in given:
        if name not in known:
            raise BadOption(name, "this title has no such option; it has: " + (", ".join(sorted(known)) or "none"))
    return {
        name: _settled(rulebook, option, given[name]) if name in given else option.default
        for name, option in sorted(known.items())  # in this order: every process yields the same bytes
    }


def _settled(rulebook: Rulebook[Any], option: Option, value: Any) -> Any:
    if option.kind == "flag":
        if not isinstance(value, bool):
            raise BadOption(option.name, "must be true or false")
    elif option.kind == "number":
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadOption(option.name, "must be a whole number")
        if (option.least is not None and value < option.least) or (option.most is not None and value > option.most):
            raise BadOption(option.name, f"must be from {option.least} to {option.most}")
    elif option.kind == "choice":
        if value not in option.choices:
            raise BadOption(option.name, "must be one of: " + ", ".join(option.choices))
    elif value is not None:
        if not isinstance(value, (str, Mapping)):
            raise BadOption(option.name, "must be the text of a component file, or an equivalent object")
        # The status claimed by a host's file does not count: it cannot be checked.
        return {**rulebook.read_components(value), "status": "host"}
    return value
