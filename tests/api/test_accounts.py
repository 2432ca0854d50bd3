"""Accounts over HTTP: sessions, tokens and their scopes, passkeys, mailed links, and deletion."""

import itertools
import re
import time
from email import message_from_bytes
from email.policy import default
from urllib.parse import urlsplit

import pytest
from msgspec import to_builtins

from api.http.user_agent import browser_of
from api.services import services
from app import create_app
from domain.title_loader import find_rulebooks
from tests.api.contract import contract_of_applications
from tests.services.accounts.authenticator import Authenticator
from tests.services.accounts.test_mailer import FROM, OPEN, Received, mail_server

URL = "https://stele.example"
HOST = {"Host": "stele.example", "Sec-Fetch-Site": "same-origin"}
LINK = f"{URL}/account#"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
_numbers = itertools.count()


@pytest.fixture(scope="module")
def received():
    """A mail server on the loopback, and the mails it received."""
    received = Received()
    with mail_server(received, **OPEN) as post:
        yield received, {"STELE_SMTP": f"smtp://ra:s%40n@127.0.0.1:{post.port}", "STELE_MAIL_FROM": FROM}


@pytest.fixture(scope="module")
def app(data_directory, received):
    """An app that sends mail, with the name stele.example."""
    return create_app({"STELE_DATA": str(data_directory), "STELE_LIMITS": "off", "STELE_URL": URL, **received[1]})


class Browser:
    """A browser at the level of HTTP: it keeps cookies, and sends the origin of its requests."""

    def __init__(self, app, user_agent=FIREFOX):
        self.client = app.test_client()
        self.agent = user_agent

    def call(self, method, path, body=None, status=200, **headers):
        """The body of a response of this status, which must be documented."""
        more = {**HOST, "User-Agent": self.agent, **{name.replace("_", "-"): value for name, value in headers.items()}}
        self.told = response = self.client.open(path, method=method, json=body, headers=more, base_url=URL)
        contract_of_applications().check(method, path, response.status_code, dict(response.headers), response.data)
        assert status in (response.status_code, None), response.data
        return response.get_json() if response.data else None

    def refused(self, kind, method, path, body=None, **headers):
        """Whether this response is a problem of this kind."""
        assert self.call(method, path, body, None, **headers)["type"] == f"urn:stele:problem:{kind}", self.told.data
        return True

    def signed_up(self):
        """A player who signed up with nothing but a name."""
        name = f"Player {next(_numbers)} of {time.time_ns()}"
        return self.call("POST", "/api/players", {"name": name, "session": True}, 201)["player"]

    def add_passkey(self, name="Key"):
        """A new passkey of the signed-in player."""
        asked = self.call("POST", "/api/me/passkeys/challenges", {}, 201)
        device = Authenticator(URL, asked["rp_id"])
        made = device.attest(asked["challenge"])
        body = to_builtins(made)
        self.call("POST", "/api/me/passkeys", {"name": name, **body}, 201)
        return device

    def sign_in(self, device, status=201):
        """Sign in with a passkey."""
        challenge = self.call("POST", "/api/sessions/challenges", {}, 201)["challenge"]
        signed = device.sign(challenge)
        body = {"passkey": to_builtins(signed)}
        return self.call("POST", "/api/sessions", body, status)

    def account(self):
        """The account of the signed-in player."""
        return self.call("GET", "/api/me/account")


@pytest.fixture
def browser(app):
    """A browser."""
    return Browser(app)


@pytest.fixture
def other(app):
    """A client of a second browser."""
    return Browser(app, "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605 Version/19.0 Mobile/15E Safari/604.1")


def bearer(token):
    """The header with this token."""
    return {"Authorization": f"Bearer {token}"}


