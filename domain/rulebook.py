"""Rulebook: the protocol that every title implements, its description, its options and its result."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from importlib import resources
from typing import Any, Literal, Protocol, TypeVar

from msgspec import Struct

from domain.chance import Chance
from domain.messages import Command, Event, Sentence
from domain.rules_text import chapters_of, rules_of

PROTOCOL = 2
"""The version of what a title offers and may import. A title of another package says the one that it was written for;
whatever breaks such a title raises it."""


class BadOption(Exception):
    """An option that the title does not have, or a value that the option does not accept."""

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(f"{option}: {reason}")
        self.option = option
        self.reason = reason


def gettext_noop(text: str) -> str:
    """Mark a text for the catalogs; it is translated where it is shown."""
    return text


class Option(Struct, frozen=True, omit_defaults=True):
    """One setting of a new game. Kind `components` takes a component file: TOML text, or an equivalent object.

    `label` is what a form calls it, `labels` what it calls each of the choices; `text` explains it.
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
    """How certain one part of the component data is: `exact`, `attested`, `reconstructed` or `host` (a host's file)."""

    part: str
    status: str
    note: str


class Meta(Struct, frozen=True):
    """The title's description. `rules` gives each numbered rule of its RULES.md in one line, by number.

    `visits` says how often a game brings each player back, as `flask tournament` counts it, for each number of players
    from the least on, `visits_ordered` how often if they order beforehand what they can; nothing where that was not
    measured. A title whose rules differ by edition `has_editions`: its `setup` finds the game's one among the options,
    as the number `edition`. No other title is told.
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


class Result(Struct, frozen=True):
    """How a game ended, seat by seat: place (1 is the winner; equal places share), points, and why, in plain words."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str

    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    def ranking_last(self, last: Sequence[bool]) -> "Result":
        """The result with these seats behind all others; among themselves they keep their order."""
        if not any(last):
            return self
        order = list(zip(last, self.places, strict=True))
        return Result(tuple(1 + sum(other < mine for other in order) for mine in order), self.points, self.reason)


S = TypeVar("S")
T = TypeVar("T")


class Show(Protocol):
    """What a view's parts are shown by: `show(part, *inputs)` is `part(*inputs)`.

    Whoever shows states one after another may hand in a memo of theirs (`replay.frames`), which gives the same object
    again where the inputs are the same. `at` tells apart the parts that one function makes, such as the seats'.
    """

    def __call__(self, part: Callable[..., T], *inputs: Any, at: Hashable = None) -> T:
        """What the part makes of these inputs, and of nothing else; nobody may change it later."""
        ...


def anew(part: Callable[..., T], *inputs: Any, at: Hashable = None) -> T:
    """The part, made here and now: how a single state is shown."""
    return part(*inputs)


class Rulebook(Protocol[S]):
    """A title. A folder under `titles/` is one, or a package that is installed beside Stele: its `__init__`
    module offers exactly these names, and, if the points alone do not rank its players, `places`: the place of each
    seat in a state if the game ended as it stands.

    `State` is the type of its states, `COMMANDS` and `EVENTS` list its message types, `UPCASTERS` says how an old
    event's data becomes the next version's: `{("OldEvent", 1): function from data to data}`.
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

        It is called by `set_up` alone.
        """
        ...

    def decide(self, state: S, command: Command, chance: Chance) -> Iterable[Event]:
        """The player's own event, or `Illegal` with the reason and the rule's number. Accepts what `legal` lists."""
        ...

    def advance(self, state: S, chance: Chance) -> Event | None:
        """The next event that follows by the rules; none while a player must answer or when all is over."""
        ...

    def evolve(self, state: S | None, event: Event) -> S:
        """The state after the event: total, cheap and without judgement. Works on redacted events too."""
        ...

    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that must answer now, in ascending order."""
        ...

    def legal(self, state: S, seat: int) -> Sequence[Command]:
        """Every legal answer of this seat, complete and in a stable order; none when it is not asked."""
        ...

    def view(self, state: S, show: Show = anew) -> Mapping[str, Any]:
        """The presentation of a state that is already redacted, as plain JSON values, each part made by `show`.

        A title may say its shape in the `TypedDict` `Table` of its module `shown`.
        """
        ...

    def result(self, state: S) -> Result | None:
        """How the game ended, or none while it goes on."""
        ...

    def standing(self, state: S, show: Show = anew) -> tuple[int, ...]:
        """The points of each seat so far, for a running game's summary and score graph."""
        ...

    def conserved(self, state: S) -> dict[str, int]:
        """Quantities of the full state that no event may change after the set-up."""
        ...

    def determinize(self, past: Sequence[Event], lot: Chance) -> Sequence[Event]:
        """The title's events so far, as one seat has seen them, with each hidden value drawn at random.

        The past that is given is the rules' own: redacted for the seat it is what came in, every command in it is one
        that was legal, and all that followed follows by the rules. Of such pasts one is drawn; luck is `lot`'s alone.

        A past comes in and goes out, and not a state, for two reasons. A redacted state is not enough: it has forgotten
        which cards were shown, and what the deck was made of when they were drawn. And a title declares its secrets in
        its events, so a title that fills these in is told once how: the state is their fold (`dealing.determinize`),
        and a record of their own is the events themselves.
        """
        ...

    def narrate(self, event: Event) -> Sentence:
        """What this event says to its viewer, from the redacted event alone."""
        ...

    def describe(self, command: Command) -> Sentence:
        """What this command would do, for a list of moves to choose from."""
        ...

    def appraise(self, state: S, seat: int, commands: Sequence[Command]) -> Sequence[int]:
        """How good each of these legal commands looks to a sensible player who knows this redacted state.

        Higher is better. They are all of one moment, so what they have in common is weighed once.
        """
        ...


def set_up(
    rulebook: Rulebook[S], players: int, options: Mapping[str, Any], chance: Chance, edition: int
) -> Iterable[Event]:
    """The events that set up a game by this edition of the rules."""
    told = {**options, "edition": edition} if rulebook.meta.has_editions else options
    return rulebook.setup(players, told, chance)


def places_so_far(rulebook: Rulebook[S], state: S) -> tuple[int, ...]:
    """The place of each seat if the game ended as it stands (G23): as its title ranks, else by the points."""
    ranked: Callable[[S], tuple[int, ...]] | None = getattr(rulebook, "places", None)
    return ranked(state) if ranked is not None else by_points(rulebook.standing(state))


def by_points(points: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat by its points alone; equal points share a place."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def numbered_rules(package: str) -> dict[str, str]:
    """The numbered rules and rulings of the title in this package, from its RULES.md."""
    text = resources.files(package).joinpath("RULES.md").read_text("utf-8")
    return rules_of(chapters_of(text))


def settle_options(rulebook: Rulebook[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a new game: those given, checked, and defaults for the rest, or `BadOption`."""
    known = {option.name: option for option in rulebook.meta.options}
    for name in given:
        if name not in known:
            raise BadOption(name, "this title has no such option; it has: " + (", ".join(sorted(known)) or "none"))
    return {
        name: _settled(rulebook, option, given[name]) if name in given else option.default
        for name, option in sorted(known.items())  # as they are read again: every process gives the same bytes
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
        # Whatever status a host's file claims, nobody here can know that it is exact.
        return {**rulebook.read_components(value), "status": "host"}
    return value
