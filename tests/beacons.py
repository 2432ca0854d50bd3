"""Beacons for the tests: networks with keys of their own, and a real HTTP server of their rounds, as drand's relays."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace
from py_arkworks_bls12381 import G2Point, Scalar

from audit.signing.beacon_signatures import message_point
from domain.beacon import Beacon, chain_hash, randomness_of
from tests.answering import Answer, answering


class Network:
    """A network whose one key is derived from its name; the same name has the same key in every test."""

    def __init__(self, name: str = "test", genesis_time: int = 0, period: int = 3) -> None:
        secret = hashlib.sha256(name.encode()).digest()
        self._secret = Scalar.from_le_bytes(bytes([*secret[:31], 0]))
        public_key = (G2Point() * self._secret).to_compressed_bytes().hex()
        group_hash = hashlib.sha256(b"group of " + name.encode()).hexdigest()
        beacon = Beacon("", name, public_key, group_hash, genesis_time, period)
        self.beacon = replace(beacon, hash=chain_hash(beacon))

    def signature(self, number: int) -> str:
        """The network's signature of this round, in hexadecimal."""
        return (message_point(number) * self._secret).to_compressed_bytes().hex()

    def info(self) -> dict[str, Any]:
        """The network's parameters, as a relay serves them."""
        beacon = self.beacon
        return {
            "public_key": beacon.public_key,
            "period": beacon.period,
            "genesis_time": beacon.genesis_time,
            "hash": beacon.hash,
            "groupHash": beacon.group_hash,
            "schemeID": beacon.scheme,
            "metadata": {"beaconID": beacon.id},
        }

    def answer(self, path: str) -> dict[str, Any] | None:
        """A relay's answer to a request of this path; none if there is none."""
        if path == "/info":
            return self.info()
        number = int(path.removeprefix("/public/"))
        signature = self.signature(number)
        return {"round": number, "randomness": randomness_of(signature), "signature": signature}


class Relay:
    """A server of a network's rounds. While `is_silent` it refuses; `lies` replaces its answers by path."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.is_silent = False
        self.lies: dict[str, Any] = {}
        self.asked: list[str] = []
        self.url = ""

    @contextmanager
    def serving(self) -> Iterator["Relay"]:
        """A context in which it answers at `url`."""

        def answer(path: str, _body: bytes) -> Answer:
            self.asked.append(path)
            told = self.lies.get(path, None if self.is_silent else self.network.answer(path))
            return Answer(json.dumps(told).encode(), 404 if told is None else 200)

        with answering(answer) as self.url:
            yield self
