"""Rating updates: the effects of finished games, from real records, and their independence of the order."""

import pytest

from domain.clocks.events import AgreePause, Pace, Resume, TimeOut
from domain.clocks.rules import deadlines
from domain.disputes.events import TakeOver
from domain.game import Abort, OfferSeat, Resign, seats_of
from domain.proposals.events import AnswerEnd, ProposeEnd
from domain.title_loader import find_rulebooks
from eventstore.log import LogReader
from services.community.ladders import Ladders
from services.community.rating_updates import RatingUpdates
from services.community.ratings import ANCHOR
from services.community.results import BOUNDS, PERSON, computer_id
from services.community.results_from_records import LEAST_AGREED, outcome_of
from services.games.rating_terms import EntryTerms, EntryTermsStore
from tests.services.jobs.commands import typed
from tests.services.played_games import PlayedGames

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
RATED = EntryTerms(rated=True)
HOUR, DAY = 3_600_000, 86_400_000


class Club(PlayedGames):
    """Games of a title, and the ratings of their players."""

    title = TITLE

    def __init__(self, store):
        super().__init__(store, seed=7)
        self.standing = standing_on(store, self.tables)

    def open(self, *players, rated=True, **more):
        """A started game of these players, by default a rated one."""
        return super().open(*players, rated=rated, **more)

    def outcome(self, game_id):
        """The outcome of a game for the ratings."""
        return outcome_of(self.tables, game_id, RATED)

    def numbers(self, *players):
        """These players' ratings."""
        return [self.standing.rating(one, TITLE) for one in players]


def standing_on(store, tables):
    """The ratings of the players at these tables."""
    log = LogReader(store.redis, store.partitions)
    return RatingUpdates(tables, log, Ladders(store.redis), EntryTermsStore(store.redis), lambda who: who == "bot")


@pytest.fixture
def club(empty_redis, store):
    return Club(store)


def test_a_finished_game_counts(club):
    """Places and points are the record's, and so are its times and each answer's duration."""
    game_id = club.finish(club.open("ann", "bob"))
    outcome, seen = club.outcome(game_id), club.tables.seen(game_id)
    assert (TITLE, True, False) == (outcome.rulebook, outcome.rated, outcome.private)
    assert list(seen.game.result.places) == [seat.place for seat in outcome.seats]
    assert list(seen.game.result.points) == [seat.points for seat in outcome.seats]
    assert [("ann", PERSON, True), ("bob", PERSON, True)] == [
        (one.player, one.kind, one.stayed) for one in outcome.seats
    ]
    assert seen.game.moves == sum(seat.answers.number for seat in outcome.seats)
    assert club.now == outcome.ended_at > outcome.started_at
    assert TITLE == outcome.ladder and ("ann", "bob") == outcome.concerned


def test_a_leaving_player_is_last_and_the_successor_unrated(club):
    """A winner by points who resigned, or handed the seat over, is ranked behind the other.

    The successor gets no result.
    """
    resigned = club.open("ann", "bob")
    club.do(resigned, Resign(0))
    assert [False, True] == [seat.stayed for seat in club.outcome(resigned).seats]
    assert (2, 1) == club.outcome(resigned).ranks
    handed = club.open("ann", "bob")
    club.do(handed, OfferSeat(0, "eve"))
    club.do(handed, TakeOver(0, "eve"))
    club.finish(handed)
    outcome = club.outcome(handed)
    assert ("ann", "eve", False) == (outcome.seats[0].player, outcome.seats[0].heir, outcome.seats[0].stayed)
    assert (2, 1) == outcome.ranks and outcome.rated
    club.standing.catch_up()
    assert 0 == club.numbers("eve")[0].games and 2 == club.numbers("ann")[0].games
    assert [handed] == [result.game for result in club.standing.results_of("eve")]


