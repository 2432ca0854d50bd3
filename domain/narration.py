"""Narration: the sentences of the events and commands of every game that depend on a value.

The sentence of any other event or command consists of its fields, and is in its class, as `SAYS`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.clocks.availability import DAY, MINUTE, PlayTimes
from domain.disputes.events import (
    DisputeAnswered,
    DisputeDecided,
    Remedy,
    SeatTakenOver,
    SecretDisclosed,
)
from domain.game import (
    NOT_OPENED,
    REFEREE,
    CommandSigned,
    Forked,
    GameAborted,
    GameCreated,
    GameFinished,
    SeatOffered,
    SeatReleased,
    SeatReserved,
    SeatResigned,
    recorded_name,
)
from domain.messages import (
    Command,
    Event,
    LocalTime,
    PlayerName,
    SeatName,
    Sentence,
    Verbatim,
    say,
    say_fields,
    say_number,
)
from domain.proposals.events import AnswerEnd, AnswerTakeBack, EndAnswered, EndProposed, ProposeEnd, TakeBackAnswered
from domain.rulebook import Result


def narrate_shared(event: Event, is_deliberate: bool = True) -> Sentence:
    """The sentence for one of the shared events. `is_deliberate` says that it was a player's own command."""
    match event:
        case GameCreated(rulebook, players):
            return say("A game of {title} for {players} players was opened.", title=rulebook, players=players)
        case Forked(game, position, seen_by=int(seat)):
            return say(
                "An analysis game, copied from game {game} at {position} as {player} saw it. Everything hidden from "
                "{player} was dealt again at random.",
                game=Verbatim(game), position=Verbatim(position), player=SeatName(seat),
            )  # fmt: skip
        case Forked(game, position):
            return say(
                "An analysis game, copied from game {game} at {position}.",
                game=Verbatim(game), position=Verbatim(position),
            )  # fmt: skip
        case SeatReleased(seat, "declined"):
            return say("Seat {number} was declined by the player it was reserved for. It is free.", number=seat + 1)
        case SeatReleased(seat, "released"):
            return say("Seat {number} is no longer reserved. It is free.", number=seat + 1)
        case SeatReleased(seat):
            return say("Seat {number} was reserved for a week but not taken. It is free.", number=seat + 1)
        case SeatReserved(seat, player):
            return say("Seat {number} is reserved for {name}.", number=seat + 1, name=PlayerName(player, ""))
        case SeatOffered(seat, ""):
            return say("{player} withdraws the offer of their seat.", player=SeatName(seat))
        case SeatOffered(seat, player, name):
            heir = PlayerName(player, recorded_name(name))
            return say("{player} offers their seat to {name}.", player=SeatName(seat), name=heir)
        case CommandSigned(seat) if seat == REFEREE:
            return say("The decision is signed.")
        case SeatResigned(seat) if not is_deliberate:
            return say("{player} ran out of time and is out of the game.", player=SeatName(seat))
        case GameAborted(int(seat)):
            return say("{player} called the game off.", player=SeatName(seat))
        case GameAborted(text=text) if text == NOT_OPENED:
            return say(
                "Not all players revealed their contribution to the random draws in time, so the game is called off."
            )
        case GameAborted(text=text):
            return say('The operator called the game off: "{text}"', text=Verbatim(text))
        case GameFinished(result):
            return narrate_end(result, range(len(result.places)))
    return _narrate_proposal(event) or _narrate_dispute(event) or say_fields(event, **_WORDS)


def narrate_end(result: Result, teams: Sequence[int]) -> Sentence:
    """The sentence for this result, with the team of each seat."""
    first = winners(result)
    if not first:
        return say("The game is over. All players lost.")
    if len(first) == 1:
        return say("The game is over. {player} won.", player=first[0])
    if len({teams[seat] for seat in result.winners()}) == 1:
        return say("The game is over. {players} won together.", players=first)
    return say("The game is over. {players} share first place.", players=first)


def _narrate_proposal(event: Event) -> Sentence | None:
    match event:
        case TakeBackAnswered(seat, True):
            return say("{player} agrees to the take-back.", player=SeatName(seat))
        case TakeBackAnswered(seat):
            return say("{player} declines the take-back.", player=SeatName(seat))
        case EndProposed(seat, "draw"):
            return say("{player} proposes to end the game as a draw.", player=SeatName(seat))
        case EndProposed(seat):
            return say("{player} proposes to end the game as it stands.", player=SeatName(seat))
        case EndAnswered(seat, True):
            return say("{player} agrees to end the game.", player=SeatName(seat))
        case EndAnswered(seat):
            return say("{player} wants to play on.", player=SeatName(seat))
    return None


