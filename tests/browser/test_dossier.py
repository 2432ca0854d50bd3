"""Dossier page: reached from replay and table, in sentences, downloaded, in every language and theme."""

import json
import random

import pytest
from playwright.sync_api import expect

from replay.rules_text import rules_in
from tests.api.clients import Client, play_to_the_end, table_of
from tests.browser.playing import open_table, saved
from tests.browser.test_verification import choose
from tests.eventstore.handmade import eventually

TITLE = "amun-re-card-game"


@pytest.fixture(scope="module")
def finished(served):
    """A finished game: its id, its players, and the event of a bid that a player chose."""
    gallery = Client(served.url)
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(4))
    events = gallery.get(f"/api/games/{game_id}/events?as=all&limit=5000")["events"]
    return game_id, clients, next(one for one in events if one["type"] == "GoldPlaced" and one["seat"] is not None)


@pytest.fixture(scope="module")
def dossier(browse_long, finished):
    """The dossier of that bid, for a visitor without an account; each test leaves it as it was."""
    game_id, _clients, event = finished
    page = browse_long(at=f"/games/{game_id}/dossier#{event['position']}")
    expect(page.locator("#happened")).to_be_visible()
    return page


def test_a_dossier_shows_question_effects_and_rules(dossier, finished):
    """The step, its rules with links, all answers and the given one, each seat's view, the verdict, proofs."""
    _game_id, clients, event = finished
    expect(dossier.locator("h1")).to_have_text(f"Dossier for {event['position']}")
    expect(dossier.locator("#happened [aria-current=step]")).to_contain_text(event["text"])
    rule = dossier.locator("#happened [aria-current=step] a", has_text="Rule AC-A2")
    expect(rule).to_have_attribute("href", f"/titles/{TITLE}#AC-A2")
    expect(dossier.locator("#asked")).to_contain_text(f"{clients[event['seat']].name} was asked")
    chosen = dossier.locator("#asked .answers .chosen")
    expect(chosen).to_have_count(1)
    assert json.loads(chosen.locator("code").text_content())["province"] == event["data"]["province"]
    expect(dossier.locator("#known details")).to_have_count(3)
    expect(dossier.locator("#known details[open] summary")).to_have_text(f"Known to {clients[event['seat']].name}")
    expect(dossier.locator("#known details[open] svg").first).to_be_visible()
    expect(dossier.locator("#again .verdict.good")).to_be_visible()
    expect(dossier.locator("#proofs")).to_contain_text('"signature"')


def test_a_dossier_is_one_file(dossier, finished, gallery):
    """The download is the API's response."""
    game_id, _clients, event = finished
    with dossier.expect_download() as download:
        dossier.click("#save-dossier")
    with open(download.value.path()) as file:
        assert json.load(file) == gallery.get(f"/api/games/{game_id}/dossier?at={event['position']}&as=all")
    assert download.value.suggested_filename == f"{game_id}-{event['position']}-all.json"


def test_a_dispute_file_is_read_by_the_verifier(browse, dossier, finished):
    """The dispute file holds the record and this dossier, and the page that verifies records can read it."""
    page = browse(at="/verify")
    choose(page, saved(dossier, "#save-dispute-file"))
    expect(page.locator("#disputed")).to_contain_text("(its dossier), and fits this record.")
    expect(page.locator("#unaltered .verdict")).to_contain_text("No contradiction was found")


def test_the_log_proves_the_games_position(dossier, finished, gallery):
    """The proof of the public log is a file, too, once the log has the game."""
    game_id, _clients, event = finished
    path = f"/api/games/{game_id}/proof?at={event['position']}"
    assert eventually(lambda: gallery.call("GET", path).status == 200)
    assert json.loads(saved(dossier, "#save-log-proof"))["game"] == game_id


def test_another_viewer_gets_their_own_dossier(dossier, finished):
    """A seat's dossier has that seat's view and the public's, and its address names the seat."""
    dossier.select_option("#as", "1")
    expect(dossier.locator("#known details")).to_have_count(2)
    assert dossier.url.endswith("&as=1")
    dossier.select_option("#as", "all")
    expect(dossier.locator("#known details")).to_have_count(3)


@pytest.mark.soak
def test_every_step_of_the_replay_links_to_its_dossier(browse, finished):
    """The link follows the step and the viewer."""
    game_id, _clients, event = finished
    page = browse(at=f"/games/{game_id}/replay#{event['position']}&as=0")
    expect(page.locator("#dossier")).to_have_attribute("href", f"/games/{game_id}/dossier#{event['position']}&as=0")
    expect(page.locator("#story li")).not_to_have_count(0)
    page.click("#next")
    page.click("#show-study")
    page.click("#dossier")
    expect(page.locator("#happened")).to_be_visible()
    page.click("#to-replay")
    expect(page.locator("#step")).to_be_visible()


def test_the_tables_story_links_to_dossiers(browse, gallery):
    """A player of a running game reads the dossier of a move: their own answers, and nothing of another seat's."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(1), most=5)
    page = open_table(browse(clients[0]), game_id)
    page.locator("#story .story-dossier").last.click()
    expect(page.locator("#happened")).to_be_visible()
    expect(page.locator("#known details")).to_have_count(2)
    expect(page.locator("#as option")).to_have_count(2)


@pytest.mark.soak
def test_a_missing_place_is_reported(browse, finished):
    """An address beyond the end shows the reason."""
    page = browse(at=f"/games/{finished[0]}/dossier#99999")
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("#happened")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "heading"),
    [("it-IT", "Che cosa è successo"), pytest.param("es-ES", "Qué ocurrió", marks=pytest.mark.soak)],
)
def test_the_readers_language_and_paper(browse, finished, locale, heading):
    """Headings, sentences, verdict and the words of the rules are in the reader's language.

    Before printing each view is opened and drawn; buttons are not printed.
    """
    page = browse(locale=locale, at=f"/games/{finished[0]}/dossier#{finished[2]['position']}")
    expect(page.locator("#happened-heading")).to_have_text(heading)
    assert "today's rules" not in page.locator("#again").inner_text()
    rules = rules_in(locale[:2], TITLE).by_number
    expect(page.locator("#happened .rests-on li").filter(has_text="AC-A2")).to_contain_text(rules["AC-A2"])

    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("main details:not([open])")).to_have_count(0)
    expect(page.locator("#known .board-place > *")).to_have_count(3)
    page.emulate_media(media="print")
    expect(page.locator("#save-dossier")).to_be_hidden()
    expect(page.locator("#masthead")).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()
