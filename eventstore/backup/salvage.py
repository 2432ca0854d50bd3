"""Salvage of an append-only file that its server refuses: all that can be read of it, for a new server.

One wrong byte in a length makes a server refuse the whole file. Here a command counts if it is whole; where one is not,
the reading goes on at the next place that looks like a command's beginning. Nothing is believed for that: the chain of
digests, the checksums and the checkpoints judge each game afterwards, as they judge any record.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from eventstore.valkey.connection import Client

_BEGINNING = re.compile(rb"\*[1-9]\d{0,6}\r\n\$\d")
_NUMBER = re.compile(rb"(\d{1,9})\r\n")
_ANNOTATION = re.compile(rb"#[^\r\n]{0,200}\r\n")
_MOST_PARTS = 1_000_000
_AT_ONCE = 200
_NOT_TAKEN = (b"SELECT", b"FLUSHALL", b"FLUSHDB", b"SWAPDB")
"""What would throw away what was read before it; there is one database."""


class Salvaged(Struct, frozen=True):
    """How many commands were taken, how many a server did not take, and how many bytes were passed over."""

    commands: int
    refused: int
    passed_over: int


def salvaged_commands(content: bytes) -> Iterator[tuple[list[bytes] | None, int]]:
    """The whole commands of a file, each with how many bytes were passed over before it; at the end none, and the rest.

    What stood between MULTI and EXEC comes only if it is whole up to its EXEC: it was recorded together.
    """
    place = skipped = 0
    together: list[list[bytes]] | None = None
    while place < len(content):
        found = _ANNOTATION.match(content, place)
        if found is not None:
            place = found.end()
            continue
        words, end = _command_at(content, place)
        if words is None:
            following = _BEGINNING.search(content, place + 1)
            end = len(content) if following is None else following.start()
            skipped, together, place = skipped + end - place, None, end
            continue
        place = end
        match words[0].upper():
            case b"MULTI":
                together = []
            case b"EXEC":
                for one in together or ():
                    yield one, skipped
                    skipped = 0
                together = None
            case _ if together is not None:
                together.append(words)
            case _:
                yield words, skipped
                skipped = 0
    yield None, skipped


def salvage(records: Path, redis: Client) -> Salvaged:
    """Let this server, which is empty, take in all that can be read of the files of these records."""
    taken = refused = passed_over = 0
    for file in append_only_files(records):
        batch: list[list[bytes]] = []
        for words, skipped in salvaged_commands(file.read_bytes()):
            passed_over += skipped
            if words is not None and words[0].upper() not in _NOT_TAKEN:
                batch.append(words)
            if batch and (words is None or len(batch) == _AT_ONCE):
                pipeline = redis.pipeline(transaction=False)
                for one in batch:
                    pipeline.execute_command(*one)  # type: ignore[no-untyped-call]
                failed = sum(isinstance(reply, Exception) for reply in pipeline.execute(raise_on_error=False))
                taken, refused, batch = taken + len(batch) - failed, refused + failed, []
    return Salvaged(taken, refused, passed_over)


def append_only_files(records: Path) -> list[Path]:
    """The append-only files of these records, in the order in which they were written; their list may be damaged."""
    files = [*records.rglob("*.base.aof"), *records.rglob("*.incr.aof")]
    return sorted(files, key=lambda path: (int(re.sub(r"\D", "", path.name) or 0), ".incr." in path.name))


def _command_at(content: bytes, place: int) -> tuple[list[bytes] | None, int]:
    """The whole command that begins here and where it ends; none if there is none."""
    if content[place : place + 1] != b"*" or (count := _NUMBER.match(content, place + 1)) is None:
        return None, place
    place, words = count.end(), []
    for _ in range(min(int(count[1]), _MOST_PARTS)):
        if content[place : place + 1] != b"$" or (length := _NUMBER.match(content, place + 1)) is None:
            return None, place
        begin = length.end()
        place = begin + int(length[1])
        if content[place : place + 2] != b"\r\n":
            return None, place
        words.append(content[begin:place])
        place += 2
    return (words or None), place
