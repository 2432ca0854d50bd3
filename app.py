"""The composition root: puts the rooms together, as a web app and as a command line.

Settings come from the environment: `REDIS_URL` (a server or a cluster; without it the embedded server runs),
`STELE_REPLICAS` (how many replicas must have a move before it is acknowledged), `STELE_DATA` (`./var`),
`STELE_SECRET` (base64 of 32 bytes; without it a file in the data directory), `STELE_ALLOW_UNSAFE_REDIS` (`1`: start
even if the server could lose acknowledged moves), `STELE_ACCEPT_SECRET` (`1`: start even if the secret is another one
than the games' keys need), `STELE_FOLLOWERS…` (live streams a web process takes in all, from one address, of one
player), `STELE_GRACE` (how many seconds after an outage the games say it and deadlines are acted on; 60),
`STELE_METRICS_TOKEN` (who asks for the numbers must know it), `STELE_ORIGIN` (the name that the server signs in),
`STELE_ORDER_DELAY` (how many seconds
standing orders wait, as in `30-180`), `STELE_URL` (the address of the lobby as everybody types it, for passkeys and the
links that are sent to people), `STELE_WITNESSES` (the keys of those whose cosignatures its transparency log takes),
`STELE_ARCHIVE_AFTER` (after how many days a finished game leaves the server's memory for the archive; without it none
does), `STELE_ARCHIVE` (where that is: a directory, or `s3://bucket/prefix`; `archive` in the data directory),
`STELE_DISK_RESERVE` (below how many free megabytes no new game is opened; 256),
`STELE_SERVICE_WORKER` (`off`: the pages' service workers leave). The settings of what is written for the
operator are in `operations/logs.py`, those of mail in `services/accounts/mailer.py`.
"""

import os
import socket
from collections.abc import Mapping
from functools import partial

from flask import Flask
from flask.cli import FlaskGroup

from api import equip
from api.http.live_streams import Limits, LiveStreams
from api.http.proxies import live_behind_proxies
from api.http.public_url import settled_url
from api.http.rate_limits import Counts, settled_limits
from api.http.stream_leases import Leases
from api.services import Services
from audit.signing.keyring import Keyring
from audit.signing.keys import SigningKey
from audit.signing.origin import origin_of
from audit.signing.signed_notes import KeyNotary
from audit.transparency.public_log import PublicLog, witnesses_of
from audit.transparency.witness import Witness
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from eventstore.backup.archive import archive_of
from eventstore.checkpoints.checkpoint import NOTES
from eventstore.checkpoints.lost_store import shut_door
from eventstore.disk_space import DiskSpace
from eventstore.encryption import SecretBox, derive
from eventstore.log import LogFollower, LogReader
from eventstore.log_lag import LogWatch
from eventstore.server_secret import is_empty, is_settled, settled_secret
from eventstore.valkey.connection import check_durability, connect
from eventstore.valkey.server_log import what_was_cut
from eventstore.wall_clock import WallClock
from operations import data_directory
from operations.child_processes import take_number
from operations.existing_server import check_owner, has_been_served, no_server_in
from operations.struct_decoders import make_ready
from services.accounts.accounts import Accounts
from services.accounts.mail_queue import MailQueue
from services.accounts.mailer import MailServer
from services.accounts.name_cache import NameCache
from services.accounts.players import Players
from services.accounts.revocations import Revocations
from services.community.rating_updates import RatingUpdates
from services.community.tournament_director import TournamentDirector
from services.community.tournaments import Tournaments
from services.games.ai_queue import AiQueue, Searcher
from services.games.deadlines import Deadlines
from services.games.game_analyses import Analyses, Analyst
from services.games.integrity import CHECKPOINTS, Integrity
from services.games.leave_all import leave_tables
from services.games.live_events import LiveEvents
from services.games.lobby import Lobby
from services.games.lobby_index import LobbyIndex
from services.games.move_analyses import MoveAnalyst, Verdicts
from services.games.records import Records
from services.games.standing_orders import Orders, settled_delay
from services.games.tables import Tables
from services.games.waiting_tables import WaitingTables
from services.jobs.archivist import Archivist, settled_days
from services.jobs.worker import COMPUTER_PLAYERS, Worker
from services.notifications.account_notices import AccountNotices
from services.notifications.channels import ChannelContext, open_channels
from services.notifications.channels.mail import UnsubscribeLinks
from services.notifications.channels.push import vapid_of
from services.notifications.chat_notices import ChatNotices
from services.notifications.courier import Courier
from services.notifications.delivery_threads import DeliveryThreads
from services.notifications.feed_links import FEED_PURPOSE, FeedLinks
from services.notifications.inbox import Inbox
from services.notifications.live_inbox import LiveInbox
from services.notifications.log_follower import NOTICES, NoticeWriter, begin_telling, telling_drops
from services.notifications.operator_notices import OperatorNotices
from services.notifications.outbox import Outbox
from services.notifications.personal_data import PersonalData
from services.notifications.wording import Wording

