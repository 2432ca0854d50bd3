"""Verification report: checks with their verdicts, and the text for a reader."""

from typing import Literal

from msgspec import Struct

Verdict = Literal["passed", "failed", "not possible"]


class Check(Struct, frozen=True):
    """One check, its verdict, and the first place where it failed.

    `warnings` are what a reader must judge: the record is right in its form, and still need not be what it seems.
    """

    name: str
    verdict: Verdict
    detail: str = ""
    position: str | None = None
    warnings: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """What verification found. `is_open`: the game's key is not published yet, so its luck and rules must wait."""

    game: str
    checks: tuple[Check, ...]
    is_open: bool = False

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not any(check.verdict == "failed" for check in self.checks)

    @property
    def is_whole(self) -> bool:
        """Whether nothing failed, everything was checked that can be checked by now, and nothing is to be judged."""
        return self.ok and not any(check.warnings for check in self.checks) and (self.is_open or not self.unchecked)

    @property
    def unchecked(self) -> list[str]:
        """The checks of the record itself that could not be made with this file, here."""
        left = [check.name for check in self.checks if check.verdict == "not possible"]
        return [name for name in left if name not in _OTHER_QUESTIONS]

    @property
    def first_bad(self) -> str | None:
        """The first bad place of the first check that failed."""
        return next((check.position for check in self.checks if check.verdict == "failed"), None)


def print_report(report: Report) -> str:
    """The report for a person. What a hostile bundle says is written out, so that it cannot inject control codes."""
    marks = {"passed": "ok", "failed": "FAILED", "not possible": "--"}
    lines = []
    for check in report.checks:
        lines.append(f"{marks[check.verdict]:>6}  {check.name}: {printable(check.detail)}")
        lines += [f"  WARN  {check.name}: {printable(warning)}" for warning in check.warnings]
    return "\n".join([*lines, conclusion(report)])


_OTHER_QUESTIONS = ("receipts", "log")
"""Who vouches for a record is another question than whether it is unaltered in itself."""


def conclusion(report: Report) -> str:
    """What follows from the checks, and no more: whether the record is unaltered in itself, not who vouches for it."""
    if not report.ok:
        return f"NOT consistent. First bad entry: {printable(str(report.first_bad))}"
    if report.unchecked:
        return f"Unaltered in itself, as far as it could be checked; not checked: {', '.join(report.unchecked)}."
    return "Unaltered in itself: chain, secrets, luck and rules agree."


def finding(report: Report) -> str:
    """The first check that failed, in one line."""
    bad = next(check for check in report.checks if check.verdict == "failed")
    return printable(f"{bad.name} at {bad.position}: {bad.detail}")


def printable(text: str) -> str:
    """The text with everything that could command a terminal written out."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
