"""Verifier of a bundle: offline, and without trusting its writer.

Every check has a verdict: `passed`, `failed` with the first bad position, or `not possible` with the reason (for
example that a running game has not published its game key). No content of a bundle makes verification raise an
exception.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from audit.bundle import BadBundle, Bundle, import_entries, position_of_line, read_bundle
from audit.signing.key_succession import SCHEME as SUCCESSION
from audit.signing.key_succession import is_genuine_succession
from audit.signing.receipts import is_genuine, receipts_among
from audit.transparency.inclusion_proofs import BadProof, Contradicted, hold_against, is_logged
from audit.verification.bounds import complaint_of_players, unbounded
from audit.verification.clocks import first_untimely
from audit.verification.event_schema import first_other_form, has_own_form, hides, is_closed, is_committed
from audit.verification.forks import first_misdealt, forked_in
from audit.verification.forks import said_of as said_of_copy
from audit.verification.hash_chain import BROKEN, first_gap, first_unchained
from audit.verification.lifecycle import first_out_of_place
from audit.verification.luck import first_unbound, nonces_in, said_of, warnings_of
from audit.verification.replay_rules import first_disagreement
from audit.verification.report import Check, Report, print_report
from audit.verification.seat_names import SeatNames, seat_name
from audit.verification.signatures import Signatures
from domain.clocks.events import TimedOut
from domain.disputes.events import GoneBack
from domain.game import SHARED_EVENTS, GameAborted, GameCreated, GameFinished
from domain.messages import Event, Record
from domain.projector import Projector, projector_for, title_in
from domain.redaction import secret_fields
from eventstore.entries import (
    Entry,
    Position,
    Rollbacks,
    commitment_of,
    parse_position,
    read_record,
    salt_of,
    still_counts,
    with_rollback,
)
from replay.timestamps import LAST_TIME, time_text

__all__ = ["Check", "Report", "print_report", "verify", "verify_bundle"]

FIRST = Position(1, 0)
FIRST_TIME = 1_577_836_800_000
"""The beginning of 2020: no game on a Stele server is older. Playouts use action numbers as times."""


class _Failure(Exception):
    """A check fails at this place."""

    def __init__(self, position: object, detail: str) -> None:
        super().__init__(detail)
        self.position = str(position)


class _Impossible(Exception):
    """A check cannot be made with this bundle."""


def verify(raw: bytes, kept: Sequence[Mapping[str, Any]] = ()) -> Report:
    """The report on these bytes. `kept` are the reader's receipts and signed texts, which may add warnings."""
    try:
        bundle = read_bundle(raw)
    except BadBundle as error:
        return Report("", (Check("form", "failed", str(error), position_of_line(raw, error.line)),))
    return verify_bundle(bundle, kept=kept)


def verify_bundle(bundle: Bundle, game_key: bytes | None = None, kept: Sequence[Mapping[str, Any]] = ()) -> Report:
    """The report on a bundle that was read. Checks build on each other; after a broken chain the rest does not count.

    `game_key` is the key of a running game, from its server: luck and moves are then checked as well.
    """
    record = _Recorded(bundle, game_key, kept)
    checks = [Check("form", "passed", f"{len(bundle.entries)} entries")]
    for name, check in (
        ("positions", record.positions),
        ("chain", record.chain),
        ("records", record.forms),
        ("course", record.course),
        ("header", record.header),
        ("time", record.time),
        ("secrets", record.secrets),
        ("openings", record.openings),
        ("receipts", record.receipts),
        ("log", record.log),
        ("damage", record.damage),
        ("signatures", record.signatures),
        ("luck", record.luck),
        ("rules", record.rules),
    ):
        checks.append(_checked(name, check, record))
        if checks[-1].verdict == "failed":
            break
    return Report(bundle.game_id, tuple(checks), record.is_open)


