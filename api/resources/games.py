"""Games: opening (new, fork or rematch), joining, opening a nonce, the lobby and summaries."""

import hashlib
from typing import Annotated, Any

import msgspec
from flask import Response, request
from msgspec import UNSET

from api.http.auth import (
    CallersSeat,
    PublicGame,
    asking_player,
    copied_game,
    joined_game,
    own_seat,
    public_game,
    required_place,
)
from api.http.blueprint import ETAG, JSON, TOKEN_OR_NONE, ApiBlueprint, header, respond
from api.http.etags import NAMES, EtagResponse
from api.http.languages import translate
from api.http.move_signatures import SIGNED, signed_by
from api.http.operation import PLAYING
from api.http.positions import position_of
from api.http.problem_kinds import (
    AGAINST_THE_RULES,
    BAD_SIGNATURE,
    BUSY,
    DISK_SHORT,
    FINDING,
    INVALID_OPTION,
    INVALID_REQUEST,
    NO_SEAT,
    NO_SUCH_POSITION,
    NOT_WELCOME,
    NOT_YET,
    OUTSIDE_RATINGS,
    READ_ONLY,
    READING,
    RECORD_DAMAGED,
    SENDING,
    SILENCED,
    SUSPENDED,
)
from api.http.problems import against_the_rules, refuse
from api.http.rate_limits import GAMES, SEATS
from api.resources.challenges import check_challenge, check_may_release, checked_message
from api.resources.players.ratings import check_rating, suits
from api.schemas.chat import NewAnswer
from api.schemas.requests import (
    GameFilter,
    Invited,
    NewFork,
    NewGame,
    NewRematch,
    NewReservation,
    NewSeat,
    RatingBounds,
    SeatChange,
)
from api.schemas.responses import GameResponse, GamesResponse
from api.services import services
from domain.clocks.events import Pace
from domain.disputes.events import TakeOver
from domain.game import PERSON, ChangeKey, OfferSeat, OpenNonce, ReleaseSeat, ReserveSeat, TakeSeat, seats_of
from domain.lifecycle import FIRST_TEXT
from domain.messages import Illegal
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.append import GameClosed
from operations.clock import now
from replay.timestamps import time_text
from replay.viewer_state import Seen
from services.accounts.players import Player, new_id
from services.games.forks import open_fork
from services.games.lobby.index import BadCursor
from services.games.lobby.summary import entry_terms_json, summarise
from services.games.rating_terms import NOTHING, EntryTerms, is_rated, may_be_rated_at
from services.games.rematches import open_rematch
from services.games.unfilled_tables import reserved_until

games_api = ApiBlueprint("games", __name__, url_prefix="/api", description="Games and the lobby", scopes=PLAYING)


def summary(public: Seen, opens: bool = False) -> dict[str, Any]:
    """The summary, with the caller's seat, and a private game's invitation for its players.

    A caller who `opens` the game gets the invitation too, without which they could not take a seat.
    """
    found = {
        **summarise(public, public.names, translate()),
        **entry_terms_json(public.game, services().community.rating_updates.entry_terms.of(public.game_id)),
    }
    found["your_seat"] = own_seat(public)
    if (tournament := _tournament(public.game_id)) is not None:
        found["tournament"] = tournament
    _add_reservations(public, found)
    if (previous := _previous(public, found["your_seat"])) is not None:
        found["previous"] = previous
    loss = services().storage.integrity.closures.acceptance(public.game_id)
    if loss is not None:
        found["loss"] = {"lost": loss.lost, "kept": loss.kept, "accepted_at": time_text(loss.at)}
    if public.game.private and (opens or found["your_seat"] is not None):
        invitation = services().games.tables.invitation(public.game_id)
        if invitation is not None:
            found["invite"] = invitation
    return found


def _add_reservations(public: Seen, found: dict[str, Any]) -> None:
    """Add to the reserved seats their players' names, and the end of the reservation; a tournament's seats stay
    reserved.
    """
    tables, game = services().games.tables, public.game
    until = reserved_until(tables, services().games.lobby, public)
    names = tables.names_of({game.reserved[seat] for seat in until}) if until else {}
    for seat, at in until.items():
        found["seats"][seat]["reserved_name"] = names.get(game.reserved[seat])
        if "tournament" not in found:
            found["seats"][seat]["reserved_until"] = time_text(at)


