"""The whole system on a cluster: all calls, two machines, a server that is down, and a dead one that is replaced."""

import base64
import itertools
import json
import random
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.kinds import find_kinds
from ai.search.search import Budget
from api.services import services
from app import create_app
from eventstore.checkpoints.read_only_games import Closures
from eventstore.keys import PARTITIONS, names_of
from eventstore.valkey.cluster import ClusterClient
from eventstore.valkey.connection import check_durability, connect
from services.accounts.credentials import hash_of
from services.accounts.name_cache import NameCache
from services.games.ai_queue import Searcher
from services.jobs.archivist import Archivist
from services.jobs.worker import Worker
from tests.api.clients import Answer, Client, play_to_the_end
from tests.api.test_archive import told
from tests.clusters import Cluster, until
from tests.serving import Served

TITLE = "kheops"
SEARCHED = "amun-re-card-game"
SECRET = base64.b64encode(bytes(32)).decode()


@pytest.fixture(scope="module")
def cluster(server_directory: Callable[[str], Path]) -> Iterator[Cluster]:
    """Three servers without replicas."""
    started = Cluster(server_directory("house"))
    try:
        yield started.start()
    finally:
        started.stop()


@pytest.fixture(scope="module")
def settings(cluster: Cluster, server_directory: Callable[[str], Path]) -> dict[str, str]:
    """The settings that all machines on the cluster share."""
    return {"REDIS_URL": cluster.url, "STELE_SECRET": SECRET, "STELE_ARCHIVE": str(server_directory("archive"))}


@pytest.fixture(scope="module")
def house(settings: dict[str, Any], server_directory: Callable[[str], Path]) -> Iterator[Client]:
    """A client without a token, before a web server and a worker on the cluster that count their requests."""
    limits: dict[str, Any] = {"STELE_LIMITS": "", "STELE_LIMIT_PLAYERS_ADDRESS": "9999/hour"}
    served = Served(server_directory("web"), **limits, **settings).start()
    yield Client(served.url)
    served.stop()


def test_everything_works_on_a_cluster(house: Client) -> None:
    """Sign-in, chat, notices, lobby, profiles and a tournament that the worker runs, from slot to slot."""
    boss, ada, bea = (house.sign_up(name) for name in ("Boss", "Ada", "Bea"))
    assert ada.call("POST", "/api/sessions", {}).status == 201
    made = boss.post("/api/tournaments", {"name": "Cup", "rulebook": TITLE, "size": 2})
    path = f"/api/tournaments/{made['id']}"
    players = {one.player["id"]: one for one in (ada, bea, house.sign_up("Cid"))}
    for one in players.values():
        one.post(f"{path}/entries", {})
    boss.call("PATCH", path, {"status": "running"})
    for number in range(1, 4):
        until(lambda number=number: house.get(path)["played"] == number)  # type: ignore[misc]
        (table,) = house.get(path)["made"][-1]["tables"]
        one, other = (players[player["id"]] for player in table["players"])
        game = f"/api/games/{table['game']}"
        for player in (one, other):
            player.post(f"{game}/seats", {"nonce": player.name})
        play_to_the_end(table["game"], [one, other], random.Random(2), most=4)
        one.post(f"{game}/chat", {"room": "players", "text": "Well?"})
        assert other.get(f"{game}/chat?room=players")["unread"] == 1
        other.post(f"{game}/moves", {"type": "Resign"})
    until(lambda: house.get(path)["status"] == "over")
    until(lambda: ada.get(f"/api/players/{ada.player['id']}")["finished"] == 2)
    until(lambda: any(told["game"] == table["game"] for told in over(one)))
    assert table["game"] in [found["id"] for found in house.get(f"/api/games?player={one.player['id']}")["games"]]
    assert house.get(f"{game}/replay")["steps"][-1]["position"] == house.get(game)["position"]
    assert house.get("/health/ready")["notes"] == []
    assert b"stele_record_reached 1.0" in house.get("/metrics")
    assert ada.call("POST", "/api/me/deletion", {"name": ada.name}).status == 200
    assert house.call("GET", f"/api/players/{ada.player['id']}").status == 404


