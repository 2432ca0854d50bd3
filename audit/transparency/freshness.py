"""Freshness of a record: the game's server is asked for its entry at the record's last position, and for its end."""

from typing import Any, NamedTuple
from urllib.parse import quote

from verify.bundle import Bundle, position_in
from verify.fetch import CannotFetch, RequestRefused, fetch_json
from verify.report import printable


class Newest(NamedTuple):
    """The server's answer about a record: whether the server denies the record, whether it answered at all, and a
    sentence.
    """

    is_denied: bool
    is_known: bool
    sentence: str


UNASKED = Newest(
    False, True, "The newest: unknown. Only its server can say whether the game has gone on (--server URL)."
)


def ask_newest(server: str, bundle: Bundle) -> Newest:
    """Ask the server at this address; a game that has honestly continued begins with the record."""
    last = bundle.lines[-1]
    url = f"{server.rstrip('/')}/api/games/{quote(bundle.game_id, safe='')}/digests?at={last.position}"
    try:
        said = fetch_json(url)
    except RequestRefused as refusal:
        if refusal.status == 404:
            return Newest(True, True, f"FAILED: {server} says that there is no such game.")
        return Newest(False, False, f"The newest: unknown; {server} does not say what it has ({refusal}).")
    except CannotFetch as error:
        return Newest(False, False, f"The newest: unknown; {server} cannot be asked: {error}.")
    try:
        found: dict[str, Any] = {one["position"]: one["digest"] for one in said["digests"]}
        digest, end = found[str(last.position)], position_in(said["position"])
    except (KeyError, TypeError, ValueError):
        return Newest(False, False, f"The newest: unknown; what {server} says of the game cannot be read.")
    if digest is None:
        return Newest(True, True, f"FAILED: {server} has no entry at {last.position}; its record ends at {end}.")
    if digest != last.digest:
        said_now = printable(str(digest))
        return Newest(
            True, True, f"FAILED: {server} has digest {said_now} at {last.position}, and the record {last.digest}."
        )
    if end > last.position:
        return Newest(
            False,
            True,
            f"The newest: no. {server} has gone on from {last.position} to {end}, and its record begins with this one.",
        )
    return Newest(False, True, f"The newest: yes. {server} has nothing after {last.position}.")
