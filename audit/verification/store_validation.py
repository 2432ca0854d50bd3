"""Store validation: whether the current code still folds, verifies and replays every stored record.

Verification finds changes made after recording. Validation finds records that the code can no longer process: it also
folds the record for each viewer, step by step, and narrates and renders every step. The server knows the unpublished
game keys of running games, so their moves are replayed too.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from audit.bundle import export_bundle, import_entries
from audit.verification.report import Check, Report
from audit.verification.verify import verify, verify_bundle
from domain.projector import Projector, projector_for, title_in
from domain.redaction import Viewer
from eventstore.append import Head
from eventstore.encryption import WrongSecret
from eventstore.entries import Entry
from eventstore.errors import RecordDamaged
from eventstore.log import LogReader
from eventstore.store import NoGameKey, Store
from replay.frames import FrameForm, frames
from replay.past_states import PastStates, placed_records
from replay.viewer_state import see
from verify.bundle import read_bundle


def stored_games(store: Store) -> list[str]:
    """The ids of all games on this server, in order: those with a record and those in the logs."""
    logged = LogReader(store.redis, store.partitions).game_ids()
    return sorted({*store.game_ids(), *logged})


def bundles_in(paths: Sequence[Path]) -> Iterator[Path]:
    """The bundles at these paths: files, and every `.ndjson` file below a directory."""
    for path in paths:
        yield from sorted(path.rglob("*.ndjson")) if path.is_dir() else [path]


def validate_stored(store: Store, game_id: str) -> Report:
    """Validate the record of a game on this server."""
    found = _verified(store, game_id)
    return (
        found
        if isinstance(found, Report)
        else _with_steps(found.report, found.projector, found.entries, "all", found.head)
    )


def adjudicate_stored(store: Store, game_id: str) -> Report:
    """Verify the record of a game on this server, with all its secrets and its game key."""
    found = _verified(store, game_id)
    return found if isinstance(found, Report) else found.report


class _Verified(NamedTuple):
    """A readable record, and the report on it."""

    report: Report
    projector: Projector
    entries: list[Entry]
    head: Head


def _verified(store: Store, game_id: str) -> _Verified | Report:
    """The record and the report on it; only a report if the record is unreadable."""
    try:
        head, entries = _at_rest(store, game_id)
    except RecordDamaged as damage:
        return _bad(game_id, "record", f"it cannot be read: {damage.reason}")
    if head is None or not entries:
        return _bad(game_id, "record", "there is no record of this game")
    last = entries[-1]
    if (head.position, head.digest) != (last.position, last.digest):
        return _bad(game_id, "head", f"the head is said to be {head.position}", str(last.position))
    try:
        title = title_in(entries[0].public)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        return _bad(game_id, "record", f"it does not begin by opening a game: {error}", "1-0")
    try:
        projector, game_key = projector_for(title), store.load_game_key(game_id)
        bundle = read_bundle(b"".join(export_bundle(projector, game_id, entries, "all")))
    except NoGameKey:
        return _bad(game_id, "key", "its game key is missing")
    except WrongSecret as error:
        return _bad(game_id, "key", f"its game key cannot be read: {error}")
    except KeyError:
        return _bad(game_id, "title", f"the title {title} is not installed here")
    except Exception as error:  # a record that cannot be exported is a finding, not a crash
        return _bad(game_id, "record", f"it cannot be read: {error!r}"[:400])
    return _Verified(verify_bundle(bundle, game_key), projector, entries, head)


def _at_rest(store: Store, game_id: str) -> tuple[Head | None, list[Entry]]:
    """Head and entries at one moment, even while the game continues."""
    while True:
        head, entries = store.head(game_id), store.read(game_id)
        if head == store.head(game_id):
            return head, entries


def validate_bundle(raw: bytes) -> Report:
    """Validate a bundle, whatever its bytes."""
    report = verify(raw)
    if report.record is None:
        return report
    bundle = report.record.bundle
    try:
        projector = projector_for(bundle.rulebook)
    except KeyError:
        return _bad(bundle.game_id, "title", f"the title {bundle.rulebook} is not installed here")
    return _with_steps(report, projector, import_entries(bundle), bundle.viewer)


def _bad(game_id: str, check: str, detail: str, position: str | None = None) -> Report:
    return Report(game_id, (Check(check, "failed", detail, position or check),))


def _with_steps(
    report: Report, projector: Projector, entries: Sequence[Entry], viewer: Viewer, head: Head | None = None
) -> Report:
    """The report with an additional check that shows each step to each viewer of the record."""
    if not report.ok:
        return report
    position = entries[0].position

    def one_by_one() -> Iterator[Entry]:
        nonlocal position
        for entry in entries:
            position = entry.position
            yield entry

    try:
        game = PastStates(placed_records(projector, entries, viewer)).fold(projector)
        assert game is not None
        viewers: Sequence[Viewer] = ("all", "public", *range(game.players)) if viewer == "all" else (viewer,)
        for one in viewers:
            pasts = PastStates(placed_records(projector, entries, one))
            pasts.fold(projector)
            seen = (see(projector, entry, one) for entry in one_by_one())
            for frame in frames(projector, seen, one, form=FrameForm(together=1), past=pasts.at):
                msgspec.json.encode(frame)
        if head is not None and head.closed != game.is_over:
            raise ValueError("the server's head says that the game is " + ("over" if head.closed else "still running"))
        check = Check("steps", "passed", f"{len(entries)} shown to {len(viewers)} viewers")
    except Exception as error:  # a step that cannot be shown is a finding
        check = Check("steps", "failed", f"cannot be shown: {error!r}"[:400], str(position))
    return Report(report.game, (*report.checks, check))
