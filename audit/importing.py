"""Importing a game that was exported elsewhere: the same bytes, the same digests, the same states."""

from itertools import groupby

from audit.bundle import Bundle, import_entries
from audit.verification import verify_bundle
from domain import game as shared
from domain.projector import projector_for
from eventstore.append import NO_HEAD, Appended, Head
from eventstore.entries import read_records
from eventstore.streams import Store


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
    final = projector.fold(read_records(projector, entries))
    if final is None or not final.is_over or bundle.viewer != "all":
        raise CannotImport("only the whole record of a game that is over can be imported")
    store.save_game_key(bundle.game_id, bytes.fromhex(final.key))
    head = store.head(bundle.game_id) or NO_HEAD
    known = {entry.position: entry.digest for entry in entries}
    if head != NO_HEAD and known.get(head.position) != head.digest:
        raise CannotImport(f"another game with the id {bundle.game_id} is already here")
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
