"""Analyses on a real record: requested once, done by any process, for finished games, after waiting players."""

import msgspec
import pytest

import services.games.analysis.game_analyses as module
import services.games.analysis.latest_decision_points as judging
from ai.analysis.decision_points import DecisionPoints
from ai.analysis.game_analysis import Effort
from ai.analysis.move_analysis import AnalysisBudgets, Verdict
from ai.kinds import find_kinds
from ai.search.search import Budget
from domain.game import Resign, TakeSeat
from domain.projector import projector_for
from domain.terms import GameTerms
from eventstore.backup.archive import Archive
from eventstore.entries import parse_position
from replay.past_states import placed_records
from services.games.analysis.game_analyses import Explained
from services.games.analysis.move_analyses import OneAnswer, VerdictInquiry
from services.games.tables import StillSecret
from services.jobs.archivist import Archivist
from services.jobs.worker import play_computers
from tests.services.games.searching import ONE_GAME, TITLE, Searching

QUICK = AnalysisBudgets(Budget(games=2), Budget(games=8), Budget(games=8), rounds=2)
SMALL = Effort(ONE_GAME, Budget(games=2), Budget(games=4), Budget(games=4), pieces=2)


class Server(Searching):
    """A finished game, and one process that searches and analyses."""

    def __init__(self, redis):
        super().__init__(redis, answer_budgets=(QUICK,), effort=(SMALL,))
        self.game_id = self.finished()

    @property
    def seen(self):
        """The finished game in the public view."""
        return self.tables.seen(self.game_id)

    def found(self):
        """The findings so far."""
        found = self.analyses.of(self.seen)
        assert found is not None
        return found


@pytest.fixture
def server(empty_redis, monkeypatch):
    """A server that stores its findings after every piece."""
    monkeypatch.setattr(module, "_AT_ONCE_SECONDS", 0.0)
    return Server(empty_redis)


def test_nothing_is_analysed_without_a_request(server, monkeypatch):
    """A request starts one analysis, with progress, in any process; the result is stored with the record's digest."""
    assert server.analyses.of(server.seen) is None
    assert not server.process.work()
    asked = server.analyses.ask(server.seen, 1)
    assert (asked.done, asked.found.is_done, server.analyses.waiting()) == (0, False, [server.game_id])
    assert server.process.work()
    first = server.found()
    assert 0 < first.done < first.pieces and first.seconds_left is not None and first.reader == 1
    assert [one.position for one in first.chances] == [str(server.seen.position)]
    server.analyses.ask(server.seen)
    assert server.found() == first
    assert server.another("two").work()
    assert server.found().done > first.done and server.found().chances[-1:] == first.chances
    monkeypatch.setattr(module, "_AT_ONCE_SECONDS", 60.0)
    assert server.process.work() and not server.process.work()
    done = server.found()
    assert (done.found.is_done, done.done, done.seconds_left, server.analyses.waiting()) == (True, done.pieces, 0, [])
    assert done.chances[-1].position == str(server.seen.position)
    server.analyses.ask(server.seen)
    assert not server.process.work()
    name = f"stele:analysis:of:{server.game_id}"
    assert 0 < server.redis.ttl(name)
    assert server.redis.strlen(name) < len(msgspec.json.encode(done)) / 2


def test_outdated_findings_are_found_anew(server):
    """Mismatched or unreadable findings in the cache are ignored and computed again; uncompressed findings can be
    read.
    """
    asked = server.analyses.ask(server.seen)
    server.redis.set(f"stele:analysis:of:{server.game_id}", msgspec.json.encode(asked))
    assert asked == server.analyses.of(server.seen)
    for other in (Explained(asked.scheme + 1, asked.digest, asked.found), Explained(asked.scheme, "00", asked.found)):
        server.analyses.keep(server.game_id, other)
        assert server.analyses.of(server.seen) is None
        assert server.process.work()
        begun = server.analyses.of(server.seen)
        assert begun is not None and 0 < begun.done < begun.pieces
        server.analyses.keep(server.game_id, asked)
    for unreadable in (b'{"scheme":"old"}', b"{", b"no frame"):
        server.redis.set(f"stele:analysis:of:{server.game_id}", unreadable)
        assert server.analyses.of(server.seen) is None


