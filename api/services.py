"""Services of the API, put together once by the composition root."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click
from flask import current_app

from api.http.live_streams import LiveStreams
from api.http.rate_limits import Counts
from eventstore.projection import Projection
from eventstore.server_secret import SecretUnusable
from eventstore.valkey.connection import UnsafeSettings, UnsupportedServer
from eventstore.valkey.embedded import ServerFailed
from operations.child_processes import CANNOT_START
from operations.existing_server import NotThePlace
from operations.settings import Settings
from services.accounts.accounts import Accounts
from services.community.composition import Community
from services.games.composition import Games
from services.games.storage import Storage
from services.jobs.composition import Jobs
from services.notifications.composition import Notifications


@dataclass(frozen=True, kw_only=True)
class Services:
    """The services that the API calls."""

    storage: Storage
    accounts: Accounts
    games: Games
    community: Community
    notifications: Notifications
    jobs: Jobs
    followers: LiveStreams
    counts: Counts

    @property
    def projections(self) -> dict[str, Projection[Any]]:
        """The projections that keep the read models up to date, by name."""
        return {name: of(self) for name, of in READ_MODELS.items()}


READ_MODELS: Mapping[str, Callable[[Services], Projection[Any]]] = {
    "lobby": lambda found: found.games.lobby.projection,
    "ratings": lambda found: found.community.rating_updates.projection,
    "statistics": lambda found: found.games.statistics.projection,
}
"""The read models that follow the logs, by their names for operators."""


class CannotStart(click.ClickException):
    """Stele cannot start here; the message says why, and what to do. A command prints it and ends."""

    exit_code = CANNOT_START


class Entrance:
    """Creates the services on first use, once per process, because a forked worker must not share a connection."""

    def __init__(self, settings: Settings, make: Callable[[Settings, bool], Services]) -> None:
        self.settings = settings
        self._make = make
        self._made: Services | None = None
        self._lock = threading.Lock()

    def __call__(self, begins: bool = False) -> Services:
        """The services, created on first use.

        If there is no server yet, the web process creates one, and so do commands with `begins`; for other commands a
        missing server is an error, so that a wrong directory does not look like an empty server.
        """
        if self._made is None:
            with self._lock:
                if self._made is None:
                    is_command = click.get_current_context(silent=True) is not None
                    try:
                        self._made = self._make(self.settings, begins or not is_command)
                    except (UnsupportedServer, UnsafeSettings, ServerFailed, SecretUnusable, NotThePlace) as error:
                        raise CannotStart(str(error)) from error
        return self._made


def services(begins: bool = False) -> Services:
    """The services of the current request's or command's app; `begins` as in `Entrance`."""
    entrance: Entrance = current_app.extensions["stele"]
    return entrance(begins)


def settings() -> Settings:
    """The settings of the current request's or command's app."""
    entrance: Entrance = current_app.extensions["stele"]
    return entrance.settings
