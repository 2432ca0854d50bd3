"""Standings: points, byes and ties by the rules of chess, from results alone."""

from msgspec.structs import replace

from services.community.pairing import Round, opponent
from services.community.results import PERSON, Answers, GameResult, SeatResult
from services.community.tournament_table import drawn_by_lot, slots, standings
from services.community.tournaments import RULES, Tournament, left, paired, started

PLAYED = Answers((3,))


def result(game: str, table: tuple[str, ...], places: tuple[int, ...], forfeits: tuple[str, ...] = ()) -> GameResult:
    """The result of a game at this table; a forfeiting player gave no answer."""
    seats = tuple(
        SeatResult(
            player, PERSON, place, 0, stayed=player not in forfeits, answers=Answers() if player in forfeits else PLAYED
        )
        for player, place in zip(table, places, strict=True)
    )
    return GameResult(game, "title", 1, 2, seats)


def tournament(kind: str, players: int, size: int = 2) -> Tournament:
    """A tournament that this number of players have entered, and started."""
    names = tuple(f"p{number:02}" for number in range(players))
    return started(Tournament("cup", "The cup", "boss", "title", size, kind, 1, players=names, rules=RULES))  # type: ignore[arg-type]


class Played:
    """A tournament played to its end: in each game the player earlier in the alphabet wins."""

    def __init__(self, one: Tournament) -> None:
        self.tournament = one
        self.results: dict[str, GameResult] = {}

    def round(self, forfeits: tuple[str, ...] = ()) -> Round:
        """Pair the next round and play it."""
        order = [one.player for one in standings(self.tournament, self.results)]
        self.tournament = paired(self.tournament, order, (), lambda number, table: f"{number}-{table}")
        made, games = self.tournament.made[-1], self.tournament.games[-1]
        for table, game in zip(made.tables, games, strict=True):
            places = tuple(1 + sorted(table).index(player) for player in table)
            self.results[game] = result(game, table, places, tuple(one for one in table if one in forfeits))
        return made

    def points(self) -> dict[str, float]:
        """The points of all players."""
        return {one.player: one.points for one in standings(self.tournament, self.results)}


def test_places_are_points_and_ties_share_them() -> None:
    """In a game of three: 1, one half and 0; two firsts share; a forfeit has none; a cancelled game is drawn."""
    table = ("a", "b", "c")
    made = Tournament("cup", "Cup", "boss", "title", 3, "swiss", 1, players=table, status="running", rounds=4, rules=2)
    for number in range(4):
        made = paired(made, table, (), lambda number, _table: str(number))
    tables = [one.tables[0] for one in made.made]
    places = {"0": (1, 2, 3), "1": (1, 1, 3), "2": (2, 1, 3)}
    results = {
        game: result(game, seats, tuple(places[game][table.index(player)] for player in seats), ("b",) * (game == "2"))
        for game, seats in zip(places, tables, strict=False)
    }
    made = Tournament(**{name: getattr(made, name) for name in made.__struct_fields__} | {"void": ("3",)})
    points = {one.player: one.points for one in standings(made, results)}
    assert points == {"a": 1 + 0.75 + 1 + 0.5, "b": 0.5 + 0.75 + 0 + 0.5, "c": 0 + 0 + 0.5 + 0.5}


def test_a_bye_in_a_swiss_tournament_is_a_full_point_and_a_virtual_opponent() -> None:
    """No player loses by a bye, in points or tie-breaks."""
    played = Played(tournament("swiss", 5))
    rested = [played.round().resting for _ in range(played.tournament.rounds)]
    standing = {one.player: one for one in standings(played.tournament, played.results)}
    won = dict.fromkeys(played.tournament.players, 0.0)
    for game in played.results.values():
        for seat, rank in zip(game.seats, game.ranks, strict=True):
            won[seat.player] += rank == 1
    assert [len(one) for one in rested] == [1] * len(rested)
    for player, one in standing.items():
        rests = sum(player in names for names in rested)
        assert one.points == won[player] + rests and rests < 2
        met = [
            other
            for made in played.tournament.made
            for table in made.tables
            if player in table
            for other in table
            if other != player
        ]
        assert one.opponents == sum(standing[other].points for other in met) + rests * one.points


def test_the_bye_of_an_odd_round_robin_is_worth_nothing() -> None:
    """Each player has one."""
    played = Played(tournament("round_robin", 5))
    for _ in range(5):
        played.round()
    assert list(played.points().values()) == [4, 3, 2, 1, 0]


def test_struck_results() -> None:
    """A player who leaves in the first half of the schedule counts for no opponent.

    A later leaver loses the unplayed games.
    """
    for players in (5, 6):
        for after in range(1, 5):
            played = Played(tournament("round_robin", players))
            gone = "p01"
            for number in range(played.tournament.rounds):
                if number == after:
                    played.tournament = left(played.tournament, gone)
                played.round()
            standing = {one.player: one for one in standings(played.tournament, played.results)}
            met = sum(opponent(played.tournament.players, number, gone) is not None for number in range(after))
            is_struck = 2 * met < players - 1
            assert [one.player for one in standing.values() if one.struck] == [gone] * is_struck
            staying = [name for name in played.tournament.players if name != gone]
            played_them = {
                name: any(gone in table and name in table for one in played.tournament.made for table in one.tables)
                for name in staying
            }
            for place, name in enumerate(staying):
                among_others = len(staying) - 1 - place
                from_gone = 0 if is_struck else float(not played_them[name] or name < gone)
                assert standing[name].points == among_others + from_gone, (players, after, name)
            if is_struck:
                assert standing[gone].points == 0 and standing[gone].place == players


def test_a_game_without_an_answer_was_not_played() -> None:
    """A player who never came and then leaves is struck, however many games were opened for them."""
    played = Played(tournament("round_robin", 4))
    for _ in range(3):
        played.round(forfeits=("p00",))
    played.tournament = left(played.tournament, "p00")
    assert [one.player for one in standings(played.tournament, played.results) if one.struck] == ["p00"]


def test_the_lot_is_unknown_before_the_start() -> None:
    """A knock-out without a stored lot, of an early version, keeps its bracket; with one the order is another."""
    old = tournament("knockout", 8)
    assert drawn_by_lot(old) == ["p05", "p04", "p02", "p00", "p07", "p03", "p06", "p01"]
    drawn = {tuple(drawn_by_lot(replace(old, lot=f"{number}"))) for number in range(20)}
    assert len(drawn) == 20 and all(sorted(one) == sorted(old.players) for one in drawn)


def test_a_late_decision_does_not_change_a_bracket() -> None:
    """In a knock-out the players of the next round have survived the one before; a decided final counts."""
    cup, results = tournament("knockout", 8), {}
    for _ in range(3):
        cup = paired(cup, slots(cup, results), (), lambda number, table: f"{number}-{table}")
        for table, game in zip(cup.made[-1].tables, cup.games[-1], strict=True):
            results[game] = result(game, table, tuple(1 + sorted(table).index(player) for player in table))
    before = {one.player: one.points for one in standings(cup, results)}
    assert sorted(before.values()) == [0, 0, 0, 0, 1, 1, 2, 3]
    for game, table in zip(cup.games[0], cup.made[0].tables, strict=True):
        decided = result(game, table, tuple(2 - sorted(table).index(player) for player in table))
        assert {one.player: one.points for one in standings(cup, {**results, game: decided})} == before
    (game,), (table,) = cup.games[2], cup.made[2].tables
    decided = result(game, table, tuple(2 - sorted(table).index(player) for player in table))
    after = standings(cup, {**results, game: decided})
    assert (after[0].player, after[0].points) == (max(table), 3.0)