def _narrate_dispute(event: Event) -> Sentence | None:
    match event:
        case DisputeAnswered(seat, number, agrees, text):
            return _answered(number, agrees, player=SeatName(seat), text=Verbatim(text))
        case SecretDisclosed(seat, number, position, field, "referee"):
            return say(
                "{player} shows the referee the secret \"{field}\" of {position}, in dispute {number}.",
                player=SeatName(seat), field=Verbatim(field), position=Verbatim(position), number=number,
            )  # fmt: skip
        case SecretDisclosed(seat, number, position, field):
            return say(
                "{player} shows the operator the secret \"{field}\" of {position}, in dispute {number}.",
                player=SeatName(seat), field=Verbatim(field), position=Verbatim(position), number=number,
            )  # fmt: skip
        case DisputeDecided(number, "players", _, remedy):
            return say(
                "All players agree to the remedy in dispute {number}: {remedy}.",
                number=number, remedy=describe_remedy(remedy),
            )  # fmt: skip
        case DisputeDecided(number, "referee", text, remedy):
            return say(
                'The referee decides dispute {number}: {remedy}. "{text}"',
                number=number, text=Verbatim(text), remedy=describe_remedy(remedy),
            )  # fmt: skip
        case DisputeDecided(number, _, text, remedy):
            return say(
                'The operator decides dispute {number}: {remedy}. "{text}"',
                number=number, text=Verbatim(text), remedy=describe_remedy(remedy),
            )  # fmt: skip
        case SeatTakenOver(seat, player, _, name):
            # The seat keeps its previous player's name until the next entry.
            heir = PlayerName(player, recorded_name(name))
            return say("{name} took over the seat from {player}.", name=heir, player=SeatName(seat))
    return None


def _answered(number: int, agrees: bool, **values: Any) -> Sentence:
    if agrees and not values["text"].text:
        return say("{player} agrees to the proposed remedy in dispute {number}.", number=number, **values)
    if agrees:
        return say('{player} agrees to the proposed remedy in dispute {number}: "{text}"', number=number, **values)
    if not values["text"].text:
        return say("{player} does not agree to the proposed remedy in dispute {number}.", number=number, **values)
    return say('{player} does not agree to the proposed remedy in dispute {number}: "{text}"', number=number, **values)


def describe_remedy(remedy: Remedy) -> Sentence:
    """The sentence for what this remedy does."""
    match remedy:
        case Remedy("roll_back", position):
            return say("play continues from {position}", position=Verbatim(position))
        case Remedy("result", places=places):
            return say(
                "the game ends with {players} in first place",
                players=[SeatName(seat) for seat, place in enumerate(places) if place == 1],
            )
        case Remedy("free_seat", seat=int(seat)):
            return say("{player} loses their seat", player=SeatName(seat))
    return say("no change")


def long(time: int) -> Sentence:
    """This length of time in its largest whole unit."""
    if time % DAY == 0:
        return say_number("{number} day", "{number} days", time // DAY)
    if time % (60 * MINUTE) == 0:
        return say_number("{number} hour", "{number} hours", time // (60 * MINUTE))
    return say_number("{number} minute", "{number} minutes", time // MINUTE)


def hours_a_week(times: PlayTimes) -> Sentence:
    """The hours of a week in these play times."""
    return say_number("{number} hour", "{number} hours", times.minutes // 60)


def seat_number(seat: int) -> int:
    """The number of a seat without a player, as people count."""
    return seat + 1


def winners(result: Result) -> list[SeatName]:
    """The players in the first place."""
    return [SeatName(seat) for seat in result.winners()]


_WORDS: Mapping[str, Callable[[Any], Any]] = {
    "position": Verbatim, "text": Verbatim, "remedy": describe_remedy, "since": LocalTime, "until": LocalTime,
    "deadline": LocalTime, "time": long, "times": hours_a_week, "to": SeatName, "seat": seat_number, "result": winners,
}  # fmt: skip
"""The words for the values of these fields."""


def describe_shared(command: Command) -> Sentence:
    """The sentence for what one of these shared commands would do."""
    match command:
        case AnswerTakeBack(_, True):
            return say("Agree to the take-back")
        case AnswerTakeBack():
            return say("Decline the take-back")
        case ProposeEnd(_, "draw"):
            return say("Offer a draw")
        case ProposeEnd():
            return say("Propose to end the game as it stands")
        case AnswerEnd(_, True):
            return say("Agree to end the game")
        case AnswerEnd():
            return say("Keep playing")
    return say_fields(command, **_WORDS)
