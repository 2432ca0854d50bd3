"""Phases of a title, each defined in one place, and the state change of each of its events.

A chapter of a title's rules defines for each of its phases which seats are asked, what they may answer, which function
decides each of these commands, and what follows without an answer; and how each event changes the state. `Course`
combines the chapters into `to_act`, `legal`, `decide`, `advance` and `evolve`, in the same way for every title.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from domain.chance import Chance
from domain.messages import Command, Event, Illegal, SeatName

S = TypeVar("S")
T = TypeVar("T")
C = TypeVar("C", bound=Command)


NOT_NOW = "you can't do this now"


class Decision(NamedTuple, Generic[S]):
    """A type of command, and the function that turns it into an event or raises `Illegal`. Made by `decides`.

    `rule` says when the command is possible, if that is not the rule of its phase; `refusal` says it in words.
    """

    command: type[Command]
    decide: Callable[[S, Any], Event]
    rule: str = ""
    refusal: str = NOT_NOW


def decides(command: type[C], decide: Callable[[S, C], Event], rule: str = "", refusal: str = NOT_NOW) -> Decision[S]:
    """Declare that this function decides commands of this type; the type checker ensures that both fit together.

    A phase without the command refuses it with the sentence `refusal` and with `rule`, by default the rule of the first
    phase that has it.
    """
    return Decision(command, decide, rule, refusal)


def nobody(_state: Any) -> tuple[int, ...]:
    """No seat is asked in this phase."""
    return ()


def nothing(_state: Any, _seat: int) -> Sequence[Command]:
    """No seat has an answer in this phase."""
    return ()


def waits(_state: Any, _chance: Chance) -> Event | None:
    """The `advance` of a phase in which nothing happens without an answer."""
    return None


class Phase(Struct, Generic[S], frozen=True):
    """One phase. `rule` is the rule that says whose turn it is.

    `asked` returns the seats that must answer, in ascending order; `options` every legal command of such a seat;
    `commands` has the decision on each type of command that is possible in this phase, and a command of another phase
    is refused before any decision; `advance` returns the next event that follows without an answer. With
    `takes_only_option`, a seat that has a single option is not asked: the rules take that option, once `advance`
    returns nothing. If several seats are asked at the same time, the number of options must be public, because skipping
    a seat reveals it.
    """

    rule: str
    asked: Callable[[S], tuple[int, ...]] = nobody
    options: Callable[[S, int], Sequence[Command]] = nothing
    commands: tuple[Decision[S], ...] = ()
    advance: Callable[[S, Chance], Event | None] = waits
    takes_only_option: bool = False


class PhaseRules(Struct, Generic[S], frozen=True):
    """The contribution of one module of a title's rules: phases by name, and a function for each event.

    It takes the state and the event, whose type it names, and returns the state after it.
    """

    phases: Mapping[str, Phase[S]] = {}
    events: tuple[Callable[[S, Any], S], ...] = ()


class Course(Generic[S]):
    """A title's combined chapters.

    `phase_of` returns the name of a state's phase; `names` maps all possible names to their phases. A command of
    another phase is refused with the rule that says when it is possible, and a command of no phase with `unknown_rule`.
    `commands` and `events` are the types of all commands and events.
    """

    def __init__(
        self, phase_of: Callable[[S], str], names: Iterable[str], chapters: Iterable[PhaseRules[S]], unknown_rule: str
    ) -> None:
        chapters = tuple(chapters)
        self._phase_of = phase_of
        self._phases: dict[str, Phase[S]] = _merged((chapter.phases for chapter in chapters), "phase")
        self._decisions: dict[str, dict[type[Command], Decision[S]]] = {
            name: _merged(({one.command: one} for one in phase.commands), "command")
            for name, phase in self._phases.items()
        }
        self._elsewhere: dict[type[Command], tuple[str, str]] = {}
        for phase in self._phases.values():
            for one in phase.commands:
                self._elsewhere.setdefault(one.command, (one.refusal, one.rule or phase.rule))
        self._changes: dict[type[Event], Callable[[S, Any], S]] = _merged(
            ({_event_of(one): one} for chapter in chapters for one in chapter.events), "event"
        )
        self.commands = tuple(self._elsewhere)
        self.events = tuple(self._changes)
        self.evolve = _evolving(self._changes)
        self._unknown_rule = unknown_rule
        if set(names) != set(self._phases):
            raise TypeError(f"the phases {sorted(set(names) ^ set(self._phases))} are named or defined, but not both")

    def phase(self, state: S) -> Phase[S]:
        """The phase that this state is in."""
        return self._phases[self._phase_of(state)]

    def change(self, event: type[Event]) -> Callable[[S, Any], S]:
        """The function that gives the state after events of this type."""
        return self._changes[event]

    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that must answer now, in ascending order."""
        return self._phases[self._phase_of(state)].asked(state)

    def legal(self, state: S, seat: int) -> Sequence[Command]:
        """Every legal command of this seat; none when it is not asked."""
        phase = self._phases[self._phase_of(state)]
        return phase.options(state, seat) if seat in phase.asked(state) else ()

    def decide(self, state: S, command: Command, chance: Chance) -> Iterable[Event]:
        """The player's own event, or `Illegal`."""
        asked = self.to_act(state)
        if command.seat not in asked:
            players = tuple(SeatName(seat) for seat in asked)
            raise Illegal("it is not your turn; waiting for {players}", self.phase(state).rule, players=players)
        return (self._fact(state, command),)

    def advance(self, state: S, chance: Chance) -> Event | None:
        """The next event that follows without an answer; none while a seat must answer, and at the end."""
        phase = self._phases[self._phase_of(state)]
        event = phase.advance(state, chance)
        if event is not None or not phase.takes_only_option:
            return event
        for seat in phase.asked(state):
            options = phase.options(state, seat)
            if len(options) == 1:
                return self._fact(state, options[0])
        return None

    def _fact(self, state: S, command: Command) -> Event:
        decision = self._decisions[self._phase_of(state)].get(command.__class__)
        if decision is not None:
            return decision.decide(state, command)
        refusal, rule = self._elsewhere.get(command.__class__, ("this game has no such command", self._unknown_rule))
        raise Illegal(refusal, rule)


