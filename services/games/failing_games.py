"""Failing games: an error in the background work on one game must not stop all the others."""

import logging
from collections.abc import Callable
from typing import TypeVar

from eventstore.append import GameClosed
from eventstore.errors import ReadOnly, RecordDamaged
from eventstore.valkey.connection import StoreUnavailable
from services.games.tables import NoSuchGame, Tables
from services.games.warm_game import TitleMissing
from verify.fetch import CannotFetch

_log = logging.getLogger("stele.worker")
T = TypeVar("T")


def unattended(
    tables: Tables, game_id: str, act: Callable[[], T], failure: str = "game %s cannot continue automatically"
) -> T | None:
    """The result of this action on a game, or none if the action fails.

    The failure is logged with the text `failure`, which names the game, or reported. If the store or another server is
    unavailable, that is not a failure of the game.
    """
    try:
        return act()
    except (StoreUnavailable, CannotFetch):
        raise
    except (NoSuchGame, TitleMissing, ReadOnly, GameClosed):
        pass
    except RecordDamaged as damage:
        tables.closures.report(damage)
    except Exception:
        _log.exception(failure, game_id, extra={"game": game_id})
    return None
