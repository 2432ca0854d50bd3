"""The sentences of events and commands."""

from stele.title import Command, Event, SeatName, Sentence, say, say_fields, say_number
from stele_new_title.events import DieRolled, PotBanked, RoundsAgreed


def narrate(event: Event) -> Sentence:
    """The sentence of this event."""
    match event:
        case RoundsAgreed(_, rounds):
            return say_number("The game lasts {number} round.", "The game lasts {number} rounds.", rounds)
        case DieRolled(seat, 1):
            return say("A one: {player} loses the pot.", player=SeatName(seat))
        case PotBanked(seat, points):
            return say_number(
                "{player} banks {number} point.", "{player} banks {number} points.", points, player=SeatName(seat)
            )
    return say_fields(event)


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
    return say_fields(command)
