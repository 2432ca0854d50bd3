"""Mailer: the message received by a server on the loopback, and the meaning of its refusals."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from typing import Any

import msgspec
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword

from operations.settings import BadSetting, Settings
from services.accounts.mailer import AddressRefused, Mail, MailLater, MailRefused, MailServer, is_address

FROM = "Stele am Nil <stele@example.org>"


class Received:
    """A mail server's handler that keeps received mails, or refuses them with `answer`."""

    def __init__(self, answer: str = "") -> None:
        self.answer = answer
        self.mails: list[Envelope] = []

    async def handle_DATA(self, _server: object, _session: object, envelope: Envelope) -> str:
        if self.answer:
            return self.answer
        self.mails.append(envelope)
        return "250 taken"


def post_of(smtp: str, sender: str = FROM) -> MailServer:
    """The mailer of the mail server at this address."""
    return MailServer.from_settings(Settings.read({"STELE_SMTP": smtp, "STELE_MAIL_FROM": sender}))


@contextmanager
def mail_server(handler: object, **more: Any) -> Iterator[MailServer]:
    """A mail server on the loopback, and the mailer that sends to it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(handler, hostname="127.0.0.1", port=port, server_hostname="mail", **more)
    controller.start()
    try:
        yield post_of(f"smtp://ra:s%40n@127.0.0.1:{port}")
    finally:
        controller.stop()


def _password_is_right(
    _server: object, _session: object, _envelope: object, _how: str, data: LoginPassword
) -> AuthResult:
    return AuthResult(success=(data.login, data.password) == (b"ra", b"s@n"), handled=False)


OPEN = {"auth_require_tls": False, "authenticator": _password_is_right}


def arrived(mail: Mail) -> tuple[Envelope, Any]:
    """The mail as it arrived at a server that wants a name: its envelope and its content."""
    received = Received()
    with mail_server(received, auth_required=True, **OPEN) as post:
        post.send(mail)
    (envelope,) = received.mails
    return envelope, message_from_bytes(envelope.original_content, policy=default)


def test_a_mail_arrives_intact() -> None:
    """Subject and text in any script, an HTML part, extra headers, one recipient; and a name that signs in."""
    headers = {"List-Unsubscribe": "<https://stele.example/unsubscribe/a-long-token>"}
    mail = Mail("ra@example.org", "Tocca a te: Chéops", "È il tuo turno.\n", "<p>È il tuo turno.</p>", headers)
    envelope, message = arrived(mail)
    assert ["ra@example.org"] == envelope.rcpt_tos and "stele@example.org" == envelope.mail_from
    assert "Tocca a te: Chéops" == message["Subject"] and FROM == message["From"]
    assert "È il tuo turno.\n" == message.get_body(("plain",)).get_content().replace("\r\n", "\n")
    assert "<p>" in message.get_body(("html",)).get_content()
    assert headers["List-Unsubscribe"] == message["List-Unsubscribe"]
    assert message["Date"] and message["Message-ID"].endswith("@example.org>")


def test_pictures_come_with_the_mail() -> None:
    """Each has the id by which the HTML shows it, and the text stays without them."""
    html, pictures = '<img src="cid:board.a@s" alt="">', {"board.a@s": b"\xff\xd8JPEG"}
    _envelope, message = arrived(Mail("ra@example.org", "It is your turn", "Turn\n", html, pictures=pictures))
    (picture,) = (one for one in message.walk() if one.get_content_maintype() == "image")
    assert (b"\xff\xd8JPEG", "<board.a@s>") == (picture.get_content(), picture["Content-ID"])
    assert ("image/jpeg", "inline") == (picture.get_content_type(), picture.get_content_disposition())
    assert html == message.get_body(("html",)).get_content().strip()
    assert "Turn" == message.get_body(("plain",)).get_content().strip()


class Choosy(Received):
    """A mail server's handler that refuses recipients."""

    async def handle_RCPT(self, *_asked: object) -> str:
        return self.answer


