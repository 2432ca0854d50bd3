"""Signature coverage: entries added behind the last signed position have no signature.

Each record here is unaltered in itself; the question is which part is signed, and all verifiers must agree.
"""

import json

import pytest

from app import create_app
from audit.bundle import export_bundle
from audit.game_import import CannotImport
from audit.signing.keyring import Keyring
from eventstore.encryption import SecretBox
from eventstore.store import Store
from services.games.tables import Tables
from tests.answering import Answer
from tests.audit.conformance.sources import ORIGIN, STRANGER
from tests.audit.games import lines_with_checksum, played, rewritten
from tests.audit.test_key_trust import (
    FOLLOWS,
    NEW,
    OLD,
    TITLE,
    bundle_signed_by,
    held,
    kept,
    logged_end,
    receipt_for,
    serving,
)
from verify import main as program
from verify import report as engine
from verify.bundle import read_bundle


@pytest.fixture
def verdict(tmp_path, monkeypatch):
    """The result of both verifiers on a bundle with these options: the common exit status, and the words."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    run = create_app({}).test_cli_runner()

    def verify(bundle, *options):
        file = tmp_path / "game.ndjson"
        file.write_bytes(bundle)
        told = run.invoke(args=["verify", str(file), *options])
        assert told.exception is None or isinstance(told.exception, SystemExit), told.output
        if "--server" not in options:
            assert program.main([str(file), *options]) == told.exit_code, told.output
        return told.exit_code, told.output

    return verify


def signed_at(projector, game, place, *proofs, entries=None):
    """The game's bundle with a genuine receipt for the entry with this number."""
    entries = list(game.entries) if entries is None else entries
    receipt = receipt_for(entries[place], game=game.game_id)
    return b"".join(export_bundle(projector, game.game_id, entries, "all", [receipt, *proofs]))


def words_of(raw, *keys):
    """The conclusions of the verifier in one file."""
    return "\n".join(engine.conclusions(engine.verify(raw, keys), keys))


def test_entries_behind_a_genuine_receipt_are_not_signed(verdict):
    """A receipt of the middle under the whole record: entries behind it may be forged."""
    projector, game = played(TITLE)
    middle = len(game.entries) // 2
    raw = signed_at(projector, game, middle)
    here, behind = game.entries[middle].position, game.entries[middle + 1].position
    words = f"Vouched for: signed up to {here}; nothing vouches for {behind} to {game.entries[-1].position}."
    code, said = verdict(raw, "--key", OLD.public_key)
    assert code == 1 and f"FAILED: {words}" in said and "Unaltered in itself" in said
    assert f"FAILED: {words}" in words_of(raw, OLD.public_key)
    code, said = verdict(raw)
    assert code == 3 and words in said and "FAILED" not in said
    assert words in words_of(raw)
    code, said = verdict(signed_at(projector, game, -1), "--key", OLD.public_key)
    assert code == 0 and f"Vouched for: all of it, up to {game.entries[-1].position}" in said


def test_a_proof_of_the_log_signs_too(verdict):
    """Up to its position, and with a trusted key; also where a receipt covers less."""
    projector, game = played(TITLE)
    middle = len(game.entries) // 2
    code, said = verdict(signed_at(projector, game, middle, logged_end(OLD)), "--key", OLD.public_key)
    assert code == 0 and f"the log has it up to {game.entries[-1].position}" in said
    assert verdict(signed_at(projector, game, middle, logged_end(STRANGER)), "--key", OLD.public_key)[0] == 1
    assert verdict(bundle_signed_by(NEW, FOLLOWS, logged_end(OLD)), "--key", OLD.public_key)[0] == 0


def test_stored_receipts_sign_too(verdict, tmp_path):
    """A holder of the end's receipt needs none in the file."""
    receipts = tmp_path / "mine"
    receipts.write_text(json.dumps(receipt_for(played(TITLE)[1].entries[-1])) + "\n")
    options = ("--key", OLD.public_key, "--receipts", str(receipts))
    assert verdict(bundle_signed_by(None), *options)[0] == 0
    assert verdict(bundle_signed_by(None), "--key", OLD.public_key)[0] == 1


