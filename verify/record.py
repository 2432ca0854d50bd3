"""Records under verification: the entries, and the facts about the game in their events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from datetime import datetime, timezone
from typing import Any, Optional

from verify.bundle import Bundle, Position

LAST_TIME = 253_402_300_799_999
"""The last millisecond of the year 9999."""
ENDS = ("GameFinished", "GameAborted")
TAKING = ("SeatTaken", "SeatTakenOver")
Audiences = Optional[Mapping[tuple[str, str], Set[int]]]
REFEREE = -1
"""In place of a seat: the referee or else the operator, who signs decisions."""


def seat_name(seat: int | None) -> str:
    """The seat with this number, counted from 0, as a sentence names it: people count from 1."""
    if seat is None:
        return "no seat"
    return "the judge" if seat == REFEREE else f"seat {seat + 1}"


def time_text(milliseconds: int) -> str:
    """The time in RFC 3339, UTC, to the millisecond."""
    second = datetime.fromtimestamp(milliseconds // 1000, timezone.utc)
    return f"{second.isoformat()[:-6]}.{milliseconds % 1000:03d}Z"


class SeatNames:
    """The names of the seats with their players, entry by entry. Nothing proves that a player has this name."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.names: dict[str, str] = header.get("names", {})
        self.players: dict[int, str] = {}

    def take(self, data: dict[str, Any]) -> None:
        """Process the next event."""
        if data["type"] in TAKING:
            self.players[data["seat"]] = data["player"]

    def of(self, seat: Any) -> str:
        """The seat, with the name of its player if the header has it."""
        name = self.names.get(self.players.get(seat, ""))
        return seat_name(seat) if name is None else f"{seat_name(seat)} ({name})"


class Record:
    """The record under verification."""

    def __init__(
        self,
        bundle: Bundle,
        keys: Sequence[str] = (),
        kept: Sequence[tuple[str, Any]] = (),
    ) -> None:
        self.bundle = bundle
        self.game: str = bundle.header["game"]
        self.viewer: int | str = bundle.header["viewer"]
        self.keys = keys
        self.kept = kept
        self.places = {str(line.position): number for number, line in enumerate(bundle.lines)}
        self.said: list[Any] = []
        """The content of each entry's public form."""
        self.signers: dict[str, list[str]] = {}
        """The positions for which each public key signed a receipt."""
        self.logged: dict[str, list[str]] = {}
        """The positions that are in a log, by the public key that signed its note."""
        self.warnings: list[str] = []
        """Warnings of the current check for the reader."""
        self.audiences: Audiences = None
        """The seats that may see each secret, by its position and field, where the title's rules are known."""
        self.unpublished_key: bytes | None = None
        """The game key of a running game, where its server verifies."""

    def numbered(self) -> Iterator[tuple[Position, Any, dict[str, Any]]]:
        """Position, public form and event of each entry."""
        for line, said in zip(self.bundle.lines, self.said):
            yield line.position, said, said["data"]

    @property
    def created(self) -> dict[str, Any]:
        """The event that opened the game, in its current version."""
        data = dict(self.said[0]["data"])
        if "title" in data:
            data["rulebook"] = data.pop("title")
        return {"computers": [], "game": "", "luck": "1", "strict": False, "nonce_commitments": [],
                "signed": False, "referee": "", "reserved": [], "signing": "1", "referee_key": "", "beacon": None,
                **data}  # fmt: skip

    @property
    def end(self) -> tuple[Position, dict[str, Any]] | None:
        """The end of the game and its event; a dispute may follow it. None while it runs."""
        ends = ((place, data) for place, _said, data in self.numbered() if data["type"] in ENDS)
        return next(ends, None)


def still_counts(position: Position, rollbacks: Sequence[tuple[Position, Position]]) -> bool:
    """Whether the entry at this position counts, after these rollbacks, each from the first position to the second."""
    until = None
    for at, back in reversed(rollbacks):
        if until is None or at <= until:
            if position >= at:
                break
            until = back
    return until is None or position <= until
