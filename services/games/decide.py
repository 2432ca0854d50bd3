"""Decisions on commands of a game: the rules, with the game key, the nonces and the record's past."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from msgspec import Struct

from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance, nonce_commitment
from domain.clocks.rules import CLOCKS
from domain.disputes.events import TakeOver
from domain.disputes.rules import DISPUTES
from domain.game import (
    ChangeKey,
    CommandSigned,
    Game,
    Happening,
    OpenNonce,
    TakeSeat,
)
from domain.messages import Command, Illegal, IllegalMove, Record
from domain.preview import check_foreseen, foresee
from domain.rulebook import Rulebook
from eventstore.encryption import WrongSecret
from eventstore.entries import Entry, Position, seal_action
from eventstore.errors import ReadOnly
from eventstore.store import NoGameKey, Store
from replay.seek import Seeker
from services.games.signed_moves import check_key_change, check_signed
from services.games.warm_game import WarmGame

MOST_TOGETHER = 50

_log = logging.getLogger("stele.record")


class SentCommand(Struct, frozen=True):
    """A received command, the signature on it, and whether it was a standing order."""

    command: Command
    signed: CommandSigned | None = None
    ordered: bool = False


class Decided(NamedTuple):
    """The outcome of commands, sealed action by action: entries, full records, and whether the game is over after
    them.
    """

    entries: list[Entry]
    records: list[Record[Any]]
    is_over: bool


class Decider:
    """Decides commands at tables whose locks are held."""

    def __init__(self, store: Store, seeker: Seeker) -> None:
        self._store = store
        self._seeking = seeker

    def decide(
        self, warm: WarmGame, sent: Sequence[SentCommand], at: int, *, player: str = "", by_computer: bool = False
    ) -> Decided:
        """All consequences of these commands, one after another, or `Illegal`, `BadSignature`.

        They start at the game's head. `player` is the id of the sender, who must still have the seat. Each of several
        commands is an action of its own (G25). Times never decrease.
        """
        check_may_come_together([one.command for one in sent])
        game_key, at = self.game_key(warm.game_id), max(at, warm.last_at)
        game, end, is_over = warm.game, warm.end, warm.game.is_over
        all_entries: list[Entry] = []
        all_records: list[Record[Any]] = []
        before: SentCommand | None = None
        for number, one in enumerate(sent, start=1):
            try:
                self._check(warm, game, one, before, player, by_computer)
                happenings = self._happenings(warm, game, game_key, one, at)
            except Illegal as refusal:
                raise IllegalMove(number, refusal) if len(sent) > 1 else refusal from None
            entries, records = seal_action(happenings, end, at=at, game_key=game_key, game_id=warm.game_id)
            all_entries += entries
            all_records += records
            is_over, before = is_over_after(is_over, happenings), one
            if number < len(sent):
                game, end = _after(warm, game, records), end.after(entries, records)
        return Decided(all_entries, all_records, is_over)

    def _check(
        self,
        warm: WarmGame,
        game: Game[Any],
        sent: SentCommand,
        before: SentCommand | None,
        player: str,
        by_computer: bool,
    ) -> None:
        """Refuse a command that this player may not send, or that is not signed as required."""
        command, signed = sent.command, sent.signed
        if not isinstance(command, TakeSeat | TakeOver) and command.seat >= 0:
            check_own(game, command, player)
            if not by_computer and not isinstance(command, (OpenNonce, *DISPUTES.types, *CLOCKS.types)):
                check_not_left(game, command.seat)
        if signed is not None:
            ahead = None if before is None else before.signed
            check_signed(warm, game, command, signed, ahead, lambda at: self._since(warm, at))
        elif isinstance(command, ChangeKey):
            check_key_change(warm, command)

    def _happenings(
        self, warm: WarmGame, game: Game[Any], game_key: bytes, sent: SentCommand, at: int
    ) -> list[Happening]:
        computers = self._computers_nonces(warm.game_id, game) if game.status == "waiting" else ()
        # Draws begin with the command that starts the game: all nonces are available then.
        nonces = lifecycle.nonces_after(game, sent.command, computers)
        chance = KeyedChance(game_key, warm.game_id, nonces, game.draws)
        rulebook = warm.projector.rulebook
        meant = shared.as_listed(rulebook, game, sent.command)
        past = self._seeking.past(warm.game_id, warm.projector, "all", warm.end.position)
        counting = self._seeking.counting(warm.game_id, warm.projector, warm.end.position)
        with refusing_unlisted(rulebook, game, [meant]):
            sending, so_far = lifecycle.Sending(sent.signed, sent.ordered, at), lifecycle.SoFar(past, counting)
            return lifecycle.act(rulebook, game, meant, chance, game_key.hex(), computers, sending, so_far)

    def _since(self, warm: WarmGame, at: Position) -> list[Entry]:
        """The entry at this position, if there is one, and those after it up to the game's head."""
        first = self._store.entry_at(warm.game_id, at)
        return [first, *self._store.read(warm.game_id, after=at, until=warm.end.position)] if first else []

    def bound_nonces(self, game_id: str, players: int, computers: int) -> tuple[list[str], list[str]]:
        """The nonces of the computer players, who take the last seats, and the commitments to them."""
        seats = range(players - computers, players)
        nonces = [self._computers_nonce(game_id, seat) for seat in seats]
        return nonces, [nonce_commitment(game_id, seat, nonce) for seat, nonce in zip(seats, nonces, strict=True)]

    def _computers_nonces(self, game_id: str, game: Game[Any]) -> list[str]:
        """The nonces of the computer players without a seat so far: those that they committed to, or none."""
        first = game.players - len(game.computers)
        bound = game.nonce_commitments or ("",) * len(game.computers)
        return [self._computers_nonce(game_id, first + place) if one else "" for place, one in enumerate(bound)]

    def _computers_nonce(self, game_id: str, seat: int) -> str:
        """A computer player's contribution to the random draws in this seat; it does not follow from the game key."""
        return self._store.secret_value(game_id, f"stele/nonce/1\0{seat}")[:16].hex()

    def game_key(self, game_id: str) -> bytes:
        """The key of the game's randomness; a game whose key is lost is `ReadOnly`."""
        try:
            return self._store.load_game_key(game_id)
        except (NoGameKey, WrongSecret) as error:
            raise ReadOnly(game_id, f"its game key cannot be opened ({error!r})") from error


