"""Logs: readable by programs and people, quiet, with an id for each request, and without a secret."""

import io
import json
import logging
import re

import pytest

from operations import logs
from operations.settings import Settings
from tests.api.clients import Client, table_of
from tests.api.test_concurrency import TITLE
from tests.eventstore.handmade import eventually
from tests.serving import Served


@pytest.fixture
def written():
    """Begins a log with these settings, and gives its path; afterwards everything is restored."""
    loggers = [logging.getLogger(name) for name in ("stele", "gunicorn.error", "stele.starts")]
    before = [(logger, logger.handlers[:], logger.level) for logger in loggers]

    def begin(**settings):
        stream = io.StringIO()
        logs.begin(Settings.read(settings), stream)
        return stream

    yield begin
    for logger, handlers, level in before:
        logger.handlers[:] = handlers
        logger.setLevel(level)


def test_a_program_reads_json(written):
    """A line is one object: the event, its level, its time, and its values."""
    stream = written()
    request_id = logs.begin_request("the-clients-own.1")
    with logs.about(game="abc"):
        logging.getLogger("stele.worker").warning("the store cannot be reached", extra={"position": "3-0"})
    told = json.loads(stream.getvalue())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", told.pop("time"))
    assert told == {
        "event": "the store cannot be reached", "level": "warning", "logger": "stele.worker",
        "request_id": request_id, "game": "abc", "position": "3-0",
    }  # fmt: skip


@pytest.mark.parametrize("form", ["json", "plain"])
def test_a_failure_shows_where_and_no_values(written, form):
    """A traceback has lines of code and never the values of variables."""
    stream = written(STELE_LOG_FORM=form)
    token = "the-token" + "-of-somebody"
    try:
        raise RuntimeError
    except RuntimeError:
        logging.getLogger("stele").exception("unexpected error")
    assert "RuntimeError" in stream.getvalue()
    assert token not in stream.getvalue()


def test_it_is_quiet_by_default(written):
    """Problems and starts are logged, requests only from `info` on."""
    quiet, asked = logging.getLogger("stele.requests"), written()
    quiet.info("request")
    logs.announce("Stele is here")
    assert [json.loads(line)["event"] for line in asked.getvalue().splitlines()] == ["Stele is here"]
    asked = written(STELE_LOG="info", STELE_LOG_FORM="plain")
    quiet.info("request", extra={"status": 200})
    assert "request" in asked.getvalue() and "status=200" in asked.getvalue()


@pytest.mark.parametrize("wished", ["short", "x" * 101, "with space", 'quote"quote', "ünicode-id", "", None])
def test_an_id_of_another_form_is_replaced(wished):
    """A malformed id is never repeated."""
    assert re.fullmatch(r"[0-9a-f]{16}", logs.begin_request(wished))


def secrets_in(value):
    """Every salt, key and nonce within this."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in ("s", "key", "nonce"):
                yield from strings_in(inner)
            yield from secrets_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from secrets_in(inner)


def strings_in(value):
    """Every string within this that is long enough to be a secret."""
    if isinstance(value, str):
        yield from [value] if len(value) > 8 else []
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings_in(inner)


def asked(client, game_id, viewer):
    """The game's bundle for this viewer."""
    return client.call("GET", f"/api/games/{game_id}/bundle?as={viewer}").body


@pytest.mark.soak
def test_a_played_game_leaves_no_secret_in_the_log(own_directory):
    """With everything logged, a private game played to its end leaves no name, no secret and no query in the log.

    In short `tests/api/test_leaks.py` searches the log as it is by default.
    """
    server = Served(own_directory, STELE_LOG="debug").start()
    try:
        gallery = Client(server.url)
        nonce = "a-nonce-that-nobody-else-has"
        game_id, (me,) = table_of(gallery, TITLE, ["Unmistakable Name"], bots=1, private=True, nonce=nonce)
        answer = me.call("GET", f"/api/games/{game_id}?as=0", X_Request_ID="id-of-this-one")
        assert answer.headers["X-Request-ID"] == "id-of-this-one"
        invite = answer.body["invite"]
        log = own_directory / "test.log"
        while '"event": "played"' not in log.read_text() or b'"s":' not in asked(me, game_id, "0"):
            assert eventually(lambda: 0 in me.get(f"/api/games/{game_id}")["to_act"])
            me.post(f"/api/games/{game_id}/moves", me.get(f"/api/games/{game_id}/legal-moves")["moves"][0]["move"])
        me.get(f"/api/games/{game_id}/events?as=0&invite={invite}&limit=4321")
        me.post(f"/api/games/{game_id}/moves", {"type": "Resign"})
        assert eventually(lambda: me.get(f"/api/games/{game_id}")["status"] == "finished")
        bundle = asked(me, game_id, "all")
    finally:
        server.stop()
    logged = log.read_text()
    lines = [json.loads(line) for line in logged.splitlines()]
    (line,) = [line for line in lines if line.get("request_id") == "id-of-this-one"]
    assert line.pop("milliseconds") >= 0
    assert {"method": "GET", "status": 200, "event": "request"}.items() <= line.items()
    assert line["call"].startswith("games.")
    assert any(line["event"] == "played" and line["game"] == game_id and line["position"] for line in lines)
    secrets = {me.token, f"{nonce}0", invite, (own_directory / "secret").read_text(errors="replace").strip()}
    for line in map(json.loads, bundle.splitlines()):
        secrets.update(secrets_in(line), secrets_in(json.loads(line.get("e", "{}"))))
    assert len(secrets) > 5, "there are salts and the key of the game's luck"
    assert [secret for secret in secrets if secret in logged] == []
    assert not any(word in logged for word in ("Unmistakable", "limit=", '"limit"', "Bearer"))
