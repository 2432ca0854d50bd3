"""Kills of any process at any moment, under load: nothing acknowledged is lost, and the process is restarted."""

import itertools
import os
import random
import signal
import sys
from functools import partial

import pytest

from audit.verification.verify import verify
from operations.port_owner import AddressInUse, wait_until_free
from tests.api.clients import Client
from tests.api.test_concurrency import TITLE
from tests.clusters import Cluster, Node, follows, until, writes
from tests.eventstore.handmade import eventually
from tests.operations.supervised import KINDS, WITHOUT_A_RECORD, Persistent, Supervised
from tests.record_servers import EACH, PROGRAMS, version_of
from tests.serving import is_alive

KILLS = int(os.environ.get("STELE_TESTS_KILLS", "25"))
"""The number of kills for each kind of database."""
CLIENTS = 6

LONGEST_ANSWER_SECONDS = 600.0
"""A dead search is restarted when its lease has expired, and runs at the lowest priority."""

SEARCHES = "sage"
"""The computer player that searches for seconds each."""

LONGEST_ABSENCE_SECONDS = 60.0
"""The seconds until a killed process answers again; on an idle machine fewer than five, but tests share theirs."""


@pytest.fixture(scope="module")
def stele(server_directory):
    """A whole Stele for all of these tests, which ends in order after them."""
    server = Supervised(server_directory("killed")).start()
    yield server
    assert server.stop() == 0


def players(server, threads):
    """The players: every second game has a computer player, too."""
    gallery = Client(server.url)
    bots = [number % 2 for number in range(threads)]
    return [
        Persistent([gallery.sign_up(f"P{number}{seat}") for seat in range(2 - bot)], TITLE, bot, number)
        for number, bot in enumerate(bots)
    ]


def against_a_search(server, number):
    """A player against a searching computer player."""
    return Persistent([Client(server.url).sign_up(f"P{number}0")], TITLE, 1, number, SEARCHES)


class Alone:
    """A database of its own, with one server."""

    replicas = 0

    def __init__(self, directory, program):
        self.nodes = [Node(directory / "primary", program)]
        self.url = f"redis://127.0.0.1:{self.nodes[0].port}"

    def start(self):
        """Start all."""
        for node in self.nodes:
            node.start()
        self.wait_until_whole()
        return self

    def wait_until_whole(self):
        """Wait until every replica is in sync."""
        until(lambda: all(follows(node) for node in self.nodes))

    def replaced(self, victim):
        """Restart the killed one."""
        victim.start()
        self.wait_until_whole()

    def stop(self):
        """End all."""
        for node in self.nodes:
            node.kill()


class Pair(Alone):
    """A master and its replica."""

    replicas = 1

    def __init__(self, directory, program):
        primary = Node(directory / "primary", program, **{"repl-diskless-sync-delay": "0"})
        self.nodes = [primary, Node(directory / "replica", program, replicaof=f"127.0.0.1 {primary.port}")]
        self.url = f"redis://127.0.0.1:{primary.port}"


class Six(Cluster):
    """A cluster in which a replica takes the place of a killed master."""

    replicas = 1

    def __init__(self, directory, program):
        super().__init__(directory, replicas=True, program=program)

    def replaced(self, victim):
        """Wait for its replacement, and start it again."""
        self.wait_for_another(victim)
        victim.start()
        self.wait_until_whole()


