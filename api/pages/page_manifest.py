"""Page manifest: the SHA-256 of every script and style sheet of the pages that this server serves, and of the verifier.

Its lines are those of `sha256sum`, below a first line with the version of Stele. Equal files give an equal manifest on
every server. Its own SHA-256, the fingerprint of the pages, is a leaf of the transparency log.
"""

import hashlib
from functools import lru_cache

from api.pages.static_files import Packed, last_change, pack_file, served_files
from api.pages.static_folders import VERIFIER
from eventstore.checkpoints.journal import Release
from operations.version import VERSION

_CODE = (".js", ".css")


def page_manifest() -> bytes:
    """The manifest of the files as they are now."""
    return packed_manifest()[0]


def packed_manifest() -> Packed:
    """The manifest as `respond_file` needs it."""
    return _packed(last_change())


def page_release() -> Release:
    """The version and the fingerprint of the pages as they are now."""
    return Release(VERSION, hashlib.sha256(page_manifest()).hexdigest())


@lru_cache(4)
def _packed(at: int) -> Packed:
    files = {f"web/{name}": path for name, path in served_files(at).items() if path.suffix in _CODE}
    files["verify/stele_verify.py"] = VERIFIER
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name}\n" for name, path in sorted(files.items())]
    return pack_file("".join((f"stele/pages/1 {VERSION}\n", *lines)).encode())
