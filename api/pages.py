"""The pages under `/` and their files, from `web/`: they use only the public API.

A file is read and compressed once for each of its versions; a browser asks whether it has changed and loads it again
only then.
"""

import gzip
import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from string import Template

import msgspec
from flask import Blueprint, Response, abort, request
from msgspec import Struct

from api.compression import takes_gzip
from api.joining import Sources, imported, joined
from api.varying import vary_by
from domain.rulebooks import find_rulebooks
from replay.languages import LANGUAGES, page_texts
from replay.sources import sources_digest

pages = Blueprint("pages", __name__)

WEB = Path(__file__).resolve().parent.parent / "web"
CLIENTS = WEB.parent / "clients"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_NAME = re.compile(r"(?:[\w-]{1,60}/){0,3}[\w-]{1,60}(?:\.[\w-]{1,20}){1,3}", re.ASCII)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors {}"
)


class Page(Struct, frozen=True):
    """A page: the module that makes it, and what stands in its head. `template.html` is the form of all."""

    module: str
    title: str
    styles: tuple[str, ...] = ("style.css",)


LOBBY = Page("lobby", "Stele: board games by correspondence", ("style.css", "lobby.css"))
TITLE = Page("title", "Stele: rules", ("style.css", "lobby.css", "rules.css"))
PLAY = Page("play", "Stele: a game", ("style.css", "board.css"))
VERIFY = Page("verify", "Stele: verify a record", ("style.css", "verify.css"))
REPLAY = Page("replay", "Stele: a replay", ("style.css", "board.css", "replay.css"))
DOSSIER = Page("dossier", "Stele: a dossier", ("style.css", "board.css", "dossier.css"))
_DRAWING_STYLE = re.compile(r"titles/[\w-]{1,60}/board\.css", re.ASCII)
_ENTRIES = tuple(f"{page.module}.js" for page in (LOBBY, TITLE, PLAY, VERIFY, REPLAY, DOSSIER))


@pages.route("/")
def lobby() -> Response:
    """Titles, open games, my games."""
    return _page(LOBBY)


@pages.route("/titles/<_title>")
def title(_title: str) -> Response:
    """A title: its rules in chapters and by number, and how sure its components are."""
    return _page(TITLE)


@pages.route("/games/<_game_id>")
def play(_game_id: str) -> Response:
    """The table at which a game is played."""
    return _page(PLAY)


@pages.route("/games/<_game_id>/replay")
def replay(_game_id: str) -> Response:
    """The replay of a game."""
    return _page(REPLAY)


@pages.route("/games/<_game_id>/dossier")
def dossier(_game_id: str) -> Response:
    """The dossier of an action of a game."""
    return _page(DOSSIER)


@pages.route("/games/<_game_id>/embed")
def embed(_game_id: str) -> Response:
    """The replay within somebody else's page: the public's view, and nobody is signed in there."""
    return _page(REPLAY, frame_ancestors="*")


@pages.route("/verify")
def verify() -> Response:
    """Verifying the file of a record in the browser."""
    return _page(VERIFY)


@pages.route("/verify/stele_verify.py")
def verifier() -> Response:
    """The verifier in one file of Python, to keep: it needs neither this server nor its code."""
    path = CLIENTS / "stele_verify.py"
    response = _respond(*_packed_file(path, path.stat().st_mtime_ns), "text/x-python")
    response.headers["Content-Disposition"] = "attachment; filename=stele_verify.py"
    return response


@pages.route("/web/texts/<language>.json")
def texts(language: str) -> Response:
    """The pages' own texts in one language."""
    if language not in LANGUAGES:
        abort(404)
    return _respond(*_packed_texts(language), "application/json")


@pages.route("/web/texts/<language>/<title_id>.json")
def title_texts(language: str, title_id: str) -> Response:
    """The texts of one title's drawing in one language."""
    if language not in LANGUAGES or title_id not in find_rulebooks():
        abort(404)
    return _respond(*_packed_texts(language, title_id), "application/json")


@pages.route("/web/drawings.json")
def drawings() -> Response:
    """Which titles have a drawing of their own, and which files it consists of."""
    return _respond(*_packed_drawings(), "application/json")


@pages.route("/web/<path:name>")
def asset(name: str) -> Response:
    """A page's own file; a page's module and a drawing come with the modules that only they need."""
    version = _version()
    if name in (*_ENTRIES, *_drawings(version)):
        return _respond(*_packed_entry(name, version), "text/javascript")
    if _DRAWING_STYLE.fullmatch(name) and (WEB / name).is_file():
        return _respond(*_packed_style(name, version), "text/css")
    return file_in(WEB, name)


def _version() -> int:
    """Another number whenever a module, a style or the form of the pages has changed."""
    return max(path.stat().st_mtime_ns for path in (*WEB.iterdir(), *WEB.glob("*/*.*"), *WEB.glob("titles/*/*.*")))


