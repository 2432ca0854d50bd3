"""Table in memory: a game's full state, and each seat's view of it."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ai.simulation import LotChance
from domain.game import EDITION
from domain.messages import Command, Event
from domain.redaction import redact, secret_fields
from domain.rulebook import Result, Rulebook, set_up


class Table:
    """A game of a title from its set-up on. Luck is an ordinary random source: same seed, same commands, same game."""

    def __init__(self, rulebook: Rulebook[Any], players: int, options: Mapping[str, Any], seed: int | None) -> None:
        self.rulebook = rulebook
        self._chance = LotChance(random.Random(seed))
        self._events: list[Event] = []
        self._secrets = 0
        """The number of events up to the last one with a secret."""
        self.state: Any = None
        for event in set_up(rulebook, players, options, self._chance, EDITION):
            self._happen(event)
        self._go_on()
        self._seen: list[Any] = [None] * players
        self._read = [0] * players
        self._knows_all = [True] * players

    def _happen(self, event: Event) -> None:
        self.state = self.rulebook.evolve(self.state, event)
        self._events.append(event)
        if secret_fields(type(event)):
            self._secrets = len(self._events)

    def _go_on(self) -> None:
        while (event := self.rulebook.advance(self.state, self._chance)) is not None:
            self._happen(event)

    def play(self, command: Command) -> None:
        """Apply this command, and everything that follows by the rules."""
        for event in list(self.rulebook.decide(self.state, command, self._chance)):
            self._happen(event)
        self._go_on()

    def asked(self) -> Sequence[int]:
        """The seats that must answer."""
        return self.rulebook.to_act(self.state)

    def result(self) -> Result | None:
        """The result of the game, or none while it goes on."""
        return self.rulebook.result(self.state)

    def seen(self, seat: int) -> Any:
        """The state as this seat may see it: the fold of the events, redacted for it."""
        read = self._read[seat]
        if read < len(self._events):
            if self._knows_all[seat] and self._secrets <= read and read:
                self._seen[seat] = self.state
            else:
                state = self._seen[seat]
                for event in self._events[read:]:
                    state = self.rulebook.evolve(state, redact(event, seat))
                # While nothing is hidden all seats see the same state, which is folded once.
                self._knows_all[seat] = state == self.state
                self._seen[seat] = self.state if self._knows_all[seat] else state
            self._read[seat] = len(self._events)
        return self._seen[seat]