def _tournament(game_id: str) -> dict[str, Any] | None:
    """The tournament and the round to which this game belongs, or none."""
    tournaments = services().community.tournaments
    tournament_id = tournaments.of_game(game_id)
    found = None if tournament_id is None else tournaments.get(tournament_id)
    if found is None:
        return None
    return {"id": found.id, "name": found.name, "round": found.round_of(game_id)}


def _previous(public: Seen, seat: int | None) -> str | None:
    """The hash that the caller's next signed text must name; none outside of the second scheme."""
    game = public.game
    if game.signing == "1":
        return None
    if seat is not None and game.seats[seat].public_key:
        return game.seats[seat].signed or FIRST_TEXT
    player = asking_player()
    is_referee = player is not None and public.is_referee(player.id) and bool(game.referee_key)
    return game.referee_signed or FIRST_TEXT if is_referee else None


def _kept_for(names: list[str]) -> tuple[str, ...]:
    """The ids of the players with these names, seat by seat; an empty name reserves no seat."""
    found = [services().accounts.players.named(name) if name else None for name in names]
    if any(name and player is None for name, player in zip(names, found, strict=True)):
        refuse(INVALID_REQUEST, "There is no player with this name.", field="reserved")
    return tuple("" if player is None else player.id for player in found)


def _referee(name: str, creator: str) -> str:
    """The id of the referee with this name; empty if the operator decides disputes."""
    if not name:
        return ""
    referee = services().accounts.players.named(name)
    if referee is None:
        refuse(INVALID_REQUEST, "There is no player with this name.", field="referee")
    if referee.id == creator:
        refuse(INVALID_REQUEST, "A player in a game can't decide its disputes.", field="referee")
    return referee.id


def _is_rated(body: NewGame, pace: Pace | None) -> bool:
    """Whether a new game is rated: by default a public one with a clock, strict randomness and no own file is."""
    options = find_rulebooks()[body.rulebook].meta.options
    has_own = any(one.kind == "components" and body.options.get(one.name) is not None for one in options)
    if body.rated and (has_own or body.players < 2):
        refuse(
            INVALID_REQUEST, "A game with its own component file or with only one player can't be rated.", field="rated"
        )
    is_cooperative = find_rulebooks()[body.rulebook].meta.is_cooperative(body.players)
    if body.rated and is_cooperative:
        refuse(INVALID_REQUEST, "A cooperative game is won or lost together, so it can't be rated.", field="rated")
    if body.rated and not may_be_rated_at(pace):
        refuse(INVALID_REQUEST, "A rated game needs a clock and a consequence when time runs out.", field="rated")
    is_alone = body.players == 1 or is_cooperative
    by_default = body.strict and not (body.private or has_own or is_alone) and may_be_rated_at(pace)
    return bool(by_default if body.rated is None else body.rated)


def _entry_terms(body: NewGame, player: Player) -> EntryTerms:
    """The entry terms of a new game: its rating bounds."""
    if body.ratings in (None, RatingBounds()):
        return NOTHING
    return EntryTerms(least=body.ratings.least, most=body.ratings.most, opener=player.id)


