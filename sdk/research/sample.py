"""Sample of a title's games between random players, from which its encodings are derived.

The games have fixed seeds, so every process of every machine finds the same sample.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.messages import Command
from domain.rulebook import Rulebook
from sdk.research.table import Table

GAMES = 10
MOMENTS = 1000
"""No further game begins after this number of answers."""
_OTHERS = 4
"""A seat that need not be asked is looked at once in this number of answers."""


class SeatView(Struct, frozen=True):
    """A seat's view at this moment of a game, its legal commands, and the full state."""

    seen: Any
    commands: Sequence[Command]
    state: Any


def sample(rulebook: Rulebook[Any], players: int, options: Mapping[str, Any]) -> Iterator[SeatView]:
    """The moments of some random games, up to and including their ends."""
    count = 0
    for number in range(GAMES):
        if count >= MOMENTS:
            return
        lot = random.Random(number)
        table = Table(rulebook, players, options, number)
        while asked := table.asked():
            seat = lot.choice(asked)
            commands = rulebook.legal(table.seen(seat), seat)
            yield SeatView(table.seen(seat), commands, table.state)
            if count % _OTHERS == 0:
                other = lot.randrange(players)
                yield SeatView(table.seen(other), (), table.state)
            table.play(lot.choice(commands))
            count += 1
        for seat in range(players):
            yield SeatView(table.seen(seat), (), table.state)
