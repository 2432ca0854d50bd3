"""Pages: one form for all, with every file that a browser must load named at once."""

import gzip
import re
from pathlib import Path

import flask_swagger_ui
import pytest

from api.pages.static_folders import WEB
from tests.api.test_chat import kind

PAGES = {
    "/": ("lobby", "lobby/page", "Stele: board games by correspondence"),
    "/titles/kheops": ("title", "learn/title-page", "Stele: rules"),
    "/players/computer-steward": ("player", "community/profile-page", "Stele: a player"),
    "/players/computer-steward/games": ("player-games", "community/games-page", "Stele: games of a player"),
    "/bots": ("bots", "community/bots-page", "Stele: bots"),
    "/ratings": ("ratings", "community/ratings-page", "Stele: ratings"),
    "/statistics/kheops": ("statistics", "statistics/page", "Stele: statistics"),
    "/verify": ("verify", "verify/page", "Stele: verify a record"),
    "/games/demo-kheops": ("play", "table/page", "Stele: a game"),
    "/games/demo-kheops/replay": ("replay", "replay/page", "Stele: a replay"),
}


@pytest.mark.parametrize("address, page", PAGES.items())
def test_a_page_names_what_it_needs(gallery, address, page):
    """A page names its module and its title, and has a strict content security policy."""
    name, module, title = page
    answer = gallery.call("GET", address)
    text = answer.body.decode()
    assert re.search(rf'<script type="module" src="/web/v/\w+/{module}\.js"></script>', text)
    assert f"<title>{title}</title>" in text and f'<body class="{name}-page"' in text
    assert "$" not in text
    assert "data-files=" in text and "live-preview" not in text, "which only the preview of a title has"
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'; style-src 'self'" in policy and "frame-ancestors 'none'" in policy


OWN = {"'none'", "'self'", "data:", "blob:"}
"""Sources that are no other host. A page that asks another one has an error in its console."""


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/titles/kheops",
        "/titles/kheops/lesson",
        "/verify",
        "/account",
        "/unsubscribe",
        "/games/x",
        "/games/x/replay",
        "/games/x/dossier",
        "/games/x/embed",
    ],
)
def test_policy_of_every_page(gallery, path):
    """No inline script or style, nothing from other hosts; only the embedded replay may be framed."""
    answer = gallery.call("GET", path)
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == ("*" if path.endswith("embed") else "'none'")
    assert {source for name, said in policy.items() if name != "frame-ancestors" for source in said.split()} <= OWN
    assert policy["worker-src"] == policy["manifest-src"] == "'self'"
    body = answer.body.decode().replace(gallery.url, "")
    assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=|https?://", body)


def test_a_page_is_loaded_once(gallery):
    """Compressed for clients that accept it; a browser with a current copy gets a 304."""
    plain, packed = gallery.call("GET", "/"), gallery.call("GET", "/", Accept_Encoding="gzip")
    assert gzip.decompress(packed.body) == plain.body
    assert gallery.call("GET", "/", If_None_Match=plain.headers["ETag"]).status == 304


def test_swagger_is_loaded_once(gallery):
    """Swagger, the largest file of all, is sent compressed, unchanged, and only once."""
    path = "/api/docs/swagger-ui-bundle.js"
    plain, packed = gallery.call("GET", path), gallery.call("GET", path, Accept_Encoding="gzip")
    assert plain.body == (Path(flask_swagger_ui.__file__).parent / "dist" / "swagger-ui-bundle.js").read_bytes()
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 3
    assert gallery.call("GET", path, If_None_Match=packed.headers["ETag"]).status == 304


def test_the_form_of_the_pages_is_no_page(gallery):
    """Templates are never served as they are: a browser gets a finished page with the error, a program gets a
    problem.
    """
    for address in ("/web/core/page.html", "/web/types.d.ts", "/nothing"):
        assert kind(gallery.call("GET", address)) == (404, "not-found")
        page = gallery.call("GET", address, Accept="text/html,application/xhtml+xml,*/*;q=0.8")
        assert page.status == 404 and b"<title>Stele: page not found</title>" in page.body
        assert "ETag" not in page.headers and "Content-Security-Policy" in page.headers
    assert kind(gallery.call("GET", "/api/nothing", Accept="text/html")) == (404, "not-found")


def test_the_modules_are_the_sources(gallery):
    """A checkout serves the modules unbuilt, both at the versioned address and under the plain name."""
    source = (WEB / "replay" / "controller.js").read_bytes()
    assert gallery.call("GET", "/web/replay/controller.js").body == source
    files = re.search(r'data-files="([^"]+)"', gallery.call("GET", "/").body.decode())[1]
    answer = gallery.call("GET", f"{files}/replay/controller.js")
    assert answer.body == source and "immutable" in answer.headers["Cache-Control"]
    other = gallery.call("GET", "/web/v/0123456789ab/replay/controller.js")
    assert (other.status, other.headers["Cache-Control"]) == (200, "no-cache")
    assert gallery.call("GET", f"{files}/nothing.js").status == 404
