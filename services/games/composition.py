"""Game services: the tables, their records and lobby, and the queue of computer players, put together."""

from collections.abc import Callable
from dataclasses import dataclass

from eventstore.disk_space import DiskSpace
from eventstore.log import LogReader
from operations.settings import Settings
from services.accounts.name_cache import NameCache
from services.games.ai_queue import AiQueue
from services.games.analysis.game_analyses import Analyses
from services.games.analysis.move_analyses import Verdicts
from services.games.analysis.variations import Variations
from services.games.lobby.index import LobbyIndex
from services.games.lobby.lobby import Lobby
from services.games.puzzles.puzzle_checks import PuzzleChecks
from services.games.puzzles.puzzles import Puzzles
from services.games.records import Records
from services.games.standing_orders import Delay, Dropped, Orders
from services.games.statistics.index import StatisticsIndex
from services.games.statistics.statistics import Statistics
from services.games.storage import Storage
from services.games.tables import Tables


@dataclass(frozen=True, kw_only=True)
class Games:
    """The game services of this server."""

    tables: Tables
    records: Records
    lobby: Lobby
    orders: Orders
    searches: AiQueue
    analyses: Analyses
    verdicts: Verdicts
    statistics: Statistics
    puzzles: Puzzles
    puzzle_checks: PuzzleChecks
    variations: Variations


def make_games(
    settings: Settings, storage: Storage, names: NameCache, dropped: Dropped, is_bot: Callable[[str], bool]
) -> Games:
    """The games in this storage. `names` has their players' names; `dropped` is called for dropped standing orders.

    `is_bot` says whether the player with an id is a bot.
    """
    store = storage.integrity.store
    tables = Tables(store, closures=storage.integrity.closures, names=names, room=DiskSpace.from_settings(settings))
    log = LogReader(store.redis, store.partitions)
    puzzles = Puzzles(tables)
    return Games(
        tables=tables,
        records=Records(store, storage.keyring, storage.log, names),
        lobby=Lobby(tables, log, LobbyIndex(store.redis)),
        orders=Orders(tables, Delay(*settings.order_delay_seconds), dropped),
        searches=AiQueue(tables),
        analyses=Analyses(tables),
        verdicts=Verdicts(tables),
        statistics=Statistics(tables, log, StatisticsIndex(store.redis, settings.data), is_bot),
        puzzles=puzzles,
        puzzle_checks=PuzzleChecks(tables, puzzles),
        variations=Variations(tables),
    )
