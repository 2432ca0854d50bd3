"""Cosigners: which witnesses have confirmed the log that has a record; both verifiers say so, and demand a quorum."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from api.commands.verify import verify_command
from audit.bundle import export_bundle
from audit.signing.keys import KeyNotary, SigningKey
from audit.transparency.public_log import PublicLog, Witness
from eventstore.append import NO_HEAD
from eventstore.checkpoints.writer import CheckpointWriter
from eventstore.store import Store
from tests.answering import answering
from tests.audit.games import TITLES, played
from tests.audit.holders import both_verifiers
from tests.audit.witnesses import LogWitness, key_of
from tests.eventstore.handmade import play
from verify import main as program
from verify.notes import NoteKey, cosignature_by

NOTARY = KeyNotary(SigningKey(bytes(32)))
WITNESSES = [SigningKey(bytes(31) + bytes([number])) for number in (1, 2)]
KEYS = [key_of(signing, f"w{number}.example") for number, signing in enumerate(WITNESSES, start=1)]


@pytest.fixture
def public_log(empty_redis: Any, tmp_path: Path) -> PublicLog:
    """The log, with a played game and then another one. Two of three witnesses cosigned its first note."""
    _projector, game = played(TITLES[0])
    store = Store(empty_redis)
    keeper = CheckpointWriter(tmp_path / "log", store, NOTARY, "log.example/stele")
    assert keeper.hold()
    store.append(game.game_id, game.entries, NO_HEAD)
    keeper.write()
    with ExitStack() as running:
        outside = [LogWitness(one, key.name, 1_760_000_000) for one, key in zip(WITNESSES, KEYS, strict=True)]
        urls = [running.enter_context(answering(one.answer)) for one in outside]
        listed = [Witness(key, url) for key, url in zip(KEYS, urls, strict=True)]
        missing = Witness(key_of(WITNESSES[0], "w3.example"), "http://w3.example")
        found = PublicLog(tmp_path / "log", empty_redis, NOTARY, [*listed, missing])
        for one in listed:
            found.submit(one)
    play(store, "other", 1)
    keeper.write()
    return found


def judged(tmp_path: Path, proof: Any, keys: list[NoteKey], quorum: int | None = None) -> tuple[int, str, str]:
    """Status and output of both verifiers for the game with this proof."""
    projector, game = played(TITLES[0])
    raw = b"".join(export_bundle(projector, game.game_id, game.entries, "all", [proof]))
    options = [word for key in keys for word in ("--witness", str(key))]
    return both_verifiers(tmp_path, raw, *options, *([] if quorum is None else ["--quorum", str(quorum)]))


def test_a_proof_has_the_cosigned_note(public_log: PublicLog, tmp_path: Path) -> None:
    """Both witnesses cosigned an earlier note that already has the game, so the proof is for that note."""
    _projector, game = played(TITLES[0])
    logged = public_log.logged(game.game_id)
    assert [True, True] == [cosignature_by(logged.note.encode(), key) is not None for key in KEYS]
    assert not public_log.is_cosigned(logged), "the third witness has not"
    newest = public_log.logged("other")
    assert newest.note.encode() == public_log.latest()[1], "no witness has cosigned a note with this game"
    proof = msgspec.to_builtins(logged)
    for asked, quorum in ((KEYS, None), (KEYS[:1], None), (KEYS, 1)):
        status, *told = judged(tmp_path, proof, asked, quorum)
        for said in told:
            assert 0 == status, said
            assert "Cosigned: " in said and KEYS[0].name in said
            assert f"Witnessed ({quorum or len(asked)} of {len(asked)})" in said


def test_too_few_cosigners(public_log: PublicLog, tmp_path: Path) -> None:
    """Below the quorum both fail, and say how many are missing."""
    _projector, game = played(TITLES[0])
    proof = msgspec.to_builtins(public_log.logged(game.game_id))
    stranger = key_of(SigningKey(bytes(31) + b"\x09"), "w9.example")
    status, *told = judged(tmp_path, proof, [*KEYS, stranger])
    for said in told:
        assert 1 == status
        assert "cosigned" in said and "FAILED" in said and "3 of 3" in said


@pytest.mark.parametrize("options", [["--witness", "nonsense"], ["--witness", str(KEYS[0]), "--quorum", "2"]])
def test_a_wrong_question_is_refused(tmp_path: Path, options: list[str]) -> None:
    """Something that is not a key, and more witnesses than are named."""
    path = tmp_path / "game"
    path.write_bytes(b"")
    assert 2 == CliRunner().invoke(verify_command, [str(path), *options]).exit_code
    with pytest.raises(SystemExit) as ended:
        program.main([str(path), *options])
    assert 2 == ended.value.code
