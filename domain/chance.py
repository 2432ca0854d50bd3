"""Chance, the only source of randomness: draws that anyone can recompute once the game key is public.

Draw `n` of a game is HMAC-SHA256, under the secret game key, of the game's id, every seat's nonce and `n`. The game
key's SHA-256 is published before any player joins (the server cannot choose a key to suit the players), and the nonces
come after it (the server cannot prepare a sequence for a player). A nonce may be committed to before it is revealed.
Test vectors: `tests/domain/test_chance.py`.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

_DRAW = b"stele/draw/1"
_NONCE = b"stele/nonce/1"
_COMMITMENT = re.compile(r"[0-9a-f]{64}")
_SPAN = 1 << 64


class Chance(Protocol):
    """The draws available to the rules. `draws` counts the draws of the whole game so far."""

    draws: int

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely."""
        ...


def choose(chance: Chance, things: Sequence[T]) -> T:
    """One of the things, each equally likely. Even a single thing takes a draw, so that counts reveal nothing."""
    return things[chance.below(len(things))]


def commitment(game_key: bytes) -> str:
    """The published commitment to the game key: its SHA-256, in hexadecimal."""
    return hashlib.sha256(game_key).hexdigest()


def nonce_commitment(game_id: str, seat: int, nonce: str) -> str:
    """The commitment of this seat of this game to a nonce that is revealed later, in hexadecimal.

    It includes game and seat, so that a player cannot copy another's commitment.
    """
    return hashlib.sha256(_joined(_NONCE, game_id.encode(), str(seat).encode(), nonce.encode())).hexdigest()


def may_be_commitment(text: str) -> bool:
    """Whether this has the form of a commitment."""
    return _COMMITMENT.fullmatch(text) is not None


def _joined(*parts: bytes) -> bytes:
    """The parts, each preceded by its length: different lists of parts never give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


class KeyedChance:
    """Randomness derived from the game key. The same arguments give the same draws on every machine."""

    def __init__(self, game_key: bytes, game_id: str, nonces: Iterable[str], draws: int = 0) -> None:
        self.draws = draws
        self._context = _joined(_DRAW, game_id.encode(), *(nonce.encode() for nonce in nonces))
        self._game_key = game_key

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1: 64 bits of HMAC, drawn again while they fall into the incomplete last range."""
        if bound < 1:
            raise ValueError("a draw needs at least one thing to draw from")
        limit = _SPAN - _SPAN % bound
        attempt = 0
        while True:
            message = self._context + self.draws.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            number = int.from_bytes(hmac.digest(self._game_key, message, "sha256")[:8], "big")
            if number < limit:
                self.draws += 1
                return number % bound
            attempt += 1


class Scripted:
    """Randomness prescribed for examples and tests. It refuses a number that could not be drawn."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.draws = 0
        self._numbers = iter(numbers)

    def below(self, bound: int) -> int:
        """The next prescribed number."""
        number = next(self._numbers)
        if not 0 <= number < bound:
            raise ValueError(f"the script says {number} where a number below {bound} is drawn")
        self.draws += 1
        return number
