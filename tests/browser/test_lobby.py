"""Lobby: the first visit, signing in and returning, opening games, joining, private tables."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.api.clients import Client, table_of
from tests.browser.playing import unfold_options

TITLE = "amun-re-card-game"


def sign_in(page, name):
    page.click("#account")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Start with this name").click()
    expect(page.locator("#account")).to_have_text(name)


def test_first_visit(browse, demo):
    """One click to play against computer players, one to watch the demonstration; the titles with their covers."""
    page = browse()
    page.goto("/")
    card = page.locator(".title-card", has_text="Amun-Re: The Card Game")
    expect(card).to_contain_text("partly reconstructed")
    page.wait_for_function("() => document.querySelector('.title-card .cover').naturalWidth > 0")
    page.click("#watch-demo")
    page.wait_for_url("**/games/demo-*/replay*")
    expect(page.locator("#board .kit-surface > svg")).to_be_visible()
    page.go_back()
    page.click("#play-now")
    page.wait_for_url("**/games/*")
    expect(page.locator("#account")).to_have_text(re.compile(r"Guest \d{4}"))
    expect(page.locator("#board .kit-surface > svg")).to_be_visible()


def test_empty_sections_lead_on(browse, gallery):
    """A newcomer's empty section explains its future content, with a link that opens the form of a new game."""
    page = browse(gallery.sign_up("Nofret"))
    page.goto("/")
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
    """A name is enough; an older token opens the account, with its games, in another browser."""
    page = browse()
    page.goto("/")
    sign_in(page, "Ahhotep")
    page.get_by_role("button", name="New game of Amun-Re: The Card Game").click()
    page.get_by_role("button", name="Open the game").click()
    page.wait_for_url("**/games/*")
    assert page.evaluate("() => JSON.parse(localStorage.getItem('stele-player')).token") is None
    page.goto("/")
    expect(page.locator("#my-games")).to_contain_text("Amun-Re: The Card Game")

    owner = gallery.sign_up("Owner")
    game = owner.post("/api/games", {"rulebook": TITLE, "players": 3})["id"]
    other = browse()
    other.goto("/")
    other.click("#account")
    other.get_by_text("With a recovery code").click()
    other.get_by_label("Recovery code").fill("nobody has this")
    other.get_by_role("button", name="Sign in with the code").click()
    expect(other.locator("dialog [role=alert]").last).to_contain_text("token")
    other.get_by_label("Recovery code").fill(f" {owner.token} ")
    other.get_by_role("button", name="Sign in with the code").click()
    expect(other.locator("#account")).to_have_text(owner.name)
    assert game in other.locator("#my-games a").first.get_attribute("href")


def test_an_expired_code(browse, gallery):
    """The visitor is not signed in, and the page says so; public parts are shown, the rest asks to sign in."""
    unknown = Client(gallery.url, "nobody-has-this-code", {"id": "nobody", "name": "Merneith"})
    game_id, _clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    page = browse(unknown)
    paths = (f"/games/{game_id}", f"/games/{game_id}/replay", f"/games/{game_id}/dossier#3-0", "/")
    for path in paths:
        page.goto(path)
        expect(page.locator("#account")).to_have_text("Sign in")
        expect(page.locator(".notice")).to_contain_text("session is not valid")
        expect(page.locator("#games, #board .kit-surface > svg, #happened").first).to_be_visible()
    page.locator(".notice").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("dialog").get_by_label("Your name")).to_be_focused()

    closed, (owner,) = table_of(gallery, TITLE, ["Owner"], players=2, private=True)
    page.goto(f"/games/{closed}")
    expect(page.locator("main")).to_contain_text("Sign in or open the invitation link.")
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.get_by_text("With a recovery code").click()
    page.get_by_label("Recovery code").fill(owner.token)
    page.get_by_role("button", name="Sign in with the code").click()
    expect(page.locator("#account")).to_have_text("Sign in")  # the test's browser forgets it on each page


def test_a_seats_view_needs_its_player(browse, gallery):
    """A link to a seat's view shows a visitor the public view, and the way to sign in."""
    game_id, _clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    page = browse(Client(gallery.url, "nobody-has-this-code", {"id": "nobody", "name": "Merneith"}))
    for path, shown in (("replay", "#board"), ("dossier", "#happened")):
        page.goto(f"/games/{game_id}/{path}#3-0&as=0")
        expect(page.locator(".notice")).to_contain_text("only the player in this seat")
        expect(page.locator(".notice").get_by_role("button", name="Sign in")).to_be_visible()
        expect(page.locator(shown)).to_be_visible()


