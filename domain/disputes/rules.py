"""Dispute rules: who may open, answer, withdraw and decide one, and what a remedy does (G12 to G15)."""

from collections.abc import Iterator
from typing import Any

from domain.disputes.events import (
    LONGEST_TEXT,
    MOST_DISCLOSED,
    MOST_DISPUTES,
    MOST_WITHDRAWN,
    AnswerDispute,
    DecideDispute,
    DiscloseSecret,
    Dispute,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    DisputeWithdrawn,
    OpenDispute,
    Remedy,
    ResultReplaced,
    RolledBack,
    SeatFreed,
    SecretDisclosed,
    WithdrawDispute,
)
from domain.game import Counting, Game, GameFinished, Past
from domain.messages import Command, Event, Illegal
from domain.redaction import secret_fields
from domain.rulebook import Result, points_so_far
from domain.shared_rules import SharedCommand, SharedRules, Situation

ADJUDICATED = "adjudicated"


def _check_may_dispute(game: Game[Any], command: Command) -> None:
    if game.status == "waiting":
        raise Illegal("you can't open a dispute before the game has started", "G12")
    if game.fork is not None:
        raise Illegal("an analysis game can't be disputed", "G12")
    if game.status == "aborted":
        raise Illegal("the game was called off and does not count", "G12")
    if not isinstance(command, DecideDispute) and not _is_party(game, command.seat):
        raise Illegal("only players in this game can take part in its disputes", "G12")


def _follow(situation: Situation, event: Event) -> Iterator[Event]:
    """The events of the decision, followed by those of its remedy."""
    if isinstance(event, DisputeAnswered) and _is_agreed(situation, event.number):
        remedy = situation.game.disputes[event.number - 1].remedy
        event = DisputeDecided(event.number, "players", "", remedy)
        yield event
    if isinstance(event, DisputeDecided):
        yield from _carried_out(situation, event.remedy)


def _opened(situation: Situation, command: OpenDispute) -> DisputeOpened:
    game = situation.game
    if any(one.seat == command.seat and one.outcome == "open" for one in game.disputes):
        raise Illegal("you can have only one open dispute at a time", "G12")
    if game.edition < 2 and len(game.disputes) >= MOST_DISPUTES:
        raise Illegal("this game has reached its limit of disputes", "G12")
    if not _exists(situation.past, command.position):
        raise Illegal("a dispute must be about the last position of an action", "G12")
    check_text(command.text, is_needed=True)
    if command.remedy.kind == "result" and situation.rulebook.meta.is_cooperative(game.players):
        raise Illegal("a cooperative game is won or lost together, so its players can't agree on a result", "G29")
    _check_remedy(situation, command.remedy)
    return DisputeOpened(command.seat, len(game.disputes) + 1, command.position, command.text, command.remedy)


def _check_answer(situation: Situation, command: AnswerDispute) -> None:
    dispute = _open_one(situation.game, command.number)
    if command.seat == dispute.seat or any(answer.seat == command.seat for answer in dispute.answers):
        raise Illegal("each of the other players can answer a dispute only once", "G12")
    check_text(command.text)


def _check_withdrawal(situation: Situation, command: WithdrawDispute) -> None:
    game, seat = situation.game, command.seat
    if _open_one(game, command.number).seat != seat:
        raise Illegal("only the player who opened a dispute can withdraw it", "G12")
    withdrawn = sum(one.seat == seat and one.outcome == "withdrawn" for one in game.disputes)
    if game.edition >= 2 and withdrawn >= MOST_WITHDRAWN:
        raise Illegal(
            "you have already withdrawn {most} disputes, so this one stays open until it is decided", "G12",
            most=MOST_WITHDRAWN,
        )  # fmt: skip


def _disclosed(situation: Situation, command: DiscloseSecret) -> SecretDisclosed:
    game = situation.game
    seat, number, position, field = command.seat, command.number, command.position, command.field
    so_far = [one for one in _open_one(game, number).disclosed if one.seat == seat]
    if game.is_over:
        raise Illegal("the game is over, and its key opens every secret", "G12")
    if any((one.position, one.field) == (position, field) for one in so_far):
        raise Illegal("you have already opened this secret in this dispute", "G12")
    if len(so_far) >= MOST_DISCLOSED:
        raise Illegal("you can open at most {most} secrets in a dispute", "G12", most=MOST_DISCLOSED)
    if not _may_see(seat, position, field, situation.counting):
        raise Illegal("this is not a secret that you know; name the position of its event, and the field", "G12")
    return SecretDisclosed(seat, number, position, field, "referee" if game.referee else "operator")


