"""Proposal rules: who may request a take-back or propose an end, who must agree, and what follows (G20, G23)."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.game import SHARED_EVENTS, Action, Game, GameFinished
from domain.messages import Command, Event, Illegal, Record, Verbatim
from domain.proposals.events import (
    AGREED,
    AnswerEnd,
    AnswerTakeBack,
    AskTakeBack,
    EndAnswered,
    EndProposed,
    EndWithdrawn,
    Proposal,
    ProposeEnd,
    TakeBackAnswered,
    TakeBackAsked,
    TakeBackWithdrawn,
    TakenBack,
    WithdrawEnd,
    WithdrawTakeBack,
)
from domain.redaction import NOBODY, secret_fields
from domain.rulebook import Result, places_so_far, points_so_far
from domain.shared_rules import SharedCommand, SharedRules, Situation, check_is_played


def _check_may_propose(game: Game[Any], command: Command) -> None:
    check_is_played(game, command)
    seat = command.seat
    if seat not in range(len(game.seats)) or not game.seats[seat].is_played:
        raise Illegal("only a human player in this game can make or answer a proposal", _rule(command))
    if game.edition >= 2 and game.seats[seat].absent:
        raise Illegal("your time ran out; a computer player plays for you until you return", "G18")


def _rule(command: Command) -> str:
    return "G20" if isinstance(command, AskTakeBack | AnswerTakeBack | WithdrawTakeBack) else "G23"


def _open_one(game: Game[Any], command: Command) -> Proposal | None:
    return game.take_back if _rule(command) == "G20" else game.proposals.end


def _check_is_new(game: Game[Any], command: Command) -> None:
    if _open_one(game, command) is not None:
        raise Illegal("this has already been proposed; answer that proposal", _rule(command))


def _ask_take_back(situation: Situation, command: AskTakeBack) -> TakeBackAsked:
    _check_is_new(situation.game, command)
    return TakeBackAsked(command.seat, _taken_back_to(situation.game, command.seat, situation.counting()))


def _check_end(situation: Situation, command: ProposeEnd) -> None:
    game = situation.game
    _check_is_new(game, command)
    if situation.rulebook.meta.is_cooperative(game.players):
        raise Illegal("a cooperative game is won or lost together, so it can't end by agreement", "G29")
    if not game.can_agree:
        raise Illegal("in a rated game ending by agreement needs at least two human players", "G23")


def _check_answer(situation: Situation, command: AnswerTakeBack | AnswerEnd) -> None:
    """Refuse an answer without a proposal. A player who agreed may still refuse while others have not agreed."""
    game, rule = situation.game, _rule(command)
    proposed = _open_one(game, command)
    if proposed is None:
        raise Illegal("there is no such proposal, or it is no longer open", rule)
    if is_same_player(game, proposed.seat, command.seat):
        raise Illegal("you can't answer your own proposal; the other players answer it", rule)
    if command.agrees and command.seat in proposed.agreed:
        raise Illegal("you have already agreed to this", rule)


def _check_own(situation: Situation, command: WithdrawTakeBack | WithdrawEnd) -> None:
    game = situation.game
    proposed = _open_one(game, command)
    if proposed is None or not is_same_player(game, proposed.seat, command.seat):
        raise Illegal("only the player who made a proposal can withdraw it", _rule(command))


def _follow(situation: Situation, event: Event) -> Iterator[Event]:
    """Carry out a proposal to which all have agreed."""
    rulebook, game = situation.rulebook, situation.game
    if isinstance(event, TakeBackAsked | TakeBackAnswered):
        asked = game.take_back
        if asked is not None and _is_agreed(game, asked):
            yield TakenBack(asked.about)
    elif isinstance(event, EndProposed | EndAnswered):
        proposed = game.proposals.end
        if proposed is not None and _is_agreed(game, proposed):
            is_draw, everyone = proposed.about == "draw", (1,) * game.players
            places = everyone if is_draw else places_so_far(rulebook, game.table, game.players)
            result = Result(places, points_so_far(rulebook, game.table), AGREED)
            yield GameFinished(result.ranking_last([seat.resigned for seat in game.seats]), situation.game_key)


PROPOSALS = SharedRules(
    (
        SharedCommand(AskTakeBack, TakeBackAsked, _ask_take_back, "person"),
        SharedCommand(AnswerTakeBack, TakeBackAnswered, _check_answer, "person"),
        SharedCommand(WithdrawTakeBack, TakeBackWithdrawn, _check_own, "person"),
        SharedCommand(ProposeEnd, EndProposed, _check_end, "person"),
        SharedCommand(AnswerEnd, EndAnswered, _check_answer, "person"),
        SharedCommand(WithdrawEnd, EndWithdrawn, _check_own, "person"),
    ),
    _check_may_propose,
    _follow,
)


def is_same_player(game: Game[Any], one: int, other: int) -> bool:
    """Whether one person plays both seats, as is possible in an analysis game."""
    seats = game.seats
    return one == other or (
        seats[one].is_played and seats[other].is_played and seats[one].player == seats[other].player
    )


def asked_for_consent(game: Game[Any], proposer: int) -> tuple[int, ...]:
    """The seats that must agree to this seat's proposal: those played by other people."""
    return tuple(
        seat for seat, one in enumerate(game.seats) if one.is_played and not is_same_player(game, seat, proposer)
    )


