"""The browser as a reader of the log: red if the log goes back, or lacks a move that the server signed."""

import json
import random
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from audit.signing.keys import SigningKey
from audit.signing.signed_notes import KeyNotary
from audit.transparency.witness import Witness
from eventstore.checkpoints.journal import leaf_of
from eventstore.entries import Position
from services.games.integrity import CHECKPOINTS
from tests.api.clients import Client, table_of
from tests.audit.log_operator import Operator
from tests.browser.conftest import visiting
from tests.browser.playing import axe_report, choose_on_board, open_table
from tests.eventstore.handmade import eventually
from tests.serving import Served

LONG_AGO = """async ([game, hours]) => {
  const { keptReceipts } = await import("/web/signing/receipts.js");
  const { putReceipt } = await import("/web/signing/receipt-store.js");
  for (const one of await keptReceipts(game)) await putReceipt({ ...one, kept: Date.now() - hours * 3600e3 });
  const notes = JSON.parse(localStorage.getItem("stele-log") ?? "{}");
  for (const note of Object.values(notes)) note.read = 0;
  localStorage.setItem("stele-log", JSON.stringify(notes));
}"""
FORGET_OTHERS = """(game) => new Promise((resolve) => {
  indexedDB.open("stele", 1).onsuccess = ({ target }) => {
    const changing = target.result.transaction("receipts", "readwrite");
    changing.oncomplete = resolve;
    changing.objectStore("receipts").openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      if (cursor.value.game !== game) cursor.delete();
      cursor.continue();
    };
  };
})"""
KEPT = "() => Object.values(JSON.parse(localStorage.getItem('stele-log') ?? '{}'))[0] ?? null"
COVERED = "(game) => JSON.parse(localStorage.getItem('stele-logged') ?? '{}')[game] ?? null"
WITNESS_KEY = KeyNotary(SigningKey(bytes(31) + b"\x05"))


class Reader:
    """A player with a page, who has made a move; the server, and its operator."""

    def __init__(self, served: Served, page: Page, game: str, gallery: Client) -> None:
        self.served = served
        self.page = page
        self.game = game
        self.gallery = gallery
        self.operator = Operator(served.data)

    def visit(self, path: str = "", hours: float = 0) -> None:
        """Open the table again, this number of hours later; the log was not read for a while."""
        self.page.evaluate(LONG_AGO, [self.game, hours])
        self.page.goto(path or f"/games/{self.game}")


@pytest.fixture(scope="module")
def stopped(server_directory: Any) -> tuple[Served, str, list[Client]]:
    """A server with a running game and an honest log."""
    witness = WITNESS_KEY.witness_key("witness.example")
    served = Served(server_directory("log"), STELE_WITNESSES=str(witness), WEB_CONCURRENCY="1").start()
    gallery = Client(served.url)
    game, clients = table_of(gallery, "kheops", ["Log Ada", "Log Bo"])
    assert eventually(lambda: gallery.call("GET", f"/api/games/{game}/proof").status == 200)
    return served, game, clients


@pytest.fixture(scope="module")
def reader(chromium: Browser, stopped: tuple[Served, str, list[Client]]) -> Iterator[Reader]:
    """The player has moved in the browser, the log has the move, and then the log is written by hand."""
    served, game, clients = stopped
    gallery = Client(served.url)
    with visiting(chromium, served) as browse:
        page = browse(clients[gallery.get(f"/api/games/{game}")["to_act"][0]])
        open_table(page, game)
        with page.expect_response("**/moves") as moved:
            choose_on_board(page, random.Random(1))
            page.click("#confirm")
        position = moved.value.json()["position"]
        assert eventually(lambda: gallery.call("GET", f"/api/games/{game}/proof?at={position}").status == 200)
        page.goto("about:blank")
        served.stop()
        served.with_worker = False
        served.processes.clear()
        served.start()
        shutil.copytree(served.data / CHECKPOINTS, served.data / "honest")
        page.goto("/")
        yield Reader(served, page, game, gallery)
    served.stop()


