"""Behind a proxy: whom it speaks for, and the path that it gives Stele.

`STELE_PROXIES` counts the proxies that are trusted (none by default): what they say in `X-Forwarded-…` of the address,
the scheme, the host and the path counts. `STELE_BASE_PATH` names the path in place of `X-Forwarded-Prefix`.
`STELE_HSTS` is for how many seconds browsers shall come by TLS only.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

_BASE = re.compile(r"(?:/[A-Za-z0-9._~-]{1,60}){0,4}")
_MOST_PROXIES = 9

Environment = dict[str, Any]
Wsgi = Callable[[Environment, Any], Iterable[bytes]]


def _number(settings: Mapping[str, str], name: str, most: int) -> int:
    text = settings.get(name) or "0"
    if not (text.isascii() and text.isdigit() and int(text) <= most):
        raise ValueError(f"{name} must be a whole number up to {most}: {text!r}")
    return int(text)


def live_behind_proxies(app: Flask, settings: Mapping[str, str]) -> None:
    """Let the app see its visitors' addresses and its own as they are before the proxies."""
    proxies = _number(settings, "STELE_PROXIES", _MOST_PROXIES)
    seconds = _number(settings, "STELE_HSTS", 10**9)
    base = (settings.get("STELE_BASE_PATH") or "").rstrip("/")
    if not _BASE.fullmatch(base):
        raise ValueError(f"STELE_BASE_PATH must be a path like /stele: {base!r}")
    app.wsgi_app = _below(base, app.wsgi_app)  # type: ignore[method-assign, assignment]
    if seconds:
        app.wsgi_app = _strict_transport(seconds, app.wsgi_app)  # type: ignore[method-assign, assignment]
    if proxies:
        counts = dict.fromkeys(("x_for", "x_proto", "x_host", "x_prefix"), proxies)
        app.wsgi_app = ProxyFix(app.wsgi_app, **counts)  # type: ignore[method-assign]


def _below(base: str, app: Wsgi) -> Wsgi:
    """The app below this path, or below the one that a trusted proxy names; whether or not the proxy takes it away."""

    def answer(environment: Environment, start_response: Any) -> Iterable[bytes]:
        named = base or environment.get("SCRIPT_NAME", "").rstrip("/")
        path = environment.get("PATH_INFO", "")
        environment["SCRIPT_NAME"] = named if _BASE.fullmatch(named) else ""
        if named and (path == named or path.startswith(named + "/")):
            path = path[len(named) :]
        environment["PATH_INFO"] = path or "/"
        return app(environment, start_response)

    return answer


def _strict_transport(seconds: int, app: Wsgi) -> Wsgi:
    """The app, whose responses by TLS say that there is nothing else for so long."""

    def answer(environment: Environment, start_response: Any) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            return start_response(status, [*headers, ("Strict-Transport-Security", f"max-age={seconds}")], *more)

        return app(environment, start if environment["wsgi.url_scheme"] == "https" else start_response)

    return answer