@lru_cache(4)
def _sources(_at: int) -> Sources:
    paths = sorted(WEB.rglob("*.js"))
    return {path.relative_to(WEB).as_posix(): without_comments(path.read_bytes()).decode() for path in paths}


@lru_cache(4)
def _drawings(version: int) -> tuple[str, ...]:
    """The drawings of the titles, and the one of any title."""
    names = _sources(version)
    return tuple(name for name in names if re.fullmatch(r"titles/([\w-]+/board|generic)\.js", name))


@lru_cache(64)
def _entry(name: str, version: int) -> str:
    return joined(_sources(version), name, _ENTRIES, _drawings(version))


@lru_cache(64)
def _packed_entry(name: str, version: int) -> tuple[bytes, bytes, str]:
    return _pack(_entry(name, version).encode())


@lru_cache(64)
def _packed_style(name: str, _at: int) -> tuple[bytes, bytes, str]:
    """The style of a drawing, after that of the kit which every drawing uses."""
    return _pack((WEB / "kit" / "kit.css").read_bytes() + (WEB / name).read_bytes())


def _page(page: Page, frame_ancestors: str = "'none'") -> Response:
    response = _respond(*_packed_page(page, _version(), request.script_root), "text/html")
    response.headers["Content-Security-Policy"] = POLICY.format(frame_ancestors)
    return response


def file_in(folder: Path, name: str) -> Response:
    """The file of this name, as a browser loads it; no name leads out of the folder."""
    path = folder / name
    if not _NAME.fullmatch(name) or path.suffix not in _TYPES or not path.is_file():
        abort(404)
    return _respond(*_packed_file(path, path.stat().st_mtime_ns), _TYPES[path.suffix])


def _respond(plain: bytes, packed: bytes, digest: str, content_type: str) -> Response:
    """The file as this browser takes it, or 304 if it has it already."""
    is_packed = takes_gzip()
    response = Response(packed if is_packed else plain, content_type=f"{content_type}; charset=utf-8")
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    # A picture is named more than once on a page.
    response.headers["Cache-Control"] = "max-age=60" if content_type == _TYPES[".svg"] else "no-cache"
    vary_by(response, "Accept-Encoding")
    response.set_etag(digest, weak=True)
    response.make_conditional(request)
    return response


@lru_cache(256)
def _packed_file(path: Path, _version: int) -> tuple[bytes, bytes, str]:
    content = path.read_bytes()
    return _pack(without_comments(content) if path.suffix == ".js" and WEB in path.parents else content)


def without_comments(source: bytes) -> bytes:
    """A module without indentation and the lines that are nothing but comment: they are for readers of the source.

    A text that has more than one line keeps its lines, but not how they are indented.
    """
    kept: list[bytes] = []
    is_comment = False
    for line in source.splitlines(keepends=True):
        text = line.strip()
        if is_comment:
            is_comment = b"*/" not in text
        elif text.startswith(b"/*") and b"*/" not in text:
            is_comment = True
        elif text and not text.startswith(b"//") and not (text.startswith(b"/*") and text.endswith(b"*/")):
            kept.append(text + b"\n")
    return b"".join(kept)


@lru_cache(16)
def _packed_page(page: Page, version: int, base: str) -> tuple[bytes, bytes, str]:
    entry = f"{page.module}.js"
    styles = [f'<link rel="stylesheet" href="{base}/web/{style}">' for style in page.styles]
    # A browser would find these one after the other; told of all, it loads them at once.
    named = _imported(_entry(entry, version), entry, _sources(version), set())
    modules = [f'<link rel="modulepreload" href="{base}/web/{name}">' for name in named]
    head = "\n".join((*styles, *modules, f'<script type="module" src="{base}/web/{entry}"></script>'))
    template = Template((WEB / "template.html").read_text("utf-8"))
    # What never changes is asked for under an address with the version: another version may show it otherwise.
    shown = sources_digest()[:8]
    filled = template.substitute(title=page.title, head=head, page=f"{page.module}-page", base=base, version=shown)
    return _pack(filled.encode())


def _imported(source: str, name: str, sources: Sources, seen: set[str]) -> Iterator[str]:
    """The modules that this one imports at once, and those that they import."""
    for found in imported(source, name):
        if found not in seen:
            seen.add(found)
            yield found
            yield from _imported(sources[found], found, sources, seen)


@lru_cache(64)
def _packed_texts(language: str, title_id: str | None = None) -> tuple[bytes, bytes, str]:
    return _pack(msgspec.json.encode(page_texts(language, title_id)))


@lru_cache(1)
def _packed_drawings() -> tuple[bytes, bytes, str]:
    found = {
        folder.name: sorted(path.name for path in folder.iterdir() if path.suffix in _TYPES)
        for folder in sorted((WEB / "titles").iterdir())
        if folder.is_dir()
    }
    return _pack(msgspec.json.encode(found))


def _pack(plain: bytes) -> tuple[bytes, bytes, str]:
    return plain, gzip.compress(plain, 9, mtime=0), hashlib.sha256(plain).hexdigest()[:16]
