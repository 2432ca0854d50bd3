"""Beacon: a public source of randomness outside the server, in drand's format, and the round that a game waits for.

A beacon's network publishes a signature in each of its rounds, at times that its parameters fix in advance. A round's
randomness is the SHA-256 of its signature. It cannot be foreseen, and anyone with the network's public key can check
it. The check itself is in `audit.signing.beacon_signatures`: it needs a library.
"""

import hashlib
import re
from typing import Literal

from msgspec import Struct

MARGIN_MILLISECONDS = 60_000
"""How much later than the event that fixes it a round is at least: it must not be known at that time."""

SCHEME: Literal["bls-unchained-g1-rfc9380"] = "bls-unchained-g1-rfc9380"
LONGEST_PERIOD_SECONDS = 3600
LAST_GENESIS_SECONDS = 253_402_300_799
"""The last second of the year 9999."""

_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_PUBLIC_KEY = re.compile(r"[0-9a-f]{192}", re.ASCII)
_SIGNATURE = re.compile(r"[0-9a-f]{96}", re.ASCII)
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


class Beacon(Struct, frozen=True):
    """A beacon's network, as it describes itself (drand's `/info`).

    `hash` is the chain hash, which binds all the other members but `scheme`. `public_key` is compressed, in hexadecimal
    (G2, 96 bytes). Round 1 is at `genesis_time`, in seconds since 1970 UTC, and one follows every `period` seconds.
    """

    hash: str
    id: str
    public_key: str
    group_hash: str
    genesis_time: int
    period: int
    scheme: Literal["bls-unchained-g1-rfc9380"] = SCHEME

    @property
    def is_well_formed(self) -> bool:
        """Whether all values have their form, and the chain hash is theirs."""
        has_form = (
            _PUBLIC_KEY.fullmatch(self.public_key)
            and _DIGEST.fullmatch(self.group_hash)
            and _ID.fullmatch(self.id)
            and 0 <= self.genesis_time <= LAST_GENESIS_SECONDS
            and 1 <= self.period <= LONGEST_PERIOD_SECONDS
        )
        return bool(has_form) and self.hash == chain_hash(self)


QUICKNET = Beacon(
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "quicknet",
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
    1_692_803_367,
    3,
)
"""The public network of the League of Entropy."""


def chain_hash(beacon: Beacon) -> str:
    """The hash of a network's parameters, as drand computes it, in hexadecimal."""
    said = beacon.period.to_bytes(4, "big") + beacon.genesis_time.to_bytes(8, "big")
    said += bytes.fromhex(beacon.public_key) + bytes.fromhex(beacon.group_hash)
    return hashlib.sha256(said + (b"" if beacon.id == "default" else beacon.id.encode())).hexdigest()


def time_of(beacon: Beacon, number: int) -> int:
    """The time of this round, in milliseconds since 1970 UTC."""
    return 1000 * (beacon.genesis_time + (number - 1) * beacon.period)


def round_after(beacon: Beacon, at: int) -> int:
    """The first round that is at least the margin later than this time (G28)."""
    since_genesis = at + MARGIN_MILLISECONDS - 1000 * beacon.genesis_time
    return max(1, 1 - (-since_genesis // (1000 * beacon.period)))


def may_be_round_signature(text: str) -> bool:
    """Whether this has the form of a round's signature: a compressed point of G1, in hexadecimal."""
    return _SIGNATURE.fullmatch(text) is not None


def randomness_of(signature: str) -> str:
    """The randomness of the round with this signature, both in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()
