"""Queue of searches on a real record: requested once, found by any process, and answered once."""

import random
from typing import Any

import pytest

from ai.kinds import find_kinds
from domain.game import SHARED_EVENTS, Resign, TakeSeat
from domain.redaction import redact
from domain.terms import GameTerms
from eventstore.entries import read_records
from services.games.ai_queue import LEASE_SECONDS, SET_ASIDE_MILLISECONDS, past_of
from services.jobs.worker import play_computers
from tests.services.games.searching import ONE_GAME, TITLE, Searching


class Server(Searching):
    """One process that answers for computer players."""

    def open(self, *computers, persons=0, title=TITLE):
        """A game of these computer players and this number of persons, in which a sage is asked."""
        players = len(computers) + persons
        game_id = self.tables.open(GameTerms(title, players, computers=computers))
        for seat in range(persons):
            self.tables.command(game_id, TakeSeat(0, player=f"player{seat}"), "public")
        self.look(game_id)
        while "sage" in computers and game_id not in [one for one, _seat in self.waiting()]:
            seat = self.tables.seen(game_id).to_act[0]
            self.tables.command(game_id, self.tables.seen(game_id, seat).legal()[0], seat)
            self.look(game_id)
        return game_id

    def look(self, game_id):
        """The worker's pass after an entry in this game."""
        return play_computers(self.tables, game_id, random.Random(1), queue=self.queue)

    def waiting(self):
        """The games and seats in the queue, in order."""
        return [(asked.game_id, asked.seat) for asked in self.queue.waiting()]


@pytest.fixture
def server(empty_redis, monkeypatch):
    """A server whose searches are short."""
    for kind in ("apprentice", "scholar", "sage"):
        monkeypatch.setattr(find_kinds()[kind], "budget", ONE_GAME)
    return Server(empty_redis)


def test_searching_players_are_not_waited_for(server):
    """The worker lets all other players answer and continues; a search answers, and the worker continues from there."""
    game_id = server.open("sage", "steward")
    assert server.waiting() == [(game_id, 0)]
    server.look(game_id)
    assert server.waiting() == [(game_id, 0)]
    at = server.tables.seen(game_id).position
    assert server.process.work()
    assert server.tables.seen(game_id).position > at
    assert server.waiting() == []
    assert not server.process.work()


def test_a_game_is_played_to_its_end(server):
    """The queue and the worker bring a game of computer players to its end, and leave nothing behind."""
    game_id = server.open("apprentice", "scholar")
    while not server.tables.seen(game_id).game.is_over:
        assert server.process.work()
        server.look(game_id)
    while server.process.work():  # the other questions of the last answer's moment
        pass
    assert server.waiting() == []
    assert set(server.redis.keys("stele:search:*")) <= {b"stele:search:sign"}


def test_waiting_players_come_first(server):
    """A game in which a person waits comes before one without, and an earlier question before a later one."""
    among_themselves = server.open("sage", "sage")
    server.now += 1000
    first = server.open("sage", persons=1)
    server.now += 1000
    second = server.open("sage", persons=1)
    assert list(dict.fromkeys(game_id for game_id, _seat in server.waiting())) == [first, second, among_themselves]


def test_a_killed_search_is_restarted(server):
    """While a killed process's lease lasts, no other process searches in that game; nothing is lost."""
    game_id = server.open("sage", "steward")
    assert server.queue.lease(game_id, "killed")
    assert not server.process.work()
    assert 0 < server.redis.pttl(f"stele:search:lease:{game_id}") <= 1000 * LEASE_SECONDS
    server.queue.release(game_id, "another")
    assert not server.queue.renew(game_id, "another") and server.queue.renew(game_id, "killed")
    server.queue.release(game_id, "killed")  # the state after its expiry
    assert server.process.work()
    assert server.waiting() == []


def test_a_stopped_process_leaves_its_search_to_another(server):
    """A stopped process gives no answer, and its seat stays in the queue."""
    game_id = server.open("sage", "steward")
    at = server.tables.seen(game_id).position
    server.process.stop()
    server.process.work()
    assert (server.tables.seen(game_id).position, server.waiting()) == (at, [(game_id, 0)])
    assert server.another("two").work()
    assert server.waiting() == []


def test_a_game_that_moved_on_takes_no_answer(server, monkeypatch):
    """An answer is for one position: after a move during the search it is discarded and searched again."""
    game_id = server.open("sage", persons=2)
    sage: Any = find_kinds()["sage"]
    choose_among = sage.choose_among

    def meanwhile(tried, lot):
        server.tables.command(game_id, Resign(0), 0)
        return choose_among(tried, lot)

    monkeypatch.setattr(sage, "choose_among", meanwhile)
    moves = server.tables.seen(game_id).game.moves
    assert server.process.work()
    after = server.tables.seen(game_id).game
    assert (after.moves, after.seats[0].resigned, after.is_over) == (moves, True, False)
    server.look(game_id)
    assert server.waiting() == [(game_id, 2)]


def test_searches_without_a_process_are_neglected(server):
    """Searches are neglected if one waits and no process has read the queue for a lease's duration."""
    assert not server.queue.are_neglected
    server.open("sage", "steward")
    assert server.queue.are_neglected
    server.process.stop()
    server.process.work()
    assert server.waiting() and server.queue.are_attended and not server.queue.are_neglected
    assert 0 < server.redis.pttl("stele:search:sign") <= 1000 * LEASE_SECONDS
    server.redis.delete("stele:search:sign")  # the state after its expiry
    assert server.queue.are_neglected and not server.queue.are_attended


def test_a_failing_search_is_set_aside(server, monkeypatch, caplog):
    """A failing search is logged, blocks no other search, and is tried again later."""

    def fail(tried, lot):
        raise ZeroDivisionError

    game_id = server.open("sage", "steward")
    with monkeypatch.context() as broken:
        broken.setattr(find_kinds()["sage"], "choose_among", fail)
        assert server.process.work()
    assert "cannot continue" in caplog.text
    assert server.waiting() == []
    server.now += SET_ASIDE_MILLISECONDS
    assert server.waiting() == [(game_id, 0)]
    assert server.process.work()


def test_the_past_is_the_seats_view(server):
    """A search uses the seat's redacted record, and nothing else."""
    game_id = server.open("steward", persons=1, title="kheops")
    seen = server.tables.seen(game_id, 0)
    records = read_records(seen.projector, server.tables.store.read(game_id))
    past = [redact(one.data, 0) for one in records if not isinstance(one.data, SHARED_EVENTS)]
    assert past_of(server.tables, seen) == past
    assert past_of(server.tables, server.tables.seen(game_id, "public")) != past
