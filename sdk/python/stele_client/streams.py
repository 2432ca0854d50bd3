"""Server-sent events, parsed without I/O: bytes in, events out."""

from collections.abc import Iterator
from typing import NamedTuple

_FIRST_WAIT_SECONDS = 1.0
_LONGEST_WAIT_SECONDS = 60.0
SILENCE_SECONDS = 30.0
"""The server sends something at least every ten seconds: after a longer silence the connection is dead."""


ENDS = ("GameFinished", "GameAborted")
"""The events that end a game."""


class StreamEvent(NamedTuple):
    """One event: its kind (`message` without a name) and its data."""

    kind: str
    data: bytes


class Stream:
    """One stream over all its connections: the last event, and the delay before the next connection."""

    def __init__(self, last_id: str = "") -> None:
        self.last_id = last_id
        self._wait_seconds = _FIRST_WAIT_SECONDS
        self._failures = 0
        self._begin()

    def _begin(self) -> None:
        self._rest = b""
        self._kind, self._data, self._id = "message", list[bytes](), ""

    def headers(self) -> dict[str, str]:
        """The headers for the next connection; an incomplete event of the last one is discarded."""
        self._begin()
        return {"Accept": "text/event-stream", **({"Last-Event-ID": self.last_id} if self.last_id else {})}

    def pause(self, is_broken: bool) -> float:
        """The delay before the next connection, in seconds; it grows with each failed attempt."""
        self._failures = self._failures + 1 if is_broken else 0
        return min(_LONGEST_WAIT_SECONDS, self._wait_seconds * 2.0 ** min(self._failures, 8))

    def feed(self, data: bytes) -> Iterator[StreamEvent]:
        """The events that these bytes complete."""
        # Split by line feeds only: texts may contain other characters that Unicode calls line breaks.
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            told = self._line(line.removesuffix(b"\r"))
            if told is not None:
                yield told

    def _line(self, line: bytes) -> StreamEvent | None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        match name:
            case b"" if not line:
                return self._complete()
            case b"id":
                self._id = value.decode()
            case b"event":
                self._kind = value.decode()
            case b"data":
                self._data.append(value)
            case b"retry" if value.isdigit():
                self._wait_seconds = int(value) / 1000
        return None

    def _complete(self) -> StreamEvent | None:
        told = StreamEvent(self._kind, b"\n".join(self._data)) if self._data else None
        if told is not None and self._id:
            self.last_id = self._id
        self._failures = 0
        self._kind, self._data, self._id = "message", [], ""
        return told


def place(position: str) -> tuple[int, int]:
    """A position as numbers, for comparison: `9-0` comes before `10-0`."""
    action, _, effect = position.partition("-")
    return int(action), int(effect)
