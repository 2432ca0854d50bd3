"""Given-when-then tests of rules: facts, a command, and the resulting facts."""

from typing import Any

from domain.chance import Scripted
from domain.messages import Command, Event, Illegal
from domain.title_plugins import completed


class Then:
    """The results of a command, or of the rules without one."""

    def __init__(self, events: list[Event], state: Any) -> None:
        self.events = events
        self.state = state

    def then(self, *expected: Any) -> "Then":
        """These facts, in this order; `...` at the end matches any further ones."""
        wanted = list(expected)
        if wanted and wanted[-1] is ...:
            wanted.pop()
            assert wanted == self.events[: len(wanted)]
        else:
            assert wanted == self.events
        return self

    def of(self, kind: type[Event]) -> list[Any]:
        """The facts of this kind."""
        return [event for event in self.events if isinstance(event, kind)]


class Given:
    """A game of one title after these facts. It continues with every `when`, `settles` and `and_then`."""

    def __init__(self, title: Any, *events: Event) -> None:
        """The title is its module."""
        self.rulebook = rulebook = completed(title)
        self.state: Any = None
        for event in events:
            self.state = rulebook.evolve(self.state, event)

    def and_then(self, *events: Event) -> "Given":
        """This game itself, after more facts."""
        for event in events:
            self.state = self.rulebook.evolve(self.state, event)
        return self

    def settles(self, *numbers: int) -> Then:
        """The facts that follow without a command, with this prescribed randomness."""
        happened = self._settled(Scripted(numbers))
        return Then(happened, self.state)

    def when(self, command: Command, *numbers: int) -> Then:
        """The command, which must be listed and accepted, and all its consequences."""
        assert command in self.legal(command.seat), "the command is not listed"
        chance = Scripted(numbers)
        happened = list(self.rulebook.decide(self.state, command, chance))
        for fact in happened:
            self.state = self.rulebook.evolve(self.state, fact)
        happened += self._settled(chance)
        return Then(happened, self.state)

    def _settled(self, chance: Scripted) -> list[Event]:
        happened: list[Event] = []
        while (event := self.rulebook.advance(self.state, chance)) is not None:
            happened.append(event)
            self.state = self.rulebook.evolve(self.state, event)
        return happened

    def legal(self, seat: int) -> list[Command]:
        """All legal answers of this seat."""
        return list(self.rulebook.legal(self.state, seat))

    def refuses(self, command: Command, rule: str) -> None:
        """The command is not listed, and the refusal names this rule."""
        assert command not in self.legal(command.seat)
        try:
            list(self.rulebook.decide(self.state, command, Scripted([])))
        except Illegal as refusal:
            assert refusal.rule == rule, refusal
        else:
            raise AssertionError(f"{command} is accepted")
