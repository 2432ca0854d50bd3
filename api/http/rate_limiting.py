"""Rate limiting: refuses a request that is one too many, with the time to wait. `rate_limits` has the kinds."""

import ipaddress
import math
from functools import lru_cache

from flask import Response, after_this_request, request

from api.http.auth import asking_player
from api.http.operation import asked_operation
from api.http.problem_kinds import TOO_MANY_REQUESTS
from api.http.problems import refuse
from api.http.rate_limits import READS, Limit
from api.services import services


def limited(kind: Limit, whose: str | None = None) -> None:
    """Count this request towards the limit of this kind; beyond the limit it is refused, with the seconds to wait.

    The request counts for the caller, or for `whose`, and without a signed-in caller for the address.
    """
    operation = asked_operation()
    asks_who = operation is None or operation.scope is not None
    player = asking_player() if kind.is_personal and whose is None and asks_who else None
    whose = whose if player is None else f"player:{player.id}"
    found = services().counts.count(kind, whose, _counted_address(request.remote_addr))
    if found is None:
        return
    allowed, wait = found
    seconds = max(1, math.ceil(wait))

    @after_this_request
    def say_when(response: Response) -> Response:
        response.headers["Retry-After"] = str(seconds)
        response.headers["RateLimit-Policy"] = f'"{kind.name}";q={allowed.most};w={allowed.seconds}'
        response.headers["RateLimit"] = f'"{kind.name}";r=0;t={seconds}'
        return response

    refuse(TOO_MANY_REQUESTS, "Too many requests. Wait a moment and try again.")


def limit_reads() -> None:
    """Count every read of the API, its document and the log's files, before it is carried out."""
    if request.method in ("GET", "HEAD") and request.path.startswith(("/api/", "/tlog/")):
        limited(READS)


@lru_cache(4096)
def _counted_address(text: str | None) -> str | None:
    """The address that is counted; in IPv6 the 64-bit network, because a household has all of it."""
    try:
        found = ipaddress.ip_address(text or "")
    except ValueError:
        return None
    if found.version == 4:
        return f"address:{found}"
    return f"address:{ipaddress.ip_network((found, 64), strict=False).network_address}"
