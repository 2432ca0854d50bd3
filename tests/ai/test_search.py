"""Search: it finds winning answers, uses only its seat's knowledge, and repeats its answer with the same random
seed.
"""

import random
import time
from itertools import count

import pytest
from msgspec.structs import replace

from ai.kinds import find_kinds, searches
from ai.player import choose
from ai.search import playout_policy
from ai.search import search as search_module
from ai.search.playout_policy import find_judge, play_and_judge
from ai.search.search import Budget, search
from ai.self_play import Match
from ai.simulation import LotChance, Simulation, begin, play_on
from domain.game import SHARED_EVENTS
from domain.projector import projector_for
from domain.redaction import redact
from domain.title_loader import find_chances, find_rulebooks
from eventstore.entries import read_records
from sdk.laws.determinization import playout
from tests.ai.guessing import Begun, Coins, Heap, Lay, Take, bulls, coins, game_of, sticks


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 11])
def test_the_answer_that_wins_by_force_is_found(heap):
    """From a heap that is no multiple of four, the search takes enough sticks to leave one."""
    past = [Begun(Heap(heap))]
    found = search(sticks(), game_of(sticks(), past), past, 0, Budget(games=600), random.Random("sticks"))
    assert Take(0, heap % 4) == found[0].command


@pytest.mark.parametrize("seat", [0, 1])
def test_simultaneous_sealed_answers_are_unknown(seat):
    """The searching seat doesn't know the other seat's coin, nor the other its own: each side wins half."""
    past = [Begun(Coins())]
    found = search(coins(), game_of(coins(), past), past, seat, Budget(games=800), random.Random("coins"))
    assert {Lay(seat, 0), Lay(seat, 1)} == {one.command for one in found}
    won = sum(one.games * one.gain for one in found) / 800
    assert won == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize(("better", "count"), [("most", 3), ("fewest", 0)])
def test_a_loser_prefers_the_better_points(better, count):
    """The margin of points counts as the title says: for most of them or for fewest."""
    past = [Begun(Heap(3))]
    found = search(bulls(better), game_of(bulls(better), past), past, 0, Budget(games=200), random.Random("bulls"))
    assert max(found, key=lambda one: one.gain).command == found[0].command == Take(0, count)
    gains = [one.gain for one in sorted(found, key=lambda one: one.command.count, reverse=better == "fewest")]  # type: ignore[attr-defined]
    assert gains == sorted(gains) and gains[0] < gains[-1]


@pytest.mark.parametrize("sticks_left", [60, 2])
def test_a_game_is_judged_by_its_prospects_or_by_its_end(sticks_left, monkeypatch):
    """After some choices, a game is judged by the title's prospects; a game that ends earlier, by its result."""
    rulebook = sticks()
    judged = []

    def prospects(table):
        judged.append(table)
        return (30.0, 10.0)

    simulation = Simulation(rulebook, game_of(rulebook, [Begun(Heap(sticks_left))]), random.Random(1))
    monkeypatch.setattr(playout_policy, "find_prospects", {"sticks": prospects}.get)
    first, second = play_and_judge(simulation, find_judge("sticks"))
    assert (len(judged), simulation.is_over) == ((1, False) if sticks_left == 60 else (0, True))
    if judged:
        assert 1 > first > 0.8 and 0 < second < 0.2 and 0 < judged[0].sticks < 60
    else:
        assert {round(first + second, 6)} == {1.0} and max(first, second) > 0.9


def test_without_prospects_the_winning_chances_count():
    """The card game has no prospects: it is judged by its chances, after the end by the wins; others without either by
    points, too.
    """
    title = "amun-re-card-game"
    judge, simulation = find_judge(title), begin(projector_for(title).rulebook, 4, random.Random(2))
    play_on(simulation, lambda _rulebook, _game, _seat, commands, lot: lot.choice(commands), 30)
    assert judge(simulation) == find_chances(title)(simulation.table)
    play_on(simulation, lambda _rulebook, _game, _seat, commands, lot: lot.choice(commands))
    assert judge(simulation) == simulation.shares() and max(judge(simulation)) == 1.0
    assert find_judge("sticks") is None


def test_a_title_may_say_how_far_it_is_played_on(monkeypatch):
    """Kheops asks for its prospects at once: every simulated game ends where its tree ends.

    A title may also limit the answers of the simulated players.
    """
    rulebook = projector_for("kheops").rulebook
    moment = playout("kheops", 2, 2, most=10)[-1]
    (seat,) = rulebook.to_act(moment.table)
    past = [redact(one.data, seat) for one in moment.records]
    asked = []

    def first(rulebook, game, seat, commands, lot, looked_at):
        asked.append(looked_at)
        return commands[0]

    monkeypatch.setattr(playout_policy, "play_sensibly", first)
    seen = replace(game_of(rulebook, past), rulebook="kheops")
    search(rulebook, seen, past, seat, Budget(games=8), random.Random("at once"))
    assert asked == []
    monkeypatch.setattr(search_module, "find_search_settings", lambda title: {"looked_at": 3})
    search(rulebook, seen, past, seat, Budget(games=8), random.Random("later"))
    assert set(asked) == {3}
    simulation = Simulation(rulebook, game_of(rulebook, [one.data for one in moment.records]), random.Random(1))
    play_and_judge(simulation, None, 0)
    assert simulation.is_over and asked


