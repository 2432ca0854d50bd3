"""Randomness that can't be ground: records of every kind verify, and the report names what each cannot exclude."""

import pytest

from ai.self_play import seeded_game_key
from audit.verification.report import print_report
from audit.verification.verify import verify
from domain.chance import nonce_commitment
from domain.game import OpenNonce, TakeSeat
from domain.messages import Illegal
from tests.audit.conformance.sound import as_version
from tests.audit.games import Seating, bundled, in_turn, seated


def luck_of(raw):
    """The verification's sentences about the randomness of a sound record."""
    report = verify(raw)
    assert report.ok, print_report(report)
    return next(check.detail for check in report.checks if check.name == "luck")


@pytest.mark.parametrize(("title", "strict"), in_turn([False, True]))
def test_every_kind_of_luck_verifies_and_names_its_limits(title, strict):
    """Persons and a computer player with nonces: everything follows, and the report names the scheme."""
    projector, game = seated(title, "resigned", strict=strict, computers=1)
    for viewer in ("all", "public", *range(game.final.players)):
        said = luck_of(bundled(projector, game, game.entries, viewer))
        assert "scheme 2" in said
        assert "brought no nonce" not in said
        assert ("strict: the last to open a nonce could only refuse" in said) == strict
        assert ("knew the game key and joined last" in said) != strict


@pytest.mark.parametrize(
    ("silent", "words"),
    [
        ((0,), "seat 1 brought no nonce"),
        ((0, 1), "seats 1 and 2 brought no nonce; no person brought one, so the operator could choose"),
    ],
)
def test_a_player_without_a_nonce_is_named(silent, words):
    """The report names a player without a nonce; without any player's nonce, it says that the operator could choose all
    draws.
    """
    projector, game = seated("kheops", "called off", silent=silent)
    assert words in luck_of(bundled(projector, game, game.entries))


def test_the_first_scheme_names_its_limits():
    """In an early record, the report says that the operator may have searched for a game key to fit the first nonce."""
    projector, game = seated("kheops", edition=1)
    early = as_version(bundled(projector, game, game.entries), 2)
    assert "operator chose the game key after seeing the first player's nonce" in luck_of(early)


def test_a_commitment_of_another_game_binds_no_player():
    """G9: a player joins with a commitment made for another game: it can never be opened."""
    table = Seating("kheops", seeded_game_key("elsewhere"), 2, strict=True)
    table.act(TakeSeat(0, player="a", nonce_commitment=nonce_commitment("another", 0, "mine")))
    table.sit(1)
    with pytest.raises(Illegal) as refused:
        table.act(OpenNonce(0, "mine"))
    assert refused.value.rule == "G9"
