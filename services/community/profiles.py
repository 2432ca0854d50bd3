"""Profiles: a player's results and ratings, by title."""

from collections.abc import Sequence

from msgspec import Struct

from services.community.results import GameResult, usual_answer


class TitleProfile(Struct, frozen=True):
    """A player's results in all finished games of a title with this number of players.

    `places` counts how often they came first, second and so on; the averages are over these games. The average points
    are none for a title without points.
    """

    rulebook: str
    players: int
    finished: int
    places: tuple[int, ...]
    average_place: float
    average_points: float | None


class Profile(Struct, frozen=True):
    """A player's finished games, those in which they `stayed` to the end, and results by title.

    They gave `answers` answers, half of them `within` this time in milliseconds (none: too few answers).
    """

    finished: int
    stayed: int
    answers: int
    within: int | None
    titles: tuple[TitleProfile, ...]


def profile_of(who: str, results: Sequence[GameResult]) -> Profile:
    """The profile of a player with these results."""
    own = [(result, seat) for result in results for seat in result.seats if seat.who == who]
    ladders: dict[tuple[str, int], list[tuple[int, int | None]]] = {}
    for result in results:
        for seat, rank in zip(result.seats, result.ranks, strict=True):
            if seat.who == who:
                ladders.setdefault((result.rulebook, len(result.seats)), []).append((rank, seat.points))
    return Profile(
        len({result.game for result, _ in own}),
        len({result.game for result, seat in own if seat.stayed}),
        sum(seat.answers.number for _, seat in own),
        usual_answer(seat.answers for _, seat in own),
        tuple(_title(rulebook, players, seats) for (rulebook, players), seats in sorted(ladders.items())),
    )


def _title(rulebook: str, players: int, seats: list[tuple[int, int | None]]) -> TitleProfile:
    # A player who resigned from a lost cooperative game comes after its second place, which is then the last.
    places = [min(rank, players) for rank, _points in seats]
    counted = [points for _rank, points in seats if points is not None]
    return TitleProfile(
        rulebook,
        players,
        len(seats),
        tuple(places.count(place) for place in range(1, players + 1)),
        round(sum(places) / len(seats), 1),
        round(sum(counted) / len(counted), 1) if counted else None,
    )
