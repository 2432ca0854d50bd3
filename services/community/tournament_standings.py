"""Tournament standings: a fold of the results of its games and of players' byes.

Two at a table count as in chess. In a Swiss tournament a rest is a full point, and ties are decided by the points of a
player's opponents (Buchholz): a round that the player did not play counts as one against an opponent with the player's
own points, and rounds that an opponent did not play count as drawn for that opponent. In a round robin the rest of an
odd number is worth nothing, because each player has one; a player whose opponent has left or was suspended wins; the
results of a player who left before playing half of the schedule are struck; ties are decided by the points of the
opponents whom a player beat, and half of those with whom they drew (Sonneborn-Berger). Chess has no rules for more
players at a table, where a rest is worth the mean, one half.

In a knock-out a round survived is a point. Its bracket is drawn by lot at the start, or seeded by rating; a drawn game
is decided by the lot. A round from which no player continues is played again, once. If several still share the first
place at the end, those who have left come after the others, and then the lot decides, because a knock-out has one
winner.

In groups each player has a place in a group by its games alone. The first of each group who have not left go on to a
knock-out, which then decides the first places of the tournament; the others follow by their places in the groups.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from services.community.pairing import Pairing, Round, apart, bracket, opponent, scheduled
from services.community.results import GameResult
from services.community.tournaments import Tournament, drawn_by_lot, seeded

Results = Mapping[str, GameResult]
"""The results of a tournament's games, by game id."""

TieBreak = Literal["none", "buchholz", "sonneborn-berger"]
_DRAWN = 0.5
_NO_SHOWS = 2


class StandingsRow(Struct, frozen=True):
    """A player's row: place, points, the tie-break score (`opponents`), and the number of games.

    The results of a player who is `struck` count for no player. In a tournament with groups, `group` is the number of
    the player's group, from 1 (0 without groups); points and tie-break count there, and `group_place` is the place
    there.
    """

    player: str
    place: int
    points: float
    opponents: float
    games: int
    struck: bool = False
    group: int = 0
    group_place: int = 0


class Met(NamedTuple):
    """A cell of the cross table: a game against an opponent, in the round with this number from 1, and the points."""

    opponent: str
    number: int
    game: str
    points: float | None


class NextGame(NamedTuple):
    """A player's next game: its round, its id (empty: it is not paired yet), and the opponents."""

    number: int
    game: str
    opponents: tuple[str, ...]


def tie_break(tournament: Tournament) -> TieBreak:
    """How equal points are decided."""
    if tournament.kind == "knockout":
        return "none"
    return "sonneborn-berger" if _goes_by_schedule(tournament) else "buchholz"


def standings(tournament: Tournament, results: Results) -> list[StandingsRow]:
    """The rows of all players, first place first; equals share a place, in the order of their entry.

    The winner of a game gets one point, the last none, those between in equal steps; players who share places share
    points. A player who forfeited a game gets no point for it. A game that was called off is drawn, unless players were
    missing, who then forfeited it.
    """
    if tournament.kind == "knockout":
        return _survivors(tournament, results)
    if tournament.groups:
        return _after_groups(tournament, results)
    return _ranked(_by_points(tournament, results))


def qualifiers(tournament: Tournament, results: Results) -> tuple[str, ...]:
    """The players who go on from the groups to the knock-out, in the order of its bracket.

    They are the first of each group who have not left; the lot decides between equals. The winners of the groups are
    seeded first, by points, then the second players, and so on; players of one group meet as late as possible.
    """
    lots = drawn_by_lot(tournament)
    rows = _in_groups(tournament, results)
    pots: list[list[StandingsRow]] = [[] for _rank in range(tournament.form.advancing)]
    staying = [row for row in rows if row.player not in tournament.left] or rows
    for number in range(1, len(tournament.groups) + 1):
        own = [row for row in staying if row.group == number]
        for rank, row in enumerate(sorted(own, key=lambda row: (row.place, lots.index(row.player)))[: len(pots)]):
            pots[rank].append(row)
    seeds = [sorted(pot, key=lambda row: (-row.points, -row.opponents, lots.index(row.player))) for pot in pots]
    return apart([[row.player for row in pot] for pot in seeds], {row.player: row.group for row in rows})


