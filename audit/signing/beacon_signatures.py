"""Beacon signatures: whether a round's signature is its network's (drand's `bls-unchained-g1-rfc9380`).

The signature is a point of G1 on BLS12-381, the public key one of G2, both compressed; the message is the SHA-256 of
the round's number in eight bytes.
"""

import hashlib

from py_arkworks_bls12381 import GT, G1Point, G2Point

from domain.beacon import Beacon, may_be_round_signature

_DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"


def is_round_signature(beacon: Beacon, number: int, signature: str) -> bool:
    """Whether this network signed this round with this signature, in hexadecimal."""
    if number < 1 or not may_be_round_signature(signature):
        return False
    try:
        signed = G1Point.from_compressed_bytes(bytes.fromhex(signature))
        key = G2Point.from_compressed_bytes(bytes.fromhex(beacon.public_key))
    except ValueError:
        return False
    if G1Point.identity() == signed or G2Point.identity() == key:
        return False
    return GT.pairing_check([signed, message_point(number)], [-G2Point(), key])


def message_point(number: int) -> G1Point:
    """The point of G1 that stands for this round's number."""
    return G1Point.hash_to_curve(hashlib.sha256(number.to_bytes(8, "big")).digest(), _DOMAIN)
