"""Abort of a game by the operator (G27): the audit log says who did it, the game's record why."""

from domain.disputes.rules import check_text
from domain.game import CallOff
from domain.messages import Illegal
from services.accounts.operator_log import OperatorAction, OperatorLog
from services.games.tables import Done, Tables


def call_off(tables: Tables, operator_log: OperatorLog, by: str, game_id: str, text: str) -> Done:
    """Call this game off; or `NoSuchGame`, `ReadOnly` and `Illegal`, then nothing was done and nothing is logged."""
    tables.closures.check(game_id)
    if tables.seen(game_id).game.is_over:
        raise Illegal("the game is over", "G7")
    check_text(text, "G27", is_needed=True)
    operator_log.write(OperatorAction(tables.now(), by, "called off", game_id, text))
    return tables.command(game_id, CallOff(-1, text), "public")
