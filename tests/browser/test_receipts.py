"""The browser as a witness: it stores receipts, and warns in red when the server contradicts them.

Which receipts are bad: `tests/js/log-reader.test.js`.
"""

import json
import random

import pytest
from playwright.sync_api import expect

from api.services import services
from app import create_app
from audit.signing.receipts import receipt_of
from eventstore.entries import Position
from eventstore.keys import GameNames
from eventstore.store import Store
from eventstore.valkey.connection import connect
from tests.api.clients import Client, table_of
from tests.audit.games import bundled, played, with_other_times
from tests.browser.conftest import visiting
from tests.browser.playing import axe_report, choose_on_board, open_table, saved
from tests.serving import Served
from verify import main as program
from verify.bundle import read_bundle

COUNT = """async () => {
  const { keptReceipts } = await import("/web/signing/receipts.js");
  return (await keptReceipts(location.pathname.split("/")[2])).length;
}"""
KEEP = """async ([game, moved]) => {
  const { keepReceipt } = await import("/web/signing/receipts.js");
  return (await keepReceipt(game, moved)).map(({ fault }) => fault);
}"""


def eventually_kept(page, number):
    """Wait until the browser has this number of receipts of the page's game."""
    for _ in range(600):
        if page.evaluate(COUNT) == number:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"the browser does not keep {number} receipts")


def rewrite(data, game_id, change):
    """An operator's rewriting: entries written again, chained from the change on."""
    store = Store(connect(None, data))
    names = GameNames(game_id, store.partitions)
    entries = change(store.read(game_id))
    store.redis.delete(names.events)
    for entry in entries:
        store.redis.xadd(
            names.events, {"e": entry.public, "s": entry.secrets, "h": entry.digest}, id=str(entry.position)
        )
    store.redis.hset(names.head, mapping={"position": str(entries[-1].position), "digest": entries[-1].digest})


def another_time(entries):
    """The record with all times a second earlier."""
    return with_other_times(entries, 1, -1000)


def without_the_last_move(entries):
    """The record without the last move."""
    return [entry for entry in entries if entry.position.action < entries[-1].position.action]


def seat_in_turn(gallery, game_id):
    """The seat to move."""
    return gallery.get(f"/api/games/{game_id}")["to_act"][0]


CHANGES = {another_time: "the digest of its record there is", without_the_last_move: "has no such entry"}


@pytest.mark.soak
def test_a_rewritten_record_is_found(chromium, own_directory, tmp_path, monkeypatch):
    """When the operator rewrites a stored record and its chain, the player's page turns red and has the proof."""
    server = Served(own_directory, worker=False, WEB_CONCURRENCY="1").start()
    proofs, bundles = ({one: tmp_path / f"{one.__name__}.{end}" for one in CHANGES} for end in ("json", "ndjson"))
    try:
        gallery = Client(server.url)
        with visiting(chromium, server) as browse:
            played_in = {}
            for change in CHANGES:
                game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
                page = open_table(browse(clients[seat_in_turn(gallery, game_id)]), game_id)
                choose_on_board(page, random.Random(1))
                page.click("#confirm")
                eventually_kept(page, 1)
                open_table(page, game_id)
                with page.expect_response("**/digests?*"):
                    page.goto(f"/games/{game_id}/replay")
                expect(page.locator("#contradiction")).to_have_count(0)
                page.goto("about:blank")
                played_in[change] = (page, game_id)

            server.stop()
            for change, (_page, game_id) in played_in.items():
                rewrite(own_directory, game_id, change)
            server.start()

            for change, (page, game_id) in played_in.items():
                for path in (f"/games/{game_id}", f"/games/{game_id}/replay"):
                    page.goto(path)
                    alert = page.locator("#contradiction[role=alert]")
                    expect(alert).to_contain_text("This record differs from what the server signed")
                    expect(alert).to_contain_text(CHANGES[change])
                assert axe_report(page) is None
                proofs[change].write_bytes(saved(page, "#save-proof"))
                told = json.loads(proofs[change].read_text())
                assert [one["fault"] for one in told["contradictions"]] == ["digest"]
                assert told["keys"]["key"] == told["receipts"][0]["public_key"]
                bundles[change].write_bytes(gallery.get(f"/api/games/{game_id}/bundle"))
    finally:
        server.stop()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    run = create_app({}).test_cli_runner()
    told = {one: run.invoke(args=["verify", str(bundles[one]), "--receipts", str(proofs[one])]) for one in CHANGES}
    found = told[another_time]
    assert found.exit_code == 1 and "FAILED: contradicts the receipt of " in found.output, found.output
    # With the move gone, the bundle might as well be an old one: the page has the evidence.
    assert "of what came after this bundle" in told[without_the_last_move].output


