"""What the calls work with: the rooms behind the door, put together once by the composition root."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

import click
from flask import current_app

from api.followers import Followers
from api.limits import Counts
from audit.keyring import Keyring
from audit.origin import BadOrigin
from audit.public_log import PublicLog
from audit.witnessing import Witness
from correspondence.analyses import Analyses
from correspondence.ground import Ground
from correspondence.lobby import Lobby
from correspondence.orders import Orders
from correspondence.records import Records
from correspondence.searches import Searcher, Searches
from correspondence.standing import Standing
from correspondence.tables import Tables
from correspondence.telling import Telling
from correspondence.tournaments import Director
from correspondence.verdicts import Verdicts
from correspondence.wording import Wording
from correspondence.worker import Worker
from eventstore.connection import UnsafeSettings
from eventstore.custody import SecretUnusable
from eventstore.embedded import ServerFailed
from eventstore.log_watch import LogWatch
from operations.children import CANNOT_START
from operations.place import NotThePlace
from people.account_news import AccountNews
from people.accounts import Accounts
from people.channels.mail import Unsubscribing
from people.feed_links import FeedLinks
from people.known_names import KnownNames
from people.outbox import Outbox
from people.people import People
from people.players import Players
from people.push import Vapid
from people.sending import Sending
from people.tournaments import Tournaments


@dataclass(frozen=True, kw_only=True)
class Services:
    """The rooms behind the door."""

    tables: Tables
    records: Records
    players: Players
    names: KnownNames
    people: People
    lobby: Lobby
    followers: Followers
    counts: Counts
    make_worker: Callable[[], Worker]
    searches: Searches
    make_searcher: Callable[[], Searcher]
    watch: LogWatch
    ground: Ground
    keyring: Keyring
    log: PublicLog
    witness: Witness
    orders: Orders
    tournaments: Tournaments
    director: Director
    standing: Standing
    analyses: Analyses
    verdicts: Verdicts
    accounts: Accounts
    account_news: AccountNews
    sending: Sending
    make_telling: Callable[[], Telling]
    outbox: Outbox
    wording: Wording
    unsubscribing: Unsubscribing
    vapid: Vapid
    feed_links: FeedLinks
    url: str


class CannotStart(click.ClickException):
    """Stele cannot start here; the sentence says what is missing and what can be done. A command prints it and ends."""

    exit_code = CANNOT_START


class Entrance:
    """Makes the services when they are first asked for, once a process: a forked worker must not share a connection."""

    def __init__(self, make: Callable[[bool], Services]) -> None:
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
                        self._made = self._make(begins or not is_command)
                    except (UnsafeSettings, ServerFailed, SecretUnusable, BadOrigin, NotThePlace) as error:
                        raise CannotStart(str(error)) from error
        return self._made


def services(begins: bool = False) -> Services:
    """The services of the app that this request came to, or this command; `begins` as the entrance has it."""
    entrance: Entrance = current_app.extensions["stele"]
    return entrance(begins)
