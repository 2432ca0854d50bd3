"""A title of another package: installed beside Stele, checked by the laws, played in the browser."""

import os
import random
import subprocess
import sys

import pytest
from playwright.sync_api import expect

import stele_client
from stele_client import calls
from stele_mcp import words
from tests.api.clients import Client, play_to_the_end, table_of
from tests.browser.conftest import TITLES
from tests.browser.playing import axe_report, choose_on_board, game_of, open_table, unfold_options
from tests.browser.test_comparison import GROUPS, LOCALES, check_that_rows_are_marks, compare
from tests.eventstore.handmade import eventually
from tests.services.jobs.test_created_title import created as created  # a fixture
from tests.serving import ROOT, Served

IN_SHORT = ("liars-dice",)
"""The package whose own tests are not only among the long ones."""
REST = tuple(one for one in TITLES if one not in IN_SHORT)


@pytest.fixture(scope="module")
def with_package(examples, created, server_directory):
    """A server with these packages installed, and with a title of `stele title new`."""
    paths = os.pathsep.join(map(str, (examples, created[1])))
    server = Served(server_directory("outside"), PYTHONPATH=paths).start()
    yield server
    server.stop()


@pytest.mark.parametrize("title", [*IN_SHORT, *(pytest.param(one, marks=pytest.mark.soak) for one in REST)])
def test_its_own_tests_and_the_laws(examples, title):
    """Each installed package is complete: its tests, with the laws that the plug-in adds, pass with it.

    What is skipped: translations and golden records that a package need not have.
    """
    asked = ["-q", "-p", "no:cacheprovider", "--stele-playouts", "1", "-k", "not determinism"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *asked],
        cwd=ROOT / "examples" / title, env={**os.environ, "PYTHONPATH": os.pathsep.join((str(examples), str(ROOT)))},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "passed" in ran.stdout and ("skipped" in ran.stdout) == (title != "liars-dice")


@pytest.mark.parametrize("title", TITLES)
def test_it_is_small(title):
    """An example can be read in one sitting: fewer than 600 lines with its drawing, or 1,000 in three languages.

    The types of its view are generated. Hex is a single file of fewer than 100 lines, without blank lines and imports.
    """
    folder = ROOT / "examples" / title
    files = [path for path in folder.glob("stele_*/**/*") if path.suffix in (".py", ".js", ".css")]
    lines = [line for path in files for line in path.read_text("utf-8").splitlines()]
    if title == "hex":
        assert ["__init__.py"] == [path.name for path in files] and 100 > sum(map(bool, lines[lines.index(")") + 1 :]))
    else:
        assert len(files) > (1 if title == "downhill" else 4) and len(lines) < (1000 if title == "liars-dice" else 600)


@pytest.mark.soak
def test_partners_play(with_package, browse):
    """The waiting room, the table and the end say who plays with whom; both partners win, and are rated as a team."""
    players = [Client(with_package.url).sign_up(name) for name in ("Ann", "Bob", "Cid", "Dot")]
    asked = {"rulebook": "whist", "players": 4, "sit": True, "rated": True, "pace": {"time": 86_400_000}}
    game = players[0].post("/api/games", {**asked, "options": {"deals": 1}})["id"]
    page = browse(players[0], base_url=with_package.url, at=f"/games/{game}")
    expect(page.get_by_text("Teams: seat 1 and seat 3 / seat 2 and seat 4")).to_be_visible()
    for player in players[1:]:
        player.post(f"/api/games/{game}/seats", {})
    expect(page.locator("#teams-line")).to_contain_text("Teams: Ann and Cid / Bob and Dot")
    seen = stele_client.Client(with_package.url, players[0].token).send(calls.state(game))
    (partner,) = (line for line in words.told(seen, (), 0, with_table=False).splitlines() if "Seat 2: Cid" in line)
    assert partner.endswith(", partner of seat 0.")  # as an assistant is told
    page.goto("about:blank")
    play_to_the_end(game, players, random.Random(2))
    ended = players[0].get(f"/api/games/{game}")
    assert ended["teams"] == [0, 1, 0, 1] and sorted(ended["result"]["places"]) == [1, 1, 3, 3]
    winners = [
        name for name, place in zip(("Ann", "Bob", "Cid", "Dot"), ended["result"]["places"], strict=True) if place == 1
    ]
    told = "You have won together" if "Ann" in winners else f"{' and '.join(winners)} have won together"
    page.goto(f"/games/{game}")
    expect(page.locator("#ending-heading")).to_have_text(told)

    def rated():
        entries = players[0].get("/api/ratings/whist")["entries"]
        return {one["name"]: one["rating"] for one in entries}

    assert eventually(lambda: len(rated()) == 4)
    assert {rated()[name] for name in winners} == {max(rated().values())}
    cup = {"name": "Whist Cup", "rulebook": "whist", "size": 4, "kind": "swiss"}
    refused = players[0].call("POST", "/api/tournaments", cup)
    assert refused.status == 422 and "this title has teams" in refused.body["detail"], refused


