"""What is asked several times about the same thing in a row, and found out once."""

from collections.abc import Callable
from typing import Any, TypeVar

A = TypeVar("A")
B = TypeVar("B")


def for_latest(find: Callable[[A], B]) -> Callable[[A], B]:
    """The same function of something frozen, which is not computed again for the very object that it was last given.

    The object is told by its identity, which costs nothing, and not by a hash of all that it holds. Threads that ask
    about different things by turns take away each other's answer, and never get a wrong one.
    """
    latest: tuple[Any, Any] = (object(), None)

    def found(about: A) -> B:
        nonlocal latest
        kept = latest
        if kept[0] is about:
            answer: B = kept[1]
            return answer
        answer = find(about)
        latest = (about, answer)
        return answer

    return found


def for_latest_of_seat(find: Callable[[A, int], B]) -> Callable[[A, int], B]:
    """The same of a function that is asked for one seat: it keeps what it last found, for which object and seat."""
    latest: tuple[Any, int, Any] = (object(), 0, None)

    def found(about: A, seat: int) -> B:
        nonlocal latest
        kept = latest
        if kept[0] is about and kept[1] == seat:
            answer: B = kept[2]
            return answer
        answer = find(about, seat)
        latest = (about, seat, answer)
        return answer

    return found
