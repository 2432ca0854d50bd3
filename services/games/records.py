"""Records for one viewer: events, live or by page, frames, the bundle and the audit.

Every call takes a `Seen`, which names the viewer, and returns only what that viewer may see; `disclosed` adds what only
the judge of a dispute is shown.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from audit.bundle import export_bundle, players_in
from audit.dossier import Dossier, RecordedAction, viewers_of
from audit.signing.keyring import Keyring
from audit.signing.receipts import receipt_of
from audit.transparency.inclusion_proofs import Logged
from audit.transparency.public_log import NotLogged, PublicLog
from audit.verification.replay_rules import adjudicate
from audit.verification.report import Report
from audit.verification.store_validation import adjudicate_stored, stored_games, validate_stored
from audit.verification.verify import verify
from domain.game import Game
from domain.redaction import Viewer, redact
from eventstore.encryption import WrongSecret
from eventstore.entries import BEGINNING, Entry, Position, check_secrets, parse_position, read_record
from eventstore.errors import reading
from eventstore.store import NoGameKey, Store
from replay.frames import FrameForm, frames
from replay.narration import Translate, narrate
from replay.past_states import placed_records
from replay.player_names import Find
from replay.seek import Near, Seeker
from replay.viewer_state import Seen, SeenRecord, see

_PAGE = 500


class Records:
    """The records of all games. The keyring signs the receipts of bundles and of commands; `names_of` finds names."""

    def __init__(self, store: Store, keyring: Keyring, log: PublicLog, names_of: Find = lambda _players: {}) -> None:
        self._names_of = names_of
        self._store = store
        self._seeking = Seeker(store)
        self._keyring = keyring
        self._log = log

    def receipt(self, seen: Seen, request: str = "") -> dict[str, Any]:
        """The signed receipt that the game was at this position, after the request with this SHA-256, if any."""
        keyring = self._keyring
        return receipt_of(keyring.current, keyring.origin, seen.game_id, seen.position, seen.digest, seen.at, request)

    def page(self, seen: Seen, after: Position, limit: int) -> tuple[list[SeenRecord], Position | None]:
        """Up to `limit` records after this position, up to the position where the viewer sees the game, and the start
        of the next page.
        """
        entries = self._store.read(seen.game_id, after=after, until=seen.position, count=limit + 1)
        shown = [see(seen.projector, entry, seen.viewer) for entry in entries[:limit]]
        return shown, shown[-1].position if len(entries) > limit else None

    def digests(self, seen: Seen, positions: Iterable[Position]) -> list[tuple[Position, bytes | None]]:
        """The current digest of the record at each of these positions; none if it has no such entry."""
        found = ((one, self._store.entry_at(seen.game_id, one)) for one in positions)
        return [(position, None if entry is None else entry.digest) for position, entry in found]

    def all(self, seen: Seen, after: Position = BEGINNING) -> Iterator[SeenRecord]:
        """All records after this position, up to the position where the viewer sees the game, read page by page."""
        following: Position | None = after
        while following is not None:
            page, following = self.page(seen, following, _PAGE)
            yield from page

    def since(self, seen: Seen, after: Position, viewers: Iterable[Viewer]) -> dict[Viewer, list[SeenRecord]]:
        """The records after this position, up to the position where the game is seen, as each of these viewers may see
        them.
        """
        entries = self._store.read(seen.game_id, after=after, until=seen.position)
        return {viewer: [see(seen.projector, entry, viewer) for entry in entries] for viewer in viewers}

    def frames(self, seen: Seen, first: Position, last: Position, form: FrameForm) -> Iterator[dict[str, Any]]:
        """One frame for each effect from the first position to the last, but not beyond where the game is seen."""
        last = min(last, seen.position)
        near = self._seeking.before(seen.game_id, seen.projector, seen.viewer, first, seen.game.is_over)
        records = (see(seen.projector, entry, seen.viewer) for entry in self._onward(seen.game_id, near, last))
        past = self._seeking.past(seen.game_id, seen.projector, seen.viewer, last)
        return frames(seen.projector, records, seen.viewer, first, form, near.game, past, seen.naming)

    def _onward(self, game_id: str, near: Near, last: Position) -> Iterator[Entry]:
        """The entries after this state up to the last position, read page by page."""
        yield from near.entries
        after = near.entries[-1].position if near.entries else near.position
        while page := self._store.read(game_id, after=after, until=last, count=_PAGE):
            yield from page
            after = page[-1].position

    def dossier(self, seen: Seen, translate: Translate) -> dict[str, Any]:
        """Everything about the last action of `seen` that its viewer may know, with a receipt.

        The action is decided again with the game's key, which the server has even while the game runs.
        """
        game_id, projector, action = seen.game_id, seen.projector, seen.position.action
        entries, earlier = self._store.read_action(game_id, action), self._store.read_action(game_id, action - 1)
        before = earlier[-1] if earlier else None

        def state(viewer: Viewer) -> Game[Any] | None:
            if before is None:
                return None
            return self._seeking.state_at(game_id, projector, viewer, before.position, seen.game.is_over)

        past = self._seeking.past(game_id, projector, "all", seen.position)
        counting = self._seeking.counting(game_id, projector, BEGINNING if before is None else before.position)
        with reading(game_id):
            placed = placed_records(projector, entries)
            fork = seen.game.fork
            is_copy = fork is not None and action <= fork.actions
            key = None if is_copy else self._game_key(game_id)
            judged = (
                None
                if key is None
                else adjudicate(projector, game_id, state("all"), placed, key, seen.game.nonces, past, counting)
            )
            views = {viewer: state(viewer) for viewer in viewers_of(seen.viewer, seen.game.players)}
        recorded = RecordedAction(before, entries, judged, is_copy)
        told = Dossier(projector, seen.viewer, seen.naming, seen.names_then(), views, recorded, translate)
        return {"game": game_id, **told.as_json(), "receipt": self.receipt(seen)}

    def disclosed(self, seen: Seen, translate: Translate) -> Iterator[dict[str, Any]]:
        """Each secret that a player opened to the judge of a dispute, for the judge alone, with its salt and in words.

        The words are those of its event for a reader who knows this field, and no other secret of the event. A value
        that does not match its commitment is `RecordDamaged`.
        """
        then = seen.names_then()
        for number, dispute in enumerate(seen.game.disputes, start=1):
            for one in dispute.disclosed:
                with reading(seen.game_id):
                    position = parse_position(one.position)
                    entry = self._store.entry_at(seen.game_id, position)
                    assert entry is not None, "only a recorded secret is disclosed"
                    check_secrets([entry])
                    value, salt = msgspec.json.decode(entry.secrets)[one.field]
                    full = read_record(seen.projector, entry)
                    shown = replace(redact(full.data, "public"), **{one.field: getattr(full.data, one.field)})
                told = narrate(seen.projector.rulebook, shown, then.at(position), translate, full.actor is not None)
                yield {
                    "number": number,
                    "seat": one.seat,
                    "position": one.position,
                    "field": one.field,
                    "type": type(shown).__name__,
                    "value": value,
                    "salt": salt,
                    "commitment": msgspec.json.decode(entry.public)["data"][one.field]["sealed"],
                    "text": told.text,
                }

    def _game_key(self, game_id: str) -> bytes | None:
        try:
            return self._store.load_game_key(game_id)
        except (NoGameKey, WrongSecret):
            return None

    def position_at(self, seen: Seen, milliseconds: int) -> Position | None:
        """The last position at or before this time, or none if the game begins later."""
        return self._store.last_before(seen.game_id, milliseconds)

    def bundle(self, seen: Seen) -> Iterator[bytes]:
        """The lines of the bundle for this viewer, up to the position where the game is seen.

        Its proofs are a receipt for its end, the succession from the server's first key to the signing key, and the
        proof of its inclusion if the game is in the log already.
        """
        logged = map(msgspec.to_builtins, self._logged(seen))
        return self._bundle(seen, [self.receipt(seen), *self._keyring.successions(), *logged])

    def is_settled(self, seen: Seen) -> bool:
        """Whether neither the game nor its proofs can change, as it is over, and its end is in the log and cosigned."""
        return seen.game.is_over and any(
            one.position == str(seen.position) and self._log.is_cosigned(one) for one in self._logged(seen)
        )

    def _bundle(self, seen: Seen, proofs: Sequence[dict[str, Any]]) -> Iterator[bytes]:
        entries = self._store.read(seen.game_id, until=seen.position)
        mark = seen.imported
        names = self._names_of(players_in(seen.projector, entries)) if mark is None else mark.names
        return export_bundle(seen.projector, seen.game_id, entries, seen.viewer, proofs, names)

    def _logged(self, seen: Seen) -> list[Logged]:
        try:
            logged = self._log.logged(seen.game_id)
        except NotLogged:
            return []
        # While the game continues, the log may be ahead of what is seen.
        return [logged] if parse_position(logged.position) <= seen.position else []

    def stored(self) -> list[str]:
        """The ids of all games of this server, including private ones."""
        return stored_games(self._store)

    def validate(self, game_id: str) -> Report:
        """The report on the whole record of a game, even a running one, for the operator."""
        return validate_stored(self._store, game_id)

    def adjudicate(self, game_id: str) -> Report:
        """The report on the whole record of a game, with every command decided again, for the operator."""
        return adjudicate_stored(self._store, game_id)

    def audit(self, seen: Seen) -> Report:
        """The report on the record as this viewer may see it, without a receipt, which would prove nothing."""
        return verify(b"".join(self._bundle(seen, [*map(msgspec.to_builtins, self._logged(seen))])))
