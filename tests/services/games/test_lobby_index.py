"""Lobby index: exactly once, found by every filter, paged without a gap, private games kept private."""

import random
from itertools import product
from typing import Any

import msgspec
import pytest
from redis.crc import key_slot

from domain.game import Resign, TakeSeat
from domain.terms import GameTerms
from eventstore.keys import partition_of
from eventstore.log import LogReader
from eventstore.projection import Change
from eventstore.store import Store
from eventstore.valkey.cluster import ClusterClient
from eventstore.valkey.connection import Client
from services.games.lobby.index import BadCursor, Facets, Listing, ListQuery, LobbyIndex
from services.games.lobby.lobby import Lobby
from services.games.lobby.summary import facets_of
from services.games.tables import Tables


@pytest.fixture
def lobby(empty_redis: Client) -> LobbyIndex:
    """An empty lobby."""
    return LobbyIndex(empty_redis)


def lobby_of(tables: Tables) -> Lobby:
    """The lobby of the games at these tables."""
    return Lobby(tables, LogReader(tables.store.redis, tables.store.partitions), LobbyIndex(tables.store.redis))


def facets(**changes: Any) -> Facets:
    """The facets of a game that waits for players."""
    usual = Facets("waiting", "senet", False, ("ann",), (), 1000, 1000)
    return msgspec.structs.replace(usual, **changes)


def change(partition: int, number: int, game_id: str, summary: bytes = b"", found: Facets | None = None) -> Change[Any]:
    """A record's effect on its game: the game gets this summary and these facets, or leaves the lobby."""
    return Change(partition, number, game_id, None if found is None else Listing(summary, found))


def apply(lobby: LobbyIndex, *changed: Any) -> bool:
    """Store one record's effect on its game, and return whether it was new."""
    return bool(lobby.apply(lobby.build() or lobby.clear(), [change(*changed)]))


def test_a_record_counts_exactly_once(lobby: LobbyIndex) -> None:
    """A repeated or late record changes nothing; each partition has its own checkpoint."""
    assert {} == lobby.checkpoints()
    assert apply(lobby, 3, 1, "g", b"first", facets())
    assert apply(lobby, 3, 2, "g", b"second", facets(status="playing"))
    assert not apply(lobby, 3, 2, "g", b"again", facets())
    assert not apply(lobby, 3, 1, "g", b"late", facets())
    assert apply(lobby, 4, 1, "h", b"other", facets())
    assert {3: 2, 4: 1} == lobby.checkpoints()
    assert ([b"second"], None) == lobby.list_games(ListQuery(status="playing"))
    assert ([b"other"], None) == lobby.list_games(ListQuery(status="waiting"))


def test_a_game_moves_between_the_indexes(lobby: LobbyIndex) -> None:
    """A game is found by its current facets and not by its earlier ones."""
    apply(lobby, 0, 1, "g", b"1", facets(players=("ann",), waiting_for=("ann",)))
    apply(lobby, 0, 2, "g", b"2", facets(status="playing", players=("ann", "bob"), waiting_for=("bob",)))
    assert [] == lobby.list_games(ListQuery(status="waiting"))[0] == lobby.turns("ann")
    for found in (
        lobby.list_games(ListQuery(status="playing"))[0],
        lobby.list_games(ListQuery(player="ann"))[0],
        lobby.list_games(ListQuery(player="bob"))[0],
        lobby.list_games(ListQuery(rulebook="senet"))[0],
        lobby.list_games()[0],
        lobby.turns("bob"),
    ):
        assert [b"2"] == found


def test_a_removed_game_leaves_no_trace(lobby: LobbyIndex) -> None:
    """An empty summary removes the game from every list, and the checkpoint advances."""
    apply(lobby, 0, 1, "g", b"1", facets(private=True, waiting_for=("ann",)))
    assert apply(lobby, 0, 2, "g", b"")
    assert apply(lobby, 0, 3, "never seen", b"")
    assert ([], None) == lobby.list_games(include_private_for="ann")
    assert [] == lobby.turns("ann")
    assert {0: 3} == lobby.checkpoints()


