"""Legal moves of every kind in a game of each title, as JSON for Node: `python -m tests.js.decisions`."""

import json
import sys
from typing import Any

from ai.self_play import Match
from domain import game as shared
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from replay.message_json import command_json


def decisions(title: str) -> list[dict[str, Any]]:
    """The first decision of a game with each kind of move, and all its legal moves."""
    projector = projector_for(title)
    rulebook = projector.rulebook
    match = Match(projector, ["random"] * rulebook.meta.least_players, "decisions")
    found: list[dict[str, Any]] = []
    known: set[str] = set()
    playing = True
    while playing:
        for seat in shared.to_act(rulebook, match.game):
            moves = [command_json(one) for one in shared.legal(rulebook, match.game, seat)]
            kinds = {move["type"] for move in moves}
            if not kinds <= known:
                found.append({"title": title, "moves": [{"move": one, "text": ""} for one in moves]})
                known |= kinds
        playing = match.step()
    return found


if __name__ == "__main__":
    json.dump([one for title in find_rulebooks() for one in decisions(title)], sys.stdout)
