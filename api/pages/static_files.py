"""Static files of the pages: from `web/`, bundled where that saves requests, compressed once.

Each is served under an address with the version of them all, where a browser keeps it for ever, and under its plain
name, where a browser asks whether it has changed.
"""

import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path

import msgspec
import zopfli.gzip
from flask import Response, abort, g, request

from api.http.compression import takes_gzip
from api.pages.module_bundles import Sources, joined_later, joined_page
from api.pages.static_folders import WEB, all_files, drawing_folders, is_ours, path_of
from replay.code_digest import sources_digest
from replay.languages import page_texts

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".jpg": "image/jpeg",
}
_NAME = re.compile(r"(?:[\w-]{1,60}/){0,3}[\w-]{1,60}(?:\.[\w-]{1,20}){1,3}", re.ASCII)
_DRAWING = re.compile(r"titles/([\w-]+/board|generic)\.js", re.ASCII)
_DRAWING_STYLE = re.compile(r"titles/[\w-]{1,60}/board\.css", re.ASCII)
_STYLE_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_AROUND_SIGNS = re.compile(rb"\s*([{};])\s*|(?<=:)[ ]")
_BEHIND_CODE = re.compile(rb"(?<=[;,{}()\]])\s+// [^\"'`]*$")
"""A comment behind code; one with a quotation mark in it might be the end of a text."""
_TYPE = re.compile(rb"/\*\* @type [^*]*\*/ ?")
_FOR_EVER = "public, max-age=31536000, immutable"
_ASKED_AGAIN = "no-cache"

Packed = tuple[bytes, bytes, str]
"""A file as it is, compressed, and its digest."""


def changed_at() -> int:
    """Another number whenever one of the pages' files has changed; a request looks once."""
    if "files_changed_at" not in g:
        drawings = (path for folder in drawing_folders().values() for path in folder.iterdir())
        paths = (*WEB.iterdir(), *WEB.glob("*/*.*"), *drawings)
        g.files_changed_at = max(path.stat().st_mtime_ns for path in paths)
    return int(g.files_changed_at)


def version() -> str:
    """What the address of a file has in it: another one whenever a file, a text or the server's code has changed."""
    return _version(changed_at())


@lru_cache(4)
def _version(_at: int) -> str:
    whole = hashlib.sha256(sources_digest().encode())
    for name, path in all_files().items():
        whole.update(f"\n{name} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    return whole.hexdigest()[:12]


@lru_cache(4)
def _sources(_at: int) -> Sources:
    modules = {name: path for name, path in all_files().items() if path.suffix == ".js"}
    return {name: without_comments(path.read_bytes()).decode() for name, path in modules.items()}


@lru_cache(4)
def drawings(at: int) -> tuple[str, ...]:
    """The drawings of the titles, and the one of any title."""
    return tuple(name for name in _sources(at) if _DRAWING.fullmatch(name))


def module_for(page: str, name: str) -> Response:
    """A module as the page of this name loads it: with what nothing else on that page has."""
    at = changed_at()
    if name not in _sources(at):
        abort(404)
    return respond_file(_packed_module(page, name, at), TYPES[".js"])


@lru_cache(512)
def _packed_module(page: str, name: str, at: int) -> Packed:
    sources, entry = _sources(at), f"{page}.js"
    if name == entry:
        return pack_file(in_fewer_lines(joined_page(sources, entry, drawings(at))).encode())
    return pack_file(in_fewer_lines(joined_later(sources, entry, name, drawings(at))).encode())


def web_file(name: str) -> Response:
    """A page's own file; the style of a drawing comes with that of the kit which every drawing uses."""
    if _DRAWING_STYLE.fullmatch(name) and path_of(name).is_file():
        return respond_file(_packed_style(name, changed_at()), TYPES[".css"])
    return _file_at(path_of(name), name)


@lru_cache(64)
def _packed_style(name: str, _at: int) -> Packed:
    return pack_file(_bare_style((WEB / "kit" / "kit.css").read_bytes() + path_of(name).read_bytes()))


def file_in(folder: Path, name: str) -> Response:
    """The file of this name, as a browser loads it; no name leads out of the folder."""
    return _file_at(folder / name, name)


def _file_at(path: Path, name: str) -> Response:
    if not _NAME.fullmatch(name) or path.suffix not in TYPES or not path.is_file():
        abort(404)
    return respond_file(_packed_file(path, path.stat().st_mtime_ns), TYPES[path.suffix])


@lru_cache(256)
def _packed_file(path: Path, _at: int) -> Packed:
    content = path.read_bytes()
    if is_ours(path) and path.suffix == ".js":
        content = without_comments(content)
    elif is_ours(path) and path.suffix == ".css":
        content = _bare_style(content)
    return pack_file(content)


def _bare_style(source: bytes) -> bytes:
    """A style without comments, line breaks and indentation."""
    return _AROUND_SIGNS.sub(rb"\1", _STYLE_COMMENT.sub(b"", source))


@lru_cache(64)
def packed_texts(language: str, title_id: str | None = None, part: str = "") -> Packed:
    """The texts of the pages, of one title's drawing, or of a part that comes by itself, in one language."""
    return pack_file(msgspec.json.encode(page_texts(language, title_id, part)))


def pack_file(plain: bytes, *, once: bool = True) -> Packed:
    """The file as it is, compressed, and its digest. What is not made `once` is compressed faster, and 5 % less."""
    packed = zopfli.gzip.compress(plain, numiterations=5) if once else gzip.compress(plain, 9, mtime=0)
    return plain, packed, hashlib.sha256(plain).hexdigest()[:16]


def respond_file(file: Packed, content_type: str) -> Response:
    """The file as this browser takes it, or 304 if it has it already."""
    plain, packed, digest = file
    is_packed = takes_gzip() and len(packed) < len(plain)
    response = Response(packed if is_packed else plain, content_type=content_type)
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    # Under the address of another version lies what there is now: pages that are older than the server go on.
    asked = (request.view_args or {}).get("version")
    is_this_version = bool(asked) and asked == version()
    response.headers["Cache-Control"] = _FOR_EVER if is_this_version else _ASKED_AGAIN
    response.vary.add("Accept-Encoding")
    response.set_etag(digest, weak=True)
    response.make_conditional(request)
    return response


def without_comments(source: bytes) -> bytes:
    """A module without indentation and comments: they are for readers of the source.

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
            kept.append(_TYPE.sub(b"", _BEHIND_CODE.sub(b"", text)) + b"\n")
    return b"".join(kept)


def in_fewer_lines(joined: str) -> str:
    """A module in which no line ends where none has to: behind what opens a block, parts a list or ends a statement.

    A text that has more than one line keeps them, and so does what may be a comment behind code.
    """
    kept: list[str] = []
    is_text = False
    for line in joined.splitlines():
        is_text ^= line.count("`") % 2 == 1
        has_to_end = is_text or "//" in line or not line.endswith((";", ",", "{"))
        kept.append(line + "\n" if has_to_end else line)
    return "".join(kept)
