"""Spaces of a title: the numbers of its commands, views and full states, derived once in a process."""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from domain.rulebook import Rulebook
from domain.title_loader import find_command_values, find_rulebooks
from sdk.research.actions import Actions
from sdk.research.encoding import Features
from sdk.research.sample import sample

_KEPT = 32
"""The number of titles, player counts and options whose encodings a process keeps."""
_STRIDE = 3
"""One of this many moments is enough for the encoding of states, which are large."""


class Encodings:
    """The encodings of a title with this number of players and these options."""

    def __init__(self, rulebook: Rulebook[Any], players: int, options: Mapping[str, Any]) -> None:
        self._sample: Callable[[], Any] = lambda: sample(rulebook, players, options)
        moments = list(self._sample())
        commands = (command for moment in moments for command in moment.commands)
        values = find_command_values(rulebook.meta.id)
        self.actions = Actions(rulebook.COMMANDS, {} if values is None else values(players, options), commands)
        self.views = Features(rulebook.view(moment.seen) for moment in moments)

    @cached_property
    def states(self) -> Features:
        """The encoding of full states, which only a critic needs."""
        moments = list(self._sample())
        return Features(plain_state(moment.state) for moment in (*moments[::_STRIDE], moments[-1]))


@lru_cache(_KEPT)
def encodings_of(title: str, players: int, options: bytes) -> Encodings:
    """The encodings for these options, which are given as JSON."""
    return Encodings(find_rulebooks()[title], players, msgspec.json.decode(options))


def plain_state(state: Any) -> Any:
    """A state as plain values, the same in every process."""
    return msgspec.to_builtins(state, order="deterministic")
