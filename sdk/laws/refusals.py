"""Refusal law: a seat's moves, one or several, are refused equally in worlds that look the same to it.

Several moves sent together extend only as far as their seat can foresee (G25), so their refusal reveals nothing hidden.
A single move is checked against the full state, but its refusal must not depend on hidden parts either.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.chance import Chance
from domain.game import Game
from domain.messages import Command, Illegal, IllegalMove
from domain.preview import check_foreseen, foresee_all
from domain.rulebook import Rulebook
from sdk.laws.generated import made_up_command, texts_in, varied_command

LISTS = 12
"""The number of moves and lists of moves tried at a moment."""


def refusal(rulebook: Rulebook[Any], seen: Game[Any], table: Any, commands: Sequence[Command], lot: Chance) -> str:
    """The reason why these commands of one seat are refused in this full table; empty if they are made."""
    number = 0
    try:
        if len(commands) > 1:
            check_foreseen(rulebook, seen, commands)
        for number, command in enumerate(commands, start=1):
            for event in rulebook.decide(table, command, lot):
                table = rulebook.evolve(table, event)
            while number < len(commands) and (follows := rulebook.advance(table, lot)) is not None:
                table = rulebook.evolve(table, follows)
    except Illegal as illegal:
        number = illegal.number if isinstance(illegal, IllegalMove) else number
        return f"{number} {illegal.rule} {illegal}"
    return ""


def drawn_commands(rulebook: Rulebook[Any], seen: Game[Any], seat: int, lot: random.Random) -> Iterator[list[Command]]:
    """One to three moves of this seat: legal as far as it can foresee, then arbitrary."""
    texts = texts_in(rulebook.view(seen.table)) or [""]
    for _ in range(LISTS):
        commands: list[Command] = []
        game = seen
        for _ in range(lot.randrange(3)):
            legal = list(rulebook.legal(game.table, seat))
            if not legal:
                break
            commands.append(lot.choice(legal))
            foreseen = foresee_all(rulebook, seen, commands)
            if not foreseen.is_complete:
                break
            game = foreseen.game
        made = made_up_command(lot.choice(rulebook.COMMANDS), 1, lot, texts)
        last = varied_command(lot.choice(commands), lot, texts) if commands and lot.random() < 0.5 else made
        yield [*commands, msgspec.structs.replace(last, seat=seat)]


def further_commands(
    rulebook: Rulebook[Any], seen: Game[Any], table: Any, seat: int, lot: random.Random, luck: Chance
) -> Iterator[list[Command]]:
    """Two moves of this seat, the first with an outcome it cannot foresee, after which the second is legal."""
    legal = list(rulebook.legal(seen.table, seat))
    for first in lot.sample(legal, min(len(legal), LISTS)):
        if foresee_all(rulebook, seen, [first]).is_complete:
            continue
        after = table
        for event in rulebook.decide(table, first, luck):
            after = rulebook.evolve(after, event)
        while (follows := rulebook.advance(after, luck)) is not None:
            after = rulebook.evolve(after, follows)
        following = list(rulebook.legal(after, seat))
        yield from ([first, second] for second in lot.sample(following, min(len(following), 4)))
