"""Webhooks: posts to a receiver on the loopback, forbidden targets, and switching off."""

import json
import re
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from services.notifications.channels import Delivered, Later, Message, Undeliverable
from services.notifications.channels.webhook import WebhookChannel, payload
from services.notifications.safe_post import NotPosted, post
from services.notifications.webhooks import CLUB, FORMS, MOST_FAILURES, MOST_WEBHOOKS, BadWebhook, Webhooks

MESSAGE = Message(
    "g:2-0:turn", "turn", "g", "Kheops: <b> & it is your turn.", "https://s/games/g", 1, "en", ("A moved.",)
)


@pytest.fixture
def receiver() -> Iterator[SimpleNamespace]:
    """A receiver on the loopback: it stores its requests, and responds with `status`."""
    found = SimpleNamespace(got=[], status=200)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.got.append((self.path, dict(self.headers), body))
            self.send_response(found.status)
            self.send_header("Location", f"{found.url}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_said):
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield found
    server.shutdown()
    server.server_close()


def now():
    """The time, in milliseconds: a verifier uses its own clock."""
    return time.time_ns() // 1_000_000


def test_a_receiver_can_verify_its_posts(empty_redis, receiver):
    """Posts are signed by Standard Webhooks, so no other sender can forge one; a repeated post has the same id."""
    webhooks = Webhooks(empty_redis)
    channel = WebhookChannel(webhooks, now, anywhere=True)
    made = webhooks.add("p", f"{receiver.url}/hook?a=1", "standard")
    assert [made.id] == channel.targets("p") and [] == channel.targets("q")
    assert Delivered() == channel.send("p", made.id, [MESSAGE]) == channel.send("p", made.id, [MESSAGE])
    (path, headers, body), (_path, again, _body) = receiver.got
    assert "/hook?a=1" == path and headers["webhook-id"] == again["webhook-id"]
    told = Verifier(made.secret).verify(body, headers)
    assert (
        "notice.turn" == told["type"] and MESSAGE.text == told["data"]["text"] and ["A moved."] == told["data"]["story"]
    )
    with pytest.raises(WebhookVerificationError):
        Verifier(made.secret).verify(body.replace(b"your", b"my"), headers)


def test_a_failing_webhook_is_switched_off(empty_redis, receiver):
    """A number of failures in a row switches a webhook off, with the reason; a redirect is not followed, a 410 removes
    it.
    """
    webhooks = Webhooks(empty_redis)
    channel = WebhookChannel(webhooks, now, anywhere=True)
    made = webhooks.add("p", receiver.url, "slack")
    receiver.status = 302
    for _ in range(MOST_FAILURES - 1):
        assert isinstance(channel.send("p", made.id, [MESSAGE]), Later)
    receiver.status = 200
    assert Delivered() == channel.send("p", made.id, [MESSAGE]) and 0 == webhooks.get("p", made.id).failures
    receiver.status = 302
    for _ in range(MOST_FAILURES):
        channel.send("p", made.id, [MESSAGE])
    assert "the receiver responded 302 (redirects are not followed)" == webhooks.get("p", made.id).off
    assert [] == channel.targets("p") and isinstance(channel.send("p", made.id, [MESSAGE]), Undeliverable)
    assert {"/"} == {path for path, _headers, _body in receiver.got}
    receiver.status = 410
    gone = webhooks.add("p", receiver.url, "standard")
    assert isinstance(channel.send("p", gone.id, [MESSAGE]), Undeliverable) and [made.id] == [
        one.id for one in webhooks.of("p")
    ]


def test_nothing_is_posted_to_private_machines(empty_redis, receiver):
    """A name is resolved once and checked: later answers do not matter, and no private machine is reached."""
    webhooks = Webhooks(empty_redis)
    made = webhooks.add("p", receiver.url, "standard")
    assert isinstance(WebhookChannel(webhooks, now, anywhere=False).send("p", made.id, [MESSAGE]), Later)
    port = receiver.url.rpartition(":")[2]
    asked = []

    def resolving(*addresses):
        """A name with these addresses at the first lookup, and this machine's afterwards."""
        asked.clear()

        def resolve(_host, _port):
            asked.append(1)
            return addresses if len(asked) == 1 else ["127.0.0.1"]

        return resolve

    for inside in (["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"], []):
        with pytest.raises(NotPosted):
            post(f"http://named.example:{port}/", b"", {}, resolve=resolving(*inside))
    with pytest.raises(NotPosted):
        post(f"http://{port}.invalid/", b"", {})
    assert [] == receiver.got
    assert 200 == post(f"http://named.example:{port}/", b"", {}, anywhere=True, resolve=resolving("127.0.0.1"))
    assert f"named.example:{port}" == receiver.got[0][1]["Host"] and 1 == len(asked)


def test_every_form(empty_redis):
    """Each chat service's form holds the sentence and the link; no name of a player becomes markup or a call."""
    for form in FORMS:
        said = json.dumps(payload(form, MESSAGE))
        assert "it is your turn" in said and "https://s/games/g" in said
    assert (
        "<b>" not in payload("slack", MESSAGE)["text"]
        and {"parse": []} == payload("discord", MESSAGE)["allowed_mentions"]
    )


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://x",
        "https://",
        "https://a:b@x/",
        "https://x:99999/",
        "https://x/ y",
        "https://x/\r\nA: b",
        "http://x:0",
    ],
)
def test_bad_webhooks(empty_redis, url):
    """Refused when created; and the number of good ones is limited."""
    webhooks = Webhooks(empty_redis)
    with pytest.raises(BadWebhook):
        webhooks.add("p", url, "standard")
    for number in range(MOST_WEBHOOKS):
        webhooks.add("p", f"https://x/{number}", "standard")
    with pytest.raises(BadWebhook):
        webhooks.add("p", "https://x/more", "standard")
    webhooks.forget("p")
    assert [] == webhooks.of("p")


@pytest.mark.parametrize("form", ["slack", "discord", "matrix"])
def test_a_name_is_no_markup(form):
    """A name that looks like a link, a call or HTML is shown literally, cut before its characters are escaped."""
    evil = "[Login](https://e.vil) @room @here <img src=x> &lt; **b** # c"
    shown = payload(form, Message("i", "turn", "g", f"{evil}: your turn." + "<" * 2_000, "https://s/g", 1, "en"))
    text = shown.get("text") or shown["content"]
    assert len(text) < 2_000
    assert "](" not in text.replace("\\](", "") and not re.search(r"@(room|here)", text)
    if form == "slack":
        assert "&lt;img src=x&gt; &amp;lt; **b**" in text and not re.search(r"&(?!(lt|gt|amp);)", text)
    else:
        assert r"\[Login\](" in text and r"\<img src=x\> \&lt; \*\*b\*\* \# c" in text
        assert not re.search(r"(?<!\\)<", text)


def test_the_club_has_one(empty_redis):
    """The later of two webhooks set at the same time is kept; a late success of the first does not bring it back."""
    webhooks = Webhooks(empty_redis)
    first = webhooks.add(CLUB, "https://chat.example/1", "slack")
    webhooks.failed(CLUB, first.id, "busy")
    (failing,) = webhooks.of(CLUB)
    second = webhooks.add(CLUB, "https://chat.example/2", "slack")
    assert [second] == webhooks.of(CLUB)
    webhooks.succeeded(failing, CLUB)
    assert [second] == webhooks.of(CLUB)
