"""What the calls work with: the rooms behind the door, put together once by the composition root."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import click
from flask import current_app

from api.followers import Followers
from api.limits import Counts
from correspondence.community import Community
from correspondence.games import Games
from correspondence.jobs import Jobs
from correspondence.notifications import Notifications
from correspondence.storage import Storage
from eventstore.connection import UnsafeSettings
from eventstore.custody import SecretUnusable
from eventstore.embedded import ServerFailed
from operations.children import CANNOT_START
from operations.place import NotThePlace
from operations.settings import Settings
from people.accounts import Accounts


@dataclass(frozen=True, kw_only=True)
class Services:
    """The rooms behind the door."""

    storage: Storage
    accounts: Accounts
    games: Games
    community: Community
    notifications: Notifications
    jobs: Jobs
    followers: Followers
    counts: Counts


class CannotStart(click.ClickException):
    """Stele cannot start here; the sentence says what is missing and what can be done. A command prints it and ends."""

    exit_code = CANNOT_START


class Entrance:
    """Makes the services when they are first asked for, once a process: a forked worker must not share a connection."""

    def __init__(self, settings: Settings, make: Callable[[Settings, bool], Services]) -> None:
        self.settings = settings
        self._make = make
        self._made: Services | None = None
        self._lock = threading.Lock()

    def __call__(self, begins: bool = False) -> Services:
        """The services, made by whoever asks first. Where no server has been, the web begins one, and such commands
        as say so: any other one that looks elsewhere by mistake must not find an empty server in order.
        """
        if self._made is None:
            with self._lock:
                if self._made is None:
                    is_command = click.get_current_context(silent=True) is not None
                    try:
                        self._made = self._make(self.settings, begins or not is_command)
                    except (UnsafeSettings, ServerFailed, SecretUnusable, NotThePlace) as error:
                        raise CannotStart(str(error)) from error
        return self._made


_at_hand: ContextVar[Services] = ContextVar("services")


@contextmanager
def working_with(made: Services) -> Iterator[None]:
    """Within this, `services` are these, without a context of Flask's, which takes longer than all else about them."""
    before = _at_hand.set(made)
    try:
        yield
    finally:
        _at_hand.reset(before)


def services(begins: bool = False) -> Services:
    """The services of the app that this request came to, or this command; `begins` as the entrance has it."""
    made = _at_hand.get(None)
    if made is None:
        entrance: Entrance = current_app.extensions["stele"]
        made = entrance(begins)
    return made


def settings() -> Settings:
    """The settings of the app that this request came to, or this command."""
    entrance: Entrance = current_app.extensions["stele"]
    return entrance.settings
