"""Mail links: sign in, or confirm an address, by a link or a six-digit code in a mail.

A link works only in the browser that requested it, which holds a secret of its own; without the secret, neither the
link nor the code is valid. Each is valid for a quarter of an hour and for one use. The response to a request for a
sign-in link, and its timing, are the same whether or not the address is known.
"""

import hmac
import secrets
from html import escape
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script
from replay.languages import translator
from services.accounts.credentials import hash_of
from services.accounts.mail_addresses import MailAddresses
from services.accounts.mail_page import action, heading, mail_page, paragraph
from services.accounts.mailer import Mail

LIFE_SECONDS = 900
MOST_TRIES = 3
_KEYS = "stele:mail-link:"
_TRY = script(Path(__file__).with_name("try.lua"))

Purpose = Literal["sign-in", "confirm"]


class BadLink(Exception):
    """This link or code is invalid, expired, or for another browser."""


class Link(Struct, frozen=True):
    """A link that a browser has requested. If no player has the address, `player` is empty and no mail was sent.

    `token` and `code` are hashes; the `address` is the one to be confirmed.
    """

    purpose: Purpose
    player: str
    address: str
    token: str
    code: str


class NewLink(Struct, frozen=True):
    """A new link: the secret for the browser, and the token and code for the mail."""

    browser: str
    token: str
    code: str
    player: str


class MailLinks:
    """The links that have been requested and not used yet."""

    def __init__(self, redis: Client, addresses: MailAddresses) -> None:
        self._redis = redis
        self._addresses = addresses

    def to_sign_in(self, address: str) -> NewLink:
        """A sign-in link for the player with this address; for an unknown address `player` is empty."""
        return self._make("sign-in", self._addresses.owner(address) or "")

    def to_confirm(self, player: str, address: str) -> NewLink:
        """A link with which this player confirms an address."""
        return self._make("confirm", player, address)

    def redeem(self, purpose: Purpose, browser: str, said: str) -> Link:
        """The link that this browser requested, by the token or code from the mail, or `BadLink`.

        A link is used up by this, and by a few wrong attempts.
        """
        name = _key(browser)
        stored: Any = _TRY(self._redis, [name], [MOST_TRIES])
        if stored is None:
            raise BadLink
        link = msgspec.json.decode(stored, type=Link)
        hashed = hash_of(said.strip())
        is_right = any(hmac.compare_digest(hashed, one) for one in (link.token, link.code))
        if not is_right or link.purpose != purpose or not link.player:
            raise BadLink
        # If two requests use it at the same time, one of them gets it.
        if not self._redis.delete(name):
            raise BadLink
        return link

    def forget(self, player: str) -> None:
        """Delete this player's unused links."""
        for key in self._redis.scan_iter(f"{_KEYS}*", 1000):
            stored: Any = self._redis.hget(key, "link")
            if stored is not None and msgspec.json.decode(stored, type=Link).player == player:
                self._redis.delete(key)

    def _make(self, purpose: Purpose, player: str, address: str = "") -> NewLink:
        browser, token = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        code = f"{secrets.randbelow(10**6):06}"
        link = Link(purpose, player, address, hash_of(token), hash_of(code))
        key = _key(browser)
        self._redis.hset(key, mapping={"link": msgspec.json.encode(link), "tries": 0})
        self._redis.expire(key, LIFE_SECONDS)
        return NewLink(browser, token, code, player)


def sign_in_mail(to: str, url: str, asked: NewLink, club: str, language: str) -> Mail:
    """The mail with a sign-in link for the server that is called `club`."""
    say = translator(language)
    lines = (
        say("We received a request to sign in to {club} with this email address.").format(club=club),
        say("Open this link in the same browser within 15 minutes:"),
    )
    subject = say("Sign in to {club}").format(club=club)
    return _mail(to, subject, lines, f"{url}/account#sign-in={asked.token}", asked.code, language)


def confirm_mail(to: str, url: str, asked: NewLink, name: str, club: str, language: str) -> Mail:
    """The mail with a link that confirms the address of the player with this name."""
    say = translator(language)
    lines = (
        say("{name} wants to receive email from {club} at this address.").format(name=name, club=club),
        say("Open this link in the same browser within 15 minutes:"),
    )
    subject = say("Confirm your address for {club}").format(club=club)
    return _mail(to, subject, lines, f"{url}/account#confirm={asked.token}", asked.code, language)


def _mail(to: str, subject: str, lines: tuple[str, ...], url: str, code: str, language: str) -> Mail:
    say = translator(language)
    typed = say("Or enter this code there: {code}")
    nothing = say("If you did not request this, ignore this email. It works only in the browser that sent the request.")
    text = "\n\n".join((*lines, url, typed.format(code=code), nothing))
    digits = f'<strong style="font-size:20px;letter-spacing:2px">{code}</strong>'
    told = [*map(paragraph, map(escape, lines)), action(subject, url), paragraph(escape(typed).format(code=digits))]
    return Mail(to, subject, text + "\n", mail_page([heading(subject) + "".join(told)], language, escape(nothing)))


def _key(browser: str) -> str:
    return f"{_KEYS}{{{hash_of(browser)}}}"
