"""Copies of environments: clones, deep copies, pickles in other processes, and what a seat cannot tell apart."""

import copy
import multiprocessing
import pickle
import random

import numpy as np
import pytest

from domain.title_loader import find_rulebooks
from sdk.research import Environment, env, raw_env

TITLES = list(find_rulebooks())
MOST = 60


def on_the_way(title, seed, answers=25):
    """An environment after some random answers."""
    game, lot = raw_env(title, find_rulebooks()[title].meta.most_players, seed=seed), random.Random(seed)
    game.reset()
    for _ in range(answers):
        game.step(choice(game, lot))
    return game


def choice(game, lot):
    """A legal action of the current agent."""
    return lot.choice(list(game.infos[game.agent_selection]["commands"]))


def played(game, seed, most=MOST):
    """Observations of this game's agents in some more random answers."""
    lot, told = random.Random(seed), []
    for _ in range(most):
        if game.terminations[game.agent_selection]:
            break
        agent = game.agent_selection
        seen = game.observe(agent)
        told.append(
            (agent, seen["observation"].tobytes(), seen["action_mask"].tobytes(), game.information_state(agent))
        )
        game.step(choice(game, lot))
    return told, game.rewards, game.state().tobytes()


def in_another_process(pickled, seed):
    """Observations of the pickled game when it is continued."""
    return played(pickle.loads(pickled), seed, 20)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    "copied", [Environment.clone, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_a_copy_goes_on_like_the_original(title, copied):
    """A copy gives the observations that the original would give, and leaves the original untouched."""
    game = on_the_way(title, 3)
    before = game.state().tobytes(), game.agent_selection, [game.information_state(one) for one in game.agents]
    other = copied(game)
    told = played(other, 4)
    assert before == (
        game.state().tobytes(),
        game.agent_selection,
        [game.information_state(one) for one in game.agents],
    )
    assert len(told[0]) > 20 and told == played(game, 4)


@pytest.mark.parametrize("title", TITLES)
def test_a_copy_with_luck_of_its_own(title):
    """Clones with different seeds come to different games, clones with one seed to one."""
    game = on_the_way(title, 5)
    ends = [played(game.clone(seed), 1)[2] for seed in (1, 1, 2, 3, 4)]
    assert ends[0] == ends[1] and len(set(ends)) > 1


@pytest.mark.parametrize("title", TITLES)
def test_a_resampled_table_looks_the_same(title):
    """The agent has the same information state, view, and legal commands; what is hidden from it varies."""
    game, lot = on_the_way(title, 7, 0), random.Random(7)
    states = varied = 0
    while not game.terminations[game.agent_selection] and states < 12:
        agent = lot.choice(game.agents)
        other, another = game.resample(agent, states), game.resample(agent, states + 1000)
        assert other.information_state(agent) == game.information_state(agent)
        assert other.history(agent) == game.history(agent)
        assert other.agent_selection == game.agent_selection
        for part in ("observation", "action_mask"):
            assert np.array_equal(other.observe(agent)[part], game.observe(agent)[part])
        varied += other.table.state != another.table.state
        played(other, states, 5)
        states += 1
        for _ in range(9):
            if not game.terminations[game.agent_selection]:
                game.step(choice(game, lot))
    assert states > 8 and (varied or title == "amun-re"), "what is hidden is drawn"


def test_information_states_differ():
    """Information states differ between two games, and between two seats once they have seen different things."""
    game = on_the_way("kheops", 3, 20)
    other = on_the_way("kheops", 4, 20)
    found = {one.information_state(agent) for one in (game, other) for agent in one.agents}
    assert len(found) == 4


def test_other_processes():
    """Fresh processes, as of distributed learners, continue pickled games like this one."""
    games = [on_the_way(title, 9, 15) for title in ("kheops", "amun-re-card-game")]
    with multiprocessing.get_context("spawn").Pool(1) as workers:
        told = workers.starmap(in_another_process, [(pickle.dumps(game), 2) for game in games])
    assert told == [played(game, 2, 20) for game in games]


def test_before_the_first_game_and_with_checks():
    """An environment that was not reset, and one with PettingZoo's checks, can be copied, too."""
    new = pickle.loads(pickle.dumps(raw_env("kheops", seed=3)))
    same = copy.deepcopy(raw_env("kheops", seed=3))
    for game in (new, same):
        game.reset()
    assert played(new, 1) == played(same, 1)
    checked = env("kheops", seed=3)
    checked.reset()
    other = copy.deepcopy(checked)
    assert played(other.unwrapped, 1) == played(checked.unwrapped, 1)
    assert pickle.loads(pickle.dumps(env("kheops", seed=3))).unwrapped.title == "kheops"