def test_an_outside_title_is_played(with_package, browse):
    """Opened from the lobby and played on its own board, in the reader's language; the other package is only named."""
    gallery = Client(with_package.url)
    (refused,) = (note for note in gallery.get("/health/ready")["notes"] if "title ancient" in note)
    assert refused.startswith("the title ancient of another package is not played: ancient asks for version 0 of ")
    assert "liars-dice" in {one["id"] for one in gallery.get("/api/rulebooks")["rulebooks"]}

    player = Client(with_package.url).sign_up("Ada")
    page = browse(player, base_url=with_package.url, locale="it-IT", at="/")
    page.get_by_role("button", name="Nuova partita a Liar's Dice").click()
    unfold_options(page)
    page.locator("[name=option-dice]").fill("1")
    page.get_by_role("button", name="Apri la partita").click()
    page.wait_for_url("**/games/*")
    open_table(page, game_of(page))
    board = page.locator("#board .kit-stage")
    expect(board).to_have_attribute("aria-label", "Il tavolo dei dadi del bugiardo")
    expect(board.locator(".dice-covered")).not_to_have_count(0)
    assert axe_report(page) is None
    played_on_its_board(page)


def test_a_title_in_one_file_is_played_on_its_grid(with_package, browse):
    """Cells are picked, other moves are in the list, and the sides have their players' colours; plain tables exist."""
    players = [Client(with_package.url).sign_up(name) for name in ("Ann", "Bob")]
    asked = {"rulebook": "hex", "players": 2, "sit": True, "strict": False, "options": {"size": 3}}
    game = players[0].post("/api/games", asked)["id"]
    players[1].post(f"/api/games/{game}/seats", {})
    page = open_table(browse(players[0], base_url=with_package.url), game)
    board = page.locator("#board .kit-stage")
    expect(board.locator(".kit-cell")).to_have_count(9)
    expect(board.locator(".kit-side.kit-stroke-0")).to_have_count(6)
    board.get_by_role("button", name="b2: empty").click()
    page.locator("#confirm").click()
    expect(board.get_by_role("img", name="b2: Ann")).to_have_count(1)
    assert axe_report(page) is None
    for seat, cell in ((1, "a1"), (0, "c1"), (1, "a2")):
        players[seat].post(f"/api/games/{game}/moves", {"type": "Place", "cell": cell})
    board.get_by_role("button", name="a3: empty").click()
    page.locator("#confirm").click()
    expect(page.locator("#ending-heading")).to_have_text("You have won")


@pytest.mark.parametrize(
    "locale", [one if one == "it-IT" else pytest.param(one, marks=pytest.mark.soak) for one in LOCALES]
)
def test_its_positions_are_compared(with_package, browse, locale):
    """The example's dice and bids are named in the reader's language, under their players."""
    game_id, clients = table_of(Client(with_package.url), "liars-dice", ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(1))
    page = browse(base_url=with_package.url, locale=locale)
    events = clients[0].get(f"/api/games/{game_id}/events?as=all&limit=5000")["events"]
    bids = [event["position"] for event in events if event["type"] == "BidMade"]
    bid, dice = {"en-GB": ("Bid", "Dice"), "it-IT": ("Offerta", "Dadi"), "es-ES": ("Apuesta", "Dados")}[locale]
    compare(page, f"/games/{game_id}", bids[1], bids[0])
    names = {one["whose"]: [row[0] for row in one["rows"]] for one in page.evaluate(GROUPS)}
    assert bid in next(iter(names.values())), names
    check_that_rows_are_marks(page)
    compare(page, f"/games/{game_id}", events[-1]["position"], bids[0])
    names = {one["whose"]: [row[0] for row in one["rows"]] for one in page.evaluate(GROUPS)}
    assert any(dice in names.get(client.name, []) for client in clients)


def played_on_its_board(page):
    """Clicks on the board to the end of the game, as long as the player is asked."""
    lot = random.Random(1)
    while choose_on_board(page, lot):
        steps = page.locator("#story li").count()
        page.click("#confirm")
        expect(page.locator("#story li")).not_to_have_count(steps)
    expect(page.locator(".ranking li").first).to_be_visible()


