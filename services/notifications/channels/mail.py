"""Mail channel: a digest of the events after the reader's last move, with an unsubscribe link.

A mail server cannot recognise repeated mails, so a mail whose sending was interrupted is not sent again. If an address
rejects several mails in a row for good, no more are sent there, and the inbox says so.
"""

from collections.abc import Callable, Sequence
from html import escape

from itsdangerous import BadSignature, URLSafeSerializer

from eventstore.valkey.connection import Client
from replay.languages import translator
from replay.narration import Translate
from services.accounts.mail_bounces import Bounces
from services.accounts.mailer import AddressRefused, Mail, MailLater, MailRefused, MailServer
from services.accounts.players import reached
from services.notifications.account_notices import notice_of
from services.notifications.channels import Channel, ChannelContext, Delivered, Later, Message, Outcome, Undeliverable
from services.notifications.inbox import Delivery, Inbox

_PURPOSE = b"stele/unsubscribe/1"
_ADDRESS = "own"


class MailChannel:
    """Sends mails to people's confirmed addresses."""

    name = "mail"
    gathers = True
    disturbs = True
    knows_again = False

    def __init__(
        self, redis: Client, post: MailServer, url: str, unsubscribing: "UnsubscribeLinks", clock: Callable[[], int]
    ) -> None:
        self._redis = redis
        self._post = post
        self._url = url
        self._unsubscribing = unsubscribing
        self._clock = clock
        self._bounces = Bounces(redis)

    def targets(self, person: str) -> Sequence[str]:
        """The person's address, if they have one that accepts mails."""
        has_one = reached(self._redis, person).address and not self._bounces.are_too_many(person)
        return (_ADDRESS,) if has_one else ()

    def send(self, person: str, target: str, messages: Sequence[Message]) -> Outcome:
        """Send one mail with these messages."""
        address = reached(self._redis, person).address
        if not address:
            return Undeliverable("there is no address")
        if self._bounces.are_too_many(person):
            return Undeliverable("the address has rejected too many mails, so no more are sent to it")
        ending = f"{self._url}/api/unsubscribe/{self._unsubscribing.token(person)}"
        try:
            self._post.send(mail_of(address, messages, f"{self._url}/inbox", ending))
        except AddressRefused as error:
            if self._bounces.count(person):
                Inbox(self._redis).tell([Delivery(person, notice_of("address-refused", self._clock()), {})])
            return Undeliverable(str(error))
        except MailRefused as error:
            return Undeliverable(str(error))
        except MailLater as error:
            return Later(str(error))
        self._bounces.forget(person)
        return Delivered()

    def forget(self, person: str) -> None:
        """Delete the data about this person's address."""
        self._bounces.forget(person)


class UnsubscribeLinks:
    """Unsubscribe links: they end a person's mails for any reader, and are signed for this purpose only."""

    def __init__(self, secret: bytes) -> None:
        self._serializer = URLSafeSerializer(secret, salt="mail")

    @classmethod
    def of(cls, opening: ChannelContext) -> "UnsubscribeLinks":
        """The links of this server."""
        return cls(opening.secret(_PURPOSE))

    def token(self, person: str) -> str:
        """The token at the end of this person's link."""
        return str(self._serializer.dumps(person))

    def person(self, token: str) -> str | None:
        """The person whose link has this token, or none."""
        try:
            return str(self._serializer.loads(token))
        except BadSignature:
            return None


def mail_of(address: str, messages: Sequence[Message], inbox: str, ending: str) -> Mail:
    """One mail with these messages, in plain text and as HTML."""
    translate = translator(messages[0].language)
    subject = messages[0].text
    if len(messages) > 1:
        subject = _counted(translate, len(messages))
    headers = {
        "List-Unsubscribe": f"<{ending}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    choose = translate("Choose which emails you get, and when:")
    end = translate("Unsubscribe from these emails:")
    text = "\n".join((*(_plain(one, translate) for one in messages), "-- ", choose, inbox, end, ending, ""))
    links = "<br>".join(
        f'{escape(words)} <a href="{escape(to)}">{escape(to)}</a>' for words, to in ((choose, inbox), (end, ending))
    )
    foot = f"<p><small>{links}</small></p>"
    body = "".join(_html(one, translate) for one in messages)
    html = f'<html lang="{messages[0].language}"><body>{body}{foot}</body></html>'
    return Mail(address, subject, text, html, headers)


def _counted(translate: Translate, number: int) -> str:
    return translate("{number} notifications about your games").format(number=number)


def _plain(message: Message, translate: Translate) -> str:
    lines = [message.text, message.url, ""]
    if message.story:
        lines += [translate("Since your last move:"), *(f"- {one}" for one in message.story)]
        lines += [f"{translate('Replay step by step:')} {message.story_url}"] if message.story_url else []
        lines.append("")
    return "\n".join(lines)


def _html(message: Message, translate: Translate) -> str:
    parts = [f'<p><strong><a href="{escape(message.url)}">{escape(message.text)}</a></strong></p>']
    if message.story:
        told = "".join(f"<li>{escape(one)}</li>" for one in message.story)
        parts.append(f"<p>{escape(translate('Since your last move:'))}</p><ul>{told}</ul>")
        if message.story_url:
            step = escape(translate("Replay step by step:"))
            parts.append(f'<p>{step} <a href="{escape(message.story_url)}">{escape(message.story_url)}</a></p>')
    return "".join(parts)


def open_channel(opening: ChannelContext) -> Channel | None:
    """The mail channel, if a mail server is configured."""
    post = MailServer.from_settings(opening.settings)
    if not post.is_there:
        return None
    return MailChannel(opening.redis, post, opening.settings.pages_url, UnsubscribeLinks.of(opening), opening.clock)
