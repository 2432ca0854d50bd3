"""Dealing again, over every title: a seat's knowledge is unchanged, the rules lead there, and it is fair."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from typing import Any

import pytest
from msgspec.structs import replace

from domain.chance import Scripted
from domain.determinization import Need, NoSuchDeal, Pile, Slot, deal
from domain.messages import Event, Record
from domain.redaction import redact, secret_fields
from domain.rulebook import Rulebook
from domain.title_loader import find_rulebooks
from sdk.laws.determinization import Decision, decide, following, is_hidden, lot_of, may_follow, seen_by
from sdk.laws.suite import deal_in_playouts, test_what_is_dealt_agrees_in_short
from tests.laws import dealt_hands
from tests.laws.dealt_hands import CardTaken, HandDealt, TakeCard
from tests.laws.test_laws import TABLES
from titles.das_amulett.events import SpellsDealt, SpellsFuelled, SpellsKept
from titles.kheops.tiles import lay_base

__all__ = ["test_what_is_dealt_agrees_in_short"]

LONG = 60


def hidden_in(moment: Decision, seat: int) -> list[int]:
    """The numbers of the events that this seat does not see completely."""
    return [number for number, event in enumerate(seen_by(moment, seat)) if is_hidden(event)]


def drive(
    rulebook: Rulebook[Any], begin: Sequence[Event], lot: random.Random, stops: Callable[[Decision], bool]
) -> Decision:
    """Random play from this beginning to the first moment at which `stop` holds; seat 0 answers after the others."""
    records = [Record(0, event) for event in begin]
    state = None
    for event in begin:
        state = rulebook.evolve(state, event)
    chance = lot_of(lot.random())
    while True:
        drawn = chance.draws
        while (follows := rulebook.advance(state, chance)) is not None:
            records.append(Record(0, follows, luck=chance.draws - drawn))
            state, drawn = rulebook.evolve(state, follows), chance.draws
        moment = Decision(tuple(records), len(begin), state)
        if stops(moment):
            return moment
        assert rulebook.result(state) is None, "it never stops"
        asked = rulebook.to_act(state)
        seat = lot.choice([one for one in asked if one] or asked)
        (event,) = decide(rulebook, state, lot.choice(list(rulebook.legal(state, seat))))
        records.append(Record(0, event, actor=seat))
        state = rulebook.evolve(state, event)


def fills(rulebook: Rulebook[Any], moment: Decision, seat: int) -> dict[tuple[Event, ...], float]:
    """The possible hidden values for the seat, and their probabilities, by the rules alone.

    Every outcome of a draw is equally likely, and so is every choice that has not been revealed.
    """
    found: dict[tuple[Event, ...], float] = {}

    def go_on(number: int, state: Any, hidden: tuple[Event, ...], weight: float) -> None:
        if number == len(moment.records):
            if rulebook.advance(state, Scripted(())) is None:
                found[hidden] = found.get(hidden, 0) + weight
            return
        seen, record = events[number], moment.records[number]
        if number < moment.of_setup:
            outcomes = [record.data]  # what the set-up hides is not randomness
        elif record.actor is None:
            # Of several draws whose outcome is public it is enough that they may lead to it.
            if record.luck > 1 and not secret_fields(type(seen)):
                outcomes = [seen] * may_follow(rulebook, state, seen, record.luck)
            else:
                outcomes = following(rulebook, state, record.luck)
        elif rulebook.advance(state, Scripted(())) is not None:
            return
        else:
            outcomes = [
                one for command in rulebook.legal(state, record.actor) for one in decide(rulebook, state, command)
            ]
        fitting = [one for one in outcomes if one is not None and redact(one, seat) == seen]
        for event in fitting:
            is_revealed = any(later.data.reveals(event) for later in moment.records[number:])
            of = len(outcomes) if record.actor is None else 1 if is_revealed else len(fitting)
            told = (*hidden, event) if is_hidden(seen) else hidden
            go_on(number + 1, rulebook.evolve(state, event), told, weight / of)

    events = seen_by(moment, seat)
    go_on(0, None, (), 1.0)
    return found


@pytest.mark.soak
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_what_is_dealt_agrees_in_full(title, players):
    """The law of dealing holds at many more places of many more playouts."""
    deal_in_playouts(title, players, LONG, each=12)


# Fairness: small tables, on which the rules themselves list every consistent past.


def begin_kheops(rulebook):
    """Twenty-seven tiles, so that few are hidden."""
    options = {option.name: option.default for option in rulebook.meta.options}
    laid, _base = rulebook.setup(2, options, lot_of(4))
    components = replace(laid.components, tiles=laid.components.tiles[:27])
    return [replace(laid, components=components), lay_base(components, lot_of(4))]


def begin_card_game(rulebook):
    """Three players, as always."""
    return list(rulebook.setup(3, {"components": None}, lot_of(1)))


def begin_amun_re(rulebook, expert=False):
    """Eight Favor cards, so that the deck is soon reshuffled, and nine provinces."""
    laid, *rest = rulebook.setup(3, {"components": None, "expert": expert}, lot_of(2))
    favors = (("bribe", 1), ("architect", 4), ("treasury", 1), ("free_farmer", 1), ("offering_adjuster", 1))
    provinces = laid.components.provinces[:9]
    return [replace(laid, components=replace(laid.components, favors=favors, provinces=provinces)), *rest]


def begin_expert(rulebook):
    """Begin a game of the expert rules, with dealt provinces."""
    return begin_amun_re(rulebook, expert=True)


def begin_amulett(rulebook):
    """Three players, as always."""
    return list(rulebook.setup(3, {"components": None, "advanced": False, "turn_limit": 100}, lot_of(5)))


def said(moment, kind):
    return sum(type(one.data).__name__ == kind for one in moment.records)


def hides(moment, kind):
    return sum(type(moment.records[number].data).__name__ == kind for number in hidden_in(moment, 0))


def are_sealed(moment):
    """All other seats have sealed an offering."""
    mine, *others = (player.offering for player in moment.table.players)
    return mine is None and None not in others


CASES = [
    ("kheops", begin_kheops, 0, lambda one: said(one, "TilePlaced") == 2),
    ("amun-re-card-game", begin_card_game, 2, are_sealed),
    ("amun-re", begin_amun_re, 3, lambda one: said(one, "DeckShuffled") == 1),
    ("amun-re", begin_expert, 0, lambda one: said(one, "ProvincesRevealed") == 1),
    ("das-amulett", begin_amulett, 4, lambda one: hides(one, "MetalTaken") > 4 and said(one, "MetalsOffered") > 1),
    ("das-amulett", begin_amulett, 1, lambda one: hides(one, "MetalTaken") == 3),
]


@pytest.mark.parametrize(("title", "begin", "seed", "stops"), CASES)
def test_only_the_view_and_the_lot_decide(title, begin, seed, stops):
    """Two games that differ only in hidden parts are dealt alike for the same lot."""
    rulebook = find_rulebooks()[title]
    moment = drive(rulebook, begin(rulebook), random.Random(seed), stops)
    seen, truth = seen_by(moment, 0), [one.data for one in moment.records]
    other = next(past for n in range(99) if (past := rulebook.determinize(seen, lot_of(n))) != truth)
    assert rulebook.determinize([redact(event, 0) for event in other], lot_of("x")) == rulebook.determinize(
        seen, lot_of("x")
    )


@pytest.mark.parametrize(("title", "begin", "seed", "stops"), CASES)
def test_every_consistent_past_is_dealt_with_its_probability(title, begin, seed, stops):
    """Against the list of them by the rules: chi-square stays within four deviations."""
    rulebook = find_rulebooks()[title]
    moment = drive(rulebook, begin(rulebook), random.Random(seed), stops)
    likely, seen, hidden = fills(rulebook, moment, 0), seen_by(moment, 0), hidden_in(moment, 0)
    assert 4 < len(likely) < 300
    found = Counter()
    times = 6 * len(likely)
    for number in range(times):
        dealt = rulebook.determinize(seen, lot_of(number))
        found[tuple(dealt[place] for place in hidden)] += 1
    assert set(found) <= set(likely)
    check_fair(likely, found, times)


@pytest.mark.parametrize("sorts", [False, True])
def test_a_hand_dealt_at_once_is_dealt_with_its_probability(sorts, monkeypatch):
    """Two secret draws in one event, with six cards unseen: each of the 30 ordered hands, or of the 15 sorted ones."""
    monkeypatch.setattr(dealt_hands, "CARDS", tuple(range(1, 11)))
    lot = random.Random(3)
    moment = drive(dealt_hands, list(dealt_hands.setup(2, {"sorts": sorts}, lot_of(1))), lot, is_on_offer)
    likely, seen = fills(dealt_hands, moment, 0), seen_by(moment, 0)
    assert len(likely) == (15 if sorts else 30)
    found = Counter()
    for number in range(20 * len(likely)):
        found[(dealt_hands.determinize(seen, lot_of(number))[hidden_in(moment, 0)[0]],)] += 1
    assert set(found) <= set(likely)
    check_fair(likely, found, 20 * len(likely))


def is_on_offer(moment):
    """Cards are turned up, and nothing was taken."""
    return said(moment, "OfferTurned") == 1


class Counted:
    """A title whose advances are counted."""

    def __init__(self):
        self.calls = 0

    def advance(self, state, chance):
        """The title's own."""
        self.calls += 1
        return dealt_hands.advance(state, chance)


