"""The whole house on a cluster: three servers that write, a replica of each, a web and a worker."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.api.clients import Answer, Client, table_of
from tests.clusters import Cluster, until
from tests.serving import Served

MOVES_BEFORE = 12


@pytest.fixture
def cluster(server_directory: Callable[[str], Path]) -> Iterator[Cluster]:
    """Three servers with a replica each."""
    started = Cluster(server_directory("house"), replicas=True)
    try:
        yield started.start()
    finally:
        started.stop()


def moved(client: Client, path: str, move: object, key: str) -> Answer:
    """The answer to this move, sent again with its key for as long as the record cannot be reached."""
    answers: list[Answer] = []

    def is_answered() -> bool:
        answers.append(client.call("POST", path, move, Idempotency_Key=key))
        return answers[-1].status != 503

    until(is_answered)
    return answers[-1]


def test_a_game_is_played_through_while_a_server_dies(
    cluster: Cluster, server_directory: Callable[[str], Path]
) -> None:
    """Every call works as on one server; who moves while one dies sends it again, and each move counts once."""
    served = Served(server_directory("web"), REDIS_URL=cluster.url, STELE_REPLICAS="1").start()
    try:
        gallery = Client(served.url)
        game_id, clients = table_of(gallery, "kheops", ["Ada", "Bea"])
        path, lot = f"/api/games/{game_id}", random.Random(3)
        positions: list[str] = []
        while (game := ask(clients[0], path))["status"] == "playing":
            seat, key = lot.choice(game["to_act"]), f"move-{len(positions)}"
            move = lot.choice(ask(clients[seat], f"{path}/legal-moves")["moves"])["move"]
            if len(positions) == MOVES_BEFORE:
                victim = cluster.holder(f"*:game:{game_id}:head")
                victim.kill()
                assert clients[seat].call("POST", f"{path}/moves", move, Idempotency_Key=key).status == 503
                cluster.wait_for_another(victim)
                victim.start()
            answer = moved(clients[seat], f"{path}/moves", move, key)
            assert answer.status == 201, answer
            positions.append(answer.body["position"])
        assert len(set(positions)) == len(positions) > MOVES_BEFORE
        frames = [frame["position"] for frame in ask(gallery, f"{path}/replay")["frames"]]
        assert [one for one in frames if one in positions] == positions
        (listed,) = ask(gallery, f"/api/games?player={clients[0].player['id']}")["games"]
        assert listed["status"] == "finished"
        until(lambda: ask(clients[0], "/api/me/notices")["notices"])
    finally:
        served.stop()


def ask(client: Client, path: str) -> dict:
    """The body of a read, asked for again for as long as the record cannot be reached."""
    answers: list[Answer] = []

    def is_answered() -> bool:
        answers.append(client.call("GET", path))
        return answers[-1].status != 503

    until(is_answered)
    assert answers[-1].status == 200, answers[-1]
    body: dict = answers[-1].body
    return body
