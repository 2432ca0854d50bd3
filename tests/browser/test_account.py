"""Account page: a device with passkeys, sessions, tokens, an address, and deletion, in one browser."""

import json
import re
from email import message_from_bytes
from email.policy import default

import pytest
from playwright.sync_api import expect
from redis import Redis

from services.accounts.mail_bounces import Bounces
from tests.api.clients import Client
from tests.browser.playing import axe_report, fits, saved
from tests.eventstore.handmade import eventually
from tests.services.accounts.test_mailer import FROM, OPEN, Received, mail_server
from tests.serving import Served, command, free_port

DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def mailing(server_directory):
    """A separate server that sends mail and has a host name, which passkeys need; and the mails that it sent."""
    received, port = Received(), free_port()
    with mail_server(received, **OPEN) as post:
        server = Served(
            server_directory("mailing"),
            worker=False,
            port=port,
            STELE_URL=f"http://localhost:{port}",
            STELE_SMTP=f"smtp://ra:s%40n@127.0.0.1:{post.port}",
            STELE_MAIL_FROM=FROM,
        ).start()
        server.url = f"http://localhost:{port}"
        yield server, received
        server.stop()


def opened(page, locator):
    """The account's page, once it shows this."""
    page.goto("/account")
    expect(page.locator(locator)).to_be_visible()


def link_in(received, number):
    """The link and the digits in the last of this number of mails with some; account changes are mailed, too."""

    def texts():
        mails = [message_from_bytes(one.content, policy=default) for one in received.mails]
        return [text for one in mails if "/account#" in (text := one.get_body(("plain",)).get_content())]

    assert eventually(lambda: len(texts()) >= number)
    found = texts()
    return re.search(r"http://\S+", found[-1])[0], re.search(r": (\d{6})\b", found[-1])[1]


def doubled_ids(page):
    """The ids shared by several elements of the page."""
    ids = page.evaluate("() => [...document.querySelectorAll('[id]')].map((one) => one.id)")
    return {one for one in ids if ids.count(one) > 1}