def test_a_players_action_leads_to_signing_in(browse, gallery):
    """Without an earlier request to the server, an invalid code is noticed at the first action."""
    unknown = Client(gallery.url, "nobody-has-this-code", {"id": "nobody", "name": "Merneith"})
    page = browse(unknown)
    your_name = page.get_by_role("dialog").get_by_label("Your name")
    for path in ("/verify", f"/titles/{TITLE}"):
        page.goto(path)
        page.click("#account")
        expect(your_name).to_be_focused()
    page.goto(f"/titles/{TITLE}")
    expect(page.locator(".notice")).to_contain_text("session is not valid")
    page.get_by_role("button", name="New game").click()
    expect(your_name).to_be_focused()


def test_a_code_that_becomes_invalid_at_the_table(browse, gallery):
    """A player whose session has ended on confirming is asked to sign in, and nothing is played."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    page = browse(clients[seat])
    page.goto(f"/games/{game_id}")
    expect(page.locator("#show-orders")).to_be_visible()  # the page's automatic requests are done
    page.locator(".move").first.click()
    position = gallery.get(f"/api/games/{game_id}")["position"]
    page.evaluate("localStorage.setItem('stele-player', JSON.stringify({ id: 'x', name: 'X', token: 'nobody' }))")
    page.click("#confirm")
    expect(page.get_by_role("dialog").get_by_label("Your name")).to_be_focused()
    expect(page.locator("#account")).to_have_text("Sign in")
    assert gallery.get(f"/api/games/{game_id}")["position"] == position


def test_an_impossible_name(browse, gallery):
    """A forbidden name, or a taken one, is refused in the dialog, in words."""
    somebody = gallery.sign_up("Hatshepsut").player["name"]
    page = browse()
    page.goto("/")
    page.click("#account")
    page.get_by_label("Your name").fill("   ")
    page.get_by_role("button", name="Start with this name").click()
    refusal = page.locator("dialog [role=alert]").first
    expect(refusal).to_contain_text("Names must have at least one character")
    page.get_by_label("Your name").fill(somebody.upper())
    page.get_by_role("button", name="Start with this name").click()
    expect(refusal).to_contain_text("Another player has this name")


def test_joining(browse, gallery):
    """An open table is in every other player's lobby; a joining player is at the table, and the game starts."""
    creator = gallery.sign_up("Host of the open table")
    game = creator.post("/api/games", {"rulebook": TITLE, "players": 2})
    host, guest = browse(creator), browse()
    host.goto(f"/games/{game['id']}")
    expect(host.locator("#turn")).to_contain_text("One free seat")
    guest.goto("/")
    sign_in(guest, "Guest of honour")
    guest.get_by_role("button", name="Join: Amun-Re: The Card Game, Host of the open table").click()
    guest.wait_for_url(f"**/games/{game['id']}")
    expect(guest.locator("#board .kit-surface > svg")).to_be_visible()
    expect(host.locator("#board .kit-surface > svg")).to_be_visible()
    expect(host.locator("#story")).to_contain_text("Guest of honour joined the game.")


def test_private_table(browse):
    """A private table is for players with the invitation link.

    To the rest neither the table nor its place in the lobby is visible.
    """
    page = browse()
    page.goto("/")
    sign_in(page, "Private person")
    page.get_by_role("button", name="New game of Amun-Re: The Card Game").click()
    page.get_by_label("Players", exact=True).select_option("2")
    page.get_by_label("Computer players", exact=True).select_option("0")
    unfold_options(page)
    page.get_by_label("Private").check()
    page.get_by_role("button", name="Open the game").click()
    page.wait_for_url("**/games/*invite=*")
    link = page.locator(".invitation code").inner_text()
    assert "invite=" in link

    stranger = browse()
    stranger.goto(link.split("?")[0])
    expect(stranger.locator("main")).to_contain_text("This game is private")
    stranger.goto("/")
    expect(stranger.locator("#open-games")).not_to_contain_text("Private person")

    stranger.goto(link)
    stranger.click("#sit-down")
    stranger.get_by_label("Your name").fill("Invited person")
    stranger.get_by_role("button", name="Start with this name").click()
    expect(stranger.locator("#board .kit-surface > svg")).to_be_visible()
    expect(page.locator("#board .kit-surface > svg")).to_be_visible()
    page.goto("/")
    expect(page.locator("#my-games")).to_contain_text("private")


