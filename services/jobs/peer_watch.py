"""Peer watch: a thread beside the worker, for other servers.

It witnesses and monitors the logs of the servers in `STELE_PEERS`, and submits this server's notes to the witnesses
with an address in `STELE_WITNESSES`.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress

from audit.signing.signed_notes import NoteKey
from audit.transparency.http_fetch import CannotFetch
from audit.transparency.monitor import CannotMonitor, Monitor
from audit.transparency.peers import Peer, PeerFaults
from audit.transparency.public_log import BadCosignature, NotLogged, PublicLog, UnknownWitness
from audit.transparency.witness import CannotWitness, TwoHistories, Witness
from eventstore.valkey.connection import StoreUnavailable
from operations.periodic_thread import repeated

EVERY_SECONDS = 60.0
_log = logging.getLogger("stele.peers")


class PeerWatch:
    """The watch over these peers. The faults of the last look are stored in the record's server, for all processes."""

    def __init__(
        self,
        peers: Sequence[Peer],
        witness: Witness,
        monitor: Monitor,
        faults: PeerFaults,
        log: PublicLog,
        submitted: Sequence[tuple[NoteKey, str]] = (),
    ) -> None:
        self._peers = peers
        self._public_log = log
        self._submitted = submitted
        self._witness = witness
        self._monitor = monitor
        self._faults = faults

    @contextmanager
    def running(self) -> Iterator[None]:
        """A context in which each peer is looked at every minute; without any, nothing runs."""
        is_needed = bool(self._peers or self._submitted)
        with repeated(self.look, EVERY_SECONDS, "peers", _log) if is_needed else nullcontext():
            yield

    def look(self) -> None:
        """Submit the newest note, and look at each peer once: cosign its log, then read what is new in it."""
        for key, prefix in self._submitted:
            try:
                self._public_log.submit(key, prefix)
            except (CannotFetch, NotLogged, BadCosignature, UnknownWitness, StoreUnavailable) as error:
                _log.warning("The witness %s has not cosigned the log: %s.", key.name, error)
        for peer in self._peers:
            faults = [*self._witnessed(peer), *self._monitored(peer)]
            for fault in faults:
                _log.error("The server %s: %s.", peer.url, fault)
            with suppress(StoreUnavailable):
                self._faults.keep(peer.url, faults)

    def _witnessed(self, peer: Peer) -> Iterator[str]:
        try:
            done = self._witness.witness(peer.url, None if peer.key is None else str(peer.key))
        except TwoHistories as error:
            yield str(error)
        except CannotWitness as error:
            _log.warning("The log of %s was not cosigned: %s.", peer.url, error)
        else:
            if done.not_taken:
                _log.warning("The log of %s does not accept cosignatures of %s.", peer.url, self._witness.key)

    def _monitored(self, peer: Peer) -> Iterator[str]:
        try:
            seen = self._monitor.look(peer.url, None if peer.key is None else str(peer.key))
        except CannotMonitor as error:
            _log.warning("The log of %s was not read: %s.", peer.url, error)
            return
        yield from (f"{fault} (proof: {file})" for fault, file in zip(seen.faults, seen.proofs, strict=True))