def _is_agreed(game: Game[Any], proposal: Proposal) -> bool:
    return set(asked_for_consent(game, proposal.seat)) <= set(proposal.agreed)


def _taken_back_to(game: Game[Any], seat: int, counting: Iterable[Action]) -> str:
    """The last position before this player's last move, or `Illegal` if something cannot be undone (G20)."""
    annulled: list[Action] = []
    for action in counting:
        annulled.append(action)
        if _is_move_of(game, action.records[0][1], seat):
            break
    else:
        raise Illegal("you have no move to take back", "G20")
    for action in reversed(annulled):
        _check_nothing_happened(game, action)
        if game.edition >= 2 and game.rated and _is_answer_of_another(game, action.records[0][1], seat):
            raise Illegal("in a rated game a move can't be taken back once another seat has answered it", "G20")
    return annulled[-1].before


def _is_move_of(game: Game[Any], record: Record[Any], seat: int) -> bool:
    is_move = record.actor is not None and not isinstance(record.data, SHARED_EVENTS)
    return is_move and is_same_player(game, record.actor or 0, seat)


def _is_answer_of_another(game: Game[Any], record: Record[Any], seat: int) -> bool:
    is_move = record.actor is not None and not isinstance(record.data, SHARED_EVENTS)
    return is_move and not _is_move_of(game, record, seat)


def _check_nothing_happened(game: Game[Any], action: Action) -> None:
    """Refuse to undo what players cannot forget: random draws, or a secret that was opened or shown."""
    actor = action.records[0][1].actor
    for position, record in action.records:
        where = Verbatim(position)
        if isinstance(record.data, SHARED_EVENTS):
            continue
        if record.luck:
            raise Illegal(
                "something was drawn at random at {position}, so this can't be taken back", "G20", position=where
            )
        if record.opens:
            raise Illegal("a secret was revealed at {position}, so this can't be taken back", "G20", position=where)
        if any(actor is None or not is_same_player(game, actor, seat) for seat in shown_to(record.data)):
            raise Illegal(
                "a secret was shown to another player at {position}, so this can't be taken back", "G20", position=where
            )


def shown_to(event: Event) -> Iterable[int]:
    """The seats that a secret of this event is shown to."""
    for audience in secret_fields(type(event)).values():
        if audience.to != NOBODY:
            seats = getattr(event, audience.to)
            yield from seats if isinstance(seats, tuple) else (seats,)