@pytest.mark.parametrize("sorts", [False, True])
def test_several_draws_are_found_one_by_one(sorts, monkeypatch):
    """An event of five draws of twenty: which may follow, and which not, without going through all outcomes."""
    monkeypatch.setattr(dealt_hands, "HAND", 5)
    monkeypatch.setattr("sdk.laws.determinization.STEPS", 10_000)
    table = dealt_hands.evolve(None, dealt_hands.TableLaid(2, sorts))
    hand = (3, 4, 12, 18, 20) if sorts else (19, 3, 12, 4, 20)
    counted: Any = Counted()
    assert may_follow(counted, table, HandDealt(0, hand), 5)
    assert counted.calls < 4_000
    for wrong in ((*hand[:4], 21), (*hand[:3], 3, 3), hand[:4], hand[::-1] if sorts else (0, *hand[1:])):
        assert not may_follow(counted, table, HandDealt(0, wrong), 5)
    assert not may_follow(counted, table, HandDealt(1, hand), 5)
    after = dealt_hands.evolve(table, HandDealt(0, hand))
    assert not may_follow(counted, after, HandDealt(1, hand), 5), "these cards are gone"
    monkeypatch.setattr(dealt_hands, "HAND", 1)
    counted.calls = 0
    assert may_follow(counted, table, HandDealt(0, (20,)), 1)
    assert counted.calls <= 20 + 5, "a single card is compared once for each of the twenty"