def test_batched_records_count_like_single_ones(lobby: LobbyIndex) -> None:
    """Records behind the checkpoint change nothing, also in a batch.

    A player who is still asked keeps their waiting time.
    """
    apply(lobby, 0, 2, "g", b"g2", facets(waiting_for=("ann", "bob"), updated_at=20))
    listings = [
        change(0, 1, "g", b"late", facets()),
        change(0, 3, "h", b"h3", facets(waiting_for=("ann",), updated_at=30)),
        change(0, 4, "g", b"g4", facets(waiting_for=("ann",), updated_at=40)),
        change(0, 5, "gone"),
        change(1, 1, "i", b"i1", facets(waiting_for=("bob",), updated_at=10, private=True)),
    ]
    build = lobby.build() or ""
    assert [4, 0, 0] == [lobby.apply(build, some) for some in (listings, listings, [])]
    assert lobby.apply("an earlier build", listings) is None
    assert {0: 5, 1: 1} == lobby.checkpoints()
    assert ([b"g4", b"h3"], [b"i1"]) == (lobby.turns("ann"), lobby.turns("bob"))
    assert {b"g4", b"h3"} == set(lobby.list_games()[0])


def test_games_of_one_partition_have_their_current_state(empty_redis: Client, store: Store) -> None:
    """However games are interleaved in a partition's log, the index has their current state."""
    tables = Tables(store)
    same = [name for name in map("g{}".format, range(1000)) if partition_of(name, store.partitions) == 7][:3]
    for game_id in same:
        tables.open(GameTerms("kheops", 2), creator=TakeSeat(0, player="ann"), game_id=game_id)
    for game_id in same:
        tables.command(game_id, TakeSeat(0, player="bob"), "public")
    tables.command(same[0], Resign(0), 0)
    lobby = lobby_of(tables)
    listed = {game["id"]: game["digest"] for game in lobby.games(asking=None)[0]}
    assert {game_id: tables.seen(game_id).digest.hex() for game_id in same} == listed


def test_filters_combine(lobby: LobbyIndex) -> None:
    """All filters must hold at once."""
    kinds = product(("waiting", "playing"), ("senet", "go"), ("ann", "bob"))
    for number, (status, rulebook, player) in enumerate(kinds, start=1):
        found = facets(status=status, rulebook=rulebook, players=(player,))
        apply(lobby, 0, number, f"g{number}", f"{status} {rulebook} {player}".encode(), found)
    assert [b"playing go bob"] == lobby.list_games(ListQuery(status="playing", player="bob", rulebook="go"))[0]
    assert {b"waiting go ann", b"waiting senet ann"} == set(
        lobby.list_games(ListQuery(status="waiting", player="ann"))[0]
    )
    assert 4 == len(lobby.list_games(ListQuery(rulebook="go"))[0])
    assert (
        []
        == lobby.list_games(ListQuery(rulebook="chess"))[0]
        == lobby.list_games(ListQuery(status="waiting", player="eve"))[0]
    )


