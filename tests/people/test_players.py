"""Players: a token is shown once, stored hashed, and finds its player."""

import pytest

from eventstore.connection import Client
from people.players import BadName, Player, Players, settle_name


def test_a_token_finds_its_player(redis_server: Client) -> None:
    """A player is found by id and token, in any process."""
    player, token = Players(redis_server).create("Nefertari", 123)
    again = Players(redis_server)
    assert Player(player.id, "Nefertari", 123) == player
    assert player == again.by_token(token) == again.by_token(token) == again.get(player.id)


def test_a_token_that_nobody_has_finds_nobody(redis_server: Client) -> None:
    """An unknown token is asked for anew each time: it may be given out by another process any moment."""
    players = Players(redis_server)
    assert players.by_token("nobody's") is None
    assert players.get("nobody") is None


def test_the_token_itself_is_stored_nowhere(redis_server: Client) -> None:
    """Neither a key nor a value holds it."""
    _player, token = Players(redis_server).create("Ramses", 1)
    for key in redis_server.scan_iter("stele:token:*", 1000):
        assert token.encode() not in key and token.encode() not in redis_server.get(key)


def test_tokens_and_ids_differ(redis_server: Client) -> None:
    """Two players of the same name are two players; a token holds 256 random bits."""
    players = Players(redis_server)
    (one, token), (two, other) = players.create("Ramses", 1), players.create("Ramses", 1)
    assert one.id != two.id and token != other
    assert 43 == len(token)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b", "a\u202eb", "\u200b", "a\ud800"])
def test_names_can_be_seen(redis_server: Client, name: str) -> None:
    """Empty, endless and invisible names are refused."""
    with pytest.raises(BadName):
        Players(redis_server).create(name, 1)


def test_names_are_settled() -> None:
    """Space is evened out and text is in Unicode's form NFC, as the record demands it."""
    assert "Rene\u0301 d'Arc".replace("e\u0301", "\u00e9") == settle_name("  Rene\u0301\n d'Arc ")
