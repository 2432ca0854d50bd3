"""Standings: points of tables of three, and the brackets of knock-outs; for tables of two there are the laws."""

import pytest
from msgspec.structs import replace

from services.community.results import PERSON, Answers, GameResult, SeatResult
from services.community.tournament_report import trf_text
from services.community.tournament_standings import slots, standings
from services.community.tournaments import RULES, Tournament, TournamentForm, drawn_by_lot, paired, started

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


def test_places_are_points_and_ties_share_them() -> None:
    """A game of three gives 1, one half and 0 points; ties share them; a forfeit gives none; a cancelled game is a
    draw.
    """
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


def test_the_lot_is_unknown_before_the_start() -> None:
    """A knock-out without a stored lot, of an early version, keeps its bracket; with one the order is another."""
    old = tournament("knockout", 8)
    assert drawn_by_lot(old) == ["p05", "p04", "p02", "p00", "p07", "p03", "p06", "p01"]
    drawn = {tuple(drawn_by_lot(replace(old, lot=f"{number}"))) for number in range(20)}
    assert len(drawn) == 20 and all(sorted(one) == sorted(old.players) for one in drawn)


@pytest.mark.parametrize(
    ("kind", "players", "first"),
    [("knockout", 6, [("c", "f"), ("d", "e")]), ("swiss", 7, [("a", "d"), ("b", "e"), ("c", "f")])],
)
def test_the_best_are_seeded(kind: str, players: int, first: list[tuple[str, str]]) -> None:
    """In a knock-out the best by rating have byes and meet last; in a Swiss tournament the halves meet first."""
    names = tuple("gfedcba")[-players:]
    cup = Tournament("cup", "Cup", "boss", "title", 2, kind, 1, players=names, form=TournamentForm("rating"))  # type: ignore[arg-type]
    begun = started(cup, rating=lambda player: -ord(player))
    assert begun.players == tuple(sorted(names))
    order = slots(begun, {}) if kind == "knockout" else [one.player for one in standings(begun, {})]
    made = paired(begun, order, (), lambda number, table: f"{number}-{table}").made[0]
    assert sorted(tuple(sorted(table)) for table in made.tables) == first
    assert {*made.resting} == ({"a", "b"} if kind == "knockout" else {"g"})


def test_a_report_in_the_format_of_fide() -> None:
    """TRF16: each line's columns are where programs expect them, with byes, forfeits, draws and running games."""
    cup = replace(tournament("swiss", 5), name="The  cup")
    results = {}
    for number in range(2):
        order = [one.player for one in standings(cup, results)]
        cup = replace(paired(cup, order, (), lambda number, table: f"{number}-{table}"), opening=False)
        if not number:
            (first, second), (one, other) = cup.made[0].tables, cup.games[0]
            results = {one: result(one, first, (1, 1)), other: result(other, second, (1, 2), (second[1],))}
    people = {place: (f"Player {place}", 1500 + number) for number, place in enumerate(cup.players)}
    head, lines = trf_text(cup, results, people).split("XXR 4\n")
    assert head.split("\n") == [
        "012 The cup", "042 1970/01/01", "062 5", "092 Individual: Swiss-System", "",
    ]  # fmt: skip
    rows = {one.player: one for one in standings(cup, results)}
    told = lines.removesuffix("\n").split("\n")
    for number, (line, place) in enumerate(zip(told, cup.players, strict=True), start=1):
        assert (line[:8], line[14:47].rstrip(), line[48:52]) == (
            f"001    {number}",
            f"Player {place}",
            f"150{number - 1}",
        )
        assert (float(line[80:84]), int(line[85:89])) == (rows[place].points, rows[place].place)
    cells = {place: (line[91:99], line[101:109]) for place, line in zip(cup.players, told, strict=True)}
    assert [cells[one][0][5:] for one in (*first, *second)] == ["w =", "b =", "w +", "b -"]
    assert cells[first[0]][0][:4].strip() == str(cup.players.index(first[1]) + 1)
    assert cells[cup.made[0].resting[0]][0] == "0000 - U"
    assert {cells[one][1][5:] for one in cup.made[1].tables[0]} == {"w  ", "b  "}


def test_a_late_decision_does_not_change_a_bracket() -> None:
    """The players of a knock-out's next round stay the ones who survived; a decided final counts."""
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
