"""Delivery threads beside the worker: one follows the logs, and one for each channel sends what is due.

A slow mail server therefore delays neither the web, nor the clocks, nor the computer players, nor another channel.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from eventstore.valkey.connection import StoreUnavailable
from services.notifications.courier import Courier
from services.notifications.log_follower import NoticeWriter

_log = logging.getLogger("stele.deliveries")
_PATIENCE_SECONDS = 2.0
_ENDING_SECONDS = 5.0


class DeliveryThreads:
    """One process's notice writers and couriers. `check_door` raises `DoorShut` while no notices may be sent."""

    def __init__(
        self,
        notice_writer: NoticeWriter,
        couriers: Sequence[Courier],
        look_everywhere: Callable[[], None],
        check_door: Callable[[], None],
    ) -> None:
        self._check_door = check_door
        self._noticing = notice_writer
        self._couriers = couriers
        self._look_everywhere = look_everywhere
        self._stopping = threading.Event()

    @contextmanager
    def running(self) -> Iterator[None]:
        """A context in which notices are sent; at its end, a sending in progress may finish if it is quick."""
        works = [self._notice, *(self._sending(courier) for courier in self._couriers)]
        threads = [threading.Thread(target=self._keep_on, args=(work,), daemon=True) for work in works]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            for thread in threads:
                thread.join(_ENDING_SECONDS)

    def work(self) -> None:
        """Create and send everything that is due now, once."""
        while self._noticing.work(0.01):
            pass
        for courier in self._couriers:
            courier.work()

    def _keep_on(self, work: Callable[[], int]) -> None:
        is_new = True
        while not self._stopping.is_set():
            try:
                self._check_door()
                if is_new:
                    self._look_everywhere()
                    is_new = False
                work()
            except StoreUnavailable:
                self._stopping.wait(_PATIENCE_SECONDS)
            except Exception:
                # The thread must survive: without it notices would stop unnoticed.
                _log.exception("people cannot be told; trying again")
                self._stopping.wait(_PATIENCE_SECONDS)

    def _notice(self) -> int:
        return self._noticing.work(_PATIENCE_SECONDS)

    def _sending(self, courier: Courier) -> Callable[[], int]:
        def send() -> int:
            sent = courier.work(self._stopping.is_set)
            if not sent:
                self._stopping.wait(_PATIENCE_SECONDS / 2)
            return sent

        return send
