"""Golden records: bundles of whole games, one for each possible ending of a title, kept unchanged."""

from pathlib import Path
from typing import Any

from audit.bundle import import_entries
from audit.verification.verify import verify
from domain.game import Game
from domain.messages import Record
from domain.projector import projector_for
from eventstore.entries import read_records
from replay.past_states import PastStates, placed_records
from verify.bundle import read_bundle


def records(path: Path) -> list[Record[Any]]:
    """The records in this bundle, for a viewer with full access."""
    bundle = read_bundle(path.read_bytes())
    return list(read_records(projector_for(bundle.rulebook), import_entries(bundle)))


def golden(path: Path) -> Game[Any]:
    """The game in this bundle, folded by the current code, after a check that every fact still follows from the
    commands and draws.
    """
    content = path.read_bytes()
    report = verify(content)
    assert report.ok, report.first_bad
    # A game played in memory has no receipts; everything else was checked.
    assert {check.name for check in report.checks if check.verdict != "passed"} <= {"receipts", "log"}
    bundle = read_bundle(content)
    projector = projector_for(bundle.rulebook)
    game = PastStates(placed_records(projector, import_entries(bundle))).fold(projector)
    assert game is not None
    return game