def _checked(name: str, check: Callable[[], str], record: "_Recorded") -> Check:
    record.where, record.warnings = None, ()
    try:
        return Check(name, "passed", check(), warnings=record.warnings)
    except _Failure as failure:
        return Check(name, "failed", str(failure), failure.position)
    except _Impossible as reason:
        return Check(name, "not possible", str(reason), warnings=record.warnings)
    except Exception as error:  # a hostile record may make the rules fail anyhow; that is a finding, not a crash
        return Check(name, "failed", f"cannot be followed: {error!r}"[:400], str(record.where or name))


class _Acted(msgspec.Struct):
    """Entry that may be anything: its actor and its event."""

    actor: int | None = None
    data: dict[str, Any] = {}


class _Recorded:
    """The bundle under verification."""

    def __init__(self, bundle: Bundle, game_key: bytes | None, kept: Sequence[Mapping[str, Any]]) -> None:
        self._kept = kept
        self.bundle = replace(bundle, proofs=tuple(proof for proof in bundle.proofs if not is_logged(proof)))
        self.logged = [proof for proof in bundle.proofs if is_logged(proof)]
        self.unpublished_key = game_key
        self.entries: list[Entry] = import_entries(bundle)
        self._projector: Projector | None = None
        self._records: list[Record[Any]] = []
        self.where: Position | None = None
        self.warnings: tuple[str, ...] = ()
        """Warnings of the current check for the reader."""
        self.is_open = False

    def projector(self) -> Projector:
        """The projector of the record's title; without it only the bytes can be verified."""
        if self._projector is None:
            title = self.title()
            try:
                self._projector = projector_for(title)
            except KeyError:
                raise _Impossible(f"the title {title} is not installed here") from None
        return self._projector

    def title(self) -> str:
        """The title named at the record's beginning; the header only repeats it."""
        first = self.entries[0]
        try:
            title = title_in(first.public)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise _Failure(first.position, f"it does not begin by opening a game: {error}") from None
        data = msgspec.json.decode(first.public)["data"]
        if data.get("type") != GameCreated.__name__:
            raise _Failure(first.position, "it does not begin by opening a game")
        if data.keys().isdisjoint(("rulebook", "title")):
            raise _Failure(first.position, "GameCreated names no title")
        return title

    def records(self) -> list[Record[Any]]:
        """The records with all secrets in the bundle."""
        if not self._records:
            projector = self.projector()
            for entry in self.entries:
                try:
                    self._records.append(_read(projector, entry))
                except (msgspec.ValidationError, msgspec.DecodeError, KeyError, TypeError, ValueError) as error:
                    self._records = []
                    raise _Failure(entry.position, f"not a record of this title: {error}") from None
        return self._records

    def numbered(self) -> Iterator[tuple[Position, Record[Any]]]:
        """Position and record of each entry; `where` is the current one."""
        for entry, record in zip(self.entries, self.records(), strict=True):
            self.where = entry.position
            yield entry.position, record

    def positions(self) -> str:
        """No entry is missing, repeated or misplaced."""
        found = first_gap(self.entries)
        if found is not None:
            raise _Failure(*found)
        return f"1-0 to {self.entries[-1].position}"

    def chain(self) -> str:
        """Each digest follows from the previous one and the entry's bytes, which are canonical."""
        found = first_unchained(self.entries)
        if found is not None:
            position, detail = found
            raise _Failure(position, f"{self._altered(position)}: {detail}" if detail == BROKEN else detail)
        return f"digest {self.entries[-1].digest.hex()}"

    def _altered(self, position: Position) -> str:
        """The entry at which the chain breaks, in plain words. The one before may be changed with its own digest."""
        names, actor = SeatNames(self.bundle.header.names), None
        for entry in self.entries:
            try:
                said = msgspec.json.decode(entry.public, type=_Acted)
            except (msgspec.DecodeError, msgspec.ValidationError):
                said = _Acted()
            if entry.position == position:
                actor = said.actor
                break
            names.take_stored(said.data)
        who = "this entry" if actor is None else f"what {names.of(actor)} did in action {position.action}"
        return f"{who} was altered" if position == FIRST else f"{who}, or the entry before it, was altered"

    def forms(self) -> str:
        """Each entry is a record of this title, and contains nothing else."""
        first = self.records()[0].data
        edition = first.edition if isinstance(first, GameCreated) else 1
        for entry, (position, record) in zip(self.entries, self.numbered(), strict=True):
            if not has_own_form(entry, record) or record.luck < 0:
                raise _Failure(position, "the event is not recorded in its proper form")
            if isinstance(record.data, SHARED_EVENTS):
                complaint = unbounded(msgspec.json.decode(entry.public), edition)
                if complaint is None and record.data is first and isinstance(first, GameCreated):
                    complaint = complaint_of_players(self.projector().rulebook.meta, first.players)
                if complaint is not None:
                    raise _Failure(position, complaint)
        return f"of the title {self.title()}"

    def header(self) -> str:
        """The header agrees with the entries."""
        header, last = self.bundle.header, self.entries[-1]
        if header.rulebook != self.title():
            raise _Failure("header", f"the header names another title than the record, which is of {self.title()}")
        created = self.records()[0].data
        said = (header.entries, header.head.position, header.head.digest, header.commitment, header.rulebook)
        found = (len(self.entries), str(last.position), last.digest.hex(), created.commitment, created.rulebook)
        if said != found or (created.game and header.game != created.game):
            raise _Failure("header", "the header does not agree with the entries")
        if isinstance(header.viewer, int) and header.viewer >= created.players:
            raise _Failure("header", "there is no such seat")
        named = ", ".join(f"{name} ({player})" for player, name in sorted(header.names.items()))
        called = f"; the players as the server calls them, which nothing proves: {named}" if named else ""
        viewer = header.viewer if isinstance(header.viewer, str) else seat_name(header.viewer)
        return f"for {viewer}{called}"

    def course(self) -> str:
        """There are no actions before the start, after the end, or by people outside the game."""
        found = first_out_of_place(self.numbered())
        if found is not None:
            raise _Failure(*found)
        return "from the opening on"

    def time(self) -> str:
        """Times never decrease, and are equal within an action; every deadline follows from the record."""
        before: tuple[int, int] = (0, 0)
        for position, record in self.numbered():
            if record.at < before[1] or (position.action == before[0] and record.at != before[1]):
                raise _Failure(position, "time runs backwards")
            if record.at > LAST_TIME:
                raise _Failure(position, "the time is out of range")
            before = (position.action, record.at)
        untimely = first_untimely(self.projector(), list(self.numbered()))
        if untimely is not None:
            raise _Failure(*untimely)
        outs = "".join(f"; {one}" for one in self._times_out())
        first, last = (time_text(one.at) for one in (self.records()[0], self.records()[-1]))
        if self.records()[0].at < FIRST_TIME:
            return f"in order, but they begin at {first}, before Stele existed: these times are made up{outs}"
        return f"in order, from {first} to {last}; only receipts can show whether they are true{outs}"

    def _times_out(self) -> Iterator[str]:
        """The time-outs and where the players were asked; in a signed game each is a warning.

        No signature bounds the time at which a player was asked or had not answered: a receipt of the question can be
        made at any time, and says nothing of an answer.
        """
        names = SeatNames(self.bundle.header.names)
        for position, record in self.numbered():
            out = record.data
            names.take(out)
            if not isinstance(out, TimedOut):
                continue
            asked = f", asked at {out.asked}" if out.asked else ""
            said = f"the time of {names.of(out.seat)}{asked}, ran out at {position}: only the server's clock says so"
            if self.records()[0].data.signed:
                self.warnings = (*self.warnings, said)
            else:
                yield said

    def secrets(self) -> str:
        """Every secret is sealed; the bundle holds all of its viewer's secrets, as committed, and no others."""
        viewer, checked = self.bundle.viewer, 0
        for (position, record), entry, line in zip(self.numbered(), self.entries, self.bundle.entries, strict=True):
            audiences = secret_fields(type(record.data))
            given = line.s or {}
            if not set(given) <= set(audiences):
                raise _Failure(position, "a secret is given for a field that is not secret")
            public = msgspec.json.decode(entry.public)["data"] if audiences else {}
            for field, audience in audiences.items():
                if not is_closed(public.get(field), audience):
                    raise _Failure(position, f"{field} is not sealed as it must be")
                is_mine = audience.includes(record.data, viewer)  # type: ignore[arg-type]
                if is_mine != (field in given):
                    raise _Failure(
                        position, f"the secret of {field} is " + ("missing" if is_mine else "not the viewer's")
                    )
                if field in given:
                    value, salt = given[field]
                    if not is_committed(public[field], value, salt):
                        raise _Failure(position, f"{field} is not what was committed")
                    checked += 1
        return f"{checked} secrets opened"

    def openings(self) -> str:
        """An opened value matches its commitment at the named position; each event opens what it reveals."""
        public = {str(entry.position): entry for entry in self.entries}
        closed: dict[Position, Event] = {}
        rollbacks = Rollbacks()
        checked = 0
        for position, record in self.numbered():
            opened: set[Position] = set()
            for opening in record.opens:
                sealed = public.get(opening.position)
                if sealed is None or sealed.position >= position:
                    raise _Failure(position, f"opens {opening.position}, where nothing is sealed")
                if not still_counts(sealed.position, rollbacks):
                    raise _Failure(position, f"opens {opening.position}, which counts no longer")
                data = msgspec.json.decode(sealed.public)["data"].get(opening.field)
                if not isinstance(data, dict) or data.get("sealed") != commitment_of(opening.salt, opening.value):
                    raise _Failure(position, f"what it opens is not what {opening.position} committed to")
                opened.add(sealed.position)
                checked += 1
            if type(record.data).reveals is not Event.reveals:
                sealed_here = [(place, event) for place, event in closed.items() if still_counts(place, rollbacks)]
                revealed = {place for place, event in sealed_here if record.data.reveals(event)}
                if not revealed <= opened:
                    raise _Failure(position, f"reveals what {min(revealed - opened)} sealed without opening it")
            for place in opened:
                closed.pop(place, None)
            if secret_fields(type(record.data)):
                closed[position] = record.data
            if isinstance(record.data, GoneBack):
                rollbacks = with_rollback(rollbacks, position, parse_position(record.data.position))
        return f"{checked} commitments opened in the record"

    def receipts(self) -> str:
        """Every receipt is signed and matches an entry of this game. Whose key it is, is checked elsewhere."""
        entries = {str(entry.position): entry for entry in self.entries}
        receipts = receipts_among(self.bundle.proofs)
        for receipt in receipts:
            if not is_genuine(receipt):
                raise _Failure("proofs", "a receipt's signature is wrong")
            entry = entries.get(receipt["position"])
            if receipt["game"] != self.bundle.game_id or entry is None or entry.digest.hex() != receipt["digest"]:
                raise _Failure("proofs", "a receipt is for another record")
            if receipt.get("at") not in (None, msgspec.json.decode(entry.public)["at"]):
                raise _Failure(entry.position, "a receipt has another time")
        for proof in self.bundle.proofs:
            if proof.get("scheme") == SUCCESSION and not is_genuine_succession(proof):
                raise _Failure("proofs", "a succession of keys is not signed by both keys")
        if not receipts:
            raise _Impossible("the bundle holds no receipt: it is unsigned")
        return f"{len(receipts)} signed by {', '.join(sorted({receipt['public_key'] for receipt in receipts}))}"

    def log(self) -> str:
        """Every head proven to be in the transparency log is an entry of this record."""
        digests = {str(entry.position): entry.digest.hex() for entry in self.entries}
        try:
            said = hold_against(self.logged, self.bundle.game_id, digests)
        except BadProof as bad:
            raise _Failure("proofs", str(bad)) from None
        except Contradicted as contradiction:
            raise _Failure(contradiction.position, str(contradiction)) from None
        if not said:
            raise _Impossible("the bundle holds no proof that the record stands in a log")
        return "; ".join(said)

    def damage(self) -> str:
        """Every byte is unchanged."""
        if not self.bundle.is_undamaged:
            raise _Failure("header", "the checksum does not match the lines")
        return "the checksum matches"

    def signatures(self) -> str:
        """Signatures are by the seat's key, at that place; in a signed game every move of a person is signed.

        Whether the signed command led to the event is checked with the rules.
        """
        signatures = Signatures(
            self.bundle.game_id, self.entries, list(self.numbered()), self._kept, self.bundle.header.names
        )
        if signatures.found is not None:
            raise _Failure(*signatures.found)
        self.warnings = signatures.warnings
        if not signatures.is_told:
            raise _Impossible(signatures.said)
        return signatures.said

    def luck(self) -> str:
        """The luck is bound as its scheme requires; the game key is the committed one, and every salt is derived from
        it.
        """
        placed = list(self.numbered())
        unbound = first_unbound(self.bundle.game_id, self.entries, placed)
        if unbound is not None:
            raise _Failure(*unbound)
        self.warnings = warnings_of(placed)
        game_key = self._game_key()
        for position, record in self.numbered():
            for opening in record.opens:
                if opening.salt != salt_of(game_key, self.bundle.game_id, opening.position, opening.field):
                    raise _Failure(position, "a salt does not come from the game key")
        for line in self.bundle.entries:
            for field, (_value, salt) in (line.s or {}).items():
                if salt != salt_of(game_key, self.bundle.game_id, line.position, field):
                    raise _Failure(line.position, "a salt does not come from the game key")
        return f"{sum(record.luck for record in self.records())} draws under the game key; {said_of(self.records())}"

    def _game_key(self) -> bytes:
        """The key published at the game's end, which need not be in the last record about it."""
        ends = ((at, one.data) for at, one in self.numbered() if isinstance(one.data, GameFinished | GameAborted))
        position, end = next(ends, (self.entries[-1].position, None))
        try:
            game_key = self.unpublished_key if end is None else bytes.fromhex(end.key)
        except ValueError:
            raise _Failure(position, "the published game key is not hexadecimal") from None
        if game_key is None:
            self.is_open = True
            raise _Impossible("the game is still running: its game key is not published yet")
        if hashlib.sha256(game_key).hexdigest() != self.records()[0].data.commitment:
            raise _Failure(position, "the game key is not the one committed to in 1-0")
        return game_key

    def rules(self) -> str:
        """Every event follows from the rules and the published luck."""
        game_key = self._game_key()
        if any(hides(record) for record in self.records()):
            raise _Impossible("the bundle does not hold every secret; one written for `all` does")
        nonces = nonces_in(self.records())
        found = first_disagreement(self.projector(), self.bundle.game_id, list(self.numbered()), game_key, nonces)
        if found is None:
            found = first_other_form(self.projector(), self.bundle.game_id, self.entries, self.records(), game_key)
        fork = forked_in(self.records())
        if found is None and fork is not None:
            found = first_misdealt(self.projector(), self.bundle.game_id, list(self.numbered()), fork, game_key)
        if found is not None:
            raise _Failure(*found)
        said = f"{self.entries[-1].position.action} actions played again, every draw derived again"
        return said if fork is None else f"{said}, but {said_of_copy(fork)}"


def _read(projector: Projector, entry: Entry) -> Record[Any]:
    if not entry.secrets:
        return projector.decode(entry.public)
    public = projector.decode(entry.public)
    if set(msgspec.json.decode(entry.secrets)) - set(secret_fields(type(public.data))):
        return public  # the check of secrets finds it
    return read_record(projector, entry)
