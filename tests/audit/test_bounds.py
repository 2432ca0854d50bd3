"""Bounds of a record: values beyond them are named."""

import resource

import pytest

from audit.verification.verify import verify
from domain.game import SHARED_EVENTS
from eventstore.canonical_json import canonical
from tests.audit.conformance.edits import header, line_of, rechained
from tests.audit.games import bundled, played, rewritten
from tests.audit.test_conformance import CASES, record_in
from tests.audit.test_signatures import finding
from verify import canonical_json
from verify.canonical_json import MOST_NESTED


def test_a_record_of_four_hundred_million_players_takes_no_memory():
    """Counts are bounded before memory is allocated."""
    projector, game = played("kheops")
    lie = rewritten(
        bundled(projector, game, game.entries[:1]), 0, lambda plain: plain["data"].update(players=400_000_000)
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert finding(lie) == ("records", "1-0")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000, "kilobytes"


def nested(depth):
    """A value of nested lists."""
    value = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize(("depth", "is_good"), [(MOST_NESTED - 1, True), (MOST_NESTED, False), (900_000, False)])
def test_the_depth_of_nesting(depth, is_good):
    """The depth of nesting is bounded in a line and in the public form that the line holds as text."""
    text = b'{"a":' + b"[" * depth + b"]" * depth + b"}"
    if is_good:
        canonical_json.read_json(text.decode())
    else:
        with pytest.raises(canonical_json.NotCanonical):
            canonical_json.read_json(text.decode())
    projector, game = played("kheops")
    raw = bundled(projector, game, game.entries[:4])
    if depth < 1000:
        lie = rewritten(raw, 2, lambda plain: plain["data"].update(deep=nested(depth - 1)))
        assert finding(lie)[1] == str(game.entries[2].position)
        assert (finding(lie)[0] == "chain") != is_good


def test_brackets_in_a_text_are_no_nesting():
    """Any text that a player writes."""
    canonical_json.read_json(canonical({"text": "[" * 500 + '"' + "{" * 500, "list": [[]] * 500}).decode())


@pytest.mark.parametrize("named", ["kheops-2", "das-amulett", ""])
def test_a_header_that_names_another_title(named):
    """The record's own title counts for the replay: naming an unknown one turns no check off."""
    projector, game = played("kheops")
    raw = bundled(projector, game, game.entries)
    assert finding(header(raw, rulebook=named)[0]) == ("header", "header")


def test_a_missing_title_hides_no_other_title():
    """A header that names an installed title fails even so."""
    projector, game = played("kheops")
    raw = header(bundled(projector, game, game.entries), rulebook="kheops-2")[0]
    unknown = rewritten(raw, 0, lambda plain: plain["data"].update(rulebook="kheops-2"))
    assert verify(header(unknown, rulebook="kheops")[0]).first_bad == "header"


def test_no_event_that_all_titles_share_draws():
    """Both verifiers reject a draw in an event that all titles share, wherever it is, even without the rules."""
    left = {event.__name__ for event in SHARED_EVENTS}
    for case in CASES:
        raw = record_in(case) if case["verdict"] == "unaltered" else b""
        for kind in sorted(left):
            if f'\\"type\\":\\"{kind}\\"'.encode() in raw:
                lie, place = rechained(raw, line_of(raw, kind), lambda plain: plain.update(luck=1))
                assert finding(lie) == ("records", place), kind
                left.discard(kind)
    assert not left
