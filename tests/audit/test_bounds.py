"""Bounds of a record: values beyond them are named alike by the server and by the verifier in one file."""

import resource

import msgspec
import pytest

from audit.verification.report import print_report
from audit.verification.verify import verify
from eventstore.canonical_json import MOST_NESTED, NotCanonical, canonical, check_nesting
from sdk.verify import stele_verify
from tests.audit.games import bundled, disputed, lines_with_checksum, played, rewritten, seated, timed
from tests.audit.test_signatures import finding

SOURCES = {
    "plain": lambda: played("kheops"),
    "nonces": lambda: seated("kheops", strict=True),
    "disputed": lambda: disputed("kheops", "disputed after the end"),
    "timed": lambda: timed("kheops", "once"),
}
LONG = "x" * 2001
BEYOND = [
    ("plain", "GameCreated", {"players": 0}),
    ("plain", "GameCreated", {"players": 65}),
    ("plain", "GameCreated", {"players": 400_000_000}),
    ("plain", "GameCreated", {"players": 2**53 - 1}),
    ("plain", "GameCreated", {"commitment": ""}),
    ("plain", "GameCreated", {"commitment": "AB" * 32}),
    ("plain", "GameCreated", {"game": ""}),
    ("plain", "GameCreated", {"options": {f"option {number}": 1 for number in range(65)}}),
    ("plain", "GameCreated", {"computers": ["random"] * 3}),
    ("plain", "GameCreated", {"nonce_commitments": ["no digest", ""]}),
    ("plain", "GameCreated", {"reserved": [""] * 65}),
    ("plain", "GameCreated", {"referee": LONG}),
    ("plain", "SeatTaken", {"player": LONG}),
    ("plain", "SeatTaken", {"nonce": LONG}),
    ("plain", "SeatTaken", {"public_key": "?"}),
    ("nonces", "SeatTaken", {"nonce_commitment": "?"}),
    ("plain", "GameFinished", {"key": "0" * 63}),
    ("plain", "GameFinished", {"result": {"places": [1] * 65, "points": [0, 0], "reason": "points"}}),
    ("disputed", "DisputeOpened", {"text": LONG}),
    ("disputed", "DisputeDecided", {"text": LONG}),
    ("timed", "PlayTimesSet", {"times": {"zone": "UTC", "windows": [[0, 1]] * 1001, "offsets": [[0, 0]]}}),
    ("timed", "PlayTimesSet", {"times": {"zone": LONG, "windows": [[0, 1]], "offsets": [[0, 0]]}}),
]


def entry_of(game, kind):
    """The number of the first entry that holds such an event."""
    return next(number for number, entry in enumerate(game.entries) if f'"type":"{kind}"'.encode() in entry.public)


@pytest.mark.parametrize(("source", "kind", "change"), BEYOND)
def test_values_beyond_their_bounds(source, kind, change):
    """They make no valid record, at any place, for any reader."""
    projector, game = SOURCES[source]()
    number = entry_of(game, kind)
    for viewer in ("all", "public"):
        raw = bundled(projector, game, game.entries, viewer)
        lie = rewritten(raw, number, lambda plain: plain["data"].update(change))
        if "commitment" in change:
            lie = with_header(lie, commitment=change["commitment"])
        assert finding(lie) == ("records", str(game.entries[number].position))


@pytest.mark.parametrize("luck", [-1, -(2**53) + 1])
def test_no_event_draws_less_than_nothing(luck):
    """A negative number of draws would repeat later ones."""
    projector, game = played("kheops")
    number = next(number for number, entry in enumerate(game.entries) if b'"luck":' in entry.public)
    lie = rewritten(bundled(projector, game, game.entries), number, lambda plain: plain.update(luck=luck))
    assert finding(lie) == ("records", str(game.entries[number].position))


def test_a_record_of_four_hundred_million_players_takes_no_memory():
    """Counts are bounded before memory is allocated."""
    projector, game = played("kheops")
    lie = rewritten(
        bundled(projector, game, game.entries[:1]), 0, lambda plain: plain["data"].update(players=400_000_000)
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert finding(lie) == ("records", "1-0")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000, "kilobytes"


def test_an_early_record_may_lack_its_games_id():
    """Before version 5 of `GameCreated` some were made without an id."""
    projector, game = seated("kheops")

    def as_version_4(plain):
        for member in ("pace", "reserved", "edition", "rated", "signing", "referee_key", "beacon"):
            del plain["data"][member]
        plain["data"].update(referee_name="", game="")
        plain["version"] = 4

    raw = rewritten(bundled(projector, game, game.entries[:2]), 0, as_version_4)
    assert verify(raw).ok, print_report(verify(raw))
    assert stele_verify.verify(raw).first_bad is None


def nested(depth):
    """A value of nested lists."""
    value = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize(("depth", "is_good"), [(MOST_NESTED - 1, True), (MOST_NESTED, False), (900_000, False)])
def test_the_depth_of_nesting(depth, is_good):
    """In a line, and in the public form that the line holds as text."""
    text = b'{"a":' + b"[" * depth + b"]" * depth + b"}"
    for read in (check_nesting, lambda raw: stele_verify.read_json(raw.decode())):
        if is_good:
            read(text)
        else:
            with pytest.raises((NotCanonical, stele_verify.NotCanonical)):
                read(text)
    projector, game = played("kheops")
    raw = bundled(projector, game, game.entries[:4])
    if depth < 1000:
        lie = rewritten(raw, 2, lambda plain: plain["data"].update(deep=nested(depth - 1)))
        assert finding(lie)[1] == str(game.entries[2].position)
        assert (finding(lie)[0] == "chain") != is_good


def test_brackets_in_a_text_are_no_nesting():
    """Any text that a player writes."""
    check_nesting(canonical({"text": "[" * 500 + '"' + "{" * 500, "list": [[]] * 500}))
    stele_verify.read_json(canonical({"text": "[" * 500 + '"' + "{" * 500, "list": [[]] * 500}).decode())


def with_header(raw, **members):
    """The bundle with these members of its header changed, and a checksum that fits."""
    lines = raw.splitlines(keepends=True)
    header = canonical(msgspec.json.decode(lines[0]) | members) + b"\n"
    return lines_with_checksum([header, *lines[1:]])


@pytest.mark.parametrize("named", ["kheops-2", "das-amulett", ""])
def test_a_header_that_names_another_title(named):
    """The record's own title counts for the replay: naming an unknown one turns no check off."""
    projector, game = played("kheops")
    raw = bundled(projector, game, game.entries)
    assert finding(with_header(raw, rulebook=named)) == ("header", "header")
    number = entry_of(game, "GameFinished")
    forged = rewritten(raw, number, lambda plain: plain["data"]["result"].update(points=[999, 0], places=[1, 2]))
    report = verify(with_header(forged, rulebook=named))
    assert not report.ok and (report.checks[-1].name, report.first_bad) == ("header", "header")
    assert verify(forged).checks[-1].name == "rules"


def test_a_missing_title_is_reported():
    """The unchecked parts are in the report; a header with another title fails even so."""
    projector, game = played("kheops")
    unknown = rewritten(
        with_header(bundled(projector, game, game.entries), rulebook="kheops-2"),
        0,
        lambda plain: plain["data"].update(rulebook="kheops-2"),
    )
    rules = next(check for check in verify(unknown).checks if check.name == "rules")
    assert (rules.verdict, rules.detail) == ("not possible", "the title kheops-2 is not installed here")
    assert verify(with_header(unknown, rulebook="kheops")).first_bad == "header"