def _after(warm: WarmGame, game: Game[Any], records: Sequence[Record[Any]]) -> Game[Any]:
    after = warm.projector.fold(records, game)
    assert after is not None
    return after


def check_own(game: Game[Any], command: Command, player: str) -> None:
    """Refuse a command of a player who has lost the seat in the meantime."""
    if player and command.seat not in shared.seats_of(game, player):
        raise Illegal("this seat now belongs to another player", "G15")


def check_not_left(game: Game[Any], seat: int) -> None:
    """Refuse a move of a player who has left the seat, which a computer player plays now."""
    if game.seats[seat].freed:
        raise Illegal("you have lost this seat; a computer player plays for it", "G15")
    if game.seats[seat].resigned:
        raise Illegal("you have resigned; a computer player plays for this seat", "G5")
    if game.seats[seat].absent:
        raise Illegal("your time ran out; a computer player plays for you until you return", "G18")


def check_may_come_together(commands: Sequence[Command]) -> None:
    """Refuse several commands unless all are moves of the title's own play and within the limit (G25)."""
    if len(commands) > MOST_TOGETHER:
        raise Illegal("at most {most} moves can be sent together", "G25", most=MOST_TOGETHER)
    if len(commands) > 1 and any(isinstance(command, lifecycle.SHARED_COMMANDS) for command in commands):
        raise Illegal("only the title's own moves can be sent together", "G25")


def check_together(rulebook: Rulebook[Any], seen: Game[Any], commands: Sequence[Command], player: str = "") -> None:
    """Refuse moves that were sent together before any decision, using only what their seat sees (G25)."""
    check_may_come_together(commands)
    check_own(seen, commands[0], player)
    check_not_left(seen, commands[0].seat)
    with refusing_unlisted(rulebook, seen, commands):
        check_foreseen(rulebook, seen, commands)


@contextmanager
def refusing_unlisted(rulebook: Rulebook[Any], game: Game[Any], commands: Sequence[Command]) -> Iterator[None]:
    """Refuse moves on which the title's rules fail, if one of them is not listed (G4).

    A title whose decision does not expect such a move may raise anything. A failure on listed moves is an error of the
    server and remains one.
    """
    try:
        yield
    except Illegal:
        raise
    except Exception as error:
        number = _first_unlisted(rulebook, game, commands)
        if number is None:
            raise
        _log.exception("the rules of %s failed on a move that they do not list", rulebook.meta.id)
        refusal = Illegal("the rules of this game don't allow this move now", "G4")
        raise IllegalMove(number, refusal) if len(commands) > 1 else refusal from error


def _first_unlisted(rulebook: Rulebook[Any], game: Game[Any], commands: Sequence[Command]) -> int | None:
    """The number, from 1, of the first of these moves that the rules do not list, as far as they can be foreseen."""
    if game.is_over or any(isinstance(command, lifecycle.SHARED_COMMANDS) for command in commands):
        return None
    for number, command in enumerate(commands, start=1):
        meant = shared.as_listed(rulebook, game, command)
        if meant not in shared.legal(rulebook, game, command.seat):
            return number
        game = foresee(rulebook, game, meant).game
    return None


def is_over_after(is_over: bool, happenings: Sequence[Happening]) -> bool:
    """Whether the game is over after these happenings; a game that is over stays over."""
    return is_over or any(isinstance(one.event, shared.GameFinished | shared.GameAborted) for one in happenings)
