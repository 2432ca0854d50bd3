"""Storage: the record that the settings name, with its integrity checks, its keys and its public log."""

from dataclasses import dataclass

from audit.signing.keyring import Keyring
from audit.signing.keys import KeyNotary, SigningKey
from audit.transparency.public_log import PublicLog, witnesses_of
from eventstore.backup.archive import archive_of
from eventstore.checkpoints.checkpoint import NOTES, latest_checkpoint
from eventstore.checkpoints.lost_store import shut_door
from eventstore.disk_space import DiskSpace
from eventstore.encryption import SecretBox
from eventstore.log_lag import LogWatch
from eventstore.server_secret import is_empty, is_settled, settled_secret
from eventstore.store import Store
from eventstore.unsafe_settings import SettingsWatch
from eventstore.valkey.connection import Client, check_durability, check_version, connect
from eventstore.valkey.server_log import what_was_cut
from eventstore.wall_clock import WallClock
from operations.existing_server import check_owner, has_been_served, no_server_in
from operations.settings import Settings
from services.games.integrity import CHECKPOINTS, Integrity


@dataclass(frozen=True, kw_only=True)
class Storage:
    """The services for the record as a whole, and its signing keys."""

    integrity: Integrity
    keyring: Keyring
    log: PublicLog
    watch: LogWatch


def open_record(settings: Settings, begins: bool) -> tuple[Client, bytes]:
    """The connection to the database, and the server's secret.

    With `begins`, an empty place gets a new server; otherwise it raises `NotThePlace`, and nothing is created.
    """
    directory = settings.data
    check_owner(directory)
    is_sure = begins or has_been_served(directory)
    if not (is_sure or (settings.redis_url and settings.secret)):
        raise no_server_in(directory)
    redis = connect(settings.redis_url or None, directory, settings.replicas)
    check_version(redis)
    if not (is_sure or is_settled(redis)):
        raise no_server_in(directory)
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_durability(redis, settings.allows_unsafe_redis)
    if any((directory / CHECKPOINTS).glob(NOTES)) and is_empty(redis):
        shut_door(redis, "the database has nothing, and there are checkpoints of what it had")
    return redis, settled_secret(redis, directory, settings.secret or None, settings.accepts_secret)


def make_storage(settings: Settings, redis: Client, secret: bytes) -> Storage:
    """The storage of this record, after comparison with its checkpoints."""
    directory, is_embedded = settings.data, not settings.redis_url
    keyring = Keyring(redis, secret, settings.origin)
    notary = KeyNotary(SigningKey(secret))

    def cut() -> str | None:
        return what_was_cut(directory) if is_embedded else None

    # Every process runs this at startup: its duration must not grow with the number of games.
    checkpoint, complaints = latest_checkpoint(directory / CHECKPOINTS, notary, with_games=False)
    partitions = None if checkpoint is None else checkpoint.partitions
    integrity = Integrity(
        Store(redis, SecretBox(secret), partitions, archive_of(settings)),
        directory / CHECKPOINTS,
        notary,
        keyring.origin,
        complaints,
        settings=SettingsWatch(redis, settings.allows_unsafe_redis, cut),
        room=DiskSpace.from_settings(settings),
        wall_clock=WallClock(redis, has_own=not is_embedded),
    )
    integrity.begin()
    return Storage(
        integrity=integrity,
        keyring=keyring,
        log=PublicLog(directory / CHECKPOINTS, redis, notary, witnesses_of(settings)),
        watch=LogWatch(redis, integrity.store.partitions),
    )