def test_an_analysis_is_archived_with_its_game(server, monkeypatch, tmp_path):
    """An archived analysis reads as before, also on a later server; an unfinished or outdated one is not archived."""
    monkeypatch.setattr(module, "_AT_ONCE_SECONDS", 60.0)
    store, name = server.tables.store, f"stele:analysis:of:{server.game_id}"
    monkeypatch.setattr(store, "archive", Archive(tmp_path))
    archivist = Archivist(server.tables, 0.0, server.analyses.archive)
    server.analyses.ask(server.seen)
    assert archivist.everything(0.0, lambda *_progress: None) == (1, []) and server.redis.exists(name)
    assert server.process.work()
    done = server.found()
    assert archivist.everything(0.0, lambda *_progress: None) == (0, []) and not server.redis.exists(name)
    assert done.state == "done" and done == server.found() == server.analyses.ask(server.seen)
    assert server.analyses.waiting() == [] and not server.process.work()
    assert {"analysis" in one for one in store.archive.files.names()} == {True, False}
    for file in tmp_path.rglob("*analysis*"):
        file.write_bytes(b"damaged")
    assert server.analyses.of(server.seen) is None


def test_games_of_persons_are_analysed_without_a_request(server):
    """Finished games of persons are analysed once, after requested ones; games of computer players and running games
    are not.
    """
    server.analyses.plan_after(server.game_id)
    assert server.analyses.waiting() == []
    game_id = server.tables.open(GameTerms(TITLE, 2), creator=TakeSeat(0, player="p0"))
    server.tables.command(game_id, TakeSeat(1, player="p1"), "public")
    server.analyses.plan_after(game_id)
    assert server.analyses.waiting() == []
    server.tables.command(game_id, Resign(0), 0)
    server.analyses.plan_after(game_id)
    server.analyses.plan_after(game_id)
    assert server.analyses.waiting() == [game_id]
    server.analyses.ask(server.seen)
    assert server.analyses.waiting() == [server.game_id, game_id]
    assert [server.analyses.ahead_of(one) for one in (server.game_id, game_id, "another")] == [0, 1, 0]
    server.analyses.ask(server.tables.seen(game_id))  # a request comes forward
    server.analyses.done(server.game_id)
    while server.process.work():
        pass
    planned = server.analyses.of(server.tables.seen(game_id))
    assert planned is not None and planned.found.is_done and server.analyses.waiting() == []


def test_a_waiting_player_comes_first(server, monkeypatch):
    """A search comes first, also when the analysis was requested earlier."""
    server.analyses.ask(server.seen)
    monkeypatch.setattr(find_kinds()["sage"], "budget", ONE_GAME)
    game_id = server.tables.open(GameTerms(TITLE, 2, computers=("sage", "sage")))
    play_computers(server.tables, game_id, None, queue=server.queue)
    at = server.tables.seen(game_id).position
    assert server.queue.waiting() and server.process.work()
    assert server.tables.seen(game_id).position > at and server.found().done == 0
    assert server.queue.waiting() == [] and server.process.work()
    assert server.found().done > 0


def test_a_stopped_process_leaves_its_analysis_to_another(server):
    """A stopped process's findings are stored for the next, and no process works on a game that another one holds."""
    server.analyses.ask(server.seen)
    server.process.work()
    first = server.found()
    server.process.stop()
    server.process.work()
    assert server.found() == first
    other = server.another("two")
    assert server.queue.lease(server.game_id, "three")
    assert not other.work()
    server.queue.release(server.game_id, "three")
    assert other.work() and server.found().done > first.done


