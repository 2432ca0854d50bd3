"""Time in a game: the pace that it agrees on, and each seat's clock, which follows from the record alone."""

from typing import Literal

from msgspec import Struct

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


class Pace(Struct, frozen=True):
    """How much time the players of a game have; every length is in milliseconds.

    By `answer` each answer may take `time`; by `bank` a seat begins with `time`, gains `increment` with each answer,
    and never has more than `cap`. With `windows` only the time in a player's own play windows counts. Each player may
    be away for `vacation` days in a year. At the end of a seat's time a computer player answers this `once`, or takes
    the `seat` until its player returns, or the seat resigns (`resign`), or nothing happens (`never`).
    """

    kind: Literal["answer", "bank"] = "answer"
    time: int = 3 * DAY
    increment: int = 0
    cap: int = 0
    windows: bool = False
    vacation: int = 0
    outcome: Literal["once", "seat", "resign", "never"] = "seat"
