"""Disputes in records: they verify for all readers, and what was annulled does not count."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from audit.verification.report import print_report
from audit.verification.verify import verify
from domain.disputes.events import Remedy, ResultReplaced
from eventstore.entries import Position, Rollbacks, read_records, still_counts, with_rollback
from tests.audit.conformance.edits import Script
from tests.audit.conformance.misplaced import playing
from tests.audit.conformance.sources import receipt
from tests.audit.games import DISPUTED, bundled, disputed, in_turn
from tests.audit.test_stories import TITLE, Player, bundle
from verify import record
from verify.bundle import Position as Place


@pytest.mark.parametrize(("title", "way"), in_turn(DISPUTED))
def test_disputed_records_verify(title, way):
    """The record verifies for each viewer, cut at each length; the game's key is at the entry that ended it."""
    projector, game = disputed(title, way, signed=True)
    for viewer in ("all", "public", 1):
        raw = bundled(projector, game, game.entries, viewer)
        report = verify(raw)
        assert report.ok, print_report(report)
        said = {check.name: check.verdict for check in report.checks}
        assert said["luck"] == "passed" and (viewer != "all" or said["rules"] == "passed")
    ends = [entry for entry, after in zip(game.entries, game.entries[1:], strict=False) if not after.position.effect]
    for last in ends[:: len(ends) // 3]:
        part = [entry for entry in game.entries if entry.position <= last.position]
        assert verify(bundled(projector, game, part, "public")).ok


@pytest.fixture
def player(tmp_path):
    """A player with `verify` and a file of receipts."""
    return Player(tmp_path)


def test_a_record_cut_before_the_decision(player):
    """The result was replaced, and the record ends before that: the receipt of the decision shows it."""
    told = disputed(TITLE, "disputed after the end")
    entries = told[1].entries
    number, _effect = Script(told).find(ResultReplaced)
    decision = [one for one in entries if one.position.action == number + 1][-1]
    cut = [one for one in entries if one.position.action <= number]
    assert player.verifies(bundle(cut))[0] == 0
    player.receipts = [receipt(decision)]
    assert player.verifies(bundle(entries))[0] == 0
    code, said = player.verifies(bundle(cut))
    assert code == 1 and f"FAILED: contradicts the receipt of {decision.position}" in said
    assert "unless the game was disputed since" in said


def test_reinstated_answers_are_opened():
    """A sealed answer that was annulled and then reinstated is opened with the counting ones."""
    table, lot = playing(), random.Random(2)
    while b"OfferingSealed" not in table.played().entries[-1].public:
        before = table.end
        table.play(1, lot)
    sealed = table.end
    table.decide(0, sealed, Remedy("roll_back", before))
    table.decide(0, sealed, Remedy("roll_back", sealed))
    table.play(60, lot)
    game = table.played()
    report = verify(bundled(table.projector, game, game.entries, "public"))
    assert report.ok, print_report(report)
    assert sealed in [one.position for entry in read_records(table.projector, game.entries) for one in entry.opens]


@given(st.lists(st.integers(-4, 30), max_size=40))
@example([0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 5, 0, 11])  # back into a branch that had gone back itself
def test_the_counting_line_after_rollbacks(steps):
    """At every position, both verifiers count like a step-by-step reading."""
    rollbacks: list[tuple[Position, Position]] = []
    counting = Rollbacks()
    paths: list[list[int]] = [[]]
    for number, step in enumerate(steps, start=1):
        if 0 < step < number:
            rollbacks.append((Position(number, 0), Position(step, 0)))
            counting = with_rollback(counting, *rollbacks[-1])
            paths.append([*paths[step], number])
        else:
            paths.append([*paths[-1], number])
    others = [(Place(at.action, 0), Place(back.action, 0)) for at, back in rollbacks]
    for number in range(1, len(steps) + 1):
        counts = number in paths[-1]
        assert still_counts(Position(number, 0), counting) == counts
        assert record.still_counts(Place(number, 0), others) == counts
