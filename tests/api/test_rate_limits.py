"""Rate limits: a request over the limit is refused with the time to wait; usual traffic is not."""

import time

import pytest

from api.http.rate_limits import AUDITS, DRY_RUNS, GAMES, MOVES, READS, RECORDS, Buckets, Counts
from app import create_app
from domain.title_loader import find_rulebooks
from eventstore.valkey.connection import connect
from operations.settings import Rate, Settings
from tests.api.contract import contract_of_applications
from tests.serving import free_port

TIGHT = {
    "STELE_LIMIT_PLAYERS_ADDRESS": "4/hour",
    "STELE_LIMIT_GAMES_PLAYER": "2/hour",
    "STELE_LIMIT_GAMES_ADDRESS": "3/hour",
    "STELE_LIMIT_SEATS_PLAYER": "1/day",
    "STELE_LIMIT_AUDITS_ADDRESS": "1/hour",
    "STELE_LIMIT_RECORDS_ADDRESS": "2/hour",
    "STELE_LIMIT_DRY_RUNS_PLAYER": "1/hour",
}
OWN = (AUDITS, RECORDS, DRY_RUNS, MOVES, READS)
"""The limits that each process counts alone."""
TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


class Visitor:
    """A visitor at an address, with or without a token; `call` returns the status and keeps the response in `told`."""

    def __init__(self, app, address, token=None):
        self.client, self.address, self.token = app.test_client(), address, token
        self.told = None

    def call(self, method, path, **more):
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        base = {"REMOTE_ADDR": self.address}
        self.told = self.client.open(path, method=method, headers=headers, environ_base=base, **more)
        return self.told.status_code

    def sign_up(self, name):
        assert self.call("POST", "/api/players", json={"name": name}) == 201
        return Visitor(self.client.application, self.address, self.told.json["token"])

    def open_game(self):
        return self.call("POST", "/api/games", json={"rulebook": TITLE, "players": 2})


@pytest.fixture(scope="module")
def directory(server_directory):
    """A separate data directory: each test has its own addresses and players."""
    return server_directory("limits")


@pytest.fixture
def app(directory):
    """The app with tight limits."""
    return create_app({"STELE_DATA": str(directory), **TIGHT})


def wait_of_refusal(visitor, policy):
    """The seconds to wait in the last response, which must name this limit."""
    told = visitor.told
    assert told.status_code == 429
    assert told.content_type == "application/problem+json"
    assert told.json["type"] == "urn:stele:problem:too-many-requests"
    wait = int(told.headers["Retry-After"])
    name = policy.split(";")[0]
    assert told.headers["RateLimit-Policy"] == policy
    assert told.headers["RateLimit"] == f"{name};r=0;t={wait}"
    return wait


def test_sign_ups_from_one_address(app):
    """Sign-ups are counted by address, and in IPv6 by network; a refused sign-up creates no player."""
    visitor = Visitor(app, "203.0.113.7")
    for number in range(4):
        visitor.sign_up(f"Visitor {number}")
    visitor.call("POST", "/api/players", json={"name": "Visitor 4"})
    assert 600 <= wait_of_refusal(visitor, '"players";q=4;w=3600') <= 900
    Visitor(app, "203.0.113.8").sign_up("Visitor 4")
    for number in range(4):
        Visitor(app, f"2001:db8::{number}").sign_up(f"Neighbour {number}")
    fifth = Visitor(app, "2001:db8::ffff")
    assert fifth.call("POST", "/api/players", json={"name": "Neighbour 5"}) == 429
    assert Visitor(app, "2001:db8:0:1::1").sign_up("Neighbour 5")


def test_games_of_one_player_and_one_address(app):
    """The limit reached first refuses; another address and another player are unaffected."""
    one = Visitor(app, "203.0.113.9").sign_up("One")
    two = Visitor(app, "203.0.113.9").sign_up("Two")
    assert [one.open_game() for _ in range(3)] == [201, 201, 429]
    wait_of_refusal(one, '"games";q=2;w=3600')
    assert [two.open_game() for _ in range(2)] == [201, 429]
    wait_of_refusal(two, '"games";q=3;w=3600')
    two.address = "203.0.113.10"
    assert two.open_game() == 201


