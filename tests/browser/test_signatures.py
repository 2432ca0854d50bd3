"""Signed games in the browser: each browser has its own key, signs silently, and reports when it can't."""

import json
import re

import pytest
from playwright.sync_api import expect

from audit.verification.report import print_report
from audit.verification.verify import verify
from tests.browser.playing import axe_report, game_of, open_from_the_lobby, saved, to_game
from tests.signers import Signer

MOST_MOVES = 20
NO_KEYS = "crypto.subtle.generateKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))"


def signed_table(browse, gallery):
    """A signed game of Kheops between two browsers, opened and joined by clicking; its id and their pages."""
    ada, bo = (browse(gallery.sign_up(name)) for name in ("Ada", "Bo"))
    open_from_the_lobby(ada, "Kheops", "Signed moves")
    expect(ada.locator("#turn")).to_contain_text("This game is signed")
    bo.goto(f"/games/{game_of(ada)}")
    bo.click("#sit-down")
    for page in (ada, bo):
        expect(page.locator("#connection")).to_have_attribute("data-connection", "live")
        expect(page.locator("#turn")).not_to_contain_text("This game is signed")
        expect(page.locator("#signed")).to_be_visible()
    return game_of(ada), [ada, bo]


def move(pages):
    """Make one move from the list for the player whose turn it is, and return the seat."""
    told = pages[0].locator("#story li").count()
    state = pages[0].evaluate(
        "async (id) => (await import('/web/core/api.js')).call(`/api/games/${id}`)", game_of(pages[0])
    )
    seat = state["to_act"][0]
    page = pages[seat]
    page.locator(".your-turn").wait_for()
    page.locator(".move").first.click()
    page.click("#confirm")
    expect(page.locator("#story li")).not_to_have_count(told)
    expect(page.locator("#refusal")).to_be_empty()
    for other in pages:
        expect(other.locator("#story li")).to_have_count(page.locator("#story li").count())
    return seat


def test_two_browsers_play_a_signed_game(browse, gallery):
    """Signing asks no further question, the story does not mention signatures, and the bundle verifies with all of
    them.
    """
    game_id, pages = signed_table(browse, gallery)
    moved = [move(pages)]
    while len(moved) < MOST_MOVES and set(moved) != {0, 1}:
        moved.append(move(pages))
    assert set(moved) == {0, 1}, "luck decides who begins, and how long the first turn is; it ends"
    pages[0].click("#leave")
    pages[0].get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(pages[0].locator(".ranking")).to_be_visible()
    for page in pages:
        expect(page.locator("#story")).not_to_contain_text("Signed by")
    report = verify(gallery.call("GET", f"/api/games/{game_id}/bundle?as=all").body)
    assert report.ok, print_report(report)
    events = gallery.get(f"/api/games/{game_id}/events?as=all&limit=5000")["events"]
    said = next(check.detail for check in report.checks if check.name == "signatures")
    signed = [event for event in events if event["type"] in ("CommandSigned", "StatementSigned")]
    counts = [sum(event["seat"] == seat for event in signed) for seat in (0, 1)]
    assert sum(counts) == len(moved) + 1 + 2, "both players also signed that they sat down"
    for seat, count in enumerate(counts):
        assert re.search(rf"seat {seat + 1} \(\w+( \d+)?\): {count - 1} moves? by the key that sat down \(", said), said
    assert report.is_whole
    pages[1].goto(f"/games/{game_id}/replay")
    expect(pages[1].locator("#story li")).to_have_count(len(events) - sum(counts))
    expect(pages[1].locator("#contradiction")).to_have_count(0)


def joined(client, game, signer, seat):
    """A program takes this seat, and signs that."""
    body, signature = signer.joins(client.get(f"/api/games/{game['id']}"), client.player["id"], seat)
    client.post(f"/api/games/{game['id']}/seats", body, Stele_Signature=signature)


def seated_with_recovery(browse, ada, game):
    """A browser of Ada's that made a recovery code and sat down, and the code."""
    page = browse(ada, at="/")
    page.click("#account")
    page.click("#make-recovery")
    expect(page.locator("#recovery-code")).to_have_text(re.compile("[0-9a-f]{64}"))
    code = page.locator("#recovery-code").inner_text()
    page.goto(f"/games/{game['id']}")
    page.click("#sit-down")
    expect(page.locator("#sit-down")).to_have_count(0)
    return page, code


