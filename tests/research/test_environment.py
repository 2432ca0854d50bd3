"""Titles as environments: PettingZoo's own test, observations, seeds, rewards, an example that learns."""

import random
import runpy
import warnings

import msgspec
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from domain.redaction import redact
from domain.rulebook import Result
from domain.title_loader import find_rulebooks
from sdk.research import env, raw_env
from sdk.research.environment import rewards_of
from sdk.research.table import Table
from tests.serving import ROOT

TITLES = list(find_rulebooks())


def steps(game, seed, most=10_000):
    """The agents and slots of a random game."""
    lot = random.Random(seed)
    for agent in game.agent_iter(most):
        seen, _reward, is_over, is_cut, _info = game.last()
        slot = None if is_over or is_cut else lot.choice(np.flatnonzero(seen["action_mask"]).tolist())
        yield agent, slot
        game.step(slot)


@pytest.mark.parametrize("title", TITLES)
def test_api(title):
    """PettingZoo's own test of an environment passes."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # A mask beside the observation is PettingZoo's own form for legal actions; its test wants none.
        warnings.filterwarnings("ignore", "Observation (is not|space for)", UserWarning)
        api_test(env(title), num_cycles=40)


def test_seeds():
    """A seed determines the game, and another seed gives another game."""
    seed_test(lambda: env("kheops"), num_cycles=5)
    played = {}
    for seed in (1, 1, 2):
        game = raw_env("amun-re-card-game", seed=seed)
        game.reset()
        told = tuple(steps(game, "moves", 40))
        assert played.setdefault(seed, told) == told
    assert len(set(played.values())) == 2


@pytest.mark.parametrize("title", TITLES)
def test_a_seat_observes_the_fold_of_its_view(title):
    """The observed state is the fold of its redacted events, and its legal commands are those of the table."""
    rulebook, lot = find_rulebooks()[title], random.Random(title)
    options = {option.name: option.default for option in rulebook.meta.options}
    table = Table(rulebook, rulebook.meta.most_players, options, 3)
    for number in range(60):
        if table.result() is not None:
            break
        for seat in range(rulebook.meta.most_players) if number % 5 == 0 else table.asked():
            state = None
            for event in table._events:
                state = rulebook.evolve(state, redact(event, seat))
            assert table.seen(seat) == state
            assert rulebook.legal(state, seat) == rulebook.legal(table.state, seat)
        table.play(lot.choice(list(rulebook.legal(table.state, table.asked()[0]))))


def test_the_end():
    """Rewards by places, given once, with the places in the infos; a truncated game has none."""
    assert rewards_of(Result((1, 2, 3), (9, 5, 1), "points"), (0, 1, 2)) == [1, 0, -1]
    assert rewards_of(Result((1, 1, 3), (9, 9, 1), "points"), (0, 1, 2)) == [0.5, 0.5, -1]
    assert rewards_of(Result((3, 1, 3, 1), (4, 9, 4, 9), "points"), (0, 1, 0, 1)) == [-1, 1, -1, 1], "partners"
    assert rewards_of(Result((1, 1), (0, 0), "won"), (0, 0)) == [1, 1], "together"
    assert rewards_of(Result((2, 2), (0, 0), "lost"), (0, 0)) == [-1, -1]
    game = raw_env("kheops", seed=4)
    game.reset()
    for _agent, slot in steps(game, 1):
        if slot is None:
            told = [(info["place"], game.rewards[agent]) for agent, info in game.infos.items()]
            assert sorted(told) in ([(1, 1), (2, -1)], [(1, 0), (1, 0)])
            break
    else:
        raise AssertionError("nobody was told")
    cut = raw_env("kheops", seed=4, most_steps=3)
    cut.reset()
    for number, _step in enumerate(steps(cut, 1)):
        if number == 3:
            assert all(cut.truncations.values()) and not any(cut.rewards.values())
    with pytest.raises(ValueError, match="for 3 to 5 players"):
        raw_env("amun-re", 2)
    with pytest.raises(ValueError, match="there is no title 'senet'"):
        raw_env("senet")
    with pytest.raises(ValueError, match="one step at least"):
        raw_env("kheops", most_steps=0)


def test_an_illegal_action_is_refused():
    """The rules are not asked, and nothing changes."""
    game = raw_env("kheops", seed=4)
    game.reset()
    before, agent = game.table.state, game.agent_selection
    seen = game.observe(agent)
    assert msgspec.json.encode(game.infos[agent]["view"])
    with pytest.raises(ValueError, match="no legal action"):
        game.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert game.table.state is before and game.agent_selection == agent


def test_the_example_learns():
    """In its short form, the example's bandit already beats random players by more than three standard errors."""
    bandit = runpy.run_path(str(ROOT / "examples" / "research" / "bandit.py"))
    values = bandit["train"]("amun-re-card-game", 3, 40)
    mean, error = bandit["measure"]("amun-re-card-game", 3, 20, values)
    assert mean > 3 * error


def test_the_linear_player_learns():
    """After a dozen card games, the linear player beats random players by more than three standard errors."""
    linear = runpy.run_path(str(ROOT / "examples" / "research" / "linear.py"))
    (_none, before, _), (_some, mean, error) = linear["curve"]("amun-re-card-game", 2, [0, 12], 16)
    assert mean > max(before, 3 * error)
