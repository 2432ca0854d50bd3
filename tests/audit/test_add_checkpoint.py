"""C2SP's tlog-witness: a Stele cosigns what logs submit to it, and answers as the protocol says."""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from audit.signing.keys import SigningKey
from audit.signing.signed_notes import KeyNotary, cosignature_by
from audit.transparency.http_fetch import CannotFetch
from audit.transparency.peers import peers_of
from audit.transparency.public_log import PublicLog, submission_prefixes, witnesses_of
from audit.transparency.witness import NotAdded, Witness
from eventstore.append import NO_HEAD
from eventstore.checkpoints.merkle import consistency_proof
from eventstore.checkpoints.writer import CheckpointWriter
from eventstore.encryption import load_or_make_secret
from eventstore.store import Store
from operations.settings import BadSetting, Settings
from tests.api.clients import Client
from tests.audit.test_hostile_logs import LEAVES, NOTARY, ORIGIN, note_of
from tests.eventstore.handmade import play
from tests.eventstore.test_merkle import tree_of
from tests.serving import Served

SECOND = "second.example/log"


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    """A witness that knows the log's key from its operator."""
    return Witness(tmp_path, KeyNotary(SigningKey(bytes(31) + b"1")), "witness.example", [NOTARY.key(ORIGIN)])


def submission(first: int, size: int, leaves: list[bytes] = LEAVES, **more: Any) -> bytes:
    """The request body for a growth from the first to the second size."""
    proof = consistency_proof(first, size, tree_of(leaves)) if first <= size else []
    lines = [f"old {first}", *(base64.b64encode(one).decode() for one in proof)]
    return ("\n".join(lines) + "\n\n" + note_of(size, leaves, **more)).encode()


def refused(witness: Witness, body: bytes) -> tuple[int, str]:
    """Status and text of the refusal."""
    with pytest.raises(NotAdded) as error:
        witness.add_checkpoint(body)
    return error.value.status, str(error.value)


def test_a_growing_log_is_cosigned(witness: Witness) -> None:
    """From nothing, from there on, and the same once more; the line is a cosignature of the submitted note."""
    for first, size in ((0, 3), (3, 9), (9, 9)):
        line = witness.add_checkpoint(submission(first, size))
        assert line.startswith("\u2014 witness.example ") and line.endswith("\n")
        assert cosignature_by(note_of(size).encode() + line.encode(), witness.key) is not None


def test_each_refusal_has_its_status(witness: Witness, tmp_path: Path) -> None:
    """As in the protocol: 404, 403, 400, 409 with the size, 422; nothing of it changes the state."""
    assert 404 == refused(witness, submission(0, 3, origin="other.example/log"))[0]
    stranger = KeyNotary(SigningKey(bytes(31) + b"2")).signed(note_of(3).partition("\n\n")[0] + "\n")
    assert 403 == refused(witness, b"old 0\n\n" + stranger)[0]
    assert (409, "0\n") == refused(witness, submission(3, 9))
    witness.add_checkpoint(submission(0, 3))
    assert 400 == refused(witness, submission(9, 3))[0]
    for first, size in ((0, 9), (2, 9)):
        assert (409, "3\n") == refused(witness, submission(first, size))
    assert 422 == refused(witness, submission(3, 9, LEAVES[4:] + LEAVES[:4]))[0]
    assert (
        422 == refused(witness, submission(3, 9).replace(b"\n\n", b"\n" + base64.b64encode(bytes(32)) + b"\n\n", 1))[0]
    )
    assert (409, "3\n") == refused(witness, submission(3, 3, LEAVES[4:]))
    assert 1 == len(list((tmp_path / "witnessed").glob("refused-*.json"))), "two roots of one size are kept as proof"
    witness.add_checkpoint(submission(3, 9))


