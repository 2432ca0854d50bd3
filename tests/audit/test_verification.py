"""Verification: bundles are preserved to the byte, and each change and each lie is found."""

import bisect
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.bundle import BadBundle, export_bundle, import_entries, read_bundle
from audit.signing.key_succession import succession_of
from audit.signing.keys import SigningKey
from audit.signing.receipts import is_genuine, receipt_of
from audit.verification.verify import print_report, verify
from domain.redaction import secret_fields
from eventstore.canonical_json import canonical
from eventstore.entries import commitment_of, read_records
from tests.audit.games import TITLES, bundle_of, forged, lines_with_checksum, played, viewers


@pytest.mark.parametrize("title", TITLES)
def test_a_bundle_is_imported_unchanged(title):
    """Export, read, import: the same bytes, digests and states."""
    projector, game = played(title)
    entries = import_entries(read_bundle(bundle_of(title, "all")))
    assert tuple(entries) == game.entries
    assert projector.fold(read_records(projector, entries)) == game.final
    assert b"".join(export_bundle(projector, game.game_id, entries, "all")) == bundle_of(title, "all")


@pytest.mark.parametrize("title", TITLES)
def test_every_viewers_bundle_verifies(title):
    """In a bundle for all, rules and luck are checked too."""
    for viewer in viewers(title):
        report = verify(bundle_of(title, viewer))
        assert report.ok, print_report(report)
    verdicts = {check.name: check.verdict for check in verify(bundle_of(title, "all")).checks}
    assert verdicts["luck"] == verdicts["rules"] == "passed"


@pytest.mark.parametrize("title", TITLES)
def test_a_bundle_holds_its_viewers_secrets_alone(title):
    """Not the value, not the salt of another's secret."""
    projector, game = played(title)
    for viewer in viewers(title):
        bundle = read_bundle(bundle_of(title, viewer))
        for line, entry in zip(bundle.entries, game.entries, strict=True):
            event = projector.decode(entry.public).data
            mine = {name for name, audience in secret_fields(type(event)).items() if audience.includes(event, viewer)}
            assert set(line.s or {}) == mine


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


@pytest.mark.parametrize("title", TITLES)
def test_any_changed_byte_is_named(title):
    """A sample of places in every viewer's bundle."""
    lot = random.Random(1)
    for viewer in viewers(title):
        check_bytes(title, viewer, [lot.randrange(len(bundle_of(title, viewer))) for _ in range(60)], lot)


@pytest.mark.parametrize("title", TITLES)
def test_a_line_broken_in_two_is_named(title):
    """A byte changed to a line break leaves two halves of one entry; that entry is named."""
    raw, entries = bundle_of(title, "all"), played(title)[1].entries
    lines = raw.split(b"\n")
    for number in range(1, len(entries) + 1):
        line = lines[number]
        broken = b"\n".join((*lines[:number], line[:60], line[61:], *lines[number + 1 :]))
        assert verify(broken).first_bad == str(entries[number - 1].position)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_every_changed_byte_is_named(title):
    """Every single byte of the whole bundle."""
    check_bytes(title, "all", range(len(bundle_of(title, "all"))), random.Random(2))


def forged_bundle(title, number, change):
    """A careful forgery: one public form changed, chain and checksum fitting."""
    projector, game = played(title)
    entries = forged(game.entries, number, change)
    return b"".join(export_bundle(projector, game.game_id, entries, "all"))


def failing(raw):
    """The failing check, and the place."""
    report = verify(raw)
    assert not report.ok
    return report.checks[-1].name, report.first_bad