@pytest.mark.soak
def test_the_reader_has_the_receipts(browse, gallery):
    """The account shows the number of stored receipts and how they are checked; the replay hands them out as lines."""
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    seat = seat_in_turn(gallery, game_id)
    page = open_table(browse(clients[seat]), game_id)
    choose_on_board(page, random.Random(1))
    page.click("#confirm")
    eventually_kept(page, 1)
    page.click("#account")
    expect(page.locator("#receipts")).to_have_text(
        "This browser keeps one receipt for your moves and checks it against the record when you open the game."
    )
    page.goto(f"/games/{game_id}/replay")
    page.click("#show-study")
    page.click("#share:enabled")
    (line,) = saved(page, "#save-receipts").splitlines()
    assert json.loads(line)["game"] == game_id


DENIALS = {
    "en-GB": "The server signed 2 moves of this game but now reports that the game never existed.",
    "it-IT": "Il server ha firmato 2 mosse di questa partita, ma ora risponde che la partita non è mai esistita.",
    "es-ES": "El servidor firmó 2 jugadas de esta partida, pero ahora responde que la partida nunca existió.",
}


@pytest.mark.parametrize(
    "locale", ["en-GB", *(pytest.param(one, marks=pytest.mark.soak) for one in ("it-IT", "es-ES"))]
)
def test_a_denied_game_is_reported(browse, served, gallery, tmp_path, monkeypatch, locale):
    """The server denies the game, with signed moves of it: table, replay and dossier say so, with the proof."""
    game_id = f"denied-{locale.lower()}"
    with create_app({"STELE_DATA": str(served.data)}).app_context():
        keyring = services().storage.keyring
        receipts = [
            receipt_of(keyring.current, keyring.origin, game_id, Position(action, 0), bytes([action]) * 32, 10**12)
            for action in (7, 9)
        ]
    _game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    page = browse(clients[0], locale=locale, at="/games/never-played")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#contradiction")).to_have_count(0)
    for receipt in receipts:
        moved = {"receipt": receipt, "position": receipt["position"], "digest": receipt["digest"]}
        assert page.evaluate(KEEP, [game_id, moved]) == []
    for path in ("", "/replay", "/dossier#at=7-0"):
        page.goto(f"/games/{game_id}{path}")
        expect(page.locator("#contradiction[role=alert]")).to_contain_text(DENIALS[locale])
    assert axe_report(page) is None
    proof, mine = tmp_path / "proof.json", tmp_path / "receipts.ndjson"
    proof.write_bytes(saved(page, "#save-proof"))
    told = json.loads(proof.read_text())
    assert (told["receipts"] == receipts and "no game with this id" in str(told["digests"])) or locale != "en-GB"
    page.goto("/")
    page.click("#account")
    mine.write_bytes(saved(page, "#save-all-receipts"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    run, key = create_app({}).test_cli_runner(), receipts[0]["public_key"]
    for file in (proof, mine):
        judged = run.invoke(args=["verify", "--receipts", str(file), "--key", key])
        assert judged.exit_code == 0, judged.output
        assert f"{key}, which you trust, signed 2 positions of the game {game_id}, up to 9-0." in judged.output
    assert program.main(["--receipts", str(mine), "--key", key]) == 0


@pytest.mark.soak
def test_a_browser_that_cannot_check_signatures_says_so(browse, gallery):
    """A browser that cannot check signatures compares digests only, and the account page explains this."""
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    no_keys = "crypto.subtle.importKey = async () => { throw new Error('not supported'); };"
    page = open_table(browse(clients[seat_in_turn(gallery, game_id)], script=no_keys), game_id)
    choose_on_board(page, random.Random(1))
    page.click("#confirm")
    eventually_kept(page, 1)
    expect(page.locator("#contradiction")).to_have_count(0)
    page.click("#account")
    expect(page.locator("#receipts")).to_contain_text("so only digests are compared")


@pytest.mark.soak
def test_an_imported_game_is_marked(browse, served):
    """Replay and table mark an imported game, which has no players on this server and waits for none."""
    projector, game = played("kheops")
    bundle = read_bundle(bundled(projector, game, game.entries))
    with create_app({"STELE_DATA": str(served.data)}).app_context():
        services().games.tables.take_in(bundle)
    page = browse(at=f"/games/{game.game_id}/replay")
    expect(page.locator("#imported")).to_have_text("imported: not played on this server")
    page.goto(f"/games/{game.game_id}")
    expect(page.locator("#imported")).to_have_text("imported")
    summary = Client(served.url).get(f"/api/games/{game.game_id}")
    assert summary["imported"]["key"] == "" and summary["your_seat"] is None
