"""Player search: players are found by the beginning of a name or of one of its words, as name claims compare names."""

import pytest

from eventstore.valkey.connection import Client
from services.accounts.players import Players

INDEX = "stele:players-by-name"


@pytest.fixture
def players(empty_redis: Client) -> Players:
    """Some players, the first of whom signed up first."""
    made = Players(empty_redis)
    for at, name in enumerate(["Zoë Marlowe", "Mario", "María", "Ann", "Annabel", "Łukasz Ann", "Карл"]):
        made.enrol(name, at)
    return made


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("zoe", ["Zoë Marlowe"]),
        ("ZOË m", ["Zoë Marlowe"]),
        ("marl", ["Zoë Marlowe"]),
        ("mari", ["María", "Mario"]),
        ("MARÍ", ["María", "Mario", "Zoë Marlowe"]),
        ("lukasz", ["Łukasz Ann"]),
        ("ann", ["Ann", "Łukasz Ann", "Annabel"]),
        ("Аnn", ["Ann", "Łukasz Ann", "Annabel"]),
        ("карл", ["Карл"]),
        ("nabel", []),
        ("", []),
        ("   ", []),
        ("\u0301", []),
    ],
)
def test_the_beginning_of_a_name_finds_it(players: Players, text: str, names: list[str]) -> None:
    """Search ignores case, accents and look-alikes, shows exact words first, and finds no player for an empty text."""
    assert sorted(names) == sorted(one.name for one in players.found(text))
    assert [one.name for one in players.found(text, limit=1)] == [one.name for one in players.found(text)][:1]


def test_an_exact_name_comes_first(players: Players) -> None:
    """An exact name comes first, however many names begin with it."""
    for number in range(30):
        players.enrol(f"Anna {number}", number)
    found = players.found("ann", limit=5)
    assert len(found) == 5 and {"Ann", "Łukasz Ann"} == {one.name for one in found[:2]}


def test_players_can_be_left_out(players: Players) -> None:
    """A search can leave out players, such as suspended ones."""
    ann = players.named("Ann")
    assert ann is not None and "Ann" not in {one.name for one in players.found("ann", {ann.id})}


def test_a_deleted_player_is_not_in_the_index(players: Players, empty_redis: Client) -> None:
    """A player whose deletion has begun is not found, even if the name is gone before the index is cleared."""
    mario = players.named("Mario")
    assert mario is not None
    players.bury(mario.id)
    assert players.found("mario") == []
    players.forget(mario.id)
    assert not [member for member in empty_redis.zrange(INDEX, 0, -1) if mario.id.encode() in member]
    players.search.add(mario.id, "Mario")  # another process was just rebuilding the index
    players.forget(mario.id)
    assert not [member for member in empty_redis.zrange(INDEX, 0, -1) if mario.id.encode() in member]


def test_a_store_without_an_index_gets_one(players: Players, empty_redis: Client) -> None:
    """No player of an earlier version is lost, whether the first thing after the upgrade is a search or a sign-up."""
    before = empty_redis.zrange(INDEX, 0, -1)
    for first in ("search", "sign-up"):
        empty_redis.delete(INDEX, "stele:players-indexed")
        upgraded = Players(empty_redis)
        if first == "sign-up":
            upgraded.enrol("Newcomer", 99)
        assert ["Mario"] == [one.name for one in upgraded.found("mario")]
        assert set(before) <= set(empty_redis.zrange(INDEX, 0, -1))


def test_an_interrupted_sign_up_is_not_found(players: Players) -> None:
    """A name in the index without a player is passed over."""
    players.search.add("nobody", "Mariola")
    assert "Mariola" not in {one.name for one in players.found("mari")}
