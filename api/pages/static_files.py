"""Static files of the pages: the modules of `web/` as they are, or the built pages in `web/dist/`.

The built pages (`make web`) are served if they were built from exactly these sources. Each file is compressed once. It
is served under an address with the common version, where a browser caches it permanently, and under its plain name,
where a browser revalidates it.
"""

import gzip
import hashlib
import os
import re
from functools import lru_cache
from pathlib import Path

import msgspec
from flask import Response, abort, g, request

from api.http.compression import takes_gzip
from api.pages.static_folders import BUILT, WEB, all_files, drawing_folders, path_of
from replay.code_digest import sources_digest
from replay.languages import page_texts

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".woff2": "font/woff2",
    ".map": "application/json",
}
_NAME = re.compile(r"(?:[\w-]{1,60}/){0,3}[\w-]{1,60}(?:\.[\w-]{1,20}){1,3}", re.ASCII)
_FOR_EVER = "public, max-age=31536000, immutable"
_ASKED_AGAIN = "no-cache"

Packed = tuple[bytes, bytes, str]
"""A file as it is, compressed, and its digest."""


class Build(msgspec.Struct, frozen=True):
    """The built pages: the digest of their sources, and each module's static imports, by its name."""

    sources: str
    needed: dict[str, list[str]]


def changed_at() -> int:
    """A number that changes with the pages' files; computed once per request."""
    if "files_changed_at" not in g:
        g.files_changed_at = max(_last_change(str(folder)) for folder in (WEB, *drawing_folders().values()))
    return int(g.files_changed_at)


def _last_change(folder: str) -> int:
    """The time of the last change in this folder. For built pages the folder's own time suffices, because each build
    changes it.

    It uses `scandir`, because a page of a hundred modules calls it a hundred times, and `Path.rglob` takes three times
    as long.
    """
    latest = 0
    with os.scandir(folder) as found:
        for one in found:
            latest = max(latest, one.stat().st_mtime_ns)
            if one.is_dir() and one.path != str(BUILT):
                latest = max(latest, _last_change(one.path))
    return latest


def version() -> str:
    """The version in the files' addresses: it changes with any file, text or server code."""
    return _version(changed_at())


@lru_cache(4)
def _version(at: int) -> str:
    whole = hashlib.sha256(f"{sources_digest()} {_build(at)}".encode())
    for name, path in all_files().items():
        whole.update(f"\n{name} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    return whole.hexdigest()[:12]


@lru_cache(4)
def _build(_at: int) -> Build | None:
    """The built pages, or none if they do not exist or were built from other sources."""
    try:
        build = msgspec.json.decode((BUILT / "build.json").read_bytes(), type=Build)
    except FileNotFoundError:
        return None
    return build if build.sources == _sources_digest() else None


def _sources_digest() -> str:
    """The digest of the modules and styles of the pages and of Stele's own titles, as in `web/esbuild.config.mjs`."""
    whole = hashlib.sha256()
    found = (*WEB.rglob("*"), *WEB.parent.glob("titles/*/web/**/*"))
    paths = (path for path in found if path.suffix in (".js", ".css") and BUILT not in path.parents)
    for name, path in sorted((path.relative_to(WEB.parent).as_posix(), path) for path in paths):
        whole.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def with_imports(module: str) -> list[str]:
    """A module, and, if built, its static imports."""
    build = _build(changed_at())
    return [module, *(build.needed.get(module, ()) if build else ())]


def web_file(name: str) -> Response:
    """A page's own file, built or as it is."""
    if not _NAME.fullmatch(name):
        abort(404)
    is_built = _build(changed_at()) is not None and (BUILT / name).is_file()
    return _file_at(BUILT / name if is_built else path_of(name), name)


def file_in(folder: Path, name: str) -> Response:
    """The file of this name, as a browser loads it; no name leads out of the folder."""
    return _file_at(folder / name, name)


def _file_at(path: Path, name: str) -> Response:
    if not _NAME.fullmatch(name) or path.suffix not in TYPES or not path.is_file():
        abort(404)
    return respond_file(_packed_file(path, path.stat().st_mtime_ns), TYPES[path.suffix])


@lru_cache(1024)  # more than the number of files: else a page's modules evict one another, and are compressed again
def _packed_file(path: Path, _at: int) -> Packed:
    return pack_file(path.read_bytes())


@lru_cache(64)
def packed_texts(language: str, title_id: str | None = None, part: str = "") -> Packed:
    """The texts of the pages, of one title's drawing, or of a separate part, in one language."""
    return pack_file(msgspec.json.encode(page_texts(language, title_id, part)))


def pack_file(plain: bytes) -> Packed:
    """The file as it is, compressed, and its digest."""
    return plain, gzip.compress(plain, 9, mtime=0), hashlib.sha256(plain).hexdigest()[:16]


def respond_file(file: Packed, content_type: str) -> Response:
    """The file in the form that this browser accepts, or 304 if it has it already."""
    plain, packed, digest = file
    is_packed = takes_gzip() and len(packed) < len(plain)
    response = Response(packed if is_packed else plain, content_type=content_type)
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    # The address of another version gives the present file: pages that are older than the server keep working.
    asked = (request.view_args or {}).get("version")
    is_this_version = bool(asked) and asked == version()
    response.headers["Cache-Control"] = _FOR_EVER if is_this_version else _ASKED_AGAIN
    response.vary.add("Accept-Encoding")
    response.set_etag(digest, weak=True)
    response.make_conditional(request)
    return response
