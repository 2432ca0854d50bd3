"""Puzzles on a real record: collected once from public finished games, the same each day for all, tried once."""

import msgspec
import pytest

from ai.analysis.decision_points import DecisionPoints
from ai.analysis.game_analysis import Effort, Findings, Judgement
from ai.analysis.move_analysis import Rival
from ai.analysis.paired_playouts import Tally
from ai.analysis.puzzle_check import CheckBudgets
from ai.search.search import Budget
from domain.clocks.availability import DAY
from domain.game import Resign, TakeSeat
from domain.projector import projector_for
from domain.terms import GameTerms
from eventstore.encryption import SecretBox
from eventstore.entries import parse_position
from eventstore.store import Store
from replay.past_states import placed_records
from services.games.puzzles.puzzles import Puzzles, PuzzleTally, day_of
from services.games.puzzles.tries import Tries
from services.games.tables import Tables
from tests.services.games.searching import ONE_GAME, TITLE, Searching

CARE = CheckBudgets(Budget(games=2), rounds=1)
SMALL = Effort(ONE_GAME, Budget(games=2), Budget(games=4), Budget(games=4), pieces=0)
NOW = 20_000 * DAY


def plain(command):
    """The command as plain values."""
    return msgspec.json.decode(msgspec.json.encode(command))


class Server(Searching):
    """A finished game, and one process that analyses and checks."""

    def __init__(self, redis):
        super().__init__(redis, NOW, effort=(SMALL,), puzzle_budgets=(CARE,))
        self.game_id = self.finished()
        placed = placed_records(projector_for(TITLE), self.store.read(self.game_id))
        self.moments = DecisionPoints(projector_for(TITLE), placed)
        self.places = [at for at in range(len(self.moments.all)) if self.moments.choosing(at) is not None]

    @property
    def seen(self):
        """The finished game, all of it."""
        return self.tables.seen(self.game_id, "all")

    def action(self, place):
        """The action of this moment."""
        return parse_position(self.moments.all[place].position).action

    def add(self, place):
        """Add the answer given there as a puzzle, without a check."""
        return self.puzzles.add(self.seen, self.action(place), self.moments.answered(place).played, 0.2)

    def found(self, places):
        """Findings by which the answers given there were much better than their rivals."""
        return Findings(
            judged=tuple(
                Judgement(one.position, one.seat, msgspec.to_builtins(one.played), (Rival({}),), Tally(99, -30.0, 10.0))
                for one in map(self.moments.answered, places)
            ),
            is_done=True,
        )


@pytest.fixture
def server(empty_redis):
    """A server whose checks are quick."""
    return Server(empty_redis)


def test_candidates_are_checked_once_and_last(server):
    """Candidates are checked after every requested analysis; one that fails adds no puzzle and is not checked again."""
    found = server.found(server.places[:2])
    server.checks.propose(server.seen, found)
    server.checks.propose(server.seen, found)
    assert len(server.checks.waiting()) == 2
    server.analyses.ask(server.seen)
    while server.analyses.waiting():
        assert server.process.work() and len(server.checks.waiting()) >= 2
    while server.process.work():
        pass
    assert server.checks.waiting() == [] and server.puzzles.page(TITLE, 0, 10) == ([], False)
    server.checks.propose(server.seen, found)
    assert server.checks.waiting() == []


def test_a_planned_analysis_waits_for_the_checks(server):
    """No reader waits for a planned analysis, so a new server has its first puzzles before it analyses its games."""
    server.analyses.plan(server.game_id)
    server.checks.propose(server.seen, server.found(server.places[:1]))
    while server.checks.waiting():
        assert server.process.work() and server.analyses.waiting() == [server.game_id]
        assert server.analyses.of(server.seen) is None
    assert server.process.work() and server.analyses.of(server.seen) is not None


def test_a_check_that_passes_adds_a_puzzle(server, empty_redis):
    """A passed check adds one puzzle, with the best answer and its advantage over the second best."""
    place = server.places[0]
    server.checks.propose(server.seen, server.found([place]))
    (one,) = server.checks.waiting()
    known = server.checks.known(server.seen, one)
    others = [plain(each) for each in server.moments.legal(place)]
    others.remove(known.found.candidate.best)
    rivals = tuple(Rival(each, Tally(100, -10.0 - at, 3.0)) for at, each in enumerate(others))
    found = msgspec.structs.replace(known.found, others=rivals, done=1, is_done=True)
    server.checks.keep(one, msgspec.structs.replace(known, found=found))
    assert server.process.work() and server.checks.waiting() == []
    (puzzle,), _ = server.puzzles.page(TITLE, 0, 10)
    assert (puzzle.game, puzzle.action, puzzle.gain) == (server.game_id, server.action(place), 0.1)
    assert puzzle.best == known.found.candidate.best and server.game_id not in puzzle.id
    assert server.add(place) is None
    empty_redis.delete(f"stele:puzzle-check:of:{one}")  # as after its time
    server.checks.propose(server.seen, server.found([place]))
    assert server.checks.waiting() == []


def test_a_stopped_check_is_continued(server):
    """The next process continues a stopped check, of which one round is lost at most."""
    place = next(at for at in server.places if 1 < len(server.moments.legal(at)) <= 12)
    server.checks.propose(server.seen, server.found([place]))
    server.process.stop()
    server.process.work()
    (one,) = server.checks.waiting()
    server.checker.work(one, lambda: False)
    assert server.checks.waiting() == []


