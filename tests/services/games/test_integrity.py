"""Integrity: the reports of a damaged record to operators and players, by the real processes."""

import os
import random
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from app import create_app, make_services
from audit.signing.keys import KeyNotary, SigningKey
from domain.disputes.events import OpenDispute
from domain.game import TakeSeat
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.checkpoints.checkpoint import NOTES, latest_checkpoint
from eventstore.encryption import load_or_make_secret
from eventstore.errors import ReadOnly, RecordDamaged
from eventstore.keys import GameNames
from eventstore.valkey.server_log import what_was_cut
from services.games.statistics.demonstrations import demonstration_id
from services.jobs.demonstration import open_demonstrations
from services.jobs.worker import play_computers
from tests.eventstore.handmade import eventually
from tests.services.jobs.commands import typed
from tests.serving import Forked, command, free_port

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


@pytest.fixture
def settings(own_directory: Path) -> dict[str, str]:
    """A separate server for the test."""
    return {"STELE_DATA": str(own_directory)}


def opened(services, game_id: str, **more) -> str:
    """A game between a person and a computer player."""
    seat = TakeSeat(0, player="person", nonce="nonce")
    services.games.tables.open(GameTerms(TITLE, 2, computers=("random",), **more), creator=seat, game_id=game_id)
    play_computers(services.games.tables, game_id, random.Random(game_id))
    return game_id


def noted(client) -> list[str]:
    """The operator's notes about the record."""
    notes = client.get("/health/ready").get_json()["notes"]
    return [note for note in notes if "worker" not in note]


def damage(services, game_id: str) -> None:
    """Change one byte of the game's first entry."""
    events = GameNames(game_id, 64).events
    redis = services.games.tables.store.redis
    kept = redis.xrange(events)
    redis.delete(events)
    for place, (position, fields) in enumerate(kept):
        changed = {**fields, b"e": fields[b"e"][:-2] + b"\xff" + fields[b"e"][-1:]} if not place else fields
        redis.xadd(events, changed, position)


def test_one_unreadable_record_closes_that_game_alone(settings) -> None:
    """The page of an unreadable game says so, the lobby leaves it out, the operator gets its id, and other games
    continue.
    """
    services = make_services(settings)
    for game_id in ("good", "bad", "other"):
        opened(services, game_id)
    damage(services, "bad")
    app = create_app(settings)
    client = app.test_client()
    answer = client.get("/api/games/bad")
    assert (503, "urn:stele:problem:record-damaged") == (answer.status_code, answer.get_json()["type"])
    assert ["good", "other"] == sorted(game["id"] for game in client.get("/api/games").get_json()["games"])
    (note,) = noted(client)
    assert note.startswith("game bad cannot be read")
    make_services(settings).jobs.make_worker().run(until_idle=True)
    assert 200 == client.get("/api/games/good").status_code


def test_the_list_of_disputes_skips_an_unreadable_game(settings) -> None:
    """The command names it with the reason, and lists the disputes of the other games."""
    services = make_services(settings)
    tables = services.games.tables
    for game_id in ("good", "bad"):
        opened(services, game_id)
        seen = tables.seen(game_id, 0)
        tables.command(game_id, OpenDispute(0, str(seen.position), "I doubt it."), 0)
    services.jobs.make_worker().run(until_idle=True)
    damage(services, "bad")
    code, text = typed(settings, "disputes")
    assert code == 0 and "I doubt it." in text
    assert "game bad cannot be read: " in text and "game good, dispute 1" in text


def test_a_changed_secret_is_damage(settings) -> None:
    """A secret is not in the chain of digests, but the public form has its commitment."""
    services = make_services(settings)
    opened(services, "game")
    tables = services.games.tables
    lot = random.Random("secret")
    while not any(entry.secrets for entry in tables.store.read("game")):
        tables.command("game", lot.choice(tables.seen("game", 0).legal()), 0)
        play_computers(tables, "game", lot)
    redis, events = tables.store.redis, GameNames("game", 64).events
    kept: Any = redis.xrange(events)
    redis.delete(events)
    for position, fields in kept:
        salted = re.sub(rb'"[0-9a-f]{32}"', b'"%b"' % (b"0" * 32), fields[b"s"])
        redis.xadd(events, {**fields, b"s": salted}, position)
    with pytest.raises(RecordDamaged, match="is not what was recorded"):
        make_services(settings).games.tables.seen("game")


def test_a_damaged_demonstration_is_skipped(settings) -> None:
    """The other demonstrations are played, and the start continues."""
    services = make_services(settings)
    wrong = demonstration_id(TITLE)
    opened(services, wrong)
    damage(services, wrong)
    fresh = make_services(settings)
    shown = open_demonstrations(fresh.games.tables, fresh.games.analyses, fresh.games.puzzle_checks)
    assert {demonstration_id(title) for title in find_rulebooks()} - {wrong} == set(shown)
    assert {wrong} == set(fresh.storage.integrity.closures.findings(now=True))


