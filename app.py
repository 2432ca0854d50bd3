"""The composition root: puts the rooms together, as a web app and as a command line.

Each room makes its own part: the record is opened, then each `make_…` gets what it needs of those before it. The
settings are `operations.settings`.
"""

import os
from collections.abc import Mapping
from functools import partial

from flask import Flask
from flask.cli import FlaskGroup

from api import equip
from api.followers import Followers, Limits
from api.leases import Leases
from api.limits import Counts
from api.proxies import live_behind_proxies
from api.services import CannotStart, Services
from audit.public_log import witnesses_of
from correspondence.community import make_community
from correspondence.games import make_games
from correspondence.inbox_news import InboxNews
from correspondence.jobs import Jobs
from correspondence.leaving import leave_tables
from correspondence.news import Newsroom
from correspondence.noticing import telling_drops
from correspondence.notifications import make_notifications
from correspondence.storage import make_storage, open_record
from domain.projector import projector_for
from domain.rulebooks import find_rulebooks
from eventstore.encryption import derive
from eventstore.log import LogReader
from operations.clock import now
from operations.settings import BadSetting, Settings
from operations.structs import make_ready
from people.accounts import Accounts
from people.channels import Opening, open_channels
from people.ended import Ended
from people.inbox import Inbox
from people.known_names import KnownNames
from people.mail import Post
from people.outbox import Outbox
from people.players import Players


def make_services(settings: Settings | Mapping[str, str], begins: bool = True) -> Services:
    """The rooms behind the door, connected to the record that the settings name; `begins` as `open_record` has it."""
    settings = _read(settings)
    redis, secret = open_record(settings, begins)
    storage = make_storage(settings, redis, secret)
    players = Players(redis)
    names = KnownNames(redis, players.names)
    opening = Opening(redis, settings, partial(derive, secret), now)
    outbox = Outbox(redis, Inbox(redis), open_channels(opening), now)
    games = make_games(settings, storage, names, telling_drops(now, outbox))
    notifications = make_notifications(opening, outbox, games, players)
    community = make_community(games, players, outbox, notifications.feed_links)
    leave = partial(leave_tables, games.tables, games.lobby)
    parts = (community.people, community.tournaments)
    accounts = Accounts(redis, players, leave, parts, names, storage.ground.store.archive)
    followers = Followers(
        Newsroom(games.tables, games.records),
        InboxNews(outbox.inbox, notifications.wording),
        LogReader(redis, storage.ground.store.partitions),
        Limits(settings.followers, settings.followers_of_address, settings.followers_of_player),
        community.people.talk,
        Leases(Ended(redis)),
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
    """The Flask app. The record is reached when the first request or command needs it, not at import."""
    make_ready()
    for title in find_rulebooks():  # a title's game is a kind of its own, which its projector makes ready
        projector_for(title)
    try:
        settings = _read(os.environ if settings is None else settings)
        witnesses_of(settings)  # what only its room can check is checked at the start, too
        Post.from_settings(settings)
    except BadSetting as error:
        raise CannotStart(str(error)) from None
    app = Flask("stele", static_folder=None)
    equip(app, settings, make_services)
    live_behind_proxies(app, settings)
    return app


def _read(settings: Settings | Mapping[str, str]) -> Settings:
    return settings if isinstance(settings, Settings) else Settings.read(settings)


def main() -> None:
    """The command `stele` of an installed Stele: what `flask --app app` is in a checkout."""
    FlaskGroup(create_app=create_app)(prog_name="stele")
