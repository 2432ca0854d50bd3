"""A witness and lying logs: each lie ends in a sentence, none in a cosignature."""

import base64
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from audit.signing.keys import SigningKey
from audit.signing.signed_notes import LOG_KEY, KeyNotary, cosignature_by, note_key
from audit.transparency.published_games import Promise, compare_games
from audit.transparency.remote_log import CannotReadLog
from audit.transparency.witness import CannotWitness, TwoHistories, Witness
from eventstore.checkpoints.merkle import consistency_proof, root
from tests.answering import Answer, answering
from tests.eventstore.test_merkle import tree_of

NOTARY = KeyNotary(SigningKey(bytes(32)))
ORIGIN = "hostile.example/log"
LEAVES = [b"leaf %d" % number for number in range(9)]


class Liar:
    """A server that shows any log."""

    def __init__(self) -> None:
        self.url = ""
        self.shown: Any = {}
        self.proof: Any = {"proof": []}
        self.handed_in: list[str] = []
        self.asked, self.answers = threading.Event(), threading.Event()
        self.answers.set()
        self.is_honest = False
        self.refuses = ""

    def answer(self, path: str, body: bytes) -> Answer:
        """Its answer to any request."""
        if self.refuses and self.refuses in path:
            return Answer(b"", 403)
        if body:
            self.handed_in.append(json.loads(body)["note"])
            return Answer(b'{"witnesses": []}')
        if "consistency" not in path:
            return Answer(json.dumps(self.shown).encode())
        if not self.asked.is_set():
            self.asked.set()
            self.answers.wait()
        first, second = (int(one.rpartition("=")[2]) for one in path.partition("?")[2].split("&"))
        return Answer(json.dumps(proof_of(first, second) if self.is_honest else self.proof).encode())

    def show(self, size: int, leaves: list[bytes] = LEAVES, more: str = "", origin: str = ORIGIN) -> None:
        """Show a signed note of a log with this number of these leaves."""
        self.shown = {"note": note_of(size, leaves, more, origin), "key": str(NOTARY.key(origin))}


def note_of(size: int, leaves: list[bytes] = LEAVES, more: str = "", origin: str = ORIGIN) -> str:
    """A signed note."""
    top = base64.b64encode(root(size, tree_of(leaves))).decode()
    return NOTARY.signed(f"{origin}\n{size}\n{top}\n{more}").decode()


def proof_of(first: int, second: int, leaves: list[bytes] = LEAVES) -> dict[str, list[str]]:
    """The proof of an honest log."""
    return {"proof": [one.hex() for one in consistency_proof(first, second, tree_of(leaves))]}


def lying() -> Iterator[Liar]:
    """A lying server."""
    made = Liar()
    with answering(made.answer) as made.url:
        yield made


liar, other = pytest.fixture(name="liar")(lying), pytest.fixture(name="other")(lying)


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    """The witness."""
    return Witness(tmp_path, KeyNotary(SigningKey(bytes(31) + b"1")), "witness.example")


def test_a_log_that_grows_is_cosigned(liar: Liar, witness: Witness) -> None:
    """Each time it shows more, with its proof; the cosignature is right, and submitted."""
    for before, size in ((0, 3), (3, 3), (3, 9)):
        liar.show(size)
        liar.proof = proof_of(before, size)
        done = witness.witness(liar.url)
        assert size == done.tree.size
        assert cosignature_by(liar.handed_in[-1].encode(), witness.key) is not None


def test_a_silent_log_does_not_stop_the_rest(liar: Liar, other: Liar, witness: Witness) -> None:
    """While a log delays its proof, other logs are cosigned; and it is, too, once it answers."""
    liar.show(3)
    witness.witness(liar.url)
    liar.show(9)
    liar.proof = proof_of(3, 9)
    liar.answers.clear()
    done: list[Any] = []
    waiting = threading.Thread(target=lambda: done.append(witness.witness(liar.url)))
    waiting.start()
    assert liar.asked.wait(10)
    other.show(5, origin="honest.example/log")
    begun = time.monotonic()
    assert witness.witness(other.url).tree.size == 5
    assert time.monotonic() - begun < 5 and not done
    liar.answers.set()
    waiting.join(10)
    assert done[0].tree.size == 9


def test_a_concurrent_cosignature_is_not_a_second_history(liar: Liar, witness: Witness) -> None:
    """Two processes ask at once; the slower one reads the log again instead of accusing it."""
    liar.show(3)
    witness.witness(liar.url)
    liar.show(6)
    liar.is_honest = True
    liar.answers.clear()
    done: list[Any] = []
    waiting = threading.Thread(target=lambda: done.append(witness.witness(liar.url)))
    waiting.start()
    assert liar.asked.wait(10)
    liar.show(9)
    assert witness.witness(liar.url).tree.size == 9
    liar.answers.set()
    waiting.join(10)
    assert done[0].tree.size == 9


@pytest.mark.parametrize(
    "shown",
    [
        [],
        "text",
        {},
        {"note": 1, "key": "x"},
        {"note": "x", "key": str(NOTARY.key(ORIGIN))},
        {"note": "x" * 200_000, "key": "x"},
        {"note": note_of(3), "key": "x"},
        {"note": note_of(3), "key": str(NOTARY.witness_key(ORIGIN))},
        {"note": note_of(3), "key": str(KeyNotary(SigningKey(bytes(31) + b"2")).key(ORIGIN))},
        {"note": note_of(3).replace("\n3\n", "\n4\n"), "key": str(NOTARY.key(ORIGIN))},
        {"note": note_of(3).replace("\n3\n", "\n03\n"), "key": str(NOTARY.key(ORIGIN))},
        {"note": note_of(3, origin="a\x1b[31mb"), "key": str(NOTARY.key(ORIGIN))},
        {"note": note_of(3, more="because \x07\n"), "key": str(NOTARY.key(ORIGIN))},
    ],
)
def test_a_malformed_log_is_not_cosigned(liar: Liar, witness: Witness, shown: Any) -> None:
    """Wrong forms, wrong keys, a changed text, control codes."""
    liar.shown = shown
    with pytest.raises(CannotWitness) as error:
        witness.witness(liar.url)
    assert str(error.value).isprintable() and not liar.handed_in