@pytest.mark.parametrize("filters", [{}, {"status": "waiting"}, {"status": "waiting", "rulebook": "senet"}])
def test_pages_follow_each_other_without_a_gap(lobby: LobbyIndex, filters: dict[str, Any]) -> None:
    """Pages are newest first and have no gaps, even with games created in one instant; later games shift no page."""
    for number in range(1, 26):
        apply(lobby, 0, number, f"g{number:02d}", b"g%02d" % number, facets(created_at=1000 + number // 3))
    seen: list[bytes] = []
    cursor = None
    while True:
        page, cursor = lobby.list_games(ListQuery(cursor=cursor, limit=4, **filters))
        assert len(page) <= 4
        seen += page
        late = 100 + len(seen)
        apply(lobby, 0, late, f"late{late}", b"late", facets(created_at=9000 + late))
        if cursor is None:
            break
    assert [b"g%02d" % number for number in range(25, 0, -1)] == seen


def test_a_list_that_ends_with_its_page_has_no_next_one(lobby: LobbyIndex) -> None:
    """No cursor leads to an empty page."""
    for number in range(1, 5):
        apply(lobby, 0, number, f"g{number}", b"x", facets(created_at=number))
    assert (4, None) == (len(lobby.list_games(ListQuery(limit=4))[0]), lobby.list_games(ListQuery(limit=4))[1])
    page, cursor = lobby.list_games(ListQuery(limit=3))
    assert 3 == len(page)
    assert ([b"x"], None) == lobby.list_games(ListQuery(limit=3, cursor=cursor))


@pytest.mark.parametrize(
    "cursor", ["x", "1:g", "00000000000100g", "000000000001000:", "-00000000000100:g", "000000000001000:\ud800"]
)
def test_a_made_up_cursor_is_refused(lobby: LobbyIndex, cursor: str) -> None:
    """A made-up cursor would lead to a page that does not exist, and is refused."""
    with pytest.raises(BadCursor):
        lobby.list_games(ListQuery(cursor=cursor))


def test_private_games_are_listed_for_their_players_alone(lobby: LobbyIndex) -> None:
    """With any filter, only its players find a private game; once it is public again, all do."""
    apply(lobby, 0, 1, "open", b"open", facets(created_at=1))
    apply(lobby, 0, 2, "own", b"own", facets(created_at=2, private=True, players=("ann", "bob")))
    apply(lobby, 0, 3, "other", b"other", facets(created_at=3, private=True, players=("eve",)))
    assert [b"open"] == lobby.list_games()[0]
    assert [b"own", b"open"] == lobby.list_games(include_private_for="bob")[0]
    assert [b"open"] == lobby.list_games(ListQuery(player="ann"))[0]
    assert [b"own"] == lobby.list_games(ListQuery(player="bob"), include_private_for="ann")[0]
    assert [] == lobby.list_games(ListQuery(player="eve"), include_private_for="ann")[0]
    apply(lobby, 0, 4, "other", b"other", facets(created_at=3, players=("eve",)))
    assert [b"other", b"open"] == lobby.list_games()[0]


def test_no_cursor_names_a_private_game(lobby: LobbyIndex) -> None:
    """Between two games of others lies a private one: the first page ends with the game that it shows."""
    apply(lobby, 0, 1, "older", b"older", facets(created_at=1))
    apply(lobby, 0, 2, "secret", b"secret", facets(created_at=2, private=True, players=("eve",)))
    apply(lobby, 0, 3, "newer", b"newer", facets(created_at=3))
    shown, cursor = lobby.list_games(ListQuery(limit=1))
    assert ([b"newer"], f"{3:015}:newer") == (shown, cursor)
    assert ([b"older"], None) == lobby.list_games(ListQuery(cursor=cursor, limit=1))


def test_many_private_games_shorten_a_page_and_hide_nothing(lobby: LobbyIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server checks a limited number of games a page; the cursor leads on to the rest."""
    monkeypatch.setattr("services.games.lobby.index._MOST_LOOKS", 100)
    apply(lobby, 0, 1, "old", b"old", facets(created_at=1))
    for number in range(2, 300):
        apply(lobby, 0, number, f"p{number}", b"private", facets(created_at=number, private=True))
    pages, cursor = 1, lobby.list_games()[1]
    found: list[bytes] = []
    while cursor is not None:
        page, cursor = lobby.list_games(ListQuery(cursor=cursor))
        found += page
        pages += 1
    assert ([b"old"], 3) == (found, pages)


def test_abandoned_games_are_left_out(lobby: LobbyIndex) -> None:
    """Solitary games without activity for long; with any number of them, the rest fill the page."""
    apply(lobby, 0, 1, "shared", b"shared", facets(status="playing", created_at=1, updated_at=1))
    for number in range(2, 300):
        left = facets(status="playing", created_at=number, updated_at=50, solitary=True)
        apply(lobby, 0, number, f"g{number}", b"left", left)
    apply(lobby, 0, 300, "going", b"going", facets(status="playing", created_at=2, updated_at=100, solitary=True))
    assert ([b"going", b"shared"], None) == lobby.list_games(ListQuery(status="playing", left_before=100, limit=2))
    assert [b"left"] * 5 == lobby.list_games(ListQuery(status="playing", limit=5))[0]
    apply(lobby, 0, 301, "g299", b"again", facets(status="playing", created_at=299, updated_at=101, solitary=True))
    apply(lobby, 0, 302, "g298", b"over", facets(status="finished", created_at=298, updated_at=60))
    assert [b"again", b"going", b"shared"] == lobby.list_games(ListQuery(status="playing", left_before=100))[0]
    assert [b"over"] == lobby.list_games(ListQuery(status="finished", left_before=100))[0]


def test_the_game_that_waits_longest_comes_first(lobby: LobbyIndex) -> None:
    """A player who stays asked during other players' moves has waited since the first question."""
    apply(lobby, 0, 1, "a", b"a", facets(waiting_for=("ann", "bob"), updated_at=10))
    apply(lobby, 0, 2, "b", b"b", facets(waiting_for=("ann",), updated_at=20))
    apply(lobby, 0, 3, "a", b"a", facets(waiting_for=("ann",), updated_at=30))
    assert [b"a", b"b"] == lobby.turns("ann")
    apply(lobby, 0, 4, "a", b"a", facets(waiting_for=("bob",), updated_at=40))
    apply(lobby, 0, 5, "a", b"a", facets(waiting_for=("ann",), updated_at=50))
    assert [b"b", b"a"] == lobby.turns("ann")


def pages(lobby: LobbyIndex, asking: str | None, **asked: Any) -> list[list[bytes]]:
    """All pages of seven that match these filters."""
    found: list[list[bytes]] = []
    cursor = None
    while not found or cursor is not None:
        page, cursor = lobby.list_games(ListQuery(cursor=cursor, limit=7, **asked), asking)
        found.append(page)
    return found


def listed(redis: Client) -> dict[str, Any]:
    """The answers of a lobby about some games that came, changed, and left at random."""
    lobby, lot = LobbyIndex(redis), random.Random(5)
    build = lobby.clear()
    for number in range(1, 600):
        game, at = lot.randrange(150), 1000 + number
        players = tuple(lot.sample(("ann", "bob", "eve", "dan"), 2))
        found = Facets(
            lot.choice(("waiting", "playing", "finished")), lot.choice(("senet", "go")), lot.random() < 0.2, players,
            players[: lot.randrange(3)], 1000 + game // 3, at, lot.random() < 0.1, lot.random() < 0.3,
            deadline=lot.choice((0, at)), reminder=lot.choice((0, at // 2)), size=lot.choice((2, 3)),
        )  # fmt: skip
        left = lot.random() < 0.1
        one = change(game % 64, number, f"g{game:03d}", b"%d %d" % (game, number), None if left else found)
        assert lobby.apply(build, [one]) == 1
    lists: list[dict[str, Any]] = [
        {},
        {"status": "playing"},
        {"player": "ann", "rulebook": "go"},
        {"players": 3},
        {"left_before": 1400},
    ]
    return {
        "lists": [pages(lobby, asking, **asked) for asked in lists for asking in (None, "ann")],
        "turns": [lobby.turns(player) for player in ("ann", "bob", "nobody")],
        "disputed": lobby.disputed(),
        "all": [list(lobby.all_of(status)) for status in ("waiting", "playing")],
        "due": [lobby.due(kind, until) for kind in ("deadline", "reminder") for until in (0, 1300, 9999)],
        "apart": lobby.due("deadline", 9999, set(lobby.due("deadline", 1400))),
        "reminded": [lobby.remind(game, {"0:1": game}) for game in (*lobby.due("reminder", 600), "g000", "g000")],
        "left": lobby.due("reminder", 9999),
        "ids": lobby.game_ids(),
    }


def test_a_divided_lobby_answers_as_a_whole_one(empty_redis: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a cluster every list is merged from all parts, among which the games are divided."""
    monkeypatch.setattr(Client, "parts", ClusterClient.parts)
    divided = listed(empty_redis)
    summaries = list(empty_redis.scan_iter("stele:{lobby*}:summaries"))
    assert len(summaries) == ClusterClient.parts == len({key_slot(name) for name in summaries})
    empty_redis.flushall()
    monkeypatch.setattr(Client, "parts", 1)
    assert divided == listed(empty_redis)
    assert [b"stele:{lobby}:summaries"] == list(empty_redis.scan_iter("stele:{lobby*}:summaries"))
    assert all(len(pages) > 1 for pages in divided["lists"]) and divided["turns"][0] and divided["due"][-1]


def test_facets_are_the_gallerys_view(lobby: LobbyIndex, store: Store, game_id: str) -> None:
    """A game's players are the persons seated; it waits for those who must move and have not resigned."""
    tables = Tables(store, iter(range(1500, 9000, 500)).__next__)
    tables.open(
        GameTerms("kheops", 2, {"white": "first"}, private=True), creator=TakeSeat(0, player="ann"), game_id=game_id
    )
    assert Facets("waiting", "kheops", True, ("ann",), (), 1500, 2000, size=2, open=True) == facets_of(
        tables.seen(game_id)
    )
    tables.command(game_id, TakeSeat(0, player="bob"), "public")
    found = facets_of(tables.seen(game_id))
    assert Facets("playing", "kheops", True, ("ann", "bob"), ("ann",), 1500, 2500, size=2) == found
    apply(lobby, 0, 1, game_id, b"x", found)
    assert [b"x"] == lobby.turns("ann") == lobby.list_games(ListQuery(player="bob"), include_private_for="bob")[0]
    tables.command(game_id, Resign(0), 0)
    assert () == facets_of(tables.seen(game_id)).waiting_for


def test_a_game_is_abandoned_when_its_one_person_has_been_away_for_an_hour(empty_redis: Client, store: Store) -> None:
    """A game with one person can be abandoned; a game of two persons stays watchable, however long it waits."""
    now = [10**12]
    tables = Tables(store, lambda: now[0])
    lobby = lobby_of(tables)
    for name, computers in (("alone", ("steward",)), ("shared", ())):
        tables.open(GameTerms("kheops", 2, computers=computers), creator=TakeSeat(0, player="ann"), game_id=name)
    tables.command("shared", TakeSeat(0, player="bob"), "public")

    def listed(watchable: bool) -> set[str]:
        return {game["id"] for game in lobby.games(asking=None, status="playing", watchable=watchable)[0]}

    now[0] += 3_600_000
    assert {"alone", "shared"} == listed(True)
    now[0] += 1
    assert ({"shared"}, {"alone", "shared"}) == (listed(True), listed(False))


def test_the_lobby_can_be_rebuilt(lobby: LobbyIndex) -> None:
    """Cleared, it is empty, checkpoints included."""
    apply(lobby, 0, 1, "g", b"g", facets(waiting_for=("ann",)))
    lobby.clear()
    assert ({}, ([], None), []) == (lobby.checkpoints(), lobby.list_games(), lobby.turns("ann"))


def test_an_earlier_form_is_dropped(empty_redis: Client, store: Store, game_id: str) -> None:
    """Summaries of the first form have the players' names; the lists are rebuilt from the logs, with ids."""
    tables = Tables(store)
    tables.open(GameTerms("kheops", 2), creator=TakeSeat(0, player="ann"), game_id=game_id)
    for form in ("", "2:"):
        empty_redis.delete("stele:{lobby}:making")
        empty_redis.hset(f"stele:{{lobby}}:{form}checkpoints", "0", 99)
        empty_redis.hset(f"stele:{{lobby}}:{form}summaries", game_id, b'{"seats": [{"name": "Ann"}]}')
        lobby = lobby_of(tables)
        (shown,) = lobby.games(asking=None)[0]
        assert (shown["id"], shown["seats"][0]["player"]) == (game_id, "ann")
        assert not empty_redis.exists("stele:{lobby}:2:checkpoints", "stele:{lobby}:2:summaries")
        kept: Any = empty_redis.hvals("stele:{lobby}:summaries")
        assert len(kept) == 1 and b"Ann" not in kept[0] and b'"player":"ann"' in kept[0]


@pytest.mark.parametrize(
    "name", ["id", "seats", "player", "kind", "title", "status", "to_act", "deadlines", "updated_at"]
)
def test_a_damaged_summary_rebuilds_the_lobby(empty_redis: Any, store: Store, game_id: str, name: str) -> None:
    """A member is missing, or is no text: every list is answered, from the record."""
    tables = Tables(store)
    tables.open(GameTerms("kheops", 2), creator=TakeSeat(0, player="ann"), game_id=game_id)
    tables.command(game_id, TakeSeat(0, player="bob"), "public")
    lobby = lobby_of(tables)

    def lists() -> list[list[dict[str, Any]]]:
        return [lobby.games(asking=None)[0], lobby.turns("ann"), lobby.turns("bob")]

    sound = lists()
    assert [0, 1, 1] == sorted(len(one) for one in sound)
    summaries, member = "stele:{lobby}:summaries", b'"%s":' % name.encode()
    (kept,) = empty_redis.hvals(summaries)
    for changed in (b'"%s?":' % name.encode(), b'"\xff":', b""):
        assert member in kept
        empty_redis.hset(summaries, game_id, kept.replace(member, changed))
        assert sound == lists()
    tables.command(game_id, Resign(0), 0)
    over = lists()
    assert [0, 0, 1] == sorted(len(one) for one in over)
    (compressed,) = empty_redis.hvals(summaries)
    assert len(compressed) < len(kept)
    empty_redis.hset(summaries, game_id, compressed[:-9])
    assert over == lists()