@games_api.post(
    "/games",
    status=201,
    refuses=[SUSPENDED, INVALID_OPTION, AGAINST_THE_RULES, DISK_SHORT],
    itself=[SILENCED],
    headers={"Location": header("The path of the game.")},
    limit=GAMES,
)
def open_game(body: NewGame, player: Player) -> Annotated[Response, GameResponse]:
    """Open a game: its record begins with the commitment to its draws, and all seats are free.

    Then, unless `sit` is false, take seat 0 without a nonce.
    """
    if body.rulebook not in find_rulebooks():
        refuse(INVALID_REQUEST, "There is no title with this id; /api/rulebooks lists them.", field="rulebook")
    if body.computer_players >= body.players:
        refuse(
            INVALID_REQUEST,
            "One seat is yours, so this must be less than players.",
            field="computer_players",
        )
    referee = _referee(body.referee, player.id if body.sit else "")
    game_id, kept = new_id(), _kept_for(body.reserved)
    pace = None if body.pace is None else msgspec.convert(body.pace, Pace)
    rated = _is_rated(body, pace)
    _challenge(game_id, player, {one for one in kept if one not in ("", player.id)}, body.message)
    services().community.rating_updates.entry_terms.settle(game_id, _entry_terms(body, player))
    services().games.tables.open(
        GameTerms(
            body.rulebook,
            body.players,
            body.options,
            computers=(body.computer_kind,) * body.computer_players,
            private=body.private,
            strict=body.strict,
            signed=body.signed,
            referee=referee,
            pace=pace,
            reserved=kept,
            rated=rated,
            referee_key=_key_of_judge(referee) if body.signed else "",
        ),
        creator=TakeSeat(0, player=player.id) if body.sit else None,
        game_id=game_id,
    )
    made = summary(services().games.tables.seen(game_id), opens=True)
    return respond(made, 201, {"Location": f"{request.script_root}/api/games/{game_id}"})


def _challenge(game_id: str, player: Player, invited: set[str], message: str) -> None:
    """Store for whom this player reserves seats, or refuse to."""
    text = checked_message(player, message)
    if text and not invited:
        refuse(INVALID_REQUEST, "There is no player to read it. Reserve a seat for one.", field="message")
    if invited:
        check_challenge(player, invited)
        services().community.people.challenges.open(game_id, player.id, now(), text)


def _key_of_judge(referee: str) -> str:
    """The key that signs decisions: the referee's registered key or, without a referee, the server's own."""
    if referee:
        return services().accounts.players.signing_key(referee)
    return services().storage.keyring.current.public_key


@games_api.get("/games", refuses=[RECORD_DAMAGED], security=TOKEN_OR_NONE)
def list_games(query: GameFilter, player: Player | None) -> Annotated[Response, GamesResponse]:
    """The lobby, newest first. Private games are listed only for their players."""
    filters = msgspec.structs.asdict(query)
    suits_me = filters.pop("suits_me")
    try:
        asking = player.id if player else None
        games, following = services().games.lobby.games(asking=asking, translate=translate(), **filters)
    except BadCursor:
        refuse(INVALID_REQUEST, "Must be a cursor returned by this call.", field="cursor")
    if player is not None:
        games = [one for one in games if not _is_unwanted(one, player)]
    if suits_me:
        games = [one for one in games if suits(one, player)]
    return respond({"games": games, "next": following}, headers={NAMES: str(services().games.tables.name_changes())})


def _is_unwanted(game: dict[str, Any], player: Player) -> bool:
    """Whether the game has a seat for this player from a player whom they have blocked."""
    is_invited = game["status"] == "waiting" and any(one.get("reserved") == player.id for one in game["seats"])
    found = services()
    return is_invited and found.community.people.challenges.is_unwanted(found.games.tables, game["id"], player.id)


@games_api.get("/games/<game_id>", refuses=READING, security=TOKEN_OR_NONE, headers=ETAG, lasts=ETAG)
def one_game(game_id: str, _query: Invited) -> Annotated[Response, GameResponse]:
    """The summary of one game."""
    public = services().games.tables.with_outages(public_game(game_id))
    content = msgspec.json.encode(summary(public))  # it tells more than the record: an accepted loss, a tournament
    etag = EtagResponse(public, public.digest, says_texts=True, viewer=own_seat(public), content=content)
    return etag.unchanged() or etag.respond(JSON, lambda: content)