def _after_groups(tournament: Tournament, results: Results) -> list[StandingsRow]:
    """The standings of a tournament with groups: group by group, and once the groups are over, by the knock-out, then
    by the places in the groups.
    """
    rows = _in_groups(tournament, results)
    if tournament.status == "over" and not tournament.qualified:  # nearly all have left the groups
        tournament = replace(tournament, qualified=qualifiers(tournament, results))
    if not tournament.qualified:
        return rows
    row_of = {row.player: row for row in rows}
    first = [replace(row_of[one.player], place=one.place, games=one.games) for one in _survivors(tournament, results)]
    others = sorted((row for row in rows if row.player not in tournament.qualified), key=lambda row: row.group_place)
    better = [sum(other.group_place < row.group_place for other in others) for row in others]
    return [
        *first,
        *(replace(row, place=len(first) + 1 + number) for row, number in zip(others, better, strict=True)),
    ]


def _in_groups(tournament: Tournament, results: Results) -> list[StandingsRow]:
    """The rows of the groups, one after the other, by the games of the groups alone."""
    stage = after_round(tournament, tournament.group_rounds)
    row_of = {row.player: row for row in _by_points(stage, results)}
    return [
        replace(row, group=number, group_place=row.place)
        for number, group in enumerate(tournament.groups, start=1)
        for row in _ranked([row_of[player] for player in group])
    ]


def _by_points(tournament: Tournament, results: Results) -> list[StandingsRow]:
    """The rows of a round robin or a Swiss tournament, in the order of the entry and without places."""
    struck = _struck(tournament, results)
    points: dict[str, float] = defaultdict(float)
    played: dict[str, int] = defaultdict(int)
    met: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for number, (one, games) in enumerate(zip(tournament.made, tournament.games, strict=True)):
        for table, game in zip(one.tables, games, strict=True):
            shares = points_in(tournament, results, game, len(table))
            if shares is None or not struck.isdisjoint(table):
                continue
            for player, share in zip(table, shares, strict=True):
                points[player] += share
                played[player] += 1
                weight = share if _goes_by_schedule(tournament) else 1.0
                met[player] += [(other, weight) for other in table if other != player]
        for player in one.resting:
            points[player] += (worth := _rest(tournament, number, player, struck))
            if _goes_by_schedule(tournament) and (other := opponent(tournament.meeting(number), number, player)):
                met[player].append((other, worth))
        if tournament.rules > 1 and not _goes_by_schedule(tournament):
            for player in (*one.resting, *one.absent):
                met[player].append((player, float(tournament.size - 1)))
    adjusted = {player: points[player] + _not_played(tournament, player) for player in tournament.players}
    against = {
        player: sum(weight * (points if other == player else adjusted)[other] for other, weight in met[player])
        for player in tournament.players
    }
    return [
        StandingsRow(player, 0, round(points[player], 6), round(against[player], 6), played[player], player in struck)
        for player in tournament.players
    ]


def cross_table(tournament: Tournament, results: Results) -> dict[str, list[Met]]:
    """Each player's games, in order; `points` is none while a game is running."""
    found: dict[str, list[Met]] = {player: [] for player in tournament.players}
    for number, (one, games) in enumerate(zip(tournament.shown, tournament.games, strict=False), start=1):
        for table, game in zip(one.tables, games, strict=True):
            shares = points_in(tournament, results, game, len(table))
            for seat, player in enumerate(table):
                points = None if shares is None else shares[seat]
                found[player] += [Met(other, number, game, points) for other in table if other != player]
    return found


def schedule(tournament: Tournament) -> tuple[Round, ...]:
    """The future rounds, if they are fixed, as in groups and in a round robin with two players a table."""
    if tournament.status != "running" or not tournament.has_schedule:
        return ()
    numbers = range(len(tournament.made), tournament.group_rounds or tournament.rounds)
    return tuple(scheduled(tournament.meeting(number), number, tournament.left) for number in numbers)


def next_game(tournament: Tournament, results: Results, player: str) -> NextGame | None:
    """The player's running game, or the next one that the schedule has for them; none if that is unknown."""
    number = len(tournament.shown)
    if tournament.status == "running" and number:
        made, games = tournament.made[number - 1], tournament.games[number - 1]
        for table, game in zip(made.tables, games, strict=True):
            seated = tuple(tournament.holder(place, number - 1) for place in table)
            if player in seated and points_in(tournament, results, game, len(table)) is None:
                return NextGame(number, game, tuple(one for one in seated if one != player))
    for later, one in enumerate(schedule(tournament), start=len(tournament.made) + 1):
        for table in one.tables:
            seated = tuple(map(tournament.holder, table))
            if player in seated:
                return NextGame(later, "", tuple(other for other in seated if other != player))
    return None


