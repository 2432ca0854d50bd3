"""The tutorial of a first bot, run word for word against a server."""

import re

from tests.documents.blocks import blocks
from tests.documents.test_tour import for_this_curl, walk
from tests.missing_programs import needs
from tests.serving import ROOT

PAGE = ROOT / "docs" / "tutorials" / "first-bot.md"


@needs("curl")
def test_the_bot_plays_its_first_game(served, tmp_path, monkeypatch):
    """The bot gets its account, takes the seat that is reserved for it, and plays a game to the end."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "sdk" / "python"))
    account, _started, game = walk(served, tmp_path, [for_this_curl(block.text) for block in blocks(PAGE)])
    assert account.startswith("BOT Thoth ")
    first, *_more, points = game.splitlines()
    assert first.endswith(": sitting down to Kheops")
    assert re.fullmatch(r"\[\d+, \d+\]", points)
