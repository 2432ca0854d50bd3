"""The tables: where games are opened, joined and played, each command one atomic append.

A process keeps the games that it used last warm: their states at the head of the stream, folded once and caught up by
reading only what came after. A viewer's state is the fold of that viewer's redacted records and nothing else.
"""

import base64
import hmac
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain import game as shared
from domain.chance import KeyedChance, commitment
from domain.game import Game, Happening, TakeSeat
from domain.messages import Command, Illegal
from domain.projector import Projector, projector_for, title_in
from domain.rulebook import settle_options
from domain.rulebooks import find_rulebooks
from domain.secrets import Viewer
from eventstore.append import NO_HEAD, Appended, Conflict, Head, Repeated
from eventstore.entries import BEGINNING, Entry, Position, Sealed, read_records, seal_action, sealed_after
from eventstore.streams import Store

MOST_ATTEMPTS = 64
_LAST_EFFECT = 10**9


class NoSuchGame(Exception):
    """There is no game with this id."""


class TitleMissing(Exception):
    """The game's title is not installed here; the message is the title's id."""


class NoSuchPosition(Exception):
    """The game has no such position."""


class MovedOn(Exception):
    """The game is no longer at the digest that the caller knows. `head` is where it is."""

    def __init__(self, head: Head) -> None:
        super().__init__("the game has moved on")
        self.head = head


class Busy(Exception):
    """So many others moved at the same instant that this command never found the head unchanged."""