@pytest.mark.parametrize("title", TITLES)
def test_a_forged_draw_is_found(title):
    """Another outcome of luck than the game key gives, in an otherwise perfect record."""
    _projector, game = played(title)
    drawn = [number for number, entry in enumerate(game.entries) if b'"luck":' in entry.public]

    def change(plain):
        plain["luck"] += 1

    number = drawn[len(drawn) // 2]
    assert failing(forged_bundle(title, number, change)) == ("rules", str(game.entries[number].position))


@pytest.mark.parametrize("title", TITLES)
def test_a_forged_fact_is_found(title):
    """A player's own fact that none of their commands decides, or another than the played one."""
    _projector, game = played(title)
    facts = [
        number
        for number, entry in enumerate(game.entries)
        if b'"actor":' in entry.public and entry.position.action > game.final.players
    ]
    number = facts[-1]

    def change(plain):
        plain["actor"] = (plain["actor"] + 1) % game.final.players

    name, place = failing(forged_bundle(title, number, change))
    assert name == "rules"
    assert place == str(game.entries[number].position)


@pytest.mark.parametrize("title", TITLES)
def test_a_forged_opening_is_found(title):
    """A revealed value, or its salt, that differs from the commitment."""
    _projector, game = played(title)
    opening = [number for number, entry in enumerate(game.entries) if b'"opens":' in entry.public]
    if not opening:
        pytest.skip("this title reveals nothing before its end")

    def change_salt(plain):
        plain["opens"][0][3] = "0" * 32

    def change_place(plain):
        plain["opens"][0][0] = "1-0"

    for change in (change_salt, change_place):
        assert failing(forged_bundle(title, opening[0], change)) == ("openings", str(game.entries[opening[0]].position))


@pytest.mark.parametrize("title", TITLES)
def test_a_forged_secret_is_found(title):
    """Another value under the committed salt; and a commitment to another value under a made-up salt."""
    lines = bundle_of(title, "all").splitlines(keepends=True)
    for number, line in enumerate(lines):
        plain = msgspec.json.decode(line)
        if not plain.get("s"):
            continue
        field, (value, salt) = next(iter(plain["s"].items()))
        lie = [*value, 1] if isinstance(value, list) else 1
        plain["s"][field] = [lie, salt]
        told = lines_with_checksum([*lines[:number], canonical(plain) + b"\n", *lines[number + 1 :]])
        # A lie of the wrong type is found sooner, as an invalid record.
        assert failing(told) in {("secrets", plain["position"]), ("records", plain["position"])}

        def change(public, field=field, value=value):
            public["data"][field]["sealed"] = commitment_of("0" * 32, value)

        salted = forged_bundle(title, number - 1, change).splitlines(keepends=True)
        line_too = msgspec.json.decode(salted[number])
        line_too["s"][field] = [value, "0" * 32]
        told = lines_with_checksum([*salted[:number], canonical(line_too) + b"\n", *salted[number + 1 :]])
        name, _place = failing(told)
        assert name in ("openings", "luck")
        return
    pytest.skip("this title has no secrets")


@pytest.mark.parametrize("title", TITLES)
def test_a_left_out_secret_or_entry_is_found(title):
    """Entries may not be missing, out of order, or duplicated."""
    lines = bundle_of(title, "all").splitlines(keepends=True)
    for wrong in (
        [*lines[:5], *lines[6:]],
        [*lines[:5], lines[6], lines[5], *lines[7:]],
        [*lines[:5], lines[5], *lines[5:]],
        [lines[0], lines[-1]],
    ):
        assert not verify(lines_with_checksum(wrong)).ok


@pytest.mark.parametrize("title", TITLES)
def test_another_games_record_is_found(title):
    """A record cannot be passed off as another game's."""
    lines = bundle_of(title, "public").splitlines(keepends=True)
    header = msgspec.json.decode(lines[0])
    header["game"] = "another"
    assert failing(lines_with_checksum([canonical(header) + b"\n", *lines[1:]])) == ("header", "header")


def receipt_for(game, number, **more):
    """A receipt for one of the game's entries; `more` replaces its right members."""
    entry = game.entries[number]
    at = msgspec.json.decode(entry.public)["at"]
    said = {"game_id": game.game_id, "position": entry.position, "digest": entry.digest, "at": at, **more}
    return receipt_of(SigningKey(bytes(32)), "stele.invalid/test", **said)


def with_proofs(projector, game, *proofs):
    """The game's bundle with these proofs."""
    return b"".join(export_bundle(projector, game.game_id, game.entries, "public", proofs))


def test_receipts_are_signed_and_fit():
    """A receipt with a changed member, of another record or with another time is found."""
    projector, game = played(TITLES[0])
    receipt = receipt_for(game, 9, request="ab" * 32)
    assert is_genuine(receipt)
    assert verify(with_proofs(projector, game, receipt)).ok
    assert not is_genuine({**receipt, "at": 1.5}) and not is_genuine({**receipt, "at": 2**60})
    for wrong in (
        {**receipt, "position": "1-0"},
        {**receipt, "origin": "another"},
        {**receipt, "request": ""},
        {**receipt, "at": True},
        {**receipt, "more": "x"},
        {**receipt, "scheme": "stele/receipt/3"},
        receipt_for(game, 9, game_id="another"),
        receipt_for(game, 9, at=receipt["at"] + 1),
        dict.fromkeys(receipt, 1),
    ):
        assert failing(with_proofs(projector, game, wrong))[0] == "receipts", wrong


def test_receipts_of_the_first_scheme_stay_valid():
    """An early receipt with only game, position and digest is still checked."""
    projector, game = played(TITLES[0])
    signing, entry = SigningKey(bytes(32)), game.entries[9]
    said = {"game": game.game_id, "position": str(entry.position), "digest": entry.digest.hex()}
    receipt = {**said, "public_key": signing.public_key, "signature": signing.sign(canonical(said))}
    assert verify(with_proofs(projector, game, receipt)).ok
    assert failing(with_proofs(projector, game, {**receipt, "position": "1-0"}))[0] == "receipts"
    assert failing(with_proofs(projector, game, {**receipt, "at": 1}))[0] == "receipts"


def test_a_succession_among_the_proofs_is_signed_by_both_keys():
    """A succession with a changed member is found."""
    projector, game = played(TITLES[0])
    succession = succession_of("stele.invalid/test", SigningKey(bytes(32)), SigningKey(bytes(32), 2), 1000)
    assert verify(with_proofs(projector, game, succession)).ok
    for wrong in (
        {**succession, "at": 1001},
        {**succession, "at": "1000"},
        {**succession, "next": SigningKey(bytes(32), 3).public_key},
        {**succession, "next_signature": succession["previous_signature"]},
        {**succession, "origin": 1},
    ):
        assert failing(with_proofs(projector, game, wrong)) == ("receipts", "proofs"), wrong


def test_impossible_times_are_reported():
    """A record that begins before the first release of Stele is reported.

    Other times cannot be judged from the record alone.
    """
    (time,) = [check for check in verify(bundle_of(TITLES[0], "public")).checks if check.name == "time"]
    assert "1970-01-01" in time.detail and "these times are made up" in time.detail


@given(st.binary(max_size=400))
@settings(max_examples=150, deadline=None)
def test_nonsense_is_refused_and_never_raises(raw):
    """For any bytes there is a report."""
    assert not verify(raw).ok
    with pytest.raises(BadBundle):
        read_bundle(raw)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_battered_bundle_never_raises(data):
    """Bytes cut out and put in anywhere: a report that fails."""
    raw = bundle_of(TITLES[0], "all")
    start = data.draw(st.integers(0, len(raw) - 1))
    end = data.draw(st.integers(start, min(len(raw), start + 40)))
    put = data.draw(st.binary(max_size=20))
    if raw[start:end] != put:
        assert not verify(raw[:start] + put + raw[end:]).ok
