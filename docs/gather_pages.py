"""Pages of the manual, gathered for its build: `python docs/gather_pages.py` writes them into var/manual/pages.

They are the pages of `docs/`, those for contributors, the rules, the API from its OpenAPI document, the contract of a
title from `stele.title`, and the events of every title from their types.
"""

import inspect
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, normpath, relpath
from typing import Any

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "var" / "manual" / "pages"
PROBLEMS = "reference/problems.md"
sys.path.insert(0, str(ROOT))

import domain.title_loader as optional_parts  # noqa: E402
import stele.title as title_names  # noqa: E402
from app import create_app  # noqa: E402
from domain.messages import Event  # noqa: E402
from domain.rulebook import RulebookWithPoints  # noqa: E402
from domain.title_loader import TITLES, find_rulebooks, folder_of  # noqa: E402

_PROBLEM = re.compile(r"^\| (`urn:stele:problem:([\w-]+)`) \|", re.MULTILINE)
"""The first cell of a row of the table of problems. The manual makes it a target of links."""
_OF_THE_REPOSITORY = {
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security.md": ".github/SECURITY.md",
    "code-of-conduct.md": ".github/CODE_OF_CONDUCT.md",
}
"""Pages of the manual that the repository has where its visitors look for them."""
_UNSEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"
"""The head of a page that the manual's search leaves out: decisions are found by their index."""
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def gather() -> dict[str, str]:
    """Every page by its path, with links that lead to pages of the manual."""
    rules = _rule_files()
    pages = {page.relative_to(ROOT / "docs").as_posix(): page for page in (ROOT / "docs").rglob("*.md")}
    pages.update({path: ROOT / file for path, file in rules.items()})
    pages.update({page: ROOT / file for page, file in _OF_THE_REPOSITORY.items()})
    for language in ("python", "typescript"):
        pages[f"guides/{language}-client.md"] = ROOT / "sdk" / language / "README.md"
    files = {page.relative_to(ROOT).as_posix(): path for path, page in pages.items()}
    texts = {path: _relinked(page, path, files) for path, page in pages.items()}
    texts.update({path: _UNSEARCHED + text for path, text in texts.items() if path.startswith("decisions/0")})
    texts[PROBLEMS] = _PROBLEM.sub(r'| <a id="\2"></a>\1 |', texts[PROBLEMS])
    return {**texts, "reference/api.md": _api(), "reference/events.md": _events(), "reference/title.md": _title()}


def _relinked(page: Path, path: str, files: dict[str, str]) -> str:
    """The page's text: links to other files of the repository, which the manual does not have, become their names."""
    folder = page.parent.relative_to(ROOT).as_posix()

    def linked(found: re.Match[str]) -> str:
        text, target, heading = found[1], found[2], found[3] or ""
        if re.match(r"[a-z]+:", target):
            return found[0]
        inside = normpath(f"{folder}/{target}")
        if inside in files:
            return f"[{text}]({relpath(files[inside], dirname(path) or '.')}{heading})"
        if inside.startswith("docs/"):
            return found[0]
        return text if inside in text else f"{text} (`{inside}`)"

    return _LINK.sub(linked, page.read_text("utf-8"))


def main() -> None:
    """Write all pages of the manual, with their pictures and other files beside them."""
    shutil.rmtree(PAGES, ignore_errors=True)
    beside = shutil.ignore_patterns("*.md", "*.py", "*.toml", "__pycache__")
    shutil.copytree(ROOT / "docs", PAGES, ignore=beside)
    shutil.copy(ROOT / "docs" / "zensical.toml", PAGES.parent)
    for path, text in gather().items():
        (PAGES / path).parent.mkdir(parents=True, exist_ok=True)
        (PAGES / path).write_text(text, "utf-8")


def _rule_files() -> dict[str, str]:
    """The pages of the rules, and the files that they are."""
    titles = {f"rules/{title}.md": f"{_place(title)}/RULES.md" for title in find_rulebooks()}
    return {"rules/shared.md": "domain/RULES.md", **titles}


def _place(title: str) -> str:
    return f"{TITLES}/{folder_of(title).name}"


def _api() -> str:
    """Every call by resource, with its parameters and responses."""
    document = create_app({}).test_client().get("/api/openapi.json").get_json()
    told = {tag["name"]: tag.get("description", "") for tag in document.get("tags", [])}
    calls: dict[str, list[str]] = {}
    for path, operations in document["paths"].items():
        for method, call in operations.items():
            if method in {"get", "post", "put", "patch", "delete"}:
                calls.setdefault(call["tags"][0], []).append("\n".join(_call(document, path, method, call)))
    head = (
        "# API\n\nEvery call, made from the OpenAPI document of a server (`/api/openapi.json`). Its `/api/docs` lets "
        "you try them. Each refused status links to its [problem types](problems.md)."
    )
    sections = (f"## {told.get(tag) or tag}\n\n" + "\n\n".join(texts) for tag, texts in calls.items())
    return "\n\n".join((head, *sections)) + "\n"


