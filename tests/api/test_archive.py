"""Archived games over HTTP: every call returns the same bytes, also out of a backup."""

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from flask import Flask

from api.services import services
from app import create_app, make_services
from domain.clocks.availability import DAY
from domain.game import Resign, TakeSeat
from domain.messages import Illegal
from domain.terms import GameTerms
from eventstore.backup.archive import ARCHIVE, Archive
from eventstore.keys import log_name, names_of
from eventstore.valkey.connection import connect
from services.games.tables import Request
from services.jobs.archivist import Archivist
from services.jobs.backup import make_backup, put_back
from services.jobs.worker import play_computers

TITLES = ("amun-re-card-game", "kheops")


def told(app: Flask, game_id: str) -> dict[str, tuple[int, bytes]]:
    """The response of every reading call to a new visitor."""
    path, client = f"/api/games/{game_id}", app.test_client()
    last = client.get(path).json["position"]
    action = int(last.partition("-")[0])
    calls = (
        "",
        "/events?limit=5000",
        f"/events?after={action // 2}&limit=9",
        f"/events?after={last}",
        f"/state?at={action // 2}",
        f"/state?at={last}",
        f"/replay?from=1&to={min(action, 6)}",
        f"/replay?from={max(1, action - 4)}&to={action}",
        f"/digests?at={action // 2}-0,{last}",
        f"/dossier?at={action // 2}-0",
        "/audit",
        "/bundle",
    )
    answers = {}
    for call in calls:
        answer = client.get(path + call)
        answers[call] = answer.status_code, answer.data
    assert {call: status for call, (status, _body) in answers.items()} == dict.fromkeys(calls, 200)
    return answers


def typed(app: Flask, *words: str) -> Result:
    """A command as typed by an operator."""
    return app.test_cli_runner().invoke(args=list(words))


def nothing_said(*_said: Any) -> None:
    """Progress output, ignored here."""


def test_every_call_gives_the_same(own_directory: Path, tmp_path: Path) -> None:
    """Games of two titles, from a process new to them: archived, continued, backed up, restored, brought back."""
    app = create_app({"STELE_DATA": str(own_directory)})
    before = {}
    with app.app_context():
        tables = services().games.tables
        for title in TITLES:
            tables.open(GameTerms(title, 2, computers=("random",) * 2), game_id=title)
            play_computers(tables, title, random.Random(3))
        running = tables.open(GameTerms("kheops", 2, computers=("random",)))
        services().games.lobby.catch_up()
        lobby = app.test_client().get("/api/games").data
        before = {title: told(app, title) for title in TITLES}

        redis, partitions = tables.store.redis, tables.store.partitions
        Archivist(tables, 1.0).work()
        assert all(tables.store.archived(title) is None for title in before), "they were over just now"
        worker = Archivist(tables, 0.0)
        redis.set("stele:{ground}:archivist", "1")
        worker.work()
        assert all(tables.store.archived(title) is None for title in before), "another worker does it"
        redis.delete("stele:{ground}:archivist")
        Archivist(tables, 0.0).work()
        assert all(tables.store.archived(title) for title in before)
        assert typed(app, "archive", "--restore", "kheops").exit_code == 0
        assert redis.xlen(names_of("kheops", partitions).events) > 1
        ran = typed(app, "archive", "--after", "0")
        assert ran.exit_code == 0 and "1 games were moved" in ran.output
    for title in before:
        assert redis.xlen(names_of(title, partitions).events) == 0
    assert tables.store.archived(running) is None

    fresh = create_app({"STELE_DATA": str(own_directory)})
    assert {title: told(fresh, title) for title in before} == before
    with fresh.app_context():
        services().games.lobby.catch_up()
        assert fresh.test_client().get("/api/games").data == lobby
        integrity = services().storage.integrity
        integrity.closures.compare_again()
        assert not integrity.closures.findings(now=True)
        _name, manifest, _added = make_backup(integrity, own_directory, str(tmp_path / "backup"), nothing_said)
    assert manifest.games == len(before) + 1
    assert any(name.startswith(f"{ARCHIVE}/") for name in manifest.files)

    elsewhere = tmp_path / "elsewhere"
    put_back(
        str(tmp_path / "backup"),
        "",
        elsewhere,
        Archive(elsewhere / ARCHIVE),
        lambda: connect(None, elsewhere),
        nothing_said,
    )
    restored = create_app({"STELE_DATA": str(elsewhere)})
    assert {title: told(restored, title)["/events?limit=5000"] for title in before} == {
        title: calls["/events?limit=5000"] for title, calls in before.items()
    }

    for title in before:
        with fresh.app_context():
            assert typed(fresh, "archive", "--restore", title).exit_code == 0
        assert redis.xlen(names_of(title, partitions).events) > 1
    with fresh.app_context():
        assert typed(fresh, "archive", "--restore", running).exit_code == 1
    assert {title: told(create_app({"STELE_DATA": str(own_directory)}), title) for title in before} == before


