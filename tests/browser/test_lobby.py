"""Lobby: the first visit, signing in and returning, opening games, joining, private tables."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.api.clients import Client, table_of
from tests.browser.playing import to_game, unfold_options

TITLE = "amun-re-card-game"


def test_first_visit(browse, demo, gallery):
    """One click plays the chosen title and one watches its demonstration; titles have covers and rules.

    Only watchable games are requested, and all of them are shown.
    """
    fresh, _clients = table_of(gallery, TITLE, ["Ada"], bots=1)
    page = browse()
    with page.expect_request(re.compile(r"/api/games\?status=playing&watchable=true")):
        page.goto("/")
    expect(page.locator(f'#running-games [href="/games/{fresh}"]')).to_have_count(1)
    card = page.locator(".title-card", has_text="Amun-Re: The Card Game")
    expect(card).to_contain_text("partly reconstructed")
    page.wait_for_function("() => document.querySelector('.title-card .cover').naturalWidth > 0")
    card.get_by_role("link", name="Rules of Amun-Re: The Card Game").click()
    expect(page.locator("#AC-V2")).to_contain_text("One point for each Pyramid")
    expect(page.locator("main")).to_contain_text("reconstructed")
    page.go_back()
    expect(page.locator("#play-title")).to_be_enabled()
    page.select_option("#play-title", "das-amulett")
    page.click("#watch-demo")
    page.wait_for_url("**/games/demo-das-amulett/replay*")
    expect(page.locator("#board .kit-surface > svg")).to_be_visible()
    page.go_back()
    expect(page.locator("#play-title")).to_be_enabled()
    page.select_option("#play-title", "das-amulett")
    to_game(page, "#play-now")
    expect(page.locator("#account")).to_have_text(re.compile(r"Guest \d{4}"))
    expect(page.locator("#game-title")).to_have_text("Das Amulett")
    expect(page.locator("#board .kit-surface > svg")).to_be_visible()


@pytest.mark.soak
def test_empty_sections_lead_on(browse, gallery):
    """A newcomer's empty section explains its future content, with a link that opens the form of a new game."""
    page = browse(gallery.sign_up("Nofret"), at="/")
    empty = page.locator("#my-games .empty")
    expect(empty).to_contain_text("You have no games yet.")
    for _time in range(2):  # also when the form was closed again
        empty.get_by_role("link", name="Start a game").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto("/inbox")
    page.locator(".empty").get_by_role("link", name="Start a game").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_signing_in_and_returning(browse, gallery):
    """A possible name that is free is enough; a code opens the account, with its games, in another browser."""
    owner = gallery.sign_up("Owner")
    game = owner.post("/api/games", {"rulebook": TITLE, "players": 3})["id"]
    page = browse(at="/")
    page.click("#account")
    page.get_by_label("Your name").fill("   ")
    page.get_by_role("button", name="Start with this name").click()
    refusal = page.locator("dialog [role=alert]")
    expect(refusal.first).to_contain_text("Names must have at least one character")
    page.get_by_label("Your name").fill(owner.name.upper())
    page.get_by_role("button", name="Start with this name").click()
    expect(refusal.first).to_contain_text("Another player has this name")
    page.get_by_label("Your name").fill("Ahhotep")
    page.get_by_role("button", name="Start with this name").click()
    expect(page.locator("#account")).to_have_text("Ahhotep")
    assert page.evaluate("() => JSON.parse(localStorage.getItem('stele-player')).token") is None

    other = browse(at="/")
    other.click("#account")
    other.get_by_text("With a recovery code").click()
    other.get_by_label("Recovery code").fill("nobody has this")
    other.get_by_role("button", name="Sign in with the code").click()
    expect(other.locator("dialog [role=alert]").last).to_contain_text("token")
    other.get_by_label("Recovery code").fill(f" {owner.token} ")
    other.get_by_role("button", name="Sign in with the code").click()
    expect(other.locator("#account")).to_have_text(owner.name)
    expect(other.locator("#my-games a.game-title")).to_have_attribute("href", re.compile(game))


@pytest.fixture(scope="module")
def forgotten(browse_long, served):
    """A game's id, and the page of a visitor whose browser has a code that is not valid."""
    game_id, _clients = table_of(Client(served.url), TITLE, ["Ada", "Bo"])
    return game_id, browse_long(Client(served.url, "nobody-has-this-code", {"id": "nobody", "name": "Merneith"}))


