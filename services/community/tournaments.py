"""Tournaments: their players, the pairings of each round, and their state.

A tournament is open until its organiser starts it, or until its beginning; then it is played round by round, and a
round is paired when all games of the one before are over. A player who leaves is not paired again; their current games
continue. A tournament holds no results: its table follows from those of its games (`standings`).

In groups all players of a group meet; then the first of each group play a knock-out (`qualified`), from the round with
the index `group_rounds` on.

Rounds, standings and schedules name each place in the tournament by the player who had it at the start. A substitute
gets the place of a player who left, with its points (`holder`).
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.clocks.events import Pace
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script
from services.community.pairing import Kind, Round, folded, has_schedule, next_round, rounds_needed
from services.games.rating_terms import EntryTerms

Status = Literal["open", "running", "over", "called off"]
MOST_PLAYERS = 256
MOST_ROUNDS = 30
MOST_GROUPS = 16
MOST_ADVANCING = 4
MOST_MESSAGES = 100
LONGEST_MESSAGE = 500
_ALL = "stele:{tournaments}:all"
_OF_GAME = "stele:{tournaments}:games"
_UNTOLD = "stele:{tournaments}:untold"
_CHANGE = script(Path(__file__).with_name("tournament_change.lua"))
Rules = Literal[1, 2, 3, 4]
RULES: Rules = 4
"""The rules that count new tournaments; each tournament keeps its rules to the end.

By rules 1 every rest is one half, and no results are struck. By rules 1 and 2 every game that was called off is drawn,
and no player is withdrawn for staying away. By rules 1 to 3 a knock-out's round from which no player continues is not
played again, and several players may share its first place.
"""


Announced = Literal[
    "entry", "invited", "place", "removed", "start", "round", "bye", "result", "repair", "message", "end", "called-off"
]
_OF_STATUS: dict[Status, Announced] = {"running": "start", "over": "end", "called off": "called-off"}
_MOST_UNTOLD = 100


class Announcement(Struct, frozen=True, omit_defaults=True):
    """News of a tournament for `people`, about a game and a `number`, which counts a round, players or a message."""

    tournament: str
    kind: Announced
    people: tuple[str, ...]
    number: int = 0
    game: str = ""


Seeding = Literal["lot", "rating"]


class TournamentForm(Struct, frozen=True):
    """The form of a tournament.

    By rating the best players are seeded, so that they meet late in a knock-out, and in the first round of a Swiss
    tournament the better half meets the other half. In a round robin of two `cycles` each pair meets twice. A knock-out
    can have a game for the `third_place`. From each of the `groups` the first `advancing` players go on to the
    knock-out. A game that is not over after the `round_limit` in milliseconds (0: none) counts by its players' time.
    Only players with a rating within the bounds can enter (none: no bound) and, if it is `by_invitation`, only those
    whom the organiser invited.
    """

    seeding: Seeding = "lot"
    cycles: int = 1
    third_place: bool = False
    round_limit: int = 0
    least_rating: int | None = None
    most_rating: int | None = None
    by_invitation: bool = False
    groups: int = 0
    advancing: int = 2

    @property
    def bounds(self) -> EntryTerms:
        """The rating bounds."""
        return EntryTerms(least=self.least_rating, most=self.most_rating)


class TournamentSettings(Struct, frozen=True):
    """Changes of a tournament by its organiser. A value of none leaves the setting unchanged, and 0 clears it."""

    is_closed: bool | None = None
    most: int | None = None
    begins_at: int | None = None
    rounds: int | None = None
    name: str | None = None
    pace: Pace | None = None
    rated: bool | None = None
    wait: int | None = None
    form: TournamentForm | None = None
    invited: tuple[str, ...] | None = None


class TournamentRefused(ValueError):
    """The tournament's state does not allow this; the message says why."""


class Substitution(Struct, frozen=True):
    """A substitute for the place of `first`, from the round with this index on."""

    first: str
    player: str
    since: int


RepairKind = Literal["play-again", "decide", "more-time"]


