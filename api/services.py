"""Services of the API: the rooms behind the door, put together once by the composition root."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

import click
from flask import current_app

from api.http.live_streams import LiveStreams
from api.http.rate_limits import Counts
from audit.signing.keyring import Keyring
from audit.signing.origin import BadOrigin
from audit.transparency.public_log import PublicLog
from audit.transparency.witness import Witness
from eventstore.log_lag import LogWatch
from eventstore.server_secret import SecretUnusable
from eventstore.valkey.connection import UnsafeSettings
from eventstore.valkey.embedded import ServerFailed
from operations.child_processes import CANNOT_START
from operations.existing_server import NotThePlace
from services.accounts.accounts import Accounts
from services.accounts.mail_queue import MailQueue
from services.accounts.name_cache import NameCache
from services.accounts.players import Players
from services.community.rating_updates import RatingUpdates
from services.community.tournament_director import TournamentDirector
from services.community.tournaments import Tournaments
from services.games.ai_queue import AiQueue, Searcher
from services.games.game_analyses import Analyses
from services.games.integrity import Integrity
from services.games.lobby import Lobby
from services.games.move_analyses import Verdicts
from services.games.records import Records
from services.games.standing_orders import Orders
from services.games.tables import Tables
from services.jobs.worker import Worker
from services.notifications.account_notices import AccountNotices
from services.notifications.channels.mail import UnsubscribeLinks
from services.notifications.delivery_threads import DeliveryThreads
from services.notifications.feed_links import FeedLinks
from services.notifications.outbox import Outbox
from services.notifications.personal_data import PersonalData
from services.notifications.web_push import Vapid
from services.notifications.wording import Wording


@dataclass(frozen=True, kw_only=True)
class Services:
    """The rooms behind the door."""

    tables: Tables
    records: Records
    players: Players
    names: NameCache
    people: PersonalData
    lobby: Lobby
    followers: LiveStreams
    counts: Counts
    make_worker: Callable[[], Worker]
    searches: AiQueue
    make_searcher: Callable[[], Searcher]
    watch: LogWatch
    integrity: Integrity
    keyring: Keyring
    log: PublicLog
    witness: Witness
    orders: Orders
    tournaments: Tournaments
    director: TournamentDirector
    rating_updates: RatingUpdates
    analyses: Analyses
    verdicts: Verdicts
    accounts: Accounts
    account_notices: AccountNotices
    sending: MailQueue
    make_telling: Callable[[], DeliveryThreads]
    outbox: Outbox
    wording: Wording
    unsubscribing: UnsubscribeLinks
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
