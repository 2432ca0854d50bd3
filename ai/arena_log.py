"""Arena log: the games of an arena in a file, one a line, so that it can be resumed and extended.

The first line says which tournament it is. A last line that was not written to its end is forgotten.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ai.arena import GameOver


class Terms(Struct, frozen=True):
    """What makes a tournament: all that its games follow from."""

    title: str
    kinds: tuple[str, ...]
    seed: str
    options: Mapping[str, Any]
    orders: bool
    seconds: float | None


class AnotherTournament(Exception):
    """The games of this file were played on other terms."""


class TournamentLog:
    """The games that this file has, and the place where those go that follow."""

    def __init__(self, path: Path, terms: Terms) -> None:
        self._path = path
        found = path.read_bytes() if path.exists() else b""
        whole = found[: found.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if found and not lines and not (msgspec.json.encode(terms) + b"\n").startswith(found):
            raise AnotherTournament
        try:
            if lines and msgspec.json.decode(lines[0], type=Terms) != terms:
                raise AnotherTournament
            self.games: Sequence[GameOver] = [msgspec.json.decode(line, type=GameOver) for line in lines[1:]]
        except msgspec.MsgspecError:
            raise AnotherTournament from None
        # Written anew, since what comes next must not be joined to half a line.
        path.write_bytes(whole or msgspec.json.encode(terms) + b"\n")

    def add(self, game: GameOver) -> None:
        """Write down one more game."""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(game) + b"\n")
