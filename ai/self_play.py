"""Self-play: a whole game between computer players, in memory, for the command line and the laws.

Each computer player folds its seat's redacted records, which are exactly what the server would show it.
"""

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ai.kinds import kind_named, searches
from ai.player import choose, computer_in
from ai.search.search import Budget
from ai.standing_orders import apply_orders
from ai.steward_orders import orders_of
from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance, commitment
from domain.game import SHARED_EVENTS, Game, Happening
from domain.messages import Event, Record
from domain.ordered_moves import Order
from domain.projector import Projector
from domain.redaction import redact, redact_record
from domain.rulebook import settle_options
from domain.terms import GameTerms
from eventstore.entries import End, Entry, seal_action


class Playout(Struct, frozen=True):
    """A finished playout: its id, its game key, its entries as a stream would hold them, its last state."""

    game_id: str
    game_key: bytes
    entries: tuple[Entry, ...]
    final: Game[Any]


def seeded_game_key(seed: str) -> bytes:
    """A game key from a seed, for reproducible games."""
    return hashlib.sha256(b"stele/playout/1\0" + seed.encode()).digest()


class Match:
    """One game in memory. `watch` is called with the records of every action and the state after it.

    With `orders` a seat that is asked for a bid places standing orders to outbid the others, as a steward does.
    `budget` replaces the own budget of kinds that search.
    """

    def __init__(
        self,
        projector: Projector,
        kinds: Sequence[str],
        seed: str,
        options: Mapping[str, Any] | None = None,
        watch: Callable[[list[Record[Any]], Game[Any]], None] = lambda records, game: None,
        orders: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self.projector = projector
        self.rulebook = projector.rulebook
        self.game_id = "playout"
        self.game_key = seeded_game_key(seed)
        self._lot = random.Random(seed)
        self._watch = watch
        self._entries: list[Entry] = []
        self._end = End()
        self._seen: list[Game[Any] | None] = [None] * len(kinds)
        self._budget = budget
        self._pasts: dict[int, list[Event]] = {
            seat: [] for seat, kind in enumerate(kinds) if searches(kind_named(kind))
        }
        self._at = 0
        self._with_orders = orders
        self._orders: list[tuple[Order, ...]] = [()] * len(kinds)
        settled = settle_options(self.rulebook, options or {})
        terms = GameTerms(self.rulebook.meta.id, len(kinds), settled, tuple(kinds))
        opened = lifecycle.open_game(self.rulebook, terms, commitment(self.game_key), self.game_id)
        self.game = shared.evolve_shared(None, opened.event)
        follow = lifecycle.follow_up(self.rulebook, self.game, self._chance([""] * len(kinds)), self.game_key.hex())
        self._record([opened, *follow], None)

    def _chance(self, nonces: Sequence[str]) -> KeyedChance:
        return KeyedChance(self.game_key, self.game_id, nonces, self.game.draws)

    def _record(self, happenings: list[Happening], before: Game[Any] | None) -> None:
        self._at += 1000
        entries, records = seal_action(happenings, self._end, at=self._at, game_key=self.game_key, game_id=self.game_id)
        self._entries.extend(entries)
        self._end = self._end.after(entries, records)
        game = self.projector.fold(records, before)
        assert game is not None
        self.game = game
        for seat in range(game.players):
            self._seen[seat] = self.projector.fold((redact_record(one, seat) for one in records), self._seen[seat])
        for seat, past in self._pasts.items():
            past += [redact(one.data, seat) for one in records if not isinstance(one.data, SHARED_EVENTS)]
        self._watch(records, game)

    def step(self) -> bool:
        """Let the first seat that is asked answer; `False` if the game is over."""
        asked = shared.to_act(self.rulebook, self.game)
        if self.game.is_over or not asked:
            return False
        seat = self._lot.choice(asked)
        seen, kind = self._seen[seat], computer_in(self.game, seat)
        assert seen is not None and kind is not None
        applied = apply_orders(self._orders[seat], self.projector, seen, seat)
        self._orders[seat], command = applied.left, applied.command
        ordered = command is not None
        if command is None:
            command = choose(self.rulebook, seen, seat, kind, self._lot, lambda: self._pasts[seat], self._budget)
            if self._with_orders:
                self._orders[seat] = orders_of(self.rulebook, seen.table, seat)
        chance, key = self._chance(self.game.nonces), self.game_key.hex()
        happenings = lifecycle.act(
            self.rulebook, self.game, command, chance, key, sent=lifecycle.Sending(ordered=ordered)
        )
        self._record(happenings, self.game)
        return True

    def finish(self) -> Playout:
        """Play to the end."""
        while self.step():
            pass
        return Playout(self.game_id, self.game_key, tuple(self._entries), self.game)


def play_out(
    projector: Projector,
    kinds: Sequence[str],
    seed: str,
    options: Mapping[str, Any] | None = None,
    orders: bool = False,
) -> Playout:
    """A game between these kinds of computer players; the same seed gives the same game on every machine."""
    return Match(projector, kinds, seed, options, orders=orders).finish()
