"""The cookies: one is a browser's session, the other the browser's half of a link that was sent by mail."""

from flask import Response, request
from werkzeug.http import parse_cookie

from domain.play_times import DAY
from people.credentials import SESSION_DAYS
from people.mail_links import LIFE_SECONDS

SESSION = "stele-session"
MAIL_LINK = "stele-mail-link"


def session_of(header: str | None) -> str | None:
    """The session that a request's header `Cookie` names; none if it names none."""
    return None if header is None else parse_cookie(header).get(SESSION) or None


def keep_session(response: Response, secret: str) -> None:
    """Let the browser keep this session."""
    _keep(response, SESSION, secret, SESSION_DAYS * DAY // 1000)


def drop_session(response: Response) -> None:
    """Let the browser forget its session."""
    _keep(response, SESSION, "", 0)


def keep_mail_link(response: Response, secret: str) -> None:
    """Let the browser keep its half of a link."""
    _keep(response, MAIL_LINK, secret, LIFE_SECONDS)


def drop_mail_link(response: Response) -> None:
    """Let the browser forget its half of a link."""
    _keep(response, MAIL_LINK, "", 0)


def _keep(response: Response, name: str, value: str, seconds: int) -> None:
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        path=f"{request.script_root}/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
