"""What the operator is told: by the health checks, and in the log."""

import pytest

from app import create_app
from eventstore.connection import connect
from eventstore.embedded import ensure_server


@pytest.fixture
def record(own_directory):
    """The settings that name a server as somebody else runs it, and a client of it."""
    path = ensure_server(own_directory)
    settings = {"REDIS_URL": f"unix://{path}", "STELE_DATA": str(own_directory)}
    return settings, connect(settings["REDIS_URL"], own_directory)


def test_a_safe_server_needs_no_note(record, caplog):
    """Ready, and nothing to say."""
    settings, _redis = record
    assert create_app(settings).test_client().get("/health/ready").get_json() == {"status": "ready", "notes": []}
    assert caplog.messages == []


def test_what_could_be_lost_is_told(record, caplog):
    """A server that writes once a second serves, and the operator is told in the log and by the health check."""
    settings, redis = record
    redis.config_set("appendfsync", "everysec")
    answer = create_app(settings).test_client().get("/health/ready").get_json()
    (note,) = answer["notes"]
    assert note.startswith("appendfsync is everysec")
    assert caplog.messages == [f"The record's server: {note}."]


def test_what_is_allowed_in_spite_of_all_is_told(record, caplog):
    """An unsafe server that the operator allows is called so wherever they look."""
    settings, redis = record
    redis.config_set("maxmemory-policy", "allkeys-lru")
    app = create_app({**settings, "STELE_ALLOW_UNSAFE_REDIS": "1"})
    (note,) = app.test_client().get("/health/ready").get_json()["notes"]
    assert "allkeys-lru" in note
    assert caplog.messages == [f"The record's server: {note}."]
