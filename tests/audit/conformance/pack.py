"""Packing of the suite into one file, in which a file that is like an earlier one is edits of it."""

import json
import re
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Any

from tests.audit.conformance.unpack import Edit, Lines, edited, sealed

SEALS = ("chain", "checksum", "")
MEMBER = re.compile(r"[^,{\\[]*[,{\\[]|.+$")
SEALED = re.compile(r'"entries":[0-9]+|"head":{[^}]*}|"(?:h|sha256)":"[0-9a-f]{64}"')
"""The members that a seal writes."""


def packed(files: dict[str, bytes]) -> str:
    """The suite of these files, with a line for each case and for each line of a base."""
    earlier: dict[str, tuple[Lines, set[str]]] = {}
    told = []
    for case in json.loads(files["suite.json"])["cases"]:
        name, options = case["file"], case.get("options", {})
        if "receipts" in options:
            options["receipts"] = lines_of(files[options["receipts"]])
        lines = lines_of(files[name])
        own = set(map(unsealed, lines))
        missing = {other: len(own - known) for other, (_, known) in earlier.items() if other[-5:] == name[-5:]}
        nearest = sorted(missing, key=lambda other: missing[other])[:3]
        part = smallest(lines, {other: earlier[other][0] for other in nearest})
        earlier[name] = lines, own
        told.append(json.dumps(case | part).replace('}", "{', '}",\n"{'))
    listed = ",\n".join(told)
    return f'{{"format": "stele-conformance/2", "record_format": 1, "cases": [\n{listed}\n]}}\n'


def lines_of(raw: bytes) -> Lines:
    """The lines of a file, in which each byte is a character."""
    return raw.decode("latin-1").split("\n")


def smallest(lines: Lines, bases: dict[str, Lines]) -> dict[str, Any]:
    """The shorter form of these lines: edits of a base that produce them, if much smaller, otherwise the lines
    themselves.
    """
    whole = {"lines": lines}
    found = [
        {"base": name, "edits": edits, **({"seal": seal} if seal else {})}
        for name, base in bases.items()
        for seal in SEALS
        if (edits := edits_from(base, lines, seal)) is not None
    ]
    part = min(found, key=size, default=whole)
    return part if 3 * size(part) < 2 * size(whole) else whole


def edits_from(base: Lines, lines: Lines, seal: str) -> list[Edit] | None:
    """The edits that make these lines of the base with this seal; none if no seal does."""
    old, new = ([unsealed(line) if seal else line for line in text] for text in (base, lines))
    edits: list[Edit] = []
    for way, start, end, first, last in reversed(SequenceMatcher(None, old, new, autojunk=False).get_opcodes()):
        if way == "equal":
            continue
        spliced: list[Edit] = [(start, end - start, lines[first:last])]
        if end - start == last - first:
            within = [substituted(start + at, base[start + at], lines[first + at]) for at in range(end - start)]
            spliced = min(spliced, within, key=size)
        edits += spliced
    try:
        return edits if sealed(edited(base, edits), seal) == lines else None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return None


def substituted(number: int, line: str, wanted: str) -> Edit:
    """The edit that makes the wanted line of this one, from the first member that differs to the last."""
    old, new = (MEMBER.findall(text) for text in (line, wanted))
    same = alike(old, new)
    after = alike(old[same:][::-1], new[same:][::-1])
    end = len(old) - after
    while same and (same == end or line.index("".join(old[same:end])) < len("".join(old[:same]))):
        same -= 1
    return number, "".join(old[same:end]), "".join(new[same : len(new) - after])


def alike(one: list[str], other: list[str]) -> int:
    """The number of equal parts at the beginning of both sequences."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def unsealed(line: str) -> str:
    """This line without the members that sealing adds."""
    return SEALED.sub("", line)


def size(value: Any) -> int:
    """The length of this value as JSON."""
    return len(json.dumps(value))
