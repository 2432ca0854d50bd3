"""Salvage of an append-only file that its server refuses: reads as much of it as possible, for a new server.

One wrong byte in a length makes a server refuse the whole file. Here every complete command counts; after a damaged
one, reading resumes at the next place that looks like the beginning of a command. Salvaged data is not trusted: the
digest chain, the checksums and the checkpoints verify each game afterwards, as they verify any record.
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
"""Commands that would discard what was read before them; there is only one database."""


class Salvaged(Struct, frozen=True):
    """How many commands were applied, how many the server refused, and how many bytes were skipped."""

    commands: int
    refused: int
    passed_over: int


def salvaged_commands(content: bytes) -> Iterator[tuple[list[bytes] | None, int]]:
    """The complete commands of a file, each with the number of bytes skipped before it; the last item has no command,
    only the bytes skipped at the end.

    The commands between MULTI and EXEC count only if they are complete up to EXEC: they were recorded together.
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
    """Load into this empty server all that can be read from the append-only files of these records."""
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
    """The append-only files of these records, in the order in which they were written; the manifest may be damaged."""
    files = [*records.rglob("*.base.aof"), *records.rglob("*.incr.aof")]
    return sorted(files, key=lambda path: (int(re.sub(r"\D", "", path.name) or 0), ".incr." in path.name))


def _command_at(content: bytes, place: int) -> tuple[list[bytes] | None, int]:
    """The complete command at this offset and the offset of its end; `None` if there is none."""
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
