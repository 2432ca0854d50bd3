"""Deletion of a person: all of their data goes, and a search of the whole store finds any rest."""

import json
import zlib

import msgspec
import pytest
import zstandard

from eventstore.backup.archive import Archive
from eventstore.entries import FIRST_DIGEST, Entry, Position, chain
from eventstore.valkey.connection import Client
from operations.clock import now
from services.accounts.accounts import Accounts
from services.accounts.credentials import Credential
from services.accounts.deletion import Found, Left, NoSuchPerson
from services.accounts.operator_log import OperatorAction, OperatorLog
from services.accounts.players import Players
from services.notifications.inbox import Delivery, Dismissal, Inbox, Notice
from services.notifications.outbox import Outbox, OutboxEntry, Taken
from services.notifications.webhooks import Webhooks
from tests.services.accounts.test_passkeys import made

ADDRESS = "Nefertari@stele.example"


def test_a_person_is_forgotten(empty_redis: Client) -> None:
    """All but a bare id; the name is free again, and so is the address."""
    players = Players(empty_redis)
    accounts = Accounts(empty_redis, players, lambda player_id: [Left(f"game-of-{player_id}", "resigned")])
    player, token = players.create("Nefertari", 1)
    other, others_token = players.create("Ada", 1)
    session = accounts.sessions.add(Credential(player.id, "Firefox", 1), 1)
    made(accounts.passkeys, player.id)
    accounts.addresses.confirm(player.id, ADDRESS)
    accounts.mail_links.to_sign_in(ADDRESS)
    empty_redis.set("stele:test:elsewhere", json.dumps({"told": "Nefertari"}))  # forgotten by no part
    OperatorLog(empty_redis).write(
        OperatorAction(1, "somebody", "suspended", player.id)
    )  # forgotten only by all of `people`
    for name, pressed in (("pressed", zlib.compress), ("zstd", zstandard.compress)):
        empty_redis.xadd(f"stele:test:{name}", {"z": pressed(f"to {ADDRESS.lower()}".encode())})
    deleted = accounts.deletion.delete(player.id)
    assert deleted.left == (Left(f"game-of-{player.id}", "resigned"),)
    elsewhere = Found("the name", "stele:test:elsewhere")
    compressed = {Found("the address", f"stele:test:{name}") for name in ("pressed", "zstd")}
    logged = Found("the id in the operators' log", "stele:deeds")
    assert set(deleted.found) == {elsewhere, *compressed, logged}
    assert set(deleted.sought) == {
        "the name", "the address", "a passkey", "a token", "a session", "keys of the person",
        "the id in the operators' log",
    }  # fmt: skip
    assert deleted.keys >= 5
    assert players.get(player.id) is None and players.is_former(player.id)
    assert accounts.tokens.find(token, 2) is None and accounts.sessions.find(session, 2) is None
    assert accounts.tokens.find(others_token, 2).credential.player == other.id
    empty_redis.delete(
        "stele:test:elsewhere", "stele:test:pressed", "stele:test:zstd", "stele:deeds", "stele:deletions"
    )
    left = {key for key in empty_redis.scan_iter("*") if player.id.encode() in key + (empty_redis.dump(key) or b"")}
    assert left == {f"stele:player:{{{player.id}}}".encode()}
    assert players.create("Nefertari", 2) and players.named("nefertari").id != player.id


def test_the_archive_is_searched(empty_redis: Client, tmp_path) -> None:
    """A file with the name in its record is named and unchanged; so is an unreadable one, and no other."""
    archive, players = Archive(tmp_path), Players(empty_redis)
    for game_id, name in (("old", "Nefertari"), ("other", "Nefer")):
        public = json.dumps({"at": 1, "data": {"name": name}}).encode()
        archive.write(game_id, [Entry(Position(1, 0), public, b"", chain(FIRST_DIGEST, public))])
    before = {file: (tmp_path / file).read_bytes() for file in archive.files.names()}
    (tmp_path / "torn.1-0.zst").write_bytes(b"torn")
    accounts = Accounts(empty_redis, players, lambda _player: [], archive=archive)
    deleted = accounts.deletion.delete(players.create("Nefertari", 1)[0].id)
    (old,) = [file for file in before if "/old." in file]
    torn = Found("what cannot be read", "archive/torn.1-0.zst")
    assert set(deleted.found) == {Found("the name", f"archive/{old}"), torn}
    assert {file: (tmp_path / file).read_bytes() for file in before} == before


