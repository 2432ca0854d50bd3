"""Many games at once, and all asked seats at once: they play the same games as the environment they are made of."""

import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

from domain.title_loader import find_rulebooks
from sdk.research import Batch, parallel_env, raw_env

TITLES = list(find_rulebooks())


def chosen(masks, lot):
    """A legal action of each row."""
    return [lot.choice(np.flatnonzero(mask).tolist()) for mask in masks]


@pytest.mark.parametrize("title", ["amun-re-card-game", "kheops"])
def test_a_batch_plays_the_same_games(title):
    """Each row is what a single environment with its seed observes, to its end, and then the next game begins."""
    batch, lot = Batch(3, title, seed=5), random.Random(5)
    single = raw_env(title)
    single.reset(6)
    step, ended = batch.reset(), 0
    for _ in range(200):
        agent = single.agent_selection
        seen = single.observe(agent)
        assert single.possible_agents[step.agents[1]] == agent
        assert np.array_equal(step.observations[1], seen["observation"])
        assert np.array_equal(step.masks[1], seen["action_mask"])
        actions = chosen(step.masks, lot)
        single.step(actions[1])
        step = batch.step(actions)
        ended += int(step.terminations.sum())
        if single.is_over:
            assert step.terminations[1] and not step.truncations[1]
            assert np.array_equal(step.rewards[1], np.array(list(single.rewards.values()), np.float32))
            break
        assert not step.terminations[1] and not step.rewards[1].any()
    assert ended > 0 and not batch.games[1].is_over


def test_a_batch_refuses_as_a_whole():
    """With one illegal action, a wrong number of actions, or no games, no game of the batch changes."""
    batch = Batch(2, "kheops", seed=1, most_steps=2)
    step = batch.reset()
    before = [game.table.state for game in batch.games]
    legal = chosen(step.masks, random.Random(1))
    with pytest.raises(ValueError, match="no legal action in game 1"):
        batch.step([legal[0], int(np.flatnonzero(step.masks[1] == 0)[0])])
    with pytest.raises(ValueError, match="1 actions for 2 games"):
        batch.step(legal[:1])
    assert [game.table.state for game in batch.games] == before
    step = batch.step(legal)
    step = batch.step(chosen(step.masks, random.Random(2)))
    assert step.truncations.all() and not step.terminations.any() and not step.rewards.any()
    with pytest.raises(ValueError, match="one game at least"):
        Batch(0, "kheops")


@pytest.mark.parametrize("title", TITLES)
def test_parallel_api(title):
    """PettingZoo's own test of a parallel environment passes."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation (is not|space for)", UserWarning)
        parallel_api_test(parallel_env(title), num_cycles=40)


@pytest.mark.parametrize("title", TITLES)
def test_simultaneous_answers(title):
    """Seats that are asked together are answered in one step, and no answer makes another one illegal."""
    game, lot = parallel_env(title, seed=3), random.Random(3)
    seen, _infos = game.reset()
    answers = steps = together = 0
    while game.agents and steps < 150:
        asked = game.asked()
        actions = {agent: chosen([seen[agent]["action_mask"]], lot)[0] for agent in game.agents}
        assert all((actions[agent] == game.wait) == (agent not in asked) for agent in game.agents)
        before = game.game._steps
        seen, rewards, *_rest, infos = game.step(actions)
        answers += game.game._steps - before
        assert game.game._steps - before == len(asked)
        together += len(asked) > 1
        steps += 1
        assert all(len(infos[agent]["commands"]) for agent in game.asked())
    assert (together > 0) == title.startswith("amun-re")
    assert game.agents or sum(rewards.values()) == pytest.approx(0)


def test_a_parallel_environment_refuses():
    """An asked agent that waits, and an answer of one that is not asked."""
    game = parallel_env("kheops", seed=3)
    game.reset()
    (asked,) = game.asked()
    (other,) = set(game.agents) - {asked}
    legal = next(iter(game.game.legal(asked)))
    for actions in ({asked: game.wait, other: game.wait}, {asked: legal, other: legal}, {asked: legal}):
        with pytest.raises(ValueError, match="no legal action"):
            game.step(actions)
    game.step({asked: legal, other: game.wait})
    assert game.game._steps == 1
