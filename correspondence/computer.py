"""Computer players. They see their seat's redacted state and its legal commands, as any player does.

`random` takes any legal command. `steward` takes the one that the title's own `appraise` likes best; equals by lot.
"""

import random
from collections.abc import Sequence
from typing import Any

from domain import game as shared
from domain.game import Game
from domain.messages import Command
from domain.projector import Projector
from domain.rulebook import Rulebook

KINDS = ("steward", "random")


def choose(rulebook: Rulebook[Any], seen: Game[Any], seat: int, kind: str, lot: random.Random) -> Command:
    """This computer player's answer; `seen` is the state that its seat may see."""
    commands: Sequence[Command] = shared.legal(rulebook, seen, seat)
    if kind == "random" or len(commands) == 1:
        return lot.choice(commands)
    worth = [rulebook.appraise(seen.table, seat, command) for command in commands]
    best = max(worth)
    return lot.choice([command for command, value in zip(commands, worth, strict=True) if value == best])


def computer_in(game: Game[Any], seat: int) -> str | None:
    """The kind of computer player that answers for this seat, or none where a person does."""
    place = game.seats[seat]
    if place.resigned:
        return shared.CARETAKER
    return None if place.kind == shared.PERSON else place.kind


def seats_to_play(projector: Projector, public: Game[Any]) -> list[tuple[int, str]]:
    """The seats that must answer now and are a computer's, with its kind."""
    asked = shared.to_act(projector.rulebook, public)
    return [(seat, kind) for seat in asked if (kind := computer_in(public, seat)) is not None]
