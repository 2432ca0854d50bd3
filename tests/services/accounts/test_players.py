"""Players: a token is shown once, stored hashed, and finds its player."""

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from eventstore.valkey.connection import Client
from services.accounts.credentials import Credentials
from services.accounts.name_rules import ALIKE_VERSION, BadName, NameTaken, check_new, settle_name
from services.accounts.players import Player, Players


def test_a_token_finds_its_player(empty_redis: Client) -> None:
    """A player is found by id and token, in any process; a token holds 256 random bits."""
    players = Players(empty_redis)
    (player, token), (other, another) = players.create("Nefertari", 123), players.create("Seti", 1)
    again = Players(empty_redis)
    assert Player(player.id, "Nefertari", 123) == player
    assert player.id == Credentials(empty_redis, "token").find(token, 124).credential.player
    assert player == again.known(player.id) == again.get(player.id) and again.get("nobody") is None
    assert player.id != other.id and token != another and len(token) == 43


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "x" * 41, "a\x00b", "a\u202eb", "\u200b", "a\ud800", "\u3164", "\u2800", "\u115f", "a\u1160",
        "\uffa0", "\u0301\u0302", "a\ufe0f", "x\u0316\u0317\u0318\u0319",
        "Steward", "steward 3", "Stew\u0430rd 3", "STEWARD-12", "Random", "Random l",
        "Operator", "Operator X", "The operator", "0perator", "\u041eperator", "Operator7", "O.p.e.r.a.t.o.r", "Stele",
        "Server", "System 3", "ADMIN", "Moderatore Anna", "Administrador", "BOT Operator", "me", "BOT me", "null", "..",
        "---", "ex-giocatore", "A Former Player",
    ],
)  # fmt: skip
def test_refused_names(name: str) -> None:
    """Empty, endless and invisible ones; those of computer players, of operators and of no player, in any spelling."""
    with pytest.raises(BadName):
        check_new(settle_name(name))


def test_names_are_normalised() -> None:
    """White space is collapsed and text is in Unicode's form NFC, as records require; a beginning is not reserved."""
    assert "Rene\u0301 d'Arc".replace("e\u0301", "\u00e9") == settle_name("  Rene\u0301\n d'Arc ")
    for name in ("Stewardess", "Randolph 3", "Meg", "Systemic", "Operetta", "Anna Me", "\U0001f3b2", "Player 7"):
        check_new(settle_name(name))


@pytest.mark.parametrize(
    "name", ["alice", "ALICE", "\u0410lice", "AIice", "A1ice", "\U0001d4d0lice", "  Alice  ", "ａｌｉｃｅ"]
)
def test_a_name_is_taken_once(empty_redis: Client, name: str) -> None:
    """A name is taken also in look-alike letters: capitals, Cyrillic, digits, mathematical letters."""
    players = Players(empty_redis)
    players.create("Alice", 1)
    with pytest.raises(NameTaken):
        players.create(name, 2)
    assert players.create("Alicia", 2)


def test_a_concurrent_sign_up_gets_no_taken_name(empty_redis: Client) -> None:
    """Taking a name is one step in the store."""

    def sign_up(_number: int) -> bool:
        try:
            return bool(Players(empty_redis).create("Cleopatra", 1))
        except NameTaken:
            return False

    with ThreadPoolExecutor(8) as threads:
        assert 1 == sum(threads.map(sign_up, range(24)))


def test_an_interrupted_sign_up_frees_the_name(empty_redis: Client) -> None:
    """A name is kept permanently only with its player; a refused name keeps no look-alike."""
    players = Players(empty_redis)
    players.create("Alice", 1)
    with pytest.raises(NameTaken):
        players.create("AlICE", 1)
    assert players.create("ALLCE", 1)
    assert all(-1 == empty_redis.ttl(key) for key in empty_redis.scan_iter("stele:{names}:*"))


def test_early_players_keep_their_names(empty_redis: Client) -> None:
    """Two early players with one name both keep it; it belongs to the first, and is not given again."""
    for player_id, at in (("second", 20), ("first", 10)):
        empty_redis.hset(f"stele:player:{{{player_id}}}", mapping={"name": "Ramses", "created_at": at})
    players = Players(empty_redis)
    with pytest.raises(NameTaken):
        players.create("ramses", 30)
    assert b"first" == empty_redis.get("stele:{names}:ramses")
    assert "Ramses" == players.get("first").name == players.get("second").name
    assert ALIKE_VERSION.encode() == empty_redis.get("stele:names-settled")


