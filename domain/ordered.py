"""Moves that were ordered beforehand: the record says of which moves that is so (G24)."""

from domain.messages import Event


class MoveOrdered(Event, frozen=True):
    """What was done in this seat just before, in the same action, its player had ordered beforehand."""

    RULES = ("G24",)

    seat: int
