"""Verification page in a real browser. What it finds in which file, and says of it: `tests/js/verification.test.js`."""

import base64
import json
import re

import pytest
from playwright.sync_api import expect

from tests.audit.games import TITLES, played
from tests.audit.mutations import signed_bundle
from tests.audit.test_signature_coverage import signed_at
from tests.browser.playing import axe_report, fits, in_theme, saved
from tests.vectors import PUBLIC_KEYS, SIGNATURES

VERDICT = ".verdict"


def choose(page, raw):
    page.locator("#verify-file").set_input_files(
        {"name": "game.ndjson", "mimeType": "application/x-ndjson", "buffer": raw}
    )


@pytest.fixture
def page(browse):
    """The open page."""
    page = browse(at="/verify")
    expect(page.locator("#verify-file")).to_be_visible()
    return page


def test_a_record_and_garbage(browse):
    """Browser and server find a record consistent, and garbage is not sent.

    Neither report has an axe violation in either theme; a phone shows them without scrolling.
    """
    sent = []
    page = browse(phone=True, requests=sent, at="/verify")
    for raw, verdict, checks in (
        (signed_bundle(TITLES[0], "all"), "No contradiction was found", 15),
        (b"garbage", "NOT consistent", 1),
    ):
        choose(page, raw)
        expect(page.locator(VERDICT)).to_contain_text(verdict)
        expect(page.locator("#report-heading")).to_be_focused()
        expect(page.locator(".checks > div")).to_have_count(checks)
        for theme in ("light", "dark"):
            assert axe_report(in_theme(page, theme)) is None
        fits(page, 320, 390, 1440)
    assert len([request for request in sent if "verifications" in request.url]) == 1


@pytest.mark.soak
def test_a_real_dossier_is_recognised(page, gallery, demo):
    """A real dossier is no record, but an honest file, and is not called inconsistent."""
    game_id = demo.rpartition("/")[2]
    dossier = gallery.get(f"/api/games/{game_id}/dossier?at=3-0")
    choose(page, json.dumps(dossier).encode())
    expect(page.locator(VERDICT)).to_have_text(f"This is a dossier of game {game_id}, not its record.")
    expect(page.locator("#report code")).to_have_text(dossier["digest"])


@pytest.mark.soak
def test_dropping_a_file(page):
    """A file may be dropped anywhere on the page."""
    page.evaluate(
        """(raw) => {
          const data = new DataTransfer();
          data.items.add(new File([Uint8Array.from(atob(raw), (one) => one.charCodeAt(0))], "game.ndjson"));
          for (const type of ["dragover", "drop"]) {
            const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
            document.body.dispatchEvent(event);
          }
        }""",
        base64.b64encode(signed_bundle(TITLES[0], "public")).decode(),
    )
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")


@pytest.mark.soak
def test_in_another_language(browse):
    """Report and page in the reader's language, also where entries are not covered by a signature."""
    page = browse(locale="it-IT", at="/verify")
    projector, game = played(TITLES[0])
    choose(page, signed_at(projector, game, len(game.entries) // 2))
    expect(page.locator(VERDICT)).to_contain_text("nessuna contraddizione")
    expect(page.locator(".coverage")).to_contain_text("Nulla copre")
    assert not re.search(r"\b(the|checked|entry)\b", page.locator("#report").inner_text())


def test_a_replay_links_to_verification(browse, demo, gallery):
    """A replay's dialog has the file, and a link to the page that verifies it."""
    page = browse(at=f"{demo}/replay")
    page.click("#show-study")
    page.click("#share")
    record = saved(page, "#save-bundle")
    page.get_by_role("dialog").get_by_role("link", name="Verify a record").click()
    page.wait_for_url("**/verify")
    choose(page, record)
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    expect(page.locator("#footer").get_by_role("link", name="Verify a record")).to_be_visible()
    expect(page.locator("#version")).to_have_text(f"Stele {gallery.get('/health/live')['version']}")


def test_without_a_file(browse, demo):
    """A visitor without a file verifies the record of a demonstration game by one click."""
    page = browse(at="/verify")
    page.get_by_role("button", name="Verify a demo game").click()
    expect(page.locator("#unaltered .verdict")).to_contain_text("No contradiction was found")
    expect(page.locator("#report-heading")).to_be_focused()


def test_the_vectors_of_keys_and_signatures(page):
    """The browser's WebCrypto and the page's own arithmetic agree with the record's description."""
    found = page.evaluate(
        """async ([keys, signatures]) => {
          const { isPublicKey } = await import("/web/record/ed25519-points.js");
          const { isSigned } = await import("/web/record/hashing.js");
          const checks = signatures.map((one) => isSigned(one.message, one.signature, one.public_key));
          return [keys.map((one) => isPublicKey(one.public_key)), await Promise.all(checks)];
        }""",
        [PUBLIC_KEYS, SIGNATURES],
    )
    assert found == [[one["good"] for one in PUBLIC_KEYS], [one["good"] for one in SIGNATURES]]
