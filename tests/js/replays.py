"""A real server's responses about a finished game of each title, as JSON: `python -m tests.js.replays`."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from api.services import services
from app import create_app
from domain.title_loader import find_rulebooks
from eventstore.valkey.connection import connect
from tests.api.clients import Client
from tests.audit.games import bundled, played
from verify.bundle import read_bundle


def responses(title: str, data: str) -> dict[str, Any]:
    """The responses of a server with this data directory about a game of this title, to seat 1 and to the public."""
    app = create_app({"STELE_DATA": data, "STELE_LIMITS": "off"})
    projector, game = played(title)
    with app.app_context():
        services().games.tables.take_in(read_bundle(bundled(projector, game, game.entries)))
    gallery, path = Client(app), f"/api/games/{game.game_id}"

    def lines(viewer: str) -> str:
        """The steps as the pages read them."""
        asked = f"{path}/replay?state=patch&brief=true&as={viewer}"
        found: bytes = gallery.call("GET", asked, Accept="application/x-ndjson").body
        return found.decode()

    return {
        "lines": {viewer: lines(viewer) for viewer in ("public", "1")},
        "steps": gallery.get(f"{path}/replay?state=full&brief=false&limit=5000&as=1")["steps"],
        "events": gallery.get(f"{path}/events?limit=5000")["events"],
        "state": gallery.get(f"{path}/state")["state"],
        "summary": gallery.get(path),
        "rules": list(gallery.get(f"/api/rulebooks/{title}")["rules"]),
    }


if __name__ == "__main__":
    told = {}
    # The server still writes there when this process ends, and ends afterwards.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        for title in find_rulebooks():
            told[title] = responses(title, directory)
            connect(None, Path(directory)).flushall()  # the next title's game has the same id
    json.dump(told, sys.stdout)
