"""Verification report: checks with their verdicts, and the text for a reader."""

from typing import Literal

from msgspec import Struct

from verify.record import Record
from verify.report import printable

Verdict = Literal["passed", "failed", "not possible"]


class Check(Struct, frozen=True):
    """One check, its verdict, and the first place where it failed.

    `warnings` are left to the reader: the record is formally right, but need not be what it seems.
    """

    name: str
    verdict: Verdict
    detail: str = ""
    position: str | None = None
    warnings: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """The result of verification.

    If the game `is_open`, its key is not published, and randomness and rules cannot be checked. `record` is the record
    that was read, with its signers.
    """

    game: str
    checks: tuple[Check, ...]
    is_open: bool = False
    record: Record | None = None

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not any(check.verdict == "failed" for check in self.checks)

    @property
    def is_whole(self) -> bool:
        """Whether nothing failed, everything that can be checked was checked, and there are no warnings."""
        return self.ok and not any(check.warnings for check in self.checks) and (self.is_open or not self.unchecked)

    @property
    def unchecked(self) -> list[str]:
        """The record's own checks that were not possible with this file."""
        left = [check.name for check in self.checks if check.verdict == "not possible"]
        return [name for name in left if name not in _OTHER_QUESTIONS]

    @property
    def first_bad(self) -> str | None:
        """The first failing position of the first failed check."""
        return next((check.position for check in self.checks if check.verdict == "failed"), None)


def print_report(report: Report) -> str:
    """The report for a person. Text from a hostile bundle is escaped, so that it cannot inject control codes."""
    marks = {"passed": "ok", "failed": "FAILED", "not possible": "--"}
    lines = []
    for check in report.checks:
        lines.append(f"{marks[check.verdict]:>6}  {check.name}: {printable(check.detail)}")
        lines += [f"  WARN  {check.name}: {printable(warning)}" for warning in check.warnings]
    return "\n".join([*lines, conclusion(report)])


_OTHER_QUESTIONS = ("receipts", "log")
"""Checks about who vouches for a record, which is separate from whether it is unaltered."""


def conclusion(report: Report) -> str:
    """The conclusion from the checks: whether the record is internally consistent, but not who vouches for it."""
    if not report.ok:
        return f"NOT consistent. First bad entry: {printable(str(report.first_bad))}"
    if report.unchecked:
        return f"Unaltered in itself, as far as it could be checked; not checked: {', '.join(report.unchecked)}."
    return "Unaltered in itself: chain, secrets, luck and rules agree."


def finding(report: Report) -> str:
    """The first check that failed, in one line."""
    bad = next(check for check in report.checks if check.verdict == "failed")
    return printable(f"{bad.name} at {bad.position}: {bad.detail}")
