"""Logs: JSON, a line each, or plain text on a terminal; what happens in a request carries the request's id.

Modules log with the standard library and put what a program would search for into `extra`.
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
    """Write the log of this process to the stream (standard error) as these settings say."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(form(settings, stream), stream.isatty()))
    for name in ("stele", "gunicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
    logging.getLogger("stele").setLevel(settings.log_level.upper())
    # Few lines, and an operator wants each of them.
    _starts.setLevel(logging.INFO)


def form(settings: Settings, stream: TextIO | None = None) -> str:
    """How lines look on this stream (standard error): plain for people, JSON for programs."""
    return settings.log_form or ("plain" if (stream or sys.stderr).isatty() else "json")


def announce(text: str) -> None:
    """Say where Stele is or what has started, whatever the level is."""
    _starts.info(text)


def begin_request(wished: str | None) -> str:
    """The id of the request that begins: the wished one, if it has the form of an id. The log lines of it carry it."""
    request_id = wished if wished is not None and _REQUEST_ID.fullmatch(wished) else f"{random.getrandbits(64):016x}"
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id)
    return request_id


def about(**what: str) -> AbstractContextManager[None]:
    """Within this, every log line carries these fields, too."""
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