_GRACE_SECONDS = 60
_FOLLOWERS = {"STELE_FOLLOWERS": 10_000, "STELE_FOLLOWERS_OF_ADDRESS": 256, "STELE_FOLLOWERS_OF_PLAYER": 64}


def make_services(settings: Mapping[str, str], begins: bool = True) -> Services:
    """The rooms behind the door, connected to the record that the settings name.

    `begins`: where no server has been, one begins; otherwise `NotThePlace` is raised, and nothing is made.
    """
    directory = data_directory(settings)
    redis_url = settings.get("REDIS_URL") or None
    check_owner(directory)
    is_sure = begins or has_been_served(directory)
    if not (is_sure or (redis_url and settings.get("STELE_SECRET"))):
        raise no_server_in(directory)
    redis = connect(redis_url, directory, int(settings.get("STELE_REPLICAS") or 0))
    if not (is_sure or is_settled(redis)):
        raise no_server_in(directory)
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_durability(redis, settings.get("STELE_ALLOW_UNSAFE_REDIS") == "1")
    if any((directory / CHECKPOINTS).glob(NOTES)) and is_empty(redis):
        shut_door(redis, "the record's server has nothing, and there are checkpoints of what it had")
    secret = settled_secret(
        redis, directory, settings.get("STELE_SECRET") or None, settings.get("STELE_ACCEPT_SECRET") == "1"
    )
    keyring = Keyring(redis, secret, lambda first_key: origin_of(settings, first_key))
    notary = KeyNotary(SigningKey(secret))
    integrity = Integrity(
        redis,
        SecretBox(secret),
        directory,
        notary,
        keyring.origin,
        archive_of(settings, directory),
        look_at_settings=lambda: check_durability(redis, allow_unsafe=True),
        room=(room := DiskSpace.from_settings(settings)),
        what_was_cut=lambda: what_was_cut(directory) if redis_url is None else None,
        wall_clock=WallClock(redis, has_own=redis_url is not None),
    )
    integrity.begin()
    store = integrity.store
    players = Players(redis)
    names = NameCache(redis, players.names)
    tables = Tables(store, closures=integrity.closures, names=names, room=room)
    lobby = Lobby(tables, LogReader(redis, store.partitions), LobbyIndex(redis))
    begin_telling(tables)
    # Where people find the pages.
    url = settled_url(settings) or f"http://{settings.get('HOST') or '127.0.0.1'}:{settings.get('PORT') or '8000'}"
    opening = ChannelContext(redis, settings, url, lambda purpose: derive(secret, purpose), tables.now)
    inbox = Inbox(redis)
    outbox = Outbox(redis, inbox, open_channels(opening), tables.now)
    orders = Orders(tables, settled_delay(settings.get("STELE_ORDER_DELAY")), telling_drops(tables, outbox))
    feed_links = FeedLinks(redis, opening.secret(FEED_PURPOSE))
    people = PersonalData(redis, outbox, feed_links)
    analyses, verdicts = Analyses(tables), Verdicts(tables)
    standing = RatingUpdates(
        tables, LogReader(redis, store.partitions), people.ladders, people.agreements, players.is_program
    )
    tournaments = Tournaments(redis)
    director = TournamentDirector(
        tables, tournaments, players, standing.results, lambda player: people.suspensions.of(player) is not None
    )

    accounts = Accounts(
        redis,
        players,
        lambda player_id: leave_tables(tables, lobby, player_id),
        [people, tournaments],
        [names],
        store.archive,
    )
    sending = MailQueue(post := MailServer.from_settings(settings))
    account_notices = AccountNotices(inbox, players, sending, settled_url(settings) if post.is_there else "")

    def remove_due() -> None:
        for one in accounts.remove_due(now := tables.now()):
            if one.what == "passkey":
                account_notices.tell(one.player, "passkey-removed", now)
            else:
                account_notices.tell(one.player, "address-removed", now, one.id)

    def finish_deletions() -> None:
        accounts.deletion.finish(tables.now())

    def make_telling() -> DeliveryThreads:
        name = f"{socket.gethostname()}-{take_number(directory, 'telling')}"
        follower = LogFollower(redis, store.partitions, NOTICES, name)
        talk = partial(ChatNotices(tables, redis).work, outbox)
        watched = OperatorNotices(tables, lobby, people.operators, people.reports, integrity.failed_backup)
        host = partial(watched.work, outbox)
        notice_writer = NoticeWriter(tables, follower, LobbyIndex(redis), outbox, players.is_program, (talk, host))
        couriers = [Courier(outbox, channel, wording.messages) for channel in outbox.channels.values()]
        return DeliveryThreads(notice_writer, couriers, outbox.look_everywhere, tables.closures.check_door)

    def make_worker() -> Worker:
        name = f"{socket.gethostname()}-{take_number(directory, 'worker')}"
        deadlines = Deadlines(tables, lobby, 1000 * int(settings.get("STELE_GRACE") or _GRACE_SECONDS))
        follower = LogFollower(redis, store.partitions, COMPUTER_PLAYERS, name)
        archivist = Archivist(tables, settled_days(settings.get("STELE_ARCHIVE_AFTER")))
        waiting = WaitingTables(tables, lobby, lambda game_id: tournaments.of_game(game_id) is not None)
        readers = (standing.catch_up, archivist.work, remove_due, finish_deletions)
        return Worker(tables, follower, lobby, orders, deadlines, director, waiting, readers)

    searches = AiQueue(tables)

    def make_searcher() -> Searcher:
        name = f"{socket.gethostname()}-{take_number(directory, 'search')}"
        return Searcher(tables, searches, MoveAnalyst(tables, verdicts), Analyst(tables, analyses), name)

    log = PublicLog(directory / CHECKPOINTS, redis, notary, witnesses_of(settings))
    records = Records(store, keyring, log, names)
    limits = Limits(*(int(settings.get(name) or default) for name, default in _FOLLOWERS.items()))
    wording = Wording(tables, records, redis, url)
    inboxes = LiveInbox(inbox, wording)
    log_reader = LogReader(redis, store.partitions)
    return Services(
        tables=tables,
        records=records,
        players=players,
        names=names,
        people=people,
        lobby=lobby,
        followers=LiveStreams(
            LiveEvents(tables, records), inboxes, log_reader, limits, people.talk, Leases(Revocations(redis))
        ),
        counts=Counts(redis, settled_limits(settings)),
        make_worker=make_worker,
        searches=searches,
        make_searcher=make_searcher,
        watch=LogWatch(redis, store.partitions),
        integrity=integrity,
        keyring=keyring,
        log=log,
        witness=Witness(directory, notary, keyring.origin),
        orders=orders,
        tournaments=tournaments,
        director=director,
        rating_updates=standing,
        analyses=analyses,
        verdicts=verdicts,
        accounts=accounts,
        account_notices=account_notices,
        sending=sending,
        make_telling=make_telling,
        outbox=outbox,
        wording=wording,
        unsubscribing=UnsubscribeLinks.of(opening),
        vapid=vapid_of(opening),
        feed_links=feed_links,
        url=url,
    )


