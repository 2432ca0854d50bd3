"""The log between real servers: a holder of an older note, or a witness, finds an operator's rewriting.

The operator here has the server's secret and every file, and may restore any of them.
"""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from audit.signing.keys import SigningKey
from audit.signing.signed_notes import LOG_KEY, WITNESS_KEY, KeyNotary, cosignature_by, is_signed_by, note_key
from audit.transparency.witness import TwoHistories, Witness
from domain.title_loader import find_rulebooks
from eventstore.checkpoints.checkpoint import read_tree_head
from eventstore.checkpoints.merkle import is_consistent
from eventstore.encryption import load_or_make_secret
from tests.api.clients import Client, table_of
from tests.eventstore.handmade import eventually
from tests.serving import Served, begun, free_port, run_command

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
ORIGIN = "games.example/tlog"


def command(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of the server with this data directory, under its own name in the log."""
    return run_command(data, *arguments, STELE_ORIGIN=f"{data.name}.example")


def witness_at(data: Path) -> Witness:
    """The server with this data directory as a witness, in this process, as its command runs it."""
    return Witness(data, KeyNotary(SigningKey(load_or_make_secret(data))), f"{data.name}.example")


class Play:
    """A game between two players at a server, and the server's log as they see it."""

    def __init__(self, url: str) -> None:
        self.gallery = Client(url)
        self.game, self.players = table_of(self.gallery, TITLE, ["Ada", "Bo"])

    def at(self, url: str) -> "Play":
        """The same players on another server at this address."""
        for one in (self.gallery, *self.players):
            one.server = url
        return self

    def move(self, which: int = 0) -> Any:
        """One legal move, and the proof that the log has it."""
        to_act = self.gallery.get(f"/api/games/{self.game}")["to_act"]
        legal = self.players[to_act[0]].get(f"/api/games/{self.game}/legal-moves")["moves"]
        made = self.players[to_act[0]].post(f"/api/games/{self.game}/moves", legal[which % len(legal)]["move"])
        return self.proof(made["position"])

    def proof(self, position: str) -> Any:
        """The proof for the game at or after this position, once there is one."""
        path = f"/api/games/{self.game}/proof?at={position}"
        assert eventually(lambda: self.gallery.call("GET", path).status == 200)
        return self.gallery.get(path)

    def log(self) -> Any:
        """The log as shown by the server."""
        return self.gallery.get("/api/log")


@pytest.fixture(scope="module")
def witness(server_directory: Any) -> Path:
    """The data directory of another server, which witnesses."""
    return begun(Path(server_directory("witness")))


@pytest.fixture(scope="module")
def operator(server_directory: Any, witness: Path) -> Iterator[Served]:
    """A server whose operator has listed that witness."""
    key = command(witness, "witness")
    assert 0 == key.returncode, key.stderr
    data = Path(server_directory("operator"))
    served = Served(data, STELE_ORIGIN=ORIGIN, STELE_WITNESSES=key.stdout.strip()).start()
    Play(served.url).move()  # A server without a game has no log yet.
    yield served
    served.stop()


def restarted(served: Served, data: Path) -> Served:
    """The same operator's server on another copy of the data directory."""
    again = Served(data, port=free_port())
    again.variables = served.variables
    return again.start()


def test_a_witness_refuses_a_second_history(operator: Served, witness: Path, server_directory: Any) -> None:
    """It cosigns a growing log; if a copy of the server diverged, it keeps both notes and reports them.

    The holder of an older note finds the same by the consistency proof, without a witness.
    """
    play = Play(operator.url)
    play.move()
    first = command(witness, "witness", operator.url)
    assert 0 == first.returncode, first.stderr
    assert f"sees {ORIGIN} for the first time" in first.stdout
    operator.stop()
    fork = Path(server_directory("fork")) / "copy"
    shutil.copytree(operator.data, fork, ignore=shutil.ignore_patterns("*.sock", "*.lock", "metrics"))
    operator.start()
    play.move()
    log = play.log()
    second = witness_at(witness).witness(operator.url)
    assert ((), "") == (second.remarks, second.not_taken)
    (shown,) = play.log()["cosignatures"]
    key = note_key(shown["key"], WITNESS_KEY)
    assert cosignature_by(shown["note"].encode(), key) is not None
    assert is_signed_by(shown["note"].encode(), note_key(log["key"], LOG_KEY))
    if play.log()["note"].startswith(shown["note"].partition("\n\n")[0]):
        assert "witness" in play.log()["note"].partition("\n\n")[2]

    other = restarted(operator, fork)
    try:
        play.at(other.url)
        for _ in range(4):
            play.move(which=1)
        held, _more = read_tree_head(log["note"].encode())
        now = play.log()
        assert now["size"] > held.size
        told = play.gallery.get(f"/api/log/consistency?from={held.size}&to={now['size']}")
        hashes = [bytes.fromhex(one) for one in told["proof"]]
        assert not is_consistent(held.size, held.root, now["size"], bytes.fromhex(now["root"]), hashes)
        third = command(witness, "witness", other.url)
        assert 2 == third.returncode
        assert "TWO HISTORIES" in third.stderr and "are not those that were cosigned" in third.stderr
        (kept,) = (witness / "witnessed").glob("refused-*.json")
        both = json.loads(kept.read_text())
        for note in (both["cosigned"], both["shown"]):
            assert is_signed_by(note.encode(), note_key(log["key"], LOG_KEY))
        assert 1 == len(other_cosignatures := play.log()["cosignatures"])
        assert other_cosignatures[0]["size"] < now["size"], "what is new there has no cosignature"
    finally:
        other.stop()
    play.at(operator.url).move()
    assert not witness_at(witness).witness(operator.url).not_taken, "the history that it knows is still cosigned"


@pytest.mark.soak
def test_an_old_copy_of_the_log_is_not_signed_on(operator: Served, witness: Path) -> None:
    """The operator restores old checkpoints: nothing is signed; a declared restore has another name that shows it."""
    play = Play(operator.url)
    play.move()
    assert not witness_at(witness).witness(operator.url).not_taken
    operator.stop()
    checkpoints, backup = operator.data / "checkpoints", operator.data / "backup"
    shutil.copytree(checkpoints, backup)
    operator.start()
    play.move()
    assert not witness_at(witness).witness(operator.url).not_taken
    cosigned = play.log()["cosignatures"][0]["size"]
    operator.stop()
    shutil.rmtree(checkpoints)
    shutil.copytree(backup, checkpoints)
    operator.start()
    size = play.log()["size"]
    assert size < cosigned

    def notes() -> str:
        return " ".join(play.gallery.get("/health/ready")["notes"])

    assert eventually(lambda: "does not continue the tree that was signed last" in notes())
    with pytest.raises(TwoHistories, match=f"it has {size} leaves, and had {cosigned}"):
        witness_at(witness).witness(operator.url)
    done = command(operator.data, "doctor", "--accept-log")
    assert "begins a new origin" in done.stdout, done.stderr
    assert eventually(lambda: play.log()["origin"] == f"{ORIGIN}/1")
    assert f"\ncontinues {ORIGIN} {size}\nbecause of the {cosigned} leaves" in play.log()["note"]
    remarks = witness_at(witness).witness(operator.url).remarks
    assert f"{cosigned - size} leaves of {ORIGIN} that this witness has cosigned are in it no more" in remarks


def test_only_listed_witnesses_are_taken(operator: Served, witness: Path, server_directory: Any) -> None:
    """An unlisted cosignature is refused, and the command tells the operator how to list it.

    Forged ones are refused too.
    """
    stranger = begun(Path(server_directory("stranger")))
    ran = command(stranger, "witness", operator.url)
    assert 1 == ran.returncode
    assert "responded 403" in ran.stderr and "STELE_WITNESSES" in ran.stderr and "Cosigned" in ran.stdout
    gallery = Client(operator.url)
    log = gallery.get("/api/log")
    bare = log["note"].partition("\n— witness")[0] + "\n"
    assert 403 == gallery.call("POST", "/api/log/cosignatures", {"note": bare}).status
    for wrong in ("", "nonsense", log["note"].replace("\nnumber", "\nnumbers"), "x" * 100_001, 7):
        answer = gallery.call("POST", "/api/log/cosignatures", {"note": wrong})
        assert (422, True) == (answer.status, "note" in json.dumps(answer.body)), wrong


def test_a_wrong_address_is_a_sentence(witness: Path) -> None:
    """Exit 1 and a line."""
    ran = command(witness, "witness", "file:///etc/passwd")
    assert (1, True) == (ran.returncode, "begins with http" in ran.stderr), ran.stderr
    assert "Traceback" not in ran.stderr
