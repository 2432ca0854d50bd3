"""Club settings: the name, welcome text, rules and imprint of this server, and who may sign up and open tournaments.

Operators set them; by default the server has no name of its own and is open to all. They are stored in `stele:club`.
"""

import time
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from eventstore.valkey.connection import Client, StoreUnavailable

LONGEST_NAME = 60
LONGEST_WELCOME = 1_000
LONGEST_RULES = 10_000
SignUp = Literal["open", "invited", "closed"]
SIGN_UPS: tuple[SignUp, ...] = get_args(SignUp)
_CLUB = "stele:club"
_LOOK_SECONDS = 5.0


class Club(Struct, frozen=True, omit_defaults=True):
    """The club's name and texts, which may be empty. With `organisers_only` only organisers may open tournaments.

    The posts to the club's webhook are in `language`.
    """

    name: str = ""
    welcome: str = ""
    rules: str = ""
    sign_up: SignUp = "open"
    organisers_only: bool = False
    language: str = "en"
    imprint: str = ""

    @property
    def called(self) -> str:
        """The name by which texts call this server."""
        return self.name or "Stele"


class ClubStore:
    """The club of this server."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._looked_at = float("-inf")
        self._found = Club()

    def get(self) -> Club:
        """The club as it is now."""
        found: Any = self._redis.get(_CLUB)
        return Club() if found is None else msgspec.json.decode(found, type=Club)

    def recent(self) -> Club:
        """The club from this process's cache, which is right to a few seconds, also while the store is unavailable."""
        if time.monotonic() - self._looked_at > _LOOK_SECONDS:
            self._looked_at = time.monotonic()
            try:
                self._found = self.get()
            except StoreUnavailable:
                return self._found
        return self._found

    def set(self, club: Club) -> None:
        """Replace the club's choices."""
        self._redis.set(_CLUB, msgspec.json.encode(club))
        self._looked_at = float("-inf")
