"""Unpacking of the suite: `python -m tests.audit.conformance.unpack DIRECTORY` writes a file for each case."""

import hashlib
import json
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

SUITE = Path(__file__).parents[3] / "docs" / "reference" / "conformance" / "suite.json"
Lines = list[str]
Edit = tuple[int, Any, Any]


def unpacked(suite: dict[str, Any]) -> dict[str, bytes]:
    """The content of each file of the suite, by its name; `suite.json` lists the cases."""
    texts: dict[str, Lines] = {}
    files: dict[str, bytes] = {}
    cases = []
    for packed in suite["cases"]:
        base, lines, edits, seal = (packed.pop(name, None) for name in ("base", "lines", "edits", "seal"))
        texts[packed["file"]] = lines = lines or sealed(edited(texts[base], edits), seal)
        files[packed["file"]] = content(lines)
        options = packed.get("options", {})
        if "receipts" in options:
            name = f"{packed['file'].partition('.')[0]}.receipts.ndjson"
            files[name], options["receipts"] = content(options["receipts"]), name
        cases.append(json.dumps(packed, ensure_ascii=False))
    listed = ",\n".join(cases)
    head = f'{{"format": "stele-conformance/1", "record_format": {suite["record_format"]}'
    return {**files, "suite.json": f'{head}, "cases": [\n{listed}\n]}}\n'.encode()}


def content(lines: Iterable[str]) -> bytes:
    """The bytes of a file with these lines, in which each character is a byte."""
    return "\n".join(lines).encode("latin-1")


def edited(base: Lines, edits: Iterable[Edit]) -> Lines:
    """The lines after all edits. An edit replaces a number of lines by others, or a text within one line."""
    lines = list(base)
    for number, old, new in edits:
        if isinstance(old, int):
            lines[number : number + old] = new
        else:
            lines[number] = lines[number].replace(old, new, 1)
    return lines


def sealed(lines: Lines, seal: str) -> Lines:
    """The lines of a bundle with a checksum that fits, and if `chain` with digests, number and head that fit, too."""
    if not seal:
        return lines
    header, *entries, proofs = (json.loads(line) for line in lines[:-1])
    if seal == "chain":
        digest = bytes(32)
        for entry in entries:
            digest = hashlib.sha256(digest + entry["e"].encode("latin-1")).digest()
            entry["h"] = digest.hex()
        header["entries"] = len(entries)
        header["head"] = {"digest": digest.hex(), "position": entries[-1]["position"]}
        lines = [*map(canonical, (header, *entries)), *lines[-2:]]
    proofs["sha256"] = hashlib.sha256(content([*lines[:-2], ""])).hexdigest()
    return [*lines[:-2], canonical(proofs), ""]


def canonical(value: Any) -> str:
    """Canonical JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


@cache
def suite() -> dict[str, bytes]:
    """The content of each file of the suite."""
    return unpacked(json.loads(SUITE.read_text("utf-8")))


if __name__ == "__main__":
    for file, raw in suite().items():
        (Path(sys.argv[1]) / file).write_bytes(raw)