def test_an_account_is_secured_used_and_deleted(browse, mailing):
    """An account starts with a bare name, gets a passkey, a token, an email address and sessions, and is deleted."""
    server, received = mailing
    page = browse(base_url=server.url, first=True)  # its device stays with its page
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    device = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]
    page.goto("/account")
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.get_by_label("Your name").fill("Nefertari")
    page.get_by_role("button", name="Start with this name").click()
    expect(page.locator("#secured")).to_contain_text("only in this browser")

    # A passkey is added by keyboard; its name is at first the browser's.
    assert "Chrome" in page.get_by_label("Name", exact=True).input_value()
    page.get_by_label("Name", exact=True).fill("Telephone")
    page.keyboard.press("Enter")
    expect(page.locator("#passkeys li")).to_contain_text("Telephone")
    expect(page.locator("#secured")).to_contain_text("from any browser")
    assert len(devtools.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]) == 1

    # A token needs a fresh proof; it is shown once and works.
    page.get_by_text("Create a token").click()
    page.get_by_label("Token name").fill("My program")
    page.get_by_role("button", name="Create the token").click()
    expect(page.get_by_role("dialog", name="Sign in again")).to_be_visible()
    assert axe_report(page) is None and not doubled_ids(page)
    page.get_by_role("dialog").get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_label("New token")).to_be_visible()
    token = page.get_by_label("New token").input_value()
    program = Client(server.url, token)
    assert program.get("/api/me")["name"] == "Nefertari"
    assert program.call("GET", "/api/me/account").status == 403
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#tokens li")).to_contain_text("see everything that you can see, play for you")

    # Signed out, the passkey alone opens the account.
    page.get_by_role("button", name="Sign out of this browser").click()
    expect(page.locator("#account")).to_have_text("Sign in")
    page.click("#account")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("#account")).to_have_text("Nefertari")
    assert page.evaluate("() => document.cookie") == ""

    opened(page, "#mail")

    # An address: by digits here; by a link later.
    page.get_by_label("Email address").fill("nefertari@stele.example")
    page.get_by_role("button", name="Send confirmation email").click()
    expect(page.get_by_label("Six-digit code")).to_be_visible()
    page.get_by_label("Six-digit code").fill(link_in(received, 1)[1])
    page.keyboard.press("Enter")
    expect(page.locator("#address")).to_have_text("nefertari@stele.example")

    # An address refused by the mail server gets no confirmation.
    received.answer = "550 nobody here"
    page.locator("#mail").get_by_label("Email address").fill("nobody@stele.example")
    page.get_by_role("button", name="Send confirmation email").click()
    expect(page.locator("#mail")).to_contain_text("The mail server does not accept email for this address.")
    expect(page.locator("#mail").get_by_label("Six-digit code")).to_be_hidden()
    received.answer = ""

    # An address with too many refusals is marked.
    with Redis(unix_socket_path=f"{server.data}/server.sock") as redis:
        assert eventually(lambda: Bounces(redis).count(program.get("/api/me")["id"]))
    page.reload()
    expect(page.locator("#address-refused")).to_contain_text("notifications are no longer sent to it")

    assert axe_report(page) is None
    fits(page, 320, 820, 1440)

    # Another browser signs in by the link, and is listed and ended here.
    other = browse(base_url=server.url, locale="it-IT", at="/")
    other.click("#account")
    other.get_by_label("Indirizzo email").fill("nefertari@stele.example")
    other.locator(".ask-mail").click()
    expect(other.get_by_label("Codice di sei cifre")).to_be_visible()
    link, _digits = link_in(received, 2)
    page.goto(link)  # not in the requesting browser
    expect(page.locator("#notices")).to_contain_text("invalid here")
    other.goto(link)
    expect(other.locator("h1")).to_have_text("Nefertari")
    assert other.evaluate("() => location.hash") == ""
    opened(page, "#sessions")
    expect(page.locator("#sessions li")).to_have_count(2)
    page.get_by_role("button", name="End all other sessions").click()
    expect(page.locator("#sessions li")).to_have_count(1)
    other.goto("/")
    expect(other.locator("#account")).to_have_text("Accedi")

    assert json.loads(saved(page, "text=Download my data"))["account"]["player"]["name"] == "Nefertari"

    # The passkey goes, and so does the account.
    page.get_by_role("button", name="Remove the passkey Telephone").click()
    expect(page.locator("#passkeys li")).to_have_count(0)
    page.get_by_label("Type your name, Nefertari, to delete your account").fill("Nefertari")
    page.get_by_role("button", name="Delete my account").click()
    expect(page.locator("h1")).to_have_text("Your account has been deleted")
    assert program.call("GET", "/api/me").status == 401
    assert page.evaluate("() => localStorage.getItem('stele-player')") is None


