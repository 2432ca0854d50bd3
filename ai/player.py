"""Computer player: the seats it answers for, and its answer from the seat's redacted state."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from ai.kinds import CARETAKER, kind_named, searches
from ai.search.search import Budget, never, search
from domain import game as shared
from domain.game import Game
from domain.messages import Command, Event
from domain.rulebook import Rulebook
from replay.viewer_state import Seen


def choose(
    rulebook: Rulebook[Any],
    seen: Game[Any],
    seat: int,
    kind: str,
    lot: random.Random,
    past: Callable[[], Sequence[Event]],
    budget: Budget | None = None,
    stop: Callable[[], bool] = never,
) -> Command:
    """The command of this kind of computer player; `seen` is the state that its seat may see.

    `past` gives the title's events that count, as the seat has seen them. A kind that searches uses `budget`, or its
    own if there is none, and raises `Stopped` when it is stopped. Raises `KindMissing` if the kind is not installed.
    """
    commands = shared.legal(rulebook, seen, seat)
    if len(commands) == 1:
        return lot.choice(commands)
    player = kind_named(kind)
    if searches(player):
        tried = search(rulebook, seen, past(), seat, budget or player.budget, lot, stop)
        return player.choose_among(tried, lot)
    return player.choose(rulebook, seen, seat, commands, lot)


def computer_in(game: Game[Any], seat: int) -> str | None:
    """The kind of computer player that answers for this seat, or none if a person does."""
    place = game.seats[seat]
    if place.is_left:
        return CARETAKER
    return None if place.kind == shared.PERSON else place.kind


def seats_to_play(seen: Seen) -> list[tuple[int, str]]:
    """The seats that must answer and have a computer player, with its kind."""
    return [(seat, kind) for seat in seen.to_act if (kind := computer_in(seen.game, seat)) is not None]
