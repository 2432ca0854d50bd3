"""Webhooks of each person: their address and form, and since when one is switched off."""

import base64
import secrets
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import TOUCH
from services.accounts.players import person_key

MOST_WEBHOOKS = 5
MOST_FAILURES = 10
"""So many tries in a row may fail before a webhook is switched off."""
Form = Literal["standard", "slack", "discord", "matrix"]
FORMS: tuple[Form, ...] = get_args(Form)


class BadWebhook(ValueError):
    """A webhook that is not accepted; the message says why."""


class Webhook(Struct, frozen=True, omit_defaults=True):
    """Where notices are posted to. `secret` signs them (Standard Webhooks); `off` says why it is switched off."""

    id: str
    url: str
    secret: str
    form: Form = "standard"
    failures: int = 0
    off: str = ""


class Webhooks:
    """Everybody's webhooks."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def of(self, person: str) -> list[Webhook]:
        """This person's, in the order of their ids."""
        found: Any = self._redis.hgetall(person_key(person, "webhooks"))
        return sorted((msgspec.json.decode(text, type=Webhook) for text in found.values()), key=lambda one: one.id)

    def get(self, person: str, webhook_id: str) -> Webhook | None:
        """One of this person's, or none."""
        return next((one for one in self.of(person) if one.id == webhook_id), None)

    def add(self, person: str, url: str, form: Form) -> Webhook:
        """A new webhook of this person, or `BadWebhook`."""
        check_url(url)
        if len(self.of(person)) >= MOST_WEBHOOKS:
            raise BadWebhook("You have reached the webhook limit. Remove a webhook first.")
        secret = "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()
        made = Webhook(secrets.token_hex(6), url, secret, form)
        self.keep(person, made)
        return made

    def keep(self, person: str, webhook: Webhook) -> None:
        """Keep it as it is now."""
        self._redis.hset(person_key(person, "webhooks"), webhook.id, msgspec.json.encode(webhook))

    def failed(self, person: str, webhook_id: str, reason: str) -> None:
        """A try has failed: after too many in a row it is switched off."""
        one = self.get(person, webhook_id)
        if one is not None:
            failures = one.failures + 1
            off = reason if failures >= MOST_FAILURES else one.off
            self._change(person, msgspec.structs.replace(one, failures=failures, off=off))

    def succeeded(self, webhook: Webhook, person: str) -> None:
        """What was posted was taken."""
        if webhook.failures:
            self._change(person, msgspec.structs.replace(webhook, failures=0))

    def _change(self, person: str, webhook: Webhook) -> None:
        """Keep it as it is now, unless it was removed meanwhile."""
        TOUCH(self._redis, [person_key(person, "webhooks")], [webhook.id, msgspec.json.encode(webhook)])

    def remove(self, person: str, webhook_id: str) -> bool:
        """Remove it; whether it was there."""
        return bool(self._redis.hdel(person_key(person, "webhooks"), webhook_id))

    def forget(self, person: str) -> None:
        """Remove all of this person's."""
        self._redis.delete(person_key(person, "webhooks"))


def check_url(url: str) -> None:
    """Refuse what nothing can be posted to."""
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
