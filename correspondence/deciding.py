"""What a command makes happen at a table: the rules, with the game key, the nonces and the record's past at hand."""

from typing import Any

from correspondence.signed import check_key_change, check_signed
from correspondence.table import Table
from domain import acting
from domain import game as shared
from domain.chance import KeyedChance, nonce_commitment
from domain.disputes import TakeOver
from domain.disputing import Disputing
from domain.game import ChangeKey, CommandSigned, Game, Happening, OpenNonce, TakeSeat
from domain.messages import Command, Illegal
from eventstore.damage import ReadOnly
from eventstore.encryption import WrongSecret
from eventstore.entries import Entry, Position
from eventstore.streams import NoGameKey, Store
from replay.seeking import Seeking


class Deciding:
    """Decides commands at tables whose locks are held."""

    def __init__(self, store: Store, seeking: Seeking) -> None:
        self._store = store
        self._seeking = seeking

    def decide(
        self,
        table: Table,
        command: Command,
        *,
        player: str = "",
        by_computer: bool = False,
        signed: CommandSigned | None = None,
    ) -> list[Happening]:
        """Everything that this command makes happen at the head that the table knows, or `Illegal`, `BadSignature`.

        `player` is the id of whoever sent it: they must still have the seat.
        """
        game, game_key = table.game, self.game_key(table.game_id)
        if not isinstance(command, TakeSeat | TakeOver) and command.seat >= 0:
            check_own(game, command, player)
            if not by_computer and not isinstance(command, OpenNonce | Disputing):
                check_not_left(game, command.seat)
        if signed is not None:
            check_signed(table, command, signed, lambda at: self._since(table, at))
        elif isinstance(command, ChangeKey):
            check_key_change(table, command)
        computers = self._computers_nonces(table.game_id, game) if game.status == "waiting" else ()
        # Draws begin with the command that starts the game: all nonces are known then.
        nonces = acting.nonces_after(game, command, computers)
        chance = KeyedChance(game_key, table.game_id, nonces, game.draws)
        rulebook = table.projector.rulebook
        meant = shared.as_listed(rulebook, game, command)
        past = self._seeking.past(table.game_id, table.projector, "all", game.is_over)
        counting = self._seeking.counting(table.game_id, table.projector, table.end.position)
        return acting.act(rulebook, game, meant, chance, game_key.hex(), computers, signed, past, counting)

    def _since(self, table: Table, at: Position) -> list[Entry]:
        """The entry at this position, if there is one, and those after it up to the head that the table knows."""
        first = self._store.entry_at(table.game_id, at)
        return [first, *self._store.read(table.game_id, after=at, until=table.end.position)] if first else []

    def bound_nonces(self, game_id: str, players: int, computers: int) -> tuple[list[str], list[str]]:
        """The nonces of the computer players, who take the last seats, and the commitments to them."""
        seats = range(players - computers, players)
        nonces = [self._computers_nonce(game_id, seat) for seat in seats]
        return nonces, [nonce_commitment(game_id, seat, nonce) for seat, nonce in zip(seats, nonces, strict=True)]

    def _computers_nonces(self, game_id: str, game: Game[Any]) -> list[str]:
        """The nonces of the computer players that have not sat down yet: those that they committed to, or none."""
        first = game.players - len(game.computers)
        bound = game.nonce_commitments or ("",) * len(game.computers)
        return [self._computers_nonce(game_id, first + place) if one else "" for place, one in enumerate(bound)]

    def _computers_nonce(self, game_id: str, seat: int) -> str:
        """What a computer player in this seat adds to the luck: who knows the game key does not know it."""
        return self._store.secret_value(game_id, f"stele/nonce/1\0{seat}")[:16].hex()

    def game_key(self, game_id: str) -> bytes:
        """The key of the game's luck; a game whose key is lost is `ReadOnly`."""
        try:
            return self._store.load_game_key(game_id)
        except (NoGameKey, WrongSecret) as error:
            raise ReadOnly(game_id, f"its game key cannot be opened ({error!r})") from error


def check_own(game: Game[Any], command: Command, player: str) -> None:
    """Refuse a command of somebody who has lost the seat since they were let in."""
    if player and (command.seat >= len(game.seats) or game.seats[command.seat].player != player):
        raise Illegal("this seat is somebody else's now", "G15")


def check_not_left(game: Game[Any], seat: int) -> None:
    """Refuse a move of a player who has left the seat: a computer player answers for it."""
    if game.seats[seat].freed:
        raise Illegal("you have lost this seat; a computer player answers for it", "G15")
    if game.seats[seat].resigned:
        raise Illegal("you have resigned; a computer player answers for this seat", "G5")