@pytest.mark.soak
def test_an_expired_code(gallery, forgotten):
    """The visitor is not signed in, and the page says so; public parts are shown, the rest asks to sign in."""
    game_id, page = forgotten
    for path in (f"/games/{game_id}", f"/games/{game_id}/replay", "/"):
        page.goto(path)
        expect(page.locator("#account")).to_have_text("Sign in")
        expect(page.locator(".notice")).to_contain_text("session is not valid")
        expect(page.locator("#games, #board .kit-surface > svg").first).to_be_visible()
    page.locator(".notice").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("dialog").get_by_label("Your name")).to_be_focused()

    closed, (owner,) = table_of(gallery, TITLE, ["Owner"], players=2, private=True)
    page.goto(f"/games/{closed}")
    expect(page.locator("main")).to_contain_text("Sign in or open the invitation link.")
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.get_by_text("With a recovery code").click()
    page.get_by_label("Recovery code").fill(owner.token)
    with page.expect_event("load"):
        page.get_by_role("button", name="Sign in with the code").click()
    expect(page.locator("#account")).to_have_text("Sign in")  # the test's browser forgets it on each page
    page.context.clear_cookies()


def test_a_seats_view_needs_its_player(forgotten):
    """A link to a seat's view shows a visitor the public view, and the way to sign in."""
    game_id, page = forgotten
    for path, shown in (("replay", "#board"), ("dossier", "#happened")):
        page.goto(f"/games/{game_id}/{path}#3-0&as=0")
        expect(page.locator(".notice")).to_contain_text("only the player in this seat")
        expect(page.locator(".notice").get_by_role("button", name="Sign in")).to_be_visible()
        expect(page.locator(shown)).to_be_visible()


@pytest.mark.soak
def test_a_players_action_leads_to_signing_in(forgotten):
    """Without an earlier request to the server, an invalid code is detected at the first action."""
    _game_id, page = forgotten
    your_name = page.get_by_role("dialog").get_by_label("Your name")
    page.goto("/verify")
    page.click("#account")
    expect(your_name).to_be_focused()
    page.goto(f"/titles/{TITLE}")
    expect(page.locator(".notice")).to_contain_text("session is not valid")
    page.get_by_role("button", name="New game").click()
    expect(your_name).to_be_focused()


