"""Computer player API: kinds in other packages import only this module of Stele.

`docs/guides/computer-players.md` shows its use. A change that removes a name or changes its meaning raises `PROTOCOL`.
"""

import stele.import_path  # noqa: F401
from ai.kinds import PROTOCOL, Kind, Searching, find_kinds
from ai.search.search import Budget, Tried
from domain.game import Game
from domain.messages import Command, Sentence, say
from domain.rulebook import Rulebook

__all__ = [  # noqa: RUF022
    # A kind: a module with `PROTOCOL`, `description`, and `choose` or `budget` and `choose_among`.
    "PROTOCOL", "Kind", "Searching", "Budget", "Tried", "say", "Sentence",
    # The arguments of `choose`.
    "Rulebook", "Game", "Command",
    # The other kinds, for example to improve on the steward.
    "find_kinds",
]  # fmt: skip