@pytest.mark.soak
@pytest.mark.parametrize("program", EACH)
@pytest.mark.parametrize("shape", [Alone, Pair, Six])
def test_kills_with_a_record_of_ones_own(server_directory, shape, program):
    """Processes and database servers are killed one after the other, and each finished game counts once for each.

    Every second server dies of a full disk in the middle of a write and keeps what fitted; the others are killed.
    """
    record = shape(server_directory("record"), PROGRAMS[program])
    server = None
    try:
        record.start()
        server = Supervised(server_directory("replicated"), REDIS_URL=record.url, STELE_REPLICAS=str(shape.replicas))
        server.start()
        lot, playing = random.Random(KILLS), players(server, CLIENTS - 1)
        thinking = against_a_search(server, len(playing))
        for one in (*playing, thinking):
            one.start()
        elections = full = 0
        for number in range(KILLS):
            heard = [one.moves for one in playing]
            kind = (*WITHOUT_A_RECORD, "record")[number % (len(WITHOUT_A_RECORD) + 1)]
            if kind == "record":
                victim = lot.choice([one for one in record.nodes if writes(one)] if number % 2 else record.nodes)
                is_writing = writes(victim)
                if is_writing and number % 2:
                    victim.die_of_a_full_disk()
                    full += 1
                else:
                    victim.kill()
                if is_writing or shape is not Six:
                    elections += is_writing and shape is Six
                    record.replaced(victim)
                else:
                    victim.start()
                    record.wait_until_whole()
                assert eventually(server.is_ready), kind
            else:
                server.kill(kind, lot)
            assert eventually(partial(have_gone_on, playing, heard)), f"no move after {kind}"
        assert has_been_answered(thinking)
        gallery, finished = Client(server.url), 0
        for one in (*playing, thinking):
            one.finish()
            for played in one.games:
                check(server, played, one.persons, one.bots)
            profile = partial(gallery.get, f"/api/players/{one.player_id}")
            over = {game for game in (played.game_id for played in one.games) if is_finished(gallery, game)}
            assert eventually(partial(has_counted, profile, len(over)))
            assert profile()["finished"] == len(over), "a result counts twice"
            told = [notice["game"] for notice in one.notices() if notice["kind"] == "over"]
            assert len(set(told)) == len(told), "a notice came twice"
            finished += len(over)
        moves, resent = sum(one.moves for one in playing), sum(one.resent for one in playing)
        print(f"{shape.__name__}, {version_of(program)}: {KILLS} kills, {elections} elections, {full} full disks,")
        print(f"{moves} moves, {finished} games over, {resent} sent again")
        print(f"{thinking.moves} moves against {SEARCHES}")
    finally:
        if server is not None and server.process is not None:
            server.stop()
        record.stop()


def has_been_answered(thinking):
    """Whether a search has answered, once undisturbed: a move follows it, or the player cannot make it."""
    return eventually(lambda: thinking.moves or thinking.failure, LONGEST_ANSWER_SECONDS)


def is_finished(gallery, game_id):
    """Whether the game is over."""
    return gallery.get(f"/api/games/{game_id}")["status"] == "finished"


def has_counted(profile, games):
    """Whether the player's profile has this number of finished games."""
    return profile()["finished"] >= games


def check(server, played, persons, bots):
    """Each acknowledged move is in the record once and whole, as acknowledged, and the game can continue."""
    gallery = Client(server.url)
    waits = partial(waits_for_a_person, gallery, played.game_id, persons)
    assert eventually(waits, LONGEST_ANSWER_SECONDS), f"{played.game_id} is stuck"
    events = gallery.get(f"/api/games/{played.game_id}/events?as=public&limit=5000")["events"]
    digests = {event["position"]: event["digest"] for event in events}
    for made in played.acknowledged:
        assert digests[made["position"]] == made["digest"]
        assert [digests[event["position"]] for event in made["events"]] == [event["digest"] for event in made["events"]]
    acknowledged = [action_of(made["position"]) for made in played.acknowledged]
    assert len(set(acknowledged)) == len(acknowledged)
    if not bots:
        assert {action_of(position) for position in digests} - played.opening == set(acknowledged), "a move came twice"
    for action, effects in itertools.groupby(digests, action_of):
        numbers = [position.partition("-")[2] for position in effects]
        assert numbers == [str(effect) for effect in range(len(numbers))], f"action {action} is torn"
    report = verify(gallery.call("GET", f"/api/games/{played.game_id}/bundle?as=public").body)
    assert report.ok, report


def action_of(position):
    """The action to which this position belongs."""
    return position.partition("-")[0]


def waits_for_a_person(gallery, game_id, persons):
    """Whether the game waits for a person, for its players, or is over: no computer player has to move."""
    game = gallery.get(f"/api/games/{game_id}")
    return game["status"] != "playing" or bool(persons & set(game["to_act"]))


