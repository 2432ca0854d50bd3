"""Background mail: sends mails in threads, so that response times do not reveal whether a mail was sent.

A caller may wait for the mail server's answer only where a mail is sent in any case.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from msgspec.structs import replace

from services.accounts.mailer import AddressRefused, Mail, MailLater, MailRefused, MailServer

_log = logging.getLogger("stele.mail")
_PATIENCE_SECONDS = 5.0


class BackgroundMail:
    """Sends mails, two at a time. A mail that the server does not accept is lost; the player can request another.

    `sender` gives the name from which they come; empty: the name in the settings.
    """

    def __init__(self, post: MailServer, sender: Callable[[], str]) -> None:
        self._post = post
        self._sender = sender
        self._hands = ThreadPoolExecutor(2, "mail")

    def send(self, mail: Mail) -> Future[bool]:
        """Send this mail soon; the result is whether the address was rejected for good."""
        return self._hands.submit(self._send, mail)

    def is_refused(self, mail: Mail) -> bool:
        """Send this mail and wait briefly, and return whether the mail server rejected the address for good."""
        try:
            return self.send(mail).result(_PATIENCE_SECONDS)
        except TimeoutError:
            return False

    def _send(self, mail: Mail) -> bool:
        """Send the mail, and return whether the address was rejected for good."""
        try:
            self._post.send(replace(mail, sender=self._sender()))
        except (MailRefused, MailLater) as error:
            # The mail server's message may contain the address.
            _log.warning("A mail of an account was not taken: %s.", type(error).__name__)
            return isinstance(error, AddressRefused)
        except Exception:
            _log.exception("A mail of an account could not be sent")
        return False
