"""Courier of one channel: takes due notices from the outbox, has them worded, and sends them."""

import logging
from collections.abc import Callable, Sequence
from typing import assert_never

from eventstore.valkey.connection import StoreUnavailable
from operations.metrics import DELIVERIES
from services.notifications.channels import Channel, Delivered, Later, Message, Outcome, Undeliverable
from services.notifications.inbox import InboxEntry, Notice
from services.notifications.outbox import Outbox, Taken
from services.notifications.preferences import MAILED, preferences_of, wants

_log = logging.getLogger("stele.deliveries")

Word = Callable[[str, Sequence[Notice]], list[Message]]
"""Words a person's notices; a notice without anything left to say is omitted."""


class Courier:
    """Sends the due notices of one channel."""

    def __init__(self, outbox: Outbox, channel: Channel, word: Word) -> None:
        self._outbox = outbox
        self.channel = channel
        self._word = word

    def work(self, is_stopping: Callable[[], bool] = lambda: False) -> int:
        """Send everything that is due now, and return how many sendings were examined."""
        looked_at = 0
        name = self.channel.name
        for person in self._outbox.waiting(name):
            while not is_stopping() and (taken := self._outbox.take(person, self.channel)) is not None:
                looked_at += len(taken.sendings)
                self._deliver(taken)
            if is_stopping():
                break
            self._outbox.look_again(person, name)
        return looked_at

    def _deliver(self, taken: Taken) -> None:
        begun = [one for one, sending in taken.sendings.items() if sending.state == "begun"]
        if begun and not self.channel.knows_again:
            DELIVERIES.labels(taken.channel, "lost").inc(len(begun))
            self._outbox.fail(taken, begun, "it broke off while it was sent: perhaps it arrived")
            for one in begun:
                del taken.sendings[one]
        wanted = self._still_wanted(taken)
        messages = self._word(taken.person, wanted) if wanted else []
        ids = [message.id for message in messages]
        needless = [one for one in taken.sendings if one not in ids]
        DELIVERIES.labels(taken.channel, "needless").inc(len(needless))
        self._outbox.done(taken, needless)
        if not messages:
            return
        self._outbox.begin(taken, ids)
        outcome = self._send(taken, messages)
        match outcome:
            case Delivered():
                DELIVERIES.labels(taken.channel, "sent").inc(len(ids))
                self._outbox.done(taken, ids)
            case Later(reason):
                DELIVERIES.labels(taken.channel, "later").inc(len(ids))
                self._outbox.again(taken, ids, reason)
            case Undeliverable(reason):
                DELIVERIES.labels(taken.channel, "refused").inc(len(ids))
                self._outbox.fail(taken, ids, reason)
            case _:
                assert_never(outcome)

    def _send(self, taken: Taken, messages: Sequence[Message]) -> Outcome:
        try:
            return self.channel.send(taken.person, taken.target, messages)
        except StoreUnavailable:
            raise
        except Exception as error:
            # One message that cannot be made must not stop all the others.
            _log.exception("a notice cannot be sent by %s", taken.channel)
            return Undeliverable(f"it cannot be made: {type(error).__name__}")

    def _still_wanted(self, taken: Taken) -> list[Notice]:
        """The notices that are still to be sent, oldest first: not dismissed, not switched off, and not already read on
        the page if the channel omits read ones.
        """
        preferences = preferences_of(self._outbox.redis, taken.person)

        def is_wanted(kept: InboxEntry) -> bool:
            # The inbox shows only the heading of what is mailed, so reading it there is not enough.
            is_news = kept.is_unread or not self.channel.disturbs or kept.notice.kind in MAILED
            return kept.is_standing and is_news and wants(preferences, taken.channel, kept.notice)

        kept = self._outbox.inbox.kept(taken.person, list(taken.sendings))
        return sorted((one.notice for one in kept if is_wanted(one)), key=lambda notice: notice.at)
