"""Verification of uploaded records: all checks, bounded in size and cost, and nothing is stored."""

import contextlib
import http.client
import json
import socket

import pytest

from ai.self_play import play_out
from api.http.buffering_worker import MOST_RECORDS
from api.http.problems import LARGEST_RECORD_BYTES
from api.resources.verifications import MOST_LINES, TURN
from app import create_app
from audit.verification.verify import verify
from domain.projector import projector_for
from tests.audit.games import TITLES, bundled, happenings_of, played, rewritten, sealed_again
from tests.audit.mutations import signed_bundle
from verify.one_file import one_file

NDJSON = "application/x-ndjson"


@pytest.fixture
def client(data_directory):
    """A client of an app with usual limits."""
    return create_app({"STELE_DATA": str(data_directory)}).test_client()


def send(client, raw):
    """The response to this record."""
    return client.post("/api/verifications", data=raw, content_type=NDJSON)


def test_every_check_with_its_verdict(gallery, title):
    """The page reports like `stele verify` for a good record, a bad one and no record, and creates no game."""
    raw = signed_bundle(title, "all")
    bad = rewritten(raw, 7, lambda plain: plain.update(at=plain["at"] - 1))
    for one in (raw, bad, b"garbage", b""):
        answer = gallery.send("POST", "/api/verifications", one, Content_Type=NDJSON)
        report = verify(one)
        assert answer.status == 200 and answer.headers["Cache-Control"] == "private, no-store"
        assert (report.game, report.ok, report.first_bad) == tuple(
            answer.body[name] for name in ("game", "ok", "first_bad")
        )
        assert [(one.name, one.verdict) for one in report.checks] == [
            (one["name"], one["verdict"]) for one in answer.body["checks"]
        ]
    assert gallery.call("GET", f"/api/games/{verify(raw).game}").status == 404


def test_errors_that_only_the_rules_find(gallery):
    """An illegal move in a record that is otherwise right: the server names it."""
    projector, game = played("kheops")
    actions = happenings_of(projector, game.entries)
    number = next(at for at, one in enumerate(actions) if one[0].actor == 1 and not one[0].luck and at > 5)
    lie = sealed_again(projector, [*actions[:number], *actions[number + 1 :]], game.game_key, game.game_id)
    answer = gallery.send("POST", "/api/verifications", bundled(projector, game, lie), Content_Type=NDJSON)
    assert not answer.body["ok"]
    assert answer.body["checks"][-1]["name"] == "rules"


def test_the_largest_games(gallery):
    """The longest game of a full table exceeds the usual body limit, and is verified."""
    projector = projector_for("das-amulett")
    game = play_out(projector, ["random"] * projector.rulebook.meta.most_players, "long")
    raw = bundled(projector, game, game.entries)
    assert len(raw) > 128 * 1024 and 4 * raw.count(b"\n") < MOST_LINES and 4 * len(raw) < LARGEST_RECORD_BYTES
    assert gallery.send("POST", "/api/verifications", raw, Content_Type=NDJSON).body["ok"]


@pytest.mark.parametrize("raw", [b"x" * (LARGEST_RECORD_BYTES + 1), b"\n" * (MOST_LINES + 1)], ids=["bytes", "lines"])
def test_a_too_long_record(client, raw):
    """A too long record is refused, and the refusal names a verifier for it."""
    told = send(client, raw)
    assert told.status_code == 413 and "stele_verify.py" in told.json["detail"]


def test_the_content_type_is_required(client):
    """Another type is refused unread, so that no page of another site can make browsers send a record."""
    assert client.post("/api/verifications", data=b"x", content_type="text/plain").status_code == 415
    assert client.post("/api/players", data=b"x", content_type=NDJSON).status_code == 415


def test_one_at_a_time(client):
    """While a process verifies a record, the next one waits a little and then gets a retry response."""
    with TURN:
        told = send(client, b"")
    assert told.status_code == 503 and int(told.headers["Retry-After"]) > 0
    assert send(client, b"").status_code == 200


def test_the_limit_by_address(data_directory):
    """Verifications are counted by address, like the audits of games."""
    app = create_app({"STELE_DATA": str(data_directory), "STELE_LIMIT_AUDITS_ADDRESS": "2/hour"})
    told = [send(app.test_client(), b"").status_code for _ in range(3)]
    assert told == [200, 200, 429]


def test_large_bodies_do_not_fill_the_memory(served):
    """A fixed number may arrive at a time; the next is refused, and other requests are unaffected."""
    said = b"Host: stele\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\nx" % LARGEST_RECORD_BYTES
    lines = []
    try:
        # Each process has its own count.
        for _ in range(6 * MOST_RECORDS):
            line = socket.create_connection(("127.0.0.1", served.port), 60)
            line.sendall(b"POST /api/verifications HTTP/1.1\r\n" + said)
            lines.append(line)
        told = []
        for line in lines:
            line.settimeout(0.5)
            try:
                told.append(line.recv(12))
            except TimeoutError:
                continue
        assert b"HTTP/1.1 503" in told
        with socket.create_connection(("127.0.0.1", served.port), 60) as other:
            other.sendall(b"GET /health/live HTTP/1.1\r\nHost: stele\r\nConnection: close\r\n\r\n")
            assert other.recv(12) == b"HTTP/1.1 200"
    finally:
        for line in lines:
            line.close()


def test_the_verifier_in_one_file_is_served(gallery):
    """The server offers the generated single-file verifier for download."""
    answer = gallery.call("GET", "/verify/stele_verify.py")
    assert answer.status == 200 and "attachment" in answer.headers["Content-Disposition"]
    assert answer.body.decode() == one_file()


def test_a_record_that_is_too_long_is_refused_in_words(served):
    """A client that would send more requests gets the whole refusal from a server that reads no further."""
    one = signed_bundle(TITLES[0], "all")
    long = one * (1 + LARGEST_RECORD_BYTES // len(one))
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", served.port)) as connection:
        connection.request("POST", "/api/verifications", long, {"Content-Type": NDJSON})
        response = connection.getresponse()
        assert response.status == 413 and "stele_verify.py" in json.loads(response.read())["detail"]
