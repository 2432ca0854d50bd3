"""Background mail: mails go out in the background, so that the time of a response does not reveal whether one was sent.

Only where a mail goes in any case may whoever asked for it wait for what the server says.
"""

import logging
from concurrent.futures import Future, ThreadPoolExecutor

from services.accounts.mailer import AddressRefused, Mail, MailLater, MailRefused, MailServer

_log = logging.getLogger("stele.mail")
_PATIENCE_SECONDS = 5.0


class BackgroundMail:
    """Hands mails to the post, two at a time. One that is not taken is lost: whoever waits for it asks again."""

    def __init__(self, post: MailServer) -> None:
        self._post = post
        self._hands = ThreadPoolExecutor(2, "mail")

    def send(self, mail: Mail) -> None:
        """Send this mail soon."""
        self._begin(mail)

    def is_refused(self, mail: Mail) -> bool:
        """Send this mail, and wait a little: whether the mail server said that it takes none for this address."""
        try:
            return self._begin(mail).result(_PATIENCE_SECONDS)
        except TimeoutError:
            return False

    def _begin(self, mail: Mail) -> Future[bool]:
        return self._hands.submit(self._send, mail)

    def _send(self, mail: Mail) -> bool:
        """Hand it over; whether the address was refused for good."""
        try:
            self._post.send(mail)
        except (MailRefused, MailLater) as error:
            # What the mail server says may name the address.
            _log.warning("A mail of an account was not taken: %s.", type(error).__name__)
            return isinstance(error, AddressRefused)
        except Exception:
            _log.exception("A mail of an account could not be sent")
        return False
