"""The sentences of events and commands."""

from stele.title import Command, Event, Hidden, SeatName, Sentence, say, say_number
from stele_liars_dice.events import Bid, BidDoubted, BidMade, CupsHanded, CupsLifted, DieLost, DieRolled, Doubt


def narrate(event: Event) -> Sentence:
    """The sentence of this event for its viewer, from the redacted event alone."""
    match event:
        case CupsHanded(_, dice):
            return say_number("Each player gets {number} die.", "Each player gets {number} dice.", dice)
        case DieRolled(seat, _, Hidden()):
            return say("{player} rolled a die under the cup.", player=SeatName(seat))
        case DieRolled(seat, _, face):
            return say("{player} rolled a {face} under the cup.", player=SeatName(seat), face=face)
        case BidMade(seat, count, face):
            return say_number(
                "{player} bids {number} die that shows {face}.",
                "{player} bids {number} dice that show {face}.",
                count,
                player=SeatName(seat),
                face=face,
            )
        case BidDoubted(seat):
            return say("{player} doubts the bid.", player=SeatName(seat))
        case CupsLifted(_, _, face, count):
            return say_number(
                "The cups are lifted: {number} die shows {face}.",
                "The cups are lifted: {number} dice show {face}.",
                count,
                face=face,
            )
        case DieLost(seat):
            return say("{player} lost a die.", player=SeatName(seat))
    raise TypeError(f"{type(event).__name__} is not an event of this game")


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
    match command:
        case Bid(_, count, face):
            return say_number(
                "Bid {number} die that shows {face}", "Bid {number} dice that show {face}", count, face=face
            )
        case Doubt():
            return say("Doubt the bid")
    raise TypeError(f"{type(command).__name__} is not a command of this game")
