"""Games: the tables, their records and lobby, and what computer players are asked."""

from dataclasses import dataclass

from correspondence.analyses import Analyses
from correspondence.lobby import Lobby
from correspondence.lobby_index import LobbyIndex
from correspondence.orders import Delay, Dropped, Orders
from correspondence.records import Records
from correspondence.searches import Searches
from correspondence.storage import Storage
from correspondence.tables import Tables
from correspondence.verdicts import Verdicts
from eventstore.log import LogReader
from eventstore.room import Room
from operations.settings import Settings
from people.known_names import KnownNames


@dataclass(frozen=True, kw_only=True)
class Games:
    """The games of this server."""

    tables: Tables
    records: Records
    lobby: Lobby
    orders: Orders
    searches: Searches
    analyses: Analyses
    verdicts: Verdicts


def make_games(settings: Settings, storage: Storage, names: KnownNames, dropped: Dropped) -> Games:
    """The games of this storage. `names` knows their players; `dropped` is told of standing orders that are dropped."""
    store = storage.ground.store
    tables = Tables(store, closures=storage.ground.closures, names=names, room=Room.from_settings(settings))
    return Games(
        tables=tables,
        records=Records(store, storage.keyring, storage.log, names),
        lobby=Lobby(tables, LogReader(store.redis, store.partitions), LobbyIndex(store.redis)),
        orders=Orders(tables, Delay(*settings.order_delay_seconds), dropped),
        searches=Searches(tables),
        analyses=Analyses(tables),
        verdicts=Verdicts(tables),
    )
