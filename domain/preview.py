"""Preview of a move: its outcome, as far as the seat considering it can know.

The rules run on the seat's redacted state only, so the outcome contains no secrets. They stop where they need
randomness or a value that is hidden from this seat, and where another seat is asked.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain import game as shared
from domain.game import Game
from domain.messages import Command, Event, Illegal, IllegalMove
from domain.redaction import NotKnown, redact
from domain.rulebook import Rulebook
from domain.shared_rules import check_is_played


class Foreseen(Struct, frozen=True):
    """The events that would follow, the seat's state after them, and whether they reach the next answer."""

    events: tuple[Event, ...]
    game: Game[Any]
    is_complete: bool


class _NoLuck:
    """Randomness that cannot be drawn."""

    def __init__(self, draws: int) -> None:
        self.draws = draws

    def below(self, bound: int) -> int:
        raise NotKnown


def foresee_all(rulebook: Rulebook[Any], seen: Game[Any], commands: Sequence[Command]) -> Foreseen:
    """The outcome of these commands of one seat, one after the other, or `Illegal`.

    Commands after a point that depends on randomness, another's secret or another seat's answer are not examined.
    """
    foreseen = Foreseen((), seen, True)
    for command in commands:
        if not foreseen.is_complete:
            break
        following = foresee(rulebook, foreseen.game, shared.as_listed(rulebook, foreseen.game, command))
        foreseen = Foreseen(foreseen.events + following.events, following.game, following.is_complete)
    return foreseen


def check_foreseen(rulebook: Rulebook[Any], seen: Game[Any], commands: Sequence[Command]) -> None:
    """Refuse these commands of one seat unless the outcome of all but the last can be foreseen by it (G25).

    Randomness, another's secret or another seat matter only after an answer, never in a refusal, so a refusal here
    depends only on what the seat sees.
    """
    for number, command in enumerate(commands, start=1):
        try:
            foreseen = foresee(rulebook, seen, shared.as_listed(rulebook, seen, command))
        except Illegal as refusal:
            raise IllegalMove(number, refusal) from None
        if number < len(commands) and not foreseen.is_complete:
            raise Illegal(
                "of moves sent together, only the last can have an outcome that you can't foresee; "
                "send the later moves when you know the outcome",
                "G25",
            )
        seen = foreseen.game


def foresee(rulebook: Rulebook[Any], seen: Game[Any], command: Command) -> Foreseen:
    """The outcome of this command, from the state that its seat may see, or `Illegal`."""
    check_is_played(seen, command)
    luck = _NoLuck(seen.draws)
    events: list[Event] = []
    game, is_complete = seen, False

    def happens(event: Event, actor: int | None) -> None:
        nonlocal game
        shown = redact(event, command.seat)
        events.append(shown)
        game = shared.evolve(rulebook, game, shown, actor, 0)

    try:
        for event in rulebook.decide(seen.table, command, luck):
            happens(event, command.seat)
        # Whether another seat has a choice may be hidden information: its answers are not foreseen.
        while set(rulebook.to_act(game.table)) <= {command.seat}:
            follows = rulebook.advance(game.table, luck)
            if follows is None:
                is_complete = rulebook.result(game.table) is None
                break
            happens(follows, None)
    except NotKnown:
        pass
    return Foreseen(tuple(events), game, is_complete)
