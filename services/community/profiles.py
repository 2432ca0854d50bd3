"""Profiles: a player's results and ratings, title by title."""

from collections.abc import Sequence

from msgspec import Struct

from services.community.results import GameResult, usual_answer


class TitleProfile(Struct, frozen=True):
    """How somebody came out in all finished games of a title with so many players.

    `places` counts for each place, from the first on, how often it was theirs; so they average.
    """

    rulebook: str
    players: int
    finished: int
    places: tuple[int, ...]
    average_place: float
    average_points: float


class Profile(Struct, frozen=True):
    """Finished games in which somebody sat from the start, in how many they `stayed` to the end, how they came out.

    They gave `answers` answers, half of them `within` this time in milliseconds (none: too few to say).
    """

    finished: int
    stayed: int
    answers: int
    within: int | None
    titles: tuple[TitleProfile, ...]


def profile_of(who: str, results: Sequence[GameResult]) -> Profile:
    """The profile of somebody with these results."""
    own = [(result, seat) for result in results for seat in result.seats if seat.who == who]
    ladders: dict[tuple[str, int], list[tuple[int, int]]] = {}
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


def _title(rulebook: str, players: int, seats: list[tuple[int, int]]) -> TitleProfile:
    places = [rank for rank, _points in seats]
    return TitleProfile(
        rulebook,
        players,
        len(seats),
        tuple(places.count(place) for place in range(1, players + 1)),
        round(sum(places) / len(seats), 1),
        round(sum(points for _rank, points in seats) / len(seats), 1),
    )