def test_shared_limits_hold_for_all_processes(app, directory):
    """Limits on writes are counted in the database server."""
    one = Visitor(app, "203.0.113.12").sign_up("Three")
    assert [one.open_game() for _ in range(2)] == [201, 201]
    again = Visitor(create_app({"STELE_DATA": str(directory), **TIGHT}), "203.0.113.12", one.token)
    assert again.open_game() == 429


def test_slow_calls(app):
    """Audits, whole records and dry runs have separate limits; reading and moving continue."""
    host, guest = (Visitor(app, "203.0.113.11").sign_up(name) for name in ("Host", "Guest of the host"))
    host.open_game()
    game = f"/api/games/{host.told.json['id']}"
    assert [guest.call("POST", game + "/seats", json={}) for _ in range(2)] == [201, 429]
    assert [host.call("GET", game + "/audit") for _ in range(2)] == [200, 429]
    assert [host.call("GET", game + "/bundle"), host.call("GET", game + "/replay")] == [200, 200]
    assert [host.call("GET", game + "/bundle"), host.call("GET", game + "/replay")] == [429, 429]
    for mover in (host, guest):
        mover.call("GET", game + "/legal-moves")
        if mover.told.json["moves"]:
            break
    move = mover.told.json["moves"][0]["move"]
    assert [mover.call("POST", game + "/moves?dry_run=true", json=move) for _ in range(2)] == [200, 429]
    assert mover.call("POST", game + "/moves", json=move) == 201
    assert host.call("GET", game + "/state") == 200


def test_every_call_of_the_api_names_the_refusal():
    """Every call of the API documents the refusal and its headers."""
    document = contract_of_applications().document
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            if method != "parameters":
                is_limited = path.startswith(("/api/", "/.well-known/", "/metrics"))
                assert ("429" in call["responses"]) == is_limited, (method, path)
    refusal = document["paths"]["/api/players"]["post"]["responses"]["429"]
    headers = contract_of_applications().resolved(refusal)["headers"]
    assert set(headers) == {"Retry-After", "RateLimit", "RateLimit-Policy"}


def test_reads_and_moves_are_counted_locally():
    """Reads and moves are counted in a few microseconds, without a database request."""
    counts = Counts(None, Settings.read({}).limits)
    for limit in OWN:
        assert counts.count(limit, "player:x", "address:y") is None
    started = time.process_time()
    for number in range(1000):
        counts.count(READS, None, f"address:{number}")
    assert time.process_time() - started < 0.5


def test_an_unavailable_store_refuses_no_request(tmp_path):
    """The database's own call reports its failure."""
    away = connect(f"redis://127.0.0.1:{free_port()}", tmp_path)
    counts = Counts(away, Settings.read({"STELE_LIMIT_GAMES_PLAYER": "1/day"}).limits)
    asked = (GAMES, *OWN)
    assert GAMES.is_shared and [counts.count(limit, "player:x", "address:y") for limit in asked] == [None] * len(asked)


def test_buckets_empty_with_time():
    """A bucket allows a burst and then requests at its rate; refused requests do not count, and few buckets are
    stored.
    """
    buckets, allowed = Buckets(most=3), [("one", Rate(3, 60))]
    assert [buckets.count(allowed, 100.0)[0] for _ in range(4)] == [0, 0, 0, 1]
    assert [round(buckets.count(allowed, now)[1], 3) for now in (100.0, 119.0)] == [20, 1]
    assert buckets.count(allowed, 120.0)[0] == 0
    assert buckets.count([("two", Rate(1, 1)), *allowed], 120.0)[0] == 2
    assert buckets.count([("two", Rate(1, 1))], 120.0)[0] == 0
    for name in "abc":
        buckets.count([(name, Rate(1, 1))], 120.0)
    assert buckets.count(allowed, 120.0)[0] == 0


def test_a_bots_author_is_not_refused():
    """Twenty games of three hundred moves, each with three reads, at the full allowed speed."""
    counts = Counts(None, Settings.read({}).limits)
    for limit in OWN:
        often = {"reads": 18_000, "moves": 6_000, "dry-runs": 1_000}.get(limit.name, 20)
        assert all(counts.count(limit, "player:x", "address:y") is None for _ in range(often))
