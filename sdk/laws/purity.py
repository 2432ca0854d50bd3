"""Purity of rules: what a module may import, call and store. No clock, no random numbers, no I/O, no state."""

import ast
from collections.abc import Iterator, Sequence, Set

MAY_IMPORT = {
    "abc", "collections", "dataclasses", "enum", "functools", "hashlib", "hmac", "importlib", "itertools", "json",
    "math", "operator", "pkgutil", "re", "tomllib", "types", "typing", "unicodedata", "msgspec",
}  # fmt: skip
IMPURE = {"time", "random", "logging", "socket", "os", "datetime", "secrets", "uuid"}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "globals", "id"}


def imported(tree: ast.AST) -> Iterator[str]:
    """The full name of every imported module, anywhere in the tree. `from a import b` gives `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            prefix = "." * node.level + (node.module or "")
            yield from (f"{prefix}.{name.name}" for name in node.names)


def import_line(tree: ast.AST, name: str) -> int:
    """The first line that imports this module, under the name that `imported` gives it."""
    statements = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return next(node.lineno for node in statements if name in imported(node))


def foreign_imports(tree: ast.AST, *own: str) -> list[str]:
    """The forbidden imports of a rules module; `own` are further allowed modules and packages."""
    known = (*MAY_IMPORT, *own)
    return [name for name in imported(tree) if not f"{name}.".startswith(tuple(f"{one}." for one in known))]


def impurities(tree: ast.AST) -> list[str]:
    """The places where a rules module uses a clock, random numbers or I/O."""
    found = [name for name in imported(tree) if name.split(".")[0] in IMPURE]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            found.append(f"{node.func.id}() in line {node.lineno}")
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in IMPURE:
            found.append(f"{node.value.id}.{node.attr} in line {node.lineno}")
    return found


READ_ONLY = {"Collection", "Iterable", "Mapping", "Sequence", "Set", "TypeAlias"}
MUTABLE_TYPES = {"bytearray", "defaultdict", "deque", "dict", "list", "set", "Counter", "OrderedDict"}
DISPLAYS = (ast.Dict, ast.DictComp, ast.List, ast.ListComp, ast.Set, ast.SetComp)
WRITING_METHODS = {
    "add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse",
    "setdefault", "sort", "update",
}  # fmt: skip


def memories(tree: ast.Module, mutable: Set[str] = frozenset()) -> list[str]:
    """The places where a rules module stores something between calls; `mutable` are classes that change themselves.

    Constant tables are declared as such: `Mapping`, `Sequence`, `frozenset`. A `cache` is allowed for functions without
    arguments, or of a type: their number is limited by the code.
    """
    found = [f"global in line {node.lineno}" for node in ast.walk(tree) if isinstance(node, ast.Global)]
    for place in ast.walk(tree):
        if isinstance(place, ast.Module | ast.ClassDef):
            values = _mutable_values(place, mutable | mutable_classes(tree))
            found += [f"{name} in line {line}" for name, line in values]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    lasting = {name for name, _ in _assigned(tree.body)}
    for function in functions:
        if written := _written(function) & lasting:
            found.append(f"{', '.join(sorted(written))} changed in line {function.lineno}")
        found += [f"{inner.name}() remembers in line {inner.lineno}" for inner in _remembering(function)]
    cached = {part: one for one in functions for decorator in one.decorator_list for part in ast.walk(decorator)}
    for node in ast.walk(tree):
        by = cached.get(node)
        if _name(node) == "lru_cache" or (_name(node) == "cache" and not (by and _has_few_answers(by))):
            found.append(f"{_name(node)} of {by.name}()" if by else f"{_name(node)} without a name")
    return found


def mutable_classes(tree: ast.Module) -> set[str]:
    """The classes of a module whose methods change them after construction."""
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and any(
            "self" in _written(method)
            for method in node.body
            if isinstance(method, ast.FunctionDef) and method.name not in ("__init__", "__new__", "__post_init__")
        )
    }


def _assigned(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.stmt]]:
    """The names that these statements assign, except `__all__`."""
    for node in body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Name) and target.id != "__all__":
                yield target.id, node


def _mutable_values(place: ast.Module | ast.ClassDef, mutable: Set[str]) -> Iterator[tuple[str, int]]:
    for name, node in _assigned(place.body):
        value, annotation = getattr(node, "value", None), getattr(node, "annotation", None)
        made = _name(value.func) if isinstance(value, ast.Call) else ""
        if made in mutable:
            yield name, node.lineno
        elif isinstance(value, DISPLAYS) or made in MUTABLE_TYPES:
            declared = annotation.value if isinstance(annotation, ast.Subscript) else annotation
            if _name(declared) not in READ_ONLY:
                yield name, node.lineno


def _name(node: ast.AST | None) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _written(function: ast.FunctionDef) -> set[str]:
    """The outer names whose values a function changes, and `self`."""
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    inside = {one.arg for one in arguments if one.arg != "self"}
    written, outside = set[str](), set[str]()
    for node in ast.walk(function):
        if isinstance(node, ast.Nonlocal | ast.Global):
            outside.update(node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            inside.add(node.id)
        elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            written.add(_root(node))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITING_METHODS:
            written.add(_root(node.func))
    return (written - inside) | outside


def _root(node: ast.AST) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return _name(node)


def _remembering(function: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
    """The inner functions that this one returns and that change its variables."""
    given = {_name(node.value) for node in ast.walk(function) if isinstance(node, ast.Return)}
    for inner in ast.walk(function):
        if isinstance(inner, ast.FunctionDef) and inner is not function and inner.name in given and _written(inner):
            yield inner


def _has_few_answers(function: ast.FunctionDef) -> bool:
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return all(isinstance(one.annotation, ast.Subscript) and _name(one.annotation.value) == "type" for one in arguments)
