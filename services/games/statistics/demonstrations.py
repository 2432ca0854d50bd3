"""Demonstrations: the game of each title that a new server plays automatically, so that it has something to show.

Statistics and profiles count it, and say so, only until there is a real game.
"""

_PREFIX = "demo-"


def demonstration_id(rulebook_id: str) -> str:
    """The id of the title's demonstration game."""
    return f"{_PREFIX}{rulebook_id}"


def is_demonstration(game_id: str) -> bool:
    """Whether this is the id of a demonstration game. Ids of other games are random letters and digits."""
    return game_id.startswith(_PREFIX)
