"""Mailer: sends one message to a mail server. `MailRefused` is final; after `MailLater`, try again.

An `AddressRefused` is a final refusal that concerns the recipient or the content.

`smtp://user:password@host:port` uses TLS if the server offers it, `smtp+starttls://…` requires it, and `smtps://…` uses
it from the start.
"""

import re
import smtplib
import ssl
from collections.abc import Mapping
from contextlib import suppress
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec import Struct

from operations.settings import BadSetting, Settings

_SECONDS = 20.0
_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
_LONGEST_ADDRESS = 254
_HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


class MailRefused(Exception):
    """The mail is refused for good; the message says why."""


class AddressRefused(MailRefused):
    """The mail server accepts no mail for this address, or not this mail."""


class MailLater(Exception):
    """The mail could not be sent now; the message says why."""


class Mail(Struct, frozen=True):
    """One mail to one address. `html` may be empty; `headers` are added to the standard ones.

    `sender` is shown in place of the name in the settings; empty: that name. `pictures` are the JPEG pictures that the
    HTML shows, by their content ids.
    """

    to: str
    subject: str
    text: str
    html: str = ""
    headers: Mapping[str, str] = msgspec.field(default_factory=dict)
    sender: str = ""
    pictures: Mapping[str, bytes] = msgspec.field(default_factory=dict)


class MailServer(Struct, frozen=True):
    """The mail server that sends the mails, if one is configured."""

    host: str = ""
    port: int = 0
    is_tls: bool = False
    user: str = ""
    password: str = ""
    sender: str = ""
    seconds: float = _SECONDS
    needs_tls: bool = False

    @classmethod
    def from_settings(cls, settings: Settings) -> "MailServer":
        """The mail server in the settings, or `BadSetting`; if there is none, an instance that is not available."""
        url, sender = settings.smtp, settings.mail_from
        if not url:
            return cls()
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:  # the error's message contains the password
            raise BadSetting("STELE_SMTP is not an address.") from None
        if parts.scheme not in _PORTS or not parts.hostname:
            raise BadSetting("STELE_SMTP must be smtp+starttls://user:password@host:port, smtps://… or smtp://….")
        if not is_address(parseaddr(sender)[1]):
            raise BadSetting("STELE_MAIL_FROM must be the address that mails come from.")
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        # A password is sent unencrypted to this machine only: a man in the middle could strip the offer of TLS.
        needs_tls = parts.scheme == "smtp+starttls" or (bool(user) and not _is_here(parts.hostname))
        port, is_tls = port or _PORTS[parts.scheme], parts.scheme == "smtps"
        return cls(parts.hostname, port, is_tls, user, password, sender, needs_tls=needs_tls)

    @property
    def is_there(self) -> bool:
        """Whether mail can be sent."""
        return bool(self.host)

    def send(self, mail: Mail) -> None:
        """Send this mail, or raise `MailRefused` or `MailLater`."""
        if not self.is_there:
            raise MailRefused("no mail server is set up")
        message = self._message(mail)
        sender = parseaddr(self.sender)[1]
        own_name = sender.rpartition("@")[2]  # getting the host's name from the system can be slow
        server: smtplib.SMTP | None = None
        try:
            if self.is_tls:
                context = ssl.create_default_context()
                server = smtplib.SMTP_SSL(
                    self.host, self.port, local_hostname=own_name, timeout=self.seconds, context=context
                )
            else:
                server = smtplib.SMTP(self.host, self.port, own_name, self.seconds)
                server.ehlo_or_helo_if_needed()
                if server.has_extn("starttls"):
                    server.starttls(context=ssl.create_default_context())
                elif self.needs_tls:
                    raise MailLater(f"{self.host} does not offer TLS (STARTTLS), and nothing is sent there without it")
            if self.user:
                server.login(self.user, self.password)
            server.send_message(message, sender, [mail.to])
        except smtplib.SMTPRecipientsRefused as error:
            raise _said(*next(iter(error.recipients.values())), AddressRefused) from error
        except smtplib.SMTPAuthenticationError as error:
            # The settings are wrong, not the mail.
            raise MailLater(_words(error.smtp_code, error.smtp_error)) from error
        except smtplib.SMTPDataError as error:
            raise _said(error.smtp_code, error.smtp_error, AddressRefused) from error
        except smtplib.SMTPResponseException as error:
            raise _said(error.smtp_code, error.smtp_error) from error
        except smtplib.SMTPNotSupportedError as error:
            raise MailRefused(str(error)) from error
        except (OSError, smtplib.SMTPException) as error:
            raise MailLater(str(error) or type(error).__name__) from error
        finally:
            if server is not None:
                # The mail has been accepted or refused: later errors of the connection do not matter.
                with suppress(OSError, smtplib.SMTPException):
                    server.quit()
                server.close()

    def _message(self, mail: Mail) -> EmailMessage:
        """The mail as a message; a header with more than one line is refused."""
        if not is_address(mail.to):
            raise MailRefused("this is no address that mail can be sent to")
        message = EmailMessage(SMTP)
        name, address = parseaddr(self.sender)
        try:
            message["From"] = Address(mail.sender or name, addr_spec=address)
            message["To"] = Address(addr_spec=mail.to)
            message["Subject"] = mail.subject
            for header, value in mail.headers.items():
                if not _HEADER.fullmatch(header):
                    raise ValueError("this is no header's name")
                message[header] = value
        except (ValueError, MessageError) as error:
            raise MailRefused(f"a header cannot be written: {error}") from error
        message["Date"] = formatdate()
        if "Message-ID" not in message:
            message["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
        message.set_content(mail.text)
        if mail.html:
            message.add_alternative(mail.html, subtype="html")
        if (page := message.get_body(("html",))) is not None:
            for name, picture in mail.pictures.items():
                page.add_related(picture, "image", "jpeg", cid=f"<{name}>", disposition="inline")
        return message


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def is_address(text: str) -> bool:
    """Whether this is a valid mail address by its form."""
    if len(text) > _LONGEST_ADDRESS or not text.isascii() or not text.isprintable() or " " in text:
        return False
    try:
        address = Address(addr_spec=text)
    except (ValueError, IndexError, MessageError):
        return False
    return bool(address.username and address.domain) and not address.domain.startswith("[")


def _said(code: int, words: bytes | str, refused: type[MailRefused] = MailRefused) -> MailRefused | MailLater:
    """The exception for the server's refusal: 5yz is final (RFC 5321, 4.2.1)."""
    kind = refused if 500 <= code < 600 else MailLater
    return kind(_words(code, words))


def _words(code: int, words: bytes | str) -> str:
    return f"{code} {words.decode(errors='replace') if isinstance(words, bytes) else words}"
