"""Stele as an installed app: its offline cache and the limits of it; an update; the operator's kill switch."""

import random
import threading

import pytest
from playwright.sync_api import expect
from werkzeug.serving import make_server

from app import create_app
from tests.api.clients import Client, play_to_the_end, table_of
from tests.browser.conftest import signed_in
from tests.browser.playing import axe_report, fits
from tests.browser.wire import Wire
from tests.serving import Served

TITLE = "kheops"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => Promise.all((await caches.keys()).map(async (name) =>
  [name, (await (await caches.open(name)).keys()).map(({ url }) => url.slice(location.origin.length))]))"""

# Something visited under other names.
KEPT_BEFORE = """async () => {
  const files = (await caches.keys()).find((name) => name.endsWith("-files"));
  const cache = await caches.open(files.replace("-files", "-seen-public~before"));
  await cache.put("/api/games/before", new Response("{}"));
}"""

# The number of times the page has checked for a choice.
WATCH = """() => {
  window.asked = 0;
  document.querySelector = (css) => {
    if (css.includes("dialog[open]")) window.asked += 1;
    return Document.prototype.querySelector.call(document, css);
  };
}"""


@pytest.fixture
def wire(server_directory):
    """A wire that can be cut, to a separate server: where a player's name goes, cached views are dropped."""
    server = Served(server_directory("seen"), worker=False).start()
    wire = Wire(server.port)
    yield wire
    wire.close()
    server.stop()


def kept(page, part):
    """The entries in the browser's caches with this part in their names."""
    return [address for name, addresses in page.evaluate(KEPT) if part in name for address in addresses]


def test_visited_pages_are_available_offline(browse, wire):
    """Lobby, table and replay, with the time of their data; nothing can be sent. Signing out clears them.

    Of private data nothing else is cached: no legal moves, no live stream, no receipt.
    """
    gallery = Client(wire.url)
    over, players = table_of(gallery, TITLE, ["Ada", "Bo"])
    play_to_the_end(over, players, random.Random(1))
    game, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    seat = gallery.get(f"/api/games/{game}")["to_act"][0]
    page = browse(base_url=wire.url, with_worker=True, at="/")
    page.evaluate(
        "(player) => localStorage.setItem('stele-player', JSON.stringify(player))",
        signed_in(page.context, clients[seat]),
    )
    page.wait_for_function(CONTROLLED)
    page.evaluate(KEPT_BEFORE)
    page.goto(f"/games/{over}/replay#20")
    expect(page.locator("#progress")).to_be_empty()
    expect(page.locator("#story li").nth(100)).to_be_attached()
    page.goto(f"/games/{game}")
    expect(page.locator("#connection")).to_have_attribute("data-connection", "live")
    expect(page.locator("#choices")).to_be_visible()
    page.goto("/")
    expect(page.locator("#my-games a").first).to_be_visible()
    needed = ["/api/me/turns", f"/api/games/{game}/state", f"/api/games/{game}/events?limit=5000", "/api/rulebooks"]
    page.wait_for_function(
        f"""async (needed) => {{
          const kept = await ({KEPT})();
          const seen = kept.filter(([name]) => name.includes("-seen-")).flatMap(([, addresses]) => addresses);
          return needed.every((address) => seen.includes(address));
        }}""",
        arg=needed,
    )
    seen = kept(page, "-seen-")
    assert not [address for address in seen if "legal-moves" in address or "version=" in address]
    assert "/api/games/before" not in seen  # a player named in it may have deleted their account

    wire.cut()
    page.goto(f"/games/{game}")
    expect(page.locator("#board .kit-surface > svg").first).to_be_visible()
    expect(page.locator("#offline")).to_contain_text("nothing can be sent")
    expect(page.locator("#choices")).to_be_hidden()
    fits(page, 390)
    page.goto(f"/games/{over}/replay#20")
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#story li").nth(100)).to_be_attached()
    step = page.locator("#step").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).not_to_have_text(step)
    page.goto("/games/demo-das-amulett/replay")  # never visited
    expect(page.locator("main").get_by_role("link", name="Lobby")).to_be_visible()
    assert axe_report(page) is None
    page.goto("/")
    expect(page.locator("#my-games a").first).to_be_visible()

    page.evaluate(
        "async () => (await import(`${document.documentElement.dataset.files}/core/api.js`)).keepPlayer(null)"
    )
    page.wait_for_function("async () => !(await caches.keys()).some((name) => name.includes('-seen-'))")
    page.goto(f"/games/{game}")
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("#board .kit-surface > svg")).to_have_count(0)
    wire.mend()


@pytest.mark.soak
def test_an_update_waits_for_a_choice(browse, gallery):
    """A worker of another version announces itself: the notice comes when the choice is undone."""
    game, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    seat = gallery.get(f"/api/games/{game}")["to_act"][0]
    page = browse(clients[seat], with_worker=True, at=f"/games/{game}")
    page.wait_for_function(CONTROLLED)
    page.locator("#board .can-pick").first.click()
    expect(page.locator("#clear")).to_be_enabled()
    told = "(version) => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { version } }))"
    page.evaluate(told, page.evaluate("document.documentElement.dataset.files.split('/').at(-1)"))
    page.evaluate(WATCH)
    page.evaluate(told, "another")
    page.wait_for_function("() => window.asked > 1")
    expect(page.locator("#new-version")).to_have_count(0)
    page.locator("#clear").click()
    expect(page.locator("#new-version")).to_contain_text("A new version")
    assert kept(page, "-files") != []


@pytest.mark.soak
def test_the_operator_can_call_every_worker_back(browse, tmp_path):
    """With the setting off, an installed worker clears its caches and unregisters, and pages request no worker."""
    settings = {"STELE_DATA": str(tmp_path)}
    server = make_server("127.0.0.1", 0, create_app(settings), threaded=True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    page = browse(base_url=f"http://127.0.0.1:{server.port}", with_worker=True, at="/verify")
    page.wait_for_function(CONTROLLED)
    page.wait_for_function("async () => (await caches.keys()).length > 0")
    server.app = create_app({**settings, "STELE_SERVICE_WORKER": "off"})
    page.goto("/verify")
    page.wait_for_function("async () => (await navigator.serviceWorker.getRegistrations()).length === 0")
    page.wait_for_function("async () => (await caches.keys()).length === 0")
    assert page.evaluate("'worker' in document.documentElement.dataset") is False
    server.shutdown()


def test_the_manifest(browse, served):
    """The manifest is in the reader's language, with icons of the declared sizes and working shortcuts."""
    gallery = Client(served.url)
    answer = gallery.call("GET", "/manifest.webmanifest?lang=it")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert [one["name"] for one in answer.body["shortcuts"]] == ["Lobby", "Nuova partita"]
    page = browse(locale="it-IT", at=answer.body["shortcuts"][1]["url"])
    expect(page.get_by_role("dialog")).to_be_visible()
    sizes = page.evaluate(
        """async (icons) => Promise.all(icons.map(async ({ src }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }))""",
        [one for one in answer.body["icons"] if one["sizes"] != "any"],
    )
    assert sizes == ["192x192", "512x512", "512x512"]
    assert {one["purpose"] for one in answer.body["icons"]} == {"any", "maskable"}
