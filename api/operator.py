"""For the operator: is the process alive, can it reach the record, and its numbers."""

import time
from functools import cache

from flask import Flask, Response, g, request
from prometheus_client import Counter, Histogram
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from api.chapter import Chapter, respond
from api.problem_kinds import RECORD_UNAVAILABLE
from api.problems import refuse
from api.response_schemas import LiveResponse, ReadyResponse
from api.services import services
from operations.metrics import REQUEST_SECONDS, REQUESTS, exposition

operator_api = Chapter("operator", __name__, description="For the operator")


@operator_api.route("/health/live")
@operator_api.response(200, LiveResponse)
def live() -> Response:
    """Whether this process is running: if it is, it responds."""
    return respond({"status": "alive"})


@operator_api.route("/health/ready")
@operator_api.response(200, ReadyResponse)
@operator_api.refuses(RECORD_UNAVAILABLE)
def ready() -> Response:
    """This process reaches the record; `notes` tells under which of its server's settings it could lose moves."""
    if not services().tables.is_reachable():
        refuse(RECORD_UNAVAILABLE, "The record cannot be reached now.")
    return respond({"status": "ready", "notes": list(services().notes)})


@operator_api.route("/metrics")
@operator_api.response(200, content_type="text/plain", schema={"type": "string"})
def metrics() -> Response:
    """The numbers of all processes together, in Prometheus's form."""
    return Response(exposition(), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def count_requests(app: Flask) -> None:
    """Count every request by call and status, never by its content."""

    @cache
    def counters(call: str, status: int) -> tuple[Counter, Histogram]:
        return REQUESTS.labels(call, status), REQUEST_SECONDS.labels(call)

    def begin() -> None:
        g.began = time.perf_counter()

    def end(response: Response) -> Response:
        requests, seconds = counters(request.endpoint or "unknown", response.status_code)
        requests.inc()
        began = g.get("began")
        if began is not None:
            seconds.observe(time.perf_counter() - began)
        return response

    app.before_request(begin)
    app.after_request(end)
