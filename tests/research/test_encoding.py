"""Encodings: a number for each command, a row of fields, and a vector of its own for each view, in every title."""

import importlib
import random
import sys
from collections import Counter
from itertools import islice

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from domain.messages import Command, in_order
from domain.rulebook import settle_options
from domain.title_loader import find_rulebooks
from sdk.research import raw_env
from sdk.research.actions import SPARE, Actions
from sdk.research.encoding import Features
from sdk.research.sample import sample
from tests.serving import ROOT

LARGE = ("amun-re", "das-amulett")
"""Titles whose most players have too many commands to number them in the short form."""
TITLES = [
    pytest.param(title, players, options, marks=pytest.mark.soak if title in LARGE and options else ())
    for title, rulebook in find_rulebooks().items()
    for players, options in (
        (rulebook.meta.least_players, {}),
        (rulebook.meta.most_players, {one.name: True for one in rulebook.meta.options if one.kind == "flag"}),
    )
]


def moments(game, games, seed=100, most=250):
    """The agents that are asked in some random games."""
    lot = random.Random(seed)
    for number in range(games):
        game.reset(seed + number)
        for _ in range(most):
            agent = game.agent_selection
            if game.terminations[agent]:
                break
            yield agent
            game.step(lot.choice(list(game.infos[agent]["commands"])))


@pytest.mark.filterwarnings("error:.*without a number")
@pytest.mark.parametrize("games", [1, pytest.param(5, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("title", "players", "options"), TITLES)
def test_each_action_is_one_command(title, players, options, games):
    """In random games each number means one command, each command has one number, and none is a spare one."""
    game = raw_env(title, players, options=options)
    commands, numbers = {}, {}
    for agent in moments(game, games):
        info = game.infos[agent]
        assert len(info["commands"]) == len(game.rulebook.legal(game.table.state, game._seats[agent]))
        for number, command in info["commands"].items():
            plain = replace(in_order(command) if command.ANY_ORDER else command, seat=0)
            assert commands.setdefault(number, plain) == plain
            assert numbers.setdefault(plain, number) == number
        assert max(info["legal"]) < game.actions.known
        assert list(info["legal"]) == list(info["commands"])
    assert len(commands) == len(numbers) > 30


@pytest.mark.parametrize(("title", "players", "options"), TITLES)
def test_rows_of_fields(title, players, options):
    """A command's row gives its type and values back, and no two commands have the same row."""
    game = raw_env(title, players, options=options)
    actions = game.actions
    rows = {row.tobytes() for row in actions.fields[: actions.known]}
    assert len(rows) == actions.known and not actions.fields[actions.known :].any()
    assert (actions.fields.max(axis=0) < actions.sizes).all()
    for agent in moments(game, 1):
        info = game.infos[agent]
        for row, command in zip(info["features"], info["commands"].values(), strict=True):
            told = {name: actions.values[at][row[at] - 1] for at, name in enumerate(actions.names) if row[at]}
            assert told.pop("type") == type(command).__name__
            same = {name: getattr(command, name) for name in told}
            for name in command.ANY_ORDER if len(command.ANY_ORDER) > 1 else ():
                assert told.pop(name) in [same.pop(name), *(getattr(command, one) for one in command.ANY_ORDER)]
            assert told == same


@pytest.mark.parametrize(("title", "players", "options"), TITLES)
def test_different_views_have_different_vectors(title, players, options):
    """The vector of a view does not depend on the view before, and two views never share one."""
    game = raw_env(title, players, options=options)
    found = {}
    for agent in moments(game, 2):
        for each in (agent, game.agents[-1]):
            vector = game.observe(each)["observation"]
            view = game._sight(each).view
            assert found.setdefault(vector.tobytes(), view) == view
            assert vector in game.observation_space(each)["observation"]
    view = game._sight(agent).view
    assert np.array_equal(game.observe(agent)["observation"], game._encodings.views.encode(view))
    assert len(found) > 100


def test_a_state_has_everything():
    """Two tables that a seat cannot tell apart have different states for a critic."""
    game = raw_env("kheops", seed=2)
    agent = next(islice(moments(game, 1), 12, None))
    others = [game.resample(agent, seed) for seed in range(20)]
    assert len({other.state().tobytes() for other in others}) == len({repr(other.table.state) for other in others}) > 5
    assert game.state() in game.state_space


class Sow(Command, frozen=True):
    """A command with fields of every kind."""

    ANY_ORDER = ("seeds",)

    seeds: tuple[int, ...]
    deep: bool
    where: str | None = None


def test_commands_without_numbers():
    """Commands without numbers get the spare numbers of the moment, with a warning; more than these are refused."""
    actions = Actions((Sow,), {}, [Sow(0, (1, 2), True), Sow(1, (2, 2), True, "hill")])
    assert actions.known == 2 * 2 * 2 and actions.size == actions.known + SPARE
    numbers = actions.numbered([Sow(0, (2, 1), False), Sow(0, (1, 2), True, "hill")])
    assert max(numbers) < actions.known
    with pytest.warns(UserWarning, match="without a number"):
        assert [actions.known] == list(actions.numbered([Sow(0, (3,), False)]))
    with pytest.warns(UserWarning), pytest.raises(ValueError, match="command_values"):
        actions.numbered([Sow(0, (number,), False) for number in range(100, 101 + SPARE)])
    with pytest.raises(ValueError, match="have one number"):
        actions.numbered([Sow(0, (1, 2), False), Sow(0, (2, 1), False)])


def test_values_that_the_sample_lacks():
    """Values that the sample lacks use spare numbers, which going back frees again."""
    views = Features([{"a": [1, 2], "b": None}, {"a": [1], "b": "x"}])
    known = {"a": [1, 2], "b": "x"}
    new = {"a": [1, 2, 7], "b": "y", "c": True}
    vector = views.encode(new)
    assert vector[views.known :].any() and not views.encode(known)[views.known :].any()
    changed = views.encode(known)
    views.update(changed, known, new)
    assert np.array_equal(changed, vector)
    views.update(changed, new, known)
    assert np.array_equal(changed, views.encode(known))


def test_a_title_from_a_package(monkeypatch):
    """The example's commands are numbered without a word from its author."""
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "liars-dice"))
    title = importlib.import_module("stele_liars_dice")
    options = settle_options(title, {})
    for players in range(title.meta.least_players, title.meta.most_players + 1):
        sampled = list(sample(title, players, options))
        actions = Actions(title.COMMANDS, {}, (one for moment in sampled for one in moment.commands))
        used = Counter(number for moment in sampled for number in actions.numbered(moment.commands))
        assert max(used) < actions.known < 200
    sys.modules.pop("stele_liars_dice")
    assert msgspec.json.encode(actions.names) == b'["type","count","face"]'
