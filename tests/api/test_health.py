"""Health: the operator's checks, metrics and log."""

import pytest
from redis.backoff import NoBackoff

from api.resources.health import missing_worker
from api.services import services
from app import create_app
from eventstore.valkey.connection import connect
from eventstore.valkey.embedded import ensure_server


@pytest.fixture
def record(own_directory):
    """The settings that name an external server, and a client of it."""
    path = ensure_server(own_directory)
    settings = {"REDIS_URL": f"unix://{path}", "STELE_DATA": str(own_directory)}
    return settings, connect(settings["REDIS_URL"], own_directory)


def with_worker(app):
    """The app, after a worker has checked the logs."""
    with app.app_context():
        services().jobs.make_worker().run(until_idle=True)
    return app


def test_a_safe_server_needs_no_note(record, caplog):
    """Ready, and no notes once a worker has run."""
    settings, _redis = record
    app = with_worker(create_app(settings))
    assert app.test_client().get("/health/ready").get_json() == {"status": "ready", "notes": []}
    assert caplog.messages == []


def test_possible_loss_is_reported(record, caplog):
    """A server that writes once a second serves, and the log and the health check warn the operator."""
    settings, redis = record
    redis.config_set("appendfsync", "everysec")
    answer = with_worker(create_app(settings)).test_client().get("/health/ready").get_json()
    (note,) = answer["notes"]
    assert note.startswith("appendfsync is everysec")
    assert caplog.messages == [f"The database: {note}."]


def test_an_allowed_risk_is_reported(record, caplog):
    """An unsafe server that the operator allows is reported everywhere."""
    settings, redis = record
    redis.config_set("maxmemory-policy", "allkeys-lru")
    app = with_worker(create_app({**settings, "STELE_ALLOW_UNSAFE_REDIS": "1"}))
    (note,) = app.test_client().get("/health/ready").get_json()["notes"]
    assert "allkeys-lru" in note
    assert caplog.messages == [f"The database: {note}."]


def test_a_missing_worker_is_told(record, monkeypatch):
    """Without a worker, only computer players stop; a note says so, and the service stays ready."""
    settings, _redis = record
    app = create_app(settings)
    answer = app.test_client().get("/health/ready")
    assert answer.status_code == 200
    assert answer.get_json()["notes"] == ["no worker has ever been here: computer players do not answer"]
    with with_worker(app).app_context():
        assert missing_worker() == ""
        monkeypatch.setattr("api.resources.health.LONGEST_SILENCE_SECONDS", -1.0)
        assert missing_worker().startswith("no worker has given a sign of life for 0 seconds")


def test_a_missing_search_is_told(record):
    """Games wait for searching computer players, and no process searches; a running process ends the note."""
    settings, _redis = record
    app = with_worker(create_app(settings))
    client = app.test_client()
    owner = client.post("/api/players", json={"name": "Meresankh"}).get_json()["token"]
    game = {"rulebook": "kheops", "players": 2, "bots": 1, "bot_kind": "sage"}
    asked = client.post("/api/games", json=game, headers={"Authorization": f"Bearer {owner}"}).get_json()
    with app.app_context():
        services().games.searches.ask(services().games.tables.seen(asked["id"]), [1])
    (note,) = client.get("/health/ready").get_json()["notes"]
    assert note == "no search process has given a sign of life: games wait for computer players that search"
    with app.app_context():
        services().games.searches.sign()
    assert [] == client.get("/health/ready").get_json()["notes"]


@pytest.mark.parametrize("cause", ["full", "replica", "gone"])
def test_ready_means_that_a_move_could_be_recorded(record, cause):
    """A full server or a replica replies, yet readiness is 503. Liveness is a separate check."""
    settings, redis = record
    app = create_app(settings)
    client = app.test_client()
    assert client.get("/health/ready").status_code == 200
    match cause:
        case "full":
            redis.config_set("maxmemory", "1")
        case "replica":
            redis.replicaof("127.0.0.1", "1")
        case "gone":
            settings["REDIS_URL"] = "unix:///nowhere/at/all.sock"
            client = create_app(settings).test_client()
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.get_json()["title"]) == (503, "Record unavailable")
    assert answer.headers["Retry-After"]
    assert client.get("/health/live").status_code == 200
    redis.config_set("maxmemory", "0")
    redis.replicaof("NO", "ONE")


def test_health_checks_change_nothing(record):
    """A health check writes nothing to the record, however often it runs."""
    settings, redis = record
    client = create_app(settings).test_client()
    client.get("/health/ready")
    written = redis.info("persistence")["aof_current_size"]
    for _ in range(10):
        client.get("/health/ready")
    assert redis.info("persistence")["aof_current_size"] == written


def test_liveness_never_reads_the_record(tmp_path):
    """The database is not contacted."""
    settings = {"REDIS_URL": "unix:///nowhere/at/all.sock", "STELE_DATA": str(tmp_path / "data")}
    assert create_app(settings).test_client().get("/health/live").status_code == 200
    assert not (tmp_path / "data").exists()


def test_metrics_need_a_token_or_this_machine(tmp_path, monkeypatch):
    """With STELE_METRICS_TOKEN they need the token; without it, a peer on the loopback that is no proxy."""
    monkeypatch.setattr("eventstore.valkey.connection.ExponentialBackoff", lambda **_waits: NoBackoff())
    gone = {"REDIS_URL": "unix:///nowhere/at/all.sock", "STELE_DATA": str(tmp_path)}
    closed = create_app({**gone, "STELE_METRICS_TOKEN": "well-kept"}).test_client()
    assert closed.get("/metrics").status_code == 401
    assert closed.get("/metrics", headers={"Authorization": "Bearer other"}).status_code == 401
    assert closed.get("/metrics", headers={"Authorization": "Bearer well-kept"}).status_code == 200
    for proxies in ("0", "1"):
        own = create_app({**gone, "STELE_PROXIES": proxies}).test_client()
        for peer, headers in (
            ("203.0.113.7", {}),
            ("203.0.113.7", {"X-Forwarded-For": "127.0.0.1"}),
            ("127.0.0.1", {"X-Forwarded-For": "203.0.113.7"}),
            ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}),
            ("127.0.0.1", {"Forwarded": "for=127.0.0.1"}),
            ("127.0.0.1", {"X-Real-IP": "203.0.113.7"}),
            ("127.0.0.1", {"Host": "stele.example"}),
        ):
            refused = own.get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": peer})
            assert refused.status_code == 401 and "STELE_METRICS_TOKEN" in refused.get_json()["detail"], (peer, headers)
        for peer, host in (("127.0.0.1", "localhost:8000"), ("::1", "[::1]"), ("::ffff:127.0.0.1", "127.0.0.1:8000")):
            answer = own.get("/metrics", headers={"Host": host}, environ_base={"REMOTE_ADDR": peer})
            assert "stele_record_reached 0.0" in answer.text.splitlines()
