"""Lifecycle of any game: how commands affect seats, randomness, the start, resignations, abortion and the result.

These rules are numbered G1 to G29 in `RULES.md` in this folder; the title's rules begin when the game starts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from domain.chance import Chance, nonce_commitment
from domain.clocks.rules import CLOCKS, at_time, check_pace
from domain.disputes.events import DecideDispute, TakeOver
from domain.disputes.rules import DISPUTES, check_text
from domain.ed25519_points import is_public_key
from domain.game import (
    Abort,
    CallOff,
    CommandSigned,
    Counting,
    Game,
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    Happening,
    OpenNonce,
    Past,
    Resign,
    SeatReleased,
    SeatResigned,
    SeatTaken,
    StatementSigned,
    TakeSeat,
    evolve,
    evolve_shared,
    no_past,
    nothing_counts,
)
from domain.messages import Command, Event, Illegal
from domain.ordered_moves import MoveOrdered
from domain.proposals.rules import PROPOSALS
from domain.rulebook import Result, Rulebook, eliminated, set_up
from domain.seats import SEATS, check_reserved, seat_for, signing_key
from domain.shared_rules import SharedCommand, SharedRules, Situation, check_is_played
from domain.terms import GameTerms


class Sending(Struct, frozen=True):
    """How a command was sent: with its signature, already checked; whether it was `ordered` beforehand; and when.

    `at` is the time at which it is recorded, in milliseconds since 1970 UTC; only clocks need it.
    """

    signed: CommandSigned | None = None
    ordered: bool = False
    at: int = 0


class SoFar(Struct, frozen=True):
    """The record so far: the full states at earlier positions, and the actions that count."""

    past: Past = no_past
    counting: Counting = nothing_counts


NOTHING_SAID = Sending()
NOTHING_EARLIER = SoFar()
FIRST_TEXT = "first"
"""The word for the previous text in a signer's first text of a game."""


def open_game(
    rulebook: Rulebook[Any],
    terms: GameTerms,
    commitment: str,
    game_id: str = "",
    nonce_commitments: tuple[str, ...] | None = None,
) -> Happening:
    """The first event of a game (G1, G8 to G10, G13); the options in its terms are already settled.

    `nonce_commitments` belong to the computer players; by default they have no nonces.
    """
    meta, players, computers = rulebook.meta, terms.players, len(terms.computers)
    if not meta.least_players <= players <= meta.most_players:
        raise Illegal(
            "{title} is for {least} to {most} players", "G1",
            title=meta.title, least=meta.least_players, most=meta.most_players,
        )  # fmt: skip
    if computers > players:
        raise Illegal("more computer players than seats", "G1")
    if nonce_commitments is None:
        nonce_commitments = ("",) * computers
    if len(nonce_commitments) != (computers if terms.luck == "2" else 0):
        raise Illegal("each computer player may commit to at most one nonce", "G8")
    if terms.strict and computers == players:
        raise Illegal("a game with only computer players can't be strict", "G9")
    if terms.signed and computers == players:
        raise Illegal("a game with only computer players can't be signed", "G10")
    if terms.referee_key and not (terms.signed and terms.signing == "2" and is_public_key(terms.referee_key)):
        raise Illegal("only the judge of a signed game has a key, which must be a valid one", "G13")
    check_pace(terms.pace)
    check_reserved(players, computers, terms.reserved, terms.referee)
    created = GameCreated(**asdict(terms), commitment=commitment, game=game_id, nonce_commitments=nonce_commitments)
    return Happening(created)


def act(
    rulebook: Rulebook[Any],
    game: Game[Any],
    command: Command,
    chance: Chance,
    game_key: str,
    computers_nonces: Sequence[str] = (),
    sent: Sending = NOTHING_SAID,
    so_far: SoFar = NOTHING_EARLIER,
) -> list[Happening]:
    """All events that follow from this command: the player's own event, then those by the rules, or `Illegal`.

    `game_key` is in hexadecimal: the event that ends the game publishes it. With `computers_nonces` the computer
    players join, if this command fills the table. The command's signature is recorded after the player's own event,
    with a public text unless it is a move of the title's own; so is the fact that the move was ordered beforehand.
    """
    return list(_play(rulebook, game, command, chance, game_key, computers_nonces, sent, so_far))


def follow_up(
    rulebook: Rulebook[Any], game: Game[Any], chance: Chance, game_key: str, computers_nonces: Sequence[str] = ()
) -> list[Happening]:
    """The events that follow without a command: computer players join, the game starts (G3), the rules proceed."""
    return list(_follow(rulebook, game, chance, game_key, computers_nonces))


def nonces_after(game: Game[Any], command: Command, computers_nonces: Sequence[str]) -> tuple[str, ...]:
    """All contributions to the random draws after this command. If it starts the game, all are known."""
    match command:
        case TakeSeat(player=player, nonce=nonce):
            number = seat_for(game, player)
            persons = {**dict(enumerate(game.nonces)), **({} if number is None else {number: nonce})}
            return (*(persons.get(seat, "") for seat in range(max(persons, default=-1) + 1)), *computers_nonces)
        case OpenNonce(seat, opened):
            opening = (opened if number == seat else nonce for number, nonce in enumerate(game.nonces))
            return (*opening, *computers_nonces)
    return game.nonces


