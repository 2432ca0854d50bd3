"""Operator tasks: stalled games, which may be called off (G27), and the disputes of games without a referee (G13)."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

from msgspec import Struct

from audit.signing.keyring import Keyring
from domain.clocks.availability import DAY
from domain.disputes.events import DecideDispute, Remedy
from domain.disputes.rules import check_text
from domain.game import PERSON, CallOff
from domain.messages import Illegal
from replay.timestamps import milliseconds_of
from replay.viewer_state import Seen
from services.accounts.operator_log import OperatorAction, OperatorLog
from services.games.lobby.lobby import Lobby
from services.games.signed_moves import signed_by_operator
from services.games.tables import Done, Tables

Trouble = Literal["damaged", "stuck", "overdue", "waiting", "unstarted"]
_STUCK_MILLISECONDS = 10 * 60_000
_OVERDUE_MILLISECONDS = 60 * 60_000
WAITING_MILLISECONDS = 14 * DAY
"""Milliseconds without progress after which a game that no clock ends counts as stalled."""
_UNSTARTED_MILLISECONDS = 7 * DAY


class Standstill(Struct, frozen=True):
    """A stalled game, its problem, and its last progress, in milliseconds since 1970 UTC.

    `damaged`: the game is read-only; `stuck`: a computer player does not answer; `overdue`: a deadline has passed
    without a time-out; `waiting`: a game that no clock ends has waited long for one of its `players`, the people who
    have not resigned; `unstarted`: a table has waited long for players.
    """

    game: str
    title: str
    trouble: Trouble
    since: int
    players: tuple[str, ...] = ()


def standstills(lobby: Lobby, tables: Tables, now: int) -> list[Standstill]:
    """All stalled games at this time, longest stall first; outages do not count."""
    known = tables.closures.findings()
    damaged = [Standstill(game_id, "", "damaged", one.since) for game_id, one in known.items()]

    def has_waited(since: int, length: int) -> bool:
        return now - since > length and now > tables.outages.waits_until(since, length, now)

    found = (_standstill(summary, has_waited) for summary in lobby.running())
    unstarted = (
        Standstill(one["id"], one["title"], "unstarted", since)
        for one in lobby.waiting()
        if has_waited(since := milliseconds_of(one["created_at"]), _UNSTARTED_MILLISECONDS)
    )
    return sorted(
        (*damaged, *(one for one in (*found, *unstarted) if one is not None and one.game not in known)),
        key=lambda one: one.since,
    )


def _standstill(summary: dict[str, Any], has_waited: Callable[[int, int], bool]) -> Standstill | None:
    seats = {seat["seat"]: seat for seat in summary["seats"]}
    updated = milliseconds_of(summary["updated_at"])
    asked = [seats[seat] for seat in summary["to_act"]]
    trouble: tuple[Trouble, int] | None = None
    due = min((milliseconds_of(one["at"]) for one in summary["deadlines"]), default=0)
    has_end = (summary.get("pace") or {"outcome": "never"})["outcome"] != "never"
    if summary.get("fork") or summary.get("imported"):
        return None
    if any(seat["kind"] != "person" for seat in asked) and has_waited(updated, _STUCK_MILLISECONDS):
        trouble = ("stuck", updated)
    elif due and has_end and has_waited(due, _OVERDUE_MILLISECONDS):
        trouble = ("overdue", due)
    elif not has_end and has_waited(due or updated, WAITING_MILLISECONDS):
        played = (seat for seat in seats.values() if seat["kind"] == PERSON and not seat["resigned"])
        people = {seat["player"] for seat in played if not seat.get("freed")}
        return Standstill(summary["id"], summary["title"], "waiting", updated, tuple(sorted(people)))
    return None if trouble is None else Standstill(summary["id"], summary["title"], *trouble)


def call_off(tables: Tables, operator_log: OperatorLog, by: str, game_id: str, text: str) -> Done:
    """Call this game off. `NoSuchGame`, `ReadOnly` and `Illegal` mean that nothing was done or logged.

    The audit log names the operator, the game's record gives the reason.
    """
    tables.closures.check(game_id)
    if tables.seen(game_id).game.is_over:
        raise Illegal("the game is over", "G7")
    check_text(text, "G27", is_needed=True)
    operator_log.write(OperatorAction(tables.now(), by, "called off", game_id, text))
    return tables.command(game_id, CallOff(-1, text), "public")


def open_for_operator(tables: Tables, lobby: Lobby) -> Iterator[tuple[Seen, int]]:
    """The open disputes without a referee, each with its game and its number, which the operator decides.

    Games that cannot be read are left out, because they are listed as stalled.
    """
    for game_id in lobby.disputed():
        seen = tables.find(game_id)
        if seen is not None and not seen.game.referee:
            for number, dispute in enumerate(seen.game.disputes, start=1):
                if dispute.outcome == "open":
                    yield seen, number


def decide_as_operator(
    tables: Tables,
    keyring: Keyring,
    operator_log: OperatorLog,
    by: str,
    game_id: str,
    number: int,
    text: str,
    remedy: Remedy,
) -> Done:
    """Decide a dispute, signed by the server's key if the game's opening names it.

    If it raises `NoSuchGame`, `ReadOnly`, `BadSignature` or `Illegal`, nothing is recorded or logged. The log is
    written last, because the game's record has the decision anyway, and the log only adds who made it.
    """
    command = DecideDispute(-1, number, "operator", text, remedy)
    signed = signed_by_operator(keyring, tables.seen(game_id), command)
    done = tables.command(game_id, command, "public", signed=signed)
    operator_log.write(OperatorAction(tables.now(), by, f"decided dispute {number} of the game", game_id))
    return done
