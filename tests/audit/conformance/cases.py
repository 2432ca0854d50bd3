"""Cases of the suite: a file, and a verifier's expected verdict on it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

UNALTERED, ALTERED, NO_RECORD = "unaltered", "altered", "not a record"
WARNED = 3


class Case(NamedTuple):
    """One case. `check` and `place` are those of the first failure.

    `status` is the exit status with the `options`, which are `key` and `witness` (lists), `receipts` (a file's content)
    and `quorum`. `without_rules` is the verdict and the status of a verifier that lacks the title's
    rules, if they are others.
    """

    name: str
    what: str
    raw: bytes
    verdict: str
    status: int
    check: str = ""
    place: str = ""
    without_rules: tuple[str, int] | None = None
    options: Mapping[str, Any] = MappingProxyType({})
    ending: str = "ndjson"

    @property
    def file(self) -> str:
        """The file's name."""
        return f"{self.name}.{self.ending}"

    @property
    def receipts_file(self) -> str:
        """The name of the file with the receipts."""
        return f"{self.name}.receipts.ndjson"

    def told(self) -> dict[str, Any]:
        """The case as the suite lists it."""
        said: dict[str, Any] = {"file": self.file, "what": self.what, "verdict": self.verdict, "status": self.status}
        if self.check:
            said |= {"check": self.check, "position": self.place}
        if self.without_rules:
            said["without_rules"] = dict(zip(("verdict", "status"), self.without_rules, strict=True))
        options = dict(self.options)
        if "receipts" in options:
            options["receipts"] = self.receipts_file
        return said | ({"options": options} if options else {})


def good(name: str, what: str, raw: bytes, status: int = 0, without_rules: int | None = None, **options: Any) -> Case:
    """An unaltered record, with the exit status of verifiers with the title's rules and without."""
    other = None if without_rules is None else (UNALTERED, without_rules)
    return Case(name, what, raw, UNALTERED, status, without_rules=other, options=options)


def bad(name: str, what: str, check: str, told: tuple[bytes, str], without_rules: int | None = None) -> Case:
    """An altered record, with the place of its first failure; without the rules it may seem unaltered."""
    other = None if without_rules is None else (UNALTERED, without_rules)
    return Case(f"{check}-{name}", what, told[0], ALTERED, 1, check, told[1], other)
