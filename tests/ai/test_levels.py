"""Levels of computer players: each is stronger than the one before, and errs like a person."""

import random
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from ai.arena import arena_result, play_arena, wilson
from ai.kinds import find_kinds, level_of
from ai.oversights import choose_overlooking
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from tests.ai.guessing import Take

IMMEDIATE = ("random", "novice", "pupil", "steward")


def test_the_kinds_are_ranked():
    """The kinds rank from random to the sage; the apprentice is left out, because its strength differs between
    titles.
    """
    levels = {level_of(kind): name for name, kind in find_kinds().items()}
    assert ["random", "novice", "pupil", "steward", "scholar", "sage"] == [levels[level] for level in range(6)]
    assert {*levels} == {*range(6), None} and levels[None] == "apprentice"


@pytest.mark.parametrize(
    ("title", "games"),
    [
        ("amun-re-card-game", 16),
        ("das-amulett", 16),
        *(pytest.param(title, 200, marks=pytest.mark.soak) for title in find_rulebooks()),
    ],
)
def test_each_level_beats_the_one_before(title, games):
    """A player of a level wins significantly more than a fair share among players of the level before.

    The short form covers two titles and does not require significance.
    """
    players = find_rulebooks()[title].meta.least_players
    for weak, strong in pairwise(IMMEDIATE):
        kinds = [strong, *[weak] * (players - 1)]
        played = list(play_arena(projector_for(title), kinds, range(games), "levels"))
        (score, *_) = arena_result(find_rulebooks()[title], kinds, played).scores
        least = score.wins / games if games < 100 else wilson(score.wins, games)[0]
        assert least > 1 / players, (title, weak, strong, score)


def chosen(worth, noticed, blur, times=400):
    """How often each of three moves with these values is chosen."""
    commands = [Take(0, count) for count in range(3)]
    title: Any = SimpleNamespace(appraise=lambda _table, _seat, seen: [worth[command.count] for command in seen])
    lot = random.Random(1)
    found = [choose_overlooking(title, None, 0, commands, lot, noticed, blur) for _ in range(times)]
    return [found.count(command) / times for command in commands]


def test_a_player_who_sees_everything_chooses_the_best():
    """Without oversights and misjudgement, a player chooses as the steward does."""
    assert [0, 0, 1] == chosen((0, 5, 9), 1.0, 0.0)


def test_mistakes_are_small_ones():
    """Of two good moves either is chosen; a much worse move is chosen only if no better one was seen."""
    bad, good, best = chosen((0, 95, 100), 0.6, 0.2)
    assert bad < 0.1 + 0.4**2 and good > 0.2 and best > good
    assert pytest.approx(0.4**2, abs=0.1) == chosen((0, 95, 100), 0.6, 0.0)[0], "both others were overlooked"
