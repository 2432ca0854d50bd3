"""Verifier in one file: its reports, its limits, and its robustness."""

import ast
import base64
import hashlib
import io
import json
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.signing.keys import KeyNotary, SigningKey
from domain.chance import KeyedChance
from eventstore.canonical_json import canonical
from eventstore.entries import Position
from tests.audit.conformance.sources import receipt
from tests.audit.games import SMALL, TITLES, bundled, lines_with_checksum, played, seated, viewers
from tests.audit.mutations import SIGNING, signed_bundle
from tests.in_short import titles_in_short
from verify import ed25519, log, signatures
from verify import main as program
from verify import report as engine
from verify.log import leaf_of
from verify.merkle import leaf_hash
from verify.one_file import FILE, MODULES, one_file

FOLDER = Path(__file__).parents[2] / "verify"
KEY = SIGNING.public_key


def run_alone(directory, *arguments, given=b""):
    """The file as run without Stele from this directory: its exit status, and its output."""
    file = directory / FILE
    file.write_text(one_file(), "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", str(file), *map(str, arguments)], input=given, capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout.decode()


def run(*arguments):
    """The program's exit status and output in this process, which starts no interpreter."""
    with redirect_stdout(io.StringIO()) as said:
        return program.main([*map(str, arguments)]), said.getvalue()


def test_it_stands_alone():
    """The file imports only the standard library, and cryptography if installed, and is written for Python 3.9."""
    tree = ast.parse(one_file(), feature_version=(3, 9))
    names = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert names - set(sys.stdlib_module_names) == {"cryptography"}


def test_all_modules_are_in_it():
    """Each definition of each module, in order; and none has a name that another module gives to something else."""
    joined = list(definitions(one_file()))
    assert joined == [one for name in MODULES for one in definitions((FOLDER / f"{name}.py").read_text("utf-8"))]
    names = [name for name, _definition in joined if name]
    assert len(names) == len(set(names))
    others = {path.stem for path in FOLDER.glob("*.py")} - set(MODULES)
    assert others == {"__init__", "one_file"}


def definitions(source):
    """Name and syntax of everything that a module defines or does; what gives no name is nameless."""
    for node in ast.parse(source).body[1:]:
        if not isinstance(node, ast.Import | ast.ImportFrom | ast.If):
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            yield getattr(node, "name", getattr(target, "id", "")), ast.dump(node)


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=100), st.binary(max_size=70))
@settings(max_examples=15, deadline=None)
def test_both_arithmetics_agree(secret, message, garbage):
    """The file's own arithmetic and cryptography's give the same verdicts."""
    private = Ed25519PrivateKey.from_private_bytes(secret)
    key, signature = private.public_key().public_bytes_raw(), private.sign(message)
    assert ed25519.is_signed_slowly(message, signature, key)
    for wrong in (garbage, signature[:-1], garbage[:32] + signature[32:]):
        told = [base64.b64encode(one).decode() for one in (wrong, key)]
        assert ed25519.is_signed_slowly(message, wrong, key) == ed25519.is_signed(message, *told)


def test_without_cryptography(monkeypatch):
    """A whole bundle is verified on the standard library alone, and a wrong signature is found."""
    monkeypatch.setattr(ed25519, "Ed25519PublicKey", None)
    raw = signed_bundle(TITLES[0], "public")
    assert engine.verify(raw).signers == {KEY: [one["position"] for one in json.loads(raw.splitlines()[-1])["proofs"]]}
    lines = raw.splitlines(keepends=True)
    last = json.loads(lines[-1])
    last["proofs"][0]["signature"] = last["proofs"][1]["signature"]
    report = engine.verify(lines_with_checksum([*lines[:-1], canonical(last) + b"\n"]))
    assert (report.checks[-1].name, report.first_bad) == ("receipts", "proofs")


