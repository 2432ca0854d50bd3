"""Signed checkpoints: their CPU time, the size of the log, and the time for a proof, in a large record.

The record has 100,000 games; 100 of them continue between two checkpoints.
"""

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from audit.signing.keys import KeyNotary, SigningKey
from audit.transparency.public_log import PublicLog
from bench.fold import Row
from eventstore.append import NO_HEAD, Appended, Head
from eventstore.checkpoints.writer import CheckpointWriter
from eventstore.entries import Entry, Position, chain
from eventstore.store import Store
from eventstore.valkey.connection import connect

GAMES = 100_000
NEW = 100
ROUNDS = 10


def rows() -> list[Row]:
    """A checkpoint of 100 new heads among many, the start, a proof, and the log's size."""
    with tempfile.TemporaryDirectory() as place:
        return _rows(Path(place))


def _rows(place: Path) -> list[Row]:
    redis = connect(None, place)
    redis.config_set("appendfsync", "no")
    store, notary, directory = Store(redis), KeyNotary(SigningKey(bytes(32))), place / "checkpoints"
    keeper = CheckpointWriter(directory, store, notary, "bench.invalid")
    if not keeper.hold():
        raise RuntimeError("another process writes here")
    heads = {f"game{number:06d}": NO_HEAD for number in range(GAMES)}
    _go_on(store, heads, list(heads))
    first, _wall = _seconds(keeper.write)
    redis.config_set("appendfsync", "always")
    times = []
    for number in range(ROUNDS):
        _go_on(store, heads, [f"game{(number * NEW + one) * 997 % GAMES:06d}" for one in range(NEW)])
        times.append(_seconds(keeper.write))
    keeper.release()
    start, _wall = _seconds(CheckpointWriter(directory, store, notary, "bench.invalid").hold)
    log = PublicLog(directory, redis, notary)
    proofs = sorted(_seconds(partial(log.logged, f"game{number * 7919 % GAMES:06d}"))[0] for number in range(20))
    size = sum(path.stat().st_size for path in (directory / "tile").rglob("*") if path.is_file())
    leaves = GAMES + ROUNDS * NEW
    checkpoint, clock = sorted(times)[len(times) // 2]
    return [
        Row(
            f"a checkpoint after moves in {NEW} of {GAMES:,} games",
            checkpoint * 1e3,
            "ms",
            f"{clock * 1e3:.0f} ms by the clock",
        ),
        Row(f"the first checkpoint of {GAMES:,} games", first, "s"),
        Row(f"starting with a log of {leaves:,} entries", start, "s"),
        Row(
            "a proof that a game is in the log",
            proofs[len(proofs) // 2] * 1e3,
            "ms",
            f"the slowest: {proofs[-1] * 1e3:.1f} ms",
        ),
        Row("size of the log for each entry", size / leaves, "bytes"),
    ]


def _seconds(work: Callable[[], Any]) -> tuple[float, float]:
    """The processor and wall-clock seconds that this takes."""
    wall, began = time.perf_counter(), time.process_time()
    work()
    return time.process_time() - began, time.perf_counter() - wall


def _go_on(store: Store, heads: dict[str, Head], games: list[str]) -> None:
    """One action in each of these games."""
    for game_id in games:
        head = heads[game_id]
        public = b'{"at":%d,"data":{"type":"Moved"}}' % head.position.action
        entry = Entry(Position(head.position.action + 1, 0), public, b"", chain(head.digest, public))
        outcome = store.append(game_id, [entry], head)
        if not isinstance(outcome, Appended):
            raise RuntimeError(f"{game_id} cannot go on")
        heads[game_id] = outcome.head