def test_an_interrupted_deletion_is_repeated(empty_redis: Client) -> None:
    """A failing part leaves the rest to the next time; no player is deleted twice, nor an unknown one."""
    players = Players(empty_redis)
    accounts = Accounts(empty_redis, players, lambda _player: [])

    class Failing:
        """A part that fails the first time."""

        fails = True

        def forget(self, _player_id: str) -> None:
            """Forget, the second time."""
            if self.fails:
                self.fails = False
                raise ConnectionError

    accounts = Accounts(empty_redis, players, lambda _player: [], parts=[Failing()])
    player, token = players.create("Ramses", 1)
    with pytest.raises(ConnectionError):
        accounts.deletion.delete(player.id)
    assert players.get(player.id) == player and accounts.tokens.find(token, 2) is None
    assert accounts.deletion.delete(player.id).found == ()
    assert accounts.deletion.delete(player.id).found == () and players.is_former(player.id)
    with pytest.raises(NoSuchPerson):
        accounts.deletion.delete("nobody")


def test_nothing_is_written_about_a_leaving_player(empty_redis: Client) -> None:
    """Concurrent work during a deletion, like notices of the given-up seats, leaves nothing."""
    players, inbox = Players(empty_redis), Inbox(empty_redis)
    webhooks = Webhooks(empty_redis)
    outbox = Outbox(empty_redis, inbox, (), lambda: 1)
    player, _token = players.create("Nefertari", 1)
    webhook = webhooks.add(player.id, "https://stele.example/hook", "standard")
    notice = Notice("n0", "turn", "g", "1-0", 1, subject="turn:g", place=1)
    inbox.tell([Delivery(player.id, notice, {"mail own n0": OutboxEntry(0)})])
    taken = Taken(player.id, "mail", "own", {"n0": OutboxEntry(0)})

    def meanwhile(player_id: str) -> list[Left]:
        """The worker's work on the given-up seats, and its earlier unfinished work."""
        tell_late()
        return []

    def tell_late() -> None:
        outbox.tell([(player.id, Notice("n1", "resigned", "g", "2-0", 2))])
        outbox.tell((), [Dismissal(player.id, "turn:g", 5)])
        outbox.begin(taken, ["n0"])
        outbox.again(taken, ["n0"], "later")
        outbox.fail(taken, ["n0"], "550 no Nefertari here")
        webhooks.failed(player.id, webhook.id, "gone")
        webhooks.succeeded(msgspec.structs.replace(webhook, failures=3), player.id)

    parts = (outbox, webhooks)
    accounts = Accounts(empty_redis, players, meanwhile, parts)
    assert accounts.deletion.delete(player.id).found == ()
    empty_redis.delete("stele:inbox-news")  # the last changes of all inboxes, by ids
    tell_late()
    left = {key for key in empty_redis.scan_iter("*") if player.id.encode() in key + (empty_redis.dump(key) or b"")}
    assert left == {f"stele:player:{{{player.id}}}".encode()}


def test_a_deletion_is_finished_later(empty_redis: Client) -> None:
    """Unforeseen data goes with the second pass, a minute later; then nothing is left to do."""
    players = Players(empty_redis)
    accounts = Accounts(empty_redis, players, lambda _player: [])
    player, _token = players.create("Nefertari", 1)
    accounts.deletion.forget(player.id)
    empty_redis.set(f"stele:person:{{{player.id}}}:unforeseen", 1)
    at = now()
    accounts.deletion.finish(at)
    assert empty_redis.exists(f"stele:person:{{{player.id}}}:unforeseen")
    accounts.deletion.finish(at + 61_000)
    assert not empty_redis.exists(f"stele:person:{{{player.id}}}:unforeseen", "stele:deletions")
