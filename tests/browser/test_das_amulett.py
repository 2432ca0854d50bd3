"""Das Amulett in the browser: a whole game by clicking, and no hand shown to another player."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from tests.api.clients import table_of
from tests.browser.playing import axe_report, choose_on_board, open_table, play_by_clicking

TITLE = "das-amulett"
MOST_BY_CLICKING = 700
SEALED = ("MetalsDealt", "MetalsDrawn", "MetalTaken", "SpellsDealt", "SpellsKept", "SpellsFuelled")


def sealed_of_others(heard, seat):
    """The data of every sealed event of other seats that came over the wire."""
    kinds = "|".join(SEALED)
    found = [json.loads(text) for text in re.findall(rf'"type":"(?:{kinds})",[^{{]*"data":(\{{.*?\}}+)', heard)]
    return [data for data in found if data["seat"] != seat]


@pytest.mark.soak
def test_whole_game_by_clicking(browse, gallery, wire):
    """Against two computer players with the advanced set-up, from the secret choice to the complete amulet.

    No byte that comes tells a metal or a spell that another player keeps to themselves.
    """
    game_id, (client,) = table_of(gallery, TITLE, ["Ada"], bots=2, options={"advanced": True})
    page = open_table(browse(client, base_url=wire.url), game_id)
    expect(page.locator("#board .kit-surface > svg.amulett-board")).to_be_visible()
    heard = play_by_clicking(page, wire, random.Random(3), MOST_BY_CLICKING)
    expect(page.locator(".ranking li")).to_have_count(3)
    others = sealed_of_others(heard, 0)
    assert {"metals", "spells", "energy"} <= {name for data in others for name in data}
    for data in others:
        values = [value for name, value in data.items() if name in ("metals", "metal", "spells", "energy")]
        assert values and all(value["hidden"] is True for value in values), data


@pytest.mark.soak
def test_the_advanced_set_up_is_accessible(browse, gallery):
    """The secret choice of two spells, and of the energy on them: axe-core finds nothing wrong."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo", "Cy"], options={"advanced": True})
    page = open_table(browse(clients[0]), game_id)
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    assert axe_report(page) is None
    number = page.locator("#story li").count()
    choose_on_board(page, random.Random(1))
    page.click("#confirm")
    expect(page.locator("#story li")).not_to_have_count(number)
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    assert axe_report(page) is None