@pytest.fixture
def honest(reader: Reader) -> Reader:
    """The log is as it was, and the browser has just read it."""
    shutil.rmtree(reader.served.data / CHECKPOINTS)
    shutil.copytree(reader.served.data / "honest", reader.served.data / CHECKPOINTS)
    reader.page.evaluate(FORGET_OTHERS, reader.game)
    reader.page.evaluate(
        "for (const one of ['log', 'logged', 'log-failing', 'log-excused']) localStorage.removeItem(`stele-${one}`)"
    )
    reader.visit(hours=1)
    expect(reader.page.locator("#board, main svg").first).to_be_visible()
    assert eventually(lambda: reader.page.evaluate(COVERED, reader.game) is not None)
    expect(reader.page.locator("#log-fault")).to_have_count(0)
    return reader


def told(reader: Reader, sentence: str) -> dict[str, Any]:
    """The red section says this; the saved proof."""
    alert = reader.page.locator("#log-fault[role=alert]")
    expect(alert).to_contain_text("This server contradicts its public log")
    expect(alert).to_contain_text(sentence)
    with reader.page.expect_download() as started:
        reader.page.click("#save-log-proof")
    found: dict[str, Any] = json.loads(started.value.path().read_text())
    return found


@pytest.mark.soak
def test_an_honest_log_is_kept(honest: Reader) -> None:
    """The newest note is kept with the checked cosigners, and the account tells both."""
    operator, page = honest.operator, honest.page
    kept = page.evaluate(KEPT)
    assert kept["note"].startswith(operator.last.tree.origin) and kept["delay"] == 600
    witness = Witness(honest.served.data / "w", WITNESS_KEY, "witness.example")
    assert "" == witness.witness(honest.served.url).not_taken
    operator.log(leaf_of("another", Position(1, 0), bytes(32)))
    honest.visit(hours=1)
    assert eventually(lambda: page.evaluate(KEPT)["cosigners"] == ["witness.example"])
    expect(page.locator("#log-fault")).to_have_count(0)
    page.click("#account")
    expect(page.locator("#kept-log")).to_have_text(
        f"This browser has seen {operator.last.tree.size} entries of the server's public log, and warns you if one "
        "changes. Witnesses: witness.example."
    )


def test_an_undeclared_rollback(honest: Reader) -> None:
    """The operator puts the log back: the table and the list of games are red, and both notes are saved."""
    size = honest.operator.last.tree.size
    honest.operator.log(begin=size - 1)
    for path in ("", "/"):
        honest.visit(path)
        proof = told(honest, "has lost entries that it had before")
        assert f"\n{size}\n" in proof["kept"] and f"\n{size - 1}\n" in proof["shown"]
    assert axe_report(honest.page) is None


def test_another_history(honest: Reader) -> None:
    """The operator changes a leaf and lets the log grow."""
    leaves = honest.operator.leaves()
    other = [leaf_of("x", Position(1, 0), bytes(32)), *leaves[1:], leaf_of("y", Position(1, 0), bytes(32))]
    honest.operator.log(*other, begin=0)
    honest.visit()
    told(honest, "were changed or removed")


def test_another_log(honest: Reader) -> None:
    """The operator shows a log of another name."""
    honest.operator.log(origin="other.example/log")
    honest.visit()
    told(honest, "shows a different log")