def after_round(tournament: Tournament, number: int) -> Tournament:
    """The tournament as it was after this number of rounds, for the standings at that time."""
    is_last = number >= len(tournament.made)
    status = tournament.status if is_last else "running"
    qualified = tournament.qualified if number > tournament.group_rounds else ()
    return replace(
        tournament,
        made=tournament.made[:number],
        games=tournament.games[:number],
        status=status,
        qualified=qualified,
    )


def no_shows(tournament: Tournament, results: Results) -> list[str]:
    """The players who forfeited two games without an answer since they got their place."""
    if tournament.rules < 3:
        return []
    counts: dict[str, int] = defaultdict(int)
    for number, (one, games) in enumerate(zip(tournament.made, tournament.games, strict=True)):
        for table, game in zip(one.tables, games, strict=True):
            for seat, place in enumerate(table):
                if tournament.holder(place, number) == tournament.holder(place):
                    counts[place] += stayed_away(tournament, results, game, seat)
    return [tournament.holder(place) for place in tournament.staying if counts[place] >= _NO_SHOWS]


def slots(tournament: Tournament, results: Results) -> tuple[str, ...]:
    """The bracket of a knock-out after its rounds so far: neighbours meet next; a slot is empty if no player is
    left.
    """
    found = bracket(tournament.qualified or seeded(tournament))
    for number in range(tournament.group_rounds, len(tournament.made)):
        found = tuple(winner for _pair, winner in _decided(tournament, results, found, number))
    return found


def points_in(tournament: Tournament, results: Results, game: str, size: int) -> tuple[float, ...] | None:
    """The points of each seat of a game, by an organiser's decision or its result; none while it is running."""
    if (decision := tournament.decided.get(game)) is not None:
        return tuple(_share(decision.ranks, seat) if decision.places[seat] else 0.0 for seat in range(size))
    if game in results:
        return tuple(points_of(results[game], seat) for seat in range(size))
    if game not in tournament.void:
        return None
    missing = tournament.missing.get(game, ())
    places = [1 + (seat in missing) * (size - len(missing)) for seat in range(size)]
    return tuple(0.0 if seat in missing else _share(places, seat) for seat in range(size))


def rest_points(tournament: Tournament, results: Results, number: int, player: str) -> float:
    """The points for resting in the round with this index."""
    return _rest(tournament, number, player, _struck(tournament, results))


def stayed_away(tournament: Tournament, results: Results, game: str, seat: int) -> bool:
    """Whether this seat's player forfeited the game without an answer, and no organiser decided otherwise."""
    if game in tournament.decided:
        return False
    if game in results:
        return results[game].is_forfeited(seat) and not results[game].seats[seat].answers.number
    return seat in tournament.missing.get(game, ())


def points_of(result: GameResult, seat: int) -> float:
    """The points of a seat: from 1 for the first place to 0 for the last; 0 for a forfeited seat."""
    if result.is_forfeited(seat):
        return 0.0
    return _share(result.ranks, seat)


def _share(places: Sequence[int], seat: int) -> float:
    equals = places.count(places[seat])
    place = places[seat] + (equals - 1) / 2
    return (len(places) - place) / (len(places) - 1)


def _ranked(rows: Sequence[StandingsRow]) -> list[StandingsRow]:
    """These rows with their places, first place first."""

    def merit(row: StandingsRow) -> tuple[bool, float, float]:
        return not row.struck, row.points, row.opponents

    order = sorted(rows, key=merit, reverse=True)
    return [replace(row, place=1 + sum(merit(other) > merit(row) for other in order)) for row in order]


