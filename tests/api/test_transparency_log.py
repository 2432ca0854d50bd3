"""Transparency log over HTTP: its tree can be recomputed by all clients, and reveals no more than each may see."""

import gzip
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import partial

import pytest

from api.commands.monitor import look
from audit.transparency.public_log import MERGE_DELAY_SECONDS
from domain.title_loader import find_rulebooks
from eventstore.checkpoints.tiles import Tile
from tests.api.clients import Client, table_of
from tests.eventstore.handmade import eventually
from tests.verify.test_merkle import tree_of
from verify.log import TILE_WIDTH, origin_of_logged
from verify.merkle import EMPTY_ROOT, is_consistent, leaf_hash, root
from verify.notes import read_tree_head
from verify.receipts import LOGGED

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


@pytest.fixture(scope="module")
def logged(served) -> tuple[Client, str, list[Client]]:
    """A logged private game between two players."""
    gallery = Client(served.url)
    game_id, players = table_of(gallery, TITLE, ["Log A", "Log B"], private=True)
    assert eventually(lambda: players[0].call("GET", f"/api/games/{game_id}/proof").status == 200)
    return gallery, game_id, players


def fetched(url: str, path: str) -> tuple[int, bytes, dict[str, str]]:
    """Status, body and headers."""
    try:
        with urllib.request.urlopen(url + path, timeout=60) as response:
            return response.status, response.read(), dict(response.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read(), dict(error.headers)


def leaves_in(bundle: bytes) -> Iterator[bytes]:
    """The leaves of a bundle of entries."""
    while bundle:
        length = int.from_bytes(bundle[:2], "big")
        yield bundle[2 : 2 + length]
        bundle = bundle[2 + length :]


def test_the_tree_can_be_recomputed(logged) -> None:
    """The entries below /tlog/ give the hashes in the tiles, and these give the root that the note signs."""
    gallery, game_id, _players = logged
    status, note, headers = fetched(gallery.url, "/tlog/checkpoint")
    assert (200, "text/plain; charset=utf-8") == (status, headers["Content-Type"])
    assert "max-age=2" in headers["Cache-Control"]
    tree, _more = read_tree_head(note)
    assert game_id.encode() not in note
    leaves: list[bytes] = []
    for index in range(-(-tree.size // TILE_WIDTH)):
        width = min(TILE_WIDTH, tree.size - index * TILE_WIDTH)
        status, bundle, headers = fetched(gallery.url, f"/tlog/tile/{Tile(None, index, width).name}")
        assert (200, "application/octet-stream") == (status, headers["Content-Type"])
        assert ("immutable" in headers["Cache-Control"]) == (width == TILE_WIDTH)
        found = list(leaves_in(bundle))
        _status, hashes, _headers = fetched(gallery.url, f"/tlog/tile/{Tile(0, index, width).name}")
        assert b"".join(leaf_hash(leaf) for leaf in found) == hashes
        leaves += found
    assert tree.root == root(tree.size, tree_of(leaves))
    assert not any(game_id.encode() in leaf for leaf in leaves), "the game is private"


@pytest.mark.parametrize(
    "name", ["0/000.p/256", "0/x999/999", "7/000", "entries/x999/999.p/1", "..%2F0000000001.note", "heads-1", "", "0"]
)
def test_there_is_nothing_else_below_the_log(logged, name: str) -> None:
    """An unknown name, and a tile that no note covers yet."""
    gallery, _game_id, _players = logged
    status, body, _headers = fetched(gallery.url, f"/tlog/tile/{name}")
    assert 404 == status and b"stele:problem" in body


def test_proofs_only_grow(logged) -> None:
    """A later note is proven to continue an earlier one; bad sizes are refused in a sentence."""
    gallery, game_id, players = logged
    before = gallery.get("/api/log")
    seat = players[0].get(f"/api/games/{game_id}")["to_act"][0]
    legal = players[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
    made = players[seat].post(f"/api/games/{game_id}/moves", legal[0]["move"])
    path = f"/api/games/{game_id}/proof?at={made['position']}"
    assert eventually(lambda: players[0].call("GET", path).status == 200)
    after = gallery.get("/api/log")
    told = gallery.get(f"/api/log/consistency?from={before['size']}&to={after['size']}")
    hashes = [bytes.fromhex(one) for one in told["proof"]]
    roots = [bytes.fromhex(one["root"]) for one in (before, after)]
    assert is_consistent(before["size"], roots[0], after["size"], roots[1], hashes)
    assert [] == gallery.get("/api/log/consistency?from=0")["proof"]
    assert is_consistent(0, EMPTY_ROOT, after["size"], roots[1], [])
    for query, status in {
        "from=1&to=99999999": 404,
        "from=2&to=1": 422,
        "from=-1": 422,
        "from=x": 422,
        "": 422,
    }.items():
        answer = gallery.call("GET", f"/api/log/consistency?{query}")
        assert status == answer.status, query
    assert "3" == gallery.call("GET", "/api/log/consistency?from=1&to=99999999").headers["Retry-After"]


def is_logged(player: Client, game_id: str, position: str) -> bool:
    """Whether the log has the game at or after this position."""
    return player.call("GET", f"/api/games/{game_id}/proof?at={position}").status == 200


def test_moves_are_logged_within_the_promised_delay(logged) -> None:
    """The log says how long a move may take to be in it; a server with a worker needs a small part of that."""
    gallery, game_id, players = logged
    promised = gallery.get("/api/log")["merge_delay_seconds"]
    delays = []
    for _ in range(3):
        seat = players[0].get(f"/api/games/{game_id}")["to_act"][0]
        legal = players[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
        made = players[seat].post(f"/api/games/{game_id}/moves", legal[0]["move"])
        begun = time.monotonic()
        assert eventually(partial(is_logged, players[0], game_id, made["position"]), promised)
        delays.append(time.monotonic() - begun)
    assert MERGE_DELAY_SECONDS == promised > 10 * max(delays)


def test_a_monitor_finds_no_fault(logged, tmp_path) -> None:
    """A monitor reports no fault of a server with demonstrations, imports, copies, private and finished games."""
    gallery, _game_id, _players = logged
    for _ in range(2):
        seen, faults = look(tmp_path, gallery.url)
        assert {} == faults and seen.compared and seen.state["games"]


def test_a_private_games_proof_needs_access(logged) -> None:
    """Players and guests get it, and it is right; other clients are refused as for the game's bundle."""
    gallery, game_id, players = logged
    proof = players[0].get(f"/api/games/{game_id}/proof")
    tree = read_tree_head(proof["note"].encode())[0]
    assert (LOGGED[1], game_id, tree.origin) == (proof["scheme"], proof["game"], origin_of_logged(proof))
    assert gallery.get("/api/log")["origin"] == tree.origin
    assert 403 == gallery.call("GET", f"/api/games/{game_id}/proof").status
    invite = players[0].get(f"/api/games/{game_id}")["invite"]
    assert 200 == gallery.call("GET", f"/api/games/{game_id}/proof?invite={invite}").status
    assert 404 == gallery.call("GET", "/api/games/nobody/proof").status
    far = players[0].call("GET", f"/api/games/{game_id}/proof?at=9999")
    assert (404, "urn:stele:problem:not-in-the-log-yet") == (far.status, far.body["type"])
    assert 422 == players[0].call("GET", f"/api/games/{game_id}/proof?at=x").status


def test_a_bundle_carries_the_proof(logged) -> None:
    """As soon as the log has the game, its bundle contains the proof, and the audit shows it."""
    gallery, _game_id, _players = logged
    game_id = gallery.get("/api/games?status=finished")["games"][0]["id"]
    assert eventually(lambda: gallery.call("GET", f"/api/games/{game_id}/proof").status == 200)
    audit = {check["name"]: check for check in gallery.get(f"/api/games/{game_id}/audit")["checks"]}
    assert "passed" == audit["log"]["verdict"]
    assert gallery.get("/api/log")["origin"] in audit["log"]["detail"]
    raw = gallery.call("GET", f"/api/games/{game_id}/bundle").body
    assert LOGGED[1].encode() in (raw if raw[:1] == b"{" else gzip.decompress(raw))
