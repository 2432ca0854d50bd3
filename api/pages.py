"""The pages under `/`, from `replay/web/`: they use only the public API."""

from pathlib import Path

from flask import Blueprint, Response, send_from_directory

pages = Blueprint("pages", __name__)

_WEB = Path(__file__).parent.parent / "replay" / "web"


@pages.route("/")
def front() -> Response:
    """The front page."""
    return send_from_directory(_WEB, "index.html", max_age=0)


@pages.route("/web/<path:name>")
def asset(name: str) -> Response:
    """A page's own file."""
    return send_from_directory(_WEB, name, max_age=3600)