def one_phase(phase: Phase[S], *events: Callable[[S, Any], S]) -> Course[S]:
    """The course of a title with a single phase, which asks no seat when the game is over.

    `events` are the functions of `PhaseRules`.
    """
    return Course(lambda _state: "play", ("play",), (PhaseRules({"play": phase}, events),), phase.rule)


def with_item(things: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    """The sequence with the item at this place replaced."""
    changed = list(things)
    changed[place] = thing
    return tuple(changed)


def change_player(state: S, seat: int, **changed: Any) -> S:
    """The state with these fields of the seat's item in its `players` changed."""
    table: Any = state
    found: S = replace(table, players=with_item(table.players, seat, replace(table.players[seat], **changed)))
    return found


def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """All seats in turn, from this one on."""
    return (*range(first, seats), *range(first))


def _event_of(change: Callable[[S, Any], S]) -> type[Event]:
    _state, event, *_ = *get_type_hints(change).values(), None, None
    if not (isinstance(event, type) and issubclass(event, Event)):
        raise TypeError(f"{change} does not name the type of its event")
    return event


def _evolving(by_type: Mapping[type[Event], Callable[[Any, Any], S]]) -> Callable[[S | None, Event], S]:
    def evolve(state: S | None, event: Event) -> S:
        """The state after this event; the first event of a game creates it."""
        return by_type[event.__class__](state, event)

    return evolve


def _merged(parts: Iterable[Mapping[Any, Any]], what: str) -> dict[Any, Any]:
    merged: dict[Any, Any] = {}
    for part in parts:
        twice = merged.keys() & part.keys()
        if twice:
            raise TypeError(f"the same {what} is defined twice: {sorted(map(str, twice))}")
        merged.update(part)
    return merged
