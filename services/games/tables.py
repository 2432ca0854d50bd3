"""Tables: games are opened, joined and played here, each command one atomic append.

A process keeps its recently used games warm: their states at the head of the stream, folded once, then updated with new
entries only. A viewer's state is the fold of that viewer's redacted records and nothing else.
"""

import base64
import hmac
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from audit.game_import import import_bundle
from audit.verification.clocks import asked_since
from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance, commitment
from domain.clocks.events import RecordOutage, ServerAway
from domain.clocks.rules import at_time, running
from domain.disputes.rules import DISPUTES
from domain.game import CommandSigned, Game, TakeSeat
from domain.messages import Command, Illegal, Record
from domain.preview import Foreseen, foresee_all
from domain.projector import Projector
from domain.redaction import Viewer, redact_record
from domain.rulebook import settle_options
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.append import NO_HEAD, Appended, Conflict, GameClosed, Head, Repeated
from eventstore.backup.imports import imported_mark
from eventstore.checkpoints.read_only_games import Closures
from eventstore.disk_space import DiskSpace
from eventstore.entries import (
    FIRST_DIGEST,
    End,
    Entry,
    Position,
    check_chain,
    check_secrets,
    parse_position,
    read_records,
    seal_action,
)
from eventstore.errors import ReadOnly, RecordDamaged, reading
from eventstore.lru import LruCache
from eventstore.outages import Outages
from eventstore.store import NoGameKey, Store
from operations.clock import now
from operations.metrics import FOLDS
from replay.past_states import placed_records
from replay.player_names import Names, Naming, as_recorded, copied, found_by, kept_while
from replay.seat_history import NamesThen
from replay.seek import Seeker
from replay.viewer_state import Seen, SeenRecord
from services.accounts.name_cache import NameCache
from services.accounts.name_rules import is_name
from services.accounts.players import new_id
from services.games.command_reply import CommandReply, Wanted
from services.games.decide import (
    Decided,
    Decider,
    SentCommand,
    check_may_come_together,
    check_not_left,
    check_own,
    check_together,
    is_over_after,
    refusing_unlisted,
)
from services.games.signed_moves import BadSignature
from services.games.warm_game import Ahead, Pasts, TitleMissing, WarmGame
from verify.bundle import Bundle

MOST_ATTEMPTS = 64
_LAST_EFFECT = 10**9


class NoSuchGame(Exception):
    """There is no game with this id."""


class NoSuchPosition(Exception):
    """The game has no such position; the message names the missing position, and the game's last position or action."""


class StillSecret(Exception):
    """The full view of a running game was requested."""


class MovedOn(Exception):
    """The game is no longer at the digest that the caller expects. `head` is its present head."""

    def __init__(self, head: Head) -> None:
        super().__init__("the game has moved on")
        self.head = head


class Busy(Exception):
    """Other moves came so quickly that this command never found the head unchanged."""


class Done(msgspec.Struct, frozen=True):
    """Accepted commands as their sender may see them: their records, the game after them, and the reply if wanted."""

    seen: Seen
    records: tuple[SeenRecord, ...]
    answer: CommandReply | None = None


class Request(msgspec.Struct, frozen=True):
    """The idempotency key of a request, the digest of its content, and the head that it expects."""

    key: str | None = None
    digest: bytes = b""
    expected: bytes | None = None


NO_REQUEST = Request()


