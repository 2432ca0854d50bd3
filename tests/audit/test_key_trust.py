"""Trust in keys: the signing key, the reason to trust it, and receipts compared with a record, in words."""

import json

import msgspec
import pytest

from app import create_app
from audit.bundle import export_bundle
from audit.signing.key_succession import succession_of
from audit.signing.key_trust import BadTrust, Trust, read_published
from audit.signing.keyring import Keyring
from tests.answering import Answer, answering
from tests.audit.conformance.sources import NEXT, ORIGIN, SERVER, STRANGER, logged, receipt
from tests.audit.games import TITLES, played
from verify.receipts import judge_alone, read_kept

OLD, NEW = SERVER, NEXT
FOLLOWS = succession_of(ORIGIN, OLD, NEW, 5000)
TITLE = TITLES[0]


def receipt_for(entry, key=OLD, **more):
    """The receipt that a server with this key gives for this entry of the played game."""
    return receipt(entry, key, **{"game": played(TITLE)[1].game_id, **more})


def bundle_signed_by(key, *proofs, origin=ORIGIN, entries=None):
    """The played game's bundle with a receipt for its end, and more proofs."""
    projector, game = played(TITLE)
    entries = list(game.entries) if entries is None else entries
    receipts = () if key is None else (receipt_for(entries[-1], key, origin=origin),)
    return b"".join(export_bundle(projector, game.game_id, entries, "all", (*receipts, *proofs)))


@pytest.fixture
def flask(tmp_path, monkeypatch):
    """The command `verify` with these options on a bundle; exit code and output."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    run = create_app({}).test_cli_runner()

    def verify(bundle, *options):
        file = tmp_path / "game.ndjson"
        file.write_bytes(bundle)
        told = run.invoke(args=["verify", str(file), *options])
        assert told.exception is None or isinstance(told.exception, SystemExit), told.output
        assert "what was played" not in told.output
        return told.exit_code, told.output

    return verify


def kept(tmp_path):
    """The stored known keys."""
    file = tmp_path / "config" / "stele" / "trusted.json"
    return json.loads(file.read_text()) if file.exists() else {}


def test_verifying_a_file_stores_no_trust(flask, tmp_path):
    """Otherwise the author of a made-up file would choose the reader's trusted key."""
    code, said = flask(bundle_signed_by(STRANGER))
    assert code == 0 and "which you see for the first time; not kept (--keep does)" in said
    assert kept(tmp_path) == {}
    assert flask(bundle_signed_by(OLD))[0] == 0


def test_a_key_is_stored_on_request_and_known_later(flask, tmp_path):
    """First it is new, with its place of storage; the second time it is trusted."""
    code, said = flask(bundle_signed_by(OLD), "--keep")
    assert code == 0 and "Unaltered in itself: chain, secrets, luck and rules agree." in said
    assert f"Signed by {OLD.public_key} ({ORIGIN}), which you see for the first time; kept in " in said
    assert kept(tmp_path)[ORIGIN].keys() == {OLD.public_key}
    code, said = flask(bundle_signed_by(OLD))
    assert code == 0 and f"Signed by {OLD.public_key} ({ORIGIN}), which you trust (seen first on " in said


def test_a_key_that_continues_a_trusted_one_is_trusted(flask, tmp_path):
    """Trust extends to a new key by the succession in the bundle, which both keys signed; it is reported and stored."""
    flask(bundle_signed_by(OLD), "--keep")
    code, said = flask(bundle_signed_by(NEW))
    assert code == 1, said
    code, said = flask(bundle_signed_by(NEW, FOLLOWS), "--keep")
    assert code == 0 and f"which continues {OLD.public_key}, which you trust; kept in " in said
    assert kept(tmp_path)[ORIGIN].keys() == {OLD.public_key, NEW.public_key}
    other = succession_of("other.example", OLD, STRANGER, 5000)
    assert flask(bundle_signed_by(STRANGER, other))[0] == 1


