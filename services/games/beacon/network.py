"""Beacon network: the public beacon that new games may use, and the rounds that its relays publish (drand's HTTP API).

The worker asks for the network's parameters and checks them; all processes then find them in the record's server.
"""

import re
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from audit.signing.beacon_signatures import is_round_signature
from audit.transparency.http_fetch import CannotFetch, fetch_json
from domain.beacon import SCHEME, Beacon
from eventstore.valkey.connection import Client
from operations.settings import BadSetting, Settings

_NETWORK = "stele:{ground}:beacon"
_SECONDS = 5.0
_HASH = re.compile("[0-9a-f]{64}")

T = TypeVar("T")


class _Learnt(Struct, frozen=True):
    """The parameters of the network at these addresses."""

    urls: tuple[str, ...]
    beacon: Beacon


def relays_of(settings: Settings) -> tuple[str, ...]:
    """The addresses in `STELE_BEACON`, which all serve one network; or `BadSetting`."""
    urls = settings.beacon.split()
    if wrong := [one for one in urls if not one.startswith(("http://", "https://"))]:
        raise BadSetting(f"STELE_BEACON must be addresses that begin with http:// or https://: {wrong[0]!r}.")
    return tuple(one.rstrip("/") for one in urls)


class BeaconNetwork:
    """The network at these addresses; without any, no game can use a beacon."""

    def __init__(self, redis: Client, urls: tuple[str, ...]) -> None:
        self._redis = redis
        self.urls = urls

    def offered(self) -> Beacon | None:
        """The beacon for new games; none before the worker has reached the network."""
        found: Any = self._redis.get(_NETWORK) if self.urls else None
        learnt = None if found is None else msgspec.json.decode(found, type=_Learnt)
        return learnt.beacon if learnt is not None and learnt.urls == self.urls else None

    def learn(self) -> Beacon:
        """Ask the network for its parameters, and keep them; `CannotFetch` if no address gives good ones."""
        named = {url.rpartition("/")[2] for url in self.urls if _HASH.fullmatch(url.rpartition("/")[2])}
        known = (one for one in _parameters(self._answers("/info")) if not named or one.hash in named)
        beacon = _first(known, "its parameters are not those of the network in its address, or of a known scheme")
        self._redis.set(_NETWORK, msgspec.json.encode(_Learnt(self.urls, beacon)))
        return beacon

    def signature(self, beacon: Beacon, number: int) -> str:
        """The network's signature of this round, checked; `CannotFetch` if no address gives it."""
        answers = self._answers(f"/public/{number}")
        signatures = (one.get("signature") for one in answers if isinstance(one, dict))
        good = (one for one in signatures if isinstance(one, str) and is_round_signature(beacon, number, one))
        return _first(good, f"it does not give the signature of round {number}")

    def _answers(self, path: str) -> Iterator[Any]:
        """The answers of those addresses that give one; `CannotFetch` after the last one if none did."""
        failed: CannotFetch | None = None
        answered = False
        for url in self.urls:
            try:
                yield fetch_json(url + path, seconds=_SECONDS)
                answered = True
            except CannotFetch as error:
                failed = error
        if failed is not None and not answered:
            raise failed


def _parameters(answers: Iterator[Any]) -> Iterator[Beacon]:
    """The well-formed parameters among these answers."""
    for one in answers:
        try:
            beacon = Beacon(
                one["hash"],
                one["metadata"]["beaconID"],
                one["public_key"],
                one["groupHash"],
                one["genesis_time"],
                one["period"],
            )
            if one["schemeID"] == SCHEME and msgspec.convert(msgspec.to_builtins(beacon), Beacon).is_well_formed:
                yield beacon
        except (KeyError, TypeError, msgspec.ValidationError):
            continue


def _first(found: Iterator[T], otherwise: str) -> T:
    """The first of these, or `CannotFetch` with this reason."""
    for one in found:
        return one
    raise CannotFetch(otherwise)
