"""Threats of the log: the operator lies about a game or the log, and an honest reader finds it with what they hold.

The operator has the server's secret, and writes what they like into the log. The readers have a monitor's state, a
note, or receipts, and what the server shows.
"""

import json
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from api.commands.monitor import USUAL_GAMES, look
from domain.title_loader import find_rulebooks
from eventstore.entries import Position
from tests.api.clients import Client, table_of
from tests.audit.log_operator import Operator, freeze, thawed
from tests.eventstore.handmade import eventually
from tests.serving import Served, run_command
from verify import main as program
from verify.log import FIRST, game_name, leaf_of, read_leaf
from verify.merkle import is_included, leaf_hash
from verify.monitor import CannotRead, Monitor
from verify.notes import LOG_KEY, is_signed_by, note_key, read_tree_head

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
ORIGIN = "games.example/tlog"
HOUR = 3600
RELEASE = b"stele/release/1 1.0.0 " + b"ab" * 32


@pytest.fixture(scope="module")
def served(server_directory: Any) -> Iterator[Served]:
    """A server with two games and an honest log, of which only the web process runs on: nothing more is logged."""
    served = Served(Path(server_directory("club")), STELE_ORIGIN=ORIGIN).start()
    gallery = Client(served.url)
    for number in range(2):
        game, players = table_of(gallery, TITLE, [f"Log {number} A", f"Log {number} B"])
        for _ in range(2):
            move(gallery, game, players)
    freeze(served)
    yield served
    served.stop()


@pytest.fixture
def club(served: Served) -> tuple[Served, Operator]:
    """A server with an honest log, and its operator, who continues writing by hand."""
    return served, thawed(served)


class Seen(NamedTuple):
    """The result of a look: the monitor, the faults, and the files that prove them."""

    found: Monitor
    faults: tuple[str, ...]
    proofs: tuple[str, ...]


def move(gallery: Client, game: str, players: list[Client]) -> None:
    """Play one legal move, and return when the log has it."""
    seat = gallery.get(f"/api/games/{game}")["to_act"][0]
    legal = players[seat].get(f"/api/games/{game}/legal-moves")["moves"]
    made = players[seat].post(f"/api/games/{game}/moves", legal[0]["move"])
    path = f"/api/games/{game}/proof?at={made['position']}"
    assert eventually(lambda: gallery.call("GET", path).status == 200)


@pytest.fixture
def watch(club: tuple[Served, Operator], tmp_path: Path) -> Any:
    """A look of the monitor at the club, this number of seconds from now."""

    class Watch:
        directory = tmp_path / "watch"

        def __call__(self, later: float = 0, games: int = USUAL_GAMES) -> Seen:
            found, faults = look(self.directory, club[0].url, "", games, lambda: time.time() + later)
            return Seen(found, tuple(faults.values()), tuple(faults))

    return Watch()


def chain_of(operator: Operator, name: str) -> list[bytes]:
    """The leaves of a game."""
    return [leaf for leaf in operator.leaves() if read_leaf(leaf).name == name]


def a_chain(operator: Operator) -> tuple[str, list[bytes]]:
    """A game with several leaves: its name in the log, and its leaves."""
    names = [read_leaf(leaf).name for leaf in operator.leaves()]
    name = max(names, key=names.count)
    chain = chain_of(operator, name)
    assert len(chain) > 1
    return name, chain


def raw_leaf(name: str, position: str, digest: str, previous: str) -> bytes:
    """A leaf with this text."""
    return f"stele/head/2 {name} {position} {digest} {previous}".encode()


def test_an_honest_log_has_no_fault(club: Any, watch: Any, tmp_path: Path) -> None:
    """Every leaf is read once, each public game is compared, and the command exits with 0."""
    served, operator = club
    seen = watch()
    size = operator.last.tree.size
    assert ((), (), size, 2) == (seen.faults, seen.proofs, seen.found.new_leaves, len(seen.found.state["games"]))
    assert seen.found.compared == len(Client(served.url).get("/api/games")["games"]) >= 2
    again = watch()
    assert ((), 0, 2) == (again.faults, again.found.new_leaves, len(again.found.state["games"]))
    ran = run_command(served.data, "monitor", served.url, "--state", str(tmp_path / "by-command"))
    assert (0, True) == (ran.returncode, f"with {size} leaves of 2 games" in ran.stdout), ran.stderr
    state = tmp_path / "by-file"
    assert 0 == program.main(["--monitor", served.url, "--state", str(state)])
    assert 0 == program.main(["--monitor", served.url, "--state", str(state), *bundles_of(served, tmp_path)])
    assert (size, operator.last.tree.root.hex()) == (json.loads(state.read_bytes())["size"], root_in(state))
    assert 1 == program.main(["--monitor", "http://127.0.0.1:1"])
    with pytest.raises(CannotRead):
        look(tmp_path / "none", "http://127.0.0.1:1")
    ran = run_command(served.data, "monitor", "http://127.0.0.1:1")
    assert (1, True) == (ran.returncode, "Not read" in ran.stderr)