@pytest.mark.soak
def test_another_browser_takes_over_with_the_recovery_code(browse, gallery):
    """The key stays in its browser: another one needs the code. The first one then says in red what happened."""
    ada = gallery.sign_up("Ada")
    opponent = gallery.sign_up("Bo")
    game = ada.post("/api/games", {"rulebook": "kheops", "players": 2, "signed": True, "sit": False})
    first, code = seated_with_recovery(browse, ada, game)
    joined(opponent, game, Signer("Bo"), 1)
    second = browse(ada, at=f"/games/{game['id']}")
    expect(second.locator("#notices")).to_contain_text("another browser's key")
    second.click("#take-over")
    dialog = second.get_by_role("dialog")
    dialog.locator("input").fill("0" * 64)
    dialog.get_by_role("button", name="Sign moves here").click()
    expect(dialog).to_contain_text("not taken with this recovery key")
    dialog.locator("input").fill(code)
    dialog.get_by_role("button", name="Sign moves here").click()
    expect(second.locator("#connection")).to_have_attribute("data-connection", "live")
    expect(second.locator("#story")).to_contain_text("changed their signing key")
    expect(second.locator("#notices")).to_be_empty()
    expect(second.locator("#contradiction")).to_have_count(0)
    second.click("#account")
    key = second.locator("#own-key code").inner_text()
    assert gallery.get(f"/api/games/{game['id']}/state?as=public")["state"]["seats"][0]["public_key"] == key
    assert axe_report(second) is None
    first.reload()
    expect(first.locator("#contradiction")).to_contain_text("changed with your recovery code")
    expect(first.locator("#save-proof")).to_be_visible()
    expect(first.locator("#notices")).to_contain_text("another browser's key")
    assert axe_report(first) is None


@pytest.mark.soak
def test_another_browser_takes_over_by_the_word_of_the_first(browse, gallery):
    """The first browser signs the other's key as the seat's new key; then the other plays, without any red warning."""
    ada, bo = gallery.sign_up("Ada"), gallery.sign_up("Bo")
    game_id = ada.post("/api/games", {"rulebook": "kheops", "players": 2, "signed": True, "sit": False})["id"]
    first, opponent, second = browse(ada), browse(bo), browse(ada)
    for page in (first, opponent):
        page.goto(f"/games/{game_id}")
        page.click("#sit-down")
        expect(page.locator("#sit-down")).to_have_count(0)
    move([first, opponent])
    second.goto(f"/games/{game_id}")
    expect(second.locator("#change-key")).to_have_count(0)
    second.click("#take-over")
    key = second.locator("#key-here").inner_text()
    first.click("#change-key")
    dialog = first.get_by_role("dialog")
    dialog.get_by_label("Key of the other browser").fill(key)
    assert axe_report(first) is None and axe_report(second) is None
    dialog.get_by_role("button", name="Sign in another browser").click()
    expect(first.locator("#notices")).to_contain_text("another browser's key")
    expect(first.locator("#change-key")).to_have_count(0)
    second.reload()
    expect(second.locator("#change-key")).to_be_visible()
    expect(second.locator("#notices")).to_be_empty()
    for page in (first, second):
        expect(page.locator("#story")).to_contain_text("changed their signing key")
    for _ in range(2):
        move([second, opponent])
    first.reload()
    expect(first.locator("#notices")).to_contain_text("another browser's key")
    expect(first.locator("#contradiction")).to_have_count(0)
    report = verify(gallery.call("GET", f"/api/games/{game_id}/bundle?as=public").body)
    assert report.ok, print_report(report)
    changed = [event for event in gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"]
               if event["type"] == "KeyChanged"]  # fmt: skip
    assert [(event["data"]["public_key"], event["data"]["recovery"]) for event in changed] == [(key, "")]


@pytest.mark.soak
def test_a_browser_that_cannot_sign_is_told(browse, gallery):
    """A browser that cannot sign cannot join a signed game; in other games it plays unsigned."""
    ada, bo = gallery.sign_up("Ada"), gallery.sign_up("Bo")
    game = ada.post("/api/games", {"rulebook": "kheops", "players": 2, "signed": True, "sit": False})
    joined(ada, game, Signer("Ada"), 0)
    page = browse(bo, script=NO_KEYS, at=f"/games/{game['id']}")
    page.click("#sit-down")
    expect(page.locator("#notices")).to_contain_text("this browser can't sign")
    page.goto("/")
    page.click("#account")
    expect(page.locator("#own-key")).to_contain_text("can't sign your moves")
    page.goto("/")
    to_game(page, "#play-now")
    state = gallery.get(f"/api/games/{game_of(page)}/state?as=public")["state"]
    assert "public_key" not in state["seats"][0]


@pytest.mark.soak
def test_the_victims_browser_says_in_red_what_it_did_not_sign(browse, gallery):
    """The operator gives up the seat in the record: the browser that took the seat knows better.

    What else it finds: `tests/js/seat-watch.test.js`.
    """
    ada, opponent = gallery.sign_up("Ada"), gallery.sign_up("Bo")
    game = ada.post("/api/games", {"rulebook": "kheops", "players": 2, "signed": True, "sit": False})
    page = browse(ada, at=f"/games/{game['id']}")
    page.click("#sit-down")
    expect(page.locator("#sit-down")).to_have_count(0)
    joined(opponent, game, Signer("Bo"), 1)

    def with_forgery(route):
        answer = route.fetch()
        told = answer.json()
        event = {**told["events"][-1], "type": "SeatResigned", "position": "9-0", "data": {"seat": 0}}
        route.fulfill(response=answer, json={**told, "events": [*told["events"], event]})

    page.route(re.compile(r"/events\?.*limit=5000"), with_forgery)
    page.reload()
    expect(page.locator("#contradiction")).to_contain_text("At 9-0 your seat was given up")
    proof = json.loads(saved(page, "#save-proof"))
    (text,) = proof["signed"]
    assert json.loads(text["text"])["command"]["type"] == "TakeSeat"
    assert axe_report(page, within="#contradiction") is None
