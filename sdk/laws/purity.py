"""What a module of rules may import and call: no clock, no luck of its own, nothing of the outside world."""

import ast
from collections.abc import Iterator

MAY_IMPORT = {
    "abc", "collections", "dataclasses", "enum", "functools", "hashlib", "hmac", "importlib", "itertools", "json",
    "math", "operator", "pkgutil", "re", "tomllib", "types", "typing", "unicodedata", "msgspec",
}  # fmt: skip
IMPURE = {"time", "random", "logging", "socket", "os", "datetime", "secrets", "uuid"}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "globals", "id"}


def imported(tree: ast.AST) -> Iterator[str]:
    """The full name of every module that is imported, anywhere in the tree. `from a import b` gives `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            prefix = "." * node.level + (node.module or "")
            yield from (f"{prefix}.{name.name}" for name in node.names)


def foreign_imports(tree: ast.AST, *own: str) -> list[str]:
    """What a module of rules imports and may not; `own` are the modules and packages that it may import beside."""
    known = (*MAY_IMPORT, *own)
    return [name for name in imported(tree) if not f"{name}.".startswith(tuple(f"{one}." for one in known))]


def impurities(tree: ast.AST) -> list[str]:
    """Where a module of rules reaches for a clock, luck of its own or the outside world."""
    found = [name for name in imported(tree) if name.split(".")[0] in IMPURE]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            found.append(f"{node.func.id}() in line {node.lineno}")
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in IMPURE:
            found.append(f"{node.value.id}.{node.attr} in line {node.lineno}")
    return found
