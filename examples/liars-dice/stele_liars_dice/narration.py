"""The sentences of events and commands."""

from stele.title import Command, Event, Hidden, SeatName, Sentence, say, say_fields, say_number
from stele_liars_dice.events import Bid, BidMade, CupsHanded, CupsLifted, DieRolled


def narrate(event: Event) -> Sentence:
    """The sentence of this event for its viewer, from the redacted event alone."""
    match event:
        case CupsHanded(_, dice):
            return say_number("Each player gets {number} die.", "Each player gets {number} dice.", dice)
        case DieRolled(seat, _, Hidden()):
            return say("{player} rolled a die under the cup.", player=SeatName(seat))
        case BidMade(seat, count, face):
            return say_number(
                "{player} bids {number} die that shows {face}.",
                "{player} bids {number} dice that show {face}.",
                count,
                player=SeatName(seat),
                face=face,
            )
        case CupsLifted(_, _, face, count):
            return say_number(
                "The cups are lifted: {number} die shows {face}.",
                "The cups are lifted: {number} dice show {face}.",
                count,
                face=face,
            )
    return say_fields(event)


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
    match command:
        case Bid(_, count, face):
            return say_number(
                "Bid {number} die that shows {face}", "Bid {number} dice that show {face}", count, face=face
            )
    return say_fields(command)
