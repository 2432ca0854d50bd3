"""Luck from a beacon: what an operator might try, and where the record shows it."""

import json
from functools import cache

import msgspec
import pytest
from msgspec.structs import replace

from audit.signing.beacon_signatures import is_round_signature
from audit.verification.verify import verify
from domain.beacon import QUICKNET, Beacon, randomness_of, round_after
from domain.game import Abort, BeaconAwaited, BeaconRecorded, GameCreated, OpenNonce, RecordBeacon, Resign
from sdk.verify import stele_verify
from tests.audit.games import SEATED, Seating, bundled, happenings_of, retold, sealed_again, with_other_times
from tests.audit.test_luck import number_of
from tests.beacons import Network
from tests.serving import ROOT

TITLE = "kheops"
NETWORK = Network()
TRUSTED = [NETWORK.beacon.hash]
VECTORS = json.loads((ROOT / "docs" / "reference" / "beacons.json").read_text("utf-8"))


@cache
def table(strict=False, network=NETWORK, computers=1):
    """A game with a beacon, resigned after its first moves."""
    seating = Seating(TITLE, bytes(range(32)), 2, strict=strict, computers=computers, beacon=network.beacon)
    for seat in range(2 - computers):
        seating.sit(seat)
    for seat in range(2 - computers) if strict else ():
        seating.act(OpenNonce(seat, seating.nonces[seat]))
    awaited = seating.game.awaited
    seating.act(RecordBeacon(-1, awaited, network.signature(awaited)), after=100_000)
    seating.act(Resign(0))
    return seating.projector, seating.played(), tuple(seating.times)


def luck_of(raw, beacons):
    """The luck's check in a report that trusts these beacons; the verifier in one file agrees."""
    report, other = verify(raw, beacons=beacons), stele_verify.verify(raw, beacons=beacons)
    assert report.ok and other.first_bad is None, (report, other.checks)
    check, same = (next(one for one in told.checks if one.name == "luck") for told in (report, other))
    assert (check.verdict, check.warnings) == (same.verdict, same.warnings)
    return check


def finding(raw):
    """The failing check, and the place, as both verifiers find them."""
    report, other = verify(raw), stele_verify.verify(raw)
    assert (report.checks[-1].name, report.first_bad) == (other.checks[-1].name, other.first_bad)
    assert not report.ok
    return report.checks[-1].name, report.first_bad


def forged(change, strict=False):
    """The finding in a record that a forger with the game key changed, action by action, and sealed again."""
    projector, game, times = table(strict)
    actions = happenings_of(projector, game.entries)
    times = list(times)
    change(actions, times)
    entries = sealed_again(projector, actions, game.game_key, SEATED, times)
    return finding(bundled(projector, game, entries, "all"))


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("viewer", ["all", "public", 0])
def test_a_game_with_a_beacon_verifies(strict, viewer):
    """Both verifiers derive the round from the record and check its signature; the report names what is left."""
    projector, game, _times = table(strict)
    check = luck_of(bundled(projector, game, game.entries, viewer), TRUSTED)
    assert "round 22 of the beacon test" in check.detail or "round 23 of the beacon test" in check.detail
    assert "set back" in check.detail and "no person brought" not in check.detail
    assert check.warnings == ()


def test_a_beacon_that_the_verifier_does_not_know():
    """Its operator could have chosen: that is a warning, and no accusation."""
    projector, game, _times = table()
    raw = bundled(projector, game, game.entries)
    (warning,) = luck_of(raw, ()).warnings
    assert "a beacon that this verifier does not know" in warning and NETWORK.beacon.hash in warning
    assert not verify(raw).is_whole
    assert verify(raw, beacons=TRUSTED).is_whole