@pytest.mark.parametrize("is_seen_before", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("way", ["fork", "second beginning", "back", "no previous"])
def test_two_histories_in_one_log(club: Any, watch: Any, is_seen_before: bool, way: str) -> None:
    """The operator adds another ending of a game as a leaf: a monitor shows both leaves, proven under one note."""
    served, operator = club
    if is_seen_before:
        watch()
    name, chain = a_chain(operator)
    last = read_leaf(chain[-1])
    later = Position(last.position.action + 1, 0)
    forged = {
        "fork": raw_leaf(name, str(later), "ab" * 32, leaf_hash(chain[-2]).hex()),
        "second beginning": raw_leaf(name, str(later), "ab" * 32, FIRST),
        "back": raw_leaf(name, str(last.position), "ab" * 32, leaf_hash(chain[-1]).hex()),
        "no previous": raw_leaf(name, str(later), "ab" * 32, "").rstrip().replace(b"head/2", b"head/1"),
    }[way]
    operator.log(forged)
    seen = watch(games=0)
    (fault,) = seen.faults
    assert f"game {name} has a second history" in fault
    (file,) = seen.proofs
    kept = json.loads(Path(file).read_text())
    assert is_signed_by(kept["note"].encode(), note_key(Client(served.url).get("/api/log")["key"], LOG_KEY))
    tree, _more = read_tree_head(kept["note"].encode())
    assert [chain[-1].decode(), forged.decode()] == [one["leaf"] for one in kept["leaves"]]
    for one in kept["leaves"]:
        hashes = [bytes.fromhex(hash_) for hash_ in one["proof"]]
        assert is_included(leaf_hash(one["leaf"].encode()), one["index"], tree.size, hashes, tree.root)
    again = watch(games=0)
    assert ((fault,), (file,)) == (again.faults, again.proofs), "it stays"
    ran = run_command(served.data, "monitor", served.url, "--state", str(watch.directory), "--games", "0")
    assert (2, True) == (ran.returncode, file in ran.stderr)


def test_two_logs(club: Any, watch: Any, tmp_path: Path) -> None:
    """The operator puts the log back and lets it grow otherwise: the monitor keeps both notes."""
    served, operator = club
    by_file = ["--monitor", served.url, "--state", str(tmp_path / "by-file")]
    assert 0 == program.main(by_file)
    watch()
    before = operator.last.tree.size
    operator.log(leaf_of("other", Position(2, 0), bytes(32)), begin=before - 1)
    seen = watch()
    assert "two histories of the log" in seen.faults[0]
    kept = json.loads(Path(seen.proofs[0]).read_text())
    trees = [read_tree_head(kept[which].encode())[0] for which in ("kept", "note")]
    assert trees[0].size == trees[1].size and trees[0].root != trees[1].root
    operator.log(leaf_of("another", Position(2, 0), bytes(32)))
    assert "not those that this monitor has read" in watch().faults[-1]
    assert 2 == program.main(by_file)
    operator.log(begin=before - 2)
    assert f"it has {before - 2} leaves, and had {before}" in watch().faults[-1]
    operator.log(begin=before - 2, origin="other.example/log")
    assert "says nothing of" in watch().faults[-1]
    assert 2 == program.main(by_file) == program.main(by_file)
    faults = [one["fault"] for one in json.loads((tmp_path / "by-file").read_bytes())["faults"]]
    assert ["are not those that", "says nothing of"] == [
        next(words for words in ("are not those that", "says nothing of") if words in fault) for fault in faults
    ], "the single file keeps both, too"


def test_a_declared_restore_is_no_fault(club: Any, watch: Any) -> None:
    """The log says under a new origin that it went on from before, and why; the monitor says so, too."""
    _served, operator = club
    watch()
    last = operator.last
    begin = last.tree.size - 1
    declared = {"restores": 1, "continues": f"{ORIGIN} {begin}", "because": "of a test", "origin": f"{ORIGIN}/1"}
    operator.log(begin=begin, **declared)
    seen = watch(games=0)
    assert () == seen.faults == seen.proofs
    assert any("because: of a test" in remark for remark in seen.found.remarks)
    name, chain = a_chain(operator)
    end = read_leaf(chain[-1])
    operator.log(raw_leaf(name, str(end.position), "ab" * 32, leaf_hash(chain[-1]).hex()), **declared)
    (lasting,) = watch(games=0).faults
    assert "second history" in lasting, "what was declared once is no leave for ever"
    operator.log(
        raw_leaf(name, "1-0", "cd" * 32, leaf_hash(operator.leaves()[-1]).hex()),
        **{**declared, "restores": 2, "origin": f"{ORIGIN}/2", "continues": f"{ORIGIN}/1 {operator.last.tree.size}"},
    )
    seen = watch(games=0)
    assert (lasting,) == seen.faults and any("goes back" in remark for remark in seen.found.remarks)


def test_a_withheld_game(club: Any, watch: Any) -> None:
    """The operator keeps a game out of the log: after the promised delay it is a fault, with the signed record."""
    served, operator = club
    game, _players = table_of(Client(served.url), TITLE, ["Withheld A", "Withheld B"])
    assert () == watch().faults
    seen = watch(HOUR)
    (fault,) = seen.faults
    assert f"withheld: game {game}" in fault and "600 seconds" in fault
    kept = json.loads(Path(seen.proofs[0]).read_text())
    assert '"signature"' in kept["bundle"] and game == kept["game"]
    head = Client(served.url).get(f"/api/games/{game}")
    leaf = leaf_of(game, head["position"], bytes.fromhex(head["digest"]))
    operator.log(leaf)
    (fault,) = watch(HOUR).faults
    assert f"backdated: game {game}" in fault, "logged at last, with the times of before"


def test_another_record_than_the_log_says(club: Any, watch: Any, tmp_path: Path) -> None:
    """The operator shows a record that ends earlier than the logged one, or has another digest where it ends."""
    served, operator = club
    names = [read_leaf(leaf).name for leaf in operator.leaves()]
    short, other = [one for one in Client(served.url).get("/api/games")["games"] if game_name(one["id"]) in names]
    bundles = bundles_of(served, tmp_path)
    operator.log(raw_leaf(game_name(short["id"]), "90-0", "ab" * 32, last_of(operator, short["id"])))
    assert f"two histories: game {short['id']} has no entry at 90-0 now" in watch().faults[0]
    without = [leaf for leaf in operator.leaves() if read_leaf(leaf).name != game_name(other["id"])]
    operator.log(*without, raw_leaf(game_name(other["id"]), other["position"], "ab" * 32, FIRST), begin=0)
    (file,) = [one for one in Path(watch.directory).glob("*.json") if not one.name.startswith("fault")]
    file.unlink()
    assert any(f"game {other['id']} has another digest" in fault for fault in watch().faults)
    assert 2 == program.main(["--monitor", served.url, *bundles])


def bundles_of(served: Served, place: Path) -> list[str]:
    """The files of the bundles of all public games."""
    files = []
    for one in Client(served.url).get("/api/games")["games"]:
        file = place / f"{one['id']}.ndjson"
        with urllib.request.urlopen(f"{served.url}/api/games/{one['id']}/bundle", timeout=60) as response:
            file.write_bytes(response.read())
        files.append(str(file))
    return files


def root_in(state: Path) -> str:
    """The root in the note that the single file has kept."""
    return read_tree_head(json.loads(state.read_bytes())["note"].encode())[0].root.hex()


def last_of(operator: Operator, game: str) -> str:
    """The hash of the last leaf of a game."""
    return leaf_hash(chain_of(operator, game_name(game))[-1]).hex()


def test_entries_that_are_not_the_tree(club: Any, watch: Any) -> None:
    """The operator shows other entries than those in the tree that was signed."""
    _served, operator = club
    place = operator.directory / "tile" / "entries" / "000"
    content = place.read_bytes()
    place.write_bytes(content.replace(content[20:30], content[30:40]))
    assert "are not those of the tree" in watch().faults[0]
    place.write_bytes(content)
    assert () == watch().faults


def test_leaves_of_the_first_form(club: Any, watch: Any) -> None:
    """Leaves of the first form stay valid; the first leaf of the second form names the last of them."""
    _served, operator = club
    old = [f"stele/head/1 {'ab' * 16} {number}-0 {'cd' * 32}".encode() for number in (1, 2)]
    operator.log(*old)
    operator.log(raw_leaf("ab" * 16, "3-0", "cd" * 32, leaf_hash(old[1]).hex()))
    assert () == watch().faults
    operator.log(raw_leaf("cd" * 16, "3-0", "cd" * 32, leaf_hash(old[1]).hex()))
    assert "the log has none of this game" in watch().faults[0]


def test_leaves_about_no_game(club: Any, watch: Any) -> None:
    """A log of an earlier version also has releases: they stay valid and break no chain; another leaf is a fault."""
    _served, operator = club
    name, chain = a_chain(operator)
    last = read_leaf(chain[-1])
    later = Position(last.position.action + 1, 0)
    operator.log(RELEASE, raw_leaf(name, str(later), "ab" * 32, leaf_hash(chain[-1]).hex()))
    assert () == watch(games=0).faults
    operator.log(RELEASE.replace(b"/1 ", b"/2 "))
    assert "is no leaf of a log of games" in watch(games=0).faults[0]