def _survivors(tournament: Tournament, results: Results) -> list[StandingsRow]:
    """The standings of a knock-out: a point for each round survived, with or without a game."""
    points: dict[str, float] = defaultdict(float)
    entrants = tournament.qualified or seeded(tournament)
    found = bracket(entrants)
    for number in range(tournament.group_rounds, len(tournament.made)):
        found = tuple(winner for _pair, winner in _decided(tournament, results, found, number))
        for player in found:
            points[player] += 1
    played = {
        player: sum(met.points is not None for met in games)
        for player, games in cross_table(tournament, results).items()
    }
    order = sorted(entrants, key=tournament.players.index)
    rows = _ranked([StandingsRow(player, 0, points[player], 0.0, played[player]) for player in order])
    rows = _with_third_place(tournament, results, rows)
    if tournament.rules < 4 or tournament.status != "over":
        return rows
    lots = drawn_by_lot(tournament)
    firsts = [row for row in rows if row.place == 1]
    winner = min(firsts, key=lambda row: (row.player in tournament.left, lots.index(row.player)))
    return [winner, *(replace(row, place=max(2, row.place)) for row in rows if row is not winner)]


def _with_third_place(tournament: Tournament, results: Results, rows: list[StandingsRow]) -> list[StandingsRow]:
    """The rows, with the loser of the third-place game ranked behind its winner."""
    if not tournament.made or not (third := tournament.made[-1].third):
        return rows
    table, game = tournament.made[-1].tables[-1], tournament.games[-1][-1]
    shares = points_in(tournament, results, game, len(third))
    if shares is None or len({*shares}) == 1:
        return rows
    last = table[shares.index(min(shares))]
    return sorted((replace(row, place=row.place + (row.player == last)) for row in rows), key=lambda row: row.place)


def _decided(
    tournament: Tournament, results: Results, found: Sequence[str], number: int
) -> Iterator[tuple[tuple[str, str], str]]:
    """The pairs of a knock-out's round, each with its winner; empty if there is no winner, or not yet.

    A player who is paired in the next round has won. A dispute that is decided later changes the game, but not the
    bracket.
    """
    one, games = tournament.made[number], tournament.games[number]
    following = tournament.made[number + 1 : number + 2]
    gone_on = {player for later in following for player in later.of_bracket}
    lots = drawn_by_lot(tournament)
    of_table = {frozenset(table): (table, game) for table, game in zip(one.tables, games, strict=True)}
    for pair in zip(found[::2], found[1::2], strict=True):
        if winner := next((player for player in pair if player in gone_on), ""):
            yield pair, winner
        elif frozenset(pair) in of_table:
            yield pair, _winner(tournament, results, lots, *of_table[frozenset(pair)])
        else:
            yield pair, next((player for player in pair if player in one.resting), "")


def _winner(tournament: Tournament, results: Results, lots: Sequence[str], table: Pairing, game: str) -> str:
    """The player who continues; none if the game is running or both forfeited it."""
    shares = points_in(tournament, results, game, len(table))
    if shares is None or not any(shares):
        return ""
    best = max(shares)
    return min((player for player, share in zip(table, shares, strict=True) if share == best), key=lots.index)


def _goes_by_schedule(tournament: Tournament) -> bool:
    return tournament.rules > 1 and tournament.has_schedule


def _struck(tournament: Tournament, results: Results) -> set[str]:
    """The players whose results are struck: they left a round robin of two before playing half of the schedule.

    A game in which a player gave no answer does not count as played, unless only the opponent was missing.
    """
    if not _goes_by_schedule(tournament):
        return set()
    played: dict[str, int] = defaultdict(int)
    for one, games in zip(tournament.made, tournament.games, strict=True):
        for table, game in zip(one.tables, games, strict=True):
            for seat, player in enumerate(table):
                was_alone = seat not in tournament.missing.get(game, (seat,))
                played[player] += was_alone or (game in results and results[game].seats[seat].answers.number > 0)
    rounds = range(tournament.group_rounds or tournament.rounds)
    due = {
        player: sum(opponent(tournament.meeting(one), one, player) is not None for one in rounds)
        for player in tournament.left
    }
    return {player for player in tournament.left if 2 * played[player] < due[player]}


def _rest(tournament: Tournament, number: int, player: str, struck: set[str]) -> float:
    """The points for resting in this round."""
    if tournament.rules == 1 or tournament.size > 2:
        return _DRAWN
    if not tournament.has_schedule:
        return 1.0
    other = opponent(tournament.meeting(number), number, player)
    return float(other is not None and other not in struck and player not in struck)


def _not_played(tournament: Tournament, player: str) -> float:
    """The tie-break points that opponents get for the rounds that this player did not play."""
    if tournament.rules == 1 or tournament.has_schedule:
        return 0.0
    paired = ({*one.resting, *(other for table in one.tables for other in table)} for one in tournament.made)
    return _DRAWN * sum(player not in there for there in paired)
