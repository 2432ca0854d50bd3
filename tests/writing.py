"""Lint for texts: habits of writing that read as translated: `python -m tests.writing`.

It reads messages from the catalogs, texts and docstrings and comments from Python code, and documents without their
code. Decisions keep the words of their time.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

from babel.messages.pofile import read_po

from tests.measured import ROOT

HABITS = {
    r"everybody|everyone's": "players, everyone who …, each player",
    r"somebody|anybody|nobody|whoever": "a player, someone, no players, anyone who …",
    r"shall": "will, must, or the imperative",
    r"any more\b(?! \w+s\b)": "no longer, or nothing",
    r"for ever|by itself|by themselves": "permanently, automatically",
    r"so many\b": "too many, or the number",
    r"that of|of before\b|of theirs\b": "the noun itself",
    r"of course|simply|just click": "nothing",
    r"looks? on\b|lookers-on": "watch, spectators",
    r"the record's servers?|processor time": "the database; CPU time",
    r"anew|all the same|also if": "again; anyway; even if",
    r"none if there is none": "None without one",
}
"""Habits, as regular expressions, and their replacements."""

EXCEPTIONS = {
    "docs/reference/glossary.md": "lists old names beside the new ones",
    "docs/reference/settings.md": "generated",
    "services/accounts/name_rules.py": "a set of reserved names, not prose",
    "domain/redaction.py": "an internal value",
    "stele/title.py": "names of functions",
    "everyone's expected points": "the usual term for a share of all players' points",
    "somebody-": "the prefix of made-up players' ids in the laws",
    "Not everybody opened their part in the luck in time.": "recorded with the games that it called off",
}
"""Files and passages that may stay unchanged, each with its reason."""

PROGRAMS = (
    "ai", "api", "audit", "domain", "eventstore", "operations", "replay", "sdk", "services", "stele", "titles",
    "verify",
)  # fmt: skip
"""The folders whose texts are printed or sent unchanged."""

CATALOGS = ("replay", "titles/*", "examples/*/*")
"""The folders with catalogs of messages."""

COMMENTED = (*PROGRAMS, "bench", "examples", "tests")
"""The folders whose docstrings and comments are checked."""

COMMAND = re.compile(r"flask --app \w+ \w|bin/flask|\bflask (?:verify|tournament)\b|python -m stele (?=[a-z])")
"""A command written in another way than `stele …`, which also reads as `bin/stele …` in a checkout."""

_HABIT = re.compile("|".join(rf"\b(?:{pattern})\b" for pattern in HABITS), re.IGNORECASE)
OPENERS = re.compile(
    r'^(?:"""|# )(What|Who|Whom|Whatever|Whoever)\b'
    r'|^"""(?:[A-Z][A-Z0-9-]*[0-9](?:, | to |: ))*(It|Its|They|Their|it|its|they|their|then|and)\b'
)
"""Words at the start of a docstring or comment that make a clause its subject, or that start a docstring, also after
the numbers of rules, with a pronoun that only its name explains.
"""

_QUOTED = re.compile(r"`[^`\n]*`")
_CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`|^    [^\n]*$|<[^>]+>|\]\([^)]*\)", re.MULTILINE | re.DOTALL)


def messages(root: Path) -> Iterator[tuple[str, str]]:
    """Every English message, with its catalog."""
    for catalog in sorted(catalog for folder in CATALOGS for catalog in root.glob(f"{folder}/locale/it.po")):
        with catalog.open("rb") as file:
            for message in read_po(file):
                for text in (message.id,) if isinstance(message.id, str) else message.id:
                    yield f"{catalog.relative_to(root)}", text


def literals(root: Path) -> Iterator[tuple[str, str]]:
    """Every text in the code of the programs but docstrings, with its file and line."""
    for path in sorted(path for room in PROGRAMS for path in (root / room).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
                yield f"{path.relative_to(root)}:{node.lineno}", node.value


def remarks(root: Path) -> Iterator[tuple[str, str]]:
    """Every line of the docstrings and comments of Python code, without quoted code, with its file and line."""
    for path in sorted([*root.glob("*.py"), *(path for room in COMMENTED for path in (root / room).rglob("*.py"))]):
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
            text = token.string
            if token.type == tokenize.COMMENT or (
                token.type == tokenize.STRING and token.line.lstrip().startswith('"""')
            ):
                for offset, line in enumerate(_QUOTED.sub("", text).splitlines()):
                    yield f"{path.relative_to(root)}:{token.start[0] + offset}", line


def lines(root: Path) -> Iterator[tuple[str, str]]:
    """Every line of the documents but the changelog and decisions, code and all, with its file and line."""
    for document in _documents(root):
        if document.name != "CHANGELOG.md":
            for number, line in enumerate(document.read_text("utf-8").splitlines(), 1):
                yield f"{document.relative_to(root)}:{number}", line


def sentences(root: Path) -> Iterator[tuple[str, str]]:
    """Every line of prose of the documents, with its file and line."""
    for document in _documents(root):
        text = document.read_text("utf-8")
        prose = _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)
        for number, line in enumerate(prose.splitlines(), 1):
            yield f"{document.relative_to(root)}:{number}", line


def _documents(root: Path) -> list[Path]:
    folders = ("*.md", ".github/*.md", "docs/*.md", "docs/[!d]*/*.md", "*/RULES.md", "titles/*/RULES.md")
    return sorted(document for folder in folders for document in root.glob(folder))


def habits(texts: Iterator[tuple[str, str]]) -> Iterator[str]:
    """The passages to rewrite, as lines for a reader."""
    for place, text in texts:
        if place.partition(":")[0] in EXCEPTIONS or any(passage in text for passage in EXCEPTIONS):
            continue
        for found in _HABIT.finditer(text):
            instead = next(words for pattern, words in HABITS.items() if re.match(pattern, found[0], re.IGNORECASE))
            yield f"{place}: “{found[0]}” → {instead}: {text.strip()[:120]}"


def openings(texts: Iterator[tuple[str, str]]) -> Iterator[str]:
    """Docstrings and comments that open with a clause or a pronoun instead of a noun, as lines for a reader."""
    for place, text in texts:
        if found := OPENERS.match(text.lstrip()):
            yield f"{place}: “{found[1] or found[2]}” → the field's noun: {text.strip()[:120]}"


def commands(texts: Iterator[tuple[str, str]]) -> Iterator[str]:
    """Commands that are not written as `stele …`, as lines for a reader."""
    for place, text in texts:
        if found := COMMAND.search(text):
            yield f"{place}: “{found[0]}” → stele, in a checkout bin/stele: {text.strip()[:120]}"


def main() -> int:
    """Print the passages to rewrite; 1 if there are any."""
    found = [
        *habits(messages(ROOT)),
        *habits(literals(ROOT)),
        *habits(remarks(ROOT)),
        *openings(remarks(ROOT)),
        *habits(sentences(ROOT)),
        *commands(lines(ROOT)),
        *commands(messages(ROOT)),
        *commands(literals(ROOT)),
        *commands(remarks(ROOT)),
    ]
    print(*found, sep="\n", end="\n" if found else "")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
