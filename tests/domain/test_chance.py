"""Randomness that all can derive again: vectors, fairness, and inputs that must make a difference."""

import hashlib
import hmac

import pytest

from domain.chance import KeyedChance, Scripted, choose, commitment, may_be_commitment, nonce_commitment

HALF = 2**63 + 1  # nearly every second number falls into the incomplete last lap and is drawn again

VECTORS = [
    (bytes(32), "g", ("a", "b"), (6, 6, 52, HALF, HALF, 45, 1),
     (2, 3, 4, 1324152903139636583, 8860724255502871303, 40, 0)),
    (bytes(range(32)), "vector", ("", ""), (15, 14, 13, 12, 5), (4, 1, 4, 9, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("key", "game_id", "nonces", "bounds", "numbers"), VECTORS)
def test_vectors(key, game_id, nonces, bounds, numbers):
    """The draws of published game keys, for authors of verifiers (docs/reference/records.md)."""
    chance = KeyedChance(key, game_id, nonces)
    assert tuple(chance.below(bound) for bound in bounds) == numbers
    assert chance.draws == len(bounds)


def test_a_draw_is_the_documented_hmac():
    """The first attempt of draw 0, written out by hand."""
    message = b"".join(len(part).to_bytes(4, "big") + part for part in (b"stele/draw/1", b"g", b"x")) + bytes(12)
    number = int.from_bytes(hmac.new(b"k" * 32, message, hashlib.sha256).digest()[:8], "big")
    assert KeyedChance(b"k" * 32, "g", ["x"]).below(10) == number % 10


def test_a_draw_can_be_derived_alone():
    """Draw 3 needs none of the draws before it."""
    whole = KeyedChance(bytes(32), "g", ["a"])
    numbers = [whole.below(1000) for _ in range(4)]
    assert KeyedChance(bytes(32), "g", ["a"], draws=3).below(1000) == numbers[3]


@pytest.mark.parametrize(
    "other",
    [
        KeyedChance(b"\1" * 32, "g", ["a", "b"]),
        KeyedChance(bytes(32), "h", ["a", "b"]),
        KeyedChance(bytes(32), "g", ["a", "c"]),
        KeyedChance(bytes(32), "g", ["ab", ""]),
        KeyedChance(bytes(32), "g", ["a", "b", ""]),
    ],
)
def test_everything_in_the_derivation_counts(other):
    """Another game key, game or nonce gives other draws, and so do other boundaries between nonces."""
    mine = KeyedChance(bytes(32), "g", ["a", "b"])
    assert [mine.below(2**32) for _ in range(3)] != [other.below(2**32) for _ in range(3)]


def test_draws_are_fair():
    """Over 6,000 draws each of six faces comes up within five standard deviations of a thousand."""
    chance = KeyedChance(b"f" * 32, "fair", ["a"])
    faces = [0] * 6
    for _ in range(6000):
        faces[chance.below(6)] += 1
    assert all(abs(count - 1000) < 5 * (6000 * 1 / 6 * 5 / 6) ** 0.5 for count in faces)


def test_a_choice_of_one_still_takes_a_draw():
    """The number of draws never reveals the number of options."""
    chance = KeyedChance(bytes(32), "g", [])
    assert choose(chance, ["only"]) == "only"
    assert chance.draws == 1


def test_a_draw_from_nothing_is_refused():
    """A draw needs at least one option."""
    with pytest.raises(ValueError, match="at least one"):
        KeyedChance(bytes(32), "g", []).below(0)


def test_a_script_must_be_possible():
    """Scripted draws must be within the bounds of each draw."""
    assert Scripted([2]).below(3) == 2
    with pytest.raises(ValueError, match="below 2"):
        Scripted([2]).below(2)


def test_the_commitment_is_sha256():
    """The published value before the game."""
    assert commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_the_commitment_to_a_nonce_is_the_documented_hash():
    """For authors of verifiers (docs/reference/records.md): every part follows its length."""
    parts = (b"stele/nonce/1", b"g", b"0", b"a")
    whole = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    found = nonce_commitment("g", 0, "a")
    assert (
        found == hashlib.sha256(whole).hexdigest() == "1f3d4befc4e7c5d7949147c8cb4d9b75c11f133a9d6273d3340e706b17949049"
    )
    assert may_be_commitment(found)
    assert not any(may_be_commitment(text) for text in ("", found[:-1], found.upper(), found + "0", found + "\n"))
