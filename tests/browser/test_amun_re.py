"""Amun-Re, the board game, in the browser: a whole game by clicking, and no hand shown to another player."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from tests.api.clients import table_of
from tests.browser.playing import open_table, play_by_clicking

TITLE = "amun-re"
MOST_BY_CLICKING = 500


@pytest.mark.soak
def test_whole_game_by_clicking(browse, gallery, wire):
    """Against two computer players, from the first auction to the last Gold, with nothing but clicks on the board.

    No byte that comes tells a Favor card that another player holds.
    """
    # Random players buy Favor cards in every game.
    game_id, (client,) = table_of(gallery, TITLE, ["Ada"], bots=2, bot_kind="random")
    page = open_table(browse(client, base_url=wire.url), game_id)
    expect(page.locator("#board .kit-surface > svg.amunre-board")).to_be_visible()
    heard = play_by_clicking(page, wire, random.Random(3), MOST_BY_CLICKING)
    expect(page.locator(".ranking li")).to_have_count(3)
    sent = re.findall(r'"type":"FavorDrawn",[^{]*"data":(\{.*?\}+)', heard)
    drawn = [json.loads(text) for text in sent]
    others = [data for data in drawn if data["seat"] != 0]
    assert others and all(data["card"] == {"hidden": True} for data in others)
