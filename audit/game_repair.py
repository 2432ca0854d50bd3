"""Repair of a game: a copy from a backup or bundle must verify, agree with the stored part, and continue it."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from audit.bundle import import_entries
from audit.verification.report import print_report
from audit.verification.verify import verify_bundle
from domain.game import GameAborted, GameFinished
from domain.projector import Projector, projector_for, title_in
from domain.redaction import secret_fields
from eventstore.backup.restore import restore, sound_beginning
from eventstore.checkpoints.compare import Finding
from eventstore.entries import FIRST_DIGEST, Entry, check_chain, check_secrets, parse_position
from eventstore.errors import RecordDamaged, reading
from eventstore.store import Store
from verify.bundle import Bundle, Line


class CannotRepair(Exception):
    """This source cannot repair the game; the message says why."""


def repair_from_entries(store: Store, game_id: str, entries: Sequence[Entry], finding: Finding | None) -> str:
    """Add the game's missing entries from a backup; returns a sentence that says what was done."""
    try:
        with reading(game_id):
            check_chain(FIRST_DIGEST, entries)
            check_secrets(entries)
            projector = _projector(entries) if entries else None
    except RecordDamaged as damage:
        raise CannotRepair(f"what the source has of it is damaged itself: {damage.reason}") from damage
    if finding is not None and finding.position:
        wanted = parse_position(finding.position)
        found = next((entry for entry in entries if entry.position == wanted), None)
        if found is not None and found.digest.hex() != finding.digest:
            raise CannotRepair(f"its entry {wanted} in the source is not the one that the checkpoint has")
    sound, is_all = sound_beginning(store, game_id)
    only_head = is_all and finding is not None and finding.kind == "head"
    if projector is None or (len(entries) <= len(sound) and not only_head):
        raise CannotRepair("the source has nothing that is missing here")
    try:
        added = restore(store, game_id, entries, closes(projector, entries))
    except RecordDamaged as damage:
        raise CannotRepair(damage.reason) from damage
    end = entries[-1].position
    if finding is not None and finding.position and end < parse_position(finding.position):
        return f"restored up to {end} ({added} entries); what follows up to {finding.position} is still missing"
    return f"restored up to {end} ({added} entries)"


def repair_from_bundle(store: Store, bundle: Bundle, finding: Finding | None) -> str:
    """Add the missing entries of the bundle's game; returns a sentence that says what was done.

    A bundle for one viewer lacks secrets. It cannot repair a missing entry that has one.
    """
    report = verify_bundle(bundle)
    if not report.ok:
        raise CannotRepair(f"the bundle does not verify:\n{print_report(report)}")
    entries = import_entries(bundle)
    sound, _is_all = sound_beginning(store, bundle.game_id)
    projector = projector_for(bundle.rulebook)
    for entry, line in zip(entries[len(sound) :], bundle.lines[len(sound) :], strict=True):
        if not _is_complete(projector, entry, line):
            raise CannotRepair(
                f"the entry {entry.position} has a secret that is not in this bundle, which was written for "
                f"{bundle.viewer}: only a backup, or a bundle of everything (of a game that is over), has it"
            )
    # Intact entries keep their stored secrets, which a bundle may lack.
    return repair_from_entries(store, bundle.game_id, [*sound, *entries[len(sound) :]], finding)


def closes(projector: Projector, entries: Iterable[Entry]) -> Callable[[Entry], bool]:
    """Returns a function that says of each entry whether it ends the game."""
    decoded = ((entry.position, projector.decode(entry.public).data) for entry in entries)
    end = next((position for position, event in decoded if isinstance(event, GameFinished | GameAborted)), None)
    return lambda entry: end is not None and entry.position >= end


def projector_of(game_id: str, entries: Sequence[Entry]) -> Projector:
    """The projector of the game that begins with these entries; `RecordDamaged` if it cannot be determined."""
    with reading(game_id):
        return _projector(entries)


def _projector(entries: Sequence[Entry]) -> Projector:
    return projector_for(title_in(entries[0].public))


def _is_complete(projector: Projector, entry: Entry, line: Line) -> bool:
    try:
        event = projector.decode(entry.public).data
    except (msgspec.MsgspecError, KeyError):
        return False
    return set(secret_fields(type(event))) <= set(line.secrets)
