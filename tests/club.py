"""Simulated club: people who play at a server in this process, with a clock that only the simulation moves.

The services are the server's own, on a real record. `pass_time` moves the clock, then the worker and the delivery
threads do what is due, as they do continuously on a server. `python -m tests.club DIRECTORY TIME` does that once in a
process of its own, which a test may kill.
"""

import hashlib
import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from app import make_services
from domain.clocks.events import Pace
from domain.game import TakeSeat
from domain.messages import Command
from domain.terms import GameTerms
from eventstore.append import GameClosed
from replay.viewer_state import Seen
from services.games.decide import SentCommand
from services.games.tables import Done, Request
from services.jobs.archivist import Archivist


class Club:
    """A server with people; `at` is its time in milliseconds since 1970 UTC."""

    def __init__(self, data: Path, people: int, at: int, seed: int = 1, /, **settings: str) -> None:
        self.data = data
        self.at = at
        self.lot = random.Random(seed)
        self.services = make_services({"STELE_DATA": str(data), "STELE_ORDER_DELAY": "0", **settings})
        self.tables = self.services.games.tables
        self.redis = self.tables.store.redis
        if people:
            self.redis.set("stele:notices-since", at)  # the first notices are of the simulated time
        self.tables._clock = lambda: self.at
        self.services.notifications.outbox.now = lambda: self.at
        self.worker = self.services.jobs.make_worker()
        self.delivery = self.services.jobs.make_delivery_threads()
        self.archivist = Archivist(self.tables, None)
        self.people = [self.services.accounts.players.create(f"Member {one:04d}", at)[0].id for one in range(people)]
        self.moves = 0

    def pass_time(self, milliseconds: int, *, working: bool = True) -> None:
        """Move the clock. Unless the worker was not `working`, it gave its signs of life meanwhile."""
        self.at += milliseconds
        if working:
            self.redis.set("stele:worker:sign", self.at)

    def work(self) -> None:
        """Let the worker and the delivery threads do what is due."""
        self.worker._last_periodic = float("-inf")  # these pauses are of real time
        self.worker.run(until_idle=True)
        self.delivery.work()

    def archive(self, days: float) -> int:
        """Move games that ended more than this number of days ago to the archive, and return how many."""
        return self.archivist.everything(days, lambda *_progress: None)[0]

    def open(self, title: str, players: Sequence[str], pace: Pace | None = None, rated: bool = True) -> str:
        """A game of these players, who all sit down."""
        game_id = self.tables.open(GameTerms(title, len(players), pace=pace, rated=rated and pace is not None))
        for seat, player in enumerate(players):
            self.send(game_id, seat, TakeSeat(seat, player=player, nonce=f"{self.lot.getrandbits(64):x}"), player)
        return game_id

    def move(self, game_id: str, seat: int) -> Done | None:
        """A move of this seat by its player, chosen at random; none if the seat is not asked or a computer plays it."""
        seen: Seen = self.tables.seen(game_id, seat)
        if seat not in seen.to_act or not (moves := seen.legal()):
            return None
        self.moves += 1
        return self.send(game_id, seat, self.lot.choice(moves), seen.game.seats[seat].player)

    def send(self, game_id: str, seat: int, command: Command, player: str) -> Done | None:
        """Send this command as a page does, and return its result; none if the game was over already."""
        key = f"{player}:{self.lot.getrandbits(64):016x}"
        digest = hashlib.sha256(key.encode()).digest()
        try:
            return self.tables.commands(
                game_id, [SentCommand(command)], seat, request=Request(key, digest), player=player
            )
        except GameClosed:
            return None


if __name__ == "__main__":
    Club(Path(sys.argv[1]), 0, int(sys.argv[2]), **os.environ).work()
