"""Cluster routing: the client's reading of a URL, and the name that routes a command; no server is needed."""

import random
from collections import Counter
from typing import Any

import pytest
from redis.crc import key_slot

from eventstore.keys import partition_of, partitions_for, tag
from eventstore.projection import part_names
from eventstore.valkey.cluster import ClusterClient, _key_of, _read


@pytest.mark.parametrize(
    ("url", "servers", "more"),
    [
        ("redis+cluster://one:7000,two", ["one:7000", "two:6379"], {}),
        ("redis+cluster://[::1]:7001", ["::1:7001"], {}),
        ("redis+cluster://:p%3Aw@one:7000", ["one:7000"], {"password": "p:w"}),
        ("rediss+cluster://me:word@one:7000", ["one:7000"], {"ssl": True, "username": "me", "password": "word"}),
    ],
)
def test_a_url_names_servers_and_how_to_sign_in(url: str, servers: list[str], more: dict[str, Any]) -> None:
    """Hosts with or without a port, in a list."""
    nodes, found = _read(url)
    assert servers == [node.name for node in nodes] and more == found


def test_a_url_without_servers_is_refused() -> None:
    """The message shows the right form."""
    with pytest.raises(ValueError, match=r"redis\+cluster://host:port,host:port"):
        _read("redis+cluster://")


@pytest.mark.parametrize(
    "command",
    [
        ("GET", "name"),
        ("EVALSHA", "digest", 2, "name", "other"),
        ("XREAD", "COUNT", 3, "STREAMS", "name", "0-0"),
        ("XREADGROUP", "GROUP", "group", "one", "COUNT", 3, "STREAMS", "name", ">"),
        ("XINFO", "GROUPS", "name"),
    ],
)
def test_a_command_is_routed_by_its_name(command: tuple[Any, ...]) -> None:
    """A command is routed by its name at any place in the arguments."""
    assert "name" == _key_of(command)


@pytest.mark.parametrize(("servers", "most"), [(3, 1.3), (4, 1.3), (5, 1.3), (6, 1.3), (12, 1.3), (30, 1.4), (60, 1.6)])
def test_games_are_spread_evenly(servers: int, most: float) -> None:
    """No partition has more than 1.3 times the mean of games, and no server more than its limit allows."""
    lot, partitions = random.Random(1), partitions_for(servers)
    games = Counter(partition_of(f"{lot.getrandbits(60):x}", partitions) for _ in range(200 * partitions))
    shares: Counter[int] = Counter()
    for partition, number in games.items():
        shares[key_slot(tag(partition).encode()) * servers // 16_384] += number
    for counted, parts, limit in ((games, partitions, 1.3), (shares, servers, most)):
        assert max(counted.values()) <= limit * counted.total() / parts


@pytest.mark.parametrize("servers", [2, 3, 6, 16, 32, 60])
def test_the_parts_of_a_read_model_are_spread_evenly(servers: int) -> None:
    """No server has more parts than the mean, rounded up, besides the one whose name was there before."""
    first, *others = part_names("stele:{lobby}", ClusterClient.parts)
    assert first == "stele:{lobby}" and part_names(first, 1) == (first,)
    places = Counter(key_slot(name.encode()) * servers // 16_384 for name in others)
    assert max(places.values()) <= -(-ClusterClient.parts // servers)
