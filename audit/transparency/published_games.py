"""Published games: what a server says of its public games now, compared with its log.

A game that has moved and is not in the log within the promised delay is withheld; one that the log has only now, with
times from long ago, is backdated; one whose record ends earlier than the log says, or has another digest there, has two
histories.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from audit.transparency.game_chains import Chain, Fault
from audit.transparency.http_fetch import CannotFetch, RequestRefused, fetch, fetch_json
from audit.transparency.remote_log import CannotReadLog
from audit.verification.report import printable
from eventstore.checkpoints.checkpoint import time_text
from eventstore.checkpoints.journal import game_name
from eventstore.entries import Position, parse_position

_PAGE = 40
_LONGEST_DELAY_SECONDS = 86_400


class Promise(Struct, frozen=True):
    """Promise of a log: entries are in it after this delay. Times are in milliseconds.

    The note that was kept covers `size` leaves and was signed at `kept_at`; without one, both are 0.
    """

    delay: int
    now: int
    size: int
    kept_at: int


class Compared(Struct, frozen=True):
    """The number of compared games, the faults, and sentences on the games that the server would not show."""

    number: int
    faults: tuple[Fault, ...]
    refused: tuple[str, ...] = ()


class _Said(Struct, frozen=True):
    """Game as in the server's list; `changed_at` in milliseconds.

    An imported game and a copy keep the times of their entries, so these do not tell when the game came here.
    """

    game_id: str
    position: Position
    digest: str
    changed_at: int
    has_other_times: bool


def delay_of(merge_delay_seconds: int | None, usual_seconds: int) -> int:
    """The promised delay in milliseconds, at most a day; if the server promises none, the usual one."""
    return 1000 * min(merge_delay_seconds or usual_seconds, _LONGEST_DELAY_SECONDS)


def compare_games(url: str, chains: Mapping[str, Chain], promise: Promise, most: int) -> Compared:
    """Compare the server's newest public games, at most this number, with their chains; or `CannotReadLog`."""
    number = 0
    faults, refused = [], []
    try:
        for said in _listed(url, most):
            try:
                fault = _fault_of(url, said, chains.get(game_name(said.game_id)), promise)
            except RequestRefused as refusal:
                refused.append(f"game {printable(said.game_id)} could not be compared: {refusal}")
                continue
            number += 1
            if fault is not None:
                faults.append(fault)
    except CannotFetch as error:
        raise CannotReadLog(f"its games cannot be read: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CannotReadLog("what it says of its games cannot be read") from error
    return Compared(number, tuple(faults), tuple(refused))


def _listed(url: str, most: int) -> list[_Said]:
    found: list[_Said] = []
    following: str | None = ""
    while following is not None and len(found) < most:
        cursor = f"&cursor={quote(following, safe='')}" if following else ""
        told = fetch_json(f"{url}/api/games?limit={min(_PAGE, most - len(found))}{cursor}")
        found += map(_said_in, told["games"])
        following = told["next"] if told["games"] else None
    return found


def _said_in(listed: Mapping[str, Any]) -> _Said:
    return _Said(
        str(listed["id"]),
        parse_position(listed["position"]),
        str(listed["digest"]),
        _milliseconds(listed["updated_at"]),
        "imported" in listed or "fork" in listed,
    )


def _fault_of(url: str, said: _Said, chain: Chain | None, promise: Promise) -> Fault | None:
    """The fault in one game, if any."""
    if chain is None or parse_position(chain.position) < said.position:
        since = _first_missing(url, said, chain)
        if since is None or said.has_other_times or since > promise.now - promise.delay:
            return _contradiction(url, said, chain)
        place = "it is not in the log" if chain is None else f"the log has it only up to {chain.position}"
        return _fault(
            url,
            said,
            f"withheld: game {printable(said.game_id)} was continued on {time_text(since)}, and {place} after the "
            f"promised {promise.delay // 1000} seconds",
        )
    is_at_end = chain.position == str(said.position)
    is_new = promise.size and chain.index >= promise.size and not said.has_other_times
    if is_new and is_at_end and said.changed_at < promise.kept_at - promise.delay:
        return _fault(
            url,
            said,
            f"backdated: game {printable(said.game_id)} says that it ended or moved last on "
            f"{time_text(said.changed_at)}, and the log did not have that on {time_text(promise.kept_at)}",
        )
    return None if is_at_end and chain.digest == said.digest else _contradiction(url, said, chain)


def _first_missing(url: str, said: _Said, chain: Chain | None) -> int | None:
    """The time of the first entry that the log does not have; none if the game has no such entry now."""
    after = "" if chain is None else f"after={quote(chain.position, safe='')}&"
    events = fetch_json(f"{url}/api/games/{quote(said.game_id, safe='')}/events?{after}limit=1")["events"]
    return _milliseconds(events[0]["at"]) if events else None


def _contradiction(url: str, said: _Said, chain: Chain | None) -> Fault | None:
    """The fault if the server's record does not have the log's last leaf of this game."""
    if chain is None:
        return None
    game = quote(said.game_id, safe="")
    told = fetch_json(f"{url}/api/games/{game}/digests?at={quote(chain.position, safe='')}")
    (found,) = told["digests"]
    if found["digest"] == chain.digest:
        return None
    name = printable(said.game_id)
    if found["digest"] is None:
        return _fault(
            url, said, f"two histories: game {name} has no entry at {chain.position} now, and the log has one"
        )
    return _fault(url, said, f"two histories: game {name} has another digest at {chain.position} than the log")


def _fault(url: str, said: _Said, sentence: str) -> Fault:
    """The fault, with the server's signed record as proof."""
    try:
        record = fetch(f"{url}/api/games/{quote(said.game_id, safe='')}/bundle").decode(errors="replace")
    except CannotFetch as error:
        record = f"could not be fetched: {error}"
    name = game_name(said.game_id)
    about = f"{sentence.partition(':')[0]} {name}"
    return Fault(sentence, about, {"game": said.game_id, "name": name, "bundle": record}, lasts=False)


def _milliseconds(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)
