"""Checkpoints: what the server had on its disk at a moment, written outside of it and signed.

A directory holds notes and journals. A note (`0000000042.note`) is a text with a signature, in the form of C2SP's
signed notes: the origin, the number of games, a hash (of the journal so far, base64), then lines of our own: number,
time, partitions, the journal's name and length, and the end of each partition's log. A journal (`heads-1`) has a line
for each head that a game had at a checkpoint, the last line of a game counts: game, position, digest. It only grows,
so the notes before the last stay true; when most of its lines are old, the next journal begins with one for each game.

The origin names the form. A Merkle tree over the heads (RFC 6962) would be another origin with the same three first
lines, which is C2SP's `tlog-checkpoint`.

Exception
└── BadCheckpoint   this is not a checkpoint that can be relied on; the message says why
"""

import base64
import hashlib
import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, unquote

from msgspec import Struct

from eventstore.append import Head
from eventstore.entries import Position, parse_position

ORIGIN = "stele/heads/1"
NOTES = "*.note"
_LARGEST_NOTE_BYTES = 100_000


class BadCheckpoint(Exception):
    """What is stored is not a checkpoint that can be relied on."""


class Notary(Protocol):
    """Signs notes, and knows its own."""

    def signed(self, text: str) -> bytes:
        """The text with a signature below it."""
        ...

    def has_signed(self, note: bytes) -> bool:
        """Whether this notary has signed this note."""
        ...


class LogEnd(Struct, frozen=True):
    """The last record of a partition's log."""

    number: int
    game_id: str
    position: Position


class Checkpoint(Struct, frozen=True):
    """What was on the disk: the end of each partition's log and of each game. `at` is in milliseconds."""

    number: int
    at: int
    partitions: int
    journal: str
    length: int
    journal_digest: bytes
    logs: Mapping[int, LogEnd]
    games: Mapping[str, Head]


def write_note(checkpoint: Checkpoint) -> str:
    """The text of the checkpoint's note."""
    lines = [
        ORIGIN,
        str(len(checkpoint.games)),
        base64.b64encode(checkpoint.journal_digest).decode(),
        f"number {checkpoint.number}",
        f"at {time_text(checkpoint.at)}",
        f"partitions {checkpoint.partitions}",
        f"journal {checkpoint.journal} {checkpoint.length}",
    ]
    for partition, end in sorted(checkpoint.logs.items()):
        lines.append(f"log {partition} {end.number} {quote(end.game_id, '')} {end.position}")
    return "\n".join(lines) + "\n"


def read_note(note: bytes) -> Checkpoint:
    """The checkpoint that this note is of, without its games; or `BadCheckpoint`."""
    try:
        text, blank, _signatures = note.decode().partition("\n\n")
        origin, _games, digest, *more = text.split("\n")
        if origin != ORIGIN or not blank:
            raise ValueError(f"it does not begin with {ORIGIN}")
        said = dict(line.split(" ", 1) for line in more if not line.startswith("log "))
        journal, length = said["journal"].split(" ")
        if not journal.startswith("heads-") or "/" in journal:
            raise ValueError("it names no journal")
        logs = {}
        for line in more:
            if line.startswith("log "):
                _log, partition, number, game_id, position = line.split(" ")
                logs[int(partition)] = LogEnd(int(number), unquote(game_id), parse_position(position))
        at = int(datetime.fromisoformat(said["at"]).timestamp() * 1000)
        journal_digest = base64.b64decode(digest, validate=True)
        return Checkpoint(
            int(said["number"]), at, int(said["partitions"]), journal, int(length), journal_digest, logs, {}
        )
    except (ValueError, KeyError, UnicodeDecodeError) as error:
        raise BadCheckpoint(f"it cannot be read ({error})") from error


def heads_lines(heads: Iterable[tuple[str, Head]]) -> bytes:
    """The journal's lines for these heads."""
    return b"".join(f"{quote(game_id, '')} {head.position} {head.digest.hex()}\n".encode() for game_id, head in heads)


def read_heads(journal: bytes) -> dict[str, Head]:
    """The last head of each game in a journal, or `BadCheckpoint`."""
    heads: dict[str, Head] = {}
    try:
        for line in journal.decode().splitlines():
            game_id, position, digest = line.split(" ")
            heads[unquote(game_id)] = Head(parse_position(position), bytes.fromhex(digest))
    except ValueError as error:
        raise BadCheckpoint(f"its journal cannot be read ({error})") from error
    return heads


def read_checkpoint(path: Path) -> tuple[Checkpoint, bytes]:
    """The checkpoint of this note's file, and the note; or `BadCheckpoint`."""
    try:
        with path.open("rb") as file:
            note = file.read(_LARGEST_NOTE_BYTES)
        said = read_note(note)
        with (path.parent / said.journal).open("rb") as file:
            journal = file.read(said.length)
    except OSError as error:
        raise BadCheckpoint(f"it cannot be read ({error.strerror})") from error
    if hashlib.sha256(journal).digest() != said.journal_digest:
        raise BadCheckpoint(f"its journal {said.journal} is not what it was")
    games = read_heads(journal)
    return Checkpoint(
        said.number, said.at, said.partitions, said.journal, said.length, said.journal_digest, said.logs, games
    ), note


def latest_checkpoint(directory: Path, notary: Notary) -> tuple[Checkpoint | None, tuple[str, ...]]:
    """The newest checkpoint that can be read, none if there is none, and what is wrong with it or with newer ones.

    One that was signed under another secret is used all the same: it can only close games, never open one.
    """
    complaints: list[str] = []
    try:
        paths = sorted(directory.glob(NOTES), reverse=True)
    except OSError as error:
        return None, (f"the checkpoints in {directory} cannot be read: {error.strerror}",)
    for path in paths:
        try:
            checkpoint, note = read_checkpoint(path)
        except BadCheckpoint as bad:
            complaints.append(f"the checkpoint {path.name} was passed over: {bad}")
            continue
        if not notary.has_signed(note):
            complaints.append(f"the checkpoint {path.name} was not signed under this server's secret")
        return checkpoint, tuple(complaints)
    return None, tuple(complaints)


def write_durably(path: Path, content: bytes) -> None:
    """Write this file whole or not at all: whoever reads it later finds the old one or the new one."""
    draft = path.with_name(f".{path.name}.draft")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Make the names in this directory survive a power failure."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def time_text(milliseconds: int) -> str:
    """The time as people read it, UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
