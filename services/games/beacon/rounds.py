"""Beacon rounds: a thread beside the worker that records the rounds which games wait for (G28)."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial

from audit.transparency.http_fetch import CannotFetch
from domain.beacon import time_of
from domain.game import RecordBeacon
from domain.messages import Illegal
from eventstore.checkpoints.lost_store import DoorShut
from eventstore.valkey.connection import StoreUnavailable
from operations.periodic_thread import repeated
from services.games.beacon.network import BeaconNetwork
from services.games.failing_games import unattended
from services.games.lobby.lobby import Lobby
from services.games.tables import Busy, Tables

EVERY_SECONDS = 3.0
_log = logging.getLogger("stele.beacon")


class BeaconRounds:
    """Looks for due rounds every few seconds. Several workers may: a round is recorded once."""

    def __init__(self, tables: Tables, lobby: Lobby, network: BeaconNetwork) -> None:
        self._tables = tables
        self._lobby = lobby
        self._network = network

    @contextmanager
    def running(self) -> Iterator[None]:
        """A context in which due rounds are recorded; without a beacon, nothing runs."""
        with repeated(self._look_again, EVERY_SECONDS, "beacon", _log) if self._network.urls else nullcontext():
            yield

    def look(self) -> None:
        """Record every round that is due, once its signature is there and checked."""
        if self._tables.is_disk_full:
            return
        self._tables.closures.check_door()
        if self._network.offered() is None:
            self._network.learn()
        failed: CannotFetch | None = None
        for summary in self._lobby.waiting():
            if summary.get("beacon", {}).get("round") is not None:
                try:
                    unattended(self._tables, summary["id"], partial(self._record, summary["id"]))
                except CannotFetch as error:
                    failed = error  # other games may wait for a round that can be had
        if failed is not None:
            raise failed

    def _record(self, game_id: str) -> None:
        seen = self._tables.seen(game_id)
        game, beacon = seen.game, seen.game.beacon
        if game.status != "waiting" or beacon is None or not game.awaited or seen.imported is not None:
            return
        if beacon != self._network.offered() or self._tables.now() < time_of(beacon, game.awaited):
            return
        signature = self._network.signature(beacon, game.awaited)
        with suppress(Illegal, Busy):  # another worker recorded it, or the game was called off
            self._tables.command(game_id, RecordBeacon(-1, game.awaited, signature), "public")

    def _look_again(self) -> None:
        try:
            self.look()
        except (CannotFetch, DoorShut, StoreUnavailable) as error:
            _log.warning("The beacon's round was not recorded; trying again: %s.", error)