class Table:
    """One game kept warm. Whoever reads or changes it holds its `lock`."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.lock = threading.RLock()
        self.head: Head = NO_HEAD
        self.projector: Projector | None = None
        self.games: dict[Viewer, Game[Any]] = {}
        self.sealed: tuple[Sealed, ...] = ()
        self.created_at = 0
        self.last_at = 0

    @property
    def game(self) -> Game[Any]:
        """The full state; no code that faces a viewer may hold it."""
        return self.games["all"]

    def apply(self, entries: list[Entry]) -> None:
        """Fold what came after the head into every warm state of this game."""
        if not entries:
            return
        if self.projector is None:
            title = title_in(entries[0].public)
            try:
                self.projector = projector_for(title)
            except KeyError:
                raise TitleMissing(title) from None
            self.created_at = self.projector.decode(entries[0].public).at
        projector = self.projector
        viewers: list[Viewer] = list(self.games) or ["all"]
        # Without a secret among them the records are the same for everybody and need be read only once.
        public = None if any(entry.secrets for entry in entries) else read_records(projector, entries, "public")
        folded: dict[int, Game[Any]] = {}  # by the identity of the state before: shared ones are folded on once
        for viewer in viewers:
            before = self.games.get(viewer)
            after = None if public is None else folded.get(id(before))
            if after is None:
                records = read_records(projector, entries, viewer) if public is None else public
                after = projector.fold(records, before)
                assert after is not None
                folded[id(before)] = after
            self.games[viewer] = after
        self.sealed = sealed_after(projector, entries, self.sealed)
        if not self.sealed and len(self.games) > 1:
            self._share_equal_states()
        self.last_at = projector.decode(entries[-1].public).at
        self.head = Head(entries[-1].position, entries[-1].digest, self.game.is_over)

    def _share_equal_states(self) -> None:
        """While nothing is sealed all viewers know the same: one value, folded on once for all of them.

        Only states that are equal are shared, so nobody is shown more than the fold of their own records.
        """
        full = self.game
        for viewer, seen in self.games.items():
            if seen is not full and seen == full:
                self.games[viewer] = full


class Action(msgspec.Struct, frozen=True):
    """One accepted command: its entries, and the state after it as the asking viewer may see it."""

    entries: tuple[Entry, ...]
    game: Game[Any]
    projector: Projector


class Tables:
    """Every game of this server. `clock` gives the time in milliseconds since 1970 UTC."""

    def __init__(
        self, store: Store, clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000, most_warm: int = 500
    ) -> None:
        self.store = store
        self._clock = clock
        self._most_warm = most_warm
        self._warm: OrderedDict[str, Table] = OrderedDict()
        self._warm_lock = threading.Lock()

    def open(
        self,
        rulebook_id: str,
        players: int,
        options: Mapping[str, Any],
        *,
        creator: TakeSeat | None,
        computers: tuple[str, ...] = (),
        private: bool = False,
        game_id: str | None = None,
        key: bytes | None = None,
    ) -> str:
        """Open a game, seat its creator, and answer its id. Computer players take the last seats; no creator: all.

        Raises `KeyError` for an unknown title, `BadOption`, and `Illegal` for a wrong number of players. The key is
        stored before the commitment to it is published, so that no game can be left without one.
        """
        rulebook = find_rulebooks()[rulebook_id]
        settled = settle_options(rulebook, options)
        key = key or secrets.token_bytes(32)
        game_id = game_id or new_game_id()
        opened = shared.open_game(rulebook, players, settled, commitment(key), private, computers, game_id)
        game = shared.evolve_shared(None, opened.event)
        if creator is None:
            follow = shared.follow_up(rulebook, game, KeyedChance(key, game_id, [""] * players), key.hex())
        else:
            follow = shared.act(rulebook, game, creator, _chance(key, game_id, game, creator), key.hex())
        happenings = [opened, *follow]
        self.store.save_key(game_id, key)
        table = self._table(game_id)
        with table.lock:
            entries = self._seal(table, happenings, key)
            outcome = self.store.append(game_id, entries, table.head, closes=_closes(happenings))
            if not isinstance(outcome, Appended):
                raise ValueError(f"a game with the id {game_id} exists already")
            table.apply(entries)
        return game_id

    def load(self, game_id: str) -> Table:
        """The game, caught up with its stream, or `NoSuchGame`."""
        table = self._table(game_id)
        with table.lock:
            table.apply(self.store.read(game_id, after=table.head.position))
            if table.head.position == BEGINNING:
                with self._warm_lock:
                    self._warm.pop(game_id, None)
                raise NoSuchGame(game_id)
        return table

    def warm(self, game_id: str) -> Table:
        """The game as this process last knew it, read only if it knows nothing yet: for who sits there, not for state.

        Seats and who resigned may be behind the stream; a command is decided at the head in any case.
        """
        table = self._table(game_id)
        return table if table.games else self.load(game_id)

    def invitation(self, game_id: str) -> str:
        """What lets somebody into this private game, derived from its key: it needs no place of its own."""
        digest = hmac.digest(self.store.load_key(game_id), b"stele/invitation/1\0" + game_id.encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:15]).decode()

    def seen_by(self, game_id: str, viewer: Viewer) -> tuple[Table, Head, Game[Any]]:
        """The game at its head as this viewer may see it."""
        table = self.load(game_id)
        with table.lock:
            return table, table.head, self._seen(table, viewer)

    def seen_at(self, game_id: str, viewer: Viewer, at: Position) -> tuple[Projector, Entry, Game[Any]]:
        """The game at a position as this viewer may see it, with the entry there; `NoSuchPosition` beyond the end."""
        table = self.load(game_id)
        assert table.projector is not None
        entries = self.store.read(game_id, until=at)
        if not entries or at > table.head.position or entries[-1].position.action != at.action:
            raise NoSuchPosition(str(at))
        if at.effect != _LAST_EFFECT and entries[-1].position != at:
            raise NoSuchPosition(str(at))
        game = table.projector.fold(read_records(table.projector, entries, viewer))
        assert game is not None
        return table.projector, entries[-1], game

    def command(
        self,
        game_id: str,
        command: Command,
        viewer: Viewer,
        *,
        idempotency_key: str | None = None,
        request_digest: bytes = b"",
        expected_digest: bytes | None = None,
        by_computer: bool = False,
    ) -> Action:
        """Carry out a command: decide, append the whole action, and answer with the state after it.

        Raises `Illegal`, `NoSuchGame`, `MovedOn` (when `expected_digest` is not the head's) and, from the store,
        `KeyReused`. An idempotency key that was seen gives the first answer again, before anything else is checked.
        """
        table = self._table(game_id)
        with table.lock:
            # The warm state may be behind the stream: what it allows is settled by the append, which compares heads;
            # what it refuses counts only after catching up.
            caught_up = False
            if table.head.position == BEGINNING or expected_digest is not None:
                self.load(game_id)
                caught_up = True
            for _ in range(MOST_ATTEMPTS):
                try:
                    if expected_digest is not None and table.head.digest != expected_digest:
                        raise MovedOn(table.head)
                    happenings = self._decide(table, command, by_computer)
                except (Illegal, MovedOn) as refusal:
                    if caught_up:
                        return self._earlier_outcome(table, viewer, idempotency_key, request_digest, refusal)
                    self.load(game_id)
                    caught_up = True
                    continue
                entries = self._seal(table, happenings, self.store.load_key(game_id))
                outcome = self.store.append(
                    game_id,
                    entries,
                    table.head,
                    closes=_closes(happenings),
                    idempotency_key=idempotency_key,
                    request_digest=request_digest,
                )
                match outcome:
                    case Appended():
                        self._seen(table, viewer)
                        table.apply(entries)
                        assert table.projector is not None
                        return Action(tuple(entries), table.games[viewer], table.projector)
                    case Repeated(position):
                        return self._outcome_at(table, viewer, position)
                    case Conflict(tail):
                        table.apply(list(tail))
                        caught_up = True
            raise Busy(game_id)

    def _decide(self, table: Table, command: Command, by_computer: bool) -> list[Happening]:
        assert table.projector is not None
        if not isinstance(command, TakeSeat) and not by_computer and table.game.seats[command.seat].resigned:
            raise Illegal("you have resigned; a computer player answers for this seat", "G5")
        game, key = table.game, self.store.load_key(table.game_id)
        chance = _chance(key, table.game_id, game, command)
        rulebook = table.projector.rulebook
        return shared.act(rulebook, game, shared.as_listed(rulebook, game, command), chance, key.hex())

    def _seal(self, table: Table, happenings: list[Happening], key: bytes) -> list[Entry]:
        """The entries of the next action at the table's head. Time never runs backwards within a game."""
        entries, _records = seal_action(
            happenings,
            action=table.head.position.action + 1,
            at=max(self._clock(), table.last_at),
            previous=table.head.digest,
            key=key,
            game_id=table.game_id,
            sealed=table.sealed,
        )
        return entries

    def _earlier_outcome(
        self, table: Table, viewer: Viewer, idempotency_key: str | None, request_digest: bytes, refusal: Exception
    ) -> Action:
        """The first answer to a command that is sent again; the refusal, if it is not one."""
        if idempotency_key is not None:
            position = self.store.position_of_request(table.game_id, idempotency_key, request_digest)
            if position is not None:
                return self._outcome_at(table, viewer, position)
        raise refusal

    def _outcome_at(self, table: Table, viewer: Viewer, position: Position) -> Action:
        """The answer that the action which ends at this position got when it was accepted."""
        projector, _entry, game = self.seen_at(table.game_id, viewer, position)
        return Action(tuple(self.store.read_action(table.game_id, position.action)), game, projector)

    def _seen(self, table: Table, viewer: Viewer) -> Game[Any]:
        """The warm state of this viewer, folded from the start of the stream when it is asked for the first time."""
        if viewer not in table.games:
            assert table.projector is not None
            entries = self.store.read(table.game_id, until=table.head.position)
            folded = table.projector.fold(read_records(table.projector, entries, viewer))
            assert folded is not None
            table.games[viewer] = folded
        return table.games[viewer]

    def _table(self, game_id: str) -> Table:
        """The warm table of this game; the one that was used longest ago makes room for it."""
        with self._warm_lock:
            table = self._warm.get(game_id)
            if table is not None:
                self._warm.move_to_end(game_id)
                return table
            table = self._warm[game_id] = Table(game_id)
            while len(self._warm) > self._most_warm:
                self._warm.popitem(last=False)
            return table


def _chance(key: bytes, game_id: str, game: Game[Any], command: Command) -> KeyedChance:
    """The game's luck for this command. Draws begin when the last seat is taken, so all nonces are in by then."""
    nonces = game.nonces
    if isinstance(command, TakeSeat):
        nonces = (*nonces, command.nonce, *("" for _ in game.computers))
    return KeyedChance(key, game_id, nonces, game.draws)


def _closes(happenings: list[Happening]) -> bool:
    return isinstance(happenings[-1].event, (shared.GameFinished, shared.GameAborted))


def whole_action(action: int) -> Position:
    """The position that means all of this action."""
    return Position(action, _LAST_EFFECT)


def new_game_id() -> str:
    """A new game's id: 12 letters and digits, easy to read aloud, impossible to guess."""
    return "".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(12))


def seat_of(game: Game[Any], player_id: str) -> int | None:
    """The seat of this player, or none."""
    for number, seat in enumerate(game.seats):
        if seat.player == player_id and seat.kind == shared.PERSON:
            return number
    return None
