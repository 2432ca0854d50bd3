"""The sentences of events and commands."""

from stele.title import Command, Event, SeatName, Sentence, say, say_number
from stele_new_title.events import Bank, DieRolled, PotBanked, Roll, RollChosen, RoundsAgreed


def narrate(event: Event) -> Sentence:
    """The sentence of this event."""
    match event:
        case RoundsAgreed(_, rounds):
            return say_number("The game lasts {number} round.", "The game lasts {number} rounds.", rounds)
        case RollChosen(seat):
            return say("{player} rolls the die.", player=SeatName(seat))
        case DieRolled(seat, 1):
            return say("A one: {player} loses the pot.", player=SeatName(seat))
        case DieRolled(_, face):
            return say("The die shows {face}.", face=face)
        case PotBanked(seat, points):
            return say_number(
                "{player} banks {number} point.", "{player} banks {number} points.", points, player=SeatName(seat)
            )
    raise TypeError(f"{type(event).__name__} is not an event of this game")


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
    match command:
        case Roll():
            return say("Roll the die")
        case Bank():
            return say("Bank the pot")
    raise TypeError(f"{type(command).__name__} is not a command of this game")