@pytest.mark.soak
def test_two_machines_do_everything_once(
    house: Client, settings: dict[str, str], server_directory: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second worker and two search processes on another machine beside the first: one result, notice and answer."""
    monkeypatch.setattr("socket.gethostname", lambda: "elsewhere")
    monkeypatch.setattr(find_kinds()["scholar"], "budget", Budget(games=1))
    other = create_app({**settings, "STELE_DATA": str(server_directory("elsewhere"))})
    with other.app_context():
        here = services()
    working: list[Worker | Searcher] = [here.jobs.make_worker(), here.jobs.make_searcher(), here.jobs.make_searcher()]
    threads = [threading.Thread(target=one.run, daemon=True) for one in working]
    with here.jobs.make_delivery_threads().running():
        for thread in threads:
            thread.start()
        ann, bob = house.sign_up("Ann"), house.sign_up("Bob")
        rated = {"rulebook": TITLE, "players": 2, "rated": True, "pace": {"time": 86_400_000}}
        games = [ann.post("/api/games", rated)["id"] for _ in range(6)]
        for game_id in games:
            bob.post(f"/api/games/{game_id}/seats", {})
            bob.post(f"/api/games/{game_id}/moves", {"type": "Resign"})
        table = ann.post("/api/games", {"rulebook": SEARCHED, "players": 2, "bots": 1, "bot_kind": "scholar"})
        game = f"/api/games/{table['id']}"
        for _ in range(3):
            until(lambda: ann.get(game)["to_act"] == [0])
            ann.post(f"{game}/moves", ann.get(f"{game}/legal-moves")["moves"][0]["move"])
        path = f"/api/players/{ann.player['id']}"
        until(lambda: house.get(path)["finished"] == len(games))
        until(lambda: set(games) <= {one["game"] for one in over(ann)})
        for one in working:
            one.stop()
        for thread in threads:
            thread.join(60)
    profile = house.get(path)
    assert (len(games), len(games)) == (profile["finished"], profile["ratings"][0]["games"])
    assert sorted(games) == sorted(one["game"] for one in over(ann))


@pytest.mark.soak
def test_games_go_into_the_archive_and_come_back(
    house: Client, settings: dict[str, str], server_directory: Callable[[str], Path]
) -> None:
    """Games on two servers are archived, served by new and old processes alike, and brought back."""
    here = {**settings, "STELE_DATA": str(server_directory("archiving"))}
    app, ann, bob = create_app(here), house.sign_up("Ann"), house.sign_up("Bob")
    with app.app_context():
        store = services().games.tables.store
        assert isinstance(store.redis, ClusterClient)
        streams: dict[str, str] = {}
        while len({store.redis.server_of(stream) for stream in streams.values()}) < 2:
            game_id = ann.post("/api/games", {"rulebook": TITLE, "players": 2})["id"]
            bob.post(f"/api/games/{game_id}/seats", {})
            play_to_the_end(game_id, [ann, bob], random.Random(5), most=4)
            bob.post(f"/api/games/{game_id}/moves", {"type": "Resign"})
            streams[game_id] = names_of(game_id, store.partitions).events
        before = {game_id: told(app, game_id) for game_id in streams}
        moved = app.test_cli_runner().invoke(args=["archive", "--after", "0"])
        assert moved.exit_code == 0, moved.output
        assert {store.redis.xlen(stream) for stream in streams.values()} == {0}
        assert {game_id: told(create_app(here), game_id) for game_id in streams} == before
        served = house.get(f"/api/games/{game_id}/events?limit=5000")["events"]
        assert json.dumps(served) == json.dumps(json.loads(before[game_id]["/events?limit=5000"][1])["events"])
        assert all(Archivist(services().games.tables, None).bring_back(game_id) for game_id in streams)
        assert all(store.redis.xlen(stream) > 1 for stream in streams.values())
    assert {game_id: told(create_app(here), game_id) for game_id in streams} == before


def test_one_server_away_stops_only_its_own_games(house: Client, cluster: Cluster, tmp_path: Path) -> None:
    """A move in a game on another server works, whatever else the missing server stores."""
    slots = connect(cluster.url, tmp_path)
    assert isinstance(slots, ClusterClient)
    setting = cluster.nodes[0].redis
    setting.config_set("cluster-require-full-coverage", "yes")
    (note,) = check_durability(slots)
    setting.config_set("cluster-require-full-coverage", "no")
    assert "while one server is away no game goes on" in note and check_durability(slots) == ()
    address = slots.server_of("stele:{ground}:version")
    away = next(node for node in cluster.nodes if address.endswith(f":{node.port}"))

    def is_away(name: str) -> bool:
        return slots.server_of(name) == address

    pair: list[Client] = []
    while len(pair) < 2:
        one = house.sign_up("Cleo")
        if not is_away(f"{{{one.player['id']}}}") and not is_away(f"{{{hash_of(one.token or '')}}}"):
            pair.append(one)
    games: dict[bool, tuple[Client, str, object]] = {}
    while len(games) < 2:
        game_id = pair[0].post("/api/games", {"rulebook": TITLE, "players": 2})["id"]
        path = f"/api/games/{game_id}"
        pair[1].post(f"{path}/seats", {})
        client = pair[house.get(path)["to_act"][0]]
        move = client.get(f"{path}/legal-moves")["moves"][0]["move"]
        games[is_away(names_of(game_id, PARTITIONS).head)] = client, f"{path}/moves", move
    closures, names = Closures(slots), NameCache(slots, lambda _ids: {}, itertools.count(step=60).__next__)
    known = closures.findings(now=True), names.changes()
    away.kill()
    try:
        assert (closures.findings(now=True), names.changes()) == known
        client, path, move = games[False]
        assert client.call("POST", path, move, Idempotency_Key="key").status == 201
        client, path, move = games[True]
        assert client.call("POST", path, move, Idempotency_Key="key").status == 503
        ready = house.call("GET", "/health/ready")
        assert (ready.status, ready.body["status"]) == (200, "degraded")
        assert re.search("no move can be made in 3[0-9]% of the games", ready.body["notes"][0])
        assert re.search(rb"stele_record_reached 0.0\n(#.*\n)*stele_record_writable_ratio 0.6", house.get("/metrics"))
    finally:
        away.start()
    assert moved(client, path, move, "key").status == 201
    assert house.get("/health/ready")["status"] == "ready"


def over(client: Client) -> list[dict]:
    """This player's notices about finished games."""
    notices: list[dict] = client.get("/api/me/notices?limit=100")["notices"]
    return [one for one in notices if one["kind"] == "over"]


def moved(client: Client, path: str, move: object, key: str) -> Answer:
    """The answer to this move, sent again with its key while the database is unavailable."""
    answers: list[Answer] = []

    def is_answered() -> bool:
        answers.append(client.call("POST", path, move, Idempotency_Key=key))
        return answers[-1].status != 503

    until(is_answered)
    return answers[-1]