def _play(
    rulebook: Rulebook[Any],
    game: Game[Any],
    command: Command,
    chance: Chance,
    game_key: str,
    computers_nonces: Sequence[str],
    sent: Sending,
    so_far: SoFar,
) -> Iterator[Happening]:
    before, drawn, signed = game, chance.draws, sent.signed
    game = at_time(rulebook, game, sent.at)
    chapter, own = _declared(command)
    situation = Situation(rulebook, game, before, chance, game_key, so_far.past, so_far.counting)
    chapter.check(game, command)
    for event in own.decided(situation, command):
        luck, drawn = chance.draws - drawn, chance.draws
        actor = _actor(command, event)
        game = evolve(rulebook, game, event, actor, luck)
        yield Happening(event, actor, luck)
    _check_signed(before, command, signed)
    if signed is not None:
        is_statement = game.signing == "2" and not isinstance(command, rulebook.COMMANDS)
        yield Happening(as_statement(signed) if is_statement else signed, actor)
    if sent.ordered:
        _check_ordered(rulebook, command, signed)
        yield Happening(MoveOrdered(command.seat), actor)
    for following in chapter.follow(replace(situation, game=game), event):
        game = evolve(rulebook, game, following, None, 0, so_far.past)
        yield Happening(following)
    yield from _follow(rulebook, game, chance, game_key, computers_nonces)


def _declared(command: Command) -> tuple[SharedRules, SharedCommand[Any]]:
    """The chapter that handles this command, and the chapter's declaration of it."""
    return _DECLARED.get(type(command), _OF_TITLES)


def _follow(
    rulebook: Rulebook[Any],
    game: Game[Any],
    chance: Chance,
    game_key: str,
    computers_nonces: Sequence[str],
) -> Iterator[Happening]:
    is_bound = game.status == "waiting" and not game.free_seats and not game.to_open
    if is_bound and (game.beacon is None or game.randomness):
        for taken in _computers_sit_down(game, computers_nonces or ("",) * len(game.computers)):
            game = evolve_shared(game, taken)
            yield Happening(taken)
        game = evolve_shared(game, GameStarted())
        yield Happening(GameStarted())
        drawn = chance.draws
        for event in set_up(rulebook, game.players, game.options, chance, game.edition):
            luck, drawn = chance.draws - drawn, chance.draws
            game = evolve(rulebook, game, event, None, luck)
            yield Happening(event, None, luck)
    yield from _advance(rulebook, game, chance, game_key)


def _actor(command: Command, event: Event) -> int | None:
    """The seat whose command led to this event; a decision has none."""
    if isinstance(event, SeatTaken):
        return event.seat
    if isinstance(event, SeatReleased):
        return command.seat if event.why == "released" else None
    _, own = _declared(command)
    return command.seat if own.has_actor else None


def must_sign(game: Game[Any], command: Command) -> bool:
    """Whether this command needs a signature: in a signed game all commands of a person do (G10).

    A resigned player still takes part in disputes, and signs that. Moves after a time-out are not signed. By the first
    scheme of signatures, only moves, resignations and statements are signed.
    """
    _, own = _declared(command)
    if not game.signed or not own.must_sign or not _may_be_signed(game, command):
        return False
    if own.signer in ("judge", "newcomer"):
        return own.signer == "newcomer" or game.referee_key != ""
    if command.seat not in range(len(game.seats)):
        return False
    seat = game.seats[command.seat]
    return {"owner": seat.is_owned, "player": seat.is_played, "person": seat.is_person}[own.signer]


def _check_signed(game: Game[Any], command: Command, signed: CommandSigned | None) -> None:
    if signed is None:
        if must_sign(game, command):
            raise Illegal("in a signed game, players must sign everything they do", "G10")
    elif not _may_be_signed(game, command):
        raise Illegal("this can't be signed in this game", "G10")
    elif not signing_key(game, command):
        raise Illegal("this seat has no key to sign with", "G10")


def _may_be_signed(game: Game[Any], command: Command) -> bool:
    """Whether the command can be signed: some never are, others only by the second scheme of signatures."""
    _, own = _declared(command)
    return own.is_signed and (game.signing == "2" or own.at_first)


def previous_of(game: Game[Any], command: Command) -> str:
    """The SHA-256 of the text that the signer of this command signed before in this game; `first` if there is none."""
    match command:
        case TakeSeat() | TakeOver():
            return FIRST_TEXT
        case DecideDispute():
            return game.referee_signed or FIRST_TEXT
    return game.seats[command.seat].signed or FIRST_TEXT


def as_statement(signed: CommandSigned) -> StatementSigned:
    """The signature with a public text."""
    return StatementSigned(signed.seat, signed.signature, str(signed.text), signed.digest)


def _check_ordered(rulebook: Rulebook[Any], command: Command, signed: CommandSigned | None) -> None:
    if signed is not None:
        raise Illegal("a signed move can't be a standing order", "G24")
    if not isinstance(command, rulebook.COMMANDS):
        raise Illegal("only moves of the game itself can be standing orders", "G24")


