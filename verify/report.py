"""Report: every check in order, and the conclusions and their limits."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from verify.bundle import Failed, NotPossible, position_in, read_bundle
from verify.chain import check_chain, check_damage, check_header, check_positions
from verify.clocks import check_times
from verify.commitments import check_openings, check_secrets, sealed_in
from verify.course import check_course
from verify.events import check_events
from verify.log import check_log
from verify.luck import check_luck
from verify.receipts import believed_keys, check_kept_receipts, check_receipts, coverage_of, misnamed_in, signers_of
from verify.record import Record, seat_name
from verify.signatures import check_signatures


class Check(NamedTuple):
    """One check and its verdict: passed, failed with the first bad place, or not possible with the reason.

    `warnings` are for the reader to judge.
    """

    name: str
    verdict: str
    detail: str
    position: str | None = None
    warnings: tuple[str, ...] = ()


def check_rules(record: Record) -> str:
    """Say that this file cannot replay by the rules, and that no program can if secrets of a finished game are
    missing.
    """
    pairs = zip(record.bundle.lines, record.said)
    is_hidden = any(field not in line.secrets for line, said in pairs for field in sealed_in(said["data"]))
    if record.end is not None and is_hidden:
        record.warnings.append(
            "the moves and the result are unproved: without every secret of the game they cannot be replayed, and "
            "this file does not have them; one for the viewer `all` does"
        )
    for said in record.said[1:2]:
        if said["data"]["type"] == "Forked":
            copy = said["data"]
            seat = copy.get("seen_by")
            seen = "" if seat is None else f" as {seat_name(seat)} saw it, with all that it did not see dealt again"
            raise NotPossible(
                f"an analysis game: its first {copy['actions']} actions are said to be a copy of game "
                f"{copy['game']} up to {copy['position']}{seen}, and only that game's own record can prove them; "
                "the rules were not played again"
            )
    raise NotPossible("the rules were not played again: that needs the title's code")


CHECKS: tuple[tuple[str, Callable[[Record], str]], ...] = (
    ("positions", check_positions),
    ("chain", check_chain),
    ("records", check_events),
    ("course", check_course),
    ("header", check_header),
    ("time", check_times),
    ("secrets", check_secrets),
    ("openings", check_openings),
    ("receipts", check_receipts),
    ("kept receipts", check_kept_receipts),
    ("log", check_log),
    ("damage", check_damage),
    ("signatures", check_signatures),
    ("luck", check_luck),
    ("rules", check_rules),
)
"""Every check by name. They build on each other: after the first failure the rest does not count."""
_OTHER_QUESTIONS = {"receipts", "log", "rules"}
"""Checks that are separate from whether the record is unaltered; the rules are never replayed here."""


class Report(NamedTuple):
    """The result of verification."""

    game: str
    checks: list[Check]
    signers: dict[str, list[str]]
    record: Record | None

    @property
    def is_whole(self) -> bool:
        """Whether there is no warning, and everything that can be checked without the rules was checked."""
        left = {check.name for check in self.checks if check.verdict == "not possible"} - _OTHER_QUESTIONS
        is_over = self.record is not None and self.record.end is not None
        return not any(check.warnings for check in self.checks) and not (is_over and left)

    @property
    def first_bad(self) -> str | None:
        """The first bad place; none for a consistent record."""
        return next((check.position for check in self.checks if check.verdict == "failed"), None)


def verify(raw: bytes, keys: Sequence[str] = (), kept: Sequence[tuple[str, Any]] = ()) -> Report:
    """The report on these bytes. `keys` are public keys in base64; `kept` are receipts."""
    collects = gc.isenabled()
    gc.disable()  # data read from JSON has no cycles, and searching for them takes as long as the rest
    try:
        return _verify(raw, keys, kept)
    finally:
        if collects:
            gc.enable()


def _verify(raw: bytes, keys: Sequence[str], kept: Sequence[tuple[str, Any]]) -> Report:
    try:
        bundle = read_bundle(raw)
    except Failed as failed:
        return Report("", [Check("form", "failed", str(failed), failed.position)], {}, None)
    record = Record(bundle, keys, kept)
    checks = [Check("form", "passed", f"{len(bundle.lines)} entries")]
    for name, check in CHECKS:
        if name == "kept receipts" and not kept:
            continue
        record.warnings = []
        try:
            said = check(record)
            checks.append(Check(name, "passed", said, warnings=tuple(record.warnings)))
        except NotPossible as reason:
            checks.append(Check(name, "not possible", str(reason), warnings=tuple(record.warnings)))
        except Failed as failed:
            checks.append(Check(name, "failed", str(failed), failed.position))
            break
        except Exception as error:  # an unforeseen record is a finding too, and no crash
            checks.append(Check(name, "failed", f"cannot be followed: {error!r}"[:300], name))
            break
    return Report(record.game, checks, record.signers, record)


def conclusions(report: Report, keys: Sequence[str]) -> list[str]:
    """The conclusions and their limits, in sentences."""
    if report.first_bad is not None:
        bad = next(check for check in report.checks if check.verdict == "failed")
        return [f"NOT consistent. First bad place: {report.first_bad} ({bad.name}: {bad.detail})."]
    assert report.record is not None
    verdicts = {check.name: check.verdict for check in report.checks}
    known = ["Unaltered in itself: nothing was changed in this record without rewriting all that follows."]
    if verdicts["luck"] != "passed":
        known.append("The random draws can be checked once the game is over.")
    known.append("The rules were not played again: that needs the title's code (stele verify).")
    believed = believed_keys(report.record) if keys else set()
    for key, positions in report.signers.items():
        trust = "which you named" if key in keys else "which continues a key that you named" if key in believed else ""
        trust = trust or "which is the server's only if you know that from elsewhere"
        known.append(f"Signed by {key}, {trust}: up to {max(map(position_in, positions))}.")
    if not keys:
        known += [
            f"FAILED: signed by {one['public_key']} in the name of {one['origin']}, which is made of another key."
            for one in misnamed_in(report.record)
        ]
    until, _log, rest = coverage = coverage_of(report.record, signers_of(report.record))
    failed = "FAILED: " if keys and rest else ""
    if until is None:
        by_whom = "no receipt is signed by a key that you named" if keys else "unsigned"
        known.append(f"{failed}Vouched for: no ({by_whom}), so its author may have made all of it up.")
    elif rest:
        known.append(f"{failed}Vouched for: signed up to {until}; nothing vouches for {coverage.rest_text}.")
    else:
        known.append(f"Vouched for: all of it, up to {until}, by the keys above.")
    known.append("The newest: unknown. Only its server can say whether the game has gone on.")
    return known


def status_of(report: Report, keys: Sequence[str]) -> int:
    """The exit status: 0, 1 (altered, or a named key does not vouch for all), or 3 (with warnings)."""
    if report.first_bad is not None or report.record is None:
        return 1
    until, _log, rest = coverage_of(report.record, signers_of(report.record))
    if (keys and rest) or (not keys and misnamed_in(report.record)):
        return 1
    return 0 if report.is_whole and not (rest and until is not None) else 3


def printable(text: str) -> str:
    """The text with all control characters escaped, so that a hostile file cannot inject control codes."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