def test_the_last_cards_are_found_too():
    """Dealing finds the last cards when four of five are dealt."""
    seen = tuple(range(1, 16))
    for sorts in (False, True):
        table = replace(dealt_hands.evolve(None, dealt_hands.TableLaid(2, sorts)), seen=seen)
        for number, hand in enumerate(permutations(range(16, 21), dealt_hands.HAND)):
            dealt = HandDealt(0, tuple(sorted(hand)) if sorts else hand)
            assert may_follow(dealt_hands, table, dealt, dealt_hands.HAND), number


def test_a_decision_draws_no_luck():
    """A title whose decision draws is told so."""

    class Drawing:
        def decide(self, _state, command, chance):
            yield CardTaken(command.seat, chance.below(3), 0)

    title: Any = Drawing()
    with pytest.raises(AssertionError, match="draws luck; only setup and advance may"):
        decide(title, None, TakeCard(0, 1))


def check_fair(likely, found, times):
    """Chi-square of the observed deals is within the bounds of chance."""
    expected = {past: times * weight / sum(likely.values()) for past, weight in likely.items()}
    square = sum((found[past] - number) ** 2 / number for past, number in expected.items())
    freedom = len(likely) - 1
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5, (square, freedom)


def test_spells_of_the_advanced_set_up_are_dealt_evenly():
    """Other seats' dealt, kept and fuelled spells: each spell, each pair and each split with equal frequency."""
    rulebook = find_rulebooks()["das-amulett"]
    begin = rulebook.setup(3, {"components": None, "advanced": True, "turn_limit": 100}, lot_of(6))
    moment = drive(rulebook, list(begin), random.Random(1), lambda one: hides(one, "SpellsFuelled") == 2)
    seen = seen_by(moment, 0)
    spells, pairs, splits = Counter(), Counter(), Counter()
    times = 600
    for number in range(times):
        dealt = rulebook.determinize(seen, lot_of(number))
        told: Any = {(type(one), getattr(one, "seat", None)): one for one in dealt}
        four, two = told[SpellsDealt, 1].spells, told[SpellsKept, 1].spells
        spells.update(four)
        pairs[four.index(two[0]), four.index(two[1])] += 1
        splits[told[SpellsFuelled, 2].energy] += 1
    check_fair(dict.fromkeys(combinations(range(4), 2), 1), pairs, times)
    check_fair({(one, other): 1 for one in range(1, 10) for other in range(1, 11 - one)}, splits, times)
    check_fair(dict.fromkeys(spells, 1), spells, 4 * times)
    assert len(spells) == 33 - 4


def test_two_piles_are_dealt_as_every_consistent_deal():
    """A later tile may have come from either pile; each arrangement is equally likely."""
    piles = [
        Pile(("a", "a", "b", "c"), (Slot(1, 0), Slot(2, 1), Slot(3, 0))),
        Pile(("a", "b", "b"), (Slot(5, 0), Slot(6, 1), Slot(6, 1))),
    ]
    needs = [Need(4, 0, ("a", "c"), 1), Need(7, 0, ("b",), 1), Need(8, 1, ("a",), 1), Need(9, None, ("c",), 1, since=2)]
    likely = Counter()
    for first in permutations(piles[0].pieces, 3):
        for second in permutations(piles[1].pieces, 3):
            lies = dict(enumerate((*first, *second)))
            mine, other = [lies[0], lies[2], lies[3]], [lies[1], lies[4], lies[5]]
            if {"a", "c"} & {lies[0], lies[2]} and "b" in mine and "a" in other and "c" in (*first[1:], *second):
                likely[*first, *second] += 1
    found = Counter()
    for number in range(1000):
        dealt = deal(piles, needs, lot_of(number))
        found[tuple(piece for time in sorted(dealt) for piece in dealt[time])] += 1
    assert set(found) <= set(likely)
    check_fair(likely, found, 1000)


def test_an_impossible_past_is_reported():
    """A past that agrees with nothing is refused."""
    slots = (Slot(1, 0), Slot(2, 1))
    for piles, needs in [
        ([Pile(("a", "b"), slots)], [Need(3, 0, ("c",), 1)]),
        ([Pile(("a",), slots)], []),
        ([Pile(("a", "b"), slots)], [Need(1, 0, ("a",), 1)]),
    ]:
        with pytest.raises(NoSuchDeal):
            deal(piles, needs, lot_of(1))