class Tables:
    """Every game of this server. `clock` gives the time in milliseconds since 1970 UTC.

    `names` has the players' names; without it the names in the records are used. `closures` lists the read-only games,
    `room` checks the free disk space. Every call that names a damaged game may raise `ReadOnly` or `RecordDamaged`.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int] = now,
        most_warm: int = 500,
        closures: Closures | None = None,
        names: NameCache | None = None,
        room: DiskSpace | None = None,
    ) -> None:
        self.store = store
        self.room = room
        self._names = names
        self.closures = closures or Closures(store.redis)
        self.seeker = Seeker(store)
        self.outages = Outages(store.redis)
        self._deciding = Decider(store, self.seeker)
        self._clock = clock
        self._most_warm = most_warm
        self._warm: LruCache[str, WarmGame] = LruCache(most_warm)
        self._runs: frozenset[str] | None = None

    def open(
        self,
        terms: GameTerms,
        *,
        creator: TakeSeat | None = None,
        game_id: str | None = None,
        game_key: bytes | None = None,
    ) -> str:
        """Open a game on these terms, then seat its creator in an action of its own, and return its id.

        Computer players take the last seats; `reserved` gives for each seat the player it is reserved for. Raises
        `KeyError` for an unknown title, `BadOption`, and `Illegal` for a wrong number of players. The game key is
        stored before its commitment is published, so no game can lack its key. A game with a given key can be repeated
        by anyone: its computer players contribute no nonces.
        """
        self.check_may_open()
        rulebook = find_rulebooks()[terms.rulebook]
        terms = msgspec.structs.replace(terms, options=settle_options(rulebook, terms.options))
        game_id, computers = game_id or new_id(), len(terms.computers)
        nonces = bound = [""] * computers
        if game_key is None:
            nonces, bound = self._deciding.bound_nonces(game_id, terms.players, computers)
        game_key = game_key or self._kept_key(game_id) or secrets.token_bytes(32)
        self.closures.check(game_id)
        opened = lifecycle.open_game(rulebook, terms, commitment(game_key), game_id, tuple(bound))
        game = shared.evolve_shared(None, opened.event)
        chance = KeyedChance(game_key, game_id, nonces)
        happenings = [opened, *lifecycle.follow_up(rulebook, game, chance, game_key.hex(), nonces)]
        self.store.save_game_key(game_id, game_key)
        entries, records = seal_action(happenings, End(), at=self._time_to_record(), game_key=game_key, game_id=game_id)
        outcome = self.store.append(game_id, entries, NO_HEAD, closes=is_over_after(False, happenings))
        if not isinstance(outcome, Appended):
            raise ValueError(f"a game with the id {game_id} already exists")
        self._warm.keep(game_id, WarmGame(game_id, entries, self._pasts(game_id), records, naming=self._naming()))
        if creator is not None:
            self.command(game_id, creator, "public")
        return game_id

    def check_open(self) -> None:
        """Raise `DoorShut` or `DiskFull` if nothing may be recorded now."""
        self.closures.check_door()
        if self.room is not None:
            self.room.check_for_move()

    def check_may_open(self) -> None:
        """Raise `DoorShut` or `DiskShort` if no game may be opened now."""
        self.closures.check_door()
        if self.room is not None:
            self.room.check_for_game()

    def _kept_key(self, game_id: str) -> bytes | None:
        """The key of a game whose opening was begun; none for any other game."""
        try:
            return self.store.load_game_key(game_id)
        except NoGameKey:
            return None

    def now(self) -> int:
        """The time, in milliseconds since 1970 UTC."""
        return self._clock()

    def _time_to_record(self) -> int:
        """The time, or `ClockLeapt`; it is read before the check, so that a later leap cannot affect it."""
        now = self._clock()
        self.closures.check_time()
        return now

    def writable(self) -> float:
        """The share of the games that accept moves now: all, none, or those on the available servers."""
        return 0.0 if self.is_disk_full or self.closures.shut() else self.store.writable()

    @property
    def is_disk_full(self) -> bool:
        """Whether the disk has no room even for a move; a server that writes then would crash."""
        return self.room is not None and self.room.is_full

    def exists(self, game_id: str) -> bool:
        """Whether there is a game with this id."""
        return self.store.exists(game_id)

    def take_in(self, bundle: Bundle, takes_unsigned: bool = True) -> str:
        """Import a finished game from elsewhere, signed or not; its id, or `CannotImport`.

        It is marked as imported, and no player here owns its seats.
        """
        return import_bundle(self.store, bundle, is_name, self._time_to_record(), takes_unsigned)

    def place_of(self, game_id: str, player_id: str) -> tuple[int, Projector] | None:
        """This player's seat at the head of the game, and the title's projector; none without one, or `NoSuchGame`."""
        warm = self._load(game_id)
        with warm.lock:
            if warm.imported is not None:
                return None
            seat = shared.seat_of(warm.projector.rulebook, warm.game, player_id)
        return None if seat is None else (seat, warm.projector)

    def invitation(self, game_id: str) -> str | None:
        """The invitation to this private game; derived from the game key, so it is not stored and may be lost."""
        try:
            game_key = self._deciding.game_key(game_id)
        except ReadOnly:
            return None
        digest = hmac.digest(game_key, b"stele/invitation/1\0" + game_id.encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:15]).decode()

    def seen(self, game_id: str, viewer: Viewer | Callable[[Seen], Viewer] = "public") -> Seen:
        """The game at its head as this viewer may see it, or `NoSuchGame`; `StillSecret` for all of a running game.

        The viewer may be chosen by what the gallery sees; the stream is still read only once.
        """
        warm = self._load(game_id)
        with warm.lock:
            chosen = viewer(self._see(warm, "public")) if callable(viewer) else viewer
            if chosen == "all" and not warm.game.is_over:
                raise StillSecret(game_id)
            return self._see(warm, chosen)

    def find(self, game_id: str, viewer: Viewer | Callable[[Seen], Viewer] = "public") -> Seen | None:
        """The game as `seen` returns it; None without one, or if it cannot be read."""
        try:
            return self.seen(game_id, viewer)
        except (NoSuchGame, TitleMissing, RecordDamaged):
            return None

    def entry_at(self, seen: Seen, at: Position) -> Entry:
        """The entry at a position up to the one where this viewer sees the game, or `NoSuchPosition`."""
        entry = self.store.last_of_action(seen.game_id, at) if at <= seen.position or _is_whole(at) else None
        if entry is None or entry.position > seen.position or not (_is_whole(at) or entry.position == at):
            raise no_such_position(seen, at)
        return entry

    def seen_at(self, seen: Seen, at: Position | Entry) -> Seen:
        """The game at an earlier position as this viewer may see it; `NoSuchPosition` beyond the end."""
        entry = at if isinstance(at, Entry) else self.entry_at(seen, at)
        if entry.position == seen.position:
            return seen
        with reading(seen.game_id):
            game = self.seeker.state_at(seen.game_id, seen.projector, seen.viewer, entry.position, seen.game.is_over)
            time = seen.projector.decode(entry.public).at
        past = {"game": game, "position": entry.position, "digest": entry.digest, "at": time}
        return msgspec.structs.replace(seen, **past)

    def foresee(self, game_id: str, player: str, commands: Sequence[Command]) -> tuple[Seen, Foreseen]:
        """The game as this seat sees it, and a preview of these commands, without recording; or `Illegal`.

        `player` is the id of the sender, who must have the seat at the head of the game.
        """
        check_may_come_together(commands)
        command = commands[0]

        def own_seat(public: Seen) -> Viewer:
            check_own(public.game, command, player)
            return command.seat

        seen = self.with_outages(self.seen(game_id, own_seat))
        if any(isinstance(command, lifecycle.SHARED_COMMANDS) for command in commands):
            raise Illegal("only moves of the game itself can be previewed", "G4")
        check_not_left(seen.game, command.seat)
        with refusing_unlisted(seen.rulebook, seen.game, commands):
            foreseen = foresee_all(seen.rulebook, seen.game, commands)
        return seen, foreseen

    def command(
        self,
        game_id: str,
        command: Command,
        viewer: Viewer,
        *,
        request: Request = NO_REQUEST,
        player: str = "",
        by_computer: bool = False,
        signed: CommandSigned | None = None,
        ordered: bool = False,
    ) -> Done:
        """Carry out a command: decide, append the whole action, and return the outcome; otherwise as `commands`."""
        return self.commands(
            game_id,
            (SentCommand(command, signed, ordered),),
            viewer,
            request=request,
            player=player,
            by_computer=by_computer,
        )

    def commands(
        self,
        game_id: str,
        sent: Sequence[SentCommand],
        viewer: Viewer,
        *,
        wanted: Wanted | None = None,
        request: Request = NO_REQUEST,
        player: str = "",
        by_computer: bool = False,
        at: int | None = None,
    ) -> Done:
        """Carry out all of these commands in order, or none: decide, append all, and return the outcome.

        The outcome is complete before the append: if it cannot be shown or signed with a receipt, nothing is recorded.
        `player` is the id of the sender. Raises `Illegal`, `BadSignature`, `NoSuchGame`, `MovedOn` (if `request`
        expects another head) and, from the store, `IdempotencyKeyReused`. A repeated idempotency key returns the first
        outcome again, before any other check.
        """
        warm = self._game_to_act_in(game_id, sent)
        with warm.lock:
            if at is None:
                self._say_outages(warm)
            # The warm state may be behind the stream: the append checks what it allows by comparing heads; what it
            # refuses counts only after catching up.
            caught_up = request.expected is not None
            if caught_up:
                self._catch_up(warm)
            for _ in range(MOST_ATTEMPTS):
                try:
                    entries, records, is_over = self._decided(warm, sent, request, player, by_computer, at)
                    ahead = warm.ahead(entries, records)
                    done = _done(self._see(warm, viewer, ahead), entries, records, wanted)
                    outcome = self.store.append(
                        game_id,
                        entries,
                        warm.head,
                        closes=is_over,
                        idempotency_key=request.key,
                        request_digest=request.digest,
                    )
                except (Illegal, MovedOn, BadSignature, GameClosed):
                    if not caught_up:
                        self._catch_up(warm)
                        caught_up = True
                        continue
                    before = self._sent_before(game_id, request)
                    if before is None:
                        raise
                    return self._outcome_at(warm, viewer, before, len(sent), wanted)
                match outcome:
                    case Appended():
                        warm.take(ahead)
                        return done
                    case Repeated(position):
                        return self._outcome_at(warm, viewer, position, len(sent), wanted)
                    case Conflict(tail):
                        warm.apply(tail)
                        caught_up = True
            raise Busy(game_id)

    def _game_to_act_in(self, game_id: str, sent: Sequence[SentCommand]) -> WarmGame:
        """The game, or `ReadOnly` if it takes none of these commands; an unfinished imported game takes none at all."""
        self.closures.check(game_id)
        if self.room is not None:
            self.room.check_for_move()
        warm = self._warm_game(game_id)
        disputes = any(isinstance(one.command, DISPUTES.types) for one in sent)
        if warm.imported is not None and (not warm.game.is_over or disputes):
            raise ReadOnly(game_id, "it was not played here, and only what was played elsewhere comes in")
        return warm

    def _decided(
        self,
        warm: WarmGame,
        sent: Sequence[SentCommand],
        request: Request,
        player: str,
        by_computer: bool,
        at: int | None,
    ) -> Decided:
        """The entries and records of these commands at the game's head, or the refusal."""
        if request.expected is not None and warm.head.digest != request.expected:
            raise MovedOn(warm.head)
        if len(sent) > 1:
            own = self._see(warm, sent[0].command.seat).game
            check_together(warm.projector.rulebook, own, [one.command for one in sent], player)
        now = self._time_to_record() if at is None else at
        return self._deciding.decide(warm, sent, now, player=player, by_computer=by_computer)

    def with_outages(self, seen: Seen) -> Seen:
        """The game with its clocks adjusted for outages that its record does not have yet.

        The record gets them with its next event, or from the worker some time after an outage. Until then, code that
        shows or sends deadlines uses this, because a deadline that passed during an outage does not count.
        """
        if seen.imported is not None or not running(seen.rulebook, seen.game):
            return seen
        game = seen.game
        for since, until in self.outages.since(seen.at, self._clock()):
            game = at_time(seen.rulebook, game, until, ServerAway(since, until))
        return msgspec.structs.replace(seen, game=game)

    def say_outages(self, game_id: str) -> None:
        """Record in this game the outages that it has not recorded yet."""
        self.closures.check(game_id)
        warm = self._warm_game(game_id)
        with warm.lock:
            self._say_outages(warm)

    def _say_outages(self, warm: WarmGame) -> None:
        """Record the outages before anything else happens in the game, because no clock ran during them.

        Each is recorded with the time at which it ended.
        """
        while warm.imported is None and running(warm.projector.rulebook, warm.game):
            before, spans = warm.last_at, self.outages.since(warm.last_at, self._time_to_record())
            if not spans:
                return
            outage = SentCommand(RecordOutage(-1, *spans[0]))
            try:
                self.commands(warm.game_id, (outage,), "public", by_computer=True, at=spans[0][1])
            except Illegal:
                # It was recorded already, or the game moved on at this very moment: look again.
                if warm.last_at == before:
                    raise

    def _sent_before(self, game_id: str, request: Request) -> Position | None:
        """The last position that an earlier sending of this request wrote, if there was one."""
        if request.key is None:
            return None
        return self.store.position_of_request(game_id, request.key, request.digest)

    def _outcome_at(
        self, warm: WarmGame, viewer: Viewer, position: Position, actions: int, wanted: Wanted | None
    ) -> Done:
        """The outcome of the `actions` actions that end at this position, as it was when they were accepted."""
        self._catch_up(warm)
        seen = self.seen_at(self._see(warm, viewer), position)
        before = Position(position.action - actions, _LAST_EFFECT)
        entries = self.store.read(warm.game_id, after=before, until=position)
        return _done(seen, entries, read_records(seen.projector, entries), wanted)

    def _pasts(self, game_id: str) -> Pasts:
        """The game's states at earlier positions, for folding."""
        return lambda projector, viewer: self.seeker.past(game_id, projector, viewer)

    def name_changes(self) -> int:
        """The number of name changes so far. If it has grown, earlier output may contain an outdated name."""
        return 0 if self._names is None else self._names.changes()

    def _naming(self) -> Naming:
        """The source of names for the players of games that are played here."""
        if self._names is None:
            return as_recorded
        usual = kept_while(self._names.changes, found_by(self._names))

        def of_game(game: Game[Any]) -> Names:
            fork = game.fork
            return usual(game) if fork is None else copied(self.names_in(fork.game, fork.position), usual)(game)

        return of_game

    def names_of(self, players: Iterable[str]) -> Mapping[str, str]:
        """The names of those of these players who have one, by id."""
        return {player: player for player in players} if self._names is None else self._names(players)

    def asked_at(self, game_id: str, seat: int) -> str:
        """The position since which this seat has been asked without acting, empty if it is not asked; or
        `NoSuchGame`.
        """
        warm = self._load(game_id)
        with reading(game_id):
            placed = placed_records(warm.projector, self.store.read(game_id), "all")
            at = asked_since(warm.projector, placed).get(seat)
        return "" if at is None else str(at)

    def names_in(self, game_id: str, at: str) -> Sequence[str | None]:
        """The names of this game's players at this position, seat by seat; none if it cannot be read."""
        try:
            with reading(game_id, NoSuchGame, TitleMissing):
                warm = self._warm_game(game_id)
                return NamesThen(warm.game, warm.naming, warm.sittings).at(parse_position(at))
        except (NoSuchGame, TitleMissing, RecordDamaged):
            return ()

    def _see(self, warm: WarmGame, viewer: Viewer, ahead: Ahead | None = None) -> Seen:
        return warm.see(viewer, lambda: self.store.read(warm.game_id, until=warm.end.position), ahead)

    def _load(self, game_id: str) -> WarmGame:
        """The game, caught up with its stream, or `NoSuchGame`."""
        warm = self._known().get(game_id)
        if warm is None:
            return self._warm_game(game_id)
        with warm.lock:
            self._catch_up(warm)
        return warm

    def _catch_up(self, warm: WarmGame) -> None:
        if entries := self.store.read(warm.game_id, after=warm.end.position):
            warm.apply(entries)
            FOLDS.labels("tail").inc()

    def _known(self) -> LruCache[str, WarmGame]:
        """The games that this process has cached.

        A replica that replaces its server may lack entries that were read but not acknowledged, so all games are read
        again after that.
        """
        if self.store.redis.replicas:
            self.closures.findings()
            if self.closures.runs != self._runs:
                self._warm = LruCache(self._most_warm)
                self._runs = self.closures.runs
        return self._warm

    def _warm_game(self, game_id: str) -> WarmGame:
        """The cached state of this game, which is read only the first time, or `NoSuchGame`."""
        warm = self._known().get(game_id)
        if warm is None:
            entries = self.store.read(game_id)
            if not entries:
                finding = self.closures.findings().get(game_id)
                raise NoSuchGame(game_id) if finding is None else RecordDamaged(game_id, str(finding))
            mark = imported_mark(self.store, game_id)
            opened = WarmGame(game_id, entries, self._pasts(game_id), imported=mark, naming=self._naming())
            warm = self._warm.keep(game_id, opened)
            FOLDS.labels("whole").inc()
            self._forget_finding(game_id, entries)
        return warm

    def _forget_finding(self, game_id: str, entries: Sequence[Entry]) -> None:
        """Forget that this game was unreadable, as it is after an older Stele met a newer record, if it is sound."""
        finding = self.closures.findings().get(game_id)
        if finding is not None and finding.kind == "unreadable":
            with reading(game_id):
                check_chain(FIRST_DIGEST, entries)
                check_secrets(entries)
            self.closures.remove(game_id)


def _done(seen: Seen, entries: Sequence[Entry], records: Sequence[Record[Any]], wanted: Wanted | None) -> Done:
    shown = tuple(
        SeenRecord(entry.position, entry.digest, redact_record(record, seen.viewer))
        for entry, record in zip(entries, records, strict=True)
    )
    return Done(seen, shown, None if wanted is None else wanted.answer(seen, shown))


def most_shown(public: Seen) -> Viewer:
    """The viewer who may see most of this game without a seat: `all` once it is over, until then the gallery."""
    return "all" if public.game.is_over else "public"


def no_such_position(seen: Seen, at: Position) -> NoSuchPosition:
    """The error for a position, or a whole action, that this viewer's game does not have."""
    if _is_whole(at):
        return NoSuchPosition(f"action {at.action}; its last action is {seen.position.action}")
    return NoSuchPosition(f"position {at}; its last position is {seen.position}")


def whole_action(action: int) -> Position:
    """The position that means all of this action."""
    return Position(action, _LAST_EFFECT)


def _is_whole(at: Position) -> bool:
    return at.effect == _LAST_EFFECT
