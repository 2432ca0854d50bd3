"""The players' commands, and the events."""

from stele.title import Command, Event, gettext_noop


class Roll(Command, frozen=True):
    """Roll the die."""

    SAYS = gettext_noop("Roll the die")


class Bank(Command, frozen=True):
    """Bank the pot."""

    SAYS = gettext_noop("Bank the pot")


class RoundsAgreed(Event, frozen=True):
    """Set-up: this number of players, and of rounds."""

    RULES = ("S1",)
    players: int
    rounds: int


class RollChosen(Event, frozen=True):
    """This seat rolls the die."""

    RULES = ("T1", "T2")
    SAYS = gettext_noop("{player} rolls the die.")
    seat: int


class DieRolled(Event, frozen=True):
    """The die shows this face."""

    RULES = ("T3", "T4")
    SAYS = gettext_noop("The die shows {face}.")
    seat: int
    face: int


class PotBanked(Event, frozen=True):
    """This seat banks the pot."""

    RULES = ("T5",)
    seat: int
    points: int


COMMANDS: tuple[type[Command], ...] = (Roll, Bank)
