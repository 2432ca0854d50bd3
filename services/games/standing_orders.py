"""Standing orders: private to their players, outside of the record, and carried out when a seat is asked (G24).

If all viewers can see that a seat has only one answer, that answer is given without delay and without an order.

Orders have no visible effect until a move is made. A seat that is asked waits a random time, so that a prompt answer
reveals nothing; then the first worker makes the move. The other workers find the move made, because an order is due
only until the seat's next action, and only one move can be appended at a position.
"""

import logging
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ai.standing_orders import Reason, apply_orders
from domain.game import Game, seats_of, to_act
from domain.messages import Command, Illegal
from domain.ordered_moves import Order
from domain.rulebook import Rulebook
from domain.title_loader import find_forced
from eventstore.append import GameClosed
from eventstore.entries import Position, parse_position
from eventstore.keys import names_of
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script
from replay.viewer_state import Seen
from services.accounts.players import reached
from services.games.tables import Busy, MovedOn, Request, Tables

_log = logging.getLogger("stele.worker")
_DUE = "stele:orders:due"
_MOST_AT_ONCE = 100
_KEEP = script(Path(__file__).with_name("orders.lua"))


class Delay(Struct, frozen=True):
    """The delay of an order after its seat is asked: a random time between these bounds, in seconds."""

    least: int
    most: int


class DroppedOrder(Struct, frozen=True):
    """A dropped order, with the position at which its seat was asked, and the reason."""

    order: Order
    reason: Reason
    position: str


class SeatOrders(Struct, frozen=True):
    """A seat's standing orders, and notices of dropped ones."""

    player: str = ""
    orders: tuple[Order, ...] = ()
    notices: tuple[DroppedOrder, ...] = ()


class AskedSeat(Struct, frozen=True):
    """A seat with orders, and the position at which it was found to be asked."""

    game_id: str
    seat: int
    position: Position


Dropped = Callable[[str, int, str, Position], object]
"""Called when orders are dropped, with the game, the seat, its player, and the position in the record."""


