"""Standing orders: kept outside of the record for their owners alone, and carried out when their seats are asked (G24).
A seat of which everybody sees that it has one answer alone is answered for at once, without an order.

What is kept of a seat changes nothing that anybody else can see until a move is made. A seat that is asked waits a
random time, so that a prompt answer tells nothing; then whichever worker comes first makes the move. The others find it
made: a seat's time to be asked ends with its next action, and the append takes one move at one position.
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
from services.games.tables import Busy, MovedOn, Tables

_log = logging.getLogger("stele.worker")
_DUE = "stele:orders:due"
_MOST_AT_ONCE = 100
_KEEP = script(Path(__file__).with_name("orders.lua"))


class Delay(Struct, frozen=True):
    """How long an order waits when its seat is asked: a random time between these bounds, in seconds."""

    least: int
    most: int


class DroppedOrder(Struct, frozen=True):
    """An order that was dropped, at the position at which its seat was asked, and why."""

    order: Order
    reason: Reason
    position: str


class SeatOrders(Struct, frozen=True):
    """What is kept of a seat: the orders that its player placed, and what became of those that were dropped."""

    player: str = ""
    orders: tuple[Order, ...] = ()
    notices: tuple[DroppedOrder, ...] = ()


class AskedSeat(Struct, frozen=True):
    """A seat that has orders, and the position at which it was seen to be asked."""

    game_id: str
    seat: int
    position: Position


Dropped = Callable[[str, int, str, Position], object]
"""Is told that orders are dropped: in which game, of which seat, whose they are, and where in the record."""


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
        """What is kept of this seat for this player; nothing that somebody else placed there."""
        kept = _read(self._stored(game_id, seat))
        return kept if kept.player == player else SeatOrders(player)

    def place(self, game_id: str, seat: int, player: str, orders: Sequence[Order]) -> SeatOrders:
        """Keep these orders in place of all before and of the notices; none: keep nothing. Raises `Illegal`."""
        game = self._tables.seen(game_id).game
        if seat not in seats_of(game, player):
            raise Illegal("this seat now belongs to another player", "G15")
        if orders and game.status != "playing":
            raise Illegal("you can place standing orders only while the game is running", "G24")
        if orders and game.signed:
            raise Illegal("a signed game has no standing orders: players must make every move themselves", "G24")
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
        """See which seats are asked that have orders: they are due after the delay. A game that is over has none.

        A seat whose one answer is public is due at once.
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
        """The seats whose orders are to be carried out now."""
        found: Any = self._redis.zrangebyscore(_DUE, "-inf", self._tables.now(), 0, _MOST_AT_ONCE)
        parts = (member.decode().split() for member in found)
        return [AskedSeat(game_id, int(seat), parse_position(position)) for game_id, seat, position in parts]

    def done(self, asked: AskedSeat) -> None:
        """This seat's orders were carried out, or said nothing."""
        self._redis.zrem(_DUE, f"{asked.game_id} {asked.seat} {asked.position}")

    def carry_out(self, asked: AskedSeat) -> bool:
        """Make the move that the seat's orders say, if it is asked and has not acted since; whether it was made."""
        stored = self._stored(asked.game_id, asked.seat)
        kept, seen = _read(stored), self._tables.seen(asked.game_id, asked.seat)
        owner = seen.game.seats[asked.seat]
        if not owner.is_person or asked.seat not in seen.to_act or self._has_acted(seen, asked):
            return False
        legal = seen.legal()
        # Somebody may have moved between the two looks: then the move is refused, for it names what was seen first.
        if len(legal) == 1 and self._is_answered(self._tables.seen(asked.game_id), asked.seat):
            return self._made(seen, asked.seat, legal[0], owner.player)
        if asked.seat not in seats_of(seen.game, kept.player):
            return False
        applied = apply_orders(kept.orders, seen.projector, seen.game, asked.seat)
        if applied.command is not None and not self._made(seen, asked.seat, applied.command, kept.player):
            return False
        if applied.dropped:
            # Before it is done: who is told twice hears it once, and nobody misses it.
            self._dropped(asked.game_id, asked.seat, kept.player, seen.position)
        if applied.left != kept.orders:
            notices = [DroppedOrder(order, reason, str(seen.position)) for order, reason in applied.dropped]
            left = SeatOrders(kept.player, applied.left, (*kept.notices, *notices))
            _KEEP(self._redis, [self._name(asked.game_id)], [asked.seat, stored, msgspec.json.encode(left)])
        return applied.command is not None

    def _made(self, seen: Seen, seat: int, command: Command, player: str) -> bool:
        """Make this move for the seat, as it was seen; not if somebody has moved meanwhile."""
        try:
            done = self._tables.command(
                seen.game_id,
                command,
                seat,
                idempotency_key=f"order:{seat}:{seen.position}",
                request_digest=msgspec.json.encode(seat),
                expected_digest=seen.digest,
                player=player,
                ordered=True,
            )
        except (Illegal, MovedOn, GameClosed, Busy):
            # Somebody moved first: what follows from that is looked at when its record comes.
            return False
        where = {"game": seen.game_id, "position": str(done.seen.position), "seat": seat}
        _log.info("played what was ordered", extra=where)
        return True

    def _is_answered(self, public: Seen, seat: int) -> bool:
        return is_answered(self._redis, public.rulebook, public.game, seat)

    def _has_acted(self, seen: Seen, asked: AskedSeat) -> bool:
        """Whether the seat has acted since: then it was another time that it was asked."""
        entries = self._store.read(asked.game_id, after=asked.position, until=seen.position)
        return any(seen.projector.decode(entry.public).actor == asked.seat for entry in entries)

    def _stored(self, game_id: str, seat: int) -> bytes:
        found: Any = self._redis.hget(self._name(game_id), str(seat))
        return found or b""

    def _name(self, game_id: str) -> str:
        return names_of(game_id, self._store.partitions).orders


def is_forced(rulebook: Rulebook[Any], public: Game[Any], seat: int) -> bool:
    """Whether everybody sees that this seat is asked and has one answer alone. In a signed game its player signs it."""
    forced = find_forced(rulebook.meta.id)
    if forced is None or public.is_over or public.signed or seat not in to_act(rulebook, public):
        return False
    return public.seats[seat].is_person and forced(public.table, seat)


def is_answered(redis: Client, rulebook: Rulebook[Any], public: Game[Any], seat: int) -> bool:
    """Whether the server gives this seat's forced answer: unless its player has asked to give it."""
    return is_forced(rulebook, public, seat) and not reached(redis, public.seats[seat].player).always_asked


def _read(stored: bytes) -> SeatOrders:
    """What is kept; nothing of what cannot be read."""
    try:
        return msgspec.json.decode(stored, type=SeatOrders)
    except msgspec.DecodeError:
        return SeatOrders()
