"""Projector: folds any records, full or redacted, into the state at any position.

It also reads records from their stored bytes, upcasting old versions.
"""

from collections.abc import Iterable
from functools import cache, reduce
from typing import Any, Union

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain import game as shared
from domain.clocks.rules import at_time
from domain.game import Game, Past, evolve_shared, no_past
from domain.lifecycle import SHARED_COMMANDS
from domain.messages import Command, Event, Record
from domain.redaction import secret_fields
from domain.rulebook import Rulebook


class NewerRecord(msgspec.ValidationError):
    """A record with an unknown event, or an unknown version of one, which a newer Stele wrote."""


class Projector:
    """Folds the records of one title's games. Get one from `projector_for`."""

    def __init__(self, rulebook: Rulebook[Any]) -> None:
        self.rulebook = rulebook
        self.event_types: dict[str, type[Event]] = {
            event_type.__name__: event_type for event_type in (*shared.SHARED_EVENTS, *rulebook.EVENTS)
        }
        self.command_types: dict[str, type[Command]] = {
            command_type.__name__: command_type for command_type in (*rulebook.COMMANDS, *SHARED_COMMANDS)
        }
        self._upcasters = {**shared.UPCASTERS, **rulebook.UPCASTERS}
        union: Any = Union[tuple(self.event_types.values())]  # noqa: UP007 - built at run time
        self._record_type: Any = Record[union]
        self._decoder: msgspec.json.Decoder[Record[Any]] = msgspec.json.Decoder(self._record_type)
        self._state_decoder: msgspec.json.Decoder[Game[Any]] = msgspec.json.Decoder(Game[rulebook.State])  # type: ignore[name-defined]

    def decode(self, stored: bytes) -> Record[Any]:
        """The record from the bytes of its public form; secret values are `Hidden`."""
        try:
            record = self._decoder.decode(stored)
        except msgspec.ValidationError:
            return self._decode_old(stored)
        return record if record.version == record.data.VERSION else self._decode_old(stored)

    def unsealed(self, record: Record[Any], stored: bytes) -> Record[Any]:
        """The record with the secrets of its event, from the stored bytes, each with its salt."""
        event = record.data
        decoder, fields = _secrets_of(event.__class__)
        found = decoder.decode(stored)
        opened = {field: kept[0] for field in fields if (kept := getattr(found, field)) is not UNSET}
        return replace(record, data=replace(event, **opened))

    def _decode_old(self, stored: bytes) -> Record[Any]:
        """A record of an older version, upcast version by version; an unknown version is an error."""
        raw = msgspec.json.decode(stored)
        data = raw["data"]
        version = raw.get("version", 1)
        name = data["type"]
        if version > shared.NAMED_UNTIL.get(name, version) and not data.keys().isdisjoint(shared.NAMES_IN.values()):
            raise msgspec.ValidationError(f"{name} of version {version} holds no name")
        while (name, version) in self._upcasters:
            data = {"type": name, **self._upcasters[name, version](data)}
            name = data["type"]
            version += 1
        known = self.event_types.get(name)
        if known is None or (isinstance(version, int) and version > known.VERSION):
            raise NewerRecord(f"a newer Stele wrote it: {name} of version {version} is not known here")
        record: Record[Any] = msgspec.convert({**raw, "data": data, "version": version}, self._record_type)
        if version != record.data.VERSION:
            raise msgspec.ValidationError(f"{name} of version {version} is not known here")
        return record

    def evolve(self, game: Game[Any] | None, record: Record[Any], past: Past = no_past) -> Game[Any]:
        """The state after one record; `past` gives the earlier states that the record refers to."""
        if game is not None and game.clock is not None:
            game = at_time(self.rulebook, game, record.at, record.data)
        return shared.evolve(self.rulebook, game, record.data, record.actor, record.luck, past)

    def fold(
        self, records: Iterable[Record[Any]], game: Game[Any] | None = None, past: Past = no_past
    ) -> Game[Any] | None:
        """The state after all these records; `game` is the state before them (none: the beginning of the stream).

        `past` gives this viewer's state at an earlier position that a record refers to.

        The title's records change only the table and two counters. These are kept separately until a shared event needs
        the whole game, so that the frozen game is not rebuilt for every record; with running clocks, every record needs
        it.
        """
        table = game.table if game is not None else None
        moves = draws = 0
        evolve_table = self.rulebook.evolve
        for record in records:
            event = record.data
            if game is not None and game.clock is not None:
                game = self.evolve(game, record, past)
                table = game.table
            elif event.__class__ in _SHARED:
                if game is not None:
                    game = _with_table(game, table, moves, draws)
                    moves = draws = 0
                game = evolve_shared(game, event, past)
                table = game.table
            else:
                table = evolve_table(table, event)
                if record.actor is not None:
                    moves += 1
                draws += record.luck
        return None if game is None else _with_table(game, table, moves, draws)

    def encode_state(self, game: Game[Any]) -> bytes:
        """The state as canonical JSON, for snapshots and comparisons."""
        return msgspec.json.encode(game, order="sorted")

    def decode_state(self, stored: bytes) -> Game[Any]:
        """The state decoded from `encode_state`."""
        return self._state_decoder.decode(stored)


_SHARED = frozenset(shared.SHARED_EVENTS)


def _with_table(game: Game[Any], table: Any, moves: int, draws: int) -> Game[Any]:
    if table is game.table and not moves and not draws:
        return game
    return replace(game, table=table, moves=game.moves + moves, draws=game.draws + draws)


@cache
def _secrets_of(event_type: type[Event]) -> tuple[msgspec.json.Decoder[Any], tuple[str, ...]]:
    """The decoder of the stored secrets of this type of event, with the value's type and a salt for each secret field;
    and the names of these fields.
    """
    types = {field.name: field.type for field in msgspec.structs.fields(event_type)}
    fields = tuple(secret_fields(event_type))
    kept = [(field, _with_salt(types[field]), UNSET) for field in fields]
    secrets = msgspec.defstruct("Secrets", kept, frozen=True, gc=False, forbid_unknown_fields=True)
    return msgspec.json.Decoder(secrets), fields


def _with_salt(value_type: Any) -> Any:
    return tuple[value_type, str] | UnsetType


class _FirstRecord(msgspec.Struct):
    """The title in the first record of a game; version 1 called it `title`."""

    class Data(msgspec.Struct):
        rulebook: str = ""
        title: str = ""

    data: Data


def title_in(first: bytes) -> str:
    """The id of the title in the public form of a game's first record."""
    data = msgspec.json.decode(first, type=_FirstRecord).data
    return data.rulebook or data.title


@cache
def projector_for(rulebook_id: str) -> Projector:
    """The projector of the title with this id, or `KeyError`."""
    from domain.title_loader import find_rulebooks

    return Projector(find_rulebooks()[rulebook_id])


def play_all(projector: Projector, records: Iterable[Record[Any]]) -> Game[Any]:
    """Fold one record at a time: the reference for checking `fold`."""
    game = reduce(projector.evolve, records, None)
    assert game is not None, "a stream has at least one record"
    return game
