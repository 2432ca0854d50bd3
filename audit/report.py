"""What verification says: checks with their verdicts, and the report for a person."""

from typing import Literal

from msgspec import Struct

Verdict = Literal["passed", "failed", "not possible"]


class Check(Struct, frozen=True):
    """One check, its verdict, and the first place where it failed."""

    name: str
    verdict: Verdict
    detail: str = ""
    position: str | None = None


class Report(Struct, frozen=True):
    """What verification found."""

    game: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not any(check.verdict == "failed" for check in self.checks)

    @property
    def first_bad(self) -> str | None:
        """The first bad place of the first check that failed."""
        return next((check.position for check in self.checks if check.verdict == "failed"), None)


def print_report(report: Report) -> str:
    """The report for a person. What a hostile bundle says is written out, so that it cannot inject control codes."""
    marks = {"passed": "ok", "failed": "FAILED", "not possible": "--"}
    lines = [f"{marks[check.verdict]:>6}  {check.name}: {printable(check.detail)}" for check in report.checks]
    return "\n".join([*lines, conclusion(report)])


_OTHER_QUESTIONS = ("receipts", "log")
"""Whether somebody signed it, or a log has it, is another question than whether it is consistent."""


def conclusion(report: Report) -> str:
    """What follows from the checks, and no more: whether the record is consistent, not whether it was ever played."""
    if not report.ok:
        return f"NOT consistent. First bad entry: {printable(str(report.first_bad))}"
    left = [
        check.name for check in report.checks if check.verdict == "not possible" and check.name not in _OTHER_QUESTIONS
    ]
    if left:
        return f"Consistent, as far as it could be checked; not checked: {', '.join(left)}."
    return "Consistent: chain, secrets, luck and rules agree."


def finding(report: Report) -> str:
    """The first check that failed, in one line."""
    bad = next(check for check in report.checks if check.verdict == "failed")
    return printable(f"{bad.name} at {bad.position}: {bad.detail}")


def printable(text: str) -> str:
    """The text with everything that could command a terminal written out."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
