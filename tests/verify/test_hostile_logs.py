"""A monitor and lying logs: each lie ends in a sentence."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest

from audit.signing.keys import KeyNotary, SigningKey
from tests.answering import Answer, answering
from tests.audit.witnesses import key_of
from tests.verify.test_merkle import tree_of
from verify.merkle import root
from verify.monitor import CannotRead, Monitor, Promise, compare_games, proves_growth
from verify.notes import read_tree_head

SIGNING = SigningKey(bytes(32))
NOTARY = KeyNotary(SIGNING)
ORIGIN = "hostile.example/log"
LEAVES = [b"leaf %d" % number for number in range(9)]


class Liar:
    """A server that shows any log."""

    def __init__(self) -> None:
        self.url = ""
        self.shown: Any = {}
        self.refuses = ""

    def answer(self, path: str, _body: bytes) -> Answer:
        """The server's answer to any request."""
        if self.refuses and self.refuses in path:
            return Answer(b"", 403)
        return Answer(json.dumps(self.shown).encode())


def note_of(size: int, more: str = "", origin: str = ORIGIN) -> str:
    """A signed note of a log with this number of leaves."""
    top = base64.b64encode(root(size, tree_of(LEAVES))).decode()
    return NOTARY.signed(f"{origin}\n{size}\n{top}\n{more}").decode()


@pytest.fixture
def liar() -> Iterator[Liar]:
    """A lying server."""
    made = Liar()
    with answering(made.answer) as made.url:
        yield made


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
        {"note": note_of(3), "key": str(key_of(SIGNING, ORIGIN))},
        {"note": note_of(3), "key": str(KeyNotary(SigningKey(bytes(31) + b"2")).key(ORIGIN))},
        {"note": note_of(3).replace("\n3\n", "\n4\n"), "key": str(NOTARY.key(ORIGIN))},
        {"note": note_of(3).replace("\n3\n", "\n03\n"), "key": str(NOTARY.key(ORIGIN))},
        {"note": note_of(3, origin="a\x1b[31mb"), "key": str(NOTARY.key(ORIGIN))},
        {"note": note_of(3, more="because \x07\n"), "key": str(NOTARY.key(ORIGIN))},
    ],
)
def test_a_malformed_log_is_not_read(liar: Liar, shown: Any) -> None:
    """Wrong forms, wrong keys, a changed text, control codes."""
    liar.shown = shown
    with pytest.raises(CannotRead) as error:
        Monitor(liar.url, {}).look()
    assert str(error.value).isprintable()


@pytest.mark.parametrize("proof", [[], {}, {"proof": 7}, {"proof": [7]}, {"proof": ["zz"]}, None])
def test_a_malformed_proof_is_no_second_history(liar: Liar, proof: Any) -> None:
    """A malformed proof says nothing about the log, so it is no second history."""
    liar.shown = proof
    old, new = (read_tree_head(note_of(size).encode())[0] for size in (3, 9))
    with pytest.raises(CannotRead):
        proves_growth(liar.url, old, new)


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
    with pytest.raises(CannotRead):
        compare_games(liar.url, {}, Promise(600_000, 2**41, 0, 0), 10)
