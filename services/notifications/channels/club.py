"""Club channel: posts news of public games to the club's one webhook, several together.

Members who have given their handle there are mentioned when a game waits for them.
"""

import json
from collections.abc import Sequence
from typing import Any

from domain.messages import say_number
from eventstore.valkey.connection import Client
from replay.languages import translator
from replay.narration import render
from replay.timestamps import time_text
from services.notifications.channels import Channel, ChannelContext, Message, Outcome, Undeliverable
from services.notifications.channels.webhook import LONGEST_TEXT, WebhookChannel, fitting_lines
from services.notifications.club_notices import CLUB_KINDS, TURN, ClubKind, mention
from services.notifications.preferences import Preferences, keep_preferences, preferences_of
from services.notifications.webhooks import CLUB, Form, Webhooks

CHANNEL = "club"
_MOST_MESSAGES = 20
_LONGEST = LONGEST_TEXT - 100


def chosen_kinds(redis: Client) -> list[ClubKind]:
    """The kinds of news that the club's webhook gets: all that operators have not switched off."""
    unwanted = preferences_of(redis, CLUB).off.get(CHANNEL, ())
    return [one for one in CLUB_KINDS if one not in unwanted]


def choose_kinds(redis: Client, kinds: Sequence[ClubKind]) -> None:
    """Let the club's webhook get these kinds of news."""
    unwanted = tuple(one for one in CLUB_KINDS if one not in kinds)
    keep_preferences(redis, CLUB, Preferences({CHANNEL: unwanted}))


class ClubChannel(WebhookChannel):
    """Posts to the club's webhook. It gathers notices, so that many at once are one post."""

    name = CHANNEL
    gathers = True

    def targets(self, person: str) -> Sequence[str]:
        """The club's active webhook; people have none in this channel."""
        return self._active(CLUB) if person == CLUB else ()

    def send(self, person: str, target: str, messages: Sequence[Message]) -> Outcome:
        """Post these messages as one."""
        webhook = self._webhooks.get(person, target)
        if webhook is None or webhook.off:
            return Undeliverable("the webhook was removed or switched off")
        in_order = sorted(messages, key=lambda one: (one.at, one.kind == TURN))  # a start before the first turn
        name = " ".join(sorted(message.id for message in messages))
        return self._post(person, webhook, name, json.dumps(payload(webhook.form, in_order), ensure_ascii=False))


def payload(form: Form, messages: Sequence[Message]) -> dict[str, Any]:
    """The messages in this format. Only handles become mentions, never the text of a name or a title."""
    match form:
        case "standard":
            notices = [
                {
                    "id": one.id,
                    "kind": one.kind,
                    "game": one.game,
                    "text": "\n".join((one.text, *one.terms)),
                    "url": one.url,
                    "mentions": list(one.mentions),
                }
                for one in messages
            ]
            at = max(one.at for one in messages)
            return {"type": "club.notices", "timestamp": time_text(at), "data": {"notices": notices}}
        case "slack":
            return {"text": _text(form, messages)}
        case "discord":
            shown = _fitting(form, messages)
            handles = dict.fromkeys(handle for one in shown for handle in one.mentions if mention(form, handle))
            return {"content": _text(form, messages), "allowed_mentions": {"parse": [], "users": list(handles)}}
        case "matrix":
            return {"text": _text(form, messages)}


def _fitting(form: Form, messages: Sequence[Message]) -> Sequence[Message]:
    """The messages that fit into one post, at least the first, which is shortened."""
    length = 0
    for number, one in enumerate(messages):
        length += len(_said(form, one))
        if number == _MOST_MESSAGES or (number and length > _LONGEST):
            return messages[:number]
    return messages


def _text(form: Form, messages: Sequence[Message]) -> str:
    """The messages that fit, and the number of the others."""
    fitting = _fitting(form, messages)
    shown = [_said(form, one) for one in fitting]
    left = len(messages) - len(fitting)
    if left:
        more = say_number("And one more.", "And {number} more.", left)
        shown.append(render(more, (), translator(messages[0].language)))
    return "\n".join(shown)


def _said(form: Form, message: Message) -> str:
    """The message in at most `_LONGEST` characters, with its mentions and its page."""
    mentions = filter(None, (mention(form, handle) for handle in message.mentions))
    place = f"<{message.url}>" if form in ("slack", "discord") else message.url  # in Discord: without a preview
    ending = " ".join((*mentions, place))
    return f"{fitting_lines(form, message.text, message.terms, _LONGEST - len(ending))} {ending}"


def open_channel(opening: ChannelContext) -> Channel | None:
    """The club channel, which needs no configuration here, because operators set the webhook."""
    return ClubChannel(Webhooks(opening.redis), opening.clock, opening.settings.allows_webhooks_anywhere)
