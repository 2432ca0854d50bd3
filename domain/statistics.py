"""Statistics of a title: the facts that it counts in finished games, and the decisions that can be compared.

A title declares them in its module `statistics`: `TOPICS`, `facts(state, event)` and, optionally, `situation(state)`.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from domain.messages import Event


class Topic(Struct, frozen=True):
    """Something that a title counts: a table of its statistics, under the heading `label`.

    `of` heads the column of the counted things, `unit` the column of their values (empty if they have none). All three
    are texts for readers, `id` is for programs. Without `wins` it does not matter who won, as for facts of the whole
    table.
    """

    id: str
    label: str
    of: str
    unit: str = ""
    wins: bool = True


class Fact(Struct, frozen=True, array_like=True, gc=False):
    """A fact of a finished game: `seat` had, took or did `which`, at this `value`, in this `round` (0: in any).

    `topic` is a topic's id and `which` a text for readers. Without a seat it is a fact of the whole table, without a
    winner.
    """

    topic: str
    which: str
    seat: int | None = None
    value: int | None = None
    round: int = 0


def no_facts(_state: Any, _event: Event) -> Iterable[Fact]:
    """The facts of a title that declares none."""
    return ()


class TitleStatistics(Struct, frozen=True):
    """A title's declarations: its topics, the facts of an event in the full state before it, and its situations.

    `situation` reduces the public state before an answer to what decides it, as plain JSON values; equal situations are
    compared across games, and none means that this decision is not compared. Without `situation` whole public states
    are compared.
    """

    topics: tuple[Topic, ...] = ()
    facts: Callable[[Any, Event], Iterable[Fact]] = no_facts
    situation: Callable[[Any], Any] | None = None
