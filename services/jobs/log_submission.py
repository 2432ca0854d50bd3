"""Log submission: a thread beside the worker, which submits the log's newest note to the listed witnesses."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from audit.transparency.public_log import BadCosignature, NotLogged, PublicLog
from eventstore.valkey.connection import StoreUnavailable
from operations.periodic_thread import repeated
from verify.fetch import CannotFetch

EVERY_SECONDS = 60.0
_log = logging.getLogger("stele.witnesses")


class LogSubmission:
    """The submission of this log to its witnesses."""

    def __init__(self, log: PublicLog) -> None:
        self._public_log = log

    @contextmanager
    def running(self) -> Iterator[None]:
        """A context in which the newest note is submitted every minute; without witnesses, nothing runs."""
        with repeated(self.submit, EVERY_SECONDS, "submission", _log) if self._public_log.witnesses else nullcontext():
            yield

    def submit(self) -> None:
        """Submit the newest note to each witness."""
        for witness in self._public_log.witnesses:
            try:
                self._public_log.submit(witness)
            except (CannotFetch, NotLogged, BadCosignature, StoreUnavailable) as error:
                _log.warning("The witness %s has not cosigned the log: %s.", witness.key.name, error)