@pytest.mark.parametrize("proof", [[], {}, {"proof": 7}, {"proof": [7]}, {"proof": ["zz"]}, None])
def test_a_bad_proof_is_not_cosigned(liar: Liar, witness: Witness, proof: Any) -> None:
    """And is not called two histories either."""
    liar.show(3)
    witness.witness(liar.url)
    liar.show(9)
    liar.proof = proof
    with pytest.raises(CannotWitness) as error:
        witness.witness(liar.url)
    assert not isinstance(error.value, TwoHistories) and 1 == len(liar.handed_in)


@pytest.mark.parametrize(("size", "leaves"), [(3, LEAVES[4:]), (2, LEAVES), (9, [b"x", *LEAVES])])
def test_another_history_is_kept_as_proof(
    liar: Liar, witness: Witness, tmp_path: Path, size: int, leaves: list[bytes]
) -> None:
    """The same size with another root, a smaller size, a larger one that does not continue."""
    liar.show(3)
    witness.witness(liar.url)
    liar.show(size, leaves)
    liar.proof = proof_of(min(3, size), size, leaves)
    with pytest.raises(TwoHistories, match="TWO HISTORIES"):
        witness.witness(liar.url)
    (kept,) = (tmp_path / "witnessed").glob("refused-*.json")
    both = json.loads(kept.read_text())
    assert (liar.shown["note"], True) == (both["shown"], both["cosigned"].startswith(note_of(3)))
    liar.show(9)
    liar.proof = proof_of(3, 9)
    assert 9 == witness.witness(liar.url).tree.size, "what it remembers is what it cosigned"


def test_a_new_origin_must_continue_what_it_says(liar: Liar, witness: Witness) -> None:
    """The leaves it declares unchanged must be; the disowned ones are named; its key stays."""
    liar.show(3)
    witness.witness(liar.url)
    liar.show(9, [b"x", *LEAVES], f"continues {ORIGIN} 3\nbecause of nothing\n", f"{ORIGIN}/1")
    liar.proof = proof_of(3, 9, [b"x", *LEAVES])
    with pytest.raises(TwoHistories):
        witness.witness(liar.url)
    liar.shown["note"] = (
        KeyNotary(SigningKey(bytes(31) + b"2")).signed(liar.shown["note"].partition("\n\n")[0] + "\n").decode()
    )
    liar.shown["key"] = str(KeyNotary(SigningKey(bytes(31) + b"2")).key(f"{ORIGIN}/1"))
    with pytest.raises(CannotWitness, match="not signed with the key"):
        witness.witness(liar.url)
    liar.show(9, more=f"continues {ORIGIN} 3\nbecause of a loss\n", origin=f"{ORIGIN}/1")
    liar.proof = proof_of(3, 9)
    (remark,) = witness.witness(liar.url).remarks
    assert f"{ORIGIN}/1 continues {ORIGIN} from its first 3 leaves on, because: of a loss" == remark
    liar.show(4, [b"y"] * 4, more=f"continues {ORIGIN}/1 2\nbecause of another\n", origin=f"{ORIGIN}/2")
    assert "7 leaves of hostile.example/log/1 that this witness has cosigned are in it no more" in (
        witness.witness(liar.url).remarks
    )


def test_the_key_may_be_configured(liar: Liar, witness: Witness) -> None:
    """With the right one it is cosigned, whatever key the log names."""
    liar.show(3)
    trusted = liar.shown["key"]
    liar.shown["key"] = str(KeyNotary(SigningKey(bytes(31) + b"2")).key(ORIGIN))
    assert note_key(trusted, LOG_KEY) == witness.witness(liar.url, trusted).key


def test_a_damaged_memory_is_a_sentence(liar: Liar, witness: Witness, tmp_path: Path) -> None:
    """Nothing is cosigned on unreadable memory."""
    liar.show(3)
    witness.witness(liar.url)
    (place,) = (tmp_path / "witnessed").glob("*.json")
    place.write_bytes(b"\xff")
    with pytest.raises(CannotWitness, match="cannot be read"):
        witness.witness(liar.url)


def test_a_game_that_is_not_shown_is_named(liar: Liar) -> None:
    """A server lists games and refuses the entries of all: a monitor compares none, and says which."""
    listed = {"id": "g", "position": "2-0", "digest": "ab" * 32, "updated_at": "2026-01-01T00:00:00Z"}
    liar.shown = {"games": [listed, {**listed, "id": "h"}], "next": None}
    liar.refuses = "/events"
    compared = compare_games(liar.url, {}, Promise(600_000, 2**41, 0, 0), 10)
    assert (0, ()) == (compared.number, compared.faults)
    assert ["game g could not be compared", "game h could not be compared"] == [
        sentence.partition(":")[0] for sentence in compared.refused
    ]


@pytest.mark.parametrize("games", [None, 7, [{}], [{"id": "g", "position": "x"}], {"g": 1}])
def test_a_list_that_is_none_is_a_sentence(liar: Liar, games: Any) -> None:
    """A malformed list of games."""
    liar.shown = {"games": games, "next": None}
    with pytest.raises(CannotReadLog):
        compare_games(liar.url, {}, Promise(600_000, 2**41, 0, 0), 10)
