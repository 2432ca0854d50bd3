"""Reverse proxies: which of their headers are trusted, for the client's address and for Stele's path.

The address, scheme, host and path in `X-Forwarded-…` are used if they come from trusted proxies. If the settings
contain this server's address, requests for other hosts are refused.
"""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import msgspec
from flask import Flask, request
from werkzeug.middleware.proxy_fix import ProxyFix

from api.http.problem_kinds import MISDIRECTED
from operations.settings import BASE_PATH, Settings

_BASE = re.compile(BASE_PATH)
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
_FOR_MACHINES = ("/health/", "/metrics")
_BY_PROXIES = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST")
"""Headers that proxies add, whether or not the settings trust them."""

Environment = dict[str, Any]
Wsgi = Callable[[Environment, Any], Iterable[bytes]]


def live_behind_proxies(app: Flask, settings: Settings) -> None:
    """Give the app the visitors' addresses, and its own address, as seen from outside the proxies."""
    if name := urlsplit(settings.url).hostname:
        app.wsgi_app = _called(name, app.wsgi_app)  # type: ignore[method-assign, assignment]
    app.wsgi_app = _below(settings.base_path, app.wsgi_app)  # type: ignore[method-assign, assignment]
    if settings.hsts_seconds:
        app.wsgi_app = _strict_transport(settings.hsts_seconds, app.wsgi_app)  # type: ignore[method-assign, assignment]
    if settings.proxies:
        counts = dict.fromkeys(("x_for", "x_proto", "x_host", "x_prefix"), settings.proxies)
        app.wsgi_app = ProxyFix(app.wsgi_app, **counts)  # type: ignore[method-assign]


def is_from_this_machine() -> bool:
    """Whether this request comes from the server's own machine and was not passed on by a proxy."""
    environment = request.environ
    if any(name in environment for name in _BY_PROXIES) or not _is_called(request.host, "localhost"):
        return False
    with suppress(ValueError):
        peer = ip_address(environment.get("REMOTE_ADDR", ""))
        return (getattr(peer, "ipv4_mapped", None) or peer).is_loopback
    return False


def _below(base: str, app: Wsgi) -> Wsgi:
    """The app below this path, or below the path that a trusted proxy names, whether or not the proxy removes the
    path.
    """

    def answer(environment: Environment, start_response: Any) -> Iterable[bytes]:
        named = base or environment.get("SCRIPT_NAME", "").rstrip("/")
        path = environment.get("PATH_INFO", "")
        environment["SCRIPT_NAME"] = named if _BASE.fullmatch(named) else ""
        if named and (path == named or path.startswith(named + "/")):
            path = path[len(named) :]
        environment["PATH_INFO"] = path or "/"
        return app(environment, start_response)

    return answer


def _called(name: str, app: Wsgi) -> Wsgi:
    """The app for requests with this host name, a local name of the machine, or an IP address.

    A foreign page can make a browser send requests under a name of its own that resolves to this machine, but under no
    other. Health checks may use any name, because monitoring often has another name for the machine.
    """

    def answer(environment: Environment, start_response: Any) -> Iterable[bytes]:
        host = environment.get("HTTP_HOST", "")
        if not host or _is_called(host, name) or environment["PATH_INFO"].startswith(_FOR_MACHINES):
            return app(environment, start_response)
        body = msgspec.json.encode(
            {
                "type": MISDIRECTED.urn,
                "title": MISDIRECTED.title,
                "status": MISDIRECTED.status,
                "detail": f"This server is called {name}.",
            }
        )
        told = [("Content-Type", "application/problem+json"), ("Content-Length", str(len(body)))]
        start_response(f"{MISDIRECTED.status} {MISDIRECTED.title}", told)
        return [body]

    return answer


def _is_called(host: str, name: str) -> bool:
    said = _HOST.fullmatch(host)
    if said is None:
        return False
    if (said[1] or said[2]).lower() in (name, "localhost"):
        return True
    with suppress(ValueError):
        return bool(ip_address(said[1] or said[2]))
    return False


def _strict_transport(seconds: int, app: Wsgi) -> Wsgi:
    """The app, whose TLS responses tell browsers to use only TLS for this time."""

    def answer(environment: Environment, start_response: Any) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            return start_response(status, [*headers, ("Strict-Transport-Security", f"max-age={seconds}")], *more)

        return app(environment, start if environment["wsgi.url_scheme"] == "https" else start_response)

    return answer