def test_later_signatures_are_reported(flask):
    """A key newer than its signed text proves nothing about the time; its first day is named."""
    flask(bundle_signed_by(OLD), "--keep")
    end = msgspec.json.decode(played(TITLE)[1].entries[-1].public)["at"]
    late = succession_of(ORIGIN, OLD, NEW, end + 1)
    code, said = flask(bundle_signed_by(NEW, late))
    assert code == 0 and "was signed later than it says: its key is in use since 1970-01-01" in said
    assert "signed later" not in flask(bundle_signed_by(NEW, succession_of(ORIGIN, OLD, NEW, end)))[1]
    beyond = succession_of(ORIGIN, OLD, NEW, 2**53 - 1)
    assert "9999-12-31" in flask(bundle_signed_by(NEW, beyond))[1]


def test_named_keys_are_the_only_ones(flask, tmp_path):
    """With --key, stored keys and missing signatures do not count, and nothing is stored."""
    code, said = flask(bundle_signed_by(OLD), "--key", OLD.public_key)
    assert code == 0 and "which you trust (you named it)" in said
    assert flask(bundle_signed_by(NEW, FOLLOWS), "--key", OLD.public_key)[0] == 0
    code, said = flask(bundle_signed_by(STRANGER), "--key", OLD.public_key, "--key", NEW.public_key)
    assert code == 1 and "which you did not name, so it vouches for nothing" in said
    code, said = flask(bundle_signed_by(None), "--key", OLD.public_key)
    assert code == 1 and "FAILED: Vouched for: no. No key that you trust" in said
    assert kept(tmp_path) == {}


def test_nothing_is_stored_after_a_failure(flask, tmp_path):
    """No key is stored from an inconsistent record, nor from one that contradicts a receipt."""
    _projector, game = played(TITLE)
    code, said = flask(bundle_signed_by(OLD).replace(b'"luck\\":1', b'"luck\\":2', 1))
    assert code == 1 and "NOT consistent. First bad entry: " in said
    receipts = tmp_path / "receipts"
    other = receipt_for(game.entries[3], digest=bytes(32))
    receipts.write_text(json.dumps(other) + "\n")
    code, said = flask(bundle_signed_by(OLD), "--receipts", str(receipts))
    position = game.entries[3].position
    assert code == 1 and f"FAILED: contradicts the receipt of {position}: {OLD.public_key} signed {'00' * 32}, " in said
    assert game.entries[3].digest.hex() in said
    assert kept(tmp_path) == {}


def test_a_file_of_keys_that_cannot_be_read_is_named(flask, tmp_path):
    """An unreadable file of keys is named, because taking it for an empty file would make every key new."""
    file = tmp_path / "keys.json"
    file.write_text("nonsense")
    code, said = flask(bundle_signed_by(OLD), "--trust", str(file))
    assert code == 1 and str(file) in said and "Traceback" not in said
    with pytest.raises(BadTrust):
        Trust(tmp_path)


def test_a_receipt_of_the_first_scheme_names_no_server(tmp_path):
    """A receipt of the first scheme counts for a key known under any name; an unknown key is not stored."""
    said = {"game": "g", "position": "1-0", "digest": "00" * 32}
    payload = msgspec.json.encode(said, order="sorted")
    first = {**said, "public_key": OLD.public_key, "signature": OLD.sign(payload)}
    file = tmp_path / "keys.json"
    judged = Trust(file).judge([first])
    assert judged.is_trusted and not judged.new and "you do not know" in judged.sentences[0]
    trust = Trust(file, keeps=True)
    trust.keep(trust.judge([receipt_for(played(TITLE)[1].entries[0])]))
    assert "which you trust" in Trust(file).judge([first]).sentences[0]