@pytest.mark.parametrize("title", titles_in_short(*SMALL))
def test_every_viewers_bundle_is_consistent(title, tmp_path):
    """For a finished game, unproved without every secret, and for a running one; all at once on the command line."""
    projector, game = played(title)
    half = [entry for entry in game.entries if entry.position.action <= game.entries[-1].position.action // 2]
    paths = []
    for viewer in viewers(title):
        for name, entries in (("whole", game.entries), ("half", half)):
            paths.append(tmp_path / f"{name}-{viewer}.ndjson")
            paths[-1].write_bytes(bundled(projector, game, entries, viewer))
    status, said = run(*paths)
    assert status == 3, said
    assert said.count("the moves and the result are unproved") == len(viewers(title)) - 1
    assert said.count("Vouched for: no (unsigned)") == said.count("The rules were not played again") == len(paths)
    assert said.count("the game is still running") == len(viewers(title))


def test_its_report(tmp_path):
    """The report names the signer and what was not checked.

    A key that the caller names must have signed the record.
    """
    path = tmp_path / "game.ndjson"
    path.write_bytes(signed_bundle(TITLES[0], "all"))
    end = str(played(TITLES[0])[1].entries[-1].position)
    status, said = run_alone(tmp_path, path)
    assert status == 0
    assert f"Signed by {KEY}, which is the server's only if you know that from elsewhere: up to {end}." in said
    assert "The rules were not played again" in said and "what was played" not in said
    assert f"Signed by {KEY}, which you named: up to {end}." in run(path, "--key", KEY)[1]
    status, said = run_alone(tmp_path, "-", "--key", base64.b64encode(bytes(32)).decode(), given=path.read_bytes())
    assert status == 1 and "no receipt is signed by a key that you named" in said
    status, said = run(path, "--json")
    told = json.loads(said)
    assert told["consistent"] and told["signed"][KEY][-1] == end and told["checks"][-1]["verdict"] == "not possible"
    assert run(tmp_path / "missing")[0] == 2


def kept(tmp_path, *receipts):
    path = tmp_path / "receipts"
    path.write_bytes(b"\n".join(canonical(one) for one in receipts))
    return path


def test_stored_receipts(tmp_path):
    """Stored receipts agree, contradict, belong to another game or to later entries, or are no receipts."""
    projector, game = played(TITLES[0])
    path = tmp_path / "game.ndjson"
    path.write_bytes(bundled(projector, game, game.entries))
    entry, last = game.entries[40], game.entries[-1]
    right, other = receipt(entry, SIGNING, game.game_id), receipt(entry, SIGNING, "another")
    status, said = run(path, "--receipts", kept(tmp_path, right, other))
    assert status == 0 and "1 agree; not compared: 1 of other games" in said
    assert f"Signed by {KEY}" in said and "Vouched for: no (unsigned)" in said
    status, said = run(path, "--key", KEY, "--receipts", kept(tmp_path, right))
    assert status == 1 and f"Vouched for: signed up to {entry.position}; nothing vouches for " in said
    assert run(path, "--receipts", kept(tmp_path, receipt(last, SIGNING, game.game_id)))[0] == 0
    for contradiction in (
        receipt(entry, SIGNING, game.game_id, digest=bytes(32)),
        receipt(entry, SIGNING, game.game_id, at=1),
        receipt(last, SIGNING, game.game_id, position=Position(last.position.action + 1, 0)),
    ):
        status, said = run(path, "--key", KEY, "--receipts", kept(tmp_path, right, contradiction))
        place = contradiction["position"]
        assert status == 1 and f"contradicts the receipt of {place}" in said and f"First bad place: {place}" in said
        status, said = run(path, "--receipts", kept(tmp_path, contradiction))
        assert status == 3 and "NOT consistent" not in said and f"the record contradicts the receipt of {place}" in said
    for junk in ({**right, "at": 5}, {"junk": 1}, "junk"):
        status, said = run(path, "--receipts", kept(tmp_path, junk))
        assert status == 3 and "line 1 of the receipts holds no receipt" in said and "NOT consistent" not in said
    path.write_bytes(bundled(projector, game, game.entries[:30], "public"))
    assert "1 of what came after this bundle" in run(path, "--receipts", kept(tmp_path, right))[1]
    never = receipt(entry, SIGNING, game.game_id, position=Position(game.entries[29].position.action, 99))
    assert run(path, "--key", KEY, "--receipts", kept(tmp_path, never))[0] == 1


def test_unknown_proofs_are_reported_unchecked():
    """A proof of an unknown kind is no failure; it is named as not checked."""
    lines = signed_bundle(TITLES[0], "public").splitlines(keepends=True)
    last = json.loads(lines[-1])
    last["proofs"].append({"scheme": "somebody/else/1", "anything": [1, 2]})
    report = engine.verify(lines_with_checksum([*lines[:-1], canonical(last) + b"\n"]))
    assert report.first_bad is None
    assert "not checked here: somebody/else/1" in {check.name: check.detail for check in report.checks}["receipts"]


def test_a_proof_of_a_leaf_that_names_its_previous_one():
    """A proof of a log's only leaf is right unchanged, and wrong with another previous leaf or without one."""
    key = SigningKey(bytes(32))
    for previous in ("first", "ab" * 32):
        leaf = leaf_of("game-a", "5-0", bytes(32), previous)
        top = base64.b64encode(leaf_hash(leaf)).decode()
        proof = {
            "scheme": "stele/logged/2", "game": "game-a", "position": "5-0", "digest": "00" * 32, "index": 0,
            "proof": [], "note": KeyNotary(key).signed(f"log.example\n1\n{top}\n").decode(),
            "public_key": key.public_key, "previous": previous,
        }  # fmt: skip
        assert log.origin_of_logged(proof) == "log.example"
        without = {name: value for name, value in proof.items() if name != "previous"}
        for other in ({**proof, "previous": "cd" * 32}, {**proof, "previous": "second"}, without):
            assert log.origin_of_logged(other) is None
            assert log.origin_of_logged({**other, "scheme": "stele/logged/1"}) is None


def test_draws_are_derived_again(tmp_path):
    """Each draw's 64 bits, which the rules reduce below a bound."""
    projector, game = seated(TITLES[0])
    path = tmp_path / "game.ndjson"
    path.write_bytes(bundled(projector, game, game.entries))
    chance = KeyedChance(game.game_key, game.game_id, [seat.nonce for seat in game.final.seats])
    status, said = run(path, "--draws")
    listed = [line.split(": ")[1] for line in said.splitlines() if " draw " in line]
    assert status == 0 and listed == [str(chance.below(2**64)) for _ in range(game.final.draws)]


SIGNED: dict[str, Any] = {
    "scheme": "stele/move/1", "game": "g", "after": "2-0", "digest": "0a" * 32, "seat": 1,
    "command": {"type": "Resign"}, "nonce": "0b" * 16,
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "is_good"),
    [
        ({}, True), ({"scheme": "stele/move/2"}, True), ({"seat": -1}, True),
        *(
            (bad, False) for bad in (
                {"game": 1}, {"game": "\u0065\u0301"}, {"after": "02-0"}, {"after": "2"}, {"after": "2-0\n"},
                {"after": "9" * 16 + "-0"}, {"digest": "0A" * 32}, {"seat": True}, {"seat": "1"}, {"seat": 2**53},
                {"command": []}, {"command": {"è": 1}}, {"command": {"a": 2**53}}, {"nonce": "0b" * 15}, {"more": 1},
            )
        ),
    ],
)  # fmt: skip
def test_signed_texts(change, is_good):
    """Each member has its form, and the members are in order."""
    said = {**SIGNED, **change}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert signatures.signed_text(text) == (said if is_good else None)
    assert signatures.signed_text(json.dumps(said)) is None


