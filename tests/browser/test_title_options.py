"""Title options in the browser: forms and pages show their labels in the reader's language, never their ids."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.playing import fits, game_of, unfold_options


def test_a_game_shows_its_options(browse, gallery):
    """The form, the waiting room and the list of open games show a game's options, in Italian.

    The form also offers a choice of paces, to which all players agree by joining.
    """
    ada, bo = gallery.sign_up("Ada"), gallery.sign_up("Bo")
    page = browse(ada, locale="it-IT", at="/")
    page.get_by_role("button", name="Nuova partita a Kheops").click()
    unfold_options(page)
    page.locator("[name=bots]").select_option("0")
    white = page.locator("[name=option-white]")
    expect(white.locator("option")).to_have_text(["A caso", "Primo posto", "Secondo posto"])
    white.select_option("second")
    page.locator("[name=option-pharaoh_after_mummy]").set_checked(False)
    expect(page.locator("[name=outcome]")).to_be_hidden()
    page.locator("[name=pace]").select_option("bank")
    page.locator("[name=outcome]").select_option("once")
    page.get_by_role("button", name="Apri la partita").click()
    page.wait_for_url("**/games/*")
    tags = page.locator(".chosen-options .tag")
    expect(tags).to_have_text(["Bianco: Secondo posto", "Faraone dopo la Mummia: no"])
    pace = gallery.get(f"/api/games/{game_of(page)}")["pace"]
    assert (pace["kind"], pace["outcome"], pace["vacation"]) == ("bank", "once", 14)
    reader = browse(bo, locale="it-IT", viewport={"width": 390, "height": 844}, at="/")
    game = reader.locator(".game", has=reader.locator(f"a[href$='{game_of(page)}']"))
    expect(game.locator(".chosen-options .tag")).to_have_text(["Bianco: Secondo posto", "Faraone dopo la Mummia: no"])
    fits(reader, 390)


@pytest.mark.soak
def test_a_tournament_has_options(browse, gallery):
    """The form asks for those of the chosen title, and the tournament's pages show the changed ones."""
    page = browse(gallery.sign_up("Boss"), locale="it-IT", at="/tournaments")
    page.click("#new-tournament")
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=rulebook]").select_option("amun-re")
    together = dialog.get_by_label("Raccolto simultaneo", exact=True)
    expect(together).to_have_attribute("name", "option-together")
    together.set_checked(False)
    dialog.locator("[name=name]").fill("La coppa")
    dialog.locator("button.primary").click()
    page.wait_for_url(re.compile("/tournaments/[a-z0-9]+$"))
    expect(page.locator(".chosen-options .tag")).to_have_text(["Raccolto simultaneo: no"])
    found = gallery.get("/api" + page.url[page.url.index("/tournaments/") :])
    assert found["options"]["together"] is False
    page.goto("/tournaments")
    expect(page.locator(".report", has_text="La coppa").locator(".tag", has_text="Raccolto")).to_have_count(1)