def test_a_finding_ends_with_the_first_sound_reading(settings) -> None:
    """An older version cannot read what a newer one wrote; after the return to the newer one nothing is reported."""
    services = make_services(settings)
    for game_id in ("newer", "damaged"):
        opened(services, game_id)
        services.storage.integrity.closures.report(RecordDamaged(game_id, "NewerRecord: a newer Stele wrote it"))
    damage(services, "damaged")
    fresh = make_services(settings)
    assert fresh.games.tables.find("newer") and not fresh.games.tables.find("damaged")
    assert set(fresh.storage.integrity.closures.findings(now=True)) == {"damaged"}


def test_a_lost_key_leaves_a_game_readable(settings) -> None:
    """No move is possible there, and it can be read; a private game loses its invitation."""
    services = make_services(settings)
    opened(services, "keyless", private=True)
    services.games.tables.store.redis.set(GameNames("keyless", 64).game_key, b"damaged")
    tables = make_services(settings).games.tables
    seen = tables.seen("keyless", 0)
    with pytest.raises(ReadOnly, match="game key cannot be opened"):
        tables.command("keyless", seen.legal()[0], 0)
    assert None is tables.invitation("keyless")


def test_the_worker_keeps_checkpoints(own_directory: Path, settings) -> None:
    """The worker writes signed checkpoints while it runs and when it stops; the newest covers all earlier entries."""
    directory = own_directory / "checkpoints"
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    worker = Forked(
        ["flask", "--app", "app", "worker", "--no-demo"], {**environment, **settings}, own_directory / "log"
    )
    services = make_services(settings)
    opened(services, "first")
    assert eventually(lambda: any(directory.glob(NOTES)))
    opened(services, "second")
    head = services.games.tables.store.head("second")
    worker.send_signal(signal.SIGTERM)
    assert 0 == worker.wait(60)
    notary = KeyNotary(SigningKey(load_or_make_secret(own_directory)))
    checkpoint, complaints = latest_checkpoint(directory, notary)
    assert () == complaints
    assert head.position == checkpoint.games["second"].position


def test_a_start_reads_no_game_of_the_checkpoint(own_directory: Path, settings, monkeypatch) -> None:
    """A process that starts beside a running server takes no longer with more games; a damaged journal is noticed."""
    services = make_services(settings)
    opened(services, "one")
    keeper = services.storage.integrity.keeper()
    assert keeper.hold() and keeper.write()
    make_services(settings)  # the first process that finds a checkpoint compares with it
    read: list[bytes] = []
    monkeypatch.setattr("eventstore.checkpoints.checkpoint.read_journal", read.append)
    assert make_services(settings).storage.integrity.settings_notes() == ()
    assert read == []
    (journal,) = (own_directory / "checkpoints").glob("heads-*")
    journal.write_bytes(journal.read_bytes()[:-3])
    (note,) = make_services(settings).storage.integrity.settings_notes()
    assert "is not what it was" in note


def test_a_server_restarted_with_less_is_noticed_by_running_processes(own_directory: Path, settings) -> None:
    """A running process compares again after a server's restart, and closes games with losses."""
    services = make_services(settings)
    opened(services, "game")
    keeper = services.storage.integrity.keeper()
    assert keeper.hold() and keeper.write()
    redis = services.games.tables.store.redis
    names = GameNames("game", 64)
    last = redis.xrevrange(names.events, count=1)[0][0]
    redis.xdel(names.events, last)
    server = redis.info("server")["process_id"]
    os.kill(server, signal.SIGKILL)
    assert eventually(lambda: "game" in services.storage.integrity.closures.findings())
    assert redis.info("server")["process_id"] != server


def test_a_cut_by_the_server_is_reported(own_directory: Path, settings) -> None:
    """An incomplete last command is cut off: a note, and no game is closed."""
    services = make_services(settings)
    opened(services, "game")
    assert None is what_was_cut(own_directory)
    redis = services.games.tables.store.redis
    server = redis.info("server")["process_id"]
    (record,) = (own_directory / "records").rglob("*.incr.aof")
    with record.open("ab") as file:
        file.write(b"*3\r\n$3\r\nSET\r\n$4\r\nhalf")
    os.kill(server, signal.SIGKILL)
    assert eventually(lambda: redis.ping() and what_was_cut(own_directory) is not None)
    (note,) = noted(create_app(settings).test_client())
    assert "incomplete command" in note and record.name in note


def test_a_start_without_the_secret_fails_with_one_sentence(own_directory: Path, settings) -> None:
    """A command and the web server end with the sentence and no traceback; with the variable they start."""
    services = make_services(settings)
    opened(services, "game")
    (own_directory / "secret").rename(own_directory / "away")
    log = own_directory / "log"
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    web = Forked(["gunicorn", "-c", "python:api.http.gunicorn_settings", "app:create_app()"],
                 {**environment, **settings, "PORT": str(free_port())}, log)  # fmt: skip
    assert web.wait(120) != 0
    code, text = command(own_directory, "validate")
    assert code != 0
    for told in (text, log.read_text()):
        assert told.count("The server's secret is missing") == 1 and "Traceback" not in told
    fresh = make_services({**settings, "STELE_ACCEPT_SECRET": "1"})
    assert fresh.games.tables.seen("game", 0).legal(), "it can be read"
    with pytest.raises(ReadOnly):
        fresh.games.tables.command("game", fresh.games.tables.seen("game", 0).legal()[0], 0)
