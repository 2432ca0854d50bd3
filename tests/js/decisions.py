"""Legal moves of every kind in a game of each title, as JSON for Node: `python -m tests.js.decisions`.

The titles are the built-in ones and those of the example packages.
"""

import importlib
import json
import sys
from collections.abc import Iterator
from typing import Any

from ai.self_play import Match
from domain import game as shared
from domain.projector import Projector, projector_for
from domain.title_loader import find_rulebooks
from domain.title_plugins import completed
from replay.message_json import command_json
from replay.state_json import render_state
from tests.measured import ROOT


def projectors() -> Iterator[tuple[Projector, str]]:
    """Every title's projector, and the place of its drawing in the checkout."""
    for title in find_rulebooks():
        yield projector_for(title), f"titles/{title.replace('-', '_')}/web/titles/{title}/board.js"
    for folder in sorted((ROOT / "examples").glob("*/stele_*/")):
        sys.path.insert(0, str(folder.parent))
        projector = Projector(completed(importlib.import_module(folder.name)))
        drawing = folder / "web" / "titles" / projector.rulebook.meta.id / "board.js"
        yield projector, str(drawing.relative_to(ROOT)) if drawing.exists() else "web/kit/declared-table.js"


def decisions(projector: Projector, drawing: str) -> list[dict[str, Any]]:
    """The first decision of a game with each combination of kinds of moves: its state, and all its legal moves."""
    rulebook = projector.rulebook
    match = Match(projector, ["random"] * rulebook.meta.least_players, "decisions")
    found: list[dict[str, Any]] = []
    known: set[frozenset[str]] = set()
    playing = True
    while playing:
        for seat in shared.to_act(rulebook, match.game):
            moves = [command_json(one) for one in shared.legal(rulebook, match.game, seat)]
            kinds = frozenset(move["type"] for move in moves)
            if kinds not in known:
                known.add(kinds)
                found.append(
                    {
                        "title": rulebook.meta.id,
                        "drawing": drawing,
                        "state": render_state(projector, match.game, seat),
                        "moves": [{"move": one, "text": ""} for one in moves],
                    }
                )
        playing = match.step()
    return found


if __name__ == "__main__":
    json.dump([one for projector, drawing in projectors() for one in decisions(projector, drawing)], sys.stdout)
