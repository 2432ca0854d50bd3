"""Community: what people say and report of one another, and the ratings and tournaments in which they meet."""

from dataclasses import dataclass

from correspondence.games import Games
from correspondence.standing import Standing
from correspondence.tournaments import Director
from eventstore.log import LogReader
from people.people import Forgetting, People
from people.players import Players
from people.tournaments import Tournaments


@dataclass(frozen=True, kw_only=True)
class Community:
    """The people of this server beside their games."""

    people: People
    standing: Standing
    tournaments: Tournaments
    director: Director


def make_community(games: Games, players: Players, *forgetting: Forgetting) -> Community:
    """The community of these games; `forgetting` are those that forget a person with it."""
    store = games.tables.store
    people, tournaments = People(store.redis, *forgetting), Tournaments(store.redis)
    log = LogReader(store.redis, store.partitions)
    standing = Standing(games.tables, log, people.ladders, people.agreements, players.is_program)
    director = Director(
        games.tables, tournaments, players, standing.results, lambda player: people.suspensions.of(player) is not None
    )
    return Community(people=people, standing=standing, tournaments=tournaments, director=director)
