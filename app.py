"""Composition root: assembles the packages into a web app and a command line.

Each package creates its own part: the record is opened, then each `make_…` gets the parts it needs. The settings are
`operations.settings`.
"""

import os
from collections.abc import Mapping
from functools import partial

from flask import Flask

from api.http.live_streams import Limits, LiveStreams
from api.http.proxies import live_behind_proxies
from api.http.rate_limits import Counts
from api.http.stream_expiry import Leases
from api.registration import equip
from api.services import CannotStart, Services
from audit.transparency.public_log import witnesses_of
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from eventstore.encryption import derive
from eventstore.log import LogReader
from operations.clock import now
from operations.settings import BadSetting, Settings
from operations.struct_decoders import make_ready
from services.accounts.accounts import Accounts
from services.accounts.mailer import MailServer
from services.accounts.name_cache import NameCache
from services.accounts.players import Players
from services.accounts.revocations import Revocations
from services.community.composition import make_community
from services.games.composition import make_games
from services.games.leave_all import leave_tables
from services.games.live_events import LiveEvents
from services.games.storage import make_storage, open_record
from services.jobs.composition import Jobs
from services.notifications.channels import ChannelContext, open_channels
from services.notifications.composition import make_notifications
from services.notifications.inbox import Inbox
from services.notifications.live_inbox import LiveInbox
from services.notifications.log_follower import telling_drops
from services.notifications.outbox import Outbox


def make_services(settings: Settings | Mapping[str, str], begins: bool = True) -> Services:
    """The services, connected to the record that the settings name; `begins` as in `open_record`."""
    settings = _read(settings)
    redis, secret = open_record(settings, begins)
    storage = make_storage(settings, redis, secret)
    players = Players(redis)
    names = NameCache(redis, players.names)
    context = ChannelContext(redis, settings, partial(derive, secret), now)
    outbox = Outbox(redis, Inbox(redis), open_channels(context), now)
    games = make_games(settings, storage, names, telling_drops(now, outbox), players.is_bot)
    notifications = make_notifications(context, outbox, games, players)
    community = make_community(games, players, outbox, notifications.feed_links, games.variations)
    leave = partial(leave_tables, games.tables, games.lobby)
    parts = (community.people, community.tournaments)
    accounts = Accounts(redis, players, leave, parts, names, storage.integrity.store.archive)
    followers = LiveStreams(
        LiveEvents(games.tables, games.records),
        LiveInbox(outbox.inbox, notifications.wording),
        LogReader(redis, storage.integrity.store.partitions),
        Limits(settings.followers, settings.followers_of_address, settings.followers_of_player),
        community.people.chat,
        Leases(Revocations(redis)),
    )
    return Services(
        storage=storage,
        accounts=accounts,
        games=games,
        community=community,
        notifications=notifications,
        jobs=Jobs(settings, storage, accounts, games, community, notifications),
        followers=followers,
        counts=Counts(redis, settings.limits),
    )


def create_app(settings: Settings | Mapping[str, str] | None = None) -> Flask:
    """The Flask app. The record is opened for the first request or command, not at import."""
    make_ready()
    for title in find_rulebooks():  # each title has a game type of its own, which its projector prepares
        projector_for(title)
    try:
        settings = _read(os.environ if settings is None else settings)
        witnesses_of(settings)  # settings that only their package can check are checked at startup, too
        MailServer.from_settings(settings)
    except BadSetting as error:
        raise CannotStart(str(error)) from None
    app = Flask("stele", static_folder=None)
    equip(app, settings, make_services)
    live_behind_proxies(app, settings)
    return app


def _read(settings: Settings | Mapping[str, str]) -> Settings:
    return settings if isinstance(settings, Settings) else Settings.read(settings)
