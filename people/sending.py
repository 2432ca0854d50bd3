"""Mails that go out while nobody waits for them: how long a mail server takes tells nobody whether there was a mail."""

import logging
from concurrent.futures import ThreadPoolExecutor

from people.mail import Mail, MailLater, MailRefused, Post

_log = logging.getLogger("stele.mail")


class Sending:
    """Hands mails to the post, two at a time. One that is not taken is lost: whoever waits for it asks again."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._hands = ThreadPoolExecutor(2, "mail")

    def send(self, mail: Mail) -> None:
        """Send this mail soon."""
        self._hands.submit(self._send, mail)

    def _send(self, mail: Mail) -> None:
        try:
            self._post.send(mail)
        except (MailRefused, MailLater) as error:
            # What the mail server says may name the address.
            _log.warning("A mail of an account was not taken: %s.", type(error).__name__)
        except Exception:
            _log.exception("A mail of an account could not be sent")
