"""Statistics: what real finished games add up to, and that it is the same however it was arrived at."""

from pathlib import Path

import pytest

from domain.game import Resign
from domain.proposals.events import AnswerTakeBack, AskTakeBack
from domain.title_loader import find_rulebooks, find_statistics
from eventstore.log import LogReader
from eventstore.projection import FILES, Change
from services.accounts.players import Players
from services.games.statistics.game_facts import MOST_FACTS, facts_of, may_count
from services.games.statistics.index import STATISTICS, StatisticsIndex
from services.games.statistics.statistics import Statistics
from tests.services.jobs.commands import typed
from tests.services.played_games import PlayedGames

TITLES = sorted(find_rulebooks())
TITLE = PlayedGames.title


class Hall(PlayedGames):
    """Games of all titles, and their statistics."""

    def __init__(self, store):
        super().__init__(store, seed=5)
        self.statistics = statistics_on(store, self.tables)

    def facts(self, game_id):
        """The stored row of this game."""
        return facts_of(self.tables, game_id, lambda who: who == "bot")

    def numbers(self, statistics=None, title=TITLE, players=2):
        """All that the statistics say of a title."""
        statistics = statistics or self.statistics
        while not statistics.catch_up():
            pass
        said = [(statistics.counts(title, one), statistics.summary(title, players, one)) for one in (False, True)]
        return [*said, list(statistics.rows(title))]

    def take_back(self, game_id):
        """The player of the last move takes it back, if the other agrees."""
        before = str(self.tables.seen(game_id).position)
        seat = self.answer(game_id)
        assert before != str(self.tables.seen(game_id).position)
        self.do(game_id, AskTakeBack(seat))
        self.do(game_id, AnswerTakeBack(1 - seat, True))


def statistics_on(store, tables):
    """The statistics of those who play at these tables."""
    log = LogReader(store.redis, store.partitions)
    return Statistics(tables, log, index_on(store), lambda who: who == "bot")


def index_on(store):
    """The index beside this store, in its data directory."""
    return StatisticsIndex(store.redis, Path(store.redis.config_get("dir")["dir"]).parent)


def change(hall, statement):
    """Change the file behind the statistics."""
    with index_on(hall.store).opened() as file:
        file.execute(statement)


def tables_in(model):
    """All that is in the file of a read model, by table."""
    with model.opened() as file:
        names = [name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: sorted(file.execute(f"SELECT * FROM {name}")) for name in names}


@pytest.fixture
def hall(empty_redis, store):
    return Hall(store)


def test_a_finished_game_adds_what_its_record_says(hall):
    """Places, points, length and each seat's first answer are the record's; what was counted agrees with the rows."""
    game_id = hall.finish(hall.open("ann", "bob"))
    game, row = hall.tables.seen(game_id).game, hall.facts(game_id)
    assert row.people and row.complete and game.moves == row.actions
    assert [(seat.place, seat.points) for seat in row.seats] == list(
        zip(game.result.places, game.result.points, strict=True)
    )
    assert [0, 1] == sorted(one.seat for one in row.openings) and row.answers
    (counts, summary), _people, rows = hall.numbers()
    assert ({2: 1}, 1, 1, [row]) == (counts, summary.games, summary.complete, rows)
    assert [int(place == 1) for place in game.result.places] == list(summary.wins)
    assert 2 == sum(one.number for one in summary.points) == sum(one.number for one in summary.openings)
    examples = hall.statistics.examples(row.rulebook, 2, people=False)
    assert {one.event: (game_id, one.action) for one in row.openings} == examples
    assert ((game.moves, 1),) == summary.actions
    assert hall.statistics.agrees()


@pytest.mark.parametrize("title", TITLES)
def test_each_title_counts_what_it_declares(hall, title):
    """Every fact belongs to a topic, its seat is one of the game's, and each topic has facts in a game or two."""
    least = find_rulebooks()[title].meta.least_players
    topics = {topic.id: topic for topic in find_statistics(title).topics}
    assert topics
    found = set()
    for _ in range(2):
        row = hall.facts(hall.finish(hall.open(*["ann", "bob", "eve"][:least], title=title)))
        assert 0 < len(row.facts) < MOST_FACTS and row.answers
        for fact in row.facts:
            assert topics[fact.topic].unit or fact.value is None
            assert fact.seat is None or 0 <= fact.seat < least
            found.add(fact.topic)
    assert found | {"end"} == topics.keys() | {"end"}  # random players rarely complete an amulet


