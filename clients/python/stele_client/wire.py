"""What both clients put on the wire, and when they send a call again."""

from collections.abc import Mapping
from typing import Any

from stele_client.calls import Call

ATTEMPTS = 4
_FIRST_WAIT_SECONDS = 0.25
_LONGEST_WAIT_SECONDS = 60.0
_NOT_TAKEN = (429, 503)
_PASSING = (*_NOT_TAKEN, 502, 504)


def headers_of(token: str | None, language: str) -> dict[str, str]:
    """What is sent with every call."""
    return {"Accept-Language": language, **({} if token is None else {"Authorization": f"Bearer {token.strip()}"})}


def headers_for(call: Call[Any]) -> dict[str, str]:
    """What is sent with this call."""
    return {**call.headers, **({} if call.body is None else {"Content-Type": "application/json"})}


def wait_after(attempt: int, call: Call[Any], status: int | None, headers: Mapping[str, str]) -> float | None:
    """For how many seconds to wait before the call is sent again; none: it is not. No `status`: nothing came back."""
    is_safe = call.may_repeat or status in _NOT_TAKEN
    if attempt >= ATTEMPTS or not is_safe or (status is not None and status not in _PASSING):
        return None
    asked = headers.get("Retry-After", "")
    seconds = float(asked) if asked.isdigit() else _FIRST_WAIT_SECONDS * 2.0**attempt
    return min(seconds, _LONGEST_WAIT_SECONDS)


def is_passing(status: int) -> bool:
    """Whether a stream that was answered so may be asked for again later."""
    return status in _PASSING
