"""Replay a playout that broke a law: `python -m stele.laws FILE` (or TITLE PLAYERS SEED)."""

import json
import sys
from pathlib import Path

from domain.projector import projector_for
from eventstore.entries import read_record
from replay.narration import narrate
from sdk.laws.walk import LawBroken, Walk


def main(arguments: list[str]) -> int:
    """Repeat the walk, and print the story up to the violation. A file's walk is repeated with the same checks."""
    if len(arguments) == 1:
        kept = json.loads(Path(arguments[0]).read_text())
        title, players, seed = kept["title"], kept["players"], kept["seed"]
        thorough = kept.get("thorough", False)
    else:
        title, players, seed = arguments[0], int(arguments[1]), int(arguments[2])
        thorough = True
    walk = Walk(title, players, seed, thorough)
    try:
        walk.run()
        verdict = "every law holds"
    except LawBroken as broken:
        verdict = str(broken)
    projector = projector_for(title)
    for entry in walk.entries:
        print(f"{entry.position!s:>8}  {narrate(projector.rulebook, read_record(projector, entry).data, []).text}")
    print(verdict)
    return 0 if verdict == "every law holds" else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
