"""Standing orders: their content, and how the record marks the moves made by one (G24)."""

from typing import Any

from msgspec import Struct

from domain.messages import Event
from domain.rulebook import gettext_noop

Message = dict[str, Any]
"""A command as sent: its type and its fields, each of which may be a named place instead of a value."""


class Order(Struct, frozen=True, omit_defaults=True):
    """While `guard` holds (empty: always), play the first legal one of these moves.

    With `when` it applies, repeatedly, whenever that condition holds, and is skipped otherwise. A field of a move may
    be a named place: `{"least": {"from": 3, "to": 10}}` and `{"most": …}` are the least and the most that is legal
    within these bounds, `{"any": true}` is the first legal value. `note` is its owner's label.
    """

    moves: tuple[Message, ...]
    guard: str = ""
    when: str = ""
    note: str = ""


class MoveOrdered(Event, frozen=True):
    """The preceding event of this seat, in the same action, is a standing order set by its player."""

    RULES = ("G24",)
    SAYS = gettext_noop("(standing order)")

    seat: int
