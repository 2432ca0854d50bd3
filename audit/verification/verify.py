"""Verifier of a bundle with its title's rules: offline, and without trusting its writer.

`verify` makes every check that needs no rules; this module adds what only the rules can tell.

Every check has a verdict: `passed`, `failed` with the first bad position, or `not possible` with the reason (for
example that a running game has not published its game key). No content of a bundle makes verification raise an
exception.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from audit.bundle import import_entries
from audit.verification.clocks import first_untimely
from audit.verification.event_schema import first_other_form, has_own_form, hides
from audit.verification.forks import first_misdealt, forked_in
from audit.verification.forks import said_of as said_of_copy
from audit.verification.luck import said_of
from audit.verification.replay_rules import first_disagreement
from audit.verification.report import Check, Report, print_report
from domain.disputes.events import GoneBack
from domain.game import GameCreated
from domain.messages import Event, Record
from domain.projector import Projector, projector_for, title_in
from domain.redaction import secret_fields
from eventstore.entries import (
    Entry,
    Position,
    Rollbacks,
    parse_position,
    read_record,
    still_counts,
    with_rollback,
)
from replay.timestamps import time_text
from verify.bundle import Bundle, Failed, NotPossible, read_bundle
from verify.clocks import check_times
from verify.commitments import check_openings, check_secrets
from verify.events import check_events
from verify.luck import check_luck, game_key_of, nonces_of
from verify.receipts import check_receipts
from verify.record import Record as PlainRecord
from verify.report import CHECKS

__all__ = ["Check", "Report", "print_report", "verify", "verify_bundle"]

FIRST = Position(1, 0)
FIRST_TIME = 1_577_836_800_000
"""The beginning of 2020: no game on a Stele server is older. Playouts use action numbers as times."""

_WITHOUT_TITLE = ("positions", "chain", "header", "receipts", "log", "damage")
"""The checks that are made even if the title is not installed."""


def verify(raw: bytes, kept: Sequence[tuple[str, Any]] = ()) -> Report:
    """The report on these bytes. `kept` are the reader's receipts and signed texts, which may add warnings."""
    try:
        bundle = read_bundle(raw)
    except Failed as failed:
        return Report("", (Check("form", "failed", str(failed), failed.position),))
    return verify_bundle(bundle, kept=kept)


def verify_bundle(bundle: Bundle, game_key: bytes | None = None, kept: Sequence[tuple[str, Any]] = ()) -> Report:
    """The report on a bundle that was read. Checks build on each other; after a broken chain the rest does not count.

    `game_key` is the key of a running game, from its server: randomness and moves are then checked as well.
    """
    record = _Recorded(bundle, game_key, kept)
    checks = [Check("form", "passed", f"{len(bundle.lines)} entries")]
    own = {
        "records": record.forms, "time": record.time, "secrets": record.secrets, "openings": record.openings,
        "receipts": record.receipts, "luck": record.luck, "rules": record.rules,
    }  # fmt: skip
    for name, check in CHECKS:
        if name == "kept receipts":
            continue  # `hear` does that, with the keys that the reader trusts
        checks.append(_checked(name, own.get(name, partial(check, record.plain)), record))
        if checks[-1].verdict == "failed":
            break
    return Report(bundle.game_id, tuple(checks), record.is_open, record.plain)


def _checked(name: str, check: Callable[[], str], record: "_Recorded") -> Check:
    record.where, record.plain.warnings = None, []
    try:
        if name not in _WITHOUT_TITLE:
            record.projector()
        return Check(name, "passed", check(), warnings=tuple(record.plain.warnings))
    except Failed as failure:
        return Check(name, "failed", str(failure), failure.position)
    except NotPossible as reason:
        return Check(name, "not possible", str(reason), warnings=tuple(record.plain.warnings))
    except Exception as error:  # a hostile record may make the rules fail anyhow; that is a finding, not a crash
        return Check(name, "failed", f"cannot be followed: {error!r}"[:400], str(record.where or name))