def test_only_public_finished_games_are_asked_about(server):
    """No running, private, imported or forked one: neither proposed, nor added, nor found."""
    running = server.tables.open(GameTerms(TITLE, 2), creator=TakeSeat(0, player="p0"))
    private = server.tables.open(GameTerms(TITLE, 2, private=True), creator=TakeSeat(0, player="p0"))
    for game_id in (running, private):
        server.tables.command(game_id, TakeSeat(1, player="p1"), "public")
    server.tables.command(private, Resign(0), 0)
    found, best = server.found(server.places[:1]), server.moments.answered(server.places[0]).played
    game = server.seen.game
    others = [
        server.tables.seen(running),
        server.tables.seen(private, "all"),
        msgspec.structs.replace(server.seen, imported="elsewhere"),
        msgspec.structs.replace(server.seen, game=msgspec.structs.replace(game, fork="origin")),
    ]
    for seen in others:
        server.checks.propose(seen, found)
        assert server.puzzles.add(seen, 3, best, 0.2) is None
    assert server.checks.waiting() == [] and server.puzzles.page(TITLE, 0, 10) == ([], False)


def test_a_puzzle_disappears_with_its_game(server, empty_redis):
    """A puzzle whose game is gone is neither found nor listed, and never chosen for a day."""
    puzzle_id = server.add(server.places[0])
    other = server.add(server.places[1])
    puzzle = server.puzzles.of(puzzle_id)
    assert server.puzzles.following(puzzle) == other
    for key in empty_redis.scan_iter(f"*{server.game_id}*"):
        empty_redis.delete(key)
    later = Puzzles(Tables(Store(empty_redis, SecretBox(bytes(32)))))
    assert later.of(puzzle_id) is None and later.page(TITLE, 0, 10) == ([], False)
    assert later.daily(TITLE, day_of(NOW) + 1) is None and later.following(puzzle) is None


def test_a_puzzle_does_not_name_its_game(server):
    """The state has nothing of the players, the result or the key; the moves are those of the seat."""
    puzzle = server.puzzles.of(server.add(server.places[4]))
    asked = server.puzzles.asked(puzzle)
    told = msgspec.json.encode(asked.game, enc_hook=str).decode()
    game = server.seen.game
    for secret in (server.game_id, game.commitment, game.key, *(one.nonce for one in game.seats)):
        assert not secret or secret not in told
    assert asked.game.result is None and asked.viewer == puzzle.seat and asked.game_id == ""
    assert puzzle.best in [plain(one) for one in asked.legal()]


def test_the_daily_puzzle_is_the_same_for_all(server):
    """A day's puzzle stays the same when others are added that day; in many days, each puzzle has its turn."""
    assert server.puzzles.daily(TITLE, day_of(NOW)) is None
    first = server.add(server.places[0])
    server.now += 1
    second = server.add(server.places[1])
    today = day_of(NOW)
    assert server.puzzles.daily(TITLE, today).id == first
    tomorrows = {server.puzzles.daily(TITLE, today + days).id for days in range(1, 20)}
    assert tomorrows == {first, second}
    before = server.puzzles.daily(TITLE, today + 5)
    server.now = NOW + 5 * DAY
    server.add(server.places[2])
    assert server.puzzles.daily(TITLE, today + 5) == before
    page, has_more = server.puzzles.page(TITLE, 0, 2)
    assert [one.id for one in page][1] == second and has_more
    assert server.puzzles.page(TITLE, 2, 2) == ([server.puzzles.of(first)], False)


def test_the_first_try_counts(empty_redis):
    """Only the first try counts, for each player and puzzle and for each day; a missed day breaks a streak."""
    tries = Tries(empty_redis)
    assert tries.of("ada", "p1") is None
    assert tries.note("ada", "p1", False) and not tries.note("ada", "p1", True)
    assert tries.of("ada", "p1") is False and tries.of("bo", "p1") is None
    for day in (1, 3, 4, 5):
        tries.note_daily("ada", TITLE, day, True)
    assert [tries.streak("ada", TITLE, day) for day in (1, 2, 3, 5, 6, 7)] == [1, 1, 1, 3, 3, 0]
    tries.note_daily("ada", TITLE, 6, False)
    tries.note_daily("ada", TITLE, 6, True)
    assert tries.streak("ada", TITLE, 6) == 0 and tries.streak("ada", "kheops", 5) == 0
    tries.forget("ada")
    assert not list(empty_redis.scan_iter("*ada*"))


def test_the_difficulty_is_told_when_it_is_certain(server):
    """The difficulty is the share of players who solved the puzzle, shown once enough have tried."""
    puzzle_id = server.add(server.places[0])
    assert server.puzzles.tally(puzzle_id) == PuzzleTally() and PuzzleTally().difficulty is None
    for is_solved in (True, True, False):
        server.puzzles.count(puzzle_id, is_solved)
    assert server.puzzles.tally(puzzle_id) == PuzzleTally(3, 2) and PuzzleTally(3, 2).difficulty is None
    assert [PuzzleTally(40, solved).difficulty for solved in (36, 20, 4)] == ["easy", "medium", "hard"]