def answered(server):
    """The number of an action with another possible answer."""
    projector = projector_for(TITLE)
    moments = DecisionPoints(projector, placed_records(projector, server.store.read(server.game_id)))
    place = next(at for at in range(len(moments.all) // 2, len(moments.all)) if moments.choosing(at) is not None)
    return parse_position(moments.all[place].position).action


def test_an_answer_is_judged_ahead_of_whole_games(server):
    """A requested answer is judged at once and in full, after waiting players' moves, and the verdict is stored."""
    action = answered(server)
    server.analyses.ask(server.seen)
    assert server.verdicts.of(server.seen, action) is None
    asked = server.verdicts.ask(server.seen, action)
    assert (asked.found.done, server.verdicts.waiting()) == (0, [(server.game_id, action)])
    assert server.process.work()
    known = server.verdicts.of(server.seen, action)
    assert known is not None and known.found.is_done and known.found.rivals and not known.has_failed
    assert server.verdicts.waiting() == [] and server.found().done == 0
    assert server.verdicts.ask(server.seen, action) == known
    assert server.verdicts.waiting() == [] and 0 < server.redis.ttl(f"stele:verdict:of:{server.game_id} {action}")
    assert server.process.work() and server.found().done > 0
    assert server.verdicts.ask(server.seen, 0).found.seat is None  # no player answered there
    assert server.process.work()
    nothing = server.verdicts.of(server.seen, 0)
    assert nothing is not None and nothing.found == Verdict(is_done=True)


def test_an_unfinished_verdict_is_continued(server):
    """The next process continues a verdict from its stored part, and computes outdated parts again."""
    action = answered(server)
    server.verdicts.ask(server.seen, action)
    server.process.stop()
    server.process.work()
    left = server.verdicts.of(server.seen, action)
    assert left is not None and not left.found.is_done and server.verdicts.waiting()
    assert server.another("two").work()
    whole = server.verdicts.of(server.seen, action)
    assert whole is not None and whole.found.is_done
    one = OneAnswer(server.game_id, action)
    for other in (
        VerdictInquiry(whole.scheme + 1, whole.digest, whole.found),
        VerdictInquiry(whole.scheme, "00", whole.found),
    ):
        server.verdicts.keep(one, other)
        assert server.verdicts.of(server.seen, action) is None
        assert server.verdicts.ask(server.seen, action).found == Verdict()
    server.redis.set(f"stele:verdict:of:{one}", b'{"scheme":"old"}')
    assert server.verdicts.of(server.seen, action) is None


class OneVerdict:
    """The verdict on one answer, asked for like the analysis of a whole game."""

    def __init__(self, server):
        self._verdicts, self._action = server.verdicts, answered(server)
        self.waiting = server.verdicts.waiting

    def ask(self, seen):
        return self._verdicts.ask(seen, self._action)

    def of(self, seen):
        return self._verdicts.of(seen, self._action)


KINDS = [(lambda server: server.analyses, module), (OneVerdict, judging)]


@pytest.mark.parametrize(("asked_of", "where"), KINDS)
def test_a_failure_is_reported_and_can_be_requested_again(server, monkeypatch, caplog, asked_of, where):
    """A failed analysis is logged and blocks no other analysis."""
    wanted = asked_of(server)
    wanted.ask(server.seen)
    with monkeypatch.context() as broken:
        broken.setattr(where, "placed_records", lambda projector, entries: 1 / 0)
        assert server.process.work()
    assert "cannot continue" in caplog.text
    assert wanted.of(server.seen).has_failed and wanted.waiting() == []
    again = wanted.ask(server.seen)
    assert not again.has_failed
    assert server.process.work() and wanted.of(server.seen) != again and not wanted.of(server.seen).has_failed


@pytest.mark.parametrize("asked_of", [asked_of for asked_of, _where in KINDS])
def test_a_running_game_is_not_analysed(server, asked_of):
    """With any queue, a running game is not analysed, because the full game is hidden until its end."""
    wanted, game_id = asked_of(server), server.tables.open(GameTerms(TITLE, 2, computers=("sage", "steward")))
    with pytest.raises(StillSecret):
        server.tables.seen(game_id, "all")
    seen = server.tables.seen(game_id)
    asked = wanted.ask(seen)
    assert server.process.work()
    assert wanted.of(seen) == msgspec.structs.replace(asked, has_failed=True)
