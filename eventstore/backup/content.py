"""Content of a server's keys, read and written by ordinary commands, so that any supported server accepts the content
of any other.

Keys that change together share a hash tag. They form a group, which is read at one moment: a game; the rest of its
partition, which is the log; all keys of a person. A key with very many rows is read in portions: a stream up to the end
that it had at that moment, anything else while it may change.

Exception └── NoBackup   there is nothing that could be restored; the message says why
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha1, sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from redis.exceptions import ResponseError

from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import Call, run_each, script

_READ = script(Path(__file__).with_name("read_keys.lua"))
_WRITE = script(Path(__file__).with_name("write_key.lua"))
_MOST_ROWS = 20_000
_MOST_OF_STREAM = 500
_ROWS_TOGETHER = 1_000
_PART_BYTES = 1 << 17
_GROUPS_TOGETHER = 100
_MOST_NAMES = 500
_GAME = re.compile(rb"stele:\{p\d+\}:game:[a-z0-9-]+(?=:)")
_TAG = re.compile(rb"\{([^}]+)\}")
_DISPOSABLE = b":snapshots:"
_CAN_RESTORE = "stele:{ground}:can-restore:"


class NoBackup(Exception):
    """There is no content that could be restored; the message says why."""


class Value(Struct, frozen=True, array_like=True):
    """The content of a key, or a part of it: `before` is the number of rows in the parts before this one.

    `expires` is in milliseconds since 1970 UTC, 0 for never. A row has the parts of the command that writes it, after
    the key. The last part of a stream has its last id and the position of each group of readers.
    """

    name: bytes
    kind: str
    expires: int
    before: int
    last: str
    readers: list[tuple[bytes, str]]
    rows: list[list[bytes]]


class Group(NamedTuple):
    """A group of keys at one moment. Its `mark` changes with the content; it is empty for content without one."""

    mark: str
    values: Iterator[Value]


def groups_of(redis: Client, left_out: Sequence[bytes] = ()) -> dict[str, list[bytes]]:
    """The sorted names of all keys by the label of their group, without snapshots and names that begin with `left_out`.

    A group of very many keys is divided; it is not read at one moment.
    """
    found: dict[str, list[bytes]] = defaultdict(list)
    without = tuple(left_out)
    for name in redis.scan_iter(count=1000):
        if _DISPOSABLE not in name and not name.startswith(without):
            found[label_of(name)].append(name)
    groups: dict[str, list[bytes]] = defaultdict(list)
    for label, names in found.items():
        for name in sorted(set(names)):
            is_divided = len(names) > _MOST_NAMES
            groups[f"{label} {sha256(name).hexdigest()[:2]}" if is_divided else label].append(name)
    return groups


def label_of(name: bytes) -> str:
    """The label of a key's group: the name of its game's keys, else its tag, else its name."""
    game, tag = _GAME.match(name), _TAG.search(name)
    return (game[0] if game else tag[0] if tag else name).decode(errors="backslashreplace")


def marks_of(redis: Client, groups: Iterable[Sequence[bytes]]) -> Iterator[str]:
    """The mark of each of these groups, without its content."""
    for _names, reply in _replies(redis, groups, wants_rows=False):
        yield _mark(reply)


def read_groups(redis: Client, groups: Iterable[Sequence[bytes]]) -> Iterator[Group]:
    """The content of each of these groups; the values must be taken before the next group."""
    for names, reply in _replies(redis, groups, wants_rows=True):
        yield Group(_mark(reply), _values(redis, names, reply))


def read_together(redis: Client, groups: Sequence[Sequence[bytes]]) -> list[Group]:
    """The content of these groups of one hash slot, all at the same moment."""
    ((_names, reply),) = _replies(redis, [[name for names in groups for name in names]], wants_rows=True)
    found, begin = [], 0
    for names in groups:
        own = reply[begin : begin + len(names)]
        found.append(Group(_mark(own), _values(redis, names, own)))
        begin += len(names)
    return found


def everything_in(redis: Client) -> Iterator[Value]:
    """The content of a server that no other process uses."""
    for group in read_groups(redis, groups_of(redis).values()):
        yield from group.values


def write_values(redis: Client, values: Iterable[Value]) -> None:
    """Write this content in place of the existing one; `NoBackup` if the server refuses some of it."""
    calls: list[Call] = []
    size = 0
    for value in values:
        calls.append((_WRITE, (value.name,), _arguments(value)))  # type: ignore[arg-type]
        size += sum(len(part) for row in value.rows for part in row)
        if size > 8 * _PART_BYTES or len(calls) == 10 * _GROUPS_TOGETHER:
            _write(redis, calls)
            calls, size = [], 0
    _write(redis, calls)


def copy_key(source: Client, target: Client, there: str | bytes, here: str | bytes) -> bool:
    """Copy a key into another server, under another name, and return whether it existed there and was missing here."""
    if target.exists(here):
        return False
    (read,) = read_together(source, [[_bytes(there)]])
    found = [msgspec.structs.replace(value, name=_bytes(here)) for value in read.values]
    write_values(target, found)
    return bool(found)


def check_takes(redis: Client) -> None:
    """Raise `NoBackup` unless the server accepts content of every kind and returns it unchanged. The content written
    for this check is removed.
    """
    expires = 4_102_444_800_000
    rows = {
        "string": [[b"\xff\0"]], "hash": [[b"field", b"value"]], "list": [[b"b"], [b"a"]], "set": [[b"a"]],
        "zset": [[b"1.5", b"a"]], "stream": [[b"5-1", b"field", b"value"]],
    }  # fmt: skip
    ends = {"stream": ("7-0", [(b"readers", "5-0")])}
    written = [
        Value(f"{_CAN_RESTORE}{kind}".encode(), kind, expires, 0, *ends.get(kind, ("", [])), one)
        for kind, one in rows.items()
    ]
    names = [value.name for value in written]
    try:
        write_values(redis, written)
        (read,) = read_together(redis, [names])
        if (found := list(read.values)) != written:
            raise NoBackup(f"the database gives {found} for {written}")
    finally:
        redis.delete(*names)


def packed(values: Iterable[Value]) -> Iterator[bytes]:
    """These values as bytes, in parts. Equal values give equal bytes, and added values change only the last parts."""
    part: list[Value] = []
    size = 0
    for value in values:
        part.append(value)
        size += len(value.name) + sum(len(piece) for row in value.rows for piece in row)
        if size > _PART_BYTES:
            yield msgspec.msgpack.encode(part)
            part, size = [], 0
    if part:
        yield msgspec.msgpack.encode(part)


def unpacked(parts: Iterable[bytes]) -> Iterator[Value]:
    """The values in these parts; `NoBackup` if they are not the content of keys."""
    decoder = msgspec.msgpack.Decoder(list[Value])
    try:
        for part in parts:
            yield from decoder.decode(part)
    except msgspec.MsgspecError as error:
        raise NoBackup(f"it is no content of keys: {error}") from error


def _replies(
    redis: Client, groups: Iterable[Sequence[bytes]], wants_rows: bool
) -> Iterator[tuple[Sequence[bytes], Any]]:
    asked: list[Sequence[bytes]] = []
    arguments = (int(wants_rows), _MOST_ROWS, _MOST_OF_STREAM)

    def replies() -> Iterator[tuple[Sequence[bytes], Any]]:
        try:
            found = run_each(redis, [(_READ, names, arguments) for names in asked])  # type: ignore[misc]
        except ResponseError as error:
            raise NoBackup(f"the database does not give its content: {error}") from error
        return zip(asked, found, strict=True)

    for names in groups:
        asked.append(names)
        if len(asked) == _GROUPS_TOGETHER:
            yield from replies()
            asked.clear()
    yield from replies()


def _mark(reply: Any) -> str:
    marks = [one[0] for one in reply if one[1] != b"none"]
    return sha1(b" ".join(marks), usedforsecurity=False).hexdigest() if all(marks) else ""


def _values(redis: Client, names: Sequence[bytes], reply: Any) -> Iterator[Value]:
    for name, told in zip(names, reply, strict=True):
        kind = told[1].decode()
        if kind == "none":
            continue
        expires, last, readers, *flat = told[2:]
        at = [(group, _before(first) if first else there.decode()) for group, there, first in readers]
        portions = _portions(_rows(kind, flat[0]) if flat else _long(redis, name, kind, last))
        portion: list[list[bytes]] | None = next(portions)
        before = 0
        while portion is not None:
            following = next(portions, None)
            end, ends = (last.decode(), at) if following is None else ("", [])
            yield Value(name, kind, expires, before, end, ends, portion)
            before += len(portion)
            portion = following


def _portions(rows: Iterable[list[bytes]]) -> Iterator[list[list[bytes]]]:
    """These rows in portions of limited size, of which the first may be empty."""
    portion: list[list[bytes]] = []
    size, is_first = 0, True
    for row in rows:
        portion.append(row)
        size += sum(map(len, row))
        if len(portion) == _ROWS_TOGETHER or size > _PART_BYTES:
            yield portion
            portion, size, is_first = [], 0, False
    if portion or is_first:
        yield portion


def _rows(kind: str, flat: Sequence[Any]) -> list[list[bytes]]:
    """The rows in the reply of a kind's command; those of hashes and sets have no order, and are sorted."""
    match kind:
        case "stream":
            return [[stream_id, *fields] for stream_id, fields in flat]
        case "hash":
            return sorted([field, value] for field, value in zip(flat[::2], flat[1::2], strict=True))
        case "zset":
            return [[score, member] for member, score in zip(flat[::2], flat[1::2], strict=True)]
        case "set":
            return sorted([member] for member in flat)
    return [[value] for value in flat]