@pytest.mark.soak
def test_a_code_that_becomes_invalid_at_the_table(browse, gallery):
    """A player whose session has ended on confirming is asked to sign in, and nothing is played."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    page = browse(clients[seat], at=f"/games/{game_id}")
    expect(page.locator("#show-orders")).to_be_visible()  # the page's automatic requests are done
    page.locator(".move").first.click()
    position = gallery.get(f"/api/games/{game_id}")["position"]
    page.evaluate("localStorage.setItem('stele-player', JSON.stringify({ id: 'x', name: 'X', token: 'nobody' }))")
    page.click("#confirm")
    expect(page.get_by_role("dialog").get_by_label("Your name")).to_be_focused()
    expect(page.locator("#account")).to_have_text("Sign in")
    assert gallery.get(f"/api/games/{game_id}")["position"] == position


@pytest.mark.soak
def test_private_table(browse, gallery):
    """A private table is for players with the invitation link; the rest do not see it."""
    page = browse(gallery.sign_up("Private person"), at="/")
    page.get_by_role("button", name="New game of Amun-Re: The Card Game").click()
    page.get_by_label("Players", exact=True).select_option("2")
    page.get_by_label("Computer players", exact=True).select_option("0")
    unfold_options(page)
    page.get_by_label("Private").check()
    page.get_by_role("button", name="Open the game").click()
    page.wait_for_url("**/games/*invite=*")
    expect(page.locator(".invitation code")).to_contain_text("invite=")
    link = page.locator(".invitation code").inner_text()

    stranger = browse(at=link.split("?")[0])
    expect(stranger.locator("main")).to_contain_text("This game is private")
    stranger.goto(link)
    stranger.click("#sit-down")
    stranger.get_by_label("Your name").fill("Invited person")
    stranger.get_by_role("button", name="Start with this name").click()
    expect(stranger.locator("#board .kit-surface > svg")).to_be_visible()
    expect(page.locator("#board .kit-surface > svg")).to_be_visible()
    page.goto("/")
    expect(page.locator("#my-games")).to_contain_text("private")


def test_my_games_and_joining_one(browse, gallery):
    """My games are among mine and nowhere else; those that wait for me come first, marked, with a way to play.

    Other people find them by what they are: to join, or to watch. A joining player is at the table, and the game
    starts.
    """
    running, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    seat = gallery.get(f"/api/games/{running}")["to_act"][0]
    mine, other = clients[seat], clients[1 - seat]
    waiting = mine.post("/api/games", {"rulebook": TITLE, "players": 2})["id"]
    over = mine.post("/api/games", {"rulebook": TITLE, "players": 2})["id"]
    other.post(f"/api/games/{over}/seats", {})
    mine.post(f"/api/games/{over}/moves", {"type": "Resign"})

    def link(game_id):
        return f'[href^="/games/{game_id}"].game-title'

    page = browse(mine, at="/")
    expect(page.locator("#finished-games")).to_be_visible()
    for game_id in (waiting, running, over):
        expect(page.locator(f"#my-games {link(game_id)}")).to_have_count(1)
        expect(page.locator(link(game_id))).to_have_count(1)
    first = page.locator("#my-games .game").first
    expect(first).to_have_class(re.compile("my-turn"))
    expect(first).to_contain_text("Your turn (")
    expect(page).to_have_title("(1) Stele")
    play = first.get_by_role("link", name="Play: Amun-Re: The Card Game")
    expect(play).to_have_attribute("href", f"/games/{running}")
    opponent = browse(other, at="/")
    expect(opponent.locator(".game", has=opponent.locator(link(running)))).to_contain_text("Waiting for")
    expect(opponent.locator(f"#open-games {link(waiting)}")).to_have_count(1)

    page.goto(f"/games/{waiting}")
    expect(page.locator("#turn")).to_contain_text("One free seat")
    opponent.get_by_role("button", name=f"Join: Amun-Re: The Card Game, {mine.name}").click()
    opponent.wait_for_url(f"**/games/{waiting}")
    for one in (opponent, page):
        expect(one.locator("#board .kit-surface > svg")).to_be_visible()
    expect(page.locator("#story")).to_contain_text(f"{other.name} joined the game.")


# The layout shift of parts that were already there (https://wicg.github.io/layout-instability/).
SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""


# The page without each response, and a case of the short tests: signed in or not, and on a phone or not.
REST = {
    "rulebooks": ("#finished-games", (False, False)),
    "games\\?": ("ul.titles, #play-now:enabled", (True, True)),
    "me/turns": ("ul.titles, #play-now:enabled", (True, False)),
    "demo-": ("ul.titles, #finished-games", (False, True)),
}


@pytest.mark.parametrize(
    ("late", "is_signed_in", "is_phone"),
    [
        pytest.param(late, *one, marks=[] if one == short else pytest.mark.soak)
        for late, (_rest, short) in REST.items()
        for one in itertools.product([False, True], repeat=2)
        if one[0] or late != "me/turns"  # a visitor has no turns
    ],
)
def test_nothing_jumps_while_the_lobby_loads(browse, gallery, demo, is_phone, is_signed_in, late):
    """Whichever response comes last, shown parts stay in place; the first buttons are there at once."""
    _game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    page = browse(clients[0] if is_signed_in else None, phone=is_phone, script=SHIFTS)
    held, is_held = [], True
    asked = re.compile(f"/api/.*{late}")
    page.route(asked, lambda route: held.append(route) if is_held else route.continue_())
    with page.expect_request(asked):
        page.goto("/")
    expect(page.locator("#play-now")).to_be_visible()
    place = page.locator("#play-now").bounding_box()
    for part in REST[late][0].split(", "):
        expect(page.locator(part)).to_be_attached()
    is_held = False
    for route in held:
        route.continue_()
    expect(page.locator("#play-now")).to_be_enabled()
    expect(page.locator("#finished-games")).to_be_visible()
    expect(page.locator(".skeleton")).to_have_count(0)
    assert page.locator("#play-now").bounding_box() == place
    assert page.evaluate("window.shifted") < 0.01


@pytest.mark.soak
def test_options_of_a_title(browse, gallery, tmp_path):
    """A host's own component file is part of a new game; a bad one is refused in the dialog."""
    page = browse(gallery.sign_up("Owner of the box"), at="/")
    page.get_by_role("button", name="New game of Amun-Re: The Card Game").click()
    bad = tmp_path / "bad.toml"
    bad.write_text("[meta]\n")
    unfold_options(page)
    page.get_by_label("Component file").set_input_files(bad)
    page.get_by_role("button", name="Open the game").click()
    expect(page.locator("dialog [role=alert]")).to_contain_text("components")
    page.reload()
    page.get_by_role("button", name="New game of Amun-Re: The Card Game").click()
    expect(page.get_by_label("Component file")).to_be_visible()  # once open, it stays open