def test_my_turn_comes_first(browse, gallery):
    """Among my games those that wait for me come first, marked, with their waiting time and a way to play."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    page = browse(clients[seat])
    page.goto("/")
    mine = page.locator("#my-games .game").first
    expect(mine).to_have_class(re.compile("my-turn"))
    expect(mine).to_contain_text("Your turn (")
    expect(page).to_have_title("(1) Stele")
    mine.get_by_role("link", name="Play: Amun-Re: The Card Game").click()
    page.wait_for_url(f"**/games/{game_id}")
    other = browse(clients[1 - seat])
    other.goto("/")
    expect(other.locator("#my-games .game").first).to_contain_text("Waiting for")


def test_a_game_is_listed_once(browse, gallery):
    """My own games are among mine and nowhere else, waiting, running, or finished."""
    waiting_host = gallery.sign_up("Ada")
    waiting = waiting_host.post("/api/games", {"rulebook": TITLE, "players": 2})["id"]
    running, clients = table_of(gallery, TITLE, ["Bo", "Cy"])
    for client, game_id, section in ((waiting_host, waiting, "#open-games"), (clients[0], running, "#running-games")):
        link = f'[href="/games/{game_id}"].game-title'
        own = browse(client)
        own.goto("/")
        expect(own.locator(f"#my-games {link}")).to_have_count(1)
        expect(own.locator(link)).to_have_count(1)
        stranger = browse()
        stranger.goto("/")
        expect(stranger.locator(f"{section} {link}")).to_have_count(1)
    clients[0].post(f"/api/games/{running}/moves", {"type": "Resign"})
    own = browse(clients[0])
    own.goto("/")
    expect(own.locator("#finished-games")).to_be_visible()
    expect(own.locator(f'[href^="/games/{running}"].game-title')).to_have_count(1)


def test_games_to_watch_are_watchable(browse, gallery):
    """The page requests no abandoned games, and shows all it gets."""
    fresh, _clients = table_of(gallery, TITLE, ["Ada"], bots=1)
    page = browse()
    with page.expect_request(re.compile(r"/api/games\?status=playing&watchable=true")):
        page.goto("/")
    expect(page.locator(f'#running-games [href="/games/{fresh}"]')).to_have_count(1)


def test_play_now_asks_for_the_title(browse, demo):
    """The one click starts the title chosen beside it; the demonstration is that title's, too."""
    page = browse()
    page.goto("/")
    expect(page.locator("#play-title")).to_be_enabled()
    page.select_option("#play-title", "das-amulett")
    expect(page.locator("#watch-demo")).to_have_attribute("href", "/games/demo-das-amulett/replay")
    page.click("#play-now")
    page.wait_for_url("**/games/*")
    expect(page.locator("#game-title")).to_have_text("Das Amulett")


# The layout shift of parts that were already there (https://wicg.github.io/layout-instability/).
SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""


# The last response, signed in or not, phone or not: each two of these together.
LATE = {
    ("rulebooks", False, False), ("rulebooks", True, True), ("games\\?", False, True), ("games\\?", True, False),
    ("me/turns", True, False), ("me/turns", True, True), ("demo-", False, False), ("demo-", True, True),
}  # fmt: skip


@pytest.mark.parametrize(
    ("late", "is_signed_in", "is_phone"),
    [
        pytest.param(*one, marks=[] if one in LATE else pytest.mark.soak)
        for one in itertools.product(["rulebooks", "games\\?", "me/turns", "demo-"], [False, True], [False, True])
    ],
)
def test_nothing_jumps_while_the_lobby_loads(browse, gallery, demo, is_phone, is_signed_in, late):
    """Whichever response comes last, shown parts stay in place; the first buttons are there at once."""
    _game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    page = browse(clients[0] if is_signed_in else None, phone=is_phone)
    page.add_init_script(SHIFTS)
    held, is_held = [], True
    page.route(re.compile(f"/api/.*{late}"), lambda route: held.append(route) if is_held else route.continue_())
    page.goto("/")
    expect(page.locator("#play-now")).to_be_visible()
    place = page.locator("#play-now").bounding_box()
    page.wait_for_timeout(400)  # lets the other responses arrive, and the handler of the route run
    is_held = False
    for route in held:
        route.continue_()
    expect(page.locator("#play-now")).to_be_enabled()
    expect(page.locator("#finished-games")).to_be_visible()
    expect(page.locator(".skeleton")).to_have_count(0)
    assert page.locator("#play-now").bounding_box() == place
    assert page.evaluate("window.shifted") < 0.01


def test_options_of_a_title(browse, tmp_path):
    """A host's own component file is part of a new game; a bad one is refused in the dialog."""
    page = browse()
    page.goto("/")
    sign_in(page, "Owner of the box")
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


def test_rules_page(browse):
    """A title's rules are listed by number, with the reconstructed ones marked."""
    page = browse()
    page.goto("/")
    page.get_by_role("link", name="Rules of Amun-Re: The Card Game").click()
    expect(page.locator("#AC-V2")).to_contain_text("One point for each Pyramid")
    expect(page.locator("main")).to_contain_text("reconstructed")
