"""Beacons: parameters that their hash binds, rounds by time, and games that wait for one (G28)."""

import pytest
from msgspec.structs import replace

from audit.signing.beacon_signatures import is_round_signature
from domain.beacon import QUICKNET, chain_hash, randomness_of, round_after, time_of
from domain.game import (
    Abort,
    BeaconAwaited,
    BeaconRecorded,
    GameStarted,
    LeaveSeat,
    NonceOpened,
    OpenNonce,
    RecordBeacon,
    SeatTaken,
    TakeSeat,
)
from domain.lifecycle import open_game
from domain.messages import Illegal
from tests.beacons import Network
from tests.domain.tables import RULEBOOK, Sitting
from tests.domain.test_game import NONCES, bound_to

NETWORK = Network()
BEACON = NETWORK.beacon
FIRST = 21
"""The first round a minute after time 0, one every three seconds."""

THOUSANDTH = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
ITS_RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"


def test_a_round_of_the_public_network():
    """Round 1,000 of drand's quicknet, as its documentation gives it."""
    assert is_round_signature(QUICKNET, 1000, THOUSANDTH)
    assert randomness_of(THOUSANDTH) == ITS_RANDOMNESS
    assert QUICKNET.is_well_formed


def test_the_hash_binds_key_and_times():
    """Other parameters under the same chain hash are not well-formed."""
    assert chain_hash(BEACON) == BEACON.hash
    for change in (
        {"public_key": QUICKNET.public_key}, {"group_hash": "0" * 64}, {"genesis_time": 1}, {"period": 4}, {"id": "x"},
        {"hash": QUICKNET.hash},
    ):  # fmt: skip
        assert not replace(BEACON, **change).is_well_formed
    for change in ({"period": 0}, {"genesis_time": -1}, {"id": ""}, {"public_key": "AB" * 96}, {"group_hash": "0"}):
        assert not replace(BEACON, **change).is_well_formed


@pytest.mark.parametrize(
    "signature", ["", "00" * 48, "ff" * 48, "c0" + "00" * 47, NETWORK.signature(8), Network("other").signature(7)]
)
def test_no_other_signature_is_a_rounds(signature):
    """Neither another round's nor another network's, nor the point at infinity, nor bytes that are no point."""
    assert not is_round_signature(BEACON, 7, signature)
    assert is_round_signature(BEACON, 7, NETWORK.signature(7))


@pytest.mark.parametrize("at", [0, 1, 2999, 3000, 3001, 1_767_225_600_123])
def test_the_round_is_the_first_after_the_margin(at):
    """It is at least a minute later, and the one before is not."""
    number = round_after(BEACON, at)
    assert time_of(BEACON, number) >= at + 60_000 > time_of(BEACON, number - 1)


def test_before_its_genesis_a_network_has_its_first_round():
    """There is none before."""
    assert round_after(QUICKNET, 0) == 1


def test_a_game_waits_for_its_round():
    """G28: with the last seat the round is fixed, and with its signature the game starts, on the luck of both."""
    table = Sitting(3, ("random",), beacon=BEACON)
    table.do(TakeSeat(0, player="ann"))
    assert table.do(TakeSeat(0, player="bob"))[1:] == [BeaconAwaited(FIRST)]
    assert (table.game.status, table.game.awaited) == ("waiting", FIRST)
    events = table.do(RecordBeacon(-1, FIRST, NETWORK.signature(FIRST)))
    assert events[:3] == [
        BeaconRecorded(FIRST, NETWORK.signature(FIRST)), SeatTaken(2, "", "random", ""), GameStarted(),
    ]  # fmt: skip
    assert table.game.nonces == ("", "", "", randomness_of(NETWORK.signature(FIRST)))


def test_in_a_strict_game_the_round_is_fixed_with_the_last_nonce():
    """G28: the last player to open does not know the round."""
    table = Sitting(2, strict=True, beacon=BEACON)
    for seat, nonce in enumerate(NONCES):
        assert len(table.do(bound_to(seat, nonce))) == 1
    table.do(OpenNonce(1, NONCES[1]))
    assert not table.game.awaited
    assert table.do(OpenNonce(0, NONCES[0])) == [NonceOpened(0, NONCES[0]), BeaconAwaited(FIRST)]


def test_the_round_is_a_part_of_the_luck():
    """Other rounds, everything else being the same, give other starts."""
    starts = []
    for name in map(str, range(12)):
        network = Network(name)
        table = Sitting(2, beacon=network.beacon).sit("ann", "bob")
        starts.append(table.do(RecordBeacon(-1, FIRST, network.signature(FIRST)))[2:])
    assert any(one != starts[0] for one in starts)


def test_no_other_round_is_recorded():
    """G28: neither earlier nor later, nor before the seats are taken, nor twice."""
    table = Sitting(2, beacon=BEACON).sit("ann")
    wished = RecordBeacon(-1, FIRST, NETWORK.signature(FIRST))
    for command in (wished, RecordBeacon(-1, 0, NETWORK.signature(1))):
        with pytest.raises(Illegal, match="does not wait"):
            table.do(command)
    table.sit("bob")
    for number in (FIRST - 1, FIRST + 1):
        with pytest.raises(Illegal, match="does not wait"):
            table.do(RecordBeacon(-1, number, NETWORK.signature(number)))
    with pytest.raises(Illegal, match="signature"):
        table.do(RecordBeacon(-1, FIRST, "no signature"))
    table.do(wished)
    with pytest.raises(Illegal, match="does not wait"):
        table.do(wished)


def test_a_game_that_waits_for_its_round():
    """G6, G21: no player can leave it, and the first player may call it off."""
    table = Sitting(2, beacon=BEACON).sit("ann", "bob")
    with pytest.raises(Illegal):
        table.do(LeaveSeat(1))
    table.do(Abort(0))
    assert table.game.status == "aborted"


def test_a_game_without_a_person_has_no_beacon():
    """G28: no player would wait for it; and parameters that their hash does not bind are refused."""
    for computers, beacon in ((("random",) * 2, BEACON), ((), replace(BEACON, period=4))):
        with pytest.raises(Illegal) as refused:
            open_game(RULEBOOK, 2, {"components": None}, "", False, computers, "g", beacon=beacon)
        assert refused.value.rule == "G28"
