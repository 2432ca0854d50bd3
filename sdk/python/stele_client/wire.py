"""Wire format of both clients, and when a call is retried."""

from collections.abc import Mapping
from typing import Any

from stele_client.calls import Call

ATTEMPTS = 4
_FIRST_WAIT_SECONDS = 0.25
_LONGEST_WAIT_SECONDS = 60.0
_NOT_TAKEN = (429, 503)
_PASSING = (*_NOT_TAKEN, 502, 504)


def address(url: str) -> str:
    """The address, if it is valid; `ValueError` otherwise."""
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"{url!r} is not the address of a server: it must begin with http:// or https://")
    return url


def headers_of(token: str | None, language: str) -> dict[str, str]:
    """The headers of every call; an invalid token raises `ValueError`."""
    headers = {"Accept-Language": language}
    if token is not None:
        bare = token.strip()
        if not (bare and bare.isascii() and bare.isprintable()):
            raise ValueError(
                "this is not a token: a token has only letters, digits and hyphens"
            )  # the value is not shown
        headers["Authorization"] = f"Bearer {bare}"
    return headers


def headers_for(call: Call[Any]) -> dict[str, str]:
    """The headers of this call."""
    return {**call.headers, **({} if call.body is None else {"Content-Type": "application/json"})}


def wait_after(attempt: int, call: Call[Any], status: int | None, headers: Mapping[str, str]) -> float | None:
    """The delay in seconds before the call is sent again; none: it is not. No `status`: there was no response."""
    is_safe = call.may_repeat or status in _NOT_TAKEN
    if attempt >= ATTEMPTS or not is_safe or (status is not None and status not in _PASSING):
        return None
    asked = headers.get("Retry-After", "")
    seconds = float(asked) if asked.isdigit() else _FIRST_WAIT_SECONDS * 2.0**attempt
    return min(seconds, _LONGEST_WAIT_SECONDS)


def is_passing(status: int) -> bool:
    """Whether a request with this response may be repeated later."""
    return status in _PASSING


def is_stream(status: int, headers: Mapping[str, str]) -> bool:
    """Whether this is the response of a stream, and not of something between here and the server."""
    return status == 200 and headers.get("Content-Type", "").startswith("text/event-stream")
