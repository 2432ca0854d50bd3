"""Importing a game that was exported elsewhere: the same bytes, the same digests, the same states."""

import re
import time
from itertools import groupby
from typing import Any

from audit.bundle import Bundle, import_entries
from audit.verification import verify_bundle
from domain import game as shared
from domain.game import Game
from domain.projector import projector_for
from eventstore.append import NO_HEAD, Appended, Head
from eventstore.entries import read_records
from eventstore.streams import Store

LONGEST_NAME = 40
_A_DAY_SECONDS = 86_400  # clocks differ
_PLAYER = re.compile(r"[a-z0-9-]{0,64}")
_NONCE = re.compile(r"[\x21-\x7e]{0,64}")


class CannotImport(Exception):
    """The bundle cannot become a game here; the message says why."""


def import_bundle(store: Store, bundle: Bundle) -> str:
    """Append the entries of a finished game's complete bundle as they are; the game's id.

    An interrupted import continues where it stopped. A game that is already here with other entries is refused.
    """
    report = verify_bundle(bundle)
    if not report.ok:
        raise CannotImport(f"the bundle does not verify; the first bad entry is {report.first_bad}")
    entries = import_entries(bundle)
    projector = projector_for(bundle.rulebook)
    records = read_records(projector, entries)
    final = projector.fold(records)
    if final is None or not final.is_over or bundle.viewer != "all":
        raise CannotImport("only the whole record of a game that is over can be imported")
    _check_form(final, records[-1].at)
    head = store.head(bundle.game_id) or NO_HEAD
    known = {entry.position: entry.digest for entry in entries}
    if head != NO_HEAD and known.get(head.position) != head.digest:
        raise CannotImport(f"another game with the id {bundle.game_id} is already here")
    try:
        store.save_game_key(bundle.game_id, bytes.fromhex(final.key))
    except ValueError as error:
        raise CannotImport(str(error)) from None
    for action, group in groupby(entries, key=lambda entry: entry.position.action):
        if action <= head.position.action:
            continue
        whole = list(group)
        last = projector.decode(whole[-1].public).data
        closes = isinstance(last, (shared.GameFinished, shared.GameAborted))
        outcome = store.append(bundle.game_id, whole, head, closes=closes)
        if not isinstance(outcome, Appended):
            raise CannotImport(f"somebody else wrote to the game {bundle.game_id}")
        head = Head(whole[-1].position, whole[-1].digest, closes)
    return bundle.game_id


def _check_form(final: Game[Any], ended_at: int) -> None:
    """Refuse what this server would never have recorded: names that cannot be shown, times that have not come."""
    for seat in final.seats:
        named = len(seat.name) <= LONGEST_NAME and seat.name.strip() == seat.name != "" and seat.name.isprintable()
        if not (named and _PLAYER.fullmatch(seat.player) and _NONCE.fullmatch(seat.nonce)):
            raise CannotImport("a seat has a name, a player or a nonce that no server gives")
    if ended_at > (time.time() + _A_DAY_SECONDS) * 1000:
        raise CannotImport("the game was played in the future")