def _abort(situation: Situation, command: Abort) -> GameAborted:
    if situation.game.moves:
        raise Illegal("a game can be called off only before the first move; you can resign instead", "G6")
    if command.seat != (situation.game.first_seat or 0):
        raise Illegal("only the player who joined first can call off the game", "G6")
    return GameAborted(command.seat, situation.game_key)


def _call_off(situation: Situation, command: CallOff) -> GameAborted:
    check_text(command.text, "G27", is_needed=True)
    return GameAborted(None, situation.game_key, command.text)


def _check_resignation(situation: Situation, command: Resign) -> None:
    game = situation.game
    check_is_played(game, command)
    if command.seat not in range(len(game.seats)):
        raise Illegal("there is no such seat", "G5")
    if game.seats[command.seat].resigned:
        raise Illegal("the player in this seat has already resigned", "G5")
    if game.seats[command.seat].freed:
        raise Illegal("a player who lost a seat can't resign from it", "G15")
    if command.seat in eliminated(situation.rulebook, game.table):
        raise Illegal("you are out of the game, so you don't need to resign", "G29")


def _decide_by_title(situation: Situation, command: Command) -> Iterable[Event]:
    return situation.rulebook.decide(situation.game.table, command, situation.chance)


ENDS = SharedRules(
    (
        SharedCommand(Resign, SeatResigned, _check_resignation),
        SharedCommand(Abort, GameAborted, _abort, "owner", at_first=False),
        SharedCommand(CallOff, GameAborted, _call_off, "server", is_move=False),
    )
)
_OF_TITLES = SharedRules((), check_is_played), SharedCommand(Command, Event, _decide_by_title, "person")
SHARED_RULES = (ENDS, SEATS, DISPUTES, PROPOSALS, CLOCKS)
_COMMANDS = tuple(one for chapter in SHARED_RULES for one in chapter.commands)
_DECLARED: Mapping[type[Command], tuple[SharedRules, SharedCommand[Any]]] = {
    one.command: (chapter, one) for chapter in SHARED_RULES for one in chapter.commands
}
SHARED_COMMANDS = tuple(one.command for one in _COMMANDS if one.is_move)
"""The commands of every game that a player sends as moves."""
COMMAND_BEHIND: Mapping[type[Event], SharedCommand[Any]] = {
    one.event: one for one in reversed(_COMMANDS) if {"seat", *one.members} >= set(one.command.__struct_fields__)
}
"""The command behind each event that has all its members: if there are two, the one that is declared first."""


def _computers_sit_down(game: Game[Any], nonces: Sequence[str]) -> Iterator[SeatTaken]:
    """The computer players take the last seats, with the nonces they committed to (G3, G8)."""
    commitments = game.nonce_commitments or ("",) * len(game.computers)
    sitting = zip(game.computers, nonces, commitments, strict=True)
    for number, (kind, nonce, bound) in enumerate(sitting, start=len(game.seats)):
        if bound != (nonce and nonce_commitment(game.id, number, nonce)):
            raise Illegal("a computer player's nonce does not match its commitment", "G8")
        yield SeatTaken(number, "", kind, nonce)


def _advance(rulebook: Rulebook[Any], game: Game[Any], chance: Chance, game_key: str) -> Iterator[Happening]:
    """The events by the rules until a player must answer or the game is over."""
    if game.status != "playing":
        return
    drawn = chance.draws
    while (event := rulebook.advance(game.table, chance)) is not None:
        luck, drawn = chance.draws - drawn, chance.draws
        game = evolve(rulebook, game, event, None, luck)
        yield Happening(event, None, luck)
    result = rulebook.result(game.table)
    if result is not None:
        ranked = result.ranking_last([seat.resigned for seat in game.seats])
        yield Happening(GameFinished(ranked, game_key))
    elif (by_resignation := _result_by_resignation(rulebook, game)) is not None:
        yield Happening(GameFinished(by_resignation, game_key))


def _result_by_resignation(rulebook: Rulebook[Any], game: Game[Any]) -> Result | None:
    """The result if only one seat or team is left, or no person is (G5). A cooperative game is lost then (G29)."""
    remaining = [number for number, seat in enumerate(game.seats) if not seat.resigned]
    if len(remaining) == game.players:
        return None
    is_cooperative = rulebook.meta.is_cooperative(game.players)
    out = () if is_cooperative else eliminated(rulebook, game.table)
    teams = rulebook.meta.teams_of(game.players)
    rivals = {teams[number] for number in remaining if number not in out}
    goes_on = len(remaining) > 1 and any(game.seats[number].is_played for number in remaining)
    if goes_on and (is_cooperative or len(rivals) != 1):
        return None
    order = [int(teams[number] not in rivals) if number in remaining else 2 for number in range(game.players)]
    first = 2 if is_cooperative else 1
    places = tuple(first + sum(other < own for other in order) for own in order)
    return Result(places, () if rulebook.meta.points is None else (0,) * game.players, "resignation")
