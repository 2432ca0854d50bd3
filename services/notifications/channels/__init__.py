"""Channels by which notices reach people: one module each, discovered automatically.

A channel's module has `open_channel`, which gives the channel, or none where this server has no such way.
"""

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from eventstore.valkey.connection import Client
from operations.settings import Settings


class Message(Struct, frozen=True):
    """A notice in words, in its receiver's language, made of what they may see.

    `url` leads to where they can do something; `story` are the sentences of what has happened since they acted last,
    and `story_url` leads to where that begins in the replay.
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


class Delivered(Struct, frozen=True):
    """It was taken."""


class Later(Struct, frozen=True):
    """It was not taken now, and is sent again; `reason` says why."""

    reason: str


class Undeliverable(Struct, frozen=True):
    """It will never be taken; `reason` says why."""

    reason: str


Outcome = Delivered | Later | Undeliverable


class Channel(Protocol):
    """A way to reach people.

    One that `gathers` sends several notices as one, at the hours that its receiver wishes. One that `disturbs` respects
    quiet hours, and is silent about what was read on the page meanwhile. Where it `knows_again` what it got before,
    something that may have been sent is sent again; elsewhere it is not, so that nothing comes twice.
    """

    name: str
    gathers: bool
    disturbs: bool
    knows_again: bool

    def targets(self, person: str) -> Sequence[str]:
        """By which addresses this person is reached here: names without spaces."""
        ...

    def send(self, person: str, target: str, messages: Sequence[Message]) -> Outcome:
        """Send these messages to this address."""
        ...

    def forget(self, person: str) -> None:
        """Remove everything that is kept of this person here."""
        ...


class ChannelContext(Struct, frozen=True):
    """What channels are made with: the store, the settings, and secret values by their purpose."""

    redis: Client
    settings: Settings
    secret: Callable[[bytes], bytes]
    clock: Callable[[], int]


def open_channels(opening: ChannelContext) -> tuple[Channel, ...]:
    """Every channel that this server has."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__))
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    opened = [module.open_channel(opening) for module in modules if hasattr(module, "open_channel")]
    return tuple(channel for channel in opened if channel is not None)
