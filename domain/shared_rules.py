"""Shared rules: each command of every game, declared in one place with its event, its decision and its signature.

A chapter of the shared rules declares its commands as a phase of a title does; `lifecycle` combines the chapters.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from domain.chance import Chance
from domain.game import Counting, Game, Past, no_past, nothing_counts
from domain.messages import Command, Event, Illegal
from domain.rulebook import Rulebook

C = TypeVar("C", bound=Command)

Signer = Literal["server", "unsigned", "judge", "newcomer", "owner", "player", "person"]
"""Signer of a command in a signed game: none, and no actor, if it is the server's or the operator's; none; the judge; a
player with the key that they bring; or the player in the seat: even a resigned one (`owner`), one who has not resigned
(`player`), or one who is also present (`person`).
"""


class Situation(Struct, frozen=True):
    """The situation in which a command is decided: the game at that time, and `before` its clocks ran; its randomness;
    its key, in hexadecimal; and the record so far.
    """

    rulebook: Rulebook[Any]
    game: Game[Any]
    before: Game[Any]
    chance: Chance
    game_key: str
    past: Past = no_past
    counting: Counting = nothing_counts


class SharedCommand(NamedTuple, Generic[C]):
    """A type of command of every game, and the event that it leads to, which has the members of the command.

    `decide` raises `Illegal` or returns the event, or several; none: the one with the values of the command. It
    `is_move` if a player sends it as a move. Without `must_sign` the signature is left to the player, and without
    `at_first` the first scheme of signatures has none.
    """

    command: type[C]
    event: type[Event]
    decide: Callable[[Situation, C], Event | Iterable[Event] | None]
    signer: Signer = "player"
    is_move: bool = True
    must_sign: bool = True
    at_first: bool = True

    @property
    def has_actor(self) -> bool:
        """Whether the seat of the command is the event's actor."""
        return self.signer not in ("server", "judge")

    @property
    def is_signed(self) -> bool:
        """Whether anyone signs it."""
        return self.signer not in ("server", "unsigned")

    @property
    def members(self) -> tuple[str, ...]:
        """The members that the command and its event have in common."""
        return tuple(name for name in self.event.__struct_fields__ if name in self.command.__struct_fields__)

    def decided(self, situation: Situation, command: C) -> Iterable[Event]:
        """The events of this command, all with the same actor, or `Illegal`."""
        decided = self.decide(situation, command)
        if decided is None:
            decided = self.event(**{name: getattr(command, name) for name in self.members})
        return (decided,) if isinstance(decided, Event) else decided


def check_is_not_over(game: Game[Any], _command: Command) -> None:
    """Refuse a command after the end (G7)."""
    if game.is_over:
        raise Illegal("the game is over", "G7")


def check_is_played(game: Game[Any], command: Command) -> None:
    """Refuse a command before the start (G3) and after the end (G7)."""
    check_is_not_over(game, command)
    if game.status != "playing":
        raise Illegal("the game has not started, because seats are still free", "G3")


def nothing_follows(_situation: Situation, _event: Event) -> Iterator[Event]:
    """The `follow` of a chapter whose events have no consequences except by the title's rules."""
    return iter(())


class SharedRules(Struct, frozen=True):
    """A chapter of the shared rules: its commands, what is refused before any decision, and what follows an event.

    `follow` returns the consequences of a command's event, in a situation that already includes it.
    """

    commands: tuple[SharedCommand[Any], ...]
    check: Callable[[Game[Any], Command], None] = check_is_not_over
    follow: Callable[[Situation, Event], Iterator[Event]] = nothing_follows

    @property
    def types(self) -> tuple[type[Command], ...]:
        """The types of its commands."""
        return tuple(one.command for one in self.commands)
