"""Published pages: the releases in a log, and the pages that the server gives now, compared with the last of them.

A release is the SHA-256 of a manifest: a list of the scripts and style sheets of the pages, each with its SHA-256.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from msgspec import Struct

from audit.transparency.game_chains import Fault
from audit.transparency.http_fetch import CannotFetch, RequestRefused, fetch
from audit.transparency.remote_log import CannotReadLog
from audit.verification.report import printable

_LINE = re.compile(r"(?P<digest>[0-9a-f]{64})  (?P<path>[\w./-]{1,300})", re.ASCII)
_MOST_NAMED = 10
_FILES = re.compile(rb'<html [^>]*data-files="([\w./-]{1,300})"', re.ASCII)
_LOADED = re.compile(rb"<script\b[^>]*>|<link\b[^>]*\b(?:stylesheet|modulepreload)\b[^>]*>", re.IGNORECASE)
_ADDRESS = re.compile(rb'\s(?:src|href)="([^"]+)"')
_SOURCES = re.compile(rb"src|href", re.IGNORECASE)
_VERSION = re.compile(rb'const VERSION = "[0-9a-f]*";')


class SeenRelease(Struct, frozen=True):
    """A release in a log: its leaf, the version, the fingerprint of its pages, and the times of the notes between which
    it came; `after` is empty if there was no earlier note.
    """

    leaf: int
    version: str
    digest: str
    after: str
    until: str

    def __str__(self) -> str:
        """The release as a sentence without a full stop."""
        came = f"between the notes of {self.after} and {self.until}" if self.after else f"before {self.until}"
        return f"leaf {self.leaf} has the pages of Stele {self.version}, fingerprint {self.digest}; it came {came}"


def given_manifest(url: str) -> bytes:
    """The manifest of the pages that the server gives now; empty if it has none. Raises `CannotReadLog`."""
    return _given(url, "/tlog/release") or b""


def manifest_fault(manifest: bytes, last: SeenRelease | None) -> Fault | None:
    """The fault of a manifest that is not the log's last release; none without both."""
    digest = hashlib.sha256(manifest).hexdigest() if manifest else ""
    if digest == (last.digest if last else ""):
        return None
    logged = f"the log's last release, leaf {last.leaf}, has {last.digest}" if last else "the log has no release"
    given = f"have the fingerprint {digest}" if manifest else "have no manifest"
    said = f"the pages that the server gives {given}, and {logged}"
    return Fault(said, "pages", {"manifest": manifest.decode(errors="replace")}, lasts=False)


def page_faults(url: str, manifest: bytes) -> Iterator[Fault]:
    """Fetch the lobby, and every file that the manifest names from the address that the lobby gives; what is wrong.

    Raises `CannotReadLog` if the server cannot be reached.
    """
    listed = {found["path"]: found["digest"] for line in manifest.decode(errors="replace").splitlines()[1:]
              if (found := _LINE.fullmatch(line))}  # fmt: skip
    if len(listed) != len(manifest.splitlines()) - 1:
        yield _fault("the manifest of its pages has lines of another form", manifest)
        return
    shell = _given(url, "/") or b""
    place = _FILES.search(shell)
    files = place[1].decode() if place else ""
    base = urlsplit(url).path
    if not files.startswith(f"{base}/web/v/"):
        yield _fault("its lobby does not say where the files of the pages are", manifest)
        return
    wrong = [*_strange_in(shell, files, listed), *_changed(url, files.removeprefix(base), listed)]
    if wrong:
        more = f", and {len(wrong) - _MOST_NAMED} more" if len(wrong) > _MOST_NAMED else ""
        said = f"its pages are not those of its manifest: {', '.join(wrong[:_MOST_NAMED])}{more}"
        yield _fault(said, manifest)


def _strange_in(shell: bytes, files: str, listed: Mapping[str, str]) -> Iterator[str]:
    """Addresses of scripts and style sheets in the lobby that are not listed."""
    for tag in _LOADED.findall(shell):
        found = _ADDRESS.search(tag)
        is_plain = found is not None and len(_SOURCES.findall(tag)) == 1  # no other attribute hides the address
        address = found[1].decode(errors="replace") if found and is_plain else "a script inside the lobby"
        name = address.removeprefix(f"{files}/")
        if name == address or f"web/{name}" not in listed:
            yield printable(address)


def _changed(url: str, files: str, listed: Mapping[str, str]) -> Iterator[str]:
    """The listed files that the server does not give as they are listed."""
    for path, digest in listed.items():
        name = path.removeprefix("web/")
        if name == "service-worker.js":
            content = _given(url, "/service-worker.js")
            content = content and _VERSION.sub(b'const VERSION = "";', content, count=1)
        else:
            content = _given(url, f"/{path}" if name == path else f"{files}/{name}")
        if content is None or hashlib.sha256(content).hexdigest() != digest:
            yield path


def _given(url: str, path: str) -> bytes | None:
    """The bytes that the server gives at this path; none if there are none. Raises `CannotReadLog`."""
    try:
        return fetch(f"{url}{path}")
    except CannotFetch as error:
        if isinstance(error, RequestRefused) and error.status == 404:
            return None
        raise CannotReadLog(f"its pages cannot be read: {error}") from error


def _fault(sentence: str, manifest: bytes) -> Fault:
    return Fault(sentence, "page files", {"manifest": manifest.decode(errors="replace")}, lasts=False)