class Repair(Struct, frozen=True, omit_defaults=True):
    """A repair of a game of a tournament by an organiser, with a reason for the players.

    The reason is empty after its author's account is deleted.

    The game is played again as `instead`; or it is decided with these `places` of its seats (0: forfeited), whatever
    its record says; or it waits `longer` for its players, in milliseconds, and its round's limit moves by as much. A
    repair of the kind `time-limit` is the server's own decision at the limit of a round.
    """

    kind: RepairKind | Literal["time-limit"]
    game: str
    reason: str
    by: str
    at: int
    instead: str = ""
    places: tuple[int, ...] = ()
    longer: int = 0

    @property
    def ranks(self) -> tuple[int, ...]:
        """The decided places; seats that forfeited share the last one."""
        return tuple(place or len(self.places) for place in self.places)


class Withdrawn(Struct, frozen=True):
    """A game that was called off because the round before its own, the one with this number, was reopened."""

    game: str
    number: int
    players: tuple[str, ...]


class TournamentMessage(Struct, frozen=True):
    """A text of an organiser to all players and substitutes; empty if its author's account is deleted."""

    by: str
    at: int
    text: str


class Tournament(Struct, frozen=True):
    """A tournament. `games` are the game ids of each round, table by table; `void` games were called off.

    `rounds` is the planned number, 0 for the one that its kind needs; `players` are all who entered, `left` those of
    them who left, `removed` those whom the organiser or two games without an answer removed. `missing` are the seats
    for which a `void` game was called off. `substitutes` wait for a place. It holds `most` players (0: the maximum),
    and starts at `begins_at`, in milliseconds (0: when the organiser starts it). `lot` is the random text by which the
    players are drawn at the start; if it is empty, the draw depends on the players alone, as in early versions. `again`
    are the games of `games` that were played again, each with the game that it replaces. A game waits this long for its
    players, in milliseconds (`wait`; 0: as long as for an answer, at most two days). `repairs` and `messages` are all
    that organisers have made. The `groups` are drawn at the start, by lot or by rating; `qualified` are those who go on
    from them, in the order of the bracket, as soon as the knock-out is paired.

    While the tournament is `opening` its last round, the round is paired but not all its games are open, and it is not
    shown.
    """

    id: str
    name: str
    organiser: str
    rulebook: str
    size: int
    kind: Kind
    created_at: int
    options: dict[str, Any] = {}
    pace: Pace | None = None
    status: Status = "open"
    rounds: int = 0
    players: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    made: tuple[Round, ...] = ()
    games: tuple[tuple[str, ...], ...] = ()
    void: tuple[str, ...] = ()
    opening: bool = False
    rules: Rules = 1
    rated: bool = False
    strict: bool = False
    most: int = 0
    begins_at: int = 0
    is_closed: bool = False
    substitutes: tuple[str, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    removed: tuple[str, ...] = ()
    missing: dict[str, tuple[int, ...]] = {}
    lot: str = ""
    again: dict[str, str] = {}
    wait: int = 0
    repairs: tuple[Repair, ...] = ()
    messages: tuple[TournamentMessage, ...] = ()
    form: TournamentForm = TournamentForm()
    invited: tuple[str, ...] = ()
    withdrawn: tuple[Withdrawn, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    qualified: tuple[str, ...] = ()

    @property
    def is_knockout(self) -> bool:
        """Whether its next round is one of a knock-out."""
        return self.kind == "knockout" or bool(self.qualified)

    @property
    def group_rounds(self) -> int:
        """The number of rounds before the knock-out; 0 without groups."""
        return max(map(self._rounds_of, self.groups), default=0)

    @property
    def decided(self) -> dict[str, Repair]:
        """The games that an organiser or the limit of a round decided, each with its last decision."""
        return {one.game: one for one in self.repairs if one.places}

    @property
    def shown(self) -> tuple[Round, ...]:
        """The rounds whose games are open, so that every link leads to an existing game."""
        return self.made[:-1] if self.opening else self.made

    @property
    def staying(self) -> tuple[str, ...]:
        """The players who have not left."""
        return tuple(player for player in self.players if player not in self.left)

    @property
    def has_schedule(self) -> bool:
        """Whether all rounds, or those of the groups, are fixed at the start."""
        return has_schedule(self.kind, self.size)

    def meeting(self, number: int) -> tuple[tuple[str, ...], ...]:
        """The groups of players who meet by the schedule in the round with this index; without groups, one group of
        all.
        """
        if not self.groups:
            return (self.players,)
        return tuple(group for group in self.groups if number < self._rounds_of(group))

    def _rounds_of(self, group: Sequence[str]) -> int:
        return rounds_needed("round_robin", len(group), 2, self.form.cycles)

    @property
    def all_games(self) -> tuple[str, ...]:
        """The games of all rounds."""
        return tuple(game for games in self.games for game in games)

    @property
    def has_room(self) -> bool:
        """Whether another player can enter now without waiting for a place."""
        return self.status == "open" and len(self.players) < min(self.most or MOST_PLAYERS, self.most_by_rounds)

    @property
    def most_by_rounds(self) -> int:
        """The number of players who can all meet within the maximum number of rounds."""
        form = self.form
        if not self.has_schedule or (self.rounds and not form.groups):
            return MOST_PLAYERS
        final_rounds = rounds_needed("knockout", form.groups * form.advancing, 2) if form.groups else 0
        most = (MOST_ROUNDS - final_rounds) // form.cycles
        return min(MOST_PLAYERS, (most + most % 2) * max(1, form.groups))

    def holder(self, place: str, number: int | None = None) -> str:
        """The player who has this place in the round with this index, or now."""
        since = len(self.made) if number is None else number
        found = (one.player for one in reversed(self.substitutions) if one.first == place and one.since <= since)
        return next(found, place)

    def place_of(self, player: str) -> str | None:
        """The place that this player has and has not left, or none."""
        return next((place for place in self.staying if self.holder(place) == player), None)

    def awaits(self, player: str) -> bool:
        """Whether this player has entered, and it has not started."""
        return self.status == "open" and player in self.players

    def concerns(self, player: str) -> bool:
        """Whether this player has or had a place."""
        return any(self.concerns_place(place, player) for place in self.players)

    def concerns_place(self, place: str, player: str) -> bool:
        """Whether this player has or had this place."""
        return player == place or any((one.first, one.player) == (place, player) for one in self.substitutions)

    def round_of(self, game: str) -> int:
        """The number of this game's round, from 1."""
        game = self._counting(game)
        if (gone := self._withdrawn(game)) is not None:
            return gone.number
        return next(number for number, games in enumerate(self.games, start=1) if game in games)

    def players_of(self, game: str) -> tuple[str, ...]:
        """The players of this game, in the order of their seats."""
        if (gone := self._withdrawn(self._counting(game))) is not None:
            return gone.players
        number = self.round_of(game) - 1
        table = self.games[number].index(self._counting(game))
        return tuple(self.holder(place, number) for place in self.made[number].tables[table])

    def longer(self, game: str) -> int:
        """How much more time organisers gave this game, in milliseconds."""
        return sum(one.longer for one in self.repairs if one.game == game)

    def _counting(self, game: str) -> str:
        """The game that counts in place of this one, which is its last repetition."""
        instead = {first: second for second, first in self.again.items()}
        while game in instead:
            game = instead[game]
        return game

    def _withdrawn(self, game: str) -> Withdrawn | None:
        return next((one for one in self.withdrawn if one.game == game), None)

    def waited_for(self, results: Collection[str]) -> tuple[str, ...]:
        """The games of the last round that are not over, as they have neither a result in `results` nor a decision."""
        last = self.games[-1] if self.games else ()
        over = {*results, *self.void, *self.decided}
        return tuple(game for game in last if game not in over)


def entered(tournament: Tournament, player: str, rating: int | None = None) -> Tournament:
    """The tournament with this player of this rating: in a place of their own, or as a substitute if there is none."""
    if tournament.status not in ("open", "running"):
        raise TournamentRefused("The tournament is over.")
    if player in tournament.removed:
        raise TournamentRefused("You were removed from this tournament.")
    if player in tournament.substitutes or tournament.place_of(player) is not None:
        return tournament
    if tournament.status == "running" and tournament.concerns(player):
        # Not as a substitute: that could be another place, with more points.
        own = next((place for place in tournament.left if tournament.holder(place) == player), None)
        if own is None:
            raise TournamentRefused("Your place was given to another player.")
        return replace(tournament, left=tuple(place for place in tournament.left if place != own))
    if tournament.is_closed:
        raise TournamentRefused("Registration is closed.")
    if tournament.form.by_invitation and player not in (*tournament.invited, tournament.organiser):
        raise TournamentRefused(
            "Only players whom the organiser invited can join. Ask the organiser for an invitation."
        )
    if rating is not None and not tournament.form.bounds.admits("", rating):
        raise TournamentRefused("Your rating is outside the range of this tournament.")
    if tournament.status == "running" and tournament.is_knockout:
        raise TournamentRefused("A knock-out can't be joined after its start.")
    if len(tournament.substitutes) >= MOST_PLAYERS:
        raise TournamentRefused("The tournament is full.")
    return _filled(replace(tournament, substitutes=(*tournament.substitutes, player)))


def left(tournament: Tournament, player: str) -> Tournament:
    """The tournament without this player from now on."""
    place = tournament.place_of(player)
    if tournament.status not in ("open", "running") or (place is None and player not in tournament.substitutes):
        raise TournamentRefused("You do not play in this tournament.")
    without = replace(tournament, substitutes=tuple(one for one in tournament.substitutes if one != player))
    if place is None:
        return without
    if tournament.status == "open":
        return _filled(replace(without, players=tuple(one for one in tournament.players if one != place)))
    return _filled(replace(without, left=(*tournament.left, place)))


def removed(tournament: Tournament, player: str) -> Tournament:
    """The tournament without this player, who can't enter it again."""
    try:
        after = left(tournament, player)
    except TournamentRefused:
        raise TournamentRefused("This player does not play in this tournament.") from None
    return replace(after, removed=tuple(dict.fromkeys((*tournament.removed, player))))


def _filled(tournament: Tournament) -> Tournament:
    """The tournament with the free places given to the substitutes, in the order of their entry."""
    while tournament.substitutes:
        first, *others = tournament.substitutes
        if tournament.has_room:
            after = replace(tournament, players=(*tournament.players, first))
        elif _has_more_rounds(tournament) and tournament.left:
            place, since = tournament.left[0], len(tournament.made)
            substitution = Substitution(place, first, since)
            after = replace(
                tournament,
                left=tournament.left[1:],
                substitutions=(*tournament.substitutions, substitution),
            )
        else:
            break
        tournament = replace(after, substitutes=tuple(others))
    return tournament


def _has_more_rounds(tournament: Tournament) -> bool:
    is_running = tournament.status == "running" and not tournament.is_knockout
    return is_running and len(tournament.made) < (tournament.group_rounds or tournament.rounds)


def started(
    tournament: Tournament, rounds: int = 0, lot: str = "", rating: Callable[[str], float] = lambda _player: 0.0
) -> Tournament:
    """The started tournament, with this number of rounds, the planned one, or the one that its kind needs.

    `lot` is a text that no player can know before. If the tournament's form says so, players are seeded by their
    `rating`, and keep this order from then on.
    """
    if tournament.status != "open":
        raise TournamentRefused("The tournament has started.")
    if len(tournament.players) < max(tournament.size, 3):
        raise TournamentRefused("A tournament needs at least three players, and enough to fill one table.")
    form, players = tournament.form, tournament.players
    if len(players) < form.groups * (form.advancing + 1):
        raise TournamentRefused("Each group needs more players than go on from it.")
    if form.seeding == "rating":
        players = tuple(sorted(players, key=rating, reverse=True))
    begun = replace(tournament, status="running", lot=lot, players=players)
    if tournament.kind == "groups":
        begun = replace(begun, groups=_drawn_groups(begun))
        return replace(begun, rounds=begun.group_rounds + rounds_needed("knockout", form.groups * form.advancing, 2))
    needed = rounds_needed(tournament.kind, len(players), tournament.size, form.cycles)
    wanted = 0 if tournament.kind == "knockout" else rounds or tournament.rounds
    return replace(begun, rounds=min(MOST_ROUNDS, wanted or needed))


def seeded(tournament: Tournament) -> Sequence[str]:
    """The players in the order of the seeds: by rating, or drawn by lot."""
    return tournament.players if tournament.form.seeding == "rating" else drawn_by_lot(tournament)


def drawn_by_lot(tournament: Tournament) -> list[str]:
    """The players in an order that no player could know before the start."""
    secret = (tournament.lot,) if tournament.lot else ()

    def lot(player: str) -> bytes:
        return hashlib.sha256(" ".join((tournament.id, *secret, player, *tournament.players)).encode()).digest()

    return sorted(tournament.players, key=lot)


def _drawn_groups(tournament: Tournament) -> tuple[tuple[str, ...], ...]:
    """The groups, to which the seeds go there and back, so that the groups are about equally strong."""
    order, number = seeded(tournament), tournament.form.groups
    way = [*range(number), *reversed(range(number))]
    return tuple(
        tuple(player for seed, player in enumerate(order) if way[seed % len(way)] == group) for group in range(number)
    )


def with_settings(tournament: Tournament, settings: TournamentSettings) -> Tournament:
    """The tournament with these settings of its organiser."""
    if tournament.status not in ("open", "running"):
        raise TournamentRefused("The tournament is over.")
    if settings.is_closed is not None:
        tournament = replace(tournament, is_closed=settings.is_closed)
    before_start = {
        name: value
        for name in ("most", "begins_at", "rounds", "name", "pace", "rated", "wait", "form")
        if (value := getattr(settings, name)) is not None and value != getattr(tournament, name)
    }
    if before_start and tournament.status != "open":
        raise TournamentRefused("The tournament has started. Only registration and invitations can still be changed.")
    if 0 < (settings.most or 0) < max(len(tournament.players), tournament.size):
        raise TournamentRefused("More players than that have already joined, or sit at one table.")
    if settings.invited is not None:
        tournament = replace(tournament, invited=settings.invited)
    after = replace(tournament, **before_start)
    if before_start and len(tournament.players) > after.most_by_rounds:
        raise TournamentRefused(
            "There are too many players for all to meet within 30 rounds. Set the number of rounds, or use more groups."
        )
    return _filled(after)


def with_message(tournament: Tournament, message: TournamentMessage) -> Tournament:
    """The tournament with this message to all who play in it or wait for a place."""
    if tournament.status == "called off":
        raise TournamentRefused("The tournament was called off.")
    if len(tournament.messages) >= MOST_MESSAGES:
        raise TournamentRefused("This tournament has the maximum number of messages.")
    return replace(tournament, messages=(*tournament.messages, message))


def called_off(tournament: Tournament) -> Tournament:
    """The tournament, ended early; its games continue."""
    if tournament.status not in ("open", "running"):
        raise TournamentRefused("The tournament is over.")
    return replace(tournament, status="called off")


def paired(
    tournament: Tournament, order: Sequence[str], absent: Collection[str], game_id: Callable[[int, int], str]
) -> Tournament:
    """The tournament with its next round, or finished. Call this when no game is waited for.

    `order` is the order of the standings, or the slots of a knock-out. Players who are `absent` are not paired this
    time; if too few are present, nothing happens, except that a knock-out continues without them. `game_id(round,
    table)` gives the games' ids.
    """
    if tournament.status != "running":
        return tournament
    number = len(tournament.made)
    going_on = [place for place in order if place and place not in tournament.left]
    if number >= tournament.rounds or len(going_on) < tournament.size:
        return replace(tournament, status="over")
    away = tuple(place for place in going_on if tournament.holder(place) in absent)
    if len(going_on) - len(away) < tournament.size and not tournament.is_knockout:
        return tournament
    out = {*tournament.left, *(place for place in tournament.players if tournament.holder(place) in absent)}
    if number == 0 and tournament.kind == "swiss" and tournament.form.seeding == "rating":
        order = folded([place for place in order if place not in out], tournament.size)
    is_final = number == tournament.rounds - 1 and number > tournament.group_rounds
    kind: Kind = "knockout" if tournament.is_knockout else tournament.kind
    has_third = tournament.form.third_place and is_final
    groups = tournament.meeting(number)
    found = next_round(kind, order, tournament.size, tournament.made, out, has_third, groups)
    made = replace(found, absent=away)
    games = tuple(game_id(number, table) for table in range(len(made.tables)))
    return replace(tournament, made=(*tournament.made, made), games=(*tournament.games, games), opening=True)


def with_qualified(tournament: Tournament, qualified: tuple[str, ...]) -> Tournament:
    """The tournament after its groups, with the qualified players in the order of the bracket."""
    rounds = tournament.group_rounds + rounds_needed("knockout", len(qualified), 2)
    return replace(tournament, qualified=qualified, rounds=rounds)


def played_again(tournament: Tournament, absent: Collection[str], game_id: Callable[[int, int], str]) -> Tournament:
    """The knock-out with new games in its last round, unless it has some already; the old ones no longer count.

    Call this when no player continues from the round. Games of players who have left or are `absent` are not played
    again. `game_id(round, table)` gives the new games' ids.
    """
    number = len(tournament.made) - 1
    if tournament.rules < 4 or number < 0 or not tournament.again.keys().isdisjoint(tournament.games[number]):
        return tournament
    out = {*tournament.left, *(place for place in tournament.players if tournament.holder(place) in absent)}
    again = {
        game: game_id(number, table)
        for table, (places, game) in enumerate(
            zip(tournament.made[number].tables, tournament.games[number], strict=True)
        )
        if out.isdisjoint(places) and game not in tournament.decided and {*places} != {*tournament.made[number].third}
    }
    games = tuple(again.get(game, game) for game in tournament.games[number])
    firsts = {second: first for first, second in again.items()}
    return replace(
        tournament,
        games=(*tournament.games[:number], games),
        again={**tournament.again, **firsts},
        opening=tournament.opening or bool(again),
    )


def repaired(tournament: Tournament, repair: Repair, results: Collection[str]) -> Tournament:
    """The tournament after this repair. One that is over continues if a game of its last round is played again.

    Where the repair changes who meets in the last round, the round before it is reopened: the last round, of which no
    game is over, is withdrawn, and paired again afterwards. Raises `TournamentRefused` if this repair is not possible,
    and `LookupError` if the game is none of its present games.
    """
    if tournament.status not in ("running", "over"):
        raise TournamentRefused("Only a tournament that has started can be repaired.")
    game = repair.game
    number = next((number for number, games in enumerate(tournament.games) if game in games), None)
    if number is None or tournament.opening:
        raise LookupError(game)
    if number < len(tournament.games) - 1 and (repair.kind != "decide" or tournament.is_knockout):
        # Any game of the groups can change who goes on from them.
        is_of_groups = repair.kind == "decide" and number < tournament.group_rounds == len(tournament.games) - 1
        if (number < len(tournament.games) - 2 and not is_of_groups) or repair.kind == "more-time":
            raise TournamentRefused("The next round has been paired.")
        if set(tournament.waited_for(results)) != set(tournament.games[-1]):
            raise TournamentRefused("The next round has been paired, and one of its games is over.")
        tournament = _reopened(tournament)
    table = tournament.games[number].index(game)
    after = replace(tournament, repairs=(*tournament.repairs, repair))
    if repair.places:
        return after
    if (repair.kind == "play-again") == (game in tournament.waited_for(results)):
        told = {
            "play-again": "The game is not over yet. You can decide it, or give its players more time.",
            "more-time": "The game is over. You can have it played again.",
        }
        raise TournamentRefused(told[repair.kind])
    if repair.kind == "more-time":
        return after
    if not set(tournament.left).isdisjoint(tournament.made[number].tables[table]):
        raise TournamentRefused("A player of this game has left the tournament. You can decide the game.")
    games = tuple(repair.instead if one == game else one for one in tournament.games[number])
    return replace(
        after,
        status="running",
        games=(*tournament.games[:number], games),
        again={**tournament.again, repair.instead: game},
    )


def _reopened(tournament: Tournament) -> Tournament:
    """The tournament without its last round."""
    number = len(tournament.games)
    is_first = number - 1 == tournament.group_rounds
    gone = tuple(Withdrawn(game, number, tournament.players_of(game)) for game in tournament.games[-1])
    return replace(
        tournament,
        made=tournament.made[:-1],
        games=tournament.games[:-1],
        withdrawn=(*tournament.withdrawn, *gone),
        qualified=() if is_first else tournament.qualified,
    )


def decided_by_time(tournament: Tournament, game: str, used: Sequence[int | None], at: int) -> Tournament:
    """The tournament after the limit of this game's round, if it is not decided yet.

    The seat that has `used` the least time comes first. A seat with none did not join, and forfeits.
    """
    if game in tournament.decided or game not in tournament.games[-1]:
        return tournament
    spent = [time for time in used if time is not None]
    places = tuple(0 if time is None else 1 + sum(other < time for other in spent) for time in used)
    return replace(tournament, repairs=(*tournament.repairs, Repair("time-limit", game, "", "", at, places=places)))


def announcements(before: Tournament, after: Tournament) -> list[Announcement]:
    """The announcements that follow from this change."""
    found = []

    def tell(kind: Announced, people: Iterable[str], number: int = 0, game: str = "") -> None:
        receivers = tuple(dict.fromkeys(people))
        if receivers:
            found.append(Announcement(after.id, kind, receivers, number, game))

    entrants = {*after.players, *after.substitutes} - {*before.players, *before.substitutes, after.organiser}
    if entrants and after.status == "open":
        tell("entry", [after.organiser], len(after.players))
    tell("invited", (one for one in after.invited if one not in before.invited))
    waited = set(before.substitutes)
    tell("place", (one for one in after.players if one in waited))
    tell("place", (one.player for one in after.substitutions[len(before.substitutions) :]))
    tell("removed", (one for one in after.removed if one not in before.removed))
    everyone = (*map(after.holder, after.players), *after.substitutes, after.organiser)
    if before.status != after.status and after.status != "open":
        tell(_OF_STATUS[after.status], everyone)
    for one in after.repairs[len(before.repairs) :]:
        game = one.instead or one.game
        others = () if one.by == after.organiser else (after.organiser,)
        tell("repair", (*after.players_of(game), *others), after.round_of(game), game)
    for number, message in enumerate(after.messages[len(before.messages) :], start=len(before.messages) + 1):
        readers = (*map(after.holder, after.staying), *after.substitutes, after.organiser)
        tell("message", (one for one in readers if one != message.by), number)
    if len(after.shown) > len(before.shown):
        number = len(after.shown)
        made, games = after.made[number - 1], after.games[number - 1]
        again = [game for game in games if game in after.again]
        if number > 1 and not again:
            played = (place for place in after.made[number - 2].players if place not in after.left)
            tell("result", (after.holder(place, number - 2) for place in played), number - 1)
        for table, game in zip(made.tables, games, strict=True):
            if game in (again or games):
                tell("round", (after.holder(place, number - 1) for place in table), number, game)
        if not again:
            tell("bye", (after.holder(place, number - 1) for place in made.resting), number)
    return found


def all_open(tournament: Tournament) -> Tournament:
    """The tournament with the games of the last round marked as open."""
    return replace(tournament, opening=False)


def with_void(tournament: Tournament, game: str, missing: tuple[int, ...] = ()) -> Tournament:
    """The tournament with this game marked as called off because of these `missing` seats, if any."""
    blamed = {game: missing} if missing and tournament.rules > 2 else {}
    return replace(
        tournament,
        void=tuple(dict.fromkeys((*tournament.void, game))),
        missing={**tournament.missing, **blamed},
    )


class Tournaments:
    """All tournaments of this server."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def get(self, tournament_id: str) -> Tournament | None:
        """The tournament with this id, or none."""
        found: Any = self._redis.hget(_ALL, tournament_id)
        return None if found is None else _read(found)

    def all(self) -> list[Tournament]:
        """All tournaments, newest first."""
        found: Any = self._redis.hvals(_ALL)
        return sorted(
            (_read(one) for one in found),
            key=lambda one: (one.created_at, one.id),
            reverse=True,
        )

    def of_game(self, game_id: str) -> str | None:
        """The id of the tournament to which this game belongs, or none."""
        found: Any = self._redis.hget(_OF_GAME, game_id)
        return None if found is None else found.decode()

    def of_games(self, game_ids: Sequence[str]) -> dict[str, str]:
        """The ids of the tournaments to which these games belong, by game, without games that belong to none."""
        found: Any = self._redis.hmget(_OF_GAME, list(game_ids)) if game_ids else []
        return {game: one.decode() for game, one in zip(game_ids, found, strict=True) if one is not None}

    def make(self, tournament: Tournament) -> None:
        """Store a new tournament."""
        self._change(tournament.id, b"", tournament, ())

    def change(self, tournament_id: str, make: Callable[[Tournament], Tournament]) -> Tournament:
        """Change a tournament and return the result. Raises `LookupError` if there is none, and whatever `make`
        raises.
        """
        while True:
            found: Any = self._redis.hget(_ALL, tournament_id)
            if found is None:
                raise LookupError(tournament_id)
            before = _read(found)
            after = make(before)
            known = set(before.all_games)
            fresh = [game for game in after.all_games if game not in known]
            if after == before or self._change(tournament_id, found, after, fresh, announcements(before, after)):
                return after

    def untold(self) -> list[tuple[str, Announcement]]:
        """The first announcements whose notices are not sent yet, each with its number."""
        found: Any = self._redis.xrange(_UNTOLD, count=_MOST_UNTOLD)
        return [
            (number.decode(), msgspec.json.decode(fields[b"announcement"], type=Announcement))
            for number, fields in found
        ]

    def told(self, number: str) -> None:
        """Mark this announcement as passed on."""
        self._redis.xdel(_UNTOLD, number)

    def forget(self, player: str) -> None:
        """Withdraw this person from their tournaments; the pairings keep the id of a deleted player.

        Their own tournaments that are open and have no set beginning are called off, because no other player can start
        them. The texts of their messages and the reasons of their repairs are deleted.
        """
        for one in self.all():
            if player in one.invited:
                self.change(one.id, lambda tournament: _without_invitation(tournament, player))
            if player in {*(text.by for text in one.messages), *(repair.by for repair in one.repairs)}:
                self.change(one.id, lambda tournament: _without_words(tournament, player))
            if one.status == "open" and one.organiser == player and not one.begins_at:
                self.change(one.id, called_off)
            elif one.status in ("open", "running") and (one.place_of(player) or player in one.substitutes):
                self.change(one.id, lambda tournament: left(tournament, player))

    def _change(
        self,
        tournament_id: str,
        before: bytes,
        after: Tournament,
        games: Sequence[str],
        told: Sequence[Announcement] = (),
    ) -> bool:
        written = msgspec.json.encode(after)
        encoded = [msgspec.json.encode(one) for one in told]
        arguments = (tournament_id, before, written, len(games), *games, *encoded)
        return bool(_CHANGE(self._redis, (_ALL, _OF_GAME, _UNTOLD), arguments))


def _without_invitation(tournament: Tournament, player: str) -> Tournament:
    return replace(tournament, invited=tuple(one for one in tournament.invited if one != player))


def _without_words(tournament: Tournament, player: str) -> Tournament:
    """The tournament without the texts of this person's messages and the reasons of their repairs."""
    messages = (replace(one, by="", text="") if one.by == player else one for one in tournament.messages)
    repairs = (replace(one, by="", reason="") if one.by == player else one for one in tournament.repairs)
    return replace(tournament, messages=tuple(messages), repairs=tuple(repairs))


def _read(kept: bytes) -> Tournament:
    """A tournament from its stored form. Older forms hold the places of its games, and no places for a game that was
    called off.
    """
    data = msgspec.json.decode(kept)
    places = data.pop("results", {})
    return msgspec.convert({"void": [game for game, seats in places.items() if not seats], **data}, Tournament)