def have_gone_on(playing, heard):
    """Whether each of these players has made more moves since, or cannot."""
    return all(one.moves > moves or one.failure for one, moves in zip(playing, heard, strict=True))


def kill_under_load(server, kinds, threads, searched):
    """Kill processes of these kinds in turn while games are played; each downtime, and the played games.

    This number of further games is `searched`: they continue between the kills, without waiting.
    """
    lot, playing = random.Random(0), players(server, threads)
    thinking = [against_a_search(server, threads + number) for number in range(searched)]
    for one in (*playing, *thinking):
        one.start()
    absences = []
    for kind in kinds:
        heard = [one.moves for one in playing]
        absences.append((kind, server.kill(kind, lot)))
        assert eventually(partial(have_gone_on, playing, heard)), f"no move after {kind}"
    assert all(map(has_been_answered, thinking))
    for one in (*playing, *thinking):
        one.finish()
        for played in one.games:
            check(server, played, one.persons, one.bots)
    return absences, [*playing, *thinking]


HUNDRED = tuple(itertools.islice(itertools.cycle(KINDS), 100))


@pytest.mark.parametrize(
    ("kinds", "threads", "searched"),
    [(("web", "server"), 2, 0), pytest.param(HUNDRED, 4, 1, marks=pytest.mark.soak)],
    ids=["two", "a hundred"],
)
def test_kills_under_load(stele, kinds, threads, searched):
    """Web, its children, worker, search, the embedded server and its supervisor, in turn and again.

    In short the web and the embedded server, without which nothing is played.
    """
    absences, playing = kill_under_load(stele, kinds, threads, searched)
    worst = {kind: max(seconds for one, seconds in absences if one == kind) for kind in kinds}
    moves, games = sum(one.moves for one in playing), sum(len(one.games) for one in playing)
    print(f"{len(kinds)} kills, {moves} moves in {games} games, {sum(one.resent for one in playing)} sent again")
    print(f"{sum(one.moves for one in playing[threads:])} of them against {SEARCHES}")
    print("longest absences in seconds:", {kind: round(seconds, 1) for kind, seconds in worst.items()})
    assert max(worst.values()) < LONGEST_ABSENCE_SECONDS


@pytest.mark.soak
def test_the_supervisor_itself_is_killed(stele):
    """kill -9 of the supervisor: no process is left; the next start gets the address and every acknowledged move."""
    (one,) = players(stele, 1)
    one.start()
    assert eventually(lambda: one.moves > 5)
    processes = stele.found("web") | stele.found("web child") | stele.found("worker")
    stele.stop(signal.SIGKILL)
    assert eventually(lambda: not any(is_alive(process) for process in processes))
    moves = one.moves
    stele.start()
    assert eventually(lambda: one.moves > moves)
    one.finish()
    for played in one.games:
        check(stele, played, one.persons, one.bots)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_second_supervisor_names_the_first(stele):
    """The process to stop is the supervisor: the listening one would be restarted."""
    with pytest.raises(AddressInUse, match=f"is in use by process {stele.process.pid} .*operations.supervisor"):
        wait_until_free("127.0.0.1", stele.port, 0)


@pytest.mark.soak
@pytest.mark.parametrize("how", ["reload", "stop and start"])
def test_a_restart_in_order_loses_no_request(stele, how):
    """SIGHUP: no call fails while web and worker restart. SIGTERM: requests in progress are answered."""
    (one,) = players(stele, 1)
    one.start()
    assert eventually(lambda: one.moves > 3)
    before = stele.found("web child")
    if how == "reload":
        stele.process.send_signal(signal.SIGHUP)
        assert eventually(lambda: not before & stele.found("web child"))
        moves = one.moves
        assert eventually(lambda: one.moves > moves + 3)
        assert one.resent == 0
    else:
        assert stele.stop() == 0
        stele.start()
        moves = one.moves
        assert eventually(lambda: one.moves > moves + 3)
    one.finish()
    for played in one.games:
        check(stele, played, one.persons, one.bots)
