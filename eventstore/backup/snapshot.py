"""Snapshot of the record, taken by ordinary commands while play continues.

Every game is read at one moment, and so is each partition's log. A game that continues meanwhile is read again,
together with the log, until both end at the same place. So each partition is as it was at one moment, which may differ
a little between partitions. All other data is read afterwards. It may be newer than the games, as on a server whose
games were set back, but never older, so no notice is lost, and no player has a seat without an account. Data that is
written in several steps is read in the opposite order, so that nothing refers to missing data: credentials are read
before their players. Read models are not part of a snapshot, because they follow from the record.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from eventstore.backup.content import Group, NoBackup, groups_of, label_of, marks_of, read_groups, read_together
from eventstore.keys import GameNames, log_head_name, log_name
from eventstore.log import LogReader
from eventstore.valkey.connection import Client

_MOST_LOOKS = 100
_TOGETHER = 1_000

Progress = Callable[[str, int, int], None]
"""Receives progress: the step, how much of it is done, and the total."""


class Taken(NamedTuple):
    """A group of keys, and its content; none if its mark has not changed.

    A later group with the same label replaces it.
    """

    label: str
    names: Sequence[bytes]
    group: Group | None

    @property
    def is_game(self) -> bool:
        """Whether this is a game."""
        return f"{self.label}:head".encode() in self.names


def take(
    redis: Client, partitions: int, left_out: Sequence[bytes], known: Mapping[str, str], told: Progress
) -> Iterator[Taken]:
    """The content of the server, in groups; those whose mark is `known`, by label, are not read.

    Keys that begin with `left_out` are not read. Raises `NoBackup` if the server does not return its content.
    """
    counted = LogReader(redis, partitions).heads()
    groups = groups_of(redis, left_out)
    total, done = len(groups), 0
    logs = {number: groups.pop(label_of(log_name(number).encode()), []) for number in range(partitions)}
    games = sorted(label for label in groups if label.startswith("stele:{p"))
    others = sorted(set(groups).difference(games), key=lambda label: groups[label][0], reverse=True)

    def changed(labels: Iterable[str]) -> Iterator[Taken]:
        nonlocal done
        for some in _batches(list(labels)):
            yield from _changed(redis, {label: groups[label] for label in some}, known)
            done += len(some)
            told("groups of keys read", done, total)

    yield from changed(games)
    for partition, number in counted.items():
        yield from _settled(redis, partitions, partition, number, logs[partition], groups)
    yield from changed(others)


def _changed(redis: Client, groups: Mapping[str, Sequence[bytes]], known: Mapping[str, str]) -> Iterator[Taken]:
    """Those of these groups that have changed, with their content."""
    asked = {label: names for label, names in groups.items() if label in known}
    same = {label for label, mark in zip(asked, marks_of(redis, asked.values()), strict=True) if mark == known[label]}
    wanted = {label: names for label, names in groups.items() if label not in same}
    for label in same:
        yield Taken(label, groups[label], None)
    for (label, names), group in zip(wanted.items(), read_groups(redis, wanted.values()), strict=True):
        yield Taken(label, names, group)


def _settled(
    redis: Client,
    partitions: int,
    partition: int,
    number: int,
    names: Sequence[bytes],
    groups: Mapping[str, Sequence[bytes]],
) -> Iterator[Taken]:
    """The partition's log, and the games that it has records of after this number, all at one moment."""
    head = log_head_name(partition).encode()
    own = sorted({*names, log_name(partition).encode(), head})
    games: dict[str, Sequence[bytes]] = {}
    is_late = False
    for _look in range(_MOST_LOOKS):
        found: Any = redis.xrange(log_name(partition), f"({number}-0")
        if is_late and not found:
            raise NoBackup(f"the log of partition {partition} does not end at its head; `doctor` says what can be done")
        for stream_id, fields in found:
            number = int(stream_id.partition(b"-")[0])
            game = GameNames(fields.get(b"game", b"").decode(errors="replace"), partitions)
            games[game.game] = sorted({*game.all, *groups.get(game.game, [])})
        log, *read = read_together(redis, [own, *games.values()])
        values = list(log.values)
        heads = [value.rows for value in values if value.name == head]
        is_late = heads != ([[[b"%d" % number]]] if number else [])
        if not is_late:
            for (label, asked), group in zip(games.items(), read, strict=True):
                yield Taken(label, asked, group)
            yield Taken(label_of(head), own, Group(log.mark, iter(values)))
            return
    raise NoBackup(f"the log of partition {partition} grows faster than it can be read")


def _batches(labels: Sequence[str]) -> Iterator[Sequence[str]]:
    return (labels[begin : begin + _TOGETHER] for begin in range(0, len(labels), _TOGETHER))
