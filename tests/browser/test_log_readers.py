"""The browser as a reader of the log. What it finds in which log: `tests/js/log-reader.test.js`."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from api.services import services
from app import create_app
from tests.api.clients import Client, table_of
from tests.audit.log_operator import Operator
from tests.browser.conftest import visiting
from tests.browser.playing import axe_report, choose_on_board, open_table, saved
from tests.eventstore.handmade import eventually
from tests.serving import Served

LONG_AGO = """() => {
  const notes = JSON.parse(localStorage.getItem("stele-log") ?? "{}");
  for (const note of Object.values(notes)) note.read = 0;
  localStorage.setItem("stele-log", JSON.stringify(notes));
}"""
KEPT = "() => Object.values(JSON.parse(localStorage.getItem('stele-log') ?? '{}'))[0] ?? null"


@pytest.fixture
def watched(server_directory: Any) -> Iterator[Served]:
    """A server whose log the test writes."""
    served = Served(server_directory("log"), worker=False, WEB_CONCURRENCY="1").start()
    yield served
    served.stop()


@pytest.mark.soak
def test_an_undeclared_rollback(chromium: Browser, watched: Served) -> None:
    """A browser keeps the note of an honest log, and tells its size.

    The operator puts the log back: the table and the list of games are red, and both notes are saved.
    """
    gallery = Client(watched.url)
    table_of(gallery, "kheops", ["Log Cy", "Log Di"])
    game, clients = table_of(gallery, "kheops", ["Log Ada", "Log Bo"])
    with visiting(chromium, watched) as browse:
        page = open_table(browse(clients[gallery.get(f"/api/games/{game}")["to_act"][0]]), game)
        choose_on_board(page, random.Random(1))
        with page.expect_response("**/moves"):
            page.click("#confirm")
        with create_app({"STELE_DATA": str(watched.data)}).app_context():
            keeper = services().storage.integrity.keeper()
            assert keeper.hold() and keeper.write()
            keeper.release()
        page.goto(f"/games/{game}")
        assert eventually(lambda: page.evaluate(KEPT) is not None)
        expect(page.locator("#log-fault")).to_have_count(0)
        operator = Operator(watched.data)
        size = operator.last.tree.size
        page.click("#account")
        expect(page.locator("#kept-log")).to_contain_text(f"This browser has seen {size} entries")
        operator.log(begin=size - 1)
        for path in (f"/games/{game}", "/"):
            page.evaluate(LONG_AGO)
            page.goto(path)
            alert = page.locator("#log-fault[role=alert]")
            expect(alert).to_contain_text("This server contradicts its public log")
            expect(alert).to_contain_text("has lost entries that it had before")
        proof = json.loads(saved(page, "#save-log-proof"))
        assert f"\n{size}\n" in proof["kept"] and f"\n{size - 1}\n" in proof["shown"]
        assert axe_report(page) is None
