"""Inbox in the browser: a live badge in every tab, a list of notices, and preferences."""

import json
import re

import pytest
from playwright.sync_api import expect

from eventstore.encryption import derive, load_or_make_secret
from services.notifications.channels.mail import UnsubscribeLinks
from tests.api.clients import table_of
from tests.browser.playing import axe_report, fits

TITLE = "kheops"
NAMES = ["Isis", "Osiris"]


def test_an_inbox(browse, gallery):
    """My notices are counted live on every page, in the tab's title too, and listed in the inbox."""
    game, clients = table_of(gallery, TITLE, NAMES)
    seat = gallery.get(f"/api/games/{game}")["to_act"][0]
    page = browse(clients[1 - seat], at="/verify")
    badge = page.locator("#inbox")
    expect(badge).to_have_attribute("data-unread", "1")
    expect(page).to_have_title(re.compile(r"^\(1\) Verify"))
    while gallery.get(f"/api/games/{game}")["to_act"] == [seat]:
        legal = clients[seat].get(f"/api/games/{game}/legal-moves")["moves"]
        clients[seat].post(f"/api/games/{game}/moves", legal[0]["move"])
    expect(badge).to_have_attribute("data-unread", "2")
    expect(badge).to_have_attribute("aria-label", "2 unread notifications")
    expect(page.locator("#announcements")).to_have_text(f"Kheops against {NAMES[seat]}: it is your turn.")
    badge.click()
    newest = page.locator("#notice-list li").first
    expect(newest).to_contain_text(f"Kheops against {NAMES[seat]}: it is your turn.")
    expect(page.locator("#notice-list .unread")).to_have_count(2)
    expect(page.locator("form").first).to_be_visible()
    fits(page, 390)
    assert axe_report(page) is None
    other = page.context.new_page()
    other.goto("/verify")
    expect(other.locator("#inbox")).to_have_attribute("data-unread", "2")
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.locator("#notice-list .unread")).to_have_count(0)
    expect(other.locator("#inbox")).to_have_attribute("data-unread", "")
    expect(other).to_have_title(re.compile("^Verify"))
    page.get_by_role("checkbox", name="A game starts: Webhook").uncheck()
    page.get_by_role("textbox", name="From").fill("22:00")
    page.get_by_role("textbox", name="Until").fill("07:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    preferences = clients[1 - seat].get("/api/me/account")["preferences"]
    assert {"webhook": ["started"]} == preferences["off"] and {"since": "22:00", "until": "07:30"} == preferences[
        "quiet"
    ]
    newest.get_by_role("button", name="Turn off notifications for this game").click()
    expect(newest.get_by_role("button", name="Turn on notifications for this game")).to_be_visible()
    preferences = clients[1 - seat].get("/api/me/account")["preferences"]
    assert [game] == preferences["muted"] and {"webhook": ["started"]} == preferences["off"]
    newest.get_by_role("link").click()
    page.wait_for_url(f"**/games/{game}")


def test_a_mails_unsubscribe_link_asks_first(browse, gallery, served):
    """The page names the subscription, ends it on request, and explains how to get it back; no player is signed in."""
    me = gallery.sign_up("Thot")
    unsubscribing = UnsubscribeLinks(derive(load_or_make_secret(served.data), b"stele/unsubscribe/1"))
    page = browse(locale="it-IT", at=f"/api/unsubscribe/{unsubscribing.token(me.player['id'])}")
    button = page.get_by_role("button", name="Annulla l'iscrizione")
    expect(button).to_be_visible()
    assert page.url.startswith(f"{gallery.url}/unsubscribe#") and me.get("/api/me/account")["preferences"]["off"] == {}
    assert axe_report(page) is None
    fits(page, 390)
    button.press("Enter")
    expect(page.locator("h1")).to_have_text("Non ricevi più email sulle tue partite")
    assert (
        "turn" in me.get("/api/me/account")["preferences"]["off"]["mail"] and page.evaluate("() => location.hash") == ""
    )
    page.get_by_role("main").get_by_role("link", name="Notifiche").click()
    page.wait_for_url("**/inbox")
    page.goto("/unsubscribe#nobody")
    page.get_by_role("button", name="Annulla l'iscrizione").click()
    expect(page.get_by_role("alert")).to_have_text("Questo link per annullare l’iscrizione non è valido.")


# There is no push service on this machine: this is the one it would offer.
SUBSCRIBED = """
let made = null;
const json = {
  endpoint: "https://push.example.net/one",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};
PushManager.prototype.subscribe = async (options) => {
  if (options.applicationServerKey.length !== 87) throw new Error("no key");
  made = { ...json, toJSON: () => json, unsubscribe: async () => { made = null; } };
  return made;
};
PushManager.prototype.getSubscription = async () => made;
"""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const shown = await registration.getNotifications();
  return shown.length === 1 && shown[0].tag === "one" && shown[0].body === "Kheops: it is your turn.";
}"""


@pytest.mark.soak
def test_notices_appear_on_a_device(browse, gallery):
    """A device is subscribed and unsubscribed; a push message appears on it, once even if it comes twice."""
    me = gallery.sign_up("Horus")
    page = browse(me, with_worker=True, permissions=["notifications"], script=SUBSCRIBED, at="/inbox")
    page.get_by_role("button", name="Turn on notifications on this device").click()
    off = page.get_by_role("button", name="Turn off notifications on this device")
    expect(off).to_be_visible()
    assert ["push.example.net"] == [one["service"] for one in me.get("/api/me/account")["push"]["devices"]]
    assert {"name": "push", "reached": True} in me.get("/api/me/account")["preferences"]["channels"]
    protocol = page.context.new_cdp_session(page)
    registrations = []
    protocol.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    protocol.send("ServiceWorker.enable")
    page.wait_for_function("async () => (await navigator.serviceWorker.ready).active !== null")
    told = {"id": "one", "game": "demo-kheops", "text": "Kheops: it is your turn.", "url": "", "language": "en"}
    origin = page.evaluate("() => location.origin")
    for _ in range(2):
        known = {"origin": origin, "registrationId": registrations[-1]["registrationId"]}
        protocol.send("ServiceWorker.deliverPushMessage", {**known, "data": json.dumps(told)})
    page.wait_for_function(SHOWN)
    off.click()
    expect(page.get_by_role("button", name="Turn on notifications on this device")).to_be_visible()
    assert [] == me.get("/api/me/account")["push"]["devices"]
