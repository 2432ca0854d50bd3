"""Handmade entries: the store is tested without a title."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from eventstore.append import NO_HEAD, Appended, Head
from eventstore.entries import Entry, Position, chain
from eventstore.store import Store

PROJECT = Path(__file__).resolve().parents[2]


def action_after(head: Head, effects: int = 1, at: int = 0, text: str = "x", secrets: bytes = b"") -> list[Entry]:
    """The entries of the action that follows this head."""
    entries = []
    digest = head.digest
    for effect in range(effects):
        public = b'{"at":%d,"data":{"type":"%s"}}' % (at, text.encode())
        digest = chain(digest, public)
        entries.append(Entry(Position(head.position.action + 1, effect), public, secrets, digest))
    return entries


def play(store: Store, game_id: str, actions: int, effects: int = 1, head: Head = NO_HEAD, hour: int = 0) -> Head:
    """Append this many actions; the time of each is its number (times `hour` if given)."""
    for _ in range(actions):
        number = head.position.action + 1
        outcome = store.append(game_id, action_after(head, effects, number * (hour or 1)), head)
        assert isinstance(outcome, Appended)
        head = outcome.head
    return head


def run_python(program: str, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    """Start another Python process that runs this program."""
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments], text=True, stdout=subprocess.PIPE, env=environment, **options
    )


def eventually(happens: Callable[[], bool], seconds: float = 120.0) -> bool:
    """Whether this happens within the time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if happens():
            return True
        time.sleep(0.02)
    return happens()
