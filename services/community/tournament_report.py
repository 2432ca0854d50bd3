"""Tournament report: a round robin or Swiss tournament of two per table as a TRF16 file, FIDE's format for programs.

A player has a line `001`: number, name, rating, points, place, and for each round the opponent's number, the colour
(`w` is the first seat) and the result. The numbers are those of the entry, or of the seeds.
"""

from collections.abc import Mapping
from datetime import UTC, datetime

from services.community.tournament_standings import Results, points_in, rest_points, standings, stayed_away
from services.community.tournaments import Tournament

_RESULTS = {1.0: "1", 0.5: "=", 0.0: "0"}
_FORFEITS = {1.0: "+", 0.5: "=", 0.0: "-"}
_RESTS = {1.0: "F", 0.5: "H", 0.0: "Z"}
_LONGEST_NAME = 33


def trf_text(tournament: Tournament, results: Results, people: Mapping[str, tuple[str, int]]) -> str:
    """The file, with the name and the rating of each place in the tournament."""
    number_of = {place: number for number, place in enumerate(tournament.players, start=1)}
    is_swiss = tournament.kind == "swiss"
    played: dict[str, list[str]] = {place: [] for place in tournament.players}
    for index, one in enumerate(tournament.shown):
        cells = {place: _rest(rest_points(tournament, results, index, place), is_swiss) for place in one.resting}
        for table, game in zip(one.tables, tournament.games[index], strict=True):
            shares = points_in(tournament, results, game, len(table))
            is_played = not any(stayed_away(tournament, results, game, seat) for seat in range(len(table)))
            for seat, place in enumerate(table):
                result = " " if shares is None else (_RESULTS if is_played else _FORFEITS)[shares[seat]]
                cells[place] = f"{number_of[table[1 - seat]]:4} {'wb'[seat]} {result}"
        for place, line in played.items():
            line.append(cells.get(place, _rest(0.0, is_swiss)))
    began = datetime.fromtimestamp(tournament.created_at / 1000, UTC)
    head = [
        f"012 {_plain(tournament.name)}",
        f"042 {began:%Y/%m/%d}",
        f"062 {len(tournament.players)}",
        f"092 {'Individual: Swiss-System' if is_swiss else 'Individual: Round-Robin'}",
        f"XXR {tournament.rounds}",
    ]
    rows = {one.player: one for one in standings(tournament, results)}
    lines = [
        f"001 {number_of[place]:4} {'':5}{_plain(people[place][0])[:_LONGEST_NAME]:33} {people[place][1]:4}"
        f"{'':28}{rows[place].points:4.1f} {rows[place].place:4}" + "".join(f"  {cell}" for cell in line)
        for place, line in played.items()
    ]
    return "\n".join([*head, *lines, ""])


def _rest(points: float, is_swiss: bool) -> str:
    """The cell of a round without an opponent; in a Swiss tournament a full point is the pairing's bye."""
    return f"0000 - {'U' if is_swiss and points == 1 else _RESTS[points]}"


def _plain(text: str) -> str:
    """The text in one line."""
    return " ".join(text.split())
