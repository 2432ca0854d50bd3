"""Simulation: a game continued in memory from a full state, by the rules alone and without a record.

Nothing is recorded, redacted or narrated, randomness comes from an ordinary random source, and time does not pass. The
result is what `domain.lifecycle` would have reached by the same commands and the same draws, which a law test checks.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain import game as shared
from domain import lifecycle
from domain.game import Game
from domain.messages import Command
from domain.rulebook import Result, Rulebook, settle_options
from domain.terms import GameTerms

Policy = Callable[[Rulebook[Any], Game[Any], int, Sequence[Command], random.Random], Command]
"""A seat's choice among two or more legal commands. The game may be the full one."""


class LotChance:
    """Randomness from an unverifiable random source; `draws` continues the count."""

    __slots__ = ("_lot", "draws")

    def __init__(self, lot: random.Random, draws: int = 0) -> None:
        self.draws = draws
        self._lot = lot

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        self.draws += 1
        return self._lot.randrange(bound)


class Simulation:
    """A game continued in memory from a full state, without record, narration or keyed randomness.

    Its states are frozen, so a copy shares them and is cheap. There are no resignations, and clocks do not run.
    """

    __slots__ = ("_asked", "_begun", "_chance", "_game", "_moves", "_result", "lot", "rulebook", "table")

    def __init__(self, rulebook: Rulebook[Any], game: Game[Any], lot: random.Random) -> None:
        self.rulebook = rulebook
        self.lot = lot
        self.table = game.table
        self._begun = game
        self._game: Game[Any] | None = game
        self._moves = game.moves
        self._chance = LotChance(lot, game.draws)
        self._asked = shared.to_act(rulebook, game)
        self._result: Result | None = game.result

    @property
    def game(self) -> Game[Any]:
        """The current state."""
        if self._game is None:
            self._game = replace(
                self._begun,
                table=self.table,
                moves=self._moves,
                draws=self._chance.draws,
                status="playing" if self._result is None else "finished",
                result=self._result,
            )
        return self._game

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat."""
        return self.rulebook.meta.teams_of(self._begun.players)

    @property
    def is_over(self) -> bool:
        """Whether no seat is asked."""
        return not self._asked

    def copy(self, lot: random.Random) -> "Simulation":
        """A copy of the game, which continues independently with this random source."""
        other = Simulation.__new__(Simulation)
        other.rulebook = self.rulebook
        other.lot = lot
        other.table = self.table
        other._begun = self._begun
        other._game = self._game
        other._moves = self._moves
        other._chance = LotChance(lot, self._chance.draws)
        other._asked = self._asked
        other._result = self._result
        return other

    def to_act(self) -> Sequence[int]:
        """The seats that must answer, in ascending order."""
        return self._asked

    def legal(self, seat: int) -> Sequence[Command]:
        """All legal answers of this seat; none if it is not asked."""
        return self.rulebook.legal(self.table, seat) if self._asked else ()

    def apply(self, command: Command) -> None:
        """Apply this command and everything that follows by the rules, or raise `Illegal` without any change."""
        if not self._asked:
            raise ValueError("the simulated game is over")
        rulebook, table, chance, moves = self.rulebook, self.table, self._chance, self._moves
        evolve, advance = rulebook.evolve, rulebook.advance
        for event in rulebook.decide(table, command, chance):
            table = evolve(table, event)
            moves += 1
        while (following := advance(table, chance)) is not None:
            table = evolve(table, following)
        self.table, self._moves, self._game = table, moves, None
        self._asked = rulebook.to_act(table)
        if not self._asked:
            result = rulebook.result(table)
            assert result is not None, "a player is asked until there is a result"
            self._result = result.ranking_last([seat.resigned for seat in self._begun.seats])

    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win after the end: 1 divided among the winning teams."""
        assert self._result is not None, "only a finished game has winners"
        return self._result.shares(self.teams)


def begin(
    rulebook: Rulebook[Any], players: int, lot: random.Random, options: Mapping[str, Any] | None = None
) -> Simulation:
    """A new game with this many players, in which the first of them is about to answer."""
    settled = settle_options(rulebook, options or {})
    opened = lifecycle.open_game(rulebook, GameTerms(rulebook.meta.id, players, settled, ("random",) * players), "")
    game = shared.evolve_shared(None, opened.event)
    for following in lifecycle.follow_up(rulebook, game, LotChance(lot), ""):
        game = shared.evolve(rulebook, game, following.event, following.actor, following.luck)
    return Simulation(rulebook, game, lot)


def play_on(simulation: Simulation, policy: Policy, choices: int | None = None) -> None:
    """Play to the end, or for a number of choices. Each asked seat answers by this policy, or gives its only answer."""
    rulebook, lot = simulation.rulebook, simulation.lot
    while choices != 0 and (asked := simulation.to_act()):
        seat = asked[0] if len(asked) == 1 else lot.choice(asked)
        commands = simulation.legal(seat)
        if len(commands) == 1:
            simulation.apply(commands[0])
        else:
            simulation.apply(policy(rulebook, simulation.game, seat, commands, lot))
            choices = None if choices is None else choices - 1