@pytest.mark.soak
def test_a_new_title_is_played_on_its_board(with_package, browse):
    """The new title's page shows rules and cover, and a game with twelve players on its board is played to its end."""
    player = Client(with_package.url).sign_up("Ada")
    page = browse(player, base_url=with_package.url, at="/titles/dragons-hoard")
    expect(page.get_by_text("Bank your points before a one takes them.").first).to_be_visible()
    asked = {"rulebook": "dragons-hoard", "players": 12, "computer_players": 11, "sit": True}
    open_table(page, opened_to(player, {**asked, "options": {"rounds": 1}}))
    expect(page.locator("#board .kit-stage")).to_have_attribute("aria-label", "The table of Dragon's Hoard")
    expect(page.get_by_role("button", name="Roll the die").first).to_be_visible()
    assert axe_report(page) is None
    played_on_its_board(page)
    expect(page.locator(".ranking li")).to_have_count(12)


def opened_to(player, asked):
    """A new game in which this player has a choice: a first roll is none, and a one would be the end of the round."""

    def asks():
        return player.get(f"/api/games/{game}")["to_act"]

    while True:
        game = player.post("/api/games", asked)["id"]
        assert eventually(lambda: asks() in ([0], []))
        if asks() == [0]:
            return game


@pytest.mark.soak
def test_all_win_or_lose_together(with_package, browse):
    """A cooperative game is not rated and not ended by agreement; its form and its end say that all are one team."""
    players = [Client(with_package.url).sign_up(name) for name in ("Ann", "Bob")]
    asked = {"rulebook": "high-water", "players": 2, "sit": True, "pace": {"time": 86_400_000}}
    refused = players[0].call("POST", "/api/games", {**asked, "rated": True})
    assert refused.status == 422 and "can't be rated" in refused.body["detail"]
    page = browse(players[0], base_url=with_package.url, at="/")
    page.get_by_role("button", name="New game of High Water").click()
    expect(page.get_by_text("All players win or lose together.")).to_be_visible()
    unfold_options(page)
    expect(page.locator("[name=rated]")).to_be_disabled()
    for options, place, told in (
        ({"tides": 4, "strength": 1}, 1, "You have won together"),
        ({"tides": 30, "strength": 6}, 2, "You have lost together"),
    ):
        game = players[0].post("/api/games", {**asked, "strict": False, "options": options})["id"]
        players[1].post(f"/api/games/{game}/seats", {})
        refused = players[0].call("POST", f"/api/games/{game}/moves", {"type": "ProposeEnd", "kind": "draw"})
        assert refused.status == 409 and refused.body["rule"] == "G29", refused
        play_to_the_end(game, players, random.Random(1))
        ended = players[0].get(f"/api/games/{game}")
        assert ended["result"]["places"] == [place, place] and "rated" not in ended
        page.goto(f"/games/{game}")
        expect(page.locator("#ending-heading")).to_have_text(told)
    state = players[0].get(f"/api/games/{game}/state")["state"]
    out = [one["seat"] for one in state["table"]["players"] if one["field"] is None]
    assert state["eliminated"] == out and state["teams"] == [0, 0]
    page.goto("/")
    expect(page.get_by_text("Lost by all players").first).to_be_visible()


def test_an_outside_computer_player_plays(with_package):
    """The outside player is offered with its description, answers in a game, is rated, and its name is reserved."""
    gallery = Client(with_package.url)
    (refused,) = (note for note in gallery.get("/health/ready")["notes"] if "elder" in note)
    assert refused.startswith("the computer player elder of another package does not play: ancient asks for version 0 ")
    offered = {one["id"]: one["text"] for one in gallery.get("/api/rulebooks")["computers"]}
    assert offered["wanderer"].startswith("Wanderer: ") and "elder" not in offered
    assert gallery.call("POST", "/api/players", {"name": "Wanderer"}).status == 422
    ada = gallery.sign_up("Ada")
    asked = {"rulebook": "kheops", "players": 2, "computer_players": 1, "computer_kind": "wanderer"}
    game = ada.post("/api/games", {**asked, "sit": True, "rated": True, "pace": {"time": 86_400_000}})
    path = f"/api/games/{game['id']}"
    assert eventually(lambda: gallery.get(path)["to_act"] == [0])
    play_to_the_end(game["id"], [ada, ada], random.Random(1), most=4)
    assert eventually(lambda: 1 in {one["seat"] for one in gallery.get(f"{path}/events?limit=5000")["events"]})
    ada.post(f"{path}/moves", {"type": "Resign"})
    ended = gallery.get(path)
    assert (ended["status"], ended["seats"][1]["kind"]) == ("finished", "wanderer")
    assert eventually(lambda: "wanderer" in [one["kind"] for one in gallery.get("/api/ratings/kheops")["entries"]])
