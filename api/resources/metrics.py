"""Metrics, for the operator: those of the processes and those that come from the record, and the log of requests."""

import hmac
import logging
import time
from collections.abc import Iterator
from contextlib import suppress

from flask import Flask, Response, g, request
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from api.http.problem_kinds import NOT_SIGNED_IN, TOO_MANY_REQUESTS
from api.http.problems import refuse
from api.http.proxies import is_from_this_machine
from api.http.rate_limiting import limited
from api.http.rate_limits import READS
from api.resources.health import health_api
from api.services import services, settings
from eventstore.disk_space import DiskSpace, machine_memory
from eventstore.valkey.connection import StoreUnavailable
from operations.clock import now
from operations.logs import begin_request
from operations.metrics import REQUEST_SECONDS, REQUESTS, exposition
from services.games.operator_tasks import open_for_operator
from services.jobs.worker import COMPUTER_PLAYERS

_log = logging.getLogger("stele.requests")


@health_api.get("/metrics", refuses=[TOO_MANY_REQUESTS, NOT_SIGNED_IN], security=None)
@health_api.response(200, content_type="text/plain", schema={"type": "string"})
def metrics() -> Response:
    """The metrics of all processes together, in Prometheus format, for requests with the operator's token
    (`STELE_METRICS_TOKEN`).

    If the operator has set none, only for requests on the server's own machine that come through no proxy.
    """
    with suppress(StoreUnavailable):  # metrics say so
        limited(READS)
    token = settings().metrics_token
    given = request.headers.get("Authorization", "").encode()
    if token and not hmac.compare_digest(given, f"Bearer {token}".encode()):
        refuse(NOT_SIGNED_IN, "The operator's token is missing or invalid.")
    if not token and not is_from_this_machine():
        refuse(NOT_SIGNED_IN, "Metrics are for this machine alone, unless the operator sets STELE_METRICS_TOKEN.")
    return Response(exposition(RecordNumbers()), content_type=CONTENT_TYPE_PLAIN_0_0_4)


class RecordNumbers:
    """The metrics that come from the record, the same in every process. If the record is unreachable, the only metric
    says so.
    """

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Whether the record is reachable, how far each log reader is behind, and the worker's last sign of life."""
        reached = GaugeMetricFamily("stele_record_reached", "1 if all of the record can be reached, else 0")
        writable = GaugeMetricFamily(
            "stele_record_writable_ratio", "The share of the games in which a move could be recorded"
        )
        behind = GaugeMetricFamily(
            "stele_log_records_behind",
            "Log records not handled yet, by reader; unhandled ones may need moves by computer players",
            labels=["reader"],
        )
        seen = GaugeMetricFamily("stele_worker_seen_seconds", "Seconds since a worker's last sign of life")
        share = 0.0
        try:
            share = services().games.tables.writable()
            self._fill(behind, seen)
            reached.add_metric([], 1)
        except StoreUnavailable:
            reached.add_metric([], 0)
        writable.add_metric([], share)
        yield from (reached, writable, behind, seen)
        yield from _host_numbers()

    def _fill(self, behind: GaugeMetricFamily, seen: GaugeMetricFamily) -> None:
        watch = services().storage.watch
        for reader, records in watch.records_behind().items():
            behind.add_metric([reader], records)
        for reader, projection in services().projections.items():
            behind.add_metric([reader], projection.behind())
        seconds = watch.seconds_since_sign(COMPUTER_PLAYERS)
        if seconds is not None:
            seen.add_metric([], seconds)


def _host_numbers() -> Iterator[GaugeMetricFamily]:
    """Metrics of what an operator must act on, and of resources that run out; fewer if the record is unreachable."""
    room = DiskSpace.from_settings(settings())
    yield GaugeMetricFamily("stele_disk_free_bytes", "Free bytes on the disk of the data directory", room.free())
    yield GaugeMetricFamily("stele_disk_bytes", "Bytes of the disk of the data directory", room.size())
    yield GaugeMetricFamily("stele_machine_memory_bytes", "Memory of the machine or container", machine_memory())
    with suppress(StoreUnavailable):
        found, at = services(), now()
        disputes = sum(1 for _one in open_for_operator(found.games.tables, found.games.lobby))
        shut = found.games.tables.closures.shut() is not None
        told = (
            ("stele_reports_open", "Open reports", len(found.community.people.reports.open())),
            ("stele_disputes_open", "Open disputes for the operator", disputes),
            (
                "stele_outbox_due",
                "People with notices to be sent, at most 50 a channel",
                found.notifications.outbox.due(),
            ),
            ("stele_deliveries_failed", "Failed notices", len(found.notifications.outbox.failures())),
            ("stele_tables_waiting", "Tables that wait for players", len(found.games.lobby.waiting())),
            ("stele_store_memory_bytes", "Memory of the database servers", found.storage.integrity.memory()),
            (
                "stele_store_log_bytes",
                "Append-only files of the database servers",
                found.storage.integrity.log_bytes(),
            ),
            ("stele_door_shut", "1 while the record is lost or the clock leapt: nothing is recorded", int(shut)),
        )
        for name, about, number in told:
            yield GaugeMetricFamily(name, about, number)
        ages = (
            ("stele_backup_age_seconds", "Seconds since the last backup", found.storage.integrity.last_backup()),
            (
                "stele_checkpoint_age_seconds",
                "Seconds since the last signed checkpoint",
                found.storage.integrity.last_signed(),
            ),
        )
        for name, about, made in ages:
            if made is not None:
                yield GaugeMetricFamily(name, about, max(0.0, (at - made) / 1000))


def watch_requests(app: Flask) -> None:
    """Count all requests to this app."""

    def begin() -> None:
        g.begun = time.perf_counter(), begin_request(request.headers.get("X-Request-ID"))

    def end(response: Response) -> Response:
        began, response.headers["X-Request-ID"] = g.begun
        _tell_request(request.endpoint or "unknown", response.status_code, time.perf_counter() - began)
        return response

    app.before_request(begin)
    app.after_request(end)


def _tell_request(call: str, status: int, seconds: float) -> None:
    """Count a request by call and status, and log it if that is enabled; never its content."""
    REQUESTS.labels(call, status).inc()
    REQUEST_SECONDS.labels(call).observe(seconds)
    if _log.isEnabledFor(logging.INFO):
        told = {"method": request.method, "call": call, "status": status}
        _log.info("request", extra={**told, "milliseconds": round(seconds * 1000, 1)})
