"""What a search promises: it finds what wins, knows what its seat knows, and with the same lot answers the same."""

import random

import pytest

from computers.search.playing import play_and_judge
from computers.search.searching import Budget, search
from computers.simulation import LotChance, Simulation
from domain.projector import projector_for
from domain.rulebooks import find_rulebooks
from domain.secrets import redact
from stele_laws.dealing import playout
from tests.computers.guessing import Begun, Coins, Heap, Lay, Take, coins, game_of, sticks


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 11])
def test_the_answer_that_wins_by_force_is_found(heap):
    """Of a heap that is no multiple of four as many sticks are taken as leave one."""
    past = [Begun(Heap(heap))]
    found = search(sticks(), game_of(sticks(), past), past, 0, Budget(games=600), random.Random("sticks"))
    assert Take(0, heap % 4) == found[0].command


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_sees_what_others_seal_at_the_same_time(seat):
    """Neither does the searching seat know what the other lays, nor the other what it lays: each side wins half."""
    past = [Begun(Coins())]
    found = search(coins(), game_of(coins(), past), past, seat, Budget(games=800), random.Random("coins"))
    assert {Lay(seat, 0), Lay(seat, 1)} == {one.command for one in found}
    won = sum(one.games * one.gain for one in found) / 800
    assert won == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize("sticks_left", [60, 2])
def test_a_game_is_judged_by_its_prospects_or_by_its_end(sticks_left):
    """After some choices what a title expects counts; a game that ends before is worth what was won."""
    rulebook = sticks()
    judged = []

    def prospects(table):
        judged.append(table)
        return (30.0, 10.0)

    simulation = Simulation(rulebook, game_of(rulebook, [Begun(Heap(sticks_left))]), random.Random(1))
    first, second = play_and_judge(simulation, prospects)
    assert (len(judged), simulation.is_over) == ((1, False) if sticks_left == 60 else (0, True))
    if judged:
        assert 1 > first > 0.8 and 0 < second < 0.2 and 0 < judged[0].sticks < 60
    else:
        assert {round(first + second, 6)} == {1.0} and max(first, second) > 0.9


@pytest.mark.parametrize("title", find_rulebooks())
def test_an_answer_follows_from_what_the_seat_sees_and_the_lot(title):
    """Two games that look the same to a seat have the same answer, with all that was learnt on the way."""
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


def _choice(rulebook, moments):
    """The last of these moments at which a seat has a choice, and that seat."""
    return next(
        (moment, seat)
        for moment in reversed(moments)
        for seat in rulebook.to_act(moment.table)
        if len(rulebook.legal(moment.table, seat)) > 1
    )