@games_api.post(
    "/games/<game_id>/seats",
    status=201,
    refuses=[*READING, NOT_WELCOME, SUSPENDED, OUTSIDE_RATINGS, AGAINST_THE_RULES, BAD_SIGNATURE, BUSY, READ_ONLY],
    limit=SEATS,
    parameters=[SIGNED],
)
def sit_down(game_id: str, body: NewSeat, player: Player) -> Annotated[Response, GameResponse]:
    """Take the lowest free seat; the game starts when the last one is taken.

    Or take the seat that is reserved for you (G21). A strict game starts after all players have also opened their
    nonces. In a running game, `seat` is the one to take over: freed by a decision (G15), or offered to you (G22).
    """
    game = joined_game(game_id, body.invite).game
    if services().community.people.blocks.keeps_away(
        player.id, (seat.player for seat in game.seats if seat.kind == PERSON)
    ):
        refuse(NOT_WELCOME, "You can't join, because you have blocked a player here or a player here has blocked you.")
    command: TakeSeat | TakeOver
    if game.status == "playing" and any(seat.freed or seat.offered for seat in game.seats):
        command = TakeOver(body.seat, player.id, body.public_key, body.recovery)
    else:
        check_rating(game, player, services().community.rating_updates.entry_terms.of(game_id))
        command = TakeSeat(
            body.seat,
            player=player.id,
            nonce=body.nonce,
            nonce_commitment=body.nonce_commitment,
            public_key=body.public_key,
            recovery=body.recovery,
        )
    done = services().games.tables.command(game_id, command, "public", signed=signed_by(command.seat))
    return respond(summary(done.seen), 201)


@games_api.delete(
    "/games/<game_id>/reservations/<seat>",
    refuses=[*SENDING, *READING, AGAINST_THE_RULES, BUSY, READ_ONLY],
    limit=SEATS,
)
def release_seat(game_id: str, seat: str, player: Player) -> Annotated[Response, GameResponse]:
    """Decline a seat that is reserved for you, or, as the first player, release a reserved seat (G21)."""
    game = public_game(game_id).game
    check_may_release(game_id)
    kept = next((one for one in game.kept_seats if str(one) == seat), -1)
    own = next(iter(seats_of(game, player.id)), -1)
    is_theirs = kept >= 0 and game.reserved[kept] == player.id
    command = ReleaseSeat(-1, kept, "declined", player.id) if is_theirs else ReleaseSeat(own, kept, "released")
    return respond(summary(services().games.tables.command(game_id, command, "public", player=player.id).seen))


@games_api.put(
    "/games/<game_id>/reservations/<seat>",
    refuses=[*READING, SUSPENDED, AGAINST_THE_RULES, BUSY, READ_ONLY],
    limit=SEATS,
)
def reserve_seat(game_id: str, seat: str, body: NewReservation, player: Player) -> Annotated[Response, GameResponse]:
    """Reserve a free seat for a player, in place of another, as the first player (G21)."""
    game = public_game(game_id).game
    check_may_release(game_id)
    own = next(iter(seats_of(game, player.id)), -1)
    free = next((one for one in range(game.players) if str(one) == seat), -1)
    if own < 0 or own != game.first_seat:
        raise Illegal("only the first player seated can reserve a seat", "G21")
    guest = services().accounts.players.named(body.name)
    if guest is None:
        refuse(INVALID_REQUEST, "There is no player with this name.", field="name")
    command = ReserveSeat(own, free, guest.id)
    check_challenge(player, {guest.id} - {player.id})
    services().community.people.challenges.reserve(game_id, player.id, now())
    return respond(summary(services().games.tables.command(game_id, command, "public", player=player.id).seen))


@games_api.post(
    "/games/<game_id>/challenge/answers",
    status=201,
    refuses=[*READING, AGAINST_THE_RULES, BUSY, READ_ONLY],
    itself=[SILENCED, SUSPENDED],
    limit=SEATS,
)
def decline_seat(game_id: str, body: NewAnswer, player: Player) -> Annotated[Response, GameResponse]:
    """Decline the seat that is reserved for you (G21), with a message to the player who reserved it.

    The seat is open to all players then, or, in a private game, to people with its invitation.
    """
    game = public_game(game_id).game
    seat = next((one for one in game.kept_seats if game.reserved[one] == player.id), None)
    if seat is None:
        raise Illegal("no seat is reserved for you", "G21")
    check_may_release(game_id)
    challenges, text = services().community.people.challenges, checked_message(player, body.message)
    command = ReleaseSeat(-1, seat, "declined", player.id)
    # Before the record: the notice that follows from it contains the message.
    answer = challenges.decline(game_id, player.id, now(), text)
    try:
        done = services().games.tables.command(game_id, command, "public", player=player.id)
    except Exception:
        challenges.withdraw(game_id, player.id, answer)
        raise
    return respond(summary(done.seen), 201)