def test_the_server_is_asked_for_its_keys(flask, empty_redis):
    """The server's answer confirms its own key and successions; another key or name fails, and redirects are not
    followed.
    """
    ring = Keyring(empty_redis, bytes(32), ORIGIN)
    ring.rotate(5000)
    published = json.dumps(ring.published()).encode()
    with serving({"/.well-known/stele.json": published, "/bad/.well-known/stele.json": b"{", **held()}) as address:
        code, said = flask(bundle_signed_by(OLD), "--server", address)
        assert code == 0 and f"{address} says that it is its own" in said
        code, said = flask(bundle_signed_by(NEW), "--server", address)
        assert code == 0 and f"continues {OLD.public_key}" in said
        code, said = flask(bundle_signed_by(STRANGER), "--server", address)
        assert code == 1 and f"{address} does not have this key" in said
        code, said = flask(bundle_signed_by(OLD, origin="elsewhere"), "--server", address)
        assert code == 1 and f"{address} is {ORIGIN}" in said
        for wrong in (f"{address}/moved", f"{address}/bad", "ftp://x", "http://127.0.0.1:1"):
            code, said = flask(bundle_signed_by(OLD), "--server", wrong)
            assert code == 1 and "Error: " in said


def serving(answers):
    """A context with a server with these answers by path; any other path is redirected."""

    def answer(path, _body):
        told = answers.get(path, Answer(b"", 301, {"Location": "/.well-known/stele.json"}))
        return Answer(told) if isinstance(told, bytes) else told

    return answering(answer)


def held(entries=None, at=None, game_id=""):
    """The answer of a server with these entries of the played game, asked for its end or this place."""
    entries = played(TITLE)[1].entries if entries is None else entries
    game_id = game_id or played(TITLE)[1].game_id
    at = str(entries[-1].position) if at is None else at
    digest = next((one.digest.hex() for one in entries if str(one.position) == at), None)
    said = {
        "game": game_id, "position": str(entries[-1].position), "digest": entries[-1].digest.hex(),
        "digests": [{"position": at, "digest": digest}],
    }  # fmt: skip
    return {f"/api/games/{game_id}/digests?at={at}": json.dumps(said).encode()}


def test_published_keys_must_be_linked():
    """A key without a succession that leads to it does not count as the server's."""
    keys = [{"key": OLD.public_key, "succession": None}, {"key": STRANGER.public_key, "succession": FOLLOWS}]
    said = json.dumps({"origin": ORIGIN, "key": NEW.public_key, "keys": keys}).encode()
    assert set(read_published("a", said).keys) == {OLD.public_key, NEW.public_key}
    for wrong in (b"", b"{}", b'{"origin":1,"key":"","keys":[]}', b"\xff"):
        with pytest.raises(BadTrust):
            read_published("a", wrong)


def test_files_of_receipts():
    """Lines of receipts, and a proof as the browser saves it; other files prove nothing."""
    one = receipt_for(played(TITLE)[1].entries[0])
    lines = json.dumps(one).encode() + b"\n\n" + json.dumps({"game": "g", "receipts": [one, one]}).encode()
    assert [found for _where, found in read_kept(lines)] == [one, one, one]
    for wrong in (b"nonsense", b"1", b'"text"', b"[1]", b'{"receipts":1}', b"\xff"):
        assert judge_alone(read_kept(wrong), set())[0] == 3


def test_the_key_of_a_log_needs_trust_too(flask):
    """A proof of the log counts for a reader who trusts its key, or a key that continues it.

    Otherwise it proves nothing.
    """
    code, said = flask(bundle_signed_by(OLD, logged_end(OLD)))
    assert code == 0 and f"The proof of the log is signed by {OLD.public_key}, which you trust." in said
    code, said = flask(bundle_signed_by(NEW, FOLLOWS, logged_end(OLD)))
    assert code == 0 and f"The proof of the log is signed by {OLD.public_key}, which you trust." in said
    code, said = flask(bundle_signed_by(OLD, logged_end(STRANGER)))
    assert code == 0 and f"signed by {STRANGER.public_key}, which nothing links to a key that you trust" in said


def logged_end(key):
    """The proof that a log signed by this key has the end of the played game."""
    _projector, game = played(TITLE)
    return logged(game.entries[-1], game=game.game_id, key=key)