def test_what_does_not_count(hall):
    """Running, private, copied games, and those without any person; computer players are told apart, and bots are."""
    running = hall.open("ann", "bob")
    hall.answer(running)
    private = hall.finish(hall.open("ann", "bob", private=True))
    assert None is hall.facts(running) is hall.facts(private)
    computer, bot = hall.open("ann", computers=("random",)), hall.open("ann", "bot")
    for game_id in (computer, bot):
        hall.do(game_id, Resign(0))
        assert not hall.facts(game_id).people and not hall.facts(game_id).complete
    (everything, summary), (people, _none), rows = hall.numbers()
    assert ({2: 2}, {}, 2) == (everything, people, len(rows))
    assert (2, 0, (0, 2), ()) == (summary.games, summary.complete, summary.wins, summary.points)


def test_a_demonstration_counts_until_another_game_does(hall):
    """Apart from all others: it is no game between people, and not among the exported ones."""
    hall.demonstrate()
    (counts, shown), (people, none), exported = hall.numbers()
    assert ({2: 1}, 1, {}, 0, []) == (counts, shown.games, people, none.games, exported)
    assert hall.statistics.shows_demonstrations(TITLE) and not hall.statistics.counts(TITLES[-1], people=False)
    game_id = hall.finish(hall.open("ann", computers=("random",)))
    (counts, shown), (people, _none), exported = hall.numbers()
    assert ({2: 1}, 1, {}, [game_id]) == (counts, shown.games, people, [row.game for row in exported])
    assert not hall.statistics.shows_demonstrations(TITLE) and hall.statistics.agrees()


def test_nothing_that_was_taken_back_counts(hall):
    """An answer that was taken back is no answer, opening or fact."""
    game_id = hall.open("ann", "bob")
    hall.take_back(game_id)
    hall.finish(game_id)
    row, entries = hall.facts(game_id), hall.store.read(game_id)
    projector = hall.tables.seen(game_id).projector
    given = sum(projector.decode(entry.public).actor is not None for entry in entries)
    assert row.actions == hall.tables.seen(game_id).game.moves - 1 < given
    assert 2 == len(row.openings)
    hall.numbers()
    assert hall.statistics.agrees()


def season(hall):
    """Some games: played out, resigned, taken back, decided otherwise, private, and still running."""
    for number in range(6):
        game_id = hall.open(*hall.lot.sample(["ann", "bob", "eve"], 2), private=number == 3)
        if number == 1:
            hall.take_back(game_id)
        if number == 2:
            hall.do(game_id, Resign(1))
        elif number < 5:
            hall.finish(game_id)
        if number in (0, 2):
            hall.numbers()
            hall.turn_around(game_id)


def test_made_anew_the_numbers_are_the_same(hall):
    """Following game by game, starting late and a rebuild agree; a changed result has replaced the first."""
    first = hall.finish(hall.open("ann", "bob"))
    before = hall.numbers()
    hall.turn_around(first)
    after = hall.numbers()
    assert before != after and before[0][1].games == after[0][1].games and hall.statistics.agrees()
    season(hall)
    wanted = hall.numbers()
    assert 5 == wanted[0][1].games and hall.statistics.agrees()
    assert wanted == hall.numbers(statistics_on(hall.store, hall.tables))
    told = []
    hall.statistics.projection.rebuild(lambda done, of: told.append((done, of)))
    assert wanted == hall.numbers() and hall.statistics.agrees()
    assert told[-1][0] == told[-1][1] > 0


def test_each_machine_counts_in_a_file_of_its_own(hall, tmp_path):
    """All machines give the same numbers and ETag; a rebuild on one is a rebuild on all, and leaves no file behind."""
    season(hall)
    wanted = hall.numbers()
    log = LogReader(hall.store.redis, hall.store.partitions)
    index = StatisticsIndex(hall.store.redis, tmp_path)
    other = Statistics(hall.tables, log, index, lambda who: who == "bot")
    assert wanted == hall.numbers(other) and hall.statistics.revision(TITLE) == other.revision(TITLE)
    (before,) = (tmp_path / FILES).iterdir()
    hall.statistics.projection.rebuild()
    assert other.projection.behind() > 0 and wanted == hall.numbers(other)
    (after,) = (tmp_path / FILES).iterdir()
    assert before != after and hall.statistics.revision(TITLE) == other.revision(TITLE)


