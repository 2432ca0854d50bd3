"""Terms of a game: all that is agreed when it is opened, and that a copy or a rematch takes over."""

from typing import Any

from msgspec import Struct, field

from domain.clocks.events import Pace
from domain.game import EDITION, Edition, Game, GameCreated, Scheme, Signing


class GameTerms(Struct, frozen=True):
    """The terms on which a game is opened; the members are those of `GameCreated`.

    `luck`, `edition` and `signing` have former values only if an old record is replayed or copied.
    """

    rulebook: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    computers: tuple[str, ...] = ()
    private: bool = False
    strict: bool = False
    signed: bool = False
    referee: str = ""
    pace: Pace | None = None
    reserved: tuple[str, ...] = ()
    rated: bool = False
    referee_key: str = ""
    luck: Scheme = "2"
    edition: Edition = EDITION
    signing: Signing = "2"

    @classmethod
    def of(cls, game: Game[Any] | GameCreated) -> "GameTerms":
        """The terms of this game, or of the game that this event opened."""
        return cls(*(getattr(game, name) for name in cls.__struct_fields__))
