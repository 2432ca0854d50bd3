"""The player's command, and the events."""

from stele.title import Command, Event, Hidden, gettext_noop, secret


class PlayCard(Command, frozen=True):
    """Play this card."""

    SAYS = gettext_noop("Play {card}")
    card: int


class TeamsSeated(Event, frozen=True):
    """Set-up: the game lasts this number of deals."""

    RULES = ("S1",)
    deals: int


class HandDealt(Event, frozen=True):
    """This seat is dealt its thirteen cards."""

    RULES = ("S2",)
    seat: int
    cards: tuple[int, ...] | Hidden = secret(to="seat", shows_height=True)


class CardPlayed(Event, frozen=True):
    """This seat plays a card."""

    RULES = ("T1", "T2")
    SAYS = gettext_noop("{player} plays {card}.")
    seat: int
    card: int


class TrickTaken(Event, frozen=True):
    """This seat takes the trick."""

    RULES = ("T3", "T4")
    SAYS = gettext_noop("{player} takes the trick.")
    seat: int


class DealScored(Event, frozen=True):
    """The deal is over: the points of the two teams for it."""

    RULES = ("P1",)
    points: tuple[int, int]


COMMANDS: tuple[type[Command], ...] = (PlayCard,)
