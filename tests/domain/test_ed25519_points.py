"""Public keys: the vectors of the record's description, and the places where a game accepts a key (G10, G11)."""

import pytest

from domain.ed25519_points import has_key_form, is_public_key
from domain.game import ChangeKey, TakeSeat
from domain.messages import Illegal
from tests.audit.games import Seating
from tests.signers import Signer
from tests.vectors import PUBLIC_KEYS, WORTHLESS

BAD = [one["public_key"] for one in PUBLIC_KEYS if not one["good"] and one["public_key"]]
SOME = [next(key for key in BAD if has_key_form(key) == has_form) for has_form in (True, False)]
"""Two bad keys: one that is no good point, and one that is no key at all."""


def table(edition):
    """An open game without players."""
    return Seating("kheops", bytes(32), 2, edition=edition)


@pytest.mark.parametrize("vector", PUBLIC_KEYS, ids=lambda vector: vector["what"])
def test_the_vectors(vector):
    """Canonical, on the curve, and of the prime order."""
    assert is_public_key(vector["public_key"]) == vector["good"]


@pytest.mark.parametrize("seat", range(5))
def test_every_signers_key_is_accepted(seat):
    """A key made from a seed."""
    assert is_public_key(Signer(f"player {seat}").public_key)


@pytest.mark.parametrize("key", SOME)
def test_bad_keys_are_refused(key):
    """G10, G11: bad keys are refused on joining and on a change of key."""
    with pytest.raises(Illegal) as refused:
        table(edition=2).act(TakeSeat(0, player="ann", public_key=key))
    assert refused.value.rule == "G10"
    seated = table(edition=2)
    seated.sit(0)
    with pytest.raises(Illegal) as refused:
        seated.act(ChangeKey(0, key))
    assert refused.value.rule == "G11"


@pytest.mark.parametrize("key", SOME)
def test_a_game_of_the_first_edition_goes_on_as_it_began(key):
    """A game of the first edition accepts any 32 bytes as a key."""
    taken = table(edition=1)
    if has_key_form(key):
        taken.act(TakeSeat(0, player="ann", public_key=key))
        assert taken.game.seats[0].public_key == key
    else:
        with pytest.raises(Illegal):
            taken.act(TakeSeat(0, player="ann", public_key=key))


def test_the_vectors_include_keys_with_universal_signatures():
    """All eight points of small order."""
    assert len(set(WORTHLESS)) == 8