def _long(redis: Client, name: bytes, kind: str, last: bytes) -> Iterator[list[bytes]]:
    """The rows of a long key, a portion at a time."""
    found: Any
    match kind:
        case "stream":
            first = b"-"
            while found := _page(redis, name, first, last):
                for stream_id, fields in found:
                    yield [stream_id, *(part for pair in fields.items() for part in pair)]
                first = b"(" + stream_id
        case "hash":
            yield from map(list, redis.hscan_iter(name, count=_ROWS_TOGETHER))
        case "zset":
            for member, score in redis.zscan_iter(name, count=_ROWS_TOGETHER):
                yield [repr(score).encode(), member]
        case "set":
            yield from ([member] for member in redis.sscan_iter(name, count=_ROWS_TOGETHER))
        case "list":
            for begin in range(0, int(redis.llen(name)), _ROWS_TOGETHER):
                found = redis.lrange(name, begin, begin + _ROWS_TOGETHER - 1)
                yield from ([one] for one in found)


def _page(redis: Client, name: bytes, first: bytes, last: bytes) -> Any:
    return redis.xrange(name, first, last, _ROWS_TOGETHER)


def _bytes(name: str | bytes) -> bytes:
    return name.encode() if isinstance(name, str) else name


def _before(stream_id: bytes) -> str:
    """The largest id below this one; a reader that begins after it reads this one again."""
    first, _dash, second = stream_id.decode().partition("-")
    return f"{first}-{int(second) - 1}" if int(second) else f"{int(first) - 1}-{2**64 - 1}"


def _arguments(value: Value) -> list[Any]:
    arguments: list[Any] = [value.kind, value.expires, value.before, value.last, len(value.readers)]
    for group, there in value.readers:
        arguments += (group, there)
    for row in value.rows:
        arguments += (len(row), *row)
    return arguments


def _write(redis: Client, calls: Sequence[Call]) -> None:
    try:
        run_each(redis, calls)
    except ResponseError as error:
        raise NoBackup(f"the database does not take what was backed up: {error}") from error
