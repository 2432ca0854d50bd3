"""Rule numbers: those in a title's tests and those in its code's refusals."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from domain.rulebook import Rulebook
from domain.title_loader import folder_of

DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)


def promises_in(tests: Path) -> str:
    """The docstrings of the tests in this folder."""
    paths = sorted(tests.glob("test_*.py"))
    return "\n".join(text for path in paths for text in DOCSTRING.findall(path.read_text("utf-8")))


def kinds_of(rules: Iterable[str]) -> set[str]:
    """The letters before the numbers."""
    return {re.sub(r"\d+$", "", number) for number in rules}


def cited(text: str, rules: Mapping[str, str]) -> set[str]:
    """The rule numbers in this text that have a prefix of these rules, including those in ranges."""
    kinds = "|".join(sorted(map(re.escape, kinds_of(rules)), key=len, reverse=True))
    found = {kind + number for kind, number in re.findall(rf"(?<![\w-])({kinds})(\d+)\b", text)}
    for kind, low, high in re.findall(rf"(?<![\w-])({kinds})(\d+) to \1(\d+)\b", text):
        found |= {f"{kind}{number}" for number in range(int(low), int(high) + 1)}
    return found


def refused_with(title: Rulebook[Any]) -> Iterator[str]:
    """The numbers in the title's refusals, or of the rules for whose turn it is."""
    folder = Path(str(folder_of(title.meta.id)))
    for path in sorted(folder.rglob("*.py")):
        if folder / "tests" in path.parents:
            continue
        text = path.read_text("utf-8")
        yield from cited(" ".join(re.findall(r'"([A-Z][A-Z-]*\d+)"', text)), title.meta.rules)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Illegal":
                yield from (str(one.value) for one in node.args[1:2] if isinstance(one, ast.Constant))
