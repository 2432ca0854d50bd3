"""Logs: JSON lines, or plain text on a terminal; a request's log lines contain its id.

Modules log with the standard library and put machine-readable fields into `extra`.
"""

import logging
import random
import re
import sys
from contextlib import AbstractContextManager
from typing import TextIO

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.types import Processor

from operations.settings import Settings

_REQUEST_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._=+/-]{7,99}")
_starts = logging.getLogger("stele.starts")


def begin(settings: Settings, stream: TextIO | None = None) -> None:
    """Configure the log of this process by these settings, on this stream (standard error)."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(form(settings, stream), stream.isatty()))
    for name in ("stele", "gunicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
    logging.getLogger("stele").setLevel(settings.log_level.upper())
    # Few lines, all of interest to an operator.
    _starts.setLevel(logging.INFO)


def form(settings: Settings, stream: TextIO | None = None) -> str:
    """The format of log lines on this stream (standard error): plain for people, JSON for programs."""
    return settings.log_form or ("plain" if (stream or sys.stderr).isatty() else "json")


def announce(text: str) -> None:
    """Log an important message, such as Stele's address, at every log level."""
    _starts.info(text)


def begin_request(wished: str | None) -> str:
    """Begin a request's log context and return its id: the given one, if it is well-formed, or a new one."""
    request_id = wished if wished is not None and _REQUEST_ID.fullmatch(wished) else f"{random.getrandbits(64):016x}"
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id)
    return request_id


def about(**what: str) -> AbstractContextManager[None]:
    """A context in which every log line contains these fields, too."""
    return structlog.contextvars.bound_contextvars(**what)


def _formatter(form: str, in_colors: bool) -> ProcessorFormatter:
    last: Processor
    if form == "json":
        last = structlog.processors.JSONRenderer(sort_keys=True)
    else:
        plain = structlog.dev.plain_traceback
        last = structlog.dev.ConsoleRenderer(colors=in_colors, exception_formatter=plain, pad_event_to=0)
    stamp = structlog.processors.TimeStamper("iso", utc=True, key="time") if form == "json" else _clock
    return ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(),
            stamp,
        ],
        processors=[
            ProcessorFormatter.remove_processors_meta,
            *([structlog.processors.format_exc_info] if form == "json" else []),
            last,
        ],
    )


_clock = structlog.processors.TimeStamper("%H:%M:%S", utc=False)
