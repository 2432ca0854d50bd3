"""Research environments: steps a second with random legal play, beside PettingZoo's classic games and OpenSpiel's.

All are measured alternately in CPU time, in one process. PettingZoo's classics and OpenSpiel are measured if
`rlcard`, `chess`, `pygame` and `open_spiel` are installed. A step includes observation, mask and information; "without
observation" is for a search: legal commands and their effects.
"""

import importlib
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bench.fold import Row
from sdk.research import Batch, Environment, raw_env

SECONDS = 3.0
TURN = 200
"""The number of steps after which another environment is measured."""
TITLES = (("kheops", 2), ("amun-re-card-game", 3), ("amun-re", 3), ("das-amulett", 3))
CLASSICS = ("connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4", "go_v5")
SPIEL = ("connect_four", "leduc_poker", "hearts")
BATCH = 16
REFERENCE = "PettingZoo: texas_holdem_v4"

Play = Callable[[], int]
"""Plays at least `TURN` steps, and returns how many."""


def stepping(game: Any) -> Play:
    """Steps of an environment with PettingZoo's interface, each with its observation."""
    lot = random.Random(1)

    def play() -> int:
        steps = 0
        while steps < TURN:
            game.reset()
            for _agent in game.agent_iter():
                seen, _reward, is_over, is_cut, _info = game.last()
                if is_over or is_cut:
                    game.step(None)
                    continue
                steps += 1
                game.step(lot.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        return steps

    return play


def searching(game: Environment) -> Play:
    """Steps without observations, from the beginning of a game to its end."""
    lot = random.Random(1)

    def play() -> int:
        steps = 0
        while steps < TURN:
            game.reset()
            while not game.is_over:
                game.step(lot.choice(list(game.legal())))
                steps += 1
        return steps

    return play


def batched(batch: Batch) -> Play:
    """Steps of a batch, counted game by game."""
    lot = random.Random(1)
    step = batch.reset(1)

    def play() -> int:
        nonlocal step
        for _ in range(TURN // BATCH):
            step = batch.step([lot.choice(np.flatnonzero(mask).tolist()) for mask in step.masks])
        return TURN // BATCH * BATCH

    return play


def spiel(game: Any) -> Play:
    """Steps of an OpenSpiel game from Python, with the observation of the acting player if the game has one."""
    lot, observes = random.Random(1), game.get_type().provides_observation_tensor

    def play() -> int:
        steps = 0
        while steps < TURN:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(lot.choices(actions, chances)[0])
                    continue
                if observes:
                    state.observation_tensor()
                state.apply_action(lot.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def rates(plays: dict[str, Play]) -> dict[str, float]:
    """The steps a second of each; the one with the least time so far continues, so that all run in the same minutes."""
    spent, steps = dict.fromkeys(plays, 0.0), dict.fromkeys(plays, 0)
    for play in plays.values():
        play()
    while min(spent.values()) < SECONDS:
        turn = min(spent, key=lambda name: spent[name])
        began = time.process_time()
        steps[turn] += plays[turn]()
        spent[turn] += time.process_time() - began
    return {name: steps[name] / spent[name] for name in plays}


def others() -> Iterator[tuple[str, Play]]:
    """The games of PettingZoo and OpenSpiel that are installed; the others are named."""
    for name in CLASSICS:
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
        except Exception as error:  # PettingZoo's own for a missing package, and others
            print(f"PettingZoo's {name} is not measured: {error}", file=sys.stderr)
            continue
        yield f"PettingZoo: {name}", stepping(module.raw_env())
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not measured: open_spiel is not installed", file=sys.stderr)
        return
    for name in SPIEL:
        yield f"OpenSpiel: {name}", spiel(pyspiel.load_game(name))


def rows() -> Iterator[Row]:
    """Every title, and the games that are installed."""
    plays: dict[str, Play] = {}
    for title, players in TITLES:
        name = f"{title}, {players} players"
        plays[name] = stepping(raw_env(title, players, seed=1))
        plays[f"{name}, without observation"] = searching(raw_env(title, players, seed=1))
        plays[f"{name}, batch of {BATCH}"] = batched(Batch(BATCH, title, players, seed=1))
    plays.update(others())
    found = rates(plays)
    reference = found.get(REFERENCE)
    for name, rate in found.items():
        yield Row(name, rate, "steps/s", f"{rate / reference:.2f} of {REFERENCE}" if reference else "")
