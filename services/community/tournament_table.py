"""Tournament table: a fold of the results of its games and of the rounds that players rested.

Two at a table count as in chess. In a Swiss tournament a rest is a full point, and ties are decided by the points of a
player's opponents (Buchholz): a round that the player did not play counts as one against an opponent with the player's
own points, and rounds that an opponent did not play count as drawn for that opponent. In a round robin the rest of an
odd number is worth nothing, because each player has one; a player whose opponent has left or was suspended wins; the
results of a player who left before playing half of the schedule are struck; ties are decided by the points of the
opponents whom a player beat, and half of those with whom they drew (Sonneborn-Berger). Chess has no rules for more
players at a table: there a rest is the mean, one half.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from services.community.pairing import opponent
from services.community.results import GameResult
from services.community.tournaments import Tournament

Results = Mapping[str, GameResult]
"""The results of a tournament's games, by game id."""

_DRAWN = 0.5


class TableRow(Struct, frozen=True):
    """A player's row: place, points, the tie-break score (`opponents`), and the number of games.

    The results of a player who is `struck` count for no player.
    """

    player: str
    place: int
    points: float
    opponents: float
    games: int
    struck: bool = False


def standings(tournament: Tournament, results: Results) -> list[TableRow]:
    """The rows of all players, first place first; equals share a place, in the order of their entry.

    The winner of a game gets one point, the last none, those between in equal steps; players who share places share
    points. A player who forfeited a game gets none for it. A game that was called off is drawn.
    """
    struck = _struck(tournament, results)
    points: dict[str, float] = defaultdict(float)
    played: dict[str, int] = defaultdict(int)
    met: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for number, (one, games) in enumerate(zip(tournament.made, tournament.games, strict=True)):
        for table, game in zip(one.tables, games, strict=True):
            if (game not in results and game not in tournament.void) or not struck.isdisjoint(table):
                continue
            for seat, player in enumerate(table):
                share = points_of(results[game], seat) if game in results else _DRAWN
                points[player] += share
                played[player] += 1
                weight = share if _goes_by_schedule(tournament) else 1.0
                met[player] += [(other, weight) for other in table if other != player]
        for player in one.resting:
            points[player] += (worth := _rest(tournament, number, player, struck))
            if _goes_by_schedule(tournament) and (other := opponent(tournament.players, number, player)):
                met[player].append((other, worth))
        if tournament.rules > 1 and not _goes_by_schedule(tournament):
            for player in (*one.resting, *one.absent):
                met[player].append((player, float(tournament.size - 1)))
    adjusted = {player: points[player] + _not_played(tournament, player) for player in tournament.players}
    against = {
        player: sum(weight * (points if other == player else adjusted)[other] for other, weight in met[player])
        for player in tournament.players
    }
    merits = {
        player: (player not in struck, round(points[player], 6), round(against[player], 6))
        for player in tournament.players
    }
    order = sorted(tournament.players, key=lambda player: merits[player], reverse=True)
    return [
        TableRow(
            player,
            1 + sum(merits[other] > merits[player] for other in order),
            *merits[player][1:],
            played[player],
            player in struck,
        )
        for player in order
    ]


def points_of(result: GameResult, seat: int) -> float:
    """The points of a seat: from 1 for the first place to 0 for the last; 0 for a forfeited seat."""
    if result.is_forfeited(seat):
        return 0.0
    return _share(result.ranks, seat)


def _share(places: Sequence[int], seat: int) -> float:
    equals = places.count(places[seat])
    place = places[seat] + (equals - 1) / 2
    return (len(places) - place) / (len(places) - 1)


def _goes_by_schedule(tournament: Tournament) -> bool:
    return tournament.rules > 1 and tournament.has_schedule


def _struck(tournament: Tournament, results: Results) -> set[str]:
    """The players whose results are struck: they left a round robin of two before playing half of the schedule.

    A game in which a player gave no answer does not count as played.
    """
    if not _goes_by_schedule(tournament):
        return set()
    played: dict[str, int] = defaultdict(int)
    for one, games in zip(tournament.made, tournament.games, strict=True):
        for table, game in zip(one.tables, games, strict=True):
            for seat, player in enumerate(table):
                played[player] += game in results and results[game].seats[seat].answers.number > 0
    rounds = range(tournament.rounds)
    due = {
        player: sum(opponent(tournament.players, one, player) is not None for one in rounds)
        for player in tournament.left
    }
    return {player for player in tournament.left if 2 * played[player] < due[player]}


def _rest(tournament: Tournament, number: int, player: str, struck: set[str]) -> float:
    """The points for resting in this round."""
    if tournament.rules == 1 or tournament.size > 2:
        return _DRAWN
    if not tournament.has_schedule:
        return 1.0
    other = opponent(tournament.players, number, player)
    is_won = other is not None and other not in struck and player not in struck
    return float(is_won and (other in tournament.left or other in tournament.made[number].absent))


def _not_played(tournament: Tournament, player: str) -> float:
    """The tie-break points that opponents get for the rounds that this player did not play."""
    if tournament.rules == 1 or tournament.has_schedule:
        return 0.0
    paired = ({*one.resting, *(other for table in one.tables for other in table)} for one in tournament.made)
    return _DRAWN * sum(player not in there for there in paired)