@pytest.mark.parametrize("handler", [Received, Choosy])
@pytest.mark.parametrize(("answer", "kind"), [("550 nobody here", AddressRefused), ("451 too much to do", MailLater)])
def test_permanent_and_temporary_refusals(handler: type[Received], answer: str, kind: type[Exception]) -> None:
    """5yz is permanent, 4yz temporary, of a mail or of its recipient; the text is kept for the operator."""
    with mail_server(handler(answer), **OPEN) as post, pytest.raises(kind, match=answer[4:]):
        post.send(Mail("ra@example.org", "Your turn", "It is your turn."))


def test_an_unreachable_server_is_tried_again() -> None:
    """A missing server or a wrong password is not the mail's fault."""
    with mail_server(Received(), auth_required=True, **OPEN) as post, pytest.raises(MailLater, match="535"):
        MailServer(post.host, post.port, False, "ra", "wrong", FROM).send(Mail("ra@example.org", "S", "T"))
    with pytest.raises(MailLater):
        post.send(Mail("ra@example.org", "S", "T"))


@pytest.mark.parametrize(
    "mail",
    [
        Mail("ra@example.org\r\nBcc: seth@example.org", "S", "T"),
        Mail("ra@example.org, seth@example.org", "S", "T"),
        Mail("ra@example.org", "S\r\nBcc: seth@example.org", "T"),
        Mail("ra@example.org", "S", "T", "", {"X-Game": "one\nBcc: seth@example.org"}),
        Mail("ra@example.org", "S", "T", "", {"X-Game\r\nBcc": "seth@example.org"}),
    ],
)
def test_no_header_can_be_smuggled_in(mail: Mail) -> None:
    """An address, a subject or a header with a line break is refused before anything is sent."""
    received = Received()
    with mail_server(received, **OPEN) as post, pytest.raises(MailRefused):
        post.send(mail)
    assert not received.mails


def test_without_a_server_there_is_no_mail() -> None:
    """Without the setting no mail is sent, and callers can check this first."""
    post = post_of("")
    assert not post.is_there
    with pytest.raises(MailRefused):
        post.send(Mail("ra@example.org", "S", "T"))


@pytest.mark.parametrize(
    ("smtp", "sender"),
    [("http://host", FROM), ("smtp://", FROM), ("smtp://host:x", FROM), ("smtp://host", ""), ("smtp://host", "Stele")],
)
def test_a_wrong_setting_is_named(smtp: str, sender: str) -> None:
    """A wrong setting is reported at the start, not at the first mail."""
    with pytest.raises(BadSetting, match="STELE_"):
        post_of(smtp, sender)
    assert 465 == post_of("smtps://host").port


@pytest.mark.parametrize(
    "text", ["", "ra", "ra@", "@example.org", "ra @example.org", "r\xe1@example.org", "a" * 300 + "@b"]
)
def test_bad_addresses(text: str) -> None:
    """Refused before anything is stored."""
    assert not is_address(text)
    assert is_address("ra+games@example.org")


def test_a_password_is_not_sent_in_the_clear() -> None:
    """A remote server without TLS gets neither the password nor the mail; the mail waits."""

    class Asked(Received):
        """A handler that also stores the name with which a client signed in."""

        async def handle_AUTH(self, *_said: object) -> AuthResult:
            self.mails.append(Envelope())
            return AuthResult(success=True)

    for scheme, user in (("smtp+starttls", "ra:s%40n@"), ("smtp+starttls", ""), ("smtp", "ra:s%40n@"), ("smtp", "")):
        received, is_sent = Asked(), (scheme, user) == ("smtp", "")
        with mail_server(received, **OPEN) as here:
            post = msgspec.structs.replace(post_of(f"{scheme}://{user}mail.example:{here.port}"), host="127.0.0.1")
            if is_sent:
                post.send(Mail("ada@example.org", "Your turn", "Move."))
            else:
                with pytest.raises(MailLater, match="does not offer TLS"):
                    post.send(Mail("ada@example.org", "Your turn", "Move."))
        assert bool(received.mails) == is_sent
    assert not MailServer.from_settings(
        Settings.read({"STELE_SMTP": "smtp://a:b@localhost", "STELE_MAIL_FROM": FROM})
    ).needs_tls
    assert post_of("smtp+starttls://host").port == 587
