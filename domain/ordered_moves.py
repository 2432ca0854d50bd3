"""Ordered moves: what a standing order says, and how the record marks the moves made by one (G24)."""

from typing import Any

from msgspec import Struct

from domain.messages import Event

Message = dict[str, Any]
"""A command as it is sent: its type and its fields, of which each may be a named place instead of a value."""


class Order(Struct, frozen=True, omit_defaults=True):
    """As long as `guard` holds (empty: always), the first of these moves that is legal.

    With `when` it is meant for the moments in which that holds, again and again: at others it is passed over. A field
    of a move may be a named place: `{"least": {"from": 3, "to": 10}}` and `{"most": …}` stand for the least and the
    most that is legal within these bounds, `{"any": true}` for whatever is legal first. `note` is how its owner
    calls it.
    """

    moves: tuple[Message, ...]
    guard: str = ""
    when: str = ""
    note: str = ""


class MoveOrdered(Event, frozen=True):
    """What was done in this seat just before, in the same action, its player had ordered beforehand."""

    RULES = ("G24",)

    seat: int
