"""Checkpoints: signed notes of what the server had on disk at one moment, stored outside it.

A directory holds notes, journals and the log (`tiles`). A note (`0000000042.note`) is a signed text in the form of
C2SP's `tlog-checkpoint`: the log's origin, its size and root hash (base64); then our own lines: number, time,
partitions, the journal's name, length and SHA-256, and the end of each partition's log. After a declared restore the
origin has a number appended, and the note says which origin the log continues, how many leaves the two share, and why
the old one ended. Games are named by a hash (`game_name`), since notes are public.

Notes of an earlier version also have a line `release`, which is not read.

Notes from before the log begin with `stele/heads/1`, the number of games and the SHA-256 of their journal.

Exception └── BadCheckpoint   the stored checkpoint is invalid; the message says why
"""

import base64
import hashlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote

from msgspec import Struct
from msgspec.structs import replace

from eventstore.append import Head
from eventstore.checkpoints.journal import BadJournal, Claim, read_journal
from eventstore.entries import Position, parse_position
from verify.log import game_name
from verify.merkle import EMPTY_ROOT
from verify.notes import LARGEST_NOTE_BYTES, TreeHead, read_tree_head
from verify.record import time_text

BEFORE_THE_LOG = "stele/heads/1"
NOTES = "*.note"


class BadCheckpoint(Exception):
    """The stored checkpoint is invalid."""


class Notary(Protocol):
    """Signs notes, and recognises its own signatures."""

    def signed(self, text: str) -> bytes:
        """The text with a signature appended."""
        ...

    def has_signed(self, note: bytes) -> bool:
        """Whether this notary has signed this note."""
        ...


class LogEnd(Struct, frozen=True):
    """The last record of a partition's log, with the game's name in the log."""

    number: int
    game: str
    position: Position


class Checkpoint(Struct, frozen=True):
    """A checkpoint of the log, the end of each partition's log and of each game. `at` is in milliseconds.

    `restores` counts the declared restores; `continues` is the previous origin and how many leaves are shared.
    """

    number: int
    at: int
    partitions: int
    tree: TreeHead
    journal: str
    length: int
    journal_digest: bytes
    logs: Mapping[int, LogEnd]
    claims: Mapping[str, Claim]
    restores: int = 0
    continues: str = ""
    because: str = ""

    @property
    def games(self) -> Mapping[str, Head]:
        """The position of each game."""
        return {game_id: claim.head for game_id, claim in self.claims.items()}


NOTHING_YET = Checkpoint(0, 0, 0, TreeHead("", 0, EMPTY_ROOT), "", 0, b"", {}, {})


def write_note(checkpoint: Checkpoint) -> str:
    """The text of the checkpoint's note."""
    tree = checkpoint.tree
    lines = [
        tree.origin,
        str(tree.size),
        base64.b64encode(tree.root).decode(),
        f"number {checkpoint.number}",
        f"at {time_text(checkpoint.at)}",
        f"partitions {checkpoint.partitions}",
        f"journal {checkpoint.journal} {checkpoint.length} {base64.b64encode(checkpoint.journal_digest).decode()}",
    ]
    if checkpoint.restores:
        lines.append(f"restores {checkpoint.restores}")
    if checkpoint.continues:
        lines += [f"continues {checkpoint.continues}", f"because {checkpoint.because}"]
    for partition, end in sorted(checkpoint.logs.items()):
        lines.append(f"log {partition} {end.number} {end.game} {end.position}")
    return "\n".join(lines) + "\n"


def read_note(note: bytes) -> Checkpoint:
    """The checkpoint in this note, without its games; or `BadCheckpoint`."""
    try:
        tree, more = read_tree_head(note)
        said = dict(line.split(" ", 1) for line in more if not line.startswith("log "))
        if tree.origin == BEFORE_THE_LOG:
            journal, length = said["journal"].split(" ")
            journal_digest, tree = tree.root, NOTHING_YET.tree
        else:
            journal, length, digest = said["journal"].split(" ")
            journal_digest = base64.b64decode(digest, validate=True)
        if not journal.startswith("heads-") or "/" in journal:
            raise ValueError("it names no journal")
        logs = {}
        for line in more:
            if line.startswith("log "):
                _log, partition, number, game, position = line.split(" ")
                name = game if tree.origin else game_name(unquote(game))
                logs[int(partition)] = LogEnd(int(number), name, parse_position(position))
        return Checkpoint(
            int(said["number"]),
            int(datetime.fromisoformat(said["at"]).timestamp() * 1000),
            int(said["partitions"]),
            tree,
            journal,
            int(length),
            journal_digest,
            logs,
            {},
            int(said.get("restores", 0)),
            said.get("continues", ""),
            said.get("because", ""),
        )
    except (ValueError, KeyError) as error:
        raise BadCheckpoint(f"it cannot be read ({error})") from error


def read_checkpoint(path: Path, with_games: bool = True) -> tuple[Checkpoint, bytes]:
    """The checkpoint in this note's file, and the note; or `BadCheckpoint`. Reading the games takes time for each."""
    try:
        note = _note_in(path)
        said = read_note(note)
        with (path.parent / said.journal).open("rb") as file:
            journal = file.read(said.length)
    except OSError as error:
        raise BadCheckpoint(f"it cannot be read ({error.strerror})") from error
    if hashlib.sha256(journal).digest() != said.journal_digest:
        raise BadCheckpoint(f"its journal {said.journal} is not what it was")
    try:
        return replace(said, claims=read_journal(journal)) if with_games else said, note
    except BadJournal as bad:
        raise BadCheckpoint(str(bad)) from bad


def latest_checkpoint(
    directory: Path, notary: Notary, with_games: bool = True
) -> tuple[Checkpoint | None, tuple[str, ...]]:
    """The newest readable checkpoint, or none, and the faults of it and of newer ones.

    A checkpoint signed with another secret is used anyway, because it can only close games, never open one.
    """
    complaints: list[str] = []
    try:
        paths = sorted(directory.glob(NOTES), reverse=True)
    except OSError as error:
        return None, (f"the checkpoints in {directory} cannot be read: {error.strerror}",)
    for path in paths:
        try:
            checkpoint, note = read_checkpoint(path, with_games)
        except BadCheckpoint as bad:
            complaints.append(f"the checkpoint {path.name} was passed over: {bad}")
            continue
        if not notary.has_signed(note):
            complaints.append(f"the checkpoint {path.name} was not signed under this server's secret")
        return checkpoint, tuple(complaints)
    return None, tuple(complaints)


def latest_note(directory: Path) -> tuple[Checkpoint, bytes] | None:
    """The newest note of the log and its contents, without its games; None without one."""
    for path in sorted(directory.glob(NOTES), reverse=True):
        try:
            note = _note_in(path)
            said = read_note(note)
        except (OSError, BadCheckpoint):  # damaged, or deleted since its name was read
            continue
        if said.tree.origin:
            return said, note
    return None


def _note_in(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST_NOTE_BYTES)
