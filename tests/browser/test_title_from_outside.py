"""A title of another package: installed beside Stele, checked by the laws, played in the browser."""

import os
import random
import subprocess
import sys

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.api.clients import Client, play_to_the_end
from tests.browser.conftest import EXAMPLE
from tests.browser.playing import choose_on_board, open_table, unfold_options
from tests.eventstore.handmade import eventually
from tests.serving import ROOT, Served


@pytest.fixture(scope="module")
def with_package(site, server_directory):
    """A server with these packages installed."""
    server = Served(server_directory("outside"), PYTHONPATH=str(site)).start()
    yield server
    server.stop()


def test_its_own_tests_and_the_laws(site):
    """The installed package is complete: its tests, with the laws that the plug-in adds, pass with it."""
    asked = [
        "-q",
        "-p",
        "stele.pytest_plugin",
        "-p",
        "no:cacheprovider",
        "--stele-playouts",
        "1",
        "-k",
        "not determinism",
    ]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *asked],
        cwd=EXAMPLE, env={**os.environ, "PYTHONPATH": os.pathsep.join((str(site), str(ROOT)))},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "passed" in ran.stdout and "skipped" not in ran.stdout


def test_an_outside_title_is_played(with_package, browse, chromium):
    """Opened from the lobby and played on its own board, in the reader's language; the other package is only named."""
    gallery = Client(with_package.url)
    (refused,) = (note for note in gallery.get("/health/ready")["notes"] if "title ancient" in note)
    assert refused.startswith("the title ancient of another package is not played: ancient asks for version 0 of ")
    assert "liars-dice" in {one["id"] for one in gallery.get("/api/rulebooks")["rulebooks"]}

    player = Client(with_package.url).sign_up("Ada")
    page = browse(player, base_url=with_package.url, locale="it-IT")
    page.goto("/")
    page.get_by_role("button", name="Nuova partita a Liar's Dice").click()
    unfold_options(page)
    page.locator("[name=option-dice]").fill("1")
    page.get_by_role("button", name="Apri la partita").click()
    page.wait_for_url("**/games/*")
    open_table(page, page.url.rsplit("/", 1)[1])
    board = page.locator("#board .kit-stage")
    expect(board).to_have_attribute("aria-label", "Il tavolo dei dadi del bugiardo")
    expect(board.locator(".dice-covered")).not_to_have_count(0)
    assert Axe().run(page).violations_count == 0
    lot = random.Random(1)
    while choose_on_board(page, lot):
        steps = page.locator("#story li").count()
        page.click("#confirm")
        expect(page.locator("#story li")).not_to_have_count(steps)
    expect(page.locator(".ranking li").first).to_be_visible()


def test_an_outside_computer_player_plays(with_package):
    """It is offered with its description, plays a game to the end, is rated, and its name is reserved."""
    gallery = Client(with_package.url)
    (refused,) = (note for note in gallery.get("/health/ready")["notes"] if "elder" in note)
    assert refused.startswith("the computer player elder of another package does not play: ancient asks for version 0 ")
    offered = {one["id"]: one["text"] for one in gallery.get("/api/rulebooks")["computers"]}
    assert offered["wanderer"].startswith("Wanderer: ") and "elder" not in offered
    assert gallery.call("POST", "/api/players", {"name": "Wanderer"}).status == 422
    ada = gallery.sign_up("Ada")
    asked = {"rulebook": "kheops", "players": 2, "computer_players": 1, "computer_kind": "wanderer"}
    game = ada.post("/api/games", {**asked, "sit": True, "rated": True, "pace": {"time": 86_400_000}})
    play_to_the_end(game["id"], [ada, ada], random.Random(1))
    ended = gallery.get(f"/api/games/{game['id']}")
    assert (ended["status"], ended["seats"][1]["kind"]) == ("finished", "wanderer")
    assert eventually(lambda: "wanderer" in [one["kind"] for one in gallery.get("/api/ratings/kheops")["entries"]])
