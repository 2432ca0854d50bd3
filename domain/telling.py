"""What the events and commands of every game say, in sentences."""

from domain.game import (
    Abort,
    CommandSigned,
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    KeyChanged,
    NonceOpened,
    Resign,
    SeatResigned,
    SeatTaken,
)
from domain.messages import Command, Event, SeatName, Sentence, say


def narrate_shared(event: Event) -> Sentence:
    """What one of these shared events says."""
    match event:
        case GameCreated(rulebook, players):
            return say("A game of {title} for {players} players was opened.", title=rulebook, players=players)
        case SeatTaken(seat):
            return say("{player} sat down.", player=SeatName(seat))
        case NonceOpened(seat):
            return say("{player} opened their part in the luck.", player=SeatName(seat))
        case CommandSigned(seat):
            return say("{player} signed it.", player=SeatName(seat))
        case KeyChanged(seat):
            return say("{player} signs with another key from now on.", player=SeatName(seat))
        case GameStarted():
            return say("The game started.")
        case SeatResigned(seat):
            return say("{player} resigned.", player=SeatName(seat))
        case GameAborted(seat):
            return say("{player} called the game off.", player=SeatName(seat))
        case GameFinished(result):
            winners = [SeatName(seat) for seat in result.winners()]
            if len(winners) == 1:
                return say("The game is over. {player} won.", player=winners[0])
            return say("The game is over. {players} share first place.", players=winners)
    raise TypeError(f"{type(event).__name__} is not an event of every game")


def describe_shared(command: Command) -> Sentence:
    """What one of these shared commands would do."""
    match command:
        case Resign():
            return say("Resign")
        case Abort():
            return say("Call the game off")
    raise TypeError(f"{type(command).__name__} is not a command of every game")
