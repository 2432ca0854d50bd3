"""Mail channel: a digest of the events after the reader's last move, with an unsubscribe link.

A mail server cannot recognise repeated mails, so a mail whose sending was interrupted is not sent again. If an address
rejects several mails in a row for good, no more are sent there, and the inbox says so.
"""

from collections.abc import Callable, Sequence

from itsdangerous import BadSignature, URLSafeSerializer
from msgspec.structs import replace

from eventstore.valkey.connection import Client
from services.accounts.club_settings import ClubStore
from services.accounts.mail_bounces import Bounces
from services.accounts.mailer import AddressRefused, MailLater, MailRefused, MailServer
from services.accounts.players import reached
from services.notifications.account_notices import notice_of
from services.notifications.channels import Channel, ChannelContext, Delivered, Later, Message, Outcome, Undeliverable
from services.notifications.inbox import Delivery, Inbox
from services.notifications.mail_digest import mail_of

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
        self._club = ClubStore(redis)

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
            mail = mail_of(address, messages, f"{self._url}/inbox", ending)
            self._post.send(replace(mail, sender=self._club.recent().name))
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
    """Unsubscribe links, which end a person's mails, whichever reader opens them, and are signed for this purpose
    only.
    """

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


def open_channel(opening: ChannelContext) -> Channel | None:
    """The mail channel, if a mail server is configured."""
    post = MailServer.from_settings(opening.settings)
    if not post.is_there:
        return None
    return MailChannel(opening.redis, post, opening.settings.pages_url, UnsubscribeLinks.of(opening), opening.clock)
