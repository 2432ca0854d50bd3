"""Cookies: a browser's session, and the browser's half of a link that was sent by mail.

By https and at the root of a host their names begin with `__Host-`: of such a name browsers accept no cookie that
another host, or a page without TLS, has set (RFC 6265bis, 4.1.3.2). A cookie of before counts where there is none so.
"""

from flask import Response, request

from domain.clocks.availability import DAY
from services.accounts.credentials import SESSION_DAYS
from services.accounts.mail_links import LIFE_SECONDS

SESSION = "stele-session"
MAIL_LINK = "stele-mail-link"
HOST_ONLY = "__Host-"


def asked_session() -> str:
    """The session that this request names; empty if it names none."""
    return _kept(SESSION) if "Cookie" in request.headers else ""


def asked_mail_link() -> str:
    """The half of a link that the browser keeps which asks; empty if it keeps none."""
    return _kept(MAIL_LINK)


def keep_session(response: Response, secret: str) -> None:
    """Let the browser keep this session."""
    _keep(response, SESSION, secret, SESSION_DAYS * DAY // 1000)


def drop_session(response: Response) -> None:
    """Let the browser forget its session."""
    _drop(response, SESSION)


def keep_mail_link(response: Response, secret: str) -> None:
    """Let the browser keep its half of a link."""
    _keep(response, MAIL_LINK, secret, LIFE_SECONDS)


def drop_mail_link(response: Response) -> None:
    """Let the browser forget its half of a link."""
    _drop(response, MAIL_LINK)


def _kept(name: str) -> str:
    return request.cookies.get(HOST_ONLY + name) or request.cookies.get(name) or ""


def _is_host_only() -> bool:
    return request.is_secure and not request.script_root


def _keep(response: Response, name: str, value: str, seconds: int) -> None:
    _set(response, HOST_ONLY + name if _is_host_only() else name, value, seconds)


def _drop(response: Response, name: str) -> None:
    """Let it be forgotten by either name: it may be one of before."""
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
