"""Web Push channel: notices on a person's devices, even when no page of Stele is open.

A repeated notice has the same name, so a device shows it in the same place.
"""

import hashlib
from collections.abc import Callable, Sequence

import msgspec

from services.notifications.channels import Channel, ChannelContext, Delivered, Later, Message, Outcome, Undeliverable
from services.notifications.safe_post import NotPosted, post
from services.notifications.web_push import LONGEST_PLAINTEXT, Subscriptions, Vapid, encrypt

_PURPOSE = b"stele/vapid/1"
_LONGEST_TEXT = 300
_DAYS = 2 * 24 * 3600
_GONE = (404, 410)


class PushChannel:
    """Sends notices to the subscribed browsers of their receivers. `anywhere`: also to private addresses."""

    name = "push"
    gathers = False
    disturbs = True
    knows_again = True

    def __init__(
        self, subscriptions: Subscriptions, vapid: Vapid, subject: str, clock: Callable[[], int], anywhere: bool
    ) -> None:
        self._subscriptions = subscriptions
        self._vapid = vapid
        self._subject = subject
        self._clock = clock
        self._anywhere = anywhere

    def targets(self, person: str) -> Sequence[str]:
        """This person's subscribed browsers."""
        return [one.id for one in self._subscriptions.of(person)]

    def send(self, person: str, target: str, messages: Sequence[Message]) -> Outcome:
        """Send this message."""
        subscription = self._subscriptions.get(person, target)
        if subscription is None:
            return Undeliverable("the device is subscribed no longer")
        (message,) = messages
        body = encrypt(shown(message), subscription.p256dh, subscription.auth)
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_DAYS),
            "Topic": hashlib.sha256(message.id.encode()).hexdigest()[:32],
            "Authorization": self._vapid.authorization(subscription.endpoint, self._subject, self._clock() // 1000),
        }
        try:
            status = post(subscription.endpoint, body, headers, anywhere=self._anywhere)
        except NotPosted as error:
            return Later(str(error))
        if 200 <= status < 300:
            return Delivered()
        if status in _GONE:
            self._subscriptions.remove(person, target)
            return Undeliverable("the device is subscribed no longer")
        return Later(f"the push service responded {status}")

    def forget(self, person: str) -> None:
        """Remove this person's browsers."""
        self._subscriptions.forget(person)


def shown(message: Message) -> bytes:
    """The content that the device shows."""
    told = {"id": message.id, "game": message.game, "text": message.line[:_LONGEST_TEXT], "url": message.url}
    body = msgspec.json.encode({**told, "language": message.language})
    assert len(body) <= LONGEST_PLAINTEXT
    return body


def vapid_of(opening: ChannelContext) -> Vapid:
    """This server's key for push services."""
    return Vapid(opening.secret(_PURPOSE))


def open_channel(opening: ChannelContext) -> Channel | None:
    """The Web Push channel, which needs no configuration."""
    subject = url if (url := opening.settings.pages_url).startswith("https://") else "mailto:operator@localhost"
    return PushChannel(
        Subscriptions(opening.redis),
        vapid_of(opening),
        subject,
        opening.clock,
        opening.settings.allows_webhooks_anywhere,
    )
