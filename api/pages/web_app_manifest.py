"""Web app manifest, with which browsers install Stele, and its service worker (`web/service-worker.js`)."""

import json
from functools import lru_cache

from flask import Blueprint, Response, request

from api.http.languages import asked_language
from api.pages.static_files import TYPES, Packed, changed_at, pack_file, respond_file, version
from api.pages.static_folders import WEB
from api.services import settings
from replay.languages import LANGUAGES, translator

installing = Blueprint("installing", __name__)

LIGHT = "#d6cfc2"
"""The colour of the paper in `web/core/style.css`."""
LIGHT_BAND, DARK_BAND = "#30261a", "#231c14"
"""The colours of the masthead there."""
_UNVERSIONED = b'const VERSION = "";'
_ICONS = (
    ("web/stele.svg", "any", "image/svg+xml", "any"),
    ("web/icons/stele-192.png", "192x192", "image/png", "any"),
    ("web/icons/stele-512.png", "512x512", "image/png", "any"),
    ("web/icons/stele-maskable-512.png", "512x512", "image/png", "maskable"),
)


def has_worker() -> bool:
    """Whether the operator has enabled the pages' service worker."""
    return settings().has_service_worker


@installing.route("/manifest.webmanifest")
def manifest() -> Response:
    """The app's name and look, in the requested language or the one that the browser prefers."""
    language = request.args.get("lang", "")
    known = language if language in LANGUAGES else asked_language()
    return respond_file(_manifest(request.script_root, known), "application/manifest+json")


@lru_cache(16)
def _manifest(base: str, language: str) -> Packed:
    translate = translator(language)
    made = {
        "id": f"{base}/",
        "name": "Stele",
        "short_name": "Stele",
        "description": translate(
            "Published board games by correspondence. Every action is recorded, and every game can be replayed."
        ),
        "lang": language,
        "start_url": f"{base}/",
        "scope": f"{base}/",
        "display": "standalone",
        "theme_color": LIGHT_BAND,
        "background_color": LIGHT,
        "categories": ["games"],
        "icons": [
            {"src": f"{base}/{src}", "sizes": sizes, "type": kind, "purpose": purpose}
            for src, sizes, kind, purpose in _ICONS
        ],
        "shortcuts": [
            {"name": translate("Lobby"), "url": f"{base}/"},
            {"name": translate("New game"), "url": f"{base}/#new-game"},
        ],
    }
    return pack_file(json.dumps(made, ensure_ascii=False).encode())


@installing.route("/service-worker.js")
def service_worker() -> Response:
    """The service worker of this version; if it is disabled, one that cleans up and unregisters."""
    return respond_file(_worker(version() if has_worker() else "", changed_at()), TYPES[".js"])


@lru_cache(4)
def _worker(of: str, _at: int) -> Packed:
    source = (WEB / "service-worker.js").read_bytes()
    assert _UNVERSIONED in source
    return pack_file(source.replace(_UNVERSIONED, f'const VERSION = "{of}";'.encode()))