def test_a_name_is_enough(browser):
    """A browser gets a session by a cookie that scripts can't read, and plays at once."""
    player = browser.signed_up()
    cookie = browser.told.headers["Set-Cookie"]
    assert all(f"; {part}" in cookie for part in ("HttpOnly", "Secure", "SameSite=Lax", "Path=/"))
    assert browser.call("GET", "/api/me") == player
    title = next(iter(find_rulebooks()))
    browser.call("POST", "/api/games", {"rulebook": title, "players": 3, "bots": 2}, 201)
    account = browser.account()
    assert account["tokens"] == [] and not account["is_secured"] and account["proves"] == []
    assert [(one["browser"], one["how"], one["is_this"]) for one in account["sessions"]] == [
        ("Firefox, Linux", "name", True)
    ]
    browser.call("PATCH", "/api/me/account", {"language": "it", "zone": "Europe/Rome"})
    assert (browser.account()["language"], browser.account()["zone"]) == ("it", "Europe/Rome")
    assert browser.account()["always_asked"] is False
    for always in (True, False):
        browser.call("PATCH", "/api/me/account", {"language": "it", "zone": "", "always_asked": always})
        browser.call("PATCH", "/api/me/account", {"language": "it", "zone": ""})
        assert browser.account()["always_asked"] is always