@games_api.patch(
    "/games/<game_id>/seat",
    refuses=[*FINDING, NO_SEAT, AGAINST_THE_RULES, BAD_SIGNATURE, BUSY, READ_ONLY],
    limit=SEATS,
    parameters=[SIGNED],
)
def change_seat(game_id: str, body: SeatChange, player: Player, seat: CallersSeat) -> Annotated[Response, GameResponse]:
    """Open your nonce, offer your seat to another player, or change your signing key in this game; one at a time.

    Nonces are opened after all seats of a strict game are taken; the last one starts the game. The player to whom you
    offer your seat may take it over (G22). A new key is signed with the old key or with your recovery key (G11).
    """
    found, command = services().games, _seat_command(seat, body)
    try:
        done = found.tables.command(game_id, command, "public", player=player.id, signed=signed_by(seat))
    except (Illegal, GameClosed) as refused:
        if not isinstance(command, OpenNonce):
            raise
        # A player who is said to have come too late, or never, can show what the server had, and when.
        receipt = found.records.receipt(found.tables.seen(game_id), hashlib.sha256(request.get_data()).hexdigest())
        return against_the_rules(refused, receipt=receipt)
    return respond(summary(done.seen))


def _seat_command(seat: int, body: SeatChange) -> OpenNonce | OfferSeat | ChangeKey:
    if body.nonce is not UNSET:
        return OpenNonce(seat, body.nonce)
    if body.public_key is not UNSET:
        return ChangeKey(seat, body.public_key, body.signature, body.recovery)
    name = body.offer_to or ""
    heir = services().accounts.players.named(name) if name else None
    if name and heir is None:
        refuse(INVALID_REQUEST, "There is no player with this name.", field="offer_to")
    return OfferSeat(seat, "" if heir is None else heir.id)


forks_api = ApiBlueprint(
    "forks", __name__, url_prefix="/api", description="Analysis games, copies of others", scopes=PLAYING
)


@forks_api.post(
    "/games/<game_id>/forks",
    status=201,
    refuses=[SUSPENDED, *READING, NO_SUCH_POSITION, NOT_YET, AGAINST_THE_RULES, DISK_SHORT],
    headers={"Location": header("The path of the analysis game.")},
    limit=GAMES,
)
def fork(game_id: str, body: NewFork, player: Player) -> Annotated[Response, GameResponse]:
    """Open an analysis game that begins as a copy of this game, to try another line from that position.

    It is private, does not count in any statistics, and names its origin. A fork of a running game is a copy of what
    your seat saw there; hidden information is dealt again.
    """
    seen, tables = copied_game(game_id), services().games.tables
    at = tables.entry_at(seen, position_of(seen, body.at, "at"))
    made = summary(tables.seen(open_fork(tables, seen, at, body.seats, player)), opens=True)
    return respond(made, 201, {"Location": f"{request.script_root}/api/games/{made['id']}"})


rematches_api = ApiBlueprint(
    "rematches", __name__, url_prefix="/api", description="Rematches of finished games", scopes=PLAYING
)


@rematches_api.post(
    "/games/<game_id>/rematch",
    status=201,
    refuses=[SUSPENDED, *READING, NO_SEAT, AGAINST_THE_RULES, DISK_SHORT],
    headers={"Location": header("The path of the new game.")},
    limit=GAMES,
)
def play_again(
    game_id: str, _body: NewRematch, player: Player, public: PublicGame
) -> Annotated[Response, GameResponse]:
    """Open a rematch of this finished game: seats are reserved for the same players, each moved on by one seat.

    There is one rematch: if another player asks again, they get the same game. Then the call takes your seat in it.
    """
    required_place(game_id, player)
    tables = services().games.tables
    was_rated = is_rated(public.game, services().community.rating_updates.entry_terms.of(game_id))
    challenges = services().community.people.challenges
    again = open_rematch(
        tables,
        public,
        opening=lambda game_id: challenges.open(game_id, player.id, now()),
        rated=was_rated and may_be_rated_at(public.game.pace),
        referee_key=_key_of_judge(public.game.referee) if public.game.signed else "",
    )
    made = summary(tables.seen(again), opens=True)
    return respond(made, 201, {"Location": f"{request.script_root}/api/games/{made['id']}"})
