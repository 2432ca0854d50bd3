"""Community services: personal data, ratings and tournaments, put together."""

from dataclasses import dataclass

from eventstore.log import LogReader
from services.accounts.players import Players
from services.community.personal_data import Forgetting, People
from services.community.rating_updates import RatingUpdates
from services.community.tournament_director import TournamentDirector
from services.community.tournaments import Tournaments
from services.games.composition import Games


@dataclass(frozen=True, kw_only=True)
class Community:
    """The community services of this server."""

    people: People
    rating_updates: RatingUpdates
    tournaments: Tournaments
    director: TournamentDirector


def make_community(games: Games, players: Players, *forgetting: Forgetting) -> Community:
    """The community services for these games; `forgetting` are further stores that delete a person's data."""
    store = games.tables.store
    people, tournaments = People(store.redis, *forgetting), Tournaments(store.redis)
    log = LogReader(store.redis, store.partitions)
    rating_updates = RatingUpdates(games.tables, log, people.ladders, people.entry_terms, players.is_bot)
    director = TournamentDirector(
        games.tables,
        games.lobby,
        tournaments,
        players,
        rating_updates.results,
        lambda player: people.suspensions.of(player) is not None,
        lambda player, title: rating_updates.rating(player, title).middle,
    )
    return Community(people=people, rating_updates=rating_updates, tournaments=tournaments, director=director)
