"""The players' commands, and the events."""

from stele.title import Command, Event, Hidden, gettext_noop, secret


class Bid(Command, frozen=True):
    """Bid that at least this number of dice under all cups show this face."""

    count: int
    face: int


class Doubt(Command, frozen=True):
    """Doubt the bid that stands."""

    SAYS = gettext_noop("Doubt the bid")


class CupsHanded(Event, frozen=True):
    """Set-up: each player gets a cup and dice."""

    RULES = ("LD-S1", "LD-S2")
    players: int
    dice: int


class DieRolled(Event, frozen=True):
    """A die was rolled under this seat's cup."""

    RULES = ("LD-R1",)
    SAYS = gettext_noop("{player} rolled a {face} under the cup.")
    seat: int
    round: int
    face: int | Hidden = secret(to="seat")


class BidMade(Event, frozen=True):
    """This seat bids."""

    RULES = ("LD-B1", "LD-B2")
    seat: int
    count: int
    face: int


class BidDoubted(Event, frozen=True):
    """This seat doubts the bid."""

    RULES = ("LD-B2", "LD-B3")
    SAYS = gettext_noop("{player} doubts the bid.")
    seat: int


class CupsLifted(Event, frozen=True):
    """All cups are lifted: the faces under each, seat by seat, and how many show the face of the bid."""

    RULES = ("LD-D1", "R1")
    round: int
    faces: tuple[tuple[int, ...], ...]
    face: int
    count: int

    def reveals(self, sealed: Event) -> bool:
        """Whether this event reveals the sealed one: all dice rolled in this round become public."""
        return isinstance(sealed, DieRolled) and sealed.round == self.round


class DieLost(Event, frozen=True):
    """This seat loses a die."""

    RULES = ("LD-D2", "LD-D3", "LD-E1")
    SAYS = gettext_noop("{player} lost a die.")
    seat: int


COMMANDS: tuple[type[Command], ...] = (Bid, Doubt)