class Orders:
    """The standing orders of all games."""

    def __init__(
        self, tables: Tables, delay: Delay, dropped: Dropped = lambda _game, _seat, _player, _position: None
    ) -> None:
        self._tables = tables
        self._dropped = dropped
        self._store = tables.store
        self._redis = tables.store.redis
        self._delay = delay

    def of(self, game_id: str, seat: int, player: str) -> SeatOrders:
        """This player's orders for this seat; another player's are not shown."""
        kept = _read(self._stored(game_id, seat))
        return kept if kept.player == player else SeatOrders(player)

    def place(self, game_id: str, seat: int, player: str, orders: Sequence[Order]) -> SeatOrders:
        """Store these orders in place of the seat's orders and notices; an empty sequence deletes them. Raises
        `Illegal`.
        """
        game = self._tables.seen(game_id).game
        if seat not in seats_of(game, player):
            raise Illegal("this seat now belongs to another player", "G15")
        if orders and game.status != "playing":
            raise Illegal("you can place standing orders only while the game is running", "G24")
        if orders and game.signed:
            raise Illegal(
                "a signed game has no standing orders, because players must make every move themselves", "G24"
            )
        if orders and not game.seats[seat].is_person:
            raise Illegal("a computer player is playing for this seat", "G24")
        kept = SeatOrders(player, tuple(orders))
        name = self._name(game_id)
        if orders:
            self._redis.hset(name, str(seat), msgspec.json.encode(kept))
            self.look(game_id)
        else:
            self._redis.hdel(name, str(seat))
        return kept

    def look(self, game_id: str) -> None:
        """Schedule the seats that are asked and have orders, after the delay; delete the orders of a finished game.

        A seat whose only answer is public is due without delay.
        """
        stored: Any = self._redis.hkeys(self._name(game_id))
        public = self._tables.seen(game_id)
        if public.game.is_over and stored:
            self._redis.delete(self._name(game_id))
        now = self._tables.now()
        wait = random.uniform(self._delay.least, self._delay.most)
        ordered = dict.fromkeys((seat for seat in map(int, stored) if seat in public.to_act), now + wait * 1000)
        due = {**ordered, **dict.fromkeys(filter(partial(self._is_answered, public), public.to_act), now)}
        if due:
            self._redis.zadd(_DUE, {f"{game_id} {seat} {public.position}": at for seat, at in due.items()}, nx=True)

    def due(self) -> list[AskedSeat]:
        """The seats whose orders are due."""
        found: Any = self._redis.zrangebyscore(_DUE, "-inf", self._tables.now(), 0, _MOST_AT_ONCE)
        parts = (member.decode().split() for member in found)
        return [AskedSeat(game_id, int(seat), parse_position(position)) for game_id, seat, position in parts]

    def done(self, asked: AskedSeat) -> None:
        """Remove this seat from the schedule."""
        self._redis.zrem(_DUE, f"{asked.game_id} {asked.seat} {asked.position}")

    def carry_out(self, asked: AskedSeat) -> bool:
        """Make the move of the seat's orders, if it is asked and has not acted, and return whether it was made."""
        stored = self._stored(asked.game_id, asked.seat)
        kept, seen = _read(stored), self._tables.seen(asked.game_id, asked.seat)
        owner = seen.game.seats[asked.seat]
        if not owner.is_person or asked.seat not in seen.to_act or self._has_acted(seen, asked):
            return False
        legal = seen.legal()
        # If a move comes between the two reads, this one is refused, because it names the position that was read first.
        if len(legal) == 1 and self._is_answered(self._tables.seen(asked.game_id), asked.seat):
            return self._made(seen, asked.seat, legal[0], owner.player)
        if asked.seat not in seats_of(seen.game, kept.player):
            return False
        applied = apply_orders(kept.orders, seen.projector, seen.game, asked.seat)
        if applied.command is not None and not self._made(seen, asked.seat, applied.command, kept.player):
            return False
        if applied.dropped:
            # Notify first: a repeated notification is shown once, and a crash cannot lose it.
            self._dropped(asked.game_id, asked.seat, kept.player, seen.position)
        if applied.left != kept.orders:
            notices = [DroppedOrder(order, reason, str(seen.position)) for order, reason in applied.dropped]
            left = SeatOrders(kept.player, applied.left, (*kept.notices, *notices))
            _KEEP(self._redis, [self._name(asked.game_id)], [asked.seat, stored, msgspec.json.encode(left)])
        return applied.command is not None

    def _made(self, seen: Seen, seat: int, command: Command, player: str) -> bool:
        """Make this move for the seat as it was seen, unless the game has moved on."""
        try:
            done = self._tables.command(
                seen.game_id,
                command,
                seat,
                request=Request(f"order:{seat}:{seen.position}", msgspec.json.encode(seat), seen.digest),
                player=player,
                ordered=True,
            )
        except (Illegal, MovedOn, GameClosed, Busy):
            # Another move came first: its consequences are handled with its record.
            return False
        where = {"game": seen.game_id, "position": str(done.seen.position), "seat": seat}
        _log.info("played what was ordered", extra=where)
        return True

    def _is_answered(self, public: Seen, seat: int) -> bool:
        return is_answered(self._redis, public.rulebook, public.game, seat)

    def _has_acted(self, seen: Seen, asked: AskedSeat) -> bool:
        """Whether the seat has acted in the meantime, so that it is asked again."""
        entries = self._store.read(asked.game_id, after=asked.position, until=seen.position)
        return any(seen.projector.decode(entry.public).actor == asked.seat for entry in entries)

    def _stored(self, game_id: str, seat: int) -> bytes:
        found: Any = self._redis.hget(self._name(game_id), str(seat))
        return found or b""

    def _name(self, game_id: str) -> str:
        return names_of(game_id, self._store.partitions).orders


def is_forced(rulebook: Rulebook[Any], public: Game[Any], seat: int) -> bool:
    """Whether all viewers can see that this seat is asked and has only one answer. Not in signed games."""
    forced = find_forced(rulebook.meta.id)
    if forced is None or public.is_over or public.signed or seat not in to_act(rulebook, public):
        return False
    return public.seats[seat].is_person and forced(public.table, seat)


def is_answered(redis: Client, rulebook: Rulebook[Any], public: Game[Any], seat: int) -> bool:
    """Whether the server gives this seat's forced answer, which it does unless the player wants to give it."""
    return is_forced(rulebook, public, seat) and not reached(redis, public.seats[seat].player).always_asked


def _read(stored: bytes) -> SeatOrders:
    """The stored orders; empty if unreadable."""
    try:
        return msgspec.json.decode(stored, type=SeatOrders)
    except msgspec.DecodeError:
        return SeatOrders()