def test_a_deleted_account_changes_no_number(hall):
    """A person's and a bot's: their games count as before, also after a rebuild, and no id of a player is kept."""
    players = Players(hall.store.redis)
    person, friend = players.enrol("Ann", hall.now), players.enrol("Bob", hall.now)
    bot = players.enrol("one", hall.now, owner=person.id)
    log = LogReader(hall.store.redis, hall.store.partitions)
    statistics = Statistics(hall.tables, log, index_on(hall.store), players.is_bot)
    hall.finish(hall.open(person.id, friend.id))
    hall.finish(hall.open(person.id, bot.id))
    wanted = hall.numbers(statistics)
    assert ({2: 2}, {2: 1}) == (wanted[0][0], wanted[1][0])
    for one in (bot, person):
        players.forget(one.id)
    again = Players(hall.store.redis)
    statistics = Statistics(hall.tables, log, index_on(hall.store), again.is_bot)
    assert again.is_former(person.id)
    statistics.projection.rebuild()
    assert wanted == hall.numbers(statistics)
    assert not any(one.id in str(wanted) for one in (person, friend, bot))


def test_what_cannot_be_read_is_made_anew(hall):
    """Unreadable statistics are made again, and so are those of another model, or with more games than were
    recorded.
    """
    season(hall)
    wanted = hall.numbers()
    change(hall, "INSERT OR REPLACE INTO checkpoints VALUES (0, 99999)")
    assert wanted == hall.numbers(statistics_on(hall.store, hall.tables))
    hall.store.redis.set(f"{STATISTICS}:making", "another 1")
    assert wanted == hall.numbers()
    change(hall, f"INSERT INTO sums VALUES ('sums:{TITLE}:2:people', '?', 1)")
    assert not hall.statistics.agrees()
    assert wanted == hall.numbers()
    with index_on(hall.store).opened() as file:
        path = Path(file.execute("PRAGMA database_list").fetchone()[2])
    path.write_bytes(b"no database" * 1000)
    assert not hall.statistics.agrees()
    assert wanted == hall.numbers() and not path.exists()


def test_a_late_writer_changes_nothing(hall):
    """A row that was read before a rebuild, or before another process replaced it, is refused."""
    game_id = hall.finish(hall.open("ann", "bob"))
    wanted = hall.numbers()
    index, row = index_on(hall.store), hall.facts(game_id)
    records = LogReader(hall.store.redis, hall.store.partitions).read_since({})
    last = records[-1]
    assert index.apply("an earlier build", [Change(last.partition, last.number + 1, "another", row)]) is None
    assert 0 == index.apply(index.build(), [Change(last.partition, last.number, game_id, None)])
    assert wanted == hall.numbers()


def test_a_position_tells_what_followed(hall):
    """The first decisions of these games are one situation: how often each answer came, and who won with it."""
    games = [hall.finish(hall.open("ann", "bob")) for _ in range(3)]
    hall.numbers()
    seen = hall.tables.seen(games[0])
    start = hall.tables.seen_at(seen, _start(hall, games[0]))
    found = hall.statistics.position(start, people=True)
    assert 3 == found.games and 6 == sum(one.number for one in found.answers)
    assert hall.statistics.position(seen, people=True) is None  # no seat is asked at the end
    running = hall.open("ann", "bob")
    assert not may_count(hall.tables.seen(running))


def _start(hall, game_id):
    """The position at which the first answers are asked for."""
    for entry in hall.store.read(game_id):
        projector = hall.tables.seen(game_id).projector
        if type(projector.decode(entry.public).data).__name__ == "GoldChosen":
            break
        before = entry.position
    return before


def test_the_command_counts_again(hall, data_directory):
    """The command shows its progress and the games of each title, and reports sums that do not agree."""
    season(hall)
    wanted = hall.numbers()
    settings = {"STELE_DATA": str(data_directory)}
    code, text = typed(settings, "rebuild", "statistics")
    assert 0 == code, text
    assert "Reading the record" in text and "Rebuilt from" in text
    code, text = typed(settings, "statistics")
    assert 0 == code, text
    assert f"{TITLE}, 2 players: 4 games, 4 between people only" in text
    assert "The sums agree with the games." == text.splitlines()[-1]
    change(hall, f"UPDATE sums SET number = number + 1 WHERE name = 'sums:{TITLE}:2:people' AND field = '[\"games\"]'")
    code, text = typed(settings, "statistics")
    assert 1 == code and "do not agree" in text
    hall.statistics.projection.rebuild()
    assert wanted[0] == hall.numbers()[0]