def test_idempotency_keys_leave_a_week_after_the_end(own_directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Idempotency keys of a finished game expire after a week, archived or not; then a repeated request is refused."""
    tables = make_services({"STELE_DATA": str(own_directory)}).games.tables
    games = [tables.open(GameTerms("kheops", 2, computers=("random",))) for _ in range(2)]
    for game_id in games:
        tables.command(game_id, TakeSeat(0, player="ann"), "public", request=Request("ann:sits"))
    resign = partial(tables.command, games[0], Resign(0), 0, request=Request("ann:resigns", b"digest"))
    done = resign()
    began = tables.now()
    monkeypatch.setattr("services.jobs.archivist.LOG_RECORDS", 1)
    logs = [log_name(partition) for partition in range(tables.store.partitions)]
    requests = [names_of(game_id, tables.store.partitions).requests for game_id in games]
    for days, left in ((6, 2), (8, 1)):
        tables._clock = partial(int, began + days * DAY)
        assert done.seen.position == resign().seen.position
        Archivist(tables, None).work()
        assert left == tables.store.redis.exists(*requests)
        assert {1} == {tables.store.redis.xlen(log) for log in logs} - {0}, "the logs are shortened"
    with pytest.raises(Illegal, match="you have resigned"):
        resign()
    assert tables.store.archived(games[0]) is None and done.seen.position == tables.seen(games[0]).position
    head = tables.store.head(games[1])
    assert head is not None and not tables.store.forget_requests(games[1], head), "it goes on"
    Archivist(tables, 1.0).work()
    assert tables.store.archived(games[0]) and not tables.store.archived(games[1])


def test_the_doctor_names_the_game_and_its_file(own_directory: Path, tmp_path: Path) -> None:
    """A lost file and a changed file: both are named, no other game is, and the backup restores them."""
    app = create_app({"STELE_DATA": str(own_directory)})
    with app.app_context():
        here, games = services(), ("lost", "changed", "sound")
        for game_id in games:
            here.games.tables.open(GameTerms("kheops", 2, computers=("random", "random")), game_id=game_id)
            play_computers(here.games.tables, game_id, random.Random(3))
        make_backup(here.storage.integrity, own_directory, str(tmp_path / "backup"), nothing_said)
        Archivist(here.games.tables, 0.0).work()
        files = {}
        for game_id in games:
            archived = here.games.tables.store.archived(game_id)
            assert archived is not None
            files[game_id] = own_directory / ARCHIVE / archived.file
    files["lost"].unlink()
    files["changed"].write_bytes(files["changed"].read_bytes()[:-1])
    fresh = create_app({"STELE_DATA": str(own_directory)})
    with fresh.app_context():
        said = typed(fresh, "doctor").output
        for game_id in ("lost", "changed"):
            (line,) = [line for line in said.splitlines() if line.startswith(f"Game {game_id} ")]
            assert files[game_id].name in line
        assert "Game sound" not in said
        mended = typed(fresh, "doctor", "--from-backup", str(tmp_path / "backup"))
        assert mended.exit_code == 0, mended.output
        assert not services().storage.integrity.closures.findings(now=True)
    for game_id in games:
        assert fresh.test_client().get(f"/api/games/{game_id}/replay").status_code == 200