def _may_see(seat: int, position: str, field: str, counting: Counting) -> bool:
    """Whether an event that counts stands at this position and has this secret, which the seat may see.

    Who may see a secret is public, so this depends on nothing that is hidden from anyone.
    """
    for action in counting():
        for at, record in action.records:
            if at == position:
                audience = secret_fields(type(record.data)).get(field)
                return audience is not None and audience.includes(record.data, seat)
    return False


def _check_decision(situation: Situation, command: DecideDispute) -> None:
    game = situation.game
    _open_one(game, command.number)
    if command.by != ("referee" if game.referee else "operator"):
        raise Illegal("only the game's referee can decide a dispute, or the operator if the game has no referee", "G13")
    check_text(command.text, is_needed=True)
    _check_remedy(situation, command.remedy)


def _open_one(game: Game[Any], number: int) -> Dispute:
    if not 1 <= number <= len(game.disputes):
        raise Illegal("there is no dispute with this number", "G12")
    dispute = game.disputes[number - 1]
    if dispute.outcome != "open":
        raise Illegal("this dispute is already settled", "G12")
    return dispute


def _is_party(game: Game[Any], seat: int) -> bool:
    return seat in range(len(game.seats)) and game.seats[seat].is_owned


def _is_agreed(situation: Situation, number: int) -> bool:
    """Whether every player agrees to the remedy, at least two, and it can still be carried out."""
    game = situation.game
    dispute = game.disputes[number - 1]
    others = {seat for seat in range(len(game.seats)) if seat != dispute.seat and _is_party(game, seat)}
    agreed = {answer.seat for answer in dispute.answers if answer.agrees}
    if dispute.remedy.kind == "none" or not others or not others <= agreed:
        return False
    try:
        _check_remedy(situation, dispute.remedy)
    except Illegal:
        return False
    return True


def check_text(text: str, rule: str = "G12", is_needed: bool = False) -> None:
    """Refuse a text that a record does not allow, and an empty one if it `is_needed`."""
    if is_needed and not text.strip():
        raise Illegal("give a reason", rule)
    if len(text) > LONGEST_TEXT or not all(character.isprintable() or character == "\n" for character in text):
        raise Illegal("a text can have at most {most} printable characters", rule, most=LONGEST_TEXT)


def _check_remedy(situation: Situation, remedy: Remedy) -> None:
    """Refuse a remedy that cannot be carried out now, or that has more members than its kind needs."""
    game, past = situation.game, situation.past
    kind, position, seat = remedy.kind, remedy.position, remedy.seat
    if not remedy.has_its_own:
        raise Illegal("a remedy needs exactly its own detail: a position, the places or a seat", "G13")
    if kind == "roll_back":
        if game.is_over:
            raise Illegal("the game is over and the key of its random draws is public, so play can't continue", "G14")
        if not _exists(past, position) or past(position).table is None:
            raise Illegal(
                "play can go back only to a position that ends an action, at or after the start of the game", "G14"
            )
    elif kind == "result":
        if not remedy.ranks(game.players):
            raise Illegal(
                "a result must give every seat a place; tied seats share a place, and the next places are skipped",
                "G13",
            )
        teams = situation.rulebook.meta.teams_of(game.players)
        if len(set(zip(teams, remedy.places, strict=True))) > len(set(teams)):
            raise Illegal("partners must have the same place", "G29")
    elif kind == "free_seat" and (game.is_over or seat is None or not _is_party(game, seat)):
        raise Illegal("only a player's seat can be freed, and only while the game is running", "G15")


def _exists(past: Past, position: str) -> bool:
    try:
        past(position)
    except LookupError:
        return False
    return True


def _carried_out(situation: Situation, remedy: Remedy) -> Iterator[Event]:
    game = situation.game
    match remedy:
        case Remedy("roll_back", position):
            yield RolledBack(position)
        case Remedy("free_seat", seat=int(seat)):
            yield SeatFreed(seat)
        case Remedy("result", places=places) if game.result is not None:
            yield ResultReplaced(Result(places, game.result.points, ADJUDICATED))
        case Remedy("result", places=places):
            points = points_so_far(situation.rulebook, game.table)
            yield GameFinished(Result(places, points, ADJUDICATED), situation.game_key)


DISPUTES = SharedRules(
    (
        SharedCommand(OpenDispute, DisputeOpened, _opened, "owner"),
        SharedCommand(AnswerDispute, DisputeAnswered, _check_answer, "owner"),
        SharedCommand(WithdrawDispute, DisputeWithdrawn, _check_withdrawal, "owner"),
        SharedCommand(DiscloseSecret, SecretDisclosed, _disclosed, "owner"),
        SharedCommand(DecideDispute, DisputeDecided, _check_decision, "judge", is_move=False, at_first=False),
    ),
    _check_may_dispute,
    _follow,
)
