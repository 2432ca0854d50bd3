"""Winning chances: what every title's chances promise, from a full state and from what a seat could know."""

import random

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from ai.analysis.winning_chances import as_known, with_hindsight
from ai.simulation import begin
from bench.chances import calibration_error, judge, skill, skill_by_thirds
from bench.fit import fit, regression, written
from bench.positions import A_PART, PARTS, positions_of
from domain.projector import projector_for
from domain.redaction import redact
from domain.title_loader import find_chances, find_features, find_rulebooks
from domain.winning_chances import read_fit, softmax
from sdk.laws.determinization import lot_of, playout, seen_by

TITLES = [title for title in find_rulebooks() if find_features(title)]
GAMES = 100
MOMENTS = 6


def numbers_of_players(title):
    """The least and the greatest number of players."""
    meta = find_rulebooks()[title].meta
    return sorted({meta.least_players, meta.most_players})


SHORT = {("amun-re-card-game", 2), ("das-amulett", 3)}
TABLES = [
    pytest.param(title, players, marks=[] if (title, players) in SHORT else pytest.mark.soak)
    for title in TITLES
    for players in numbers_of_players(title)
]


@pytest.mark.parametrize("title", TITLES)
def test_the_stored_numbers_belong_to_the_features(title):
    """The file has a weight for each feature by name, in each stage, for each number of players."""
    meta, chances = find_rulebooks()[title].meta, find_chances(title)
    assert chances is not None
    features, fit = chances.features, chances.fit
    assert fit.features == features.names
    assert list(fit.weights) == [str(players) for players in range(meta.least_players, meta.most_players + 1)]
    for stages in fit.weights.values():
        assert [len(row) for row in stages] == [len(features.names)] * features.stages


@pytest.mark.parametrize("title", TITLES)
def test_chances_sum_to_one_and_depend_on_the_state_alone(title):
    """In every state the seats' chances sum to one and depend on nothing else; at the end the winner has all."""
    chances = find_chances(title)
    for players in numbers_of_players(title):
        for position in positions_of(title, players, "sums"):
            found = chances(position.game.table)
            assert len(found) == players and sum(found) == pytest.approx(1)
            assert all(0 < chance < 1 for chance in found)
            assert chances(position.game.table) == found == with_hindsight(position.game)


@pytest.mark.parametrize("title", TITLES)
def test_after_the_end_the_winners_share_the_win(title):
    """A finished game gives each winner an equal share, and the others nothing."""
    rulebook, chance = find_rulebooks()[title], lot_of("end")
    state = playout(title, rulebook.meta.least_players, 2)[-1].table
    while (result := rulebook.result(state)) is None:
        event = rulebook.advance(state, chance)
        if event is None:
            seat = rulebook.to_act(state)[0]
            (event,) = rulebook.decide(state, rulebook.legal(state, seat)[0], chance)
        state = rulebook.evolve(state, event)
    found = find_chances(title)(state)
    winners = result.winners()
    assert found == tuple((seat in winners) / len(winners) for seat in range(len(found)))


@pytest.mark.parametrize("title", TITLES)
def test_what_a_seat_does_not_see_does_not_change_its_chances(title):
    """Deals that look the same to a seat give it the same chances with the same draws."""
    rulebook = projector_for(title).rulebook
    players = rulebook.meta.least_players
    moments = playout(title, players, 2)
    for number, moment in enumerate(random.Random(title).sample(moments, MOMENTS)):
        game = begin(rulebook, players, random.Random(0)).game
        for seat in range(players):
            seen = seen_by(moment, seat)
            first = as_known(game, seen, random.Random(number), deals=3)
            assert sum(first) == pytest.approx(1)
            dealt = rulebook.determinize(seen, lot_of(number))
            again = [redact(event, seat) for event in dealt]
            assert msgspec.json.encode(again) == msgspec.json.encode(seen)
            assert as_known(game, again, random.Random(number), deals=3) == first


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_chances_tell_who_will_win(title, players):
    """In fresh games, chances are calibrated, mislead in less than a third, and tell more at the end than at the
    beginning.

    The short form covers two titles with the fewest players.
    """
    judged = judge(title, players, GAMES, find_chances(title))
    first, second, last = skill_by_thirds(judged)
    assert len(judged) == GAMES * PARTS * A_PART
    assert first > -0.03 and second > -0.03 and last > first
    if title == "kheops":  # little can be predicted there
        assert last > 0.05 and skill(judged) > 0
    else:
        assert second > 0.1 and last > 0.2 and skill(judged) > 0.03
    assert calibration_error(judged) < 0.08


def test_equal_rows_have_equal_chances():
    """Equal rows give equal chances, even for large sums; one more in the sum makes a seat e times as likely to win."""
    assert softmax([(1000.0,)] * 4, (1.0,)) == (0.25,) * 4
    first, second = softmax([(1.0,), (0.0,)], (1.0,))
    assert first / second == pytest.approx(2.718281828)


def test_a_resigned_seat_has_no_chance():
    """A resigned seat's chance is divided among the other seats in proportion to theirs."""
    game = positions_of("das-amulett", 3, "resigned")[0].game
    first, second, third = with_hindsight(game)
    left = replace(game, seats=(replace(game.seats[0], resigned=True), *game.seats[1:]))
    assert with_hindsight(left) == pytest.approx((0, second / (1 - first), third / (1 - first)))


def test_the_fit_finds_the_weights():
    """From rows and the chances that certain weights give them, the regression finds these weights."""
    weights = np.array([1.5, -0.5, 0.0])
    rows = np.random.default_rng(1).normal(size=(2000, 3, 3))
    odds = np.exp(rows @ weights)
    found = regression(rows, odds / odds.sum(axis=1, keepdims=True))
    assert found == pytest.approx(weights, abs=0.02)


def test_a_fit_can_be_repeated():
    """A fit with the same seed and number of games writes the same file, which can be read back."""
    once, again = fit("amun-re-card-game", 3, "repeated"), fit("amun-re-card-game", 3, "repeated")
    assert once == again
    assert read_fit(written("amun-re-card-game", once)) == once
