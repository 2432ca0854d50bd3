"""A worker process with its time in a file, set by a test. `python -m … DIRECTORY FILE NAME GRACE`."""

import sys
from pathlib import Path

from eventstore.encryption import SecretBox
from eventstore.log import LogFollower, LogReader
from eventstore.store import Store
from eventstore.valkey.connection import connect
from services.accounts.players import Players
from services.community.tournament_director import TournamentDirector
from services.community.tournaments import Tournaments
from services.games.deadlines import Deadlines
from services.games.lobby.index import LobbyIndex
from services.games.lobby.lobby import Lobby
from services.games.standing_orders import Delay, Orders
from services.games.tables import Tables
from services.games.unfilled_tables import WaitingTables
from services.jobs.worker import COMPUTER_PLAYERS, Worker


def worker(directory, clock, name, grace=0):
    """The server's worker, with that clock."""
    redis = connect(None, Path(directory))
    store = Store(redis, SecretBox(bytes(32)))
    tables = Tables(store, lambda: int(Path(clock).read_text() or 0))
    lobby = Lobby(tables, LogReader(redis, store.partitions), LobbyIndex(redis))
    follower = LogFollower(redis, store.partitions, COMPUTER_PLAYERS, name, patience_seconds=1)
    director = TournamentDirector(
        tables, lobby, Tournaments(redis), Players(redis), lambda _games: {}, lambda _player: False, lambda *_: 0
    )
    deadlines = Deadlines(tables, lobby, grace)
    periodic = (director.look_at_all, WaitingTables(tables, lobby, bool).act)
    orders = Orders(tables, Delay(0, 0))
    return Worker(tables, follower, lobby, orders, deadlines, periodic=periodic, ended=(director.look,))


if __name__ == "__main__":
    worker(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])).run()