def test_a_hidden_log(honest: Reader) -> None:
    """The server refuses to show its log: nothing is said at first, and after an hour it is red."""
    page = honest.page
    ago = """(hours) => {
      const failing = JSON.parse(localStorage.getItem("stele-log-failing"));
      for (const site of Object.keys(failing)) failing[site] -= hours * 3600e3;
      localStorage.setItem("stele-log-failing", JSON.stringify(failing));
    }"""
    failing = "() => Object.keys(JSON.parse(localStorage.getItem('stele-log-failing') ?? '{}')).length"
    refusal = {
        "type": "urn:stele:problem:record-unavailable",
        "title": "Unavailable",
        "status": 503,
        "detail": "Not now.",
    }
    headers = {"Content-Type": "application/problem+json", "Retry-After": "2", "Cache-Control": "no-store"}
    answer: dict[str, Any] = {"status": 503, "headers": headers, "body": json.dumps(refusal)}
    page.route("**/api/log?*", lambda route: route.fulfill(**answer))
    honest.visit()
    assert eventually(lambda: page.evaluate(failing) == 1)
    expect(page.locator("#log-fault")).to_have_count(0)
    page.evaluate(ago, 2)
    honest.visit()
    told(honest, "has not shown its log")
    page.unroute("**/api/log?*")
    honest.visit()
    assert eventually(lambda: page.evaluate(failing) == 0)
    expect(page.locator("#log-fault")).to_have_count(0)


def test_a_reader_who_knows_why(honest: Reader) -> None:
    """The server was set up again: the reader accepts its log, and is warned of the next change."""
    honest.operator.log(origin="other.example/log")
    honest.visit()
    told(honest, "shows a different log")
    honest.page.click("#excuse-log")
    expect(honest.page.locator("#log-fault")).to_have_count(0)
    honest.visit()
    assert eventually(lambda: str((honest.page.evaluate(KEPT) or {}).get("note")).startswith("other.example/log"))
    honest.operator.log(begin=1)
    honest.visit()
    told(honest, "has lost entries")


def test_a_declared_restore(honest: Reader) -> None:
    """It is announced, not red."""
    last = honest.operator.last.tree
    declared = {"restores": 1, "continues": f"{last.origin} {last.size - 1}", "because": "of a broken disk"}
    honest.operator.log(leaf_of("z", Position(1, 0), bytes(32)), begin=last.size, origin=f"{last.origin}/1", **declared)
    honest.visit()
    expect(honest.page.locator("#log-restored")).to_contain_text("of a broken disk")
    expect(honest.page.locator("#log-fault")).to_have_count(0)


def test_a_withheld_move(honest: Reader) -> None:
    """The operator keeps my move out of the log: red after the promised delay, and not before."""
    page, gallery = honest.page, honest.gallery
    game, clients = table_of(gallery, "kheops", ["Log Cy", "Log Di"])
    seat = gallery.get(f"/api/games/{game}")["to_act"][0]
    move = clients[seat].get(f"/api/games/{game}/legal-moves")["moves"][0]["move"]
    moved = clients[seat].post(f"/api/games/{game}/moves", move)
    keep = """async ([game, moved]) =>
      (await import("/web/signing/receipts.js")).keepReceipt(game, moved)"""
    assert [] == page.evaluate(keep, [game, moved])
    with page.expect_response("**/digests?*"):
        page.goto(f"/games/{game}")
    page.evaluate(LONG_AGO, [game, 0])
    page.goto("/")
    assert eventually(lambda: page.evaluate(KEPT)["read"] > 0)
    expect(page.locator("#log-fault")).to_have_count(0)
    page.evaluate(LONG_AGO, [game, 1])
    page.goto(f"/games/{game}")
    proof = told(honest, "missing from the server's public log")
    assert (game, moved["receipt"]) == (proof["game"], proof["receipts"][0])


def test_a_denied_game_in_the_list(honest: Reader) -> None:
    """The server signed a move of a game that it denies: the list of games says so."""
    page = honest.page
    denied = """async (game) => {
      const { keptReceipts } = await import("/web/signing/receipts.js");
      const { putReceipt } = await import("/web/signing/receipt-store.js");
      const [one] = await keptReceipts(game);
      const receipt = { ...one.receipt, game: "denied-game" };
      await putReceipt({ ...one, game: "denied-game", kept: Date.now(), receipt });
    }"""
    page.evaluate(denied, honest.game)
    honest.visit("/")
    told(honest, "now reports that the game never existed")
