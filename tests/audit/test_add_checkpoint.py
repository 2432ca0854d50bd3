"""C2SP's tlog-witness: the log submits its notes to witnesses outside, and keeps their cosignatures."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from audit.signing.keys import KeyNotary, SigningKey
from audit.transparency.public_log import BadCosignature, PublicLog, Witness, witnesses_of
from eventstore.append import NO_HEAD
from eventstore.checkpoints.writer import CheckpointWriter
from eventstore.store import Store
from operations.settings import BadSetting, Settings
from services.jobs.log_submission import LogSubmission
from tests.answering import answering
from tests.audit.witnesses import LogWitness, key_of
from tests.eventstore.handmade import eventually, play
from verify.fetch import CannotFetch
from verify.notes import cosignature_by

NOTARY = KeyNotary(SigningKey(bytes(32)))
SIGNING = SigningKey(bytes(31) + b"\x01")
KEY = key_of(SIGNING, "w.example")


@pytest.fixture
def witness() -> Iterator[Witness]:
    """A witness that runs elsewhere, as it is listed here."""
    with answering(LogWitness(SIGNING, "w.example", int(time.time())).answer) as url:
        yield Witness(KEY, url)


@pytest.fixture
def writer(empty_redis: Any, tmp_path: Path) -> Iterator[CheckpointWriter]:
    """The writer of the log."""
    writer = CheckpointWriter(tmp_path, Store(empty_redis), NOTARY, "log.example/stele")
    assert writer.hold()
    yield writer
    writer.release()


def test_a_log_submits_its_notes(writer: CheckpointWriter, empty_redis: Any, tmp_path: Path, witness: Witness) -> None:
    """A log submits its notes from the empty tree on, after each growth; a log that forgot the cosigned size asks the
    witness for it.
    """
    log = PublicLog(tmp_path, empty_redis, NOTARY, [witness])
    head = NO_HEAD
    for size in range(1, 5):
        head = play(Store(empty_redis), "one", 1, head=head)
        writer.write()
        if size == 3:
            empty_redis.delete("stele:{ground}:cosigned")
        assert size == log.submit(witness)
        assert log.submit(witness) is None
        assert cosignature_by(log.latest_with_cosignatures()[1], KEY) is not None
    play(Store(empty_redis), "one", 1, head=head)
    writer.write()
    with pytest.raises(CannotFetch):
        log.submit(Witness(KEY, f"{witness.prefix}/elsewhere"))


@pytest.mark.parametrize(("number", "seconds"), [(2, 0), (1, 3600)])
def test_another_cosignature_is_not_stored(
    writer: CheckpointWriter, empty_redis: Any, tmp_path: Path, number: int, seconds: int
) -> None:
    """A cosignature by an unlisted key, or dated in the future, is not stored."""
    play(Store(empty_redis), "one", 1)
    writer.write()
    signing = SigningKey(bytes(31) + bytes([number]))
    with answering(LogWitness(signing, "w.example", int(time.time()) + seconds).answer) as url:
        log = PublicLog(tmp_path, empty_redis, NOTARY, [Witness(KEY, url)])
        with pytest.raises(BadCosignature):
            log.submit(*log.witnesses)
    assert [] == log.cosigned()


def test_the_thread_goes_on_behind_a_witness_that_is_away(
    writer: CheckpointWriter, empty_redis: Any, tmp_path: Path, witness: Witness
) -> None:
    """While a witness is unreachable, the thread submits to the others."""
    play(Store(empty_redis), "one", 1)
    writer.write()
    away = Witness(key_of(SIGNING, "away.example"), f"{witness.prefix}/elsewhere")
    log = PublicLog(tmp_path, empty_redis, NOTARY, [away, witness])
    with LogSubmission(log).running():
        assert eventually(lambda: [KEY] == [one.cosignature.witness for one in log.cosigned()])


def test_the_setting_names_addresses() -> None:
    """Each witness is an address and a key; another text is refused."""
    settings = Settings.read({"STELE_WITNESSES": f"http://v.example#{KEY} https://w.example/prefix/#{KEY}"})
    assert (Witness(KEY, "http://v.example"), Witness(KEY, "https://w.example/prefix")) == witnesses_of(settings)
    for wrong in (str(KEY), f"w.example#{KEY}", "https://w.example#", f"https://w.example#{NOTARY.key('w.example')}"):
        with pytest.raises(BadSetting):
            witnesses_of(Settings.read({"STELE_WITNESSES": wrong}))