@pytest.mark.parametrize(
    "body",
    [
        b"", b"old 0", b"old 0\n\n", b"old 00\n\n" + note_of(3).encode(), b"old x\n\n" + note_of(3).encode(),
        b"new 0\n\n" + note_of(3).encode(), b"old 0\nx\n\n" + note_of(3).encode(),
        b"old 0\n" + b"AAAA\n" + b"\n" + note_of(3).encode(), b"\xff\n\n" + note_of(3).encode(),
        b"old 0\n" + 64 * (base64.b64encode(bytes(32)) + b"\n") + b"\n" + note_of(3).encode(),
        b"old 0\n\n" + note_of(3).encode().replace(b"\n3\n", b"\n03\n"), b"old 0\n\n\xff" + note_of(3).encode(),
    ],
)  # fmt: skip
def test_a_malformed_submission(witness: Witness, body: bytes) -> None:
    """400, whatever it is."""
    assert 400 == refused(witness, body)[0]


@pytest.fixture(scope="module")
def witnessing(server_directory: Any) -> Iterator[Served]:
    """A server that knows two logs by their keys."""
    peers = f"http://127.0.0.1:1#{NOTARY.key(ORIGIN)} http://127.0.0.1:2#{NOTARY.key(SECOND)}"
    data = Path(server_directory("witnessing"))
    served = Served(data, worker=False, STELE_PEERS=peers, STELE_ORIGIN="w.example").start()
    yield served
    served.stop()


def test_over_http(witnessing: Served) -> None:
    """The call is at /witness/add-checkpoint; a log is known by its key in `STELE_PEERS`."""
    client = Client(witnessing.url)
    told = client.send("POST", "/witness/add-checkpoint", submission(0, 3))
    assert (200, "text/plain; charset=utf-8") == (told.status, told.headers["Content-Type"])
    assert told.body.startswith("\u2014 w.example ".encode())
    told = client.send("POST", "/witness/add-checkpoint", submission(0, 3))
    assert (409, "text/x.tlog.size", b"3\n") == (told.status, told.headers["Content-Type"], told.body)
    assert 404 == client.send("POST", "/witness/add-checkpoint", submission(0, 3, origin="x.example")).status


def test_a_log_submits_its_notes(witnessing: Served, empty_redis: Any, tmp_path: Path) -> None:
    """From nothing, then each growth; once it has forgotten what was cosigned, it asks the witness for the size."""
    key = KeyNotary(SigningKey(load_or_make_secret(witnessing.data))).witness_key("w.example")
    keeper = CheckpointWriter(tmp_path, store := Store(empty_redis), NOTARY, SECOND)
    assert keeper.hold()
    log = PublicLog(tmp_path, empty_redis, NOTARY, [key])
    head = NO_HEAD
    for size in range(1, 5):
        head = play(store, "one", 1, head=head)
        keeper.write()
        if size == 3:
            empty_redis.delete("stele:{ground}:cosigned")
        assert size == log.submit(key, f"{witnessing.url}/witness")
        assert log.submit(key, f"{witnessing.url}/witness") is None
        assert cosignature_by(log.latest_with_cosignatures()[1], key) is not None
    with pytest.raises(CannotFetch):
        play(store, "one", 1, head=head)
        keeper.write()
        log.submit(key, f"{witnessing.url}/elsewhere")


def test_the_setting_names_addresses() -> None:
    """A key alone, or behind the address of its witness; another text is refused."""
    key = NOTARY.witness_key("w.example")
    settings = Settings.read({"STELE_WITNESSES": f"{key} https://w.example/prefix/#{key}"})
    assert ((key, key), ((key, "https://w.example/prefix"),)) == (witnesses_of(settings), submission_prefixes(settings))
    for wrong in (f"w.example#{key}", "https://w.example#", str(NOTARY.key(ORIGIN))):
        with pytest.raises(BadSetting):
            witnesses_of(Settings.read({"STELE_WITNESSES": wrong}))
    for wrong in ("w.example", f"https://w.example#{key}", "https://w.example?x=1"):
        with pytest.raises(BadSetting):
            peers_of(Settings.read({"STELE_PEERS": wrong}))
