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
    lines = [f"{marks[check.verdict]:>6}  {check.name}: {_printable(check.detail)}" for check in report.checks]
    if report.ok:
        lines.append("The record is what was played.")
    else:
        lines.append(f"The record is NOT what was played. First bad entry: {_printable(str(report.first_bad))}")
    return "\n".join(lines)


def _printable(text: str) -> str:
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
