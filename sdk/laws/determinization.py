"""Determinization laws: a deal matches the seat's view, follows from the rules, and can be played to the end."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from ai.self_play import Match
from domain.chance import Scripted
from domain.determinization import determinize
from domain.game import EDITION, SHARED_EVENTS, Game
from domain.messages import Event, Record
from domain.projector import projector_for
from domain.redaction import Hidden, redact, secret_fields
from domain.rulebook import Rulebook, set_up, settle_options
from sdk.laws.generated import drawn_options
from sdk.laws.refusals import drawn_commands, further_commands, refusal


class Decision(Struct, frozen=True):
    """A decision in a playout: the title's records so far, the first of which is from the set-up."""

    records: tuple[Record[Any], ...]
    of_setup: int
    table: Any


class lot_of:
    """Fast draws from this seed alone."""

    def __init__(self, seed: object) -> None:
        self.draws = 0
        self._lot = random.Random(repr(seed))

    def below(self, bound: int) -> int:
        """The next number."""
        self.draws += 1
        return self._lot.randrange(bound)


def playout(title: str, players: int, seed: int, most: int = 10_000) -> list[Decision]:
    """The moments of a playout, with options drawn at random in every second one."""
    projector = projector_for(title)
    rulebook, lot = projector.rulebook, random.Random(f"{title}/{players}/{seed}/dealing")
    options = drawn_options(rulebook, lot) if seed % 2 else {}
    settled = settle_options(rulebook, options)
    of_setup = len(list(set_up(rulebook, players, settled, lot_of(seed), EDITION)))
    moments: list[Decision] = []
    records: list[Record[Any]] = []

    def watch(new: list[Record[Any]], game: Any) -> None:
        records.extend(one for one in new if not isinstance(one.data, SHARED_EVENTS))
        if game.status == "playing":
            moments.append(Decision(tuple(records), of_setup, game.table))

    kinds = [lot.choice(("random", "steward")) for _ in range(players)]
    match = Match(projector, kinds, f"{title}/{players}/{seed}", options, watch)
    while len(moments) < most and match.step():
        pass
    return moments


def check(title: str, moment: Decision, seat: int, seed: object, plays_on: bool = True) -> None:
    """Check every law of dealing for this seat at this moment."""
    rulebook = projector_for(title).rulebook
    seen = [redact(one.data, seat) for one in moment.records]
    dealt = rulebook.determinize(seen, lot_of(seed))
    assert [msgspec.json.encode(redact(event, seat)) for event in dealt] == [msgspec.json.encode(one) for one in seen]
    for event in dealt:
        assert not any(isinstance(getattr(event, name), Hidden) for name in secret_fields(type(event))), event
    follow(rulebook, dealt, moment)
    table = determinize(rulebook, seen, lot_of(seed))
    assert rulebook.conserved(table) == rulebook.conserved(moment.table)
    assert rulebook.to_act(table) == rulebook.to_act(moment.table)
    assert list(rulebook.legal(table, seat)) == list(rulebook.legal(moment.table, seat))
    if plays_on:
        play_on(rulebook, table, random.Random(repr(seed)))


def refused_alike(title: str, moment: Decision, seed: object) -> None:
    """A seat's refused commands are the same in the game and in a deal of its hidden parts."""
    rulebook, lot = projector_for(title).rulebook, random.Random(f"{seed!r} refused")
    asked = rulebook.to_act(moment.table)
    if not asked:
        return
    seat = lot.choice(asked)
    past = seen_by(moment, seat)
    tables = moment.table, determinize(rulebook, past, lot_of(seed))
    own = None
    for event in past:
        own = rulebook.evolve(own, event)
    seen: Game[Any] = Game(rulebook.meta.id, 0, {}, "", False, status="playing", table=own)
    tried = list(drawn_commands(rulebook, seen, seat, lot))
    for place, table in enumerate(tables):
        tried += further_commands(rulebook, seen, table, seat, lot, lot_of((seed, place)))
    for commands in tried:
        told = [refusal(rulebook, seen, table, commands, lot_of((seed, place))) for place, table in enumerate(tables)]
        assert len(set(told)) == 1, (commands, told)


def seen_by(moment: Decision, seat: int) -> list[Event]:
    """The title's events so far as this seat has seen them."""
    return [redact(one.data, seat) for one in moment.records]


def is_hidden(event: Event) -> bool:
    """Whether a field of this event is hidden."""
    return any(isinstance(getattr(event, name), Hidden) for name in secret_fields(type(event)))


def follow(rulebook: Rulebook[Any], dealt: Sequence[Event], moment: Decision) -> None:
    """Each event follows from a legal command of its seat, or by the rules with some randomness."""
    state = None
    for number, (event, record) in enumerate(zip(dealt, moment.records, strict=True)):
        if number >= moment.of_setup:
            if record.actor is None:
                assert may_follow(rulebook, state, event, record.luck), (number, event)
            else:
                assert rulebook.advance(state, Scripted(())) is None, (number, event)
                decided = [
                    one for command in rulebook.legal(state, record.actor) for one in decide(rulebook, state, command)
                ]
                assert event in decided, (number, event)
        state = rulebook.evolve(state, event)
    assert rulebook.advance(state, Scripted(())) is None


