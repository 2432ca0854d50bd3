"""Verification: bundles are preserved to the byte, and each change and each lie is found."""

import bisect
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.bundle import export_bundle, import_entries
from audit.signing.key_succession import succession_of
from audit.verification.verify import print_report, verify
from domain.redaction import secret_fields
from eventstore.entries import read_records
from tests.audit.conformance.edits import header, line_of, replaced
from tests.audit.conformance.sound import raw_of
from tests.audit.conformance.sources import NEXT, ORIGIN, SERVER, STRANGER, first_receipt, played_openly, receipt
from tests.audit.games import SMALL, TITLES, bundle_of, played, viewers
from tests.in_short import titles_in_short
from verify.bundle import Failed, read_bundle
from verify.receipts import is_genuine, is_succession


@pytest.mark.parametrize("title", titles_in_short(*SMALL))
def test_a_bundle_is_imported_unchanged(title):
    """A bundle that is exported, read and imported keeps its bytes, digests and states."""
    projector, game = played(title)
    entries = import_entries(read_bundle(bundle_of(title, "all")))
    assert tuple(entries) == game.entries
    assert projector.fold(read_records(projector, entries)) == game.final
    assert b"".join(export_bundle(projector, game.game_id, entries, "all")) == bundle_of(title, "all")


@pytest.mark.parametrize("title", titles_in_short(*SMALL))
def test_every_viewers_bundle_verifies(title):
    """Every viewer's bundle verifies; in a bundle for all, rules and randomness are checked as well."""
    for viewer in viewers(title):
        report = verify(bundle_of(title, viewer))
        assert report.ok, print_report(report)
    verdicts = {check.name: check.verdict for check in verify(bundle_of(title, "all")).checks}
    assert verdicts["luck"] == verdicts["rules"] == "passed"


@pytest.mark.parametrize("title", titles_in_short(*SMALL))
def test_a_bundle_holds_its_viewers_secrets_alone(title):
    """A bundle contains neither the value nor the salt of another viewer's secret."""
    projector, game = played(title)
    for viewer in viewers(title):
        bundle = read_bundle(bundle_of(title, viewer))
        for line, entry in zip(bundle.lines, game.entries, strict=True):
            event = projector.decode(entry.public).data
            mine = {name for name, audience in secret_fields(type(event)).items() if audience.includes(event, viewer)}
            assert set(line.secrets) == mine


def check_bytes(title, viewer, places, lot):
    """Change the byte at each place: verification must fail and name the line's entry."""
    raw = bundle_of(title, viewer)
    entries = played(title)[1].entries
    starts = [0] + [place + 1 for place, byte in enumerate(raw) if byte == 10]
    for place in places:
        changed = raw[:place] + bytes([raw[place] ^ (1 << lot.randrange(8))]) + raw[place + 1 :]
        line = bisect.bisect_right(starts, place) - 1
        named = (
            {"header"}
            if line == 0
            else {"proofs", "header"}
            if line == len(starts) - 2
            else {str(entries[line - 1].position)}
        )
        report = verify(changed)
        assert not report.ok, (viewer, place)
        assert report.first_bad in named, (viewer, place, named, print_report(report))


@pytest.mark.parametrize("title", titles_in_short(*SMALL))
def test_any_changed_byte_is_named(title):
    """A sample of places in every viewer's bundle."""
    lot = random.Random(1)
    for viewer in viewers(title):
        check_bytes(title, viewer, [lot.randrange(len(bundle_of(title, viewer))) for _ in range(15)], lot)


@pytest.mark.parametrize("title", titles_in_short(*SMALL))
@pytest.mark.parametrize("number", [8, pytest.param(10_000, marks=pytest.mark.soak)])
def test_a_line_broken_in_two_is_named(title, number):
    """A byte changed to a line break leaves two halves of one entry; that entry is named, in some lines or in each."""
    raw, entries = bundle_of(title, "all"), played(title)[1].entries
    lines = raw.split(b"\n")
    for place in random.Random(title).sample(range(len(entries)), min(number, len(entries))):
        line = lines[place + 1]
        broken = b"\n".join((*lines[: place + 1], line[:60], line[61:], *lines[place + 2 :]))
        assert verify(broken).first_bad == str(entries[place].position)


@pytest.mark.soak
@pytest.mark.parametrize("title", titles_in_short(*SMALL))
def test_every_changed_byte_is_named(title):
    """Every single byte of the whole bundle."""
    check_bytes(title, "all", range(len(bundle_of(title, "all"))), random.Random(2))


def test_receipts_are_signed():
    """A receipt with any member changed is not genuine, whatever takes its place."""
    honest = receipt(played(TITLES[0])[1].entries[9], request="ab" * 32)
    assert is_genuine(honest)
    for change in (
        {"position": "1-0"},
        {"origin": "another"},
        {"request": ""},
        {"at": True},
        {"at": 1.5},
        {"at": 2**60},
        {"more": "x"},
        {"scheme": "stele/receipt/3"},
        dict.fromkeys(honest, 1),
    ):
        assert not is_genuine(honest | change), change


def test_receipts_of_the_first_scheme_stay_valid():
    """An early receipt has only game, position and digest."""
    honest = first_receipt(played(TITLES[0])[1].entries[9])
    assert is_genuine(honest)
    assert not is_genuine(honest | {"position": "1-0"}) and not is_genuine(honest | {"at": 1})


def test_a_succession_is_signed_by_both_keys():
    """A succession with a changed member is not genuine."""
    succession = succession_of(ORIGIN, SERVER, NEXT, 1000)
    assert is_succession(succession)
    for change in (
        {"at": 1001},
        {"at": "1000"},
        {"next": STRANGER.public_key},
        {"next_signature": succession["previous_signature"]},
        {"origin": 1},
    ):
        assert not is_succession(succession | change), change
    assert not is_succession({name: one for name, one in succession.items() if name != "previous_signature"})


@given(st.binary(max_size=400))
@settings(max_examples=150, deadline=None)
def test_nonsense_is_refused_and_never_raises(raw):
    """Any bytes lead to a report, and never to an exception."""
    assert not verify(raw).ok
    with pytest.raises(Failed):
        read_bundle(raw)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_battered_bundle_never_raises(data):
    """Bytes cut out and put in anywhere: a report that fails."""
    raw = bundle_of(TITLES[0], "all")
    start = data.draw(st.integers(0, len(raw) - 1))
    end = data.draw(st.integers(start, min(len(raw), start + 40)))
    put = data.draw(st.binary(max_size=20))
    if raw[start:end] != put:
        battered = raw[:start] + put + raw[end:]
        assert not verify(battered).ok


def test_what_was_altered_is_said_in_plain_words():
    """Whose entry it is where the chain breaks, if it is a player's."""
    raw = header(raw_of(played_openly(), "public"), names={"player-0": "Ada"})[0]
    for kind, words in (("GoldPlaced", "what seat 1 (Ada) did in action 6, or"), ("GameStarted", "this entry, or")):
        number = line_of(raw, kind)
        lie, place = replaced(raw, number, b"at", b"ab")
        report = verify(lie)
        assert report.first_bad == place
        assert report.checks[-1].detail.startswith(f"{words} the entry before it, was altered: the digest")
