"""Channels that deliver notices: one module each, discovered automatically.

A channel's module has `open_channel`, which returns the channel, or none if it is not configured on this server.
"""

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from eventstore.valkey.connection import Client
from operations.settings import Settings


class Message(Struct, frozen=True):
    """A notice in words, in the receiver's language, made from what they may see.

    `url` leads to the page where they can act; `story` contains the last sentences about events after their last move,
    which begin in the replay at `story_url`. `subject` is the message in one line with its deadline, if an answer is
    expected; `terms` are further sentences, such as those about an invitation. The answer is due at `due`
    (milliseconds, 0: no deadline), and `deadline` says so in a sentence. `is_known` says that the story tells this
    event, or that the receiver has moved since. `mentions` are the handles of members who are mentioned in the club's
    chat. `board` is a JPEG of the game's board in a mail that shows it.
    """

    id: str
    kind: str
    game: str
    text: str
    url: str
    at: int
    language: str
    story: tuple[str, ...] = ()
    story_url: str = ""
    subject: str = ""
    terms: tuple[str, ...] = ()
    due: int = 0
    deadline: str = ""
    is_known: bool = False
    mentions: tuple[str, ...] = ()
    board: bytes = b""

    @property
    def line(self) -> str:
        """The message in one line."""
        return self.subject or self.text


class Delivered(Struct, frozen=True):
    """The message was accepted."""


class Later(Struct, frozen=True):
    """The message was not accepted now and will be sent again; `reason` says why."""

    reason: str


class Undeliverable(Struct, frozen=True):
    """The message will never be accepted; `reason` says why."""

    reason: str


Outcome = Delivered | Later | Undeliverable


class Channel(Protocol):
    """A way to reach people.

    A channel that `gathers` sends several notices as one, at hours that the receiver chooses. One that `disturbs`
    respects quiet hours, and omits notices that were read on the page. Messages that may have been sent are sent again
    only on a channel that `knows_again` repeated ones, so that none arrives twice.
    """

    name: str
    gathers: bool
    disturbs: bool
    knows_again: bool

    def targets(self, person: str) -> Sequence[str]:
        """The addresses of this person in this channel, as names without spaces."""
        ...

    def send(self, person: str, target: str, messages: Sequence[Message]) -> Outcome:
        """Send these messages to this address."""
        ...

    def forget(self, person: str) -> None:
        """Delete this person's data in this channel."""
        ...


class ChannelContext(Struct, frozen=True):
    """The sources of channels: the store, the settings, and secret values by purpose."""

    redis: Client
    settings: Settings
    secret: Callable[[bytes], bytes]
    clock: Callable[[], int]


def open_channels(opening: ChannelContext) -> tuple[Channel, ...]:
    """All channels of this server."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__))
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    opened = [module.open_channel(opening) for module in modules if hasattr(module, "open_channel")]
    return tuple(channel for channel in opened if channel is not None)
