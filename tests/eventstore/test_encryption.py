"""Encryption: the server's secret, one file with one winner; and the values sealed with it."""

import base64
import multiprocessing
import stat
from pathlib import Path
from typing import Any

import pytest

from eventstore.encryption import SecretBox, WrongSecret, load_or_make_secret

SECRET = bytes(range(32))


def test_the_secret_is_made_once(tmp_path: Path) -> None:
    """The file holds 32 bytes readable by their owner alone, and stays."""
    first = load_or_make_secret(tmp_path / "data")
    assert first == load_or_make_secret(tmp_path / "data") and 32 == len(first)
    file = tmp_path / "data" / "secret"
    assert 0o600 == stat.S_IMODE(file.stat().st_mode)
    assert [file] == list(file.parent.iterdir())
    assert first != load_or_make_secret(tmp_path / "other")


def test_processes_that_race_get_the_same_secret(tmp_path: Path) -> None:
    """Of several processes that make the secret at once, all return the winner's."""
    context = multiprocessing.get_context("fork")
    answers: Any = context.SimpleQueue()
    start: Any = context.Event()
    racers = [context.Process(target=_race, args=(tmp_path, start, answers)) for _ in range(8)]
    for racer in racers:
        racer.start()
    start.set()
    secrets = {answers.get() for _ in racers}
    for racer in racers:
        racer.join()
    assert {(tmp_path / "secret").read_bytes()} == secrets


def _race(directory: Path, start: Any, answers: Any) -> None:
    start.wait()
    answers.put(load_or_make_secret(directory))


def test_the_operator_may_give_the_secret(tmp_path: Path) -> None:
    """A given secret is used and no file is made; a malformed one is refused."""
    assert SECRET == load_or_make_secret(tmp_path, base64.b64encode(SECRET).decode())
    assert [] == list(tmp_path.iterdir())
    for given in ("", "short", base64.b64encode(SECRET[:31]).decode(), "!" * 44):
        with pytest.raises(ValueError):
            load_or_make_secret(tmp_path, given)


def test_a_damaged_secret_is_not_used(tmp_path: Path) -> None:
    """A file that is too short is an error and is not replaced."""
    (tmp_path / "secret").write_bytes(b"short")
    with pytest.raises(ValueError):
        load_or_make_secret(tmp_path)
    assert b"short" == (tmp_path / "secret").read_bytes()


def test_sealed_values_open_only_unchanged() -> None:
    """Another secret, another context, or any change is detected; equal values never look the same."""
    box = SecretBox(SECRET)
    sealed = box.seal(b"value", b"here")
    assert b"value" == box.open(sealed, b"here")
    assert sealed != box.seal(b"value", b"here")
    changed = sealed[:-1] + bytes([sealed[-1] ^ 1])
    for attempt in ((SecretBox(bytes(32)), sealed), (box, changed), (box, b""), (box, sealed[:11])):
        with pytest.raises(WrongSecret):
            attempt[0].open(attempt[1], b"here")
    with pytest.raises(WrongSecret):
        box.open(sealed, b"there")
