"""Tournaments: opening, entering, leaving, organising, starting and calling one off, and its table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from flask import Response, request
from msgspec import UNSET
from msgspec.structs import asdict

from api.http.auth import asking_player, required_player, required_role
from api.http.blueprint import TOKEN_OR_NONE, ApiBlueprint, header, respond
from api.http.csv_table import CSV, csv_schema, csv_table
from api.http.operation import PLAYING
from api.http.permissions import check_may_write, check_suspension, use_role
from api.http.problem_kinds import (
    INVALID_OPTION,
    INVALID_REQUEST,
    MISSING_ROLE,
    NO_SUCH_GAME,
    NO_SUCH_TOURNAMENT,
    NOT_NOW,
    NOT_THE_ORGANISER,
    PROVE_AGAIN,
    SENDING,
    SILENCED,
    SUSPENDED,
    Kind,
)
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import GAMES, RECORDS, SEATS
from api.resources.operators import known
from api.resources.players.ratings import known_person
from api.schemas.from_structs import shown
from api.schemas.requests import Nothing
from api.schemas.tournaments import (
    ListedTournament,
    NewTournament,
    NewTournamentForm,
    NewTournamentMessage,
    ShownMeeting,
    ShownRepair,
    ShownStanding,
    TournamentChange,
    TournamentFilter,
    TournamentFormat,
    TournamentRepair,
    TournamentResponse,
    TournamentsResponse,
)
from api.services import services
from domain.clocks.availability import HOUR
from domain.clocks.events import Pace
from domain.rulebook import settle_options
from domain.title_loader import find_rulebooks, title_name
from operations.clock import now
from replay.narration import known_as
from replay.state_json import shown_options
from services.accounts.operator_log import OperatorAction
from services.accounts.players import Player, new_id
from services.community.challenges import settle_line
from services.community.chat import NothingSaid
from services.community.pairing import Kind as PairingKind
from services.community.tournament_director import wait_for
from services.community.tournament_report import trf_text
from services.community.tournament_standings import (
    Met,
    NextGame,
    Results,
    StandingsRow,
    cross_table,
    next_game,
    schedule,
    standings,
    tie_break,
)
from services.community.tournaments import (
    RULES,
    Repair,
    Tournament,
    TournamentForm,
    TournamentMessage,
    TournamentRefused,
    TournamentSettings,
    called_off,
    entered,
    left,
    removed,
    with_message,
    with_settings,
)
from verify.record import LAST_TIME

tournaments_api = ApiBlueprint(
    "tournaments", __name__, url_prefix="/api", description="Tournaments of people", scopes=PLAYING
)
_CHANGING = (*SENDING, NO_SUCH_TOURNAMENT, NOT_NOW)
_ORGANISING = (*_CHANGING, NOT_THE_ORGANISER, PROVE_AGAIN, SUSPENDED)
_PLAIN = "text/plain; charset=utf-8"
_MOST_SHOWN = 100
_MOST_OF_PLAYER = 20


@tournaments_api.get("/tournaments", security=TOKEN_OR_NONE)
def tournaments(query: TournamentFilter) -> Annotated[Response, TournamentsResponse]:
    """The newest tournaments, or those of a player, with their place in each that is over."""
    found = services().community.tournaments.all()
    if query.player:
        own = (
            [one for one in found if one.concerns(query.player)][:_MOST_OF_PLAYER] if known_person(query.player) else []
        )
        return respond({"tournaments": [{**_listed(one), **_place_in(one, query.player)} for one in own]})
    return respond({"tournaments": [_listed(one) for one in found[:_MOST_SHOWN]]})


@tournaments_api.post(
    "/tournaments",
    status=201,
    refuses=[SUSPENDED, SILENCED, MISSING_ROLE, INVALID_OPTION],
    headers={"Location": header("The path of the tournament.")},
)
def open_tournament(body: NewTournament, player: Player) -> Annotated[Response, TournamentResponse]:
    """Open a tournament, which players can enter until you start it. Enter it yourself to play in it.

    Where `organisers_only` in `/api/club` is true, only organisers can.
    """
    if services().community.people.club.get().organisers_only:
        required_role("organiser")
    limited(GAMES)
    rulebook = find_rulebooks().get(body.rulebook)
    if rulebook is None:
        refuse(INVALID_REQUEST, "There is no title with this id; /api/rulebooks lists them.", field="rulebook")
    if not rulebook.meta.least_players <= body.size <= rulebook.meta.most_players:
        refuse(INVALID_REQUEST, "This title can't be played with this number of players.", field="size")
    if len(set(rulebook.meta.teams_of(body.size))) < body.size:
        refuse(
            INVALID_REQUEST,
            "Tournaments are for single players, but this title has teams with this number of players.",
            field="size",
        )
    if body.kind in ("knockout", "groups") and body.size != 2:
        refuse(INVALID_REQUEST, "The games of groups and of a knock-out are for two players.", field="size")
    if 0 < (body.most or 0) < body.size:
        refuse(INVALID_REQUEST, "A table has more players than that. Choose a higher number.", field="most")
    settle_options(rulebook, body.options)
    pace = _pace(body.pace)
    form = _form(body.form or NewTournamentForm(), body.kind)
    made = Tournament(
        new_id(),
        _name(body.name),
        player.id,
        body.rulebook,
        body.size,
        body.kind,
        now(),
        body.options,
        pace,
        rounds=body.rounds or 0,
        rules=RULES,
        rated=body.rated,
        strict=body.strict,
        most=body.most or 0,
        begins_at=_beginning(body.begins_at) or 0,
        wait=body.wait or 0,
        form=form,
    )
    services().community.tournaments.make(made)
    return respond(_shown(made), 201, {"Location": f"{request.script_root}/api/tournaments/{made.id}"})


@tournaments_api.get("/tournaments/<tournament_id>", refuses=[NO_SUCH_TOURNAMENT, NOT_NOW], security=TOKEN_OR_NONE)
@tournaments_api.alt_response(200, schema=csv_schema("A line for each place, the first one first"), content_type=CSV)
@tournaments_api.alt_response(200, schema={"type": "string"}, content_type="text/plain")
def tournament(tournament_id: str, query: TournamentFormat) -> Annotated[Response, TournamentResponse]:
    """A tournament: its standings, pairings and results; or its standings and cross table as a file.

    The columns `1`, `2` and so on are the points against the player in that line; a running game is `·`. A knock-out
    has no cross table; groups add the columns `group` and `group_place`. TRF16 is FIDE's format for tournament
    programs; it has round robins and Swiss tournaments of two per table.
    """
    found = _found(tournament_id)
    if query.format == "json":
        return respond(_shown(found))
    limited(RECORDS)
    return _standings_trf(found) if query.format == "trf" else _standings_csv(found)


def _standings_trf(found: Tournament) -> Response:
    if found.kind in ("knockout", "groups") or found.size > 2 or not found.shown:
        refuse(NOT_NOW, "Only a round robin or a Swiss tournament of two per table that has started has a TRF file.")
    ratings = services().community.rating_updates
    names = services().accounts.names(tuple(map(found.holder, found.players)))
    people = {
        one: (
            known_as(names.get(found.holder(one))),
            ratings.rating(found.holder(one), found.rulebook).number,
        )
        for one in found.players
    }
    response = Response(trf_text(found, ratings.results(found.all_games), people), content_type=_PLAIN)
    response.headers.set("Content-Disposition", "attachment", filename=f"standings-{found.id}.trf")
    return response


def _standings_csv(found: Tournament) -> Response:
    now_shown = _shown(found)
    table, tie = now_shown["standings"], now_shown["tie_break"]
    crossed = [] if now_shown["kind"] == "knockout" else [one["player"]["id"] for one in table]
    ties = [] if tie == "none" else [tie]
    groups = [name for name in ("group", "group_place") if table and name in table[0]]
    columns = ("place", "player", *groups, "points", *ties, "games", *range(1, len(crossed) + 1))
    rows = (
        (
            one["place"],
            known_as(one["player"]["name"]),
            *(one[name] for name in groups),
            one["points"],
            *(one["opponents"] for _ in ties),
            one["games"],
            *(_points_against(one, other) for other in crossed),
        )
        for one in table
    )
    return csv_table(f"standings-{found.id}", columns, rows)


def _points_against(standing: dict[str, Any], other: str) -> str:
    """The points of each game against this player, as the text of a cell; empty if they have not met."""
    points = (met["points"] for met in standing["met"] if met["opponent"] == other)
    return " ".join("·" if one is None else f"{one:g}" for one in points)


@tournaments_api.post("/tournaments/<tournament_id>/entries", status=201, refuses=[*_CHANGING, SUSPENDED], limit=SEATS)
def enter(tournament_id: str, _body: Nothing, player: Player) -> Annotated[Response, TournamentResponse]:
    """Enter a tournament. When it starts, a seat is reserved for you in each of your games: take it with a nonce.

    A player who does not join within the answer time, at most two days, is seated without a nonce; in a strict game
    they forfeit it. When all places are taken or it has started you wait as a substitute, and get the place and the
    points of a player who leaves.
    """
    found = _found(tournament_id)
    rating = None
    if found.form.bounds.is_bounded:
        rating = services().community.rating_updates.rating(player.id, found.rulebook).number
    return respond(_shown(_changed(tournament_id, partial(entered, player=player.id, rating=rating))), 201)


@tournaments_api.delete(
    "/tournaments/<tournament_id>/entries/<player_id>",
    refuses=[*_CHANGING, NOT_THE_ORGANISER, PROVE_AGAIN],
    itself=[SUSPENDED],
    role="organiser",
    limit=SEATS,
)
def leave(tournament_id: str, player_id: str, player: Player) -> Annotated[Response, TournamentResponse]:
    """Leave a tournament (`me`): you are not paired again, and your current games continue.

    Your results count, except in a round robin of two at a table of which you have played less than half. With the id
    of another player, remove them from a tournament of yours: as if they had left, but they can't enter it again.
    """
    if player_id in ("me", player.id):
        return respond(_shown(_changed(tournament_id, partial(left, player=player.id))))
    _found(tournament_id)
    check_suspension(player)
    _required_organiser(tournament_id)
    return respond(_shown(_changed(tournament_id, partial(removed, player=player_id))))


@tournaments_api.patch("/tournaments/<tournament_id>", refuses=_ORGANISING, itself=[SILENCED], role="organiser")
def organise(tournament_id: str, body: TournamentChange) -> Annotated[Response, TournamentResponse]:
    """Open or close the registration of a tournament of yours, or invite players; before its start, change its terms.

    That is its name, pace, rating, form, the maximum number of players, the number of rounds, the beginning and how
    long its games wait for their players.

    Or start it, with `status`: the first round is paired, and each next one when all games of a round are over. Or call
    it off: games that have begun continue, and its organiser and its players are notified.
    """
    if body.status == "called off":
        with _refusing():
            called_off(_found(tournament_id))  # a refused attempt is not logged
        _required_organiser(tournament_id, "called off the tournament", body.reason)
    else:
        _required_organiser(tournament_id)
    if body.name is not UNSET:
        check_may_write(required_player())
    limited(SEATS)
    at = body.begins_at if body.begins_at is UNSET else _beginning(body.begins_at)
    most, begins_at, rounds, wait = (
        None if one is UNSET else one or 0 for one in (body.most, at, body.rounds, body.wait)
    )
    changes = TournamentSettings(
        None if body.closed is UNSET else body.closed,
        most,
        begins_at,
        rounds,
        None if body.name is UNSET else _name(body.name),
        None if body.pace is UNSET else _pace(body.pace),
        None if body.rated is UNSET else body.rated,
        wait,
        None if body.form is UNSET else _form(body.form, _found(tournament_id).kind),
        None if body.invited is UNSET else tuple(dict.fromkeys(map(_invited, body.invited))),
    )
    if body.status == "running":
        limited(GAMES)
        with _refusing():
            return respond(_shown(services().community.director.start(tournament_id, changes)))

    def after(now: Tournament) -> Tournament:
        made = with_settings(now, changes)
        return called_off(made) if body.status == "called off" else made

    return respond(_shown(_changed(tournament_id, after)))


@tournaments_api.post(
    "/tournaments/<tournament_id>/repairs",
    status=201,
    refuses=[*_ORGANISING, SILENCED, NO_SUCH_GAME],
    role="organiser",
)
def repair(tournament_id: str, body: TournamentRepair) -> Annotated[Response, TournamentResponse]:
    """Have a game of a tournament of yours played again, decide it, or let it wait longer for its players.

    Its players read the reason, and everyone sees it on the tournament's page.
    """
    _required_organiser(tournament_id)
    limited(SEATS)
    size = _found(tournament_id).size
    places, longer = tuple(body.places or ()), body.longer or 0
    if body.kind == "decide" and (len(places) != size or not all(place <= size for place in places)):
        refuse(INVALID_REQUEST, "A decision needs a place for each player of the game.", field="places")
    if body.kind == "more-time" and not longer:
        refuse(INVALID_REQUEST, "Give the extra time in milliseconds.", field="longer")
    if body.kind != "decide":
        places = ()
    if body.kind != "more-time":
        longer = 0
    made = Repair(body.kind, body.game, body.reason.strip(), required_player().id, now(), "", places, longer)
    with _refusing(NO_SUCH_GAME, "This game does not belong to the tournament, or counts no longer."):
        return respond(_shown(services().community.director.repair(tournament_id, made)), 201)


@tournaments_api.post("/tournaments/<tournament_id>/messages", refuses=[*_ORGANISING, SILENCED], role="organiser")
def write_to_all(tournament_id: str, body: NewTournamentMessage) -> None:
    """Write to all players and substitutes of a tournament of yours: each gets the text as a notification.

    Players who have muted or blocked you do not.
    """
    _required_organiser(tournament_id)
    limited(SEATS)
    try:
        text = settle_line(body.text)
    except NothingSaid:
        refuse(INVALID_REQUEST, "A message must contain at least one visible character.", field="text")
    _changed(tournament_id, partial(with_message, message=TournamentMessage(required_player().id, now(), text)))


def _required_organiser(tournament_id: str, what: str = "changed the tournament", text: str | None = None) -> None:
    """Refuse a player who neither has opened this tournament nor may run all of them; what the latter do is logged."""
    player, people = required_player(), services().community.people
    if _found(tournament_id).organiser == player.id:
        return
    if not _organises_all(player):
        refuse(NOT_THE_ORGANISER, "Only the organiser can do this.")
    use_role("organiser")
    text = request.method if text is None else text
    people.operator_log.write(OperatorAction(now(), player.id, what, tournament_id, text))


def _organises_all(player: Player) -> bool:
    return services().community.people.roles.may(player.id, "organiser")


def _found(tournament_id: str) -> Tournament:
    found = services().community.tournaments.get(tournament_id)
    if found is None:
        refuse(NO_SUCH_TOURNAMENT, "There is no tournament with this id.")
    return found


def _beginning(time: datetime | None) -> int | None:
    """This time in milliseconds, if it is to come."""
    at = None if time is None else int(time.timestamp() * 1000)
    if at is not None and at <= now():
        refuse(INVALID_REQUEST, "This time is past.", field="begins_at")
    if at is not None and at > LAST_TIME:
        refuse(INVALID_REQUEST, "This time is after the year 9999.", field="begins_at")
    return at


def _name(given: str) -> str:
    if not (name := " ".join(given.split())) or not name.isprintable():
        refuse(INVALID_REQUEST, "This name has characters that can't be seen.", field="name")
    return name


def _pace(given: dict[str, Any]) -> Pace:
    pace = msgspec.convert(given, Pace)
    if not pace.has_end:
        refuse(INVALID_REQUEST, "A tournament needs a consequence when time runs out.", field="pace")
    return pace


def _invited(name: str) -> str:
    player = services().accounts.players.named(name)
    if player is None:
        refuse(INVALID_REQUEST, "There is no player with this name.", field="invited")
    return player.id


def _form(given: NewTournamentForm, kind: PairingKind) -> TournamentForm:
    """The form of a tournament of this kind."""
    form = TournamentForm(**asdict(given))
    meets, ends = kind in ("round_robin", "groups"), kind in ("knockout", "groups")
    wrong = [
        ("cycles", form.cycles > 1 and not meets, "Only in a round robin or in groups all players meet twice."),
        ("third_place", form.third_place and not ends, "Only a knock-out has a game for the third place."),
        ("groups", (kind == "groups") != (form.groups > 0), "Set a number of groups for groups, and only for them."),
        ("groups", kind == "groups" and form.groups < 2, "There must be at least two groups."),
        ("seeding", form.seeding == "rating" and kind == "round_robin", "A round robin has no seeds: all meet."),
        ("round_limit", 0 < form.round_limit < HOUR, "A round needs an hour at least."),
    ]
    for field, is_wrong, told in wrong:
        if is_wrong:
            refuse(INVALID_REQUEST, told, field=f"form.{field}")
    if None not in (form.least_rating, form.most_rating) and form.least_rating > form.most_rating:  # type: ignore[operator]
        refuse(INVALID_REQUEST, "The lowest rating is above the highest one.", field="form.least_rating")
    return form


def _changed(tournament_id: str, make: Callable[[Tournament], Tournament]) -> Tournament:
    with _refusing():
        return services().community.tournaments.change(tournament_id, make)


@contextmanager
def _refusing(missing: Kind = NO_SUCH_TOURNAMENT, told: str = "There is no tournament with this id.") -> Iterator[None]:
    try:
        yield
    except LookupError:
        refuse(missing, told)
    except TournamentRefused as reason:
        refuse(NOT_NOW, str(reason))


def _listed(found: Tournament) -> dict[str, Any]:
    player = asking_player()
    return shown(
        ListedTournament,
        found,
        organiser=known(found.organiser),
        title=title_name(found.rulebook),
        options=shown_options(found.options),
        closed=found.is_closed,
        wait=found.wait or wait_for(found.pace),
        played=len(found.shown),
        players=len(found.players),
        full=bool(found.substitutes) or not found.has_room,
        entered=player is not None and found.place_of(player.id) is not None,
        waiting=player is not None and player.id in found.substitutes,
    )


def _place_in(found: Tournament, player: str) -> dict[str, int]:
    """The place of this player in a tournament that is over."""
    if found.status != "over":
        return {}
    table = standings(found, services().community.rating_updates.results(found.all_games))
    own = next(one for one in table if found.concerns_place(one.player, player))
    return {"place": own.place}


def _shown(found: Tournament) -> dict[str, Any]:
    results = services().community.rating_updates.results(found.all_games)
    substitutes = (*found.substitutes, *(one.player for one in found.substitutions))
    # In one request: `known` below then needs no more.
    services().accounts.names((*found.players, *substitutes, *found.invited))
    asking = asking_player()
    mine = None if asking is None else next_game(found, results, asking.id)
    met = cross_table(found, results)
    return {
        **_listed(found),
        "organises": asking is not None and (asking.id == found.organiser or _organises_all(asking)),
        "tie_break": tie_break(found),
        "substitutes": [known(player) for player in found.substitutes],
        "invited": [known(player) for player in found.invited],
        "next_game": None if mine is None else _next_game(mine),
        "standings": [_standing(found, one, met[one.player]) for one in standings(found, results)],
        "schedule": [
            {
                "round": number,
                "tables": [[known(found.holder(place)) for place in table] for table in one.tables],
                "resting": [known(found.holder(place)) for place in one.resting],
            }
            for number, one in enumerate(schedule(found), start=len(found.made) + 1)
        ],
        "made": [_round(found, results, number) for number in range(len(found.shown))],
        "repairs": [
            shown(
                ShownRepair,
                one,
                round=found.round_of(one.game),
                players=[known(player) for player in found.players_of(one.game)],
                by=known(one.by),
            )
            for one in found.repairs
        ],
    }


def _next_game(one: NextGame) -> dict[str, Any]:
    return {
        "round": one.number,
        **({"game": one.game} if one.game else {}),
        "opponents": [known(player) for player in one.opponents],
    }


def _standing(found: Tournament, one: StandingsRow, met: Sequence[Met]) -> dict[str, Any]:
    holder = found.holder(one.player)
    return shown(
        ShownStanding,
        one,
        player=known(holder),
        met=[shown(ShownMeeting, each, opponent=found.holder(each.opponent), round=each.number) for each in met],
        left=one.player in found.left,
        **({"substitute_for": known(one.player)} if holder != one.player else {}),
    )


def _round(found: Tournament, results: Results, number: int) -> dict[str, Any]:
    """A round, with the players who had the places then."""

    def then(places: Iterable[str]) -> list[dict[str, str | None]]:
        return [known(found.holder(place, number)) for place in places]

    def forfeited(game: str, seat: int) -> bool:
        if game in found.decided:
            return not found.decided[game].places[seat]
        return results[game].is_forfeited(seat) if game in results else seat in found.missing.get(game, ())

    made, games = found.made[number], found.games[number]
    return {
        "tables": [
            {
                "game": game,
                "players": then(table),
                "places": _places(found, results, game),
                "forfeited": [seat for seat in range(len(table)) if forfeited(game, seat)],
                "decided": game in found.decided,
            }
            for table, game in zip(made.tables, games, strict=True)
        ],
        "resting": then(made.resting),
        "absent": then(made.absent),
        **({"third_place": games[-1]} if made.third else {}),
    }


def _places(found: Tournament, results: Results, game: str) -> Sequence[int] | None:
    """The places of a game's players; empty if the game has no result, none while it is running."""
    if game in found.decided:
        return found.decided[game].ranks
    if game in found.void:
        return ()
    return results[game].ranks if game in results else None
