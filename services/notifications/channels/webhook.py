"""Webhook channel: posts each notice immediately, as a Standard Webhook or in a chat service's format.

`webhook-id` stays the same when a notice is posted again, so that the receiver can recognise it.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from standardwebhooks.webhooks import Webhook as Signer

from replay.timestamps import time_text
from services.notifications.channels import Channel, ChannelContext, Delivered, Later, Message, Outcome, Undeliverable
from services.notifications.safe_post import NotPosted, post
from services.notifications.webhooks import CLUB, Form, Webhook, Webhooks

_GONE = 410
LONGEST_TEXT = 1_900
_UNSEEN = "\N{ZERO WIDTH SPACE}"
"""Ends a mention (`@here`) and a link (`[text](address)`) where a backslash would be shown or is not enough."""
_MARKDOWN = str.maketrans({**{one: f"\\{one}" for one in "\\`*_~|[]<>&#"}, "@": f"@{_UNSEEN}"})
_LITERAL: dict[Form, dict[int, str]] = {
    "standard": {},
    "slack": str.maketrans(
        {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": f"@{_UNSEEN}", "]": f"]{_UNSEEN}"}  # also Mattermost's Markdown
    ),
    "discord": _MARKDOWN,
    "matrix": _MARKDOWN,
}


class WebhookChannel:
    """Posts notices to the webhooks of their receivers. `anywhere`: also to private addresses."""

    name = "webhook"
    gathers = False
    disturbs = False
    knows_again = True

    def __init__(self, webhooks: Webhooks, clock: Callable[[], int], anywhere: bool) -> None:
        self._webhooks = webhooks
        self._clock = clock
        self._anywhere = anywhere

    def targets(self, person: str) -> Sequence[str]:
        """This person's active webhooks."""
        return () if person == CLUB else self._active(person)

    def send(self, person: str, target: str, messages: Sequence[Message]) -> Outcome:
        """Post this message."""
        webhook = self._webhooks.get(person, target)
        if webhook is None or webhook.off:
            return Undeliverable("the webhook was removed or switched off")
        (message,) = messages
        return self._post(person, webhook, message.id, json.dumps(payload(webhook.form, message), ensure_ascii=False))

    def _active(self, person: str) -> Sequence[str]:
        return [one.id for one in self._webhooks.of(person) if not one.off]

    def _post(self, person: str, webhook: Webhook, name: str, body: str) -> Outcome:
        """Post this body, which a receiver knows again by this name."""
        target = webhook.id
        try:
            status = post(webhook.url, body.encode(), self._headers(webhook, name, body), anywhere=self._anywhere)
        except NotPosted as error:
            return self._failed(person, target, str(error))
        if 200 <= status < 300:
            self._webhooks.succeeded(webhook, person)
            return Delivered()
        if status == _GONE and person != CLUB:  # the operators are told when the club's is switched off
            self._webhooks.remove(person, target)
            return Undeliverable("the receiver says that it is gone: the webhook was removed")
        note = " (redirects are not followed)" if 300 <= status < 400 else ""
        return self._failed(person, target, f"the receiver responded {status}{note}")

    def forget(self, person: str) -> None:
        """Remove this person's webhooks."""
        self._webhooks.forget(person)

    def _failed(self, person: str, target: str, reason: str) -> Outcome:
        self._webhooks.failed(person, target, reason)
        return Later(reason)

    def _headers(self, webhook: Webhook, message_id: str, body: str) -> dict[str, str]:
        at = datetime.fromtimestamp(self._clock() // 1000, UTC)
        name = "msg_" + hashlib.sha256(f"{webhook.id} {message_id}".encode()).hexdigest()[:32]
        return {
            "Content-Type": "application/json",
            "webhook-id": name,
            "webhook-timestamp": str(int(at.timestamp())),
            "webhook-signature": Signer(webhook.secret).sign(name, at, body),
        }


def payload(form: Form, message: Message) -> dict[str, Any]:
    """The message in this format."""
    match form:
        case "standard":
            data = {
                "id": message.id,
                "kind": message.kind,
                "game": message.game,
                "text": message.text,
                "url": message.url,
                "story": list(message.story),
                **({"deadline": time_text(message.due)} if message.due else {}),
            }
            return {"type": f"notice.{message.kind}", "timestamp": time_text(message.at), "data": data}
        case "slack":
            return {"text": f"{_text(form, message)}\n<{message.url}>"}
        case "discord":
            return {"content": f"{_text(form, message)}\n{message.url}", "allowed_mentions": {"parse": []}}
        case "matrix":
            return {"text": f"{_text(form, message)}\n{message.url}"}


def _text(form: Form, message: Message) -> str:
    return fitting_lines(form, message.line, message.terms, LONGEST_TEXT - len(message.url))


def fitting_lines(form: Form, first: str, others: Sequence[str], most: int) -> str:
    """The lines that fit into `most` characters, unchanged; the first line is cut if it is too long, the others are
    whole or left out.
    """
    shown = literal(form, first, most)
    for one in others:
        line = literal(form, one, LONGEST_TEXT)
        if len(shown) + len(line) + len("\n\n…") > most:
            return f"{shown}\n…"
        shown += f"\n{line}"
    return shown


def literal(form: Form, text: str, most: int) -> str:
    """The text as this chat service shows it literally, without markup, links and mentions, up to a maximum length."""
    shown = ""
    for one in text:
        piece = one.translate(_LITERAL[form])
        if len(shown) + len(piece) >= most:
            return f"{shown}…"
        shown += piece
    return shown


def open_channel(opening: ChannelContext) -> Channel | None:
    """The webhook channel, which needs no configuration."""
    return WebhookChannel(Webhooks(opening.redis), opening.clock, opening.settings.allows_webhooks_anywhere)