def test_an_absent_player_at_the_end_did_not_stay(club):
    """A computer player has answered for them since their time ran out; those are not their answers."""
    game_id = club.open("ann", "bob", pace=Pace(time=HOUR, outcome="seat"))
    public = club.tables.seen(game_id)
    seat, at = next(iter(deadlines(public.rulebook, public.game).items()))
    club.now = at
    club.tables.command(game_id, TimeOut(seat, at), "public")
    while club.tables.seen(game_id).game.status == "playing":
        public = club.tables.seen(game_id)
        asked = public.to_act[0]
        if public.game.seats[asked].absent:
            command = public.rulebook.legal(club.tables._warm.get(game_id).game.table, asked)[0]
            club.tables.command(game_id, command, asked, by_computer=True)
        else:
            club.tables.command(game_id, club.tables.seen(game_id, asked).legal()[0], asked)
    outcome = club.outcome(game_id)
    assert [number != seat for number in (0, 1)] == [one.stayed for one in outcome.seats]
    assert 0 == outcome.seats[seat].answers.number < outcome.seats[1 - seat].answers.number


def test_only_running_clocks_count(club):
    """During a pause no player's answer takes long."""
    game_id = club.open("ann", "bob", pace=Pace(time=DAY))
    club.do(game_id, AgreePause(0))
    club.do(game_id, AgreePause(1))
    club.now += 20 * DAY
    club.do(game_id, Resume(0))
    club.finish(game_id)
    longest = max(len(seat.answers.counts) for seat in club.outcome(game_id).seats)
    assert BOUNDS[longest - 1] < DAY


def test_unrated_games(club):
    """Games are unrated if players did not agree to it, cancelled or ended them too early, or were all computers."""
    assert not club.outcome(club.finish(club.open("ann", "bob", rated=False))).rated
    aborted = club.open("ann", "bob")
    club.do(aborted, Abort(0))
    assert club.outcome(aborted) is None
    for answers, counts in ((0, False), (2 * LEAST_AGREED, True)):
        agreed = club.open("ann", "bob")
        while min([0] * 2 if not answers else told(club, agreed)) < answers / 2:
            club.answer(agreed)
        club.do(agreed, ProposeEnd(0, "draw"))
        club.do(agreed, AnswerEnd(1, True))
        assert counts == club.outcome(agreed).rated
        assert (1, 1) == club.outcome(agreed).ranks
    assert club.outcome(club.open("ann", "bob")) is None


def told(club, game_id):
    """The number of each seat's answers in a running game."""
    entries = club.store.read(game_id)
    projector = club.tables.seen(game_id).projector
    actors = [projector.decode(entry.public).actor for entry in entries]
    return [actors.count(seat) - 1 for seat in (0, 1)]  # without joining


def test_computer_players_are_rated_too(club):
    """A kind has one rating and results, under any seat names."""
    game_id = club.open("ann", computers=("random",))
    club.do(game_id, Resign(0))
    club.standing.catch_up()
    (kind,) = club.numbers(computer_id("random"))
    assert 1 == kind.games and kind.middle > club.numbers("ann")[0].middle
    assert [game_id] == [result.game for result in club.standing.results_of(computer_id("random"))]


def test_a_demonstration_is_a_result_until_there_is_another(club):
    """A demonstration is unrated, and is shown for its players only until they have another game of its title."""
    demonstration, who = club.demonstrate(), computer_id("random")
    assert [(demonstration, True, False)] == [
        (one.game, one.demonstration, one.rated) for one in club.standing.results_of(who)
    ]
    assert {} == club.standing.ladders()
    game_id = club.open("ann", computers=("random",))
    club.do(game_id, Resign(0))
    assert [(game_id, False)] == [(one.game, one.demonstration) for one in club.standing.results_of(who)]


def test_games_with_bots_have_separate_ladders(club):
    """A bot's effect on a person's rating counts there alone, and its own rating is there."""
    club.finish(club.open("ann", "bot"))
    club.finish(club.open("ann", "bob"))
    assert {TITLE, f"{TITLE}:programs"} == set(club.standing.ladders())
    assert [1, 1, 1] == [rating.games for rating in club.numbers("ann", "bob", "bot")]
    assert [True, False] == [result.with_bots for result in club.standing.results_of("ann")]


def test_a_remedy_changes_the_ratings_retroactively(club):
    """A result is replaced after the end: the ratings follow, and a rebuild finds the same."""
    first, second = club.open("ann", "bob"), club.open("bob", "ann")
    club.do(first, Resign(0))
    club.do(second, Resign(0))
    club.standing.catch_up()
    before = club.numbers("ann", "bob")
    club.turn_around(second, places=(2, 1))
    assert before == club.numbers("ann", "bob")  # a resigned player is last, with any places
    third = club.finish(club.open("ann", "bob"))
    before = club.numbers("ann", "bob")
    club.turn_around(third)
    after = club.numbers("ann", "bob")
    assert before != after
    club.standing.projection.rebuild()
    assert after == club.numbers("ann", "bob")


