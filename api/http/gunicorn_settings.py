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
# A thread answers a request that is here whole; it waits for the record's server alone.
threads = 8
# Connections whose request arrives or that wait for their next one, for each process.
worker_connections = 4000
keepalive = 30
# The supervisor waits 10 seconds before it kills: be through with what was begun before that.
graceful_timeout = 6
accesslog = None
# What proxies say is read where their number is known (`api.http.proxies`), and believed of nobody else.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
# No socket in the home directory for controlling it.
control_socket_disable = True
loglevel = "warning"


def on_starting(_server: Any) -> None:
    """Begin the log, and forget the followers of a server that ran here before."""
    logs.begin(_settings)
    metrics.forget_predecessors()


def post_worker_init(worker: Any) -> None:
    """Look at the record before the first request: what stops the start is said once, and ends the whole server.

    What a process has then lives as long as it does: the garbage collector need not look at it again.
    """
    entrance = worker.wsgi.extensions["stele"]
    is_first = worker.age == 1  # it speaks for all
    try:
        entrance()
        if is_first:
            _say_where()
    except StoreUnavailable as error:
        # The record may come back: until then each request is told.
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
    """Say where Stele is and how to stop it, once it can be played there."""
    logs.announce(f"Stele is at http://{bind}/")
    logs.announce("Press Ctrl-C to stop; every recorded game is kept.")


def _say_where_when_there(entrance: Entrance) -> None:
    while True:
        time.sleep(_LOOK_SECONDS)
        with contextlib.suppress(StoreUnavailable):
            entrance()
            return _say_where()


def post_fork(server: Any, _worker: Any) -> None:
    """A web process dies with the one that started it, so that the next one finds the address free."""
    die_with(server.pid)


def child_exit(_server: Any, worker: Any) -> None:
    """A web process has ended, however it did: nobody follows by it any more."""
    metrics.forget_process(worker.pid)
