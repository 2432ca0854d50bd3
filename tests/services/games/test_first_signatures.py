"""Signed games of the first scheme: what was opened before the second one continues as it was."""

from itertools import groupby

import msgspec
import pytest

from audit.bundle import export_bundle
from audit.verification.verify import verify
from domain.game import ChangeKey, OfferSeat
from domain.messages import Illegal
from eventstore.append import NO_HEAD, Head
from eventstore.encryption import SecretBox
from eventstore.store import Store
from services.games.signed_moves import BadSignature
from services.games.tables import Tables
from tests.audit.games import SEATED, Seating
from tests.signers import Signer


@pytest.fixture
def tables(empty_redis):
    """A server with a running game of the first scheme, in which four moves were made."""
    table = Seating("kheops", bytes(range(32)), 2, signed=True, signing="1")
    for seat in range(2):
        table.sit(seat)
    store, head = Store(empty_redis, SecretBox(bytes(32))), NO_HEAD
    store.save_game_key(SEATED, table.game_key)
    for _, action in groupby(table.played().entries, key=lambda entry: entry.position.action):
        whole = list(action)
        store.append(SEATED, whole, head)
        head = Head(whole[-1].position, whole[-1].digest, False)
    return Tables(store)


def asked(tables):
    """The seat to act, its first legal command, and the place where it sees the game."""
    seat = tables.seen(SEATED).to_act[0]
    seen = tables.seen(SEATED, seat)
    command = seen.legal()[0]
    said = msgspec.to_builtins(command)
    del said["seat"]
    return seat, command, (SEATED, str(seen.position), seen.digest.hex(), seat, said)


def test_moves_are_signed_as_before_and_by_no_other_scheme(tables):
    """The record verifies; a text of the second scheme is refused."""
    seat, command, place = asked(tables)
    signer = Signer(f"seat {seat}")
    with pytest.raises(BadSignature, match="another scheme"):
        game, after, digest, _, said = place
        linked = signer.signed(game, after, digest, seat, said, previous="first")
        tables.command(SEATED, command, seat, signed=linked)
    with pytest.raises(Illegal):
        tables.command(SEATED, command, seat)
    tables.command(SEATED, command, seat, signed=signer.signed(*place))
    assert tables.seen(SEATED).game.seats[seat].signed == ""
    seen = tables.seen(SEATED)
    raw = b"".join(export_bundle(seen.projector, SEATED, tables.store.read(SEATED), seat))
    report = verify(raw)
    assert report.ok
    assert f"seat {seat + 1}: 1 move by the key that sat down" in report.checks[-3].detail


def test_a_key_is_changed_with_or_without_the_old_ones_word(tables):
    """A wrong word is refused. And an offer is not signed."""
    later = Signer("a later browser")
    with pytest.raises(BadSignature):
        wrong = later.names(SEATED, 0, later.public_key)
        tables.command(SEATED, ChangeKey(0, later.public_key, wrong), "public")
    word = Signer("seat 0").names(SEATED, 0, later.public_key)
    tables.command(SEATED, ChangeKey(0, later.public_key, word), "public")
    tables.command(SEATED, ChangeKey(1, later.public_key), "public")
    tables.command(SEATED, OfferSeat(1, "heir"), "public")
    assert [seat.public_key for seat in tables.seen(SEATED).game.seats] == [later.public_key] * 2