def test_a_title_may_say_how_widely_it_is_searched(monkeypatch):
    """In Kheops a search considers fewer answers than elsewhere, and tries the best of them more often."""
    rulebook = projector_for("kheops").rulebook
    moment = playout("kheops", 2, 2, most=10)[-1]
    (seat,) = rulebook.to_act(moment.table)
    past = [redact(one.data, seat) for one in moment.records]
    seen = replace(game_of(rulebook, past), rulebook="kheops")
    narrow = search(rulebook, seen, past, seat, Budget(games=120), random.Random("narrow"))
    monkeypatch.setattr(search_module, "find_search_settings", lambda title: {"foresight": 0})
    wide = search(rulebook, seen, past, seat, Budget(games=120), random.Random("narrow"))
    assert len(narrow) < len(wide) and narrow[0].games > 1.5 * wide[0].games


@pytest.mark.parametrize("title", find_rulebooks())
def test_an_answer_follows_from_what_the_seat_sees_and_the_lot(title):
    """Two games that look the same to a seat have the same answer, with all the statistics behind it."""
    rulebook = projector_for(title).rulebook
    players = rulebook.meta.least_players
    moment, seat = _choice(rulebook, playout(title, players, 2, most=40))
    seen = [redact(one.data, seat) for one in moment.records]
    other = [redact(event, seat) for event in rulebook.determinize(seen, LotChance(random.Random("other")))]
    answers = [
        search(rulebook, game_of(rulebook, past, players), past, seat, Budget(games=6), random.Random("lot"))
        for past in (seen, other)
    ]
    assert answers[0] == answers[1]
    assert {one.command for one in answers[0]} <= set(rulebook.legal(moment.table, seat))
    assert sum(one.games for one in answers[0]) == 6


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 11])
def test_an_answer_that_cannot_be_overtaken_ends_the_search(heap):
    """With any random seed, the search finds the same answer in fewer games, but goes on while another answer can catch
    up.
    """
    past = [Begun(Heap(heap))]
    for number in range(5):
        whole, ended = (
            search(sticks(), game_of(sticks(), past), past, 0, budget, random.Random(number))
            for budget in (Budget(games=120), Budget(games=120, until_decided=True))
        )
        assert whole[0].command == ended[0].command
        played = sum(one.games for one in ended)
        assert 60 < played < 120 == sum(one.games for one in whole)
        assert ended[0].games - ended[1].games > 120 - played


def test_a_search_by_the_processor_ends_when_it_is_decided(monkeypatch):
    """The number of games left follows from the time of those played, with a margin."""
    past, found = [Begun(Heap(7))], []
    for until_decided in (False, True):
        ticks = count()
        monkeypatch.setattr(time, "process_time", lambda ticks=ticks: next(ticks) / 100)
        budget = Budget(seconds=2.0, until_decided=until_decided)
        found.append(search(sticks(), game_of(sticks(), past), past, 0, budget, random.Random("ticks")))
    whole, ended = found
    assert whole[0].command == ended[0].command == Take(0, 3)
    assert sum(one.games for one in ended) < sum(one.games for one in whole)


@pytest.mark.parametrize("kind", [kind for kind, player in find_kinds().items() if searches(player)])
def test_the_only_answer_is_given_without_a_search(kind):
    """A seat with a single answer gives it at no cost; not even its past is requested."""
    asked = []
    game = game_of(sticks(), [Begun(Heap(1))])
    assert choose(sticks(), game, 0, kind, random.Random(1), lambda: asked.append("past")) == Take(0, 1)
    assert asked == []


def _choice(rulebook, moments):
    """The last of these moments at which a seat has a choice, and the seat."""
    return next(
        (moment, seat)
        for moment in reversed(moments)
        for seat in rulebook.to_act(moment.table)
        if len(rulebook.legal(moment.table, seat)) > 1
    )


def test_a_searching_player_is_given_what_its_seat_has_seen():
    """In a whole game against itself, a searching player receives the title's events redacted for its seat."""
    match = Match(projector_for("kheops"), ["apprentice", "random"], "seen", budget=Budget(games=1))
    played = match.finish()
    records = [one for one in read_records(match.projector, played.entries) if type(one.data) not in SHARED_EVENTS]
    assert match.game.is_over and match._pasts == {0: [redact(one.data, 0) for one in records]}
