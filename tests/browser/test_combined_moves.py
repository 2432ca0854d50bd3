"""Combined moves: small moves of a seat, put together on the page before they are sent: shown, undone, sent at once."""

from playwright.sync_api import expect

from tests.api.clients import table_of
from tests.browser.playing import open_table
from tests.eventstore.handmade import eventually


def test_moves_are_put_together_and_sent_at_once(browse, gallery):
    """The board previews the moves, Undo and Escape take the last one back, and one request makes all of them."""
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"], signed=False)
    (seat,) = gallery.get(f"/api/games/{game_id}")["to_act"]
    before = gallery.get(f"/api/games/{game_id}")["position"]
    sent = []
    page = open_table(browse(clients[seat], requests=sent), game_id)
    if page.locator("#show-moves").is_visible() and page.locator("#listing").is_hidden():
        page.click("#show-moves")
    first, composed = page.locator(".move").first, page.locator(".chosen-text")
    expect(page.locator("#go-on")).to_be_hidden()
    text = first.inner_text()
    first.click()
    expect(page.locator("#go-on")).to_be_visible()
    page.click("#go-on")
    expect(page.locator("#turn")).to_contain_text("One move is ready but not sent yet.")
    expect(composed).to_have_text(text)
    expect(page.locator("#confirm")).to_be_enabled()
    page.click("#undo")
    expect(page.locator("#turn")).not_to_contain_text("put together")
    expect(page.locator("#undo")).to_be_hidden()
    first.click()
    page.click("#go-on")
    page.locator("#turn").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#undo")).to_be_hidden()
    first.click()
    page.click("#go-on")
    expect(page.locator("#turn")).to_contain_text("One move is ready")
    then = first.inner_text()
    first.click()
    expect(composed).to_have_text(f"{text} → {then}")
    expect(page.locator("#confirm")).to_have_text("Confirm 2 moves")
    expect(page.locator(".preview-mark")).to_be_visible()
    assert gallery.get(f"/api/games/{game_id}")["position"] == before
    with page.expect_request(lambda one: one.url.endswith("/moves") and one.method == "POST"):
        page.click("#confirm")
    expect(page.locator("#undo")).to_be_hidden()
    expect(page.locator("#refusal")).to_be_empty()
    expect(page.locator("#confirm")).not_to_have_text("Confirm 2 moves")
    expect(page.locator("#turn")).not_to_contain_text("put together")
    moves = [one for one in sent if one.method == "POST" and one.url.endswith("/moves")]
    assert [len(one.post_data_json["moves"]) for one in moves] == [2]

    def actions():
        """The number of recorded actions."""
        events = gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"]
        return len({event["position"].partition("-")[0] for event in events})

    assert eventually(lambda: actions() == int(before.partition("-")[0]) + 2)
