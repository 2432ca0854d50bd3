"""Settings of gunicorn, which serves the web."""

import contextlib
import gc
import logging
import os
import sys
import threading
import time
from typing import Any

from api.services import CannotStart, Entrance
from eventstore.valkey.connection import StoreUnavailable
from operations import logs, metrics
from operations.child_processes import CANNOT_BOOT, die_with
from operations.settings import BadSetting, Settings

try:
    _settings = Settings.read(os.environ)
except BadSetting as error:
    print(f"Error: {error}", file=sys.stderr)
    sys.exit(CANNOT_BOOT)

_LOOK_SECONDS = 1.0
_log = logging.getLogger("stele.starts")

bind = f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
worker_class = "api.http.buffering_worker.BufferingWorker"
workers = _settings.web_processes
# A thread answers a complete request; it waits only for the database.
threads = 8
# Idle connections, and those whose request is arriving, for each process.
worker_connections = 4000
keepalive = 30
# The supervisor kills after 10 seconds: finish the requests before that.
graceful_timeout = 6
accesslog = None
# Proxy headers are evaluated where the number of proxies is set (`api.http.proxies`), and ignored here.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
# No control socket in the home directory.
control_socket_disable = True
loglevel = "warning"


def on_starting(_server: Any) -> None:
    """Initialise the log, and reset the counts of live streams of an earlier server."""
    logs.begin(_settings)
    metrics.forget_ended()


def post_worker_init(worker: Any) -> None:
    """Check the record before the first request, so that a failure is reported once and ends the whole server.

    All objects made so far live as long as the process, so the garbage collector can skip them.
    """
    entrance = worker.wsgi.extensions["stele"]
    is_first = worker.age == 1  # reports for all processes
    try:
        entrance()
        if is_first:
            _say_where()
    except StoreUnavailable as error:
        # The record may come back: until then each request reports it.
        if is_first:
            _log.error("Stele waits for its record: %s", error)
            threading.Thread(target=_say_where_when_there, args=(entrance,), daemon=True).start()
    except CannotStart as error:
        if not is_first:
            sys.exit(0)
        print(f"Error: {error.message}", file=sys.stderr, flush=True)
        sys.exit(CANNOT_BOOT)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _say_where() -> None:
    """Print the address, and how to stop Stele, once it is ready."""
    logs.announce(f"Stele is at http://{bind}/")
    logs.announce("Press Ctrl-C to stop; every recorded game is kept.")


def _say_where_when_there(entrance: Entrance) -> None:
    while True:
        time.sleep(_LOOK_SECONDS)
        with contextlib.suppress(StoreUnavailable):
            entrance()
            return _say_where()


def post_fork(server: Any, _worker: Any) -> None:
    """Let a web process end with its parent, so that the next one finds the address free."""
    die_with(server.pid)


def child_exit(_server: Any, _worker: Any) -> None:
    """Reset the count of live streams of a web process that has ended."""
    metrics.forget_ended()