def create_app(settings: Mapping[str, str] | None = None) -> Flask:
    """The Flask app. The record is reached when the first request or command needs it, not at import."""
    make_ready()
    for title in find_rulebooks():  # a title's game is a kind of its own, which its projector makes ready
        projector_for(title)
    settings = os.environ if settings is None else settings
    settled_limits(settings)  # what is wrong is named at the start
    settled_delay(settings.get("STELE_ORDER_DELAY"))
    settled_days(settings.get("STELE_ARCHIVE_AFTER"))
    witnesses_of(settings)
    post = MailServer.from_settings(settings)
    app = Flask("stele", static_folder=None)
    app.config["ROOM"] = DiskSpace.from_settings(settings)
    app.config["METRICS_TOKEN"] = settings.get("STELE_METRICS_TOKEN") or None
    app.config["SERVICE_WORKER"] = settings.get("STELE_SERVICE_WORKER") != "off"
    app.config["HAS_POST"] = post.is_there
    app.config["PUBLIC_URL"] = settled_url(settings)
    equip(app, partial(make_services, settings))
    live_behind_proxies(app, settings)
    return app


def main() -> None:
    """The command `stele` of an installed Stele: what `flask --app app` is in a checkout."""
    FlaskGroup(create_app=create_app)(prog_name="stele")