def _call(document: dict[str, Any], path: str, method: str, call: dict[str, Any]) -> Iterator[str]:
    yield f"### `{method.upper()} {path}`\n"
    yield f"{_flat(call.get('summary', ''))}\n\n{call.get('description', '').strip()}\n"
    parameters = [_resolved(document, one) for one in call.get("parameters", [])]
    if parameters:
        yield "| Parameter | In | Meaning |\n|---|---|---|"
        for one in parameters:
            yield f"| `{one['name']}` | {one['in']} | {_flat(one.get('description', ''))} |"
        yield ""
    body = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if members := _resolved(document, body).get("properties"):
        yield "| Member of the body | Meaning |\n|---|---|"
        for name, member in members.items():
            yield f"| `{name}` | {_flat(member.get('description', ''))} |"
        yield ""
    yield "| Status | Response |\n|---|---|"
    for status, response in call["responses"].items():
        resolved = _resolved(document, response)
        problems = ", ".join(f"[`{name}`](problems.md#{name})" for name in _problems(document, resolved))
        yield f"| {status} | {problems or _flat(resolved.get('description', ''))} |"


def _problems(document: dict[str, Any], response: dict[str, Any]) -> Iterator[str]:
    """The problem types of a refusal, by the last part of their URNs; of any other response, none."""
    schema = response.get("content", {}).get("application/problem+json", {}).get("schema", {})
    for one in schema.get("oneOf", [schema] if schema else []):
        yield _resolved(document, one)["properties"]["type"]["const"].rpartition(":")[2]


def _resolved(document: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in part:
        return part
    found: Any = document
    for name in part["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    return dict(found)


def _events() -> str:
    """Every event that a record can hold, shared ones first, then title by title."""
    rulebooks = find_rulebooks()
    shared = {event for event in _kinds(Event) if not event.__module__.startswith("titles.")}
    parts = ["# Events", "What a game's record consists of. [Records](records.md) describes their form.", "## Shared"]
    parts += map(_event, sorted(shared, key=lambda event: event.__name__))
    for title, rulebook in rulebooks.items():
        module = _place(title).replace("/", ".")
        own = [event for event in _kinds(Event) if event.__module__.startswith(f"{module}.")]
        parts += [f"## {rulebook.meta.title}", *map(_event, own)]
    return "\n\n".join(parts) + "\n"


def _title() -> str:
    """All that a title offers and may use: its module's members, its optional parts, and the names of `stele.title`."""
    rulebook = title_names.Rulebook
    functions = [name for name, one in vars(rulebook).items() if inspect.isfunction(one) and not name.startswith("_")]
    parts = [
        f"# The contract of a title\n\nMade from `stele.title`, protocol {title_names.PROTOCOL}. [Adding a title]"
        "(../tutorials/adding-a-title.md) shows its use. It is the same in a [package]"
        "(../guides/titles-in-packages.md). [The kit](drawing-kit.md) is for drawings.",
        "## What a title's module offers",
        inspect.getdoc(rulebook) or "",
        *(_function(vars(rulebook)[name]) for name in functions),
        "Only a title that counts points:",
        _function(vars(RulebookWithPoints)["standing"]),
        "## What it may offer in further modules",
    ]
    for name, one in vars(optional_parts).items():
        if name.startswith("find_") and "title" in inspect.signature(one).parameters:
            words = name.removeprefix("find_").replace("_", " ").capitalize()
            parts.append(f"**{words}**\n\n{inspect.getdoc(one)}")
    parts.append("## What it may import")
    listed = inspect.getsource(title_names).partition("__all__ = [")[2]
    for heading, names in re.findall(r"# (.+)\n((?: +\"[^#\]]+\n)+)", listed):
        parts += [f"### {heading.rstrip('.')}", *(_imported(name) for name in re.findall(r'"(\w+)"', names))]
    return "\n\n".join(parts) + "\n"


def _function(one: Any) -> str:
    parameters = ", ".join(name for name in inspect.signature(one).parameters if name != "self")
    return f"**`{one.__name__}({parameters})`**\n\n{inspect.getdoc(one)}"


def _imported(name: str) -> str:
    """A name of `stele.title` with its signature, if it has one, and its meaning."""
    one: Any = getattr(title_names, name)
    if inspect.isfunction(one):
        return _function(one)
    if inspect.ismodule(one) or (inspect.isclass(one) and one is not title_names.Rulebook):
        fields = ", ".join(getattr(one, "__struct_fields__", ()))
        return f"**`{name}{f'({fields})' if fields else ''}`**\n\n{inspect.getdoc(one)}"
    return f"**`{name}`**: " + ("as above." if one is title_names.Rulebook else f"`{one}`")


def _kinds(kind: type[Event]) -> Iterator[type[Event]]:
    for one in kind.__subclasses__():
        if one.__struct_fields__ or one.RULES:
            yield one
        yield from _kinds(one)


def _event(event: type[Event]) -> str:
    fields = ", ".join(f"`{name}`" for name in event.__struct_fields__) or "none"
    rules = ", ".join(event.RULES)
    return (
        f"### {event.__name__} {{ #{event.__module__.replace('.', '-')}-{event.__name__.lower()} }}\n\n"
        f"{_flat(event.__doc__ or '')}\n\n"
        f"Version {event.VERSION}. Fields: {fields}." + (f" Rules: {rules}." if rules else "")
    )


def _flat(text: str) -> str:
    """One line, safe in a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