def of_another_title():
    """The bundle of a game of a title that is not installed here."""
    raw = rewritten(bundle_signed_by(None), 0, lambda plain: plain["data"].update(rulebook="nowhere"))
    header, rest = raw.split(b"\n", 1)
    header = header.replace(f'"rulebook":"{TITLE}"'.encode(), b'"rulebook":"nowhere"')
    return lines_with_checksum([line + b"\n" for line in (header + b"\n" + rest).splitlines()])


def test_a_title_that_is_not_installed_leaves_a_warning(tmp_path, monkeypatch):
    """The rules of a missing title cannot be checked, so "unaltered as far as checked" has an exit status of its
    own.
    """
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    file = tmp_path / "game.ndjson"
    file.write_bytes(of_another_title())
    told = create_app({}).test_cli_runner().invoke(args=["verify", str(file)])
    assert told.exit_code == 3 and "the title nowhere is not installed here" in told.output
    assert "Unaltered in itself, as far as it could be checked; not checked: records," in told.output


def published(redis):
    """The statements of the server with the old key about itself."""
    ring = Keyring(redis, bytes(32), ORIGIN)
    return {"/.well-known/stele.json": json.dumps(ring.published()).encode()}


def test_the_server_is_asked_whether_it_is_the_newest(verdict, empty_redis):
    """The server may confirm a record as the newest or as an earlier part, deny it, know another one, or not answer."""
    _projector, game = played(TITLE)
    whole = list(game.entries)
    half = [one for one in whole if one.position.action <= whole[-1].position.action // 2]
    last, place = str(half[-1].position), f"/api/games/{game.game_id}/digests?at={half[-1].position}"
    other = json.dumps({"position": last, "digests": [{"position": last, "digest": "00" * 32}]}).encode()
    shorter = held(half[:-1], at=last)
    for more, wanted, words in (
        (held(half), 0, f"The newest: yes. ADDRESS has nothing after {last}."),
        (held(whole, at=last), 0, f"The newest: no. ADDRESS has gone on from {last} to {whole[-1].position}, and"),
        (shorter, 1, f"FAILED: ADDRESS has no entry at {last}"),
        ({place: other}, 1, f"FAILED: ADDRESS has digest {'00' * 32} at {last}"),
        ({place: Answer(b"{}", 404)}, 1, "FAILED: ADDRESS says that there is no such game."),
        ({place: Answer(b'{"detail":"This game is private."}', 403)}, 3, "The newest: unknown; ADDRESS does not say"),
        ({place: b"[]"}, 3, "The newest: unknown; what ADDRESS says"),
    ):
        with serving({**published(empty_redis), **more}) as address:
            code, said = verdict(bundle_signed_by(OLD, entries=half), "--server", address)
        assert code == wanted and words.replace("ADDRESS", address) in said, said
    with serving({**published(empty_redis), **held(whole)}) as address:
        code, said = verdict(signed_at(*played(TITLE), len(half) - 1), "--server", address)
    assert code == 1 and f"FAILED: Vouched for: signed up to {last}; nothing vouches for" in said
    assert "The newest: unknown" in verdict(bundle_signed_by(OLD))[1]


def test_a_key_is_stored_only_after_full_confirmation(verdict, empty_redis, tmp_path):
    """A partly signed record teaches the reader nothing."""
    with serving({**published(empty_redis), **held()}) as address:
        assert verdict(signed_at(*played(TITLE), 5), "--server", address)[0] == 1
        assert kept(tmp_path) == {}
        assert verdict(bundle_signed_by(OLD), "--server", address)[0] == 0
    assert kept(tmp_path)[ORIGIN].keys() == {OLD.public_key}


def test_only_fully_signed_records_are_imported(empty_redis):
    """Entries behind a genuine receipt are refused; unsigned records are imported only on request."""
    projector, game = played(TITLE)
    store = Store(empty_redis, SecretBox(bytes(32)))
    tables = Tables(store)
    for raw, unsigned in ((signed_at(projector, game, 5), False), (signed_at(projector, game, 5), True)):
        with pytest.raises(CannotImport, match=r"signed up to .* nothing vouches for"):
            tables.take_in(read_bundle(raw), unsigned)
    with pytest.raises(CannotImport, match="it is unsigned"):
        tables.take_in(read_bundle(bundle_signed_by(None)), takes_unsigned=False)
    assert store.head(game.game_id) is None
    assert tables.take_in(read_bundle(signed_at(projector, game, -1))) == game.game_id


def test_a_game_of_a_title_that_is_not_installed_is_not_imported(empty_redis):
    """A game of a missing title is refused, because its rules could not be checked."""
    store = Store(empty_redis, SecretBox(bytes(32)))
    with pytest.raises(CannotImport, match="the title nowhere is not installed here"):
        Tables(store).take_in(read_bundle(of_another_title()))


def receipts_in(tmp_path, *receipts):
    """A file of these receipts."""
    file = tmp_path / "receipts.ndjson"
    file.write_text("".join(f"{json.dumps(one)}\n" for one in receipts))
    return str(file)


@pytest.fixture
def verdict_alone(tmp_path, monkeypatch, capsys):
    """The result of both verifiers on receipts without a record: the common exit status, and both texts."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    run = create_app({}).test_cli_runner()

    def verify(file, *options):
        told = run.invoke(args=["verify", "--receipts", file, *options])
        assert program.main(["--receipts", file, *options]) == told.exit_code, told.output
        return told.exit_code, told.output, capsys.readouterr().out

    return verify


def test_receipts_are_judged_without_a_record(verdict_alone, tmp_path):
    """Receipts are reported with their signer and reach; two for one place convict the signer, otherwise no one is
    accused.
    """
    entries = played(TITLE)[1].entries
    honest = [receipt_for(one) for one in entries[:9]]
    trusted = ("--key", OLD.public_key)
    code, *both = verdict_alone(receipts_in(tmp_path, *honest), *trusted)
    assert code == 0
    assert all(f"signed 9 positions of the game playout, up to {entries[8].position}." in said for said in both)
    code, *both = verdict_alone(receipts_in(tmp_path, *honest))
    assert code == 3 and all(f"Whose key {OLD.public_key} is, you must know" in said for said in both)
    code, *both = verdict_alone(receipts_in(tmp_path, *honest, receipt_for(entries[3], digest=bytes(32))), *trusted)
    assert code == 1 and all(f"signed two digests for {entries[3].position}" in said for said in both)
    code, *both = verdict_alone(receipts_in(tmp_path, honest[0], {**honest[1], "at": 5}), *trusted)
    assert code == 3 and all("proves nothing" in said for said in both)


def test_an_honest_file_of_another_kind_is_not_accused(verdict, tmp_path, capsys):
    """A dossier, and receipts in place of a record: recognised, with advice; the exit status of no record."""
    end = played(TITLE)[1].entries[-1]
    receipt = receipt_for(end)
    dossier = {
        "game": "playout", "position": "3-0", "until": str(end.position), "at": "2026", "as": "public", "before": None,
        "digest": end.digest.hex(), "views": [], "asked": [], "events": [], "adjudication": {}, "receipt": receipt,
    }  # fmt: skip
    for raw, words in (
        (json.dumps(dossier, indent=2), f"its entry at {end.position} has the digest {end.digest.hex()}"),
        (json.dumps(dossier), "This is a dossier of the game playout, not its record"),
        (json.dumps(receipt) + "\n" + json.dumps(receipt) + "\n", "These are receipts, not a record"),
    ):
        code, said = verdict(raw.encode())
        assert code == 2 and words in said and "NOT" not in said
        assert words in capsys.readouterr().out


def test_a_bad_file_of_receipts_accuses_no_record(tmp_path, monkeypatch):
    """Junk, or a receipt of an unknown key: the file is named, the record's result stays, and the exit status warns."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    file, run = tmp_path / "game.ndjson", create_app({}).test_cli_runner()
    file.write_bytes(bundle_signed_by(OLD))
    slander = receipt_for(played(TITLE)[1].entries[3], STRANGER, digest=bytes(32))
    for content in ("junk", json.dumps(slander), json.dumps({**slander, "at": 1})):
        receipts = tmp_path / "mine"
        receipts.write_text(content)
        told = run.invoke(args=["verify", str(file), "--key", OLD.public_key, "--receipts", str(receipts)])
        assert told.exit_code == 3, told.output
        assert "Unaltered in itself: chain" in told.output and "FAILED" not in told.output
        assert "line 1 of the receipts" in told.output.lower() and "proves nothing" in told.output
        assert program.main([str(file), "--key", OLD.public_key, "--receipts", str(receipts)]) == 3