@pytest.mark.parametrize("text", [None, 1, [], {}, "", "[]", "null", "[" * 99_999, '"\\ud800"', '{"a":1e9}'])
def test_bad_signed_texts(text):
    """A signed text can be replaced by any value without a crash."""
    assert signatures.signed_text(text) is None


HOSTILE = [
    b"", b"\n", b"\n\n\n", b"{}\n" * 3, b"[" * 200_000 + b"\n\n\n", b'{"a":' * 100_000 + b"\n\n\n", b"\xff\xfe\n\n\n",
    b'{"a":' + b"9" * 900_000 + b"}\n\n\n", b'{"a":1e999999}\n\n\n', b'{"a":NaN}\n\n\n', b"0\n" * 300_000,
]  # fmt: skip


@pytest.mark.parametrize("raw", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_files(raw, tmp_path):
    """Garbage of every kind gets a report, and an exit status of 1."""
    file = tmp_path / "game.ndjson"
    file.write_bytes(raw)
    status, said = run(file)
    assert status == 1 and "First bad place" in said


@pytest.mark.parametrize(
    "said",
    [
        None, 1, [], {}, {"at": 1}, {"at": 1, "data": 1}, {"at": True, "data": {"type": "x"}},
        {"at": 1, "data": {"type": ["x"]}}, {"at": 1, "data": {"type": "SeatTaken", "seat": "0"}},
        {"at": 1, "data": {"type": "x"}, "opens": [1]}, {"at": 1, "data": {"type": "x"}, "version": -1},
    ],
)  # fmt: skip
def test_hostile_entries(said):
    """A well-chained entry that is no record is named."""
    public = canonical(said)
    digest = hashlib.sha256(bytes(32) + public).hexdigest()
    header = {
        "format": "stele-bundle/1", "game": "g", "rulebook": "any", "viewer": "public", "entries": 1,
        "head": {"position": "1-0", "digest": digest}, "commitment": "00" * 32,
    }  # fmt: skip
    entry = {"position": "1-0", "e": public.decode(), "h": digest}
    written = [canonical(one) + b"\n" for one in (header, entry, {"proofs": [], "sha256": ""})]
    assert engine.verify(lines_with_checksum(written)).first_bad == "1-0"


def test_a_terminal_is_not_controlled(tmp_path):
    """Control characters of a hostile file are escaped."""
    raw = signed_bundle(TITLES[0], "public").replace(b'"position":"1-0"', b'"position":"\\u001b[2J"', 1)
    assert "\x1b" not in run_alone(tmp_path, "-", given=raw)[1]
