"""Luck from a beacon: its records verify, and every verifier knows a round's signature by the vectors."""

import json
from functools import cache

import msgspec
import pytest
from msgspec.structs import replace

from audit.signing.beacon_signatures import is_round_signature
from audit.verification.verify import verify
from domain.beacon import QUICKNET, Beacon, randomness_of, round_after
from domain.game import OpenNonce, RecordBeacon, Resign
from sdk.verify import stele_verify
from tests.audit.games import Seating, bundled
from tests.beacons import Network
from tests.serving import ROOT

NETWORK = Network()
TRUSTED = [NETWORK.beacon.hash]
VECTORS = json.loads((ROOT / "docs" / "reference" / "beacons.json").read_text("utf-8"))


@cache
def table(strict=False):
    """A game with a beacon, resigned after its start."""
    seating = Seating("kheops", bytes(range(32)), 2, strict=strict, computers=1, beacon=NETWORK.beacon)
    seating.sit(0)
    if strict:
        seating.act(OpenNonce(0, seating.nonces[0]))
    awaited = seating.game.awaited
    seating.act(RecordBeacon(-1, awaited, NETWORK.signature(awaited)), after=100_000)
    seating.act(Resign(0))
    return seating.projector, seating.played()


def luck_of(raw, beacons):
    """The luck's check in a report that trusts these beacons; the verifier in one file agrees."""
    report, other = verify(raw, beacons=beacons), stele_verify.verify(raw, beacons=beacons)
    assert report.ok and other.first_bad is None, (report, other.checks)
    check, same = (next(one for one in told.checks if one.name == "luck") for told in (report, other))
    assert (check.verdict, check.warnings) == (same.verdict, same.warnings)
    return check


@pytest.mark.parametrize(("strict", "viewer"), [(False, "all"), (True, 0)])
def test_a_game_with_a_beacon_verifies(strict, viewer):
    """Both verifiers derive the round from the record and check its signature; the report names what is left."""
    projector, game = table(strict)
    check = luck_of(bundled(projector, game, game.entries, viewer), TRUSTED)
    assert "round 22 of the beacon test" in check.detail or "round 23 of the beacon test" in check.detail
    assert "set back" in check.detail and "no person brought" not in check.detail
    assert check.warnings == ()


def test_a_beacon_that_the_verifier_does_not_know():
    """Its operator could have chosen: that is a warning, and no accusation."""
    projector, game = table()
    raw = bundled(projector, game, game.entries)
    (warning,) = luck_of(raw, ()).warnings
    assert "a beacon that this verifier does not know" in warning and NETWORK.beacon.hash in warning
    assert not verify(raw).is_whole
    assert verify(raw, beacons=TRUSTED).is_whole


@pytest.mark.parametrize("vector", VECTORS["signatures"], ids=lambda vector: vector["what"])
def test_the_vectors_of_signatures(vector):
    """The library and the verifier in one file, which has arithmetic of its own, agree with docs/reference."""
    beacon = msgspec.convert(VECTORS["networks"][vector["beacon"]], Beacon)
    asked = vector["round"], vector["signature"]
    assert (
        vector["good"]
        == is_round_signature(beacon, *asked)
        == stele_verify.is_round_signature(beacon.public_key, *asked)
    )
    if vector["good"]:
        assert vector["randomness"] == randomness_of(vector["signature"])


def test_a_key_that_is_none():
    """The point at infinity would agree with itself."""
    infinity = "c0" + "00" * 95
    assert not is_round_signature(replace(NETWORK.beacon, public_key=infinity), 7, "c0" + "00" * 47)
    assert not stele_verify.is_round_signature(infinity, 7, "c0" + "00" * 47)


def test_the_vectors_of_rounds():
    """The networks of docs/reference, and their rounds by time."""
    assert msgspec.convert(VECTORS["networks"]["quicknet"], Beacon) == QUICKNET
    assert QUICKNET.hash == stele_verify.QUICKNET
    for vector in VECTORS["rounds"]:
        told = VECTORS["networks"][vector["beacon"]]
        assert vector["round"] == round_after(msgspec.convert(told, Beacon), vector["at"])
        assert vector["round"] == stele_verify.round_after(told, vector["at"])


@pytest.mark.parametrize(
    "change", [{"period": 4}, {"genesis_time": 1}, {"id": "x"}, {"group_hash": "0" * 64}, {"hash": "0" * 64}, {}]
)
def test_the_parameters_in_the_verifier_in_one_file(change):
    """It computes the chain hash, too."""
    beacon = replace(NETWORK.beacon, **change)
    told = msgspec.to_builtins(beacon)
    assert stele_verify.is_beacon(told) == beacon.is_well_formed == (not change)
