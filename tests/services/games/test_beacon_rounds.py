"""Beacon rounds: games start when their round is there, checked, and never without it (G28)."""

import pytest

from audit.bundle import export_bundle
from audit.transparency.http_fetch import CannotFetch
from audit.verification.verify import verify
from domain.beacon import time_of
from domain.game import Abort, RecordBeacon, TakeSeat
from domain.messages import Illegal
from eventstore.log import LogReader
from operations.settings import BadSetting, Settings
from services.games.beacon.network import BeaconNetwork, relays_of
from services.games.beacon.rounds import BeaconRounds
from services.games.lobby.index import LobbyIndex
from services.games.lobby.lobby import Lobby
from services.games.tables import Tables
from tests.beacons import Network, Relay

NETWORK = Network(genesis_time=1_767_000_000)


class Club:
    """Tables under a clock that the test moves, and the relay of their beacon."""

    def __init__(self, store, *relays):
        self.now = 1_767_225_600_000
        self.tables = Tables(store, lambda: self.now)
        self.network = BeaconNetwork(store.redis, tuple(relay.url for relay in relays))
        self.lobby = Lobby(self.tables, LogReader(store.redis, store.partitions), LobbyIndex(store.redis))
        self.rounds = BeaconRounds(self.tables, self.lobby, self.network)

    def fill(self, game_id, beacon=NETWORK.beacon):
        """A full table with this beacon; the time of its round."""
        self.tables.open("kheops", 2, {}, game_id=game_id, beacon=beacon)
        for player in ("ann", "bob"):
            self.tables.command(game_id, TakeSeat(0, player=player, nonce=player), "public")
        self.lobby.catch_up()
        return time_of(beacon, self.game(game_id).awaited)

    def game(self, game_id):
        """The game in the gallery's view."""
        return self.tables.seen(game_id).game


@pytest.fixture
def relay():
    with Relay(NETWORK).serving() as relay:
        yield relay


@pytest.fixture
def club(empty_redis, store, relay):
    return Club(store, relay)


def test_the_network_is_learnt_once(club, relay):
    """Its parameters are kept for all processes, and offered under the same addresses only."""
    assert club.network.offered() is None
    club.rounds.look()
    club.rounds.look()
    assert (club.network.offered(), relay.asked) == (NETWORK.beacon, ["/info"])
    redis = club.tables.store.redis
    assert BeaconNetwork(redis, (relay.url,)).offered() == NETWORK.beacon
    assert BeaconNetwork(redis, ("http://other.example",)).offered() is None
    assert BeaconNetwork(redis, ()).offered() is None


@pytest.mark.parametrize(
    "change",
    [{"period": 4}, {"public_key": "00"}, {"schemeID": "pedersen-bls-chained"}, {"hash": None}, {"metadata": 1}],
)
def test_parameters_that_do_not_fit_are_refused(club, relay, change):
    """The chain hash is computed again; another scheme is not known."""
    relay.lies["/info"] = NETWORK.info() | change
    with pytest.raises(CannotFetch, match="parameters"):
        club.network.learn()
    assert club.network.offered() is None


def test_a_game_starts_with_its_round_and_not_before(club, relay):
    """The round is asked for when it is due; the record then verifies."""
    due = club.fill("a")
    assert club.now + 60_000 <= due < club.now + 63_000
    club.now = due - 1
    club.rounds.look()
    assert (club.game("a").status, relay.asked) == ("waiting", ["/info"])
    club.now = due
    club.rounds.look()
    game = club.game("a")
    assert (game.status, game.randomness != "", relay.asked[1:]) == ("playing", True, [f"/public/{game.awaited}"])
    club.tables.command("a", Abort(0), "public")
    record = export_bundle(club.tables.seen("a").projector, "a", club.tables.store.read("a"), "all")
    assert verify(b"".join(record), beacons=[NETWORK.beacon.hash]).is_whole


def test_a_beacon_that_is_not_there_lets_the_game_wait(club, relay):
    """It starts once the beacon answers; until then its first player may call it off."""
    club.now = max(club.fill("a"), club.fill("b"))
    club.rounds.look()  # learns the network and starts both
    assert club.game("a").status == "playing"
    relay.is_silent = True
    club.now = max(club.fill("c"), club.fill("d"))
    with pytest.raises(CannotFetch):
        club.rounds.look()
    club.tables.command("d", Abort(0), "public")
    assert (club.game("c").status, club.game("d").status) == ("waiting", "aborted")
    relay.is_silent = False
    club.rounds.look()
    assert club.game("c").status == "playing"


@pytest.mark.parametrize("lie", ["another round", "another network", "no answer"])
def test_a_wrong_signature_is_not_recorded(club, relay, lie):
    """A relay can't choose: another relay's good answer counts, and without one the game waits."""
    club.network.learn()
    club.now = club.fill("a")
    number = club.game("a").awaited
    wrong = {
        "another round": NETWORK.signature(number - 1),
        "another network": Network("other").signature(number),
        "no answer": None,
    }
    relay.lies[f"/public/{number}"] = {"round": number, "signature": wrong[lie]}
    with pytest.raises(CannotFetch, match=f"round {number}"):
        club.rounds.look()
    assert club.game("a").status == "waiting"
    with Relay(NETWORK).serving() as honest:
        several = Club(club.tables.store, relay, honest)
        several.network.learn()
        several.now = club.now
        several.rounds.look()
        assert several.game("a").status == "playing"


def test_the_server_itself_cannot_record_another_signature(club):
    """The table checks it, however the command comes."""
    club.fill("a")
    number = club.game("a").awaited
    for signature in (NETWORK.signature(number + 1), "c0" + "00" * 47, "nothing"):
        with pytest.raises(Illegal, match="signature"):
            club.tables.command("a", RecordBeacon(-1, number, signature), "public")


def test_games_of_another_network_wait(club, relay):
    """The configured network's rounds are not theirs."""
    other = Network("other", NETWORK.beacon.genesis_time).beacon
    club.now = club.fill("a", other)
    club.rounds.look()
    assert (club.game("a").status, relay.asked) == ("waiting", ["/info"])


def test_the_addresses_are_checked():
    """An address is one of the web."""
    assert relays_of(Settings.read({"STELE_BEACON": "https://a.example/x/ http://b.example"})) == (
        "https://a.example/x", "http://b.example",
    )  # fmt: skip
    assert relays_of(Settings.read({})) == ()
    with pytest.raises(BadSetting, match="STELE_BEACON"):
        relays_of(Settings.read({"STELE_BEACON": "a.example"}))