class _Recorded:
    """The bundle under verification: `plain` as the engine reads it, which knows no title, and as typed events."""

    def __init__(self, bundle: Bundle, game_key: bytes | None, kept: Sequence[tuple[str, Any]]) -> None:
        self.bundle = bundle
        self.plain = PlainRecord(bundle, kept=kept)
        self.plain.unpublished_key = game_key
        self.entries: list[Entry] = import_entries(bundle)
        self._projector: Projector | None = None
        self._records: list[Record[Any]] = []
        self.where: Position | None = None
        self.is_open = False

    def projector(self) -> Projector:
        """The projector of the record's title; without it only the bytes can be verified."""
        if self._projector is None:
            title = self.title()
            try:
                self._projector = projector_for(title)
            except KeyError:
                raise NotPossible(f"the title {title} is not installed here") from None
        return self._projector

    def title(self) -> str:
        """The title named at the record's beginning; the header only repeats it."""
        first = self.entries[0]
        try:
            title = title_in(first.public)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Failed(first.position, f"it does not begin by opening a game: {error}") from None
        data = msgspec.json.decode(first.public)["data"]
        if data.get("type") != GameCreated.__name__:
            raise Failed(first.position, "it does not begin by opening a game")
        if data.keys().isdisjoint(("rulebook", "title")):
            raise Failed(first.position, "GameCreated names no title")
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
                    raise Failed(entry.position, f"not a record of this title: {error}") from None
        return self._records

    def numbered(self) -> Iterator[tuple[Position, Record[Any]]]:
        """Position and record of each entry; `where` is the current one."""
        for entry, record in zip(self.entries, self.records(), strict=True):
            self.where = entry.position
            yield entry.position, record

    def first_failure(self, *checks: Callable[[], object]) -> None:
        """Make these checks, each of all entries, and raise the failure at the earliest entry; none if all pass."""
        failures: list[Failed] = []
        for check in checks:
            try:
                check()
            except Failed as failure:
                failures.append(failure)
        if failures:
            raise min(failures, key=lambda one: self.plain.places.get(one.position, len(self.entries)))

    def forms(self) -> str:
        """Each entry is a record of this title, and contains nothing else."""
        self.first_failure(lambda: check_events(self.plain), self._own_forms)
        players = range(self.plain.created["players"])
        self.plain.audiences = {
            (str(position), field): {seat for seat in players if audience.includes(record.data, seat)}
            for position, record in self.numbered()
            for field, audience in secret_fields(type(record.data)).items()
        }
        return f"of the title {self.title()}"

    def _own_forms(self) -> None:
        for entry, (position, record) in zip(self.entries, self.numbered(), strict=True):
            if not has_own_form(entry, record):
                raise Failed(position, "the event is not recorded in its proper form")
        meta, players = self.projector().rulebook.meta, self.records()[0].data.players
        if not meta.least_players <= players <= meta.most_players:
            least, most = meta.least_players, meta.most_players
            raise Failed(FIRST, f"{meta.title} is for {least} to {most} players, and not for {players}")

    def time(self) -> str:
        """Times never decrease, and are equal within an action; every deadline follows from the record."""
        outs = check_times(self.plain).removeprefix("in order")
        untimely = first_untimely(self.projector(), list(self.numbered()))
        if untimely is not None:
            raise Failed(*untimely)
        first, last = (time_text(one.at) for one in (self.records()[0], self.records()[-1]))
        if self.records()[0].at < FIRST_TIME:
            return f"in order, but they begin at {first}, before Stele existed: these times are made up{outs}"
        return f"in order, from {first} to {last}; only receipts can show whether they are true{outs}"

    def secrets(self) -> str:
        """Every secret is sealed; the bundle holds all of its viewer's secrets, as committed, and no others."""
        self.first_failure(lambda: check_secrets(self.plain), self._own_secrets)
        return f"{sum(len(line.secrets) for line in self.bundle.lines)} secrets opened"

    def _own_secrets(self) -> None:
        viewer = self.bundle.viewer
        for (position, record), said, line in zip(self.numbered(), self.plain.said, self.bundle.lines, strict=True):
            audiences, given = secret_fields(type(record.data)), line.secrets
            if not set(given) <= set(audiences):
                raise Failed(position, "a secret is given for a field that is not secret")
            for field, audience in audiences.items():
                shown = said["data"].get(field)
                if not isinstance(shown, dict) or "sealed" not in shown or ("height" in shown) != audience.shows_height:
                    raise Failed(position, f"{field} is not sealed as it must be")
                is_mine = audience.includes(record.data, viewer)
                if is_mine != (field in given):
                    why = "missing" if is_mine else "not the viewer's"
                    raise Failed(position, f"the secret of {field} is {why}")

    def openings(self) -> str:
        """An opened value matches its commitment at the named position; each event opens what it reveals."""
        self.first_failure(lambda: check_openings(self.plain), self._own_reveals)
        return f"{sum(len(record.opens) for record in self.records())} commitments opened in the record"

    def _own_reveals(self) -> None:
        closed: dict[Position, Event] = {}
        rollbacks = Rollbacks()
        for position, record in self.numbered():
            opened = {parse_position(opening.position) for opening in record.opens}
            if type(record.data).reveals is not Event.reveals:
                sealed_here = [(place, event) for place, event in closed.items() if still_counts(place, rollbacks)]
                revealed = {place for place, event in sealed_here if record.data.reveals(event)}
                if not revealed <= opened:
                    raise Failed(position, f"reveals what {min(revealed - opened)} sealed without opening it")
            for place in opened:
                closed.pop(place, None)
            if secret_fields(type(record.data)):
                closed[position] = record.data
            if isinstance(record.data, GoneBack):
                rollbacks = with_rollback(rollbacks, position, parse_position(record.data.position))

    def receipts(self) -> str:
        """Every receipt is signed and matches an entry of this game. Whose key it is, is checked elsewhere."""
        check_receipts(self.plain)
        signers = self.plain.signers
        return f"{sum(map(len, signers.values()))} signed by {', '.join(sorted(signers))}"

    def luck(self) -> str:
        """The randomness is bound as its scheme requires; the game key is the committed one, and every salt is derived
        from it.
        """
        try:
            check_luck(self.plain)
        except NotPossible:
            self.is_open = True
            raise
        return f"{sum(record.luck for record in self.records())} draws under the game key; {said_of(self.plain)}"

    def rules(self) -> str:
        """Every event follows from the rules and the published randomness."""
        game_key = game_key_of(self.plain)
        if any(hides(record) for record in self.records()):
            raise NotPossible("the bundle does not hold every secret; one written for `all` does")
        nonces = nonces_of(self.plain)
        found = first_disagreement(self.projector(), self.bundle.game_id, list(self.numbered()), game_key, nonces)
        if found is None:
            found = first_other_form(self.projector(), self.bundle.game_id, self.entries, self.records(), game_key)
        fork = forked_in(self.records())
        if found is None and fork is not None:
            found = first_misdealt(self.projector(), self.bundle.game_id, list(self.numbered()), fork, game_key)
        if found is not None:
            raise Failed(*found)
        said = f"{self.entries[-1].position.action} actions played again, every draw derived again"
        return said if fork is None else f"{said}, but {said_of_copy(fork)}"


def _read(projector: Projector, entry: Entry) -> Record[Any]:
    if not entry.secrets:
        return projector.decode(entry.public)
    public = projector.decode(entry.public)
    if set(msgspec.json.decode(entry.secrets)) - set(secret_fields(type(public.data))):
        return public  # the check of secrets finds it
    return read_record(projector, entry)
