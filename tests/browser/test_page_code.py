"""Code of the pages in a signed game: compared with the log, quiet when it has changed, red when the log lacks it."""

import hashlib
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.clients import Client
from tests.browser.conftest import Browse, visiting
from tests.browser.playing import axe_report
from tests.eventstore.handmade import eventually
from tests.serving import Served, copy_checkout

KEPT = "() => Object.values(JSON.parse(localStorage.getItem('stele-pages') ?? '{}'))[0] ?? null"
UNLOGGED_LONG_AGO = """() => {
  const pages = JSON.parse(localStorage.getItem("stele-pages"));
  for (const one of Object.values(pages)) one.unlogged -= 3600e3;
  localStorage.setItem("stele-pages", JSON.stringify(pages));
}"""
ANOTHER_VERSION = """() =>
  navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { version: "another" } }))"""
CHECKED = """async () =>
  (await import(`${document.documentElement.dataset.files}/signing/page-code.js`)).checkPages()"""
CHANGED = Path("web", "table", "controller.js")


class Club:
    """A server from a checkout of its own, with a signed game."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.gallery = Client(served.url)
        body = {"rulebook": "kheops", "players": 2, "signed": True, "sit": False}
        self.game = self.gallery.sign_up("Page Ada").post("/api/games", body)["id"]

    def fingerprint(self) -> str:
        """The fingerprint of the pages that the server gives now."""
        return hashlib.sha256(self.gallery.call("GET", "/tlog/release").body).hexdigest()

    def is_logged(self) -> bool:
        """Whether the log has them."""
        answer = self.gallery.call("GET", "/api/log/release")
        return answer.status == 200 and answer.body["digest"] == self.fingerprint()

    def release(self, words: str) -> None:
        """Give pages with another module."""
        place = self.served.root / CHANGED
        place.write_text(f"{place.read_text()}// {words}\n")


@pytest.fixture(scope="module")
def club(server_directory: Any, tmp_path_factory: Any) -> Iterator[Club]:
    """The server; its log has its pages."""
    checkout = copy_checkout(tmp_path_factory.mktemp("pages"))
    served = Served(server_directory("pages"), root=checkout).start()
    club = Club(served)
    assert eventually(club.is_logged)
    yield club
    served.stop()


@pytest.fixture
def browse(chromium: Browser, club: Club) -> Iterator[Browse]:
    """Browsers at this server."""
    with visiting(chromium, club.served) as browse:
        yield browse


def visited(page: Page, club: Club) -> dict[str, Any]:
    """The pages that a browser keeps after a visit to the game, which has compared them."""
    page.goto(f"/games/{club.game}")

    def is_kept() -> bool:
        """Whether the check has found them; while the server is overloaded it may refuse to answer."""
        page.evaluate(CHECKED)
        return (page.evaluate(KEPT) or {}).get("digest") == club.fingerprint()

    assert eventually(is_kept)
    found: dict[str, Any] = page.evaluate(KEPT)
    return found


@pytest.mark.soak
def test_a_change_is_told_until_it_is_closed(browse: Browse, club: Club) -> None:
    """Nothing at the first visit; after an upgrade the page names the entry, and the account the fingerprint."""
    page = browse(club.gallery.sign_up("Page Bo"))
    first = visited(page, club)
    expect(page.locator("#pages-changed, #log-fault")).to_have_count(0)
    club.release("an upgrade")
    assert eventually(club.is_logged)
    second = visited(page, club)
    assert second["leaf"] > first["leaf"]
    assert first["seen"] <= second["before"] < second["seen"]  # a module loaded later counts as seen, too
    told = page.locator("#pages-changed")
    expect(told).to_contain_text("The code of these pages has changed since")
    expect(told).to_contain_text(f"entry {second['leaf']} of the server's public log")
    assert axe_report(page) is None
    page.reload()
    told.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)
    visited(page, club)
    page.evaluate(CHECKED)
    expect(page.locator("#pages-changed, #log-fault")).to_have_count(0)
    page.goto("/account")
    expect(page.locator("#kept-pages")).to_contain_text(f"entry {second['leaf']} of the log): {second['digest']}")


def test_a_script_that_the_manifest_does_not_have(browse: Browse, club: Club) -> None:
    """The operator gives this browser another module: it is named in red, and the proof is saved."""
    page = browse(club.gallery.sign_up("Page Cy"))
    page.route(
        f"**/{CHANGED.relative_to('web')}",
        lambda route: route.fulfill(response=(found := route.fetch()), body=f"{found.text()}// spy\n"),
    )
    page.goto(f"/games/{club.game}")
    alert = page.locator("#log-fault[role=alert]")
    expect(alert).to_contain_text("This page has code that the server's public log does not name")
    expect(alert).to_contain_text(CHANGED.as_posix())
    assert axe_report(page) is None
    with page.expect_download() as started:
        page.click("#save-log-proof")
    proof = json.loads(started.value.path().read_text())
    assert ("pages", [CHANGED.as_posix()]) == (proof["fault"], proof["pages"]["files"])
    assert hashlib.sha256(proof["pages"]["manifest"].encode()).hexdigest() == proof["pages"]["digest"]
    assert page.evaluate(KEPT) is None


def test_a_script_that_is_loaded_later(browse: Browse, club: Club) -> None:
    """A module that the page loads on demand is compared, too."""
    page = browse(club.gallery.sign_up("Page Ed"))
    later = "web/signing/change-key.js"
    page.route(
        f"**/{later.removeprefix('web/')}",
        lambda route: route.fulfill(response=(found := route.fetch()), body=f"{found.text()}// spy\n"),
    )
    visited(page, club)
    page.evaluate(CHECKED)
    expect(page.locator("#log-fault")).to_have_count(0)
    page.evaluate("import(`${document.documentElement.dataset.files}/signing/change-key.js`)")
    expect(page.locator("#log-fault")).to_contain_text(later)


def test_pages_that_the_log_does_not_have(browse: Browse, club: Club) -> None:
    """The operator logs no release: red after the promised delay, also in a page that is still open from before."""
    page = browse(club.gallery.sign_up("Page Di"), with_worker=True)
    before = visited(page, club)
    stopped = club.served.processes.pop("worker")
    stopped.send_signal(signal.SIGTERM)
    stopped.wait(60)
    club.release("not logged")
    page.evaluate(ANOTHER_VERSION)
    assert eventually(lambda: page.evaluate(KEPT).get("unlogged"))
    expect(page.locator("#log-fault")).to_have_count(0)
    assert before["digest"] == page.evaluate(KEPT)["digest"]
    page.evaluate(UNLOGGED_LONG_AGO)
    page.evaluate(ANOTHER_VERSION)
    told = "have not been those that its public log names"
    expect(page.locator("#log-fault")).to_contain_text(told)
    page.goto(f"/games/{club.game}")
    expect(page.locator("#log-fault")).to_contain_text(told)
    page.click("#excuse-log")
    page.reload()
    page.evaluate(CHECKED)
    expect(page.locator("#log-fault")).to_have_count(0)