def decide(rulebook: Rulebook[Any], state: Any, command: Any) -> list[Event]:
    """The result of this command. A decision draws nothing at random: only the set-up and `advance` do."""
    try:
        return list(rulebook.decide(state, command, _Asking()))
    except _Bound:
        raise AssertionError(f"the decision on {command} draws luck; only setup and advance may") from None


class _Bound(Exception):
    """Randomness is requested: a number below this bound."""


class _Asking:
    draws = 0

    def below(self, bound: int) -> int:
        raise _Bound(bound)


class _Continued:
    """Randomness that begins with these numbers and draws further ones from `lot`. It stores the bounds of all
    draws.
    """

    def __init__(self, numbers: Sequence[int], lot: random.Random) -> None:
        self.draws = 0
        self.bounds: list[int] = []
        self._numbers, self._lot = numbers, lot

    def below(self, bound: int) -> int:
        """The next number."""
        place, self.draws = self.draws, self.draws + 1
        self.bounds.append(bound)
        return self._numbers[place] if place < len(self._numbers) else self._lot.randrange(bound)


def following(rulebook: Rulebook[Any], state: Any, luck: int) -> list[Event | None]:
    """Everything that can happen next by the rules with this number of draws, each outcome of the draws once."""
    scripts: list[tuple[int, ...]] = [()]
    for _ in range(luck):
        scripts = [(*script, number) for script in scripts for number in range(_bound_after(rulebook, state, script))]
    return [rulebook.advance(state, Scripted(script)) for script in scripts]


def _bound_after(rulebook: Rulebook[Any], state: Any, script: Sequence[int]) -> int:
    """The bound of the draw after these."""
    chance = _Continued((*script, 0), random.Random(0))
    rulebook.advance(state, chance)
    assert chance.draws > len(script), f"only {chance.draws} draws were made"
    return chance.bounds[len(script)]


TRIED = 40
"""The number of ways in which some first draws are continued, to see what all their outcomes have in common."""

STEPS = 100_000
"""The number of outcomes after which the search for some draws gives up."""


def may_follow(rulebook: Rulebook[Any], state: Any, event: Event, luck: int) -> bool:
    """Whether this event can happen next by the rules with this number of draws.

    The draws are found one by one. A number is right if the values that all its continuations have in common are in the
    event, at their place or, if the rules sort them, at any place. So the number of steps grows with the sum of the
    draws' bounds, not with their product.
    """
    return _Search(rulebook, state, event, luck).leads_there(())


class _Search:
    """A search for the draws that lead to an event."""

    def __init__(self, rulebook: Rulebook[Any], state: Any, event: Event, luck: int) -> None:
        self._rulebook, self._state, self._event, self._luck = rulebook, state, event, luck
        self._leaves = _leaves(event)
        self._values = Counter(value for _place, value in self._leaves)
        self._left = STEPS

    def leads_there(self, script: tuple[int, ...]) -> bool:
        """Whether these first draws can lead to the event; if they are all the draws, a comparison is enough."""
        if self._left <= 0:
            return False
        if len(script) == self._luck:
            self._left -= 1
            return self._rulebook.advance(self._state, Scripted(script)) == self._event
        if not self._may_lead(script):
            return False
        bound = _bound_after(self._rulebook, self._state, script)
        return any(self.leads_there((*script, number)) for number in range(bound))

    def _may_lead(self, script: Sequence[int]) -> bool:
        """Whether nothing that these first draws settle contradicts the event."""
        places: list[tuple[Any, Any]] | None = None
        values: Counter[Any] = Counter()
        for seed in range(TRIED):
            self._left -= 1
            found = _leaves(self._rulebook.advance(self._state, _Continued(script, random.Random(seed))))
            here = Counter(value for _place, value in found)
            values = here if places is None else values & here
            places = found if places is None else [leaf for leaf in places if leaf in found]
            if values <= self._values and all(leaf in self._leaves for leaf in places):
                return True
        return False


def _leaves(event: Event | None) -> list[tuple[Any, Any]]:
    """The single values in an event, each with its place."""

    def go_on(value: Any, place: tuple[Any, ...]) -> Iterator[tuple[Any, Any]]:
        if isinstance(value, dict):
            for name, part in value.items():
                yield from go_on(part, (*place, name))
        elif isinstance(value, list):
            for number, part in enumerate(value):
                yield from go_on(part, (*place, number))
        else:
            yield place, value

    return list(go_on(msgspec.json.decode(msgspec.json.encode(event)), ()))


def play_on(rulebook: Rulebook[Any], state: Any, lot: random.Random) -> None:
    """Random play from this state ends, and quantities are conserved."""
    chance, conserved = lot_of(lot.random()), rulebook.conserved(state)
    for _ in range(20_000):
        while (event := rulebook.advance(state, chance)) is not None:
            state = rulebook.evolve(state, event)
        if rulebook.result(state) is not None:
            assert rulebook.conserved(state) == conserved
            return
        seat = lot.choice(rulebook.to_act(state))
        for fact in rulebook.decide(state, lot.choice(list(rulebook.legal(state, seat))), chance):
            state = rulebook.evolve(state, fact)
        assert rulebook.conserved(state) == conserved
    raise AssertionError("it does not end")