@pytest.mark.parametrize("other", [-1, 1, 7])
@pytest.mark.parametrize("strict", [False, True])
def test_another_round_is_found(other, strict):
    """The operator fixes an earlier round, which is known already, or a later one, and records that one well signed."""

    def change(actions, _times):
        for action in actions:
            for place, one in enumerate(action):
                if isinstance(one.event, BeaconAwaited):
                    action[place] = replace(one, event=BeaconAwaited(one.event.round + other))
                elif isinstance(one.event, BeaconRecorded):
                    number = one.event.round + other
                    action[place] = replace(one, event=BeaconRecorded(number, NETWORK.signature(number)))

    assert forged(change, strict) == ("course", "3-1" if strict else "2-1")


def test_another_round_than_the_fixed_one_is_found():
    """The operator fixes the right round, and records another."""

    def change(actions, _times):
        number = actions[2][0].event.round + 1
        actions[2][0] = replace(actions[2][0], event=BeaconRecorded(number, NETWORK.signature(number)))

    assert forged(change) == ("course", "3-0")


@pytest.mark.parametrize("signature", [NETWORK.signature(5), Network("operator").signature(22), "c0" + "00" * 47])
def test_another_signature_is_found(signature):
    """The randomness can't be chosen: a round has one signature, which only the network can make."""
    projector, game, _times = table()
    number = number_of(game, BeaconRecorded)
    lie = retold(projector, game, number, BeaconRecorded(22, signature))
    raw = bundled(projector, game, lie, "public")
    # `retold` records one action a second.
    assert finding(raw) == ("luck", "3-0")


@pytest.mark.parametrize(("kind", "found"), [(BeaconAwaited, "3-0"), (BeaconRecorded, "3-1")])
def test_a_skipped_round_is_found(kind, found):
    """The operator leaves out that a round is awaited, or starts without it."""

    def change(actions, _times):
        for action in actions:
            action[:] = [one for one in action if not isinstance(one.event, kind)]

    assert forged(change) == ("course", found)


def test_a_start_without_the_beacon_is_found():
    """The operator starts the game at once, as if there were no beacon."""

    def change(actions, times):
        actions[1] = [actions[1][0], *actions[2][1:]]
        del actions[2], times[2]

    assert forged(change) == ("course", "2-2")


@pytest.mark.parametrize("moved", [-30_000, 30_000])
def test_a_moved_time_needs_another_round(moved):
    """The operator says that the last player came at another time: by that time another round is due."""

    def change(actions, times):
        times[:] = [times[0], *(one + moved + 60_000 for one in times[1:])]

    assert forged(change) == ("course", "2-1")


def test_a_moved_time_contradicts_what_a_player_holds():
    """With another round and everything anew, the digests differ from those of the receipts given at the true time."""
    _projector, game, _times = table()
    later = with_other_times(game.entries, 2, 30_000)
    at = next(one for one in game.entries if b"BeaconAwaited" in one.public).position
    digests = [next(one.digest for one in entries if one.position == at) for entries in (game.entries, later)]
    assert digests[0] != digests[1]


def test_a_beacon_of_the_operators_own_is_a_warning():
    """The operator's own key signs whatever the operator wishes, but its chain hash is not a known one."""
    projector, game, _times = table(network=Network("operator"))
    assert verify(bundled(projector, game, game.entries)).ok
    assert luck_of(bundled(projector, game, game.entries), TRUSTED).warnings


def test_parameters_that_the_hash_does_not_bind_are_found():
    """A key of the operator's own under the chain hash of a known network."""
    projector, game, _times = table()
    created = next(iter(happenings_of(projector, game.entries)))[0].event
    assert isinstance(created, GameCreated) and created.beacon is not None
    own = replace(created.beacon, public_key=Network("operator").beacon.public_key)
    lie = retold(projector, game, 0, replace(created, beacon=own))
    assert finding(bundled(projector, game, lie, "public")) == ("records", "1-0")


def test_a_game_that_was_called_off_while_it_waited():
    """It has no draws, and verifies."""
    seating = Seating(TITLE, bytes(32), 2, beacon=NETWORK.beacon)
    for seat in range(2):
        seating.sit(seat)
    seating.act(Abort(0))
    check = luck_of(bundled(seating.projector, seating.played(), seating.played().entries), TRUSTED)
    assert check.detail.startswith("0 draws") and "knew the game key and joined last" in check.detail


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
