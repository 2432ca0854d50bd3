"""Table in memory: a game's full state, each seat's view of it, copies, and tables that a seat cannot tell apart from
it.
"""

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ai.simulation import LotChance
from domain.game import EDITION
from domain.messages import Command, Event
from domain.redaction import redact, secret_fields
from domain.rulebook import Result, Rulebook, set_up
from domain.title_loader import find_rulebooks


class Table:
    """A game of a title from its set-up on. Randomness is an ordinary random source: same seed, same commands, same
    game.

    Its states and events are frozen, so copies share them. It is pickled with the title's id, not with its rules.
    """

    def __init__(self, rulebook: Rulebook[Any], players: int, options: Mapping[str, Any], seed: int | None) -> None:
        self._begin(rulebook, players, random.Random(seed))
        for event in set_up(rulebook, players, options, self._chance, EDITION):
            self._happen(event)
        self._go_on()

    def _begin(self, rulebook: Rulebook[Any], players: int, lot: random.Random) -> None:
        self.rulebook = rulebook
        self.state: Any = None
        self._lot = lot
        self._chance = LotChance(lot)
        self._events: list[Event] = []
        self._secrets = 0
        """The number of events up to the last one with a secret."""
        self._seen: list[Any] = [None] * players
        self._read = [0] * players
        self._knows_all = [True] * players

    def __getstate__(self) -> dict[str, Any]:
        """All but the rules, which are a module."""
        return {**self.__dict__, "rulebook": self.rulebook.meta.id}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the table, with the rules of the title that is installed here."""
        self.__dict__.update(state, rulebook=find_rulebooks()[state["rulebook"]])

    def clone(self, seed: int | None = None) -> "Table":
        """A copy that continues independently, with the same draws, or with draws from this seed."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other._events, other._seen = self._events.copy(), self._seen.copy()
        other._read, other._knows_all = self._read.copy(), self._knows_all.copy()
        other._lot = random.Random(seed)
        if seed is None:
            other._lot.setstate(self._lot.getstate())
        other._chance = LotChance(other._lot, self._chance.draws)
        return other

    def resample(self, seat: int, seed: int | None = None) -> "Table":
        """A table drawn at random from those that agree with all that this seat has seen; its draws are new, too."""
        other = Table.__new__(Table)
        other._begin(self.rulebook, len(self._seen), random.Random(seed))
        for event in self.rulebook.determinize(self.history(seat), other._chance):
            other._happen(event)
        return other

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
        """The result of the game, or none while it continues."""
        return self.rulebook.result(self.state)

    def history(self, seat: int) -> tuple[Event, ...]:
        """All that this seat has seen: every event of the game, redacted for it."""
        return tuple(redact(event, seat) for event in self._events)

    def information_state(self, seat: int) -> str:
        """A digest of all that this seat has seen: equal for games that it cannot tell apart, and for no others."""
        return hashlib.sha256(msgspec.json.encode((seat, self.history(seat)))).hexdigest()

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
