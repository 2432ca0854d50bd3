"""Webhooks of each person: their URLs, formats and failures."""

import base64
import secrets
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import TOUCH
from services.accounts.players import person_key

CLUB = "club"
"""In place of a person's id: the one webhook of the club, for all public games."""
MOST_WEBHOOKS = 5
MOST_FAILURES = 10
"""The number of failures in a row after which a webhook is switched off."""
Form = Literal["standard", "slack", "discord", "matrix"]
FORMS: tuple[Form, ...] = get_args(Form)


class BadWebhook(ValueError):
    """A webhook that is not accepted; the message says why."""


class Webhook(Struct, frozen=True, omit_defaults=True):
    """A URL for notices. `secret` signs them (Standard Webhooks); `off` is the reason if it is switched off."""

    id: str
    url: str
    secret: str
    form: Form = "standard"
    failures: int = 0
    off: str = ""


class Webhooks:
    """The webhooks of all players."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def of(self, person: str) -> list[Webhook]:
        """This person's webhooks, in the order of their ids."""
        found: Any = self._redis.hgetall(person_key(person, "webhooks"))
        return sorted((msgspec.json.decode(text, type=Webhook) for text in found.values()), key=lambda one: one.id)

    def get(self, person: str, webhook_id: str) -> Webhook | None:
        """One of this person's webhooks, or none."""
        return next((one for one in self.of(person) if one.id == webhook_id), None)

    def add(self, person: str, url: str, form: Form) -> Webhook:
        """Create a webhook for this person, or `BadWebhook`; the club has one, in place of an earlier one."""
        check_url(url)
        if len(self.of(person)) >= MOST_WEBHOOKS:
            raise BadWebhook("You have reached the webhook limit. Remove a webhook first.")
        secret = "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()
        made = Webhook(CLUB if person == CLUB else secrets.token_hex(6), url, secret, form)
        self.keep(person, made)
        return made

    def keep(self, person: str, webhook: Webhook) -> None:
        """Store this webhook."""
        self._redis.hset(person_key(person, "webhooks"), webhook.id, msgspec.json.encode(webhook))

    def failed(self, person: str, webhook_id: str, reason: str) -> None:
        """Count a failed try; too many in a row switch the webhook off."""
        one = self.get(person, webhook_id)
        if one is not None:
            failures = one.failures + 1
            off = reason if failures >= MOST_FAILURES else one.off
            self._change(person, msgspec.structs.replace(one, failures=failures, off=off))

    def succeeded(self, webhook: Webhook, person: str) -> None:
        """Reset the failures after a successful post, unless it has been replaced in the meantime."""
        one = self.get(person, webhook.id) if webhook.failures else None
        if one is not None and one.secret == webhook.secret:
            self._change(person, msgspec.structs.replace(one, failures=0))

    def _change(self, person: str, webhook: Webhook) -> None:
        """Store this webhook, unless it has been removed."""
        TOUCH(self._redis, [person_key(person, "webhooks")], [webhook.id, msgspec.json.encode(webhook)])

    def remove(self, person: str, webhook_id: str) -> bool:
        """Remove this webhook, and return whether it existed."""
        return bool(self._redis.hdel(person_key(person, "webhooks"), webhook_id))

    def forget(self, person: str) -> None:
        """Remove all of this person's webhooks."""
        self._redis.delete(person_key(person, "webhooks"))


def check_url(url: str) -> None:
    """Refuse a URL that cannot be posted to."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadWebhook("This is not a valid address.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise BadWebhook("The address of a webhook must start with https:// or http://.")
    if parts.username or parts.password:
        raise BadWebhook("The address of a webhook can't contain a password.")
    if not url.isascii() or not url.isprintable() or " " in url:
        raise BadWebhook("This is not a valid address.")
