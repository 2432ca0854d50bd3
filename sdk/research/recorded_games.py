"""Recorded games of a set that `stele dataset` wrote: read in order, and replayed step by step without a server."""

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ai.analysis.paired_playouts import command_of
from ai.game_set import FORMAT, EndLine, GameLine, Header
from audit.bundle import import_entries
from domain.game import SHARED_EVENTS, Game
from domain.projector import projector_for
from domain.redaction import Viewer
from replay.past_states import PastStates, placed_records
from sdk.research.environment import Observation, Sight, Watcher, rewards_of
from sdk.research.spaces import encodings_of
from verify.bundle import read_bundle

BROKEN = (gzip.BadGzipFile, zlib.error, EOFError, msgspec.DecodeError)
"""The errors of reading a file that is no gzipped JSON Lines, or is cut off."""


class BadGameSet(ValueError):
    """The file is no set of games, or it is cut off or changed."""


class RecordedStep(Struct, frozen=True):
    """An answer of an agent: what the environment showed it, the number of its action, and its reward at the end."""

    agent: str
    observation: Observation
    info: dict[str, Any]
    action: int
    reward: float


class RecordedGame(GameLine, frozen=True):
    """A finished game. `part` is `train` or `test`; `bundle` is its record, as `stele verify` reads it."""

    def steps(self) -> Iterator[RecordedStep]:
        """All answers in order, with the spaces of `env(title, players)`."""
        projector = projector_for(self.title)
        rulebook = projector.rulebook
        entries = import_entries(read_bundle(self.bundle.encode()))
        viewers: list[Viewer] = ["all", *range(self.players)]
        records_of = [placed_records(projector, entries, viewer) for viewer in viewers]
        pasts = [PastStates(placed) for placed in records_of]
        final = PastStates(records_of[0]).fold(projector)
        assert final is not None and final.result is not None, "the set has finished games only"
        rewards = rewards_of(final.result, rulebook.meta.teams_of(self.players))
        encodings = encodings_of(self.title, self.players, msgspec.json.encode(final.options))
        watcher = Watcher(rulebook, encodings)
        game: Game[Any] | None = None
        seen: list[Game[Any] | None] = [None] * self.players
        for actions in zip(*(groupby(placed, key=lambda one: one[0].action) for placed in records_of), strict=True):
            seen_by = [list(placed) for _, placed in actions]
            answer = next((one for _, one in seen_by[0] if _is_answer(one)), None)
            if game is not None and answer is not None:
                seat = answer.actor
                assert seat is not None
                own = seen[seat]
                assert own is not None
                sight = Sight(own.table, seat, rulebook, encodings, watcher)
                played = command_of(rulebook, game, seat, answer.data)
                action = next(number for number, command in sight.commands.items() if command == played)
                yield RecordedStep(f"seat_{seat}", sight.observation, sight.info, action, rewards[seat])
            states = [
                projector.fold([record for _, record in placed], before, past.at)
                for placed, before, past in zip(seen_by, [game, *seen], pasts, strict=True)
            ]
            for past, state, placed in zip(pasts, states, seen_by, strict=True):
                assert state is not None
                past.keep(placed[-1][0], state)
            game, *seen = states


def _is_answer(record: Any) -> bool:
    return record.actor is not None and not isinstance(record.data, SHARED_EVENTS)


def read_header(path: str | Path) -> Header:
    """The settings with which the games of this file were played, and its licence; `BadGameSet` if it has no header."""
    try:
        with gzip.open(path, "rb") as file:
            return _header_in(next(file, b""))
    except BROKEN as error:
        raise BadGameSet(f"{path} is no whole set of games: {error}") from None


def _header_in(line: bytes) -> Header:
    header = msgspec.json.decode(line, type=Header)
    if header.format != FORMAT:
        raise BadGameSet(f"the format must be {FORMAT}")
    return header


def read_games(path: str | Path, part: str | None = None) -> Iterator[RecordedGame]:
    """The games of this file, or only those of one part, one at a time; `BadGameSet` at the first sign of damage."""
    digest = hashlib.sha256()
    try:
        with gzip.open(path, "rb") as file:
            first = next(file, b"")
            header = _header_in(first)
            digest.update(first)
            for _ in range(header.games):
                line = next(file, b"")
                game = msgspec.json.decode(line, type=RecordedGame)
                digest.update(line)
                if part in (None, game.part):
                    yield game
            end = msgspec.json.decode(next(file, b""), type=EndLine)
    except BROKEN as error:
        raise BadGameSet(f"{path} is no whole set of games: {error}") from None
    if end != EndLine(header.games, digest.hexdigest()):
        raise BadGameSet(f"{path} was changed")