def test_early_players_with_reserved_names_stay(empty_redis: Client) -> None:
    """Early players with reserved names are still found, and no other player can take such a name."""
    players = Players(empty_redis)
    player, _token = players.create("Ada", 1)
    empty_redis.hset(f"stele:player:{{{player.id}}}", "name", "Operator")
    empty_redis.delete("stele:names-settled")
    assert (found := Players(empty_redis).named("operator")) is not None and found.name == "Operator"
    for name in ("Operator", "Stew\u0430rd 3", ""):
        with pytest.raises(BadName):
            players.create(name, 2)


def test_a_renamed_player_gives_the_old_name_up(empty_redis: Client) -> None:
    """Another player can take the old name, unless it looks like the new one; the rules of names hold."""
    players = Players(empty_redis)
    ramses, seti = players.enrol("Ramses", 1), players.enrol("Seti", 2)
    for taken in ("seti", "SETI"):
        with pytest.raises(NameTaken):
            players.rename(ramses.id, taken)
    for bad in ("", "BOT Ramses", "Operator"):
        with pytest.raises(BadName):
            players.rename(ramses.id, bad)
    assert players.get(ramses.id) == ramses == players.named("ramses")
    assert players.rename(ramses.id, "RAMSES") == players.named("ramses") == Player(ramses.id, "RAMSES", 1)
    assert players.rename(ramses.id, "Merenptah") == players.named("merenptah")
    assert [one.name for one in players.found("meren")] == ["Merenptah"] and players.found("rams") == []
    assert players.named("Ramses") is None and players.enrol("Ramses", 3).id != ramses.id
    assert players.rename("nobody", "Amun") is None
    bot = players.enrol("Ramses' bot", 4, owner=seti.id)
    renamed = players.rename(bot.id, "Seti's bot")
    assert renamed is not None and renamed.name == "BOT Seti's bot" and renamed.owner == seti.id


class Killed(Exception):
    """Raised where the process is imagined to be killed."""


def _dying(calls: Iterator[int], real: Callable[..., object], *arguments: object, **more: object) -> object:
    """Call the store as often as there are `calls`, and die at the next one."""
    if next(calls, None) is None:
        raise Killed
    return real(*arguments, **more)


@pytest.mark.parametrize("step", ["hset", "hget", "zadd", "zrem", "delete", "hdel"])
def test_an_interrupted_renaming_is_repeated(empty_redis: Client, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """After an interruption at any step the player is found by the current name, and a repetition frees the old
    name.
    """
    players = Players(empty_redis)
    ada = players.enrol("Ada", 1)
    players.index()
    for most in range(9):
        player = players.get(ada.id)
        wanted = "Ada" if player.name == "Grace" else "Grace"
        calls, real = iter(range(most + 1)), getattr(empty_redis, step)
        dying = partial(_dying, calls, real)
        with monkeypatch.context() as patched:
            patched.setattr(empty_redis, step, dying)
            with contextlib.suppress(Killed):
                players.rename(ada.id, wanted)
        now = players.get(ada.id).name
        assert now in ("Ada", "Grace") and now in [one.name for one in players.found(now)]
        players.rename(ada.id, wanted)
        assert players.named(wanted) == players.get(ada.id)
        other = players.enrol(now if now != wanted else ("Ada" if wanted == "Grace" else "Grace"), 2)
        players.forget(other.id)


def test_a_deleted_player_is_not_renamed(empty_redis: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deletion between the claim of a name and its storing leaves nothing of the player."""
    players = Players(empty_redis)
    ada = players.enrol("Ada", 1)
    claim = players._claim

    def deleting(*arguments, **more):
        taken = claim(*arguments, **more)
        players.forget(ada.id)
        return taken

    monkeypatch.setattr(players, "_claim", deleting)
    assert players.rename(ada.id, "Grace") is None
    assert players.names([ada.id]) == {} and players.found("grace") == players.found("ada") == []
    monkeypatch.undo()
    assert {players.enrol(name, 2).name for name in ("Ada", "Grace")} == {"Ada", "Grace"}


def test_players_from_before_are_listed_by_their_sign_up(empty_redis: Client) -> None:
    """The list is made once from the players of versions without it; bots and deleted players are not in it."""
    players = Players(empty_redis)
    ids = [players.enrol(name, at).id for at, name in enumerate(("Ada", "Bo", "Cleo"), start=1)]
    players.enrol("BOT Ada", 9, owner=ids[0])
    empty_redis.delete("stele:{joined}:players")
    assert [(ids[2], 3), (ids[1], 2)] == players.joined(0, 2)
    assert [(ids[0], 1)] == players.joined(2, 2)
    players.forget(ids[2])
    newest = players.enrol("Dora", 10).id
    assert [newest, ids[1], ids[0]] == [one for one, _at in Players(empty_redis).joined(0, 9)]