@pytest.mark.soak
def test_own_bots(browse, gallery):
    """Added, given tokens, and deleted on the account's page; their games have separate leaderboards."""
    owner, other = gallery.sign_up("Hapuseneb"), gallery.sign_up("Senenmut")
    page = browse(owner)
    opened(page, "#bots .empty")
    page.get_by_text("Add a bot").click()
    page.get_by_label("Bot name").fill(f"{owner.name} 2")
    page.keyboard.press("Enter")
    first = Client(gallery.url, page.get_by_label("New token").input_value())
    name = f"BOT {owner.name} 2"
    assert name == first.get("/api/me")["name"]
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_label("New token")).to_have_count(0)
    expect(page.locator("#bots")).to_contain_text(f"{name}Delete…first")

    page.get_by_text("New token").click()
    page.get_by_label(f"Name of the token for {name}").fill("second")
    page.locator("#bots").get_by_label("Valid for").select_option(label="for 30 days")
    page.get_by_role("button", name="Create").click()
    program = Client(gallery.url, page.get_by_label("New token").input_value())
    expect(page.locator("#bots .of-a-bot li")).to_have_count(2)
    page.get_by_role("button", name=f"Revoke the token first of {name}").click()
    expect(page.locator("#bots .of-a-bot li")).to_have_count(1)
    expect(page.locator("#bots .of-a-bot li")).to_contain_text("second")
    assert (401, 200) == tuple(one.call("GET", "/api/me").status for one in (first, program))
    assert axe_report(page) is None
    fits(page, 320)

    pace = {"time": 86_400_000}
    game = program.post("/api/games", {"rulebook": "kheops", "players": 2, "rated": True, "pace": pace})["id"]
    other.post(f"/api/games/{game}/seats", {})
    other.post(f"/api/games/{game}/moves", {"type": "Resign"})
    page.goto("/ratings")
    page.get_by_label("Include games with bots").check()
    expect(page.get_by_label("Title")).to_contain_text("Kheops")
    expect(page.locator("#with-bots")).to_be_focused()
    assert "bots=true" in page.url
    page.reload()
    expect(page.locator("#with-bots")).to_be_checked()

    opened(page, "#bots .of-a-bot")
    page.get_by_role("button", name=f"Delete {name}…").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("#bots .empty")).to_be_visible()
    assert 401 == program.call("GET", "/api/me").status


@pytest.mark.soak
def test_a_browser_with_an_older_token_continues(browse, gallery):
    """A browser's stored older token becomes a session, once, without a visible change."""
    somebody = gallery.sign_up("Somebody")
    page = browse(at="/verify")
    kept = json.dumps({**somebody.player, "token": somebody.token})
    page.evaluate("(kept) => localStorage.setItem('stele-player', kept)", kept)
    page.goto("/")
    expect(page.locator("#account")).to_have_text(somebody.name)
    page.wait_for_function("() => !('token' in JSON.parse(localStorage.getItem('stele-player')))")
    page.reload()
    expect(page.locator("#my-games")).to_be_visible()
    (session,) = Client(gallery.url, somebody.token).get("/api/me/account")["sessions"]
    assert session["how"] == "token" and session["browser"].startswith("Chrome")


def test_the_only_browser_asks_before_it_is_signed_out(browse, mailing):
    """An account without another way in would be lost: the page offers a passkey at once, or an operator helps."""
    server, _received = mailing
    page = browse(base_url=server.url, first=True, viewport={"width": 390, "height": 844})
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto("/account")
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.get_by_label("Your name").fill("Merit")
    page.get_by_role("button", name="Start with this name").click()
    page.get_by_role("button", name="Sign out of this browser").click()
    dialog = page.get_by_role("dialog", name="Lose this account?")
    expect(dialog).to_contain_text("you can't get back in")
    assert axe_report(page) is None and not doubled_ids(page)
    fits(page, 390)
    dialog.get_by_role("button", name="Stay signed in").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Sign out of this browser").click()
    expect(dialog.get_by_label("Name")).not_to_have_value("")
    dialog.get_by_role("button", name="Add a passkey").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#secured")).to_contain_text("from any browser")

    # The last passkey is removed only after days, and can be kept.
    page.get_by_role("button", name="Remove the passkey").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("#removal")).to_contain_text("Your passkey will be removed on")
    page.get_by_role("button", name="Keep the sign-in method that is due to be removed").click()
    expect(page.locator("#removal")).to_have_count(0)
    page.goto("/inbox")
    expect(page.locator("#notice-list")).to_contain_text("A passkey was added to your account.")
    page.get_by_role("link", name="will not be removed").click()
    page.get_by_role("button", name="Sign out of this browser").click()
    expect(page).to_have_url(f"{server.url}/")

    link = re.search(
        r"http://\S+#recover=\S+", command(server.data, "people", "recover", "Merit", **server.variables)[1]
    )
    page.goto(link[0])
    expect(page.locator("#notices")).to_contain_text("Add a passkey or an email address now")
    expect(page.locator("h1")).to_contain_text("Merit")
