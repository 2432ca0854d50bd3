"""The composition root: puts the rooms together, as a web app and as a command line.

Settings come from the environment: `REDIS_URL` (without it the embedded server runs), `STELE_DATA` (`./var`),
`STELE_SECRET` (base64 of 32 bytes; without it a file in the data directory), `STELE_ALLOW_UNSAFE_REDIS` (`1`: start
even if the server could lose acknowledged moves), `STELE_FOLLOWERS…` (live streams a web process takes in all, from
one address, of one player), `STELE_METRICS_TOKEN` (who asks for the numbers must know it). The log's settings are in
`operations/logs.py`.
"""

import logging
import os
import socket
from collections.abc import Mapping

from flask import Flask
from flask.cli import FlaskGroup

from api import equip
from api.followers import Followers, Limits
from api.services import Services
from audit.signing import SigningKey
from correspondence.lobby import Lobby
from correspondence.lobby_index import LobbyIndex
from correspondence.news import Newsroom
from correspondence.records import Records
from correspondence.tables import Tables
from correspondence.worker import COMPUTER_PLAYERS, Worker
from eventstore.connection import check_durability, connect
from eventstore.encryption import SecretBox, load_or_make_secret
from eventstore.log import Follower, LogReader
from eventstore.log_watch import LogWatch
from eventstore.streams import Store
from operations import data_directory
from people.players import Players

_log = logging.getLogger("stele")
_FOLLOWERS = {"STELE_FOLLOWERS": 10_000, "STELE_FOLLOWERS_OF_ADDRESS": 256, "STELE_FOLLOWERS_OF_PLAYER": 64}


def make_services(settings: Mapping[str, str]) -> Services:
    """The rooms behind the door, connected to the record that the settings name."""
    directory = data_directory(settings)
    directory.mkdir(parents=True, exist_ok=True)
    redis = connect(settings.get("REDIS_URL") or None, directory)
    notes = check_durability(redis, settings.get("STELE_ALLOW_UNSAFE_REDIS") == "1")
    for note in notes:
        _log.warning("The record's server: %s.", note)
    secret = load_or_make_secret(directory, settings.get("STELE_SECRET") or None)
    store = Store(redis, SecretBox(secret))
    tables = Tables(store)
    lobby = Lobby(tables, LogReader(redis, store.partitions), LobbyIndex(redis))

    def make_worker() -> Worker:
        name = f"{socket.gethostname()}-{os.getpid()}"
        return Worker(tables, Follower(redis, store.partitions, COMPUTER_PLAYERS, name), lobby)

    records = Records(store, SigningKey(secret))
    limits = Limits(*(int(settings.get(name) or default) for name, default in _FOLLOWERS.items()))
    followers = Followers(Newsroom(tables, records), LogReader(redis, store.partitions), limits)
    return Services(
        tables, records, Players(redis), lobby, followers, make_worker, LogWatch(redis, store.partitions), notes
    )


def create_app(settings: Mapping[str, str] | None = None) -> Flask:
    """The Flask app. The record is reached when the first request or command needs it, not at import."""
    settings = os.environ if settings is None else settings
    app = Flask("stele", static_folder=None)
    app.config["METRICS_TOKEN"] = settings.get("STELE_METRICS_TOKEN") or None
    equip(app, lambda: make_services(settings))
    return app


def main() -> None:
    """The command `stele` of an installed Stele: what `flask --app app` is in a checkout."""
    FlaskGroup(create_app=create_app)(prog_name="stele")
