"""Games for the tests of the shared rules, action by action: their clocks, and their earlier states."""

from collections.abc import Sequence
from typing import Any, Self

import pytest

from domain import game as shared
from domain.chance import KeyedChance
from domain.clocks.rules import at_time
from domain.disputes.events import DecideDispute, OpenDispute, Remedy
from domain.game import CommandSigned, Happening, TakeSeat
from domain.lifecycle import Sending, SoFar, act, nonces_after, open_game
from domain.messages import Command, Illegal, Record
from domain.rulebook import settle_options
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.entries import Position
from replay.past_states import counting_actions
from tests.signers import Signer

RULEBOOK = next(one for one in find_rulebooks().values() if one.meta.least_players == 2 < one.meta.most_players)
KEY = Signer("somebody").public_key
NOTHING = Remedy()


def refusal(do: Any) -> str:
    """The rule of the refusal."""
    with pytest.raises(Illegal) as caught:
        do()
    return str(caught.value.rule)


class Sitting:
    """A game in which people join and act; the computer players bring these nonces."""

    at = 0
    """The time, in milliseconds since 1970 UTC."""

    def __init__(
        self, players: int, computers: Sequence[str] = (), nonces: Sequence[str] = (), rulebook: Any = RULEBOOK,
        **more: Any,
    ) -> None:  # fmt: skip
        self.rulebook, self.nonces = rulebook, nonces or ("",) * len(computers)
        options = settle_options(rulebook, {})
        bound = more.pop("nonce_commitments", None)
        terms = GameTerms(rulebook.meta.id, players, options, tuple(computers), **more)
        opened = open_game(rulebook, terms, "", "g", bound)
        self.game = shared.evolve_shared(None, opened.event)
        self.actions, self.end = 1, "1-0"
        self.past = {self.end: self.game}
        self.placed = [(Position(1, 0), Record(0, opened.event))]

    def _past(self, position: str) -> Any:
        return self.past[position]

    def _counting(self) -> Any:
        return counting_actions(self.placed)

    def when(self, command: Command, signed: CommandSigned | None = None, ordered: bool = False) -> list[Happening]:
        """The outcome of this command."""
        chance = KeyedChance(bytes(32), "g", nonces_after(self.game, command, self.nonces), self.game.draws)
        sent, so_far = Sending(signed, ordered, self.at), SoFar(self._past, self._counting)
        return act(self.rulebook, self.game, command, chance, "key", self.nonces, sent, so_far)

    def do(self, command: Command, signed: CommandSigned | None = None, after: int = 0) -> list[Any]:
        """Apply this command this number of milliseconds later, and return its events."""
        self.at += after
        happenings = self.when(command, signed)
        for effect, one in enumerate(happenings):
            self.placed.append((Position(self.actions + 1, effect), Record(0, one.event, one.actor, one.luck)))
            self.game = at_time(self.rulebook, self.game, self.at, one.event)
            self.game = shared.evolve(self.rulebook, self.game, one.event, one.actor, one.luck, self._past)
        self.actions += 1
        self.end = f"{self.actions}-{len(happenings) - 1}"
        self.past[self.end] = self.game
        return [one.event for one in happenings]

    def refuses(self, command: Command, rule: str, after: int = 0) -> None:
        """The command is refused by this rule this number of milliseconds later."""
        self.at += after
        assert refusal(lambda: self.when(command)) == rule

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return shared.to_act(self.rulebook, self.game)

    def first_command(self, seat: int | None = None) -> Any:
        """The first legal command of an asked seat."""
        return shared.legal(self.rulebook, self.game, self.asked[0] if seat is None else seat)[0]

    def sit(self, *names: str) -> Self:
        """Seat these people."""
        for name in names:
            self.do(TakeSeat(0, player=name))
        return self

    def play(self, moves: int = 1) -> Self:
        """Play this number of first legal moves."""
        for _ in range(moves):
            self.do(self.first_command())
        return self

    def finished(self) -> Self:
        """This table after its game was played to the end."""
        while not self.game.is_over:
            self.play()
        return self

    def disputed(self, remedy: Remedy = NOTHING, seat: int = 0) -> Self:
        """Open a dispute of this seat about the current position; disputes are numbered consecutively."""
        self.do(OpenDispute(seat, self.end, "Why?", remedy))
        return self

    def decided(self, remedy: Remedy, number: int = 1, by: str = "operator") -> list[Any]:
        """The events of this decision."""
        return self.do(DecideDispute(-1, number, by, "So.", remedy))  # type: ignore[arg-type]


class Table(Sitting):
    """A started game between persons, and stewards as computer players."""

    def __init__(self, players: int = 2, computers: int = 0, rulebook: Any = RULEBOOK, **more: Any) -> None:
        super().__init__(players, ("steward",) * computers, rulebook=rulebook, **more)
        for seat in range(players - computers):
            self.do(TakeSeat(seat, player=f"p{seat}", public_key=KEY if self.game.signed else ""))