def test_another_sites_page_can_change_nothing(browser):
    """Requests that change something are accepted from the same origin only, because the browser adds the cookie;
    reading changes nothing.
    """
    browser.signed_up()
    name = {"name": "x", "scopes": ["read"]}
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "none"}):
        assert browser.refused("foreign-page", "POST", "/api/me/tokens", name, **headers)
    for headers in ({}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        response = browser.client.post("/api/me/tokens", json=name, headers=headers, base_url=URL)
        assert response.get_json()["type"] == "urn:stele:problem:foreign-page"
    made = browser.client.post("/api/me/tokens", json=name, headers={"Origin": URL}, base_url=URL)
    assert made.status_code == 201
    assert browser.client.get("/api/me", base_url=URL).status_code == 200


def test_sessions_are_listed_and_ended(browser, other):
    """Each browser by its family; an ended session gets a message, loses its cookie, and reads on anonymously."""
    player = browser.signed_up()
    device = browser.add_passkey()
    assert other.sign_in(device) == {"player": player, "is_secured": True}
    third = Browser(browser.client.application, "curl/8")
    third.sign_in(device)
    here = {one["browser"]: one for one in browser.account()["sessions"]}
    assert set(here) == {"Firefox, Linux", "Safari, iOS", ""} and here["Firefox, Linux"]["is_this"]
    browser.call("DELETE", f"/api/me/credentials/{here['Safari, iOS']['id']}")
    assert other.refused("not-signed-in", "GET", "/api/me")
    assert "stele-session=;" in other.told.headers["Set-Cookie"] and "Max-Age=0" in other.told.headers["Set-Cookie"]
    other.call("GET", "/api/games")
    assert browser.refused("no-such-credential", "DELETE", f"/api/me/credentials/{here['Safari, iOS']['id']}")
    browser.call("DELETE", "/api/me/credentials/others")
    assert third.refused("not-signed-in", "GET", "/api/me")
    (left,) = browser.account()["sessions"]
    browser.call("DELETE", f"/api/me/credentials/{left['id']}")
    assert browser.refused("not-signed-in", "GET", "/api/me/account")


def test_an_ended_session_gets_no_cached_response(browser, other):
    """A browser whose session has ended gets no cached response, and the address of a private game shows nothing."""
    browser.signed_up()
    title = next(iter(find_rulebooks()))
    body = {"rulebook": title, "players": 3, "private": True}
    game = browser.call("POST", "/api/games", body, 201)["id"]
    for _ in range(2):
        assert browser.call("GET", f"/api/games/{game}")["your_seat"] == 0
    assert other.refused("private-game", "GET", f"/api/games/{game}")
    assert "Cookie" in browser.told.headers["Vary"] and "private" in browser.told.headers["Cache-Control"]
    token = browser.call("POST", "/api/me/tokens", {"name": "x", "scopes": ["read"]}, 201)
    for _ in range(2):
        other.call("GET", f"/api/games/{game}", **bearer(token["token"]))
    browser.call("DELETE", f"/api/me/credentials/{token['id']}")
    assert other.refused("not-signed-in", "GET", f"/api/games/{game}", **bearer(token["token"]))
    cookie = browser.client.get_cookie("__Host-stele-session", "stele.example").value
    browser.call("DELETE", f"/api/me/credentials/{browser.account()['sessions'][0]['id']}")
    other.client.set_cookie("__Host-stele-session", cookie, domain="stele.example")
    assert other.refused("not-signed-in", "GET", f"/api/games/{game}")


def test_other_hosts_cannot_plant_a_session(browser, other, app):
    """With HTTPS at a host's root the cookie's name begins with `__Host-`, and a cookie of another name is ignored."""
    player = browser.signed_up()
    name, _, rest = browser.told.headers["Set-Cookie"].partition("=")
    assert name == "__Host-stele-session" and "Domain" not in rest
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(rest.split("; "))
    secret = browser.client.get_cookie(name, "stele.example").value
    other.client.set_cookie("stele-session", secret, domain="stele.example")
    assert other.refused("not-signed-in", "GET", "/api/me")
    game = browser.call("POST", "/api/games", {"rulebook": "kheops", "players": 2, "private": True}, 201)["id"]
    for _ in range(2):  # the second response is a cached one
        assert browser.call("GET", f"/api/games/{game}")["your_seat"] == 0
        assert other.refused("private-game", "GET", f"/api/games/{game}")
    third = Browser(app)
    stranger = third.signed_up()
    third.client.set_cookie("stele-session", secret, domain="stele.example")
    assert third.call("GET", "/api/me") == stranger
    for _ in range(2):
        assert third.refused("private-game", "GET", f"/api/games/{game}")
    # Signing out ends both.
    (session,) = [one for one in browser.account()["sessions"] if one["is_this"]]
    browser.call("DELETE", f"/api/me/credentials/{session['id']}")
    dropped = [one.partition("=")[0] for one in browser.told.headers.getlist("Set-Cookie")]
    assert dropped == ["__Host-stele-session", "stele-session"]
    assert player["id"] != stranger["id"]
    for base in ("http://stele.example", "https://stele.example/below"):
        asked = {"name": f"Below {time.time_ns()}", "session": True}
        made = app.test_client().post("/api/players", json=asked, headers=HOST, base_url=base)
        assert made.status_code == 201 and made.headers["Set-Cookie"].startswith("stele-session=")


def test_tokens_for_programs(browser, app):
    """Each has a name, an end and scopes; it is shown once, allows its scopes, and is revoked alone.

    The first one of a sign-up does not open the account.

    Which scope each call needs is checked for all of them in `test_permissions.py`.
    """
    browser.signed_up()
    made = {}
    for scope in ("read", "play"):
        made[scope] = browser.call(
            "POST", "/api/me/tokens", {"name": f"for {scope}", "scopes": [scope], "days": 30}, 201
        )
    program = Browser(app)
    first = program.call("POST", "/api/players", {"name": f"First {time.time_ns()}"}, 201)["token"]
    for method, path in (("GET", "/api/me/account"), ("POST", "/api/sessions"), ("POST", "/api/me/bots")):
        assert program.refused("missing-scope", method, path, None if method == "GET" else {}, **bearer(first))
    program.call("GET", "/api/me", **bearer(made["read"]["token"]))
    assert program.refused("missing-scope", "GET", "/api/me/account", None, **bearer(made["play"]["token"]))
    assert program.told.get_json()["scope"] == "account"
    listed = {one["name"]: one for one in browser.account()["tokens"]}
    assert listed["for read"]["scopes"] == ["read"] and listed["for read"]["ends_at"] > listed["for read"]["created_at"]
    assert made["read"]["token"] not in str(browser.account()) and listed["for read"]["used_at"]
    browser.call("DELETE", f"/api/me/credentials/{made['read']['id']}")
    assert program.refused("not-signed-in", "GET", "/api/me", **bearer(made["read"]["token"]))
    game = {"rulebook": next(iter(find_rulebooks())), "players": 3, "bots": 2}
    program.call("POST", "/api/games", game, 201, **bearer(made["play"]["token"]))
    assert browser.refused("no-such-credential", "DELETE", f"/api/me/credentials/{made['read']['id']}")
    assert browser.refused("invalid-request", "POST", "/api/me/tokens", {"name": "x", "scopes": ["all"]})


def test_an_older_token_becomes_a_session(browser, app):
    """A browser with a stored token signs in with it; the token remains valid and comes first in the account's list."""
    name = f"Old {time.time_ns()}"
    made = Browser(app).call("POST", "/api/players", {"name": name, "scopes": ["read", "account"]}, 201)
    assert browser.refused("not-signed-in", "POST", "/api/sessions", {})
    assert browser.refused("not-signed-in", "POST", "/api/sessions", {}, Authorization="Bearer nobody")
    browser.call("POST", "/api/sessions", {}, 201, **bearer(made["token"]))
    assert browser.call("GET", "/api/me") == made["player"]
    account = browser.account()
    assert [one["name"] for one in account["tokens"]] == ["first"] and account["sessions"][0]["how"] == "token"
    browser.call("POST", "/api/sessions", {}, 201, **bearer(made["token"]))
    assert len(browser.account()["sessions"]) == 1  # replaces the earlier one


def test_passkeys(browser, other):
    """Added, named, listed, removed; with a passkey a player signs in anywhere without a name.

    Failures are explained.
    """
    player = browser.signed_up()
    device = browser.add_passkey("Laptop")
    assert other.sign_in(device)["player"] == player
    challenge = other.call("POST", "/api/me/passkeys/challenges", {}, 201)
    assert challenge["known"] == [device.credential_id] and challenge["rp_id"] == "stele.example"
    listed = other.account()["passkeys"]
    assert [(one["name"], bool(one["used_at"])) for one in listed] == [("Laptop", True)]
    assert other.account()["is_secured"] and other.account()["proves"] == ["passkey"]
    signed = device.sign(challenge["challenge"])
    body = {"passkey": to_builtins(signed)}
    assert browser.refused("bad-passkey", "POST", "/api/sessions", body)
    second = other.add_passkey("Phone")
    assert browser.refused("prove-again", "DELETE", f"/api/me/passkeys/{device.credential_id}")
    other.call("DELETE", f"/api/me/passkeys/{device.credential_id}")
    assert other.refused("no-such-credential", "DELETE", f"/api/me/passkeys/{device.credential_id}")
    browser.sign_in(device, status=403)
    browser.sign_in(second)


def sentences(browser):
    """The inbox's sentences about the account, newest first."""
    page = browser.call("GET", "/api/me/notices?limit=100")["notices"]
    return [one["text"] for one in page if one["kind"] == "account" and one["game"] == ""]


def test_the_last_way_in_is_removed_after_days(browser, other, app):
    """Removing the last sign-in method is announced, and takes days in which it works and the removal can be
    cancelled.
    """
    browser.signed_up()
    device = browser.add_passkey("Laptop")
    browser.sign_in(device)
    path = f"/api/me/passkeys/{device.credential_id}"
    waiting = browser.call("DELETE", path)["removal"]
    assert (waiting["what"], waiting["id"]) == ("passkey", device.credential_id)
    assert "will be removed in three days" in sentences(browser)[0]
    other.sign_in(device)
    assert other.account()["removal"] == waiting
    assert (
        other.call("PATCH", "/api/me/account", {"keep_way": True})["removal"] is None
        and "will not be removed" in sentences(other)[0]
    )
    with app.app_context():
        accounts, later = services().accounts, services().games.tables.now() + 3 * 86_400_000
        assert accounts.remove_due(later) == []
        other.call("DELETE", path)
        assert accounts.remove_due(later - 86_400_000) == []
        services().jobs.make_worker().run(until_idle=True)
        assert other.account()["passkeys"] and other.account()["removal"]
        services().games.tables.store.redis.delete("stele:worker:sign")  # the days to come are no outage
        assert [one.id for one in accounts.remove_due(later + 60_000)] == [device.credential_id]
    assert other.account()["passkeys"] == [] and other.account()["removal"] is None
    browser.sign_in(device, status=403)


def test_every_change_to_sign_in_is_announced(browser, other, received):
    """Every change to sign-in is announced in the inbox and by mail, also to the previous address."""
    received, _settings = received
    player = browser.signed_up()
    addresses = [f"{name}{time.time_ns()}@stele.example" for name in ("old", "new")]
    device = browser.add_passkey()
    for address in addresses:
        browser.sign_in(device)
        received.mails.clear()
        browser.call("POST", "/api/me/address", {"address": address}, 202)
        browser.call("PUT", "/api/me/address", {"mail": told_in(mails(received, 1)[0][1], "confirm")[0]})
    assert told(received, addresses[0], "has a new email address") and player["name"] in texts(received)[-1][1]
    other.sign_in(device)
    token = browser.call("POST", "/api/me/tokens", {"name": "x", "scopes": ["read"]}, 201)["id"]
    browser.call("DELETE", f"/api/me/credentials/{token}")
    browser.call("DELETE", "/api/me/credentials/others")
    browser.call("DELETE", f"/api/me/passkeys/{device.credential_id}")
    assert [one.split()[-2:] for one in sentences(browser)] == [
        ["your", "account."], ["other", "browsers."], ["was", "revoked."], ["your", "account."], ["email", "address."],
        ["email", "address."], ["your", "account."],
    ]  # fmt: skip
    for said in (
        "passkey was removed from your account",
        "signed out in other browsers",
        "revoked",
        "token was created",
    ):
        assert told(received, addresses[1], said)
    assert f"{URL}/account" in texts(received)[-1][1]
    assert browser.call("DELETE", "/api/me/address")["removal"]["what"] == "address"
    assert told(received, addresses[1], "will be removed in three days")


def mails(received, number):
    """Wait until this number of mails with links has arrived, and return them."""
    deadline = time.monotonic() + 60
    while len(found := [one for one in texts(received) if LINK in one[1]]) < number and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(found) == number
    return found


def texts(received):
    """The recipients and texts of all received mails."""
    return [
        (one.rcpt_tos[0], message_from_bytes(one.content, policy=default).get_body(("plain",)).get_content())
        for one in list(received.mails)
    ]


def told(received, address, sentence):
    """Whether a mail with this text reached this address."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if any(to == address and sentence in text for to, text in texts(received)):
            return True
        time.sleep(0.01)
    return False


def told_in(text, purpose):
    """The token and the digits of a mail."""
    return re.search(rf"{URL}/account#{purpose}=([\w-]+)", text)[1], re.search(r": (\d{6})\b", text)[1]


def test_links_by_mail(browser, other, received):
    """An address is confirmed and signs in, in the browser that asked; an unknown address gets the same response."""
    player = browser.signed_up()
    received, _settings = received
    received.mails.clear()
    address = f"ada{time.time_ns()}@stele.example"
    told = browser.call("POST", "/api/me/address", {"address": address}, 202)
    ((to, text),) = mails(received, 1)
    token, code = told_in(text, "confirm")
    assert to == address and player["name"] in text
    assert other.refused("not-signed-in", "PUT", "/api/me/address", {"mail": token})
    assert browser.refused("bad-link", "PUT", "/api/me/address", {"mail": "123456" if code != "123456" else "654321"})
    assert browser.call("PUT", "/api/me/address", {"mail": code})["address"] == address
    assert browser.account()["proves"] == ["mail"]

    for unknown in ("nobody@stele.example", address.upper()):
        assert other.call("POST", "/api/sessions/mails", {"address": unknown}, 202) == told
        assert "stele-mail-link=" in other.told.headers["Set-Cookie"]
    (_first, (to, text)) = mails(received, 2)
    token, _code = told_in(text, "sign-in")
    assert to == address and player["name"] not in text
    third = Browser(browser.client.application)
    assert third.refused("bad-link", "POST", "/api/sessions", {"mail": token})
    assert other.call("POST", "/api/sessions", {"mail": token}, 201)["player"] == player
    assert other.refused("bad-link", "POST", "/api/sessions", {"mail": token})
    assert browser.refused("prove-again", "DELETE", "/api/me/address")
    assert other.call("DELETE", "/api/me/address")["removal"]["id"] == address
    with browser.client.application.app_context():
        services().accounts.remove_due(2**52)
    assert other.account()["address"] == "" and other.account()["removal"] is None
    other.call("POST", "/api/sessions/mails", {"address": address}, 202)

    bo = Browser(browser.client.application)
    bo.signed_up()
    for one in (browser, bo):
        one.call("POST", "/api/me/address", {"address": address}, 202)
    tokens = [told_in(text, "confirm")[0] for _to, text in mails(received, 4)[2:]]

    def confirm(one):
        """The statuses of confirming with both mails: one was requested in another browser."""
        sent = [one.client.put("/api/me/address", json={"mail": token}, headers=HOST, base_url=URL) for token in tokens]
        return sorted(response.status_code for response in sent)

    assert (confirm(bo), confirm(browser)) == ([200, 403], [403, 409])
    assert (bo.account()["address"], browser.account()["address"]) == (address, "")


def test_a_refused_address_is_reported(browser, other, received):
    """Confirming reports a refused address at once; signing in gives the same response as for an unknown address."""
    browser.signed_up()
    received, _settings = received
    received.mails.clear()
    address = f"eve{time.time_ns()}@stele.example"
    browser.call("POST", "/api/me/address", {"address": address}, 202)
    browser.call("PUT", "/api/me/address", {"mail": told_in(mails(received, 1)[0][1], "confirm")[0]})
    received.answer = "550 nobody here"
    try:
        assert browser.refused("address-refused", "POST", "/api/sessions/mails", {"address": address})
        other.call("POST", "/api/sessions/mails", {"address": address}, 202)
        bo = Browser(browser.client.application)
        bo.signed_up()
        assert bo.refused(
            "address-refused", "POST", "/api/me/address", {"address": f"no{time.time_ns()}@stele.example"}
        )
        assert "Set-Cookie" not in bo.told.headers and "nobody here" not in bo.told.get_data(as_text=True)
        received.answer = "451 not now"
        bo.call("POST", "/api/me/address", {"address": f"no{time.time_ns()}@stele.example"}, 202)
    finally:
        received.answer = ""


def test_a_server_without_mail_or_without_a_name_sends_none(data_directory, received):
    """A link must contain the server's name, and the requester must not be able to choose it."""
    for settings in (received[1], {"STELE_URL": URL}):
        app = create_app({"STELE_DATA": str(data_directory), "STELE_LIMITS": "off", **settings})
        browser = Browser(app)
        browser.signed_up()
        assert not browser.account()["has_mail"]
        assert browser.refused("no-mail", "POST", "/api/me/address", {"address": "a@b.example"})
        assert browser.refused("no-mail", "POST", "/api/sessions/mails", {"address": "a@b.example"})


def test_links_have_a_limit(data_directory, received):
    """A limit for each address, for all requesters and places, whether or not the address is known."""
    limits = {"STELE_LIMIT_MAIL_LINKS_PLAYER": "2/day"}
    app = create_app({"STELE_DATA": str(data_directory), "STELE_URL": URL, **received[1], **limits})
    address = f"limited{time.time_ns()}@stele.example"
    for _ in range(2):
        Browser(app).call("POST", "/api/sessions/mails", {"address": address}, 202)
    assert Browser(app).refused("too-many-requests", "POST", "/api/sessions/mails", {"address": address.upper()})


def test_a_lost_account_is_recovered(browser, other, app, received):
    """An operator's link recovers an account once and for a limited time; its use is announced, logged, and counts as a
    proof.
    """
    player = browser.signed_up()
    device = browser.add_passkey()
    run = app.test_cli_runner().invoke
    made = run(args=["people", "recover", player["name"], "--hours", "2"])
    token = re.search(rf"{URL}/account#recover=([\w-]+)", made.output)[1]
    assert run(args=["people", "recover", "Nobody of this name"]).exit_code == 1
    assert other.refused("bad-link", "POST", "/api/sessions", {"recovery": token[:-1] + "_"})
    assert other.call("POST", "/api/sessions", {"recovery": token}, 201)["player"] == player
    assert other.refused("bad-link", "POST", "/api/sessions", {"recovery": token})
    assert other.account()["is_proven"] and "a recovery link created by an operator" in sentences(other)[0]
    other.add_passkey("New")
    other.call("DELETE", f"/api/me/passkeys/{device.credential_id}")
    with app.app_context():
        found = services()
        assert ("made a link to recover", player["id"]) in [
            (one.what, one.about) for one in found.community.people.operator_log.latest()
        ]
        late = found.accounts.recovery.make(player["id"], 60)
        assert 0 < max(
            found.community.people.operator_log._redis.ttl(key)
            for key in found.community.people.operator_log._redis.scan_iter("*:recovery:*")
        )
    other.call("POST", "/api/me/deletion", {"name": player["name"]})
    assert browser.refused("bad-link", "POST", "/api/sessions", {"recovery": late})


def test_deleting_an_account(browser, other, app):
    """After downloading their data and a fresh proof, a player can delete the account; seats are given up, and games
    stay.
    """
    player = browser.signed_up()
    title = next(iter(find_rulebooks()))
    ids = {}
    for name, body in {"played": {"players": 3, "bots": 2}, "waiting": {"players": 3}}.items():
        ids[name] = browser.call("POST", "/api/games", {"rulebook": title, **body}, 201)["id"]
    token = browser.call("POST", "/api/me/tokens", {"name": "x", "scopes": ["account"]}, 201)["token"]
    device = browser.add_passkey()
    browser.call("POST", "/api/me/webhooks", {"url": "https://hook.example/me", "form": "standard"}, 201)
    cup = browser.call("POST", "/api/tournaments", {"name": "Cup", "rulebook": title, "size": 3}, 201)["id"]
    browser.call("POST", f"/api/tournaments/{cup}/messages", {"text": "Welcome"}, 204)
    assert other.refused("not-signed-in", "GET", "/api/me/data")
    data = browser.call("GET", "/api/me/data")
    assert "attachment" in browser.told.headers["Content-Disposition"]
    assert {one["id"]: one["record"] for one in data["games"]} == {
        one: f"/api/games/{one}/bundle" for one in ids.values()
    }
    (played,) = data["tournaments"]
    assert (played["id"], played["organises"], played["messages"][0]["text"]) == (cup, True, "Welcome")
    account = browser.call("GET", "/api/me/account")
    secrets = {name: account.pop(name) for name in ("feeds", "webhooks", "push")}
    assert {**data["account"], "preferences": data["preferences"]} == account
    assert not [one for one in secrets["feeds"].values() if one in str(data)]
    assert data["webhooks"][0]["url"] == "https://hook.example/me" and "secret" not in data["webhooks"][0]
    assert browser.refused("prove-again", "POST", "/api/me/deletion", {"name": player["name"]})
    assert browser.told.get_json()["ways"] == ["passkey"]
    assert other.refused("prove-again", "POST", "/api/me/deletion", {"name": player["name"]}, **bearer(token))
    calendar = urlsplit(secrets["feeds"]["calendar"]).path
    assert 200 == app.test_client().get(calendar).status_code
    browser.sign_in(device)
    assert browser.refused("invalid-request", "POST", "/api/me/deletion", {"name": "somebody else"})
    gone = browser.call("POST", "/api/me/deletion", {"name": player["name"]})
    assert {one["game"]: one["outcome"] for one in gone["games"]} == {ids["played"]: "resigned", ids["waiting"]: "left"}
    assert "stele-session=;" in browser.told.headers["Set-Cookie"]
    assert 404 == app.test_client().get(calendar).status_code
    assert other.refused("not-signed-in", "GET", "/api/me", **bearer(token))
    other.sign_in(device, status=403)
    assert other.call("GET", f"/api/games/{ids['played']}")["seats"][0]["resigned"]
    assert other.call("GET", f"/api/games/{ids['waiting']}")["free_seats"] == 3
    result = app.test_cli_runner().invoke(args=["people", "delete", player["id"]])
    assert "Nothing else of the person is in the store." in result.output and result.exit_code == 0
    assert app.test_cli_runner().invoke(args=["people", "delete", "nobody"]).exit_code == 1


def test_the_command_reports_its_findings(browser, app):
    """The command lists seats and searched places, and fails if undeletable data is left."""
    player = browser.signed_up()
    body = {"rulebook": next(iter(find_rulebooks())), "players": 3}
    game = browser.call("POST", "/api/games", body, 201)["id"]
    signed = browser.call("POST", "/api/games", {**body, "signed": True, "sit": False}, 201)["id"]
    with app.app_context():
        services().accounts.players._redis.set("stele:test:forgotten", f'{{"who":"{player["name"]}"}}')
    result = app.test_cli_runner().invoke(args=["people", "delete", player["id"]])
    assert f"game {game}: left" in result.output and signed not in result.output
    assert "the name: stele:test:forgotten" in result.output and result.exit_code == 1
    with app.app_context():
        services().accounts.players._redis.delete("stele:test:forgotten")
    assert browser.refused("not-signed-in", "GET", "/api/me")


@pytest.mark.parametrize(
    ("user_agent", "browser"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537 Chrome/140.0 Mobile Safari/537", "Chrome, Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/19 Safari/605", "Safari, macOS"),
        ("<script>", ""),
    ],
)
def test_a_browser_is_known_by_its_family(user_agent, browser):
    """Only two words of the user agent are stored, chosen from the server's own list."""
    assert browser_of(user_agent) == browser
