"""Cookies: a browser's session, and the browser's secret for a mailed link.

With https and at the root of a host their names begin with `__Host-`: browsers accept no cookie of such a name from
another host, or from a page without TLS (RFC 6265bis, 4.1.3.2). There a cookie without this prefix is no cookie.
"""

from flask import Response, request

from domain.clocks.availability import DAY
from services.accounts.credentials import SESSION_DAYS
from services.accounts.mail_links import LIFE_SECONDS

SESSION = "stele-session"
MAIL_LINK = "stele-mail-link"
HOST_ONLY = "__Host-"


def asked_session() -> str:
    """The session of this request; empty if there is none."""
    return _kept(SESSION) if "Cookie" in request.headers else ""


def asked_mail_link() -> str:
    """The browser's secret for a mailed link; empty if there is none."""
    return _kept(MAIL_LINK)


def keep_session(response: Response, secret: str) -> None:
    """Set the session cookie."""
    _keep(response, SESSION, secret, SESSION_DAYS * DAY // 1000)


def drop_session(response: Response) -> None:
    """Delete the session cookie."""
    _drop(response, SESSION)


def keep_mail_link(response: Response, secret: str) -> None:
    """Set the cookie with the secret for a mailed link."""
    _keep(response, MAIL_LINK, secret, LIFE_SECONDS)


def drop_mail_link(response: Response) -> None:
    """Delete the cookie with the secret for a mailed link."""
    _drop(response, MAIL_LINK)


def _kept(name: str) -> str:
    return request.cookies.get(HOST_ONLY + name if _is_host_only() else name, "")


def _is_host_only() -> bool:
    return request.is_secure and not request.script_root


def _keep(response: Response, name: str, value: str, seconds: int) -> None:
    _set(response, HOST_ONLY + name if _is_host_only() else name, value, seconds)


def _drop(response: Response, name: str) -> None:
    """Delete the cookie under both names, including one from before the server had TLS."""
    if _is_host_only():
        _set(response, HOST_ONLY + name, "", 0)
    _set(response, name, "", 0)


def _set(response: Response, name: str, value: str, seconds: int) -> None:
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        path=f"{request.script_root}/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
