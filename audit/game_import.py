"""Import of a game exported elsewhere: the same bytes, the same digests, the same states, and a mark.

A record that verifies need not ever have been played. So an import is marked, and its players, names and times must be
possible on this server.
"""

import re
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from audit.bundle import import_entries
from audit.game_repair import closes
from audit.signing.receipts import Receipt
from audit.verification.verify import verify_bundle
from domain.game import PERSON, Game
from domain.projector import projector_for
from eventstore.append import NO_HEAD, Appended, Head
from eventstore.backup.imports import Imported, mark_imported
from eventstore.store import Store
from replay.past_states import PastStates, placed_records
from verify.bundle import LONGEST_NAME, PLAYER_ID, Bundle
from verify.receipts import coverage_of, is_genuine, signers_of
from verify.record import Record

_A_DAY_MILLISECONDS = 86_400_000  # clocks differ
_COMPUTER = re.compile(r"[a-z0-9_-]{1,64}")
_NONCE = re.compile(r"[\x21-\x7e]{0,64}")


class CannotImport(Exception):
    """The bundle cannot be imported; the message says why."""


def import_bundle(
    store: Store, bundle: Bundle, is_name: Callable[[str], bool], at: int, takes_unsigned: bool = True
) -> str:
    """Append the entries of a finished game's complete bundle unchanged; returns the game's id.

    `is_name` says whether a name is allowed for a person on this server; `at` is the time of the import in
    milliseconds. Entries after the last signed position are never imported; a bundle without signatures is imported
    only if `takes_unsigned`, and marked as such.

    An interrupted import continues where it stopped. A game that exists with other entries is refused.
    """
    report = verify_bundle(bundle)
    if not report.ok or report.record is None:
        raise CannotImport(f"the bundle does not verify; the first bad entry is {report.first_bad}")
    signer = _signer(report.record, takes_unsigned)
    entries = import_entries(bundle)
    try:
        projector = projector_for(bundle.rulebook)
    except KeyError:
        raise CannotImport(f"the title {bundle.rulebook} is not installed here") from None
    placed = placed_records(projector, entries)
    final = PastStates(placed).fold(projector)
    if final is None or not final.is_over or bundle.viewer != "all":
        raise CannotImport("only the complete record of a finished game can be imported")
    if final.fork is not None:
        raise CannotImport("it is an analysis game, not a game between players")
    _check_form(final, bundle.names, is_name)
    if placed[-1][1].at > at + _A_DAY_MILLISECONDS:
        raise CannotImport("the game was played in the future")
    head = store.head(bundle.game_id) or NO_HEAD
    known = {entry.position: entry.digest for entry in entries}
    if head != NO_HEAD and known.get(head.position) != head.digest:
        raise CannotImport(f"another game with the id {bundle.game_id} is already here")
    try:
        store.save_game_key(bundle.game_id, bytes.fromhex(final.key))
    except ValueError as error:
        raise CannotImport(str(error)) from None
    if head == NO_HEAD:
        mark_imported(store, bundle.game_id, _mark(bundle, signer, at))
    is_over_at = closes(projector, entries)
    for action, group in groupby(entries, key=lambda entry: entry.position.action):
        if action <= head.position.action:
            continue
        whole = list(group)
        is_over = is_over_at(whole[-1])
        outcome = store.append(bundle.game_id, whole, head, closes=is_over)
        if not isinstance(outcome, Appended):
            raise CannotImport(f"another process wrote to the game {bundle.game_id}")
        head = Head(whole[-1].position, whole[-1].digest, is_over)
    return bundle.game_id


def _check_form(final: Game[Any], names: Mapping[str, str], is_name: Callable[[str], bool]) -> None:
    """Refuse ids or names that this server could not have recorded."""
    if not all(map(is_name, names.values())):
        raise CannotImport("a player has a name that no server gives")
    for seat in final.seats:
        if seat.kind == PERSON:
            is_usual = (not seat.name or is_name(seat.name)) and PLAYER_ID.fullmatch(seat.player) is not None
        else:
            is_kind = _COMPUTER.fullmatch(seat.kind) is not None
            is_usual = is_kind and not seat.player and len(seat.name) <= LONGEST_NAME
        if not (is_usual and seat.name.isprintable() and _NONCE.fullmatch(seat.nonce)):
            raise CannotImport("a seat has a name, a player or a nonce that no server gives")


def _signer(record: Record, takes_unsigned: bool) -> Receipt | None:
    """The receipt for the record's end; none if nothing is signed. A partly signed record is refused."""
    coverage = coverage_of(record, signers_of(record))
    if coverage.until is None and not takes_unsigned:
        raise CannotImport("it is unsigned, so its author may have made it up (--unsigned imports it anyway)")
    if coverage.until is not None and coverage.rest:
        raise CannotImport(f"it is signed up to {coverage.until}, and nothing vouches for {coverage.rest_text}")
    last = str(coverage.until)
    return next((one for one in record.bundle.proofs if is_genuine(one) and one["position"] == last), None)


def _mark(bundle: Bundle, signer: Receipt | None, at: int) -> Imported:
    """The signer of the bundle's end, which was verified: the receipt's key and origin.

    The bundle's player names are stored with it.
    """
    names = bundle.names
    if signer is None:
        return Imported(at, names=names)
    return Imported(at, str(signer.get("origin", "")), str(signer["public_key"]), names)