EVERYBODY = ("ann", "bob", "eve", ANCHOR)


def season(club):
    """Some games between three people and the caretaker; their ratings after the last one."""
    for _ in range(12):
        names = club.lot.sample(["ann", "bob", "eve"], 2)
        game_id = club.open(*names) if club.lot.random() < 0.7 else club.open(names[0], computers=("steward",))
        seats = 2 if len(seats_of(club.tables.seen(game_id).game, names[1])) else 1
        club.do(game_id, Resign(club.lot.randrange(seats)))
    return club.numbers(*EVERYBODY)


def test_a_rebuild_gives_the_same_numbers(club):
    """Following game by game, another process, and a rebuild agree; progress is shown."""
    wanted, told = season(club), []
    assert any(one.games for one in wanted)
    assert wanted == [standing_on(club.store, club.tables).rating(one, TITLE) for one in EVERYBODY]
    club.standing.projection.rebuild(lambda done, all_of_them: told.append((done, all_of_them)))
    assert wanted == club.numbers(*EVERYBODY)
    assert told and told[-1][0] == told[-1][1] > 0
    assert club.standing.catch_up()


def test_the_command_rebuilds_them(club, data_directory):
    """The command shows its progress, finds the same ratings, and prints the leaders."""
    wanted = season(club)
    code, text = typed({"STELE_DATA": str(data_directory)}, "ratings", "--rebuild")
    assert 0 == code, text
    assert "Reading the record" in text and "Rebuilt from" in text and "use `rebuild ratings`" in text
    assert f"{TITLE}: " in text.splitlines()[-1]
    assert wanted == club.numbers(*EVERYBODY)


def test_ladders_of_a_table_size_become_one(club):
    """The ladders of version 2, one for each number of players, are deleted at the first query."""
    wanted = season(club)
    redis, prefix = club.store.redis, "stele:{ratings}"
    redis.set(f"{prefix}:making", "2-openskill-6.1.3-computer-steward 0123456789abcdef")
    for name in ("numbers", "after", "board", "rated"):
        redis.rename(f"{prefix}:{name}:{TITLE}", f"{prefix}:{name}:{TITLE}:2")
    for name in ("revisions", "folded"):
        redis.hset(f"{prefix}:{name}", f"{TITLE}:2", redis.hget(f"{prefix}:{name}", TITLE))
        redis.hdel(f"{prefix}:{name}", TITLE)
    assert wanted == club.numbers(*EVERYBODY)
    assert {TITLE: 4} == club.standing.ladders()
    assert [] == list(redis.scan_iter(f"{prefix}:*:{TITLE}:2"))


def test_another_model_rebuilds_all(club, monkeypatch):
    """Ratings of an earlier version are not mixed with current ones."""
    wanted = season(club)
    monkeypatch.setattr("services.community.ladders.VERSION", "another")
    assert wanted == club.numbers(*EVERYBODY)
    assert club.standing.catch_up()
    assert club.store.redis.get("stele:{ratings}:making").startswith(b"another ")


def test_unreadable_ratings_are_rebuilt(club):
    """Unreadable ratings are rebuilt, and so are ratings that claim more games than were recorded."""
    wanted = season(club)
    club.store.redis.hset(f"stele:{{ratings}}:numbers:{TITLE}", "ann", b"?")
    assert wanted == club.numbers(*EVERYBODY)
    club.store.redis.hset("stele:{ratings}:checkpoints", "0", "99999")
    club.standing = standing_on(club.store, club.tables)
    assert wanted == club.numbers(*EVERYBODY)


def test_deleted_players_leave_nothing_here(club):
    """Other players' ratings stay, and nothing else shows that the deleted players were there."""
    season(club)
    wanted = club.numbers("bob", "eve")
    club.standing.forget("ann")
    assert club.standing.has_forgotten("ann") and [] == club.standing.results_of("ann")
    club.standing.projection.rebuild()
    assert wanted == club.numbers("bob", "eve")
    assert club.standing.has_forgotten("ann") and [] == club.standing.results_of("ann")
