"""Simulation: with equal commands and draws, a simulation reaches the same states as the rules."""

import random

import pytest
from msgspec.structs import replace

from ai.self_play import seeded_game_key
from ai.simulation import Simulation, begin, play_on
from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance
from domain.game import GameFinished
from domain.messages import Illegal
from domain.title_loader import find_rulebooks

TABLES = [
    (title, players)
    for title, rulebook in find_rulebooks().items()
    for players in sorted({rulebook.meta.least_players, rulebook.meta.most_players})
]


class KeyedLot(random.Random):
    """A lot with the randomness of a game key: its draws are those of a real game."""

    def __init__(self, keyed):
        super().__init__(0)
        self.keyed = keyed

    def randrange(self, bound):  # type: ignore[override]
        return self.keyed.below(bound)


def keyed_chance(title, players, draws=0):
    return KeyedChance(seeded_game_key(title), "simulated", [""] * players, draws)


def finished_without_key(event):
    return replace(event, key="") if isinstance(event, GameFinished) else event


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_same_commands_and_same_luck_reach_the_same_states(title, players):
    """A simulation after each command equals the recorded game, to its end and result."""
    rulebook, lot = find_rulebooks()[title], random.Random(f"{title}/{players}")
    simulation = begin(rulebook, players, KeyedLot(keyed_chance(title, players)))
    game = begin(rulebook, players, KeyedLot(keyed_chance(title, players))).game
    while simulation.to_act():
        assert shared.to_act(rulebook, game) == tuple(simulation.to_act())
        seat = lot.choice(simulation.to_act())
        commands = simulation.legal(seat)
        assert shared.legal(rulebook, game, seat) == tuple(commands)
        command = lot.choice(commands)
        simulation.apply(command)
        for one in lifecycle.act(rulebook, game, command, keyed_chance(title, players, game.draws), ""):
            game = shared.evolve(rulebook, game, finished_without_key(one.event), one.actor, one.luck)
        assert simulation.game == game
    assert game.is_over
    winners = game.result.winners()
    assert simulation.shares() == tuple(1 / len(winners) if seat in winners else 0 for seat in range(players))


@pytest.mark.parametrize("title", sorted(find_rulebooks()))
def test_a_copy_is_independent(title):
    """Playing a copy to its end leaves the original unchanged, which then plays to the same end by the same lot."""
    rulebook = find_rulebooks()[title]
    original = begin(rulebook, rulebook.meta.least_players, random.Random(1))
    before = original.game
    ends = []
    for _ in range(2):
        copied = original.copy(random.Random(2))
        play_on(copied, lambda rulebook, game, seat, commands, lot: lot.choice(commands))
        ends.append(copied.game)
        assert original.game == before and original.to_act() and not original.is_over
    assert ends[0] == ends[1] and ends[0].is_over


@pytest.mark.parametrize("title", sorted(find_rulebooks()))
def test_a_refused_command_changes_nothing(title):
    """A command against a rule is refused, and the simulation is unchanged; so is any after the end."""
    rulebook = find_rulebooks()[title]
    simulation = begin(rulebook, rulebook.meta.most_players, random.Random(3))
    before, seat = simulation.game, simulation.to_act()[0]
    command = simulation.legal(seat)[0]
    with pytest.raises(Illegal):
        simulation.apply(replace(command, seat=rulebook.meta.most_players))
    assert simulation.game == before
    play_on(simulation, lambda rulebook, game, seat, commands, lot: commands[0])
    assert simulation.legal(seat) == ()
    with pytest.raises(ValueError, match="simulated game is over"):
        simulation.apply(command)
    assert isinstance(Simulation(rulebook, simulation.game, random.Random()).shares(), tuple)
