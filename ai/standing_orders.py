"""Standing orders: what a seat does when it is asked, as in "while GUARD holds, the first of these moves that is
legal".

Only the rules decide what is legal, so a standing order can do nothing that its owner could not do at that moment
(G24).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from ai.order_guards import BadGuard, check_guard, holds
from domain import game as shared
from domain.game import Game
from domain.messages import Command, Sentence, Verbatim, in_order, say
from domain.ordered_moves import Message, Order
from domain.projector import Projector
from domain.rulebook import Rulebook
from replay.message_json import command_json
from replay.state_json import render_state

MOST_ORDERS = 20
MOST_MOVES = 20
_LARGEST = 2**31 - 1
PLACES = ("least", "most", "any")
LONGEST_NOTE = 200


class BadOrder(ValueError):
    """The standing order is invalid. `place` is the path to the invalid part; the message gives the reason."""

    def __init__(self, reason: str, *place: str | int) -> None:
        super().__init__(reason)
        self.place = place


Reason = Literal["guard", "moves"]
"""Why a standing order did not apply: its guard did not hold, or none of its moves was legal."""


class Applied(Struct, frozen=True):
    """The result of standing orders: the move to make, or none; the orders that remain; and the dropped ones."""

    command: Command | None
    left: tuple[Order, ...]
    dropped: tuple[tuple[Order, Reason], ...] = ()


def apply_orders(orders: Sequence[Order], projector: Projector, seen: Game[Any], seat: int) -> Applied:
    """Apply these orders to a seat that is asked, given what it sees. Orders before the first that applies are dropped.

    An order for a certain moment is kept until that moment, and then ends silently.
    """
    if not orders:
        return Applied(None, ())
    listed = [(one, command_json(_in_order(one))) for one in shared.legal(projector.rulebook, seen, seat)]
    state: Any = None
    if any(order.guard or order.when for order in orders):
        state = msgspec.json.decode(msgspec.json.encode(render_state(projector, seen, seat)))
    orders = [order for order in orders if not order.when or holds(order.guard, state)]
    left: list[Order] = []
    dropped: list[tuple[Order, Reason]] = []
    for number, order in enumerate(orders):
        if order.when:
            left.append(order)
            if not holds(order.when, state):
                continue
        elif not holds(order.guard, state):
            dropped.append((order, "guard"))
            continue
        for wish in order.moves:
            command = _meant(wish, listed)
            if command is not None:
                waiting = orders[number + 1 :] if order.when else orders[number:]
                return Applied(command, (*left, *waiting), tuple(dropped))
        if not order.when:
            dropped.append((order, "moves"))
    return Applied(None, tuple(left), tuple(dropped))


def read_orders(projector: Projector, given: Sequence[Mapping[str, Any]]) -> tuple[Order, ...]:
    """These standing orders, in the form in which they are stored, or `BadOrder`."""
    if len(given) > MOST_ORDERS:
        raise BadOrder(f"There can be at most {MOST_ORDERS} orders.")
    return tuple(_read_order(projector, order, number) for number, order in enumerate(given))


def describe_order(rulebook: Rulebook[Any], order: Order) -> Sentence:
    """A standing order in words, its owner's if there are any."""
    if order.note:
        return Sentence("{note}", {"note": Verbatim(order.note)})
    *others, said = [_describe_move(rulebook, wish) for wish in order.moves]
    for move in reversed(others):
        said = say("{move}; if that is impossible: {other}", move=move, other=said)
    if order.when:
        said = say("when {condition}: {move}", condition=Verbatim(order.when), move=said)
    return say("as long as {guard}: {move}", guard=Verbatim(order.guard), move=said) if order.guard else said


def describe_drop(rulebook: Rulebook[Any], order: Order, reason: Reason) -> Sentence:
    """The message that it was dropped, and why."""
    said = describe_order(rulebook, order)
    if reason == "guard":
        return say("Standing order dropped, because its condition was not met: {order}.", order=said)
    return say("Standing order dropped, because none of its moves was possible: {order}.", order=said)


def _describe_move(rulebook: Rulebook[Any], wish: Message) -> Sentence:
    """The most that a move with named places would do."""
    placed = [(name, value) for name, value in wish.items() if isinstance(value, dict)]
    if any("any" in value for _name, value in placed):
        return say("any possible move of type {kind}", kind=Verbatim(wish["type"]))
    bounds = {name: next(iter(value.values()))["to"] for name, value in placed}
    kind = next(kind for kind in rulebook.COMMANDS if kind.__name__ == wish["type"])
    move = rulebook.describe(msgspec.convert({**wish, **bounds, "seat": 0}, kind))
    if not placed:
        return move
    if "least" in placed[0][1]:
        return say("as little as possible, up to: {move}", move=move)
    return say("as much as possible, up to: {move}", move=move)


def _read_order(projector: Projector, given: Mapping[str, Any], number: int) -> Order:
    guard, when, moves, note = given["guard"], given.get("when", ""), given["moves"], given.get("note", "")
    for name, condition in (("guard", guard), ("when", when)):
        try:
            check_guard(condition)
        except BadGuard as error:
            raise BadOrder(str(error), number, name) from None
    if len(note) > LONGEST_NOTE:
        raise BadOrder(f"Must have at most {LONGEST_NOTE} characters.", number, "note")
    if not 1 <= len(moves) <= MOST_MOVES:
        raise BadOrder(f"An order has 1 to {MOST_MOVES} moves.", number, "moves")
    read = tuple(_read_move(projector, move, number, "moves", place) for place, move in enumerate(moves))
    return Order(read, guard, when, " ".join(note.split()))


def _read_move(projector: Projector, given: Any, *place: str | int) -> Message:
    kinds = {kind.__name__: kind for kind in projector.rulebook.COMMANDS}
    if not isinstance(given, dict) or given.get("type") not in kinds:
        raise BadOrder(f"Must be one of: {', '.join(sorted(kinds))}.", *place, "type")
    kind = kinds[given["type"]]
    members = {member.name: member for member in msgspec.structs.fields(kind) if member.name != "seat"}
    for name in given:
        if name not in members and name != "type":
            raise BadOrder("Unknown field.", *place, name)
    wish: Message = {"type": given["type"]}
    for name in given:  # in this order the least and the most count
        if name != "type":
            wish[name] = _read_value(given[name], members[name].type, *place, name)
    for name, member in members.items():
        if name in wish:
            continue
        if member.required:
            raise BadOrder("Missing data for required field.", *place, name)
        wish[name] = _plain(msgspec.to_builtins(member.default))
    try:
        _describe_move(projector.rulebook, wish)
    except Exception:  # any error of a title about the named places
        raise BadOrder("There is no such thing in this title.", *place) from None
    return _with_set_in_order(wish, kind.ANY_ORDER)


def _read_value(given: Any, kind: Any, *place: str | int) -> Any:
    """The value, or the named place with its bounds."""
    if not isinstance(given, dict):
        try:
            return _plain(msgspec.to_builtins(msgspec.convert(given, kind)))
        except msgspec.ValidationError as error:
            raise BadOrder(f"{error}.", *place) from None
    name = next(iter(given), None)
    if len(given) != 1 or name not in PLACES:
        raise BadOrder(f"A named place is one of: {', '.join(PLACES)}.", *place)
    if name == "any":
        if given[name] is not True:
            raise BadOrder('Must be {"any": true}.', *place)
        return given
    bounds = given[name]
    if kind is not int:
        raise BadOrder(f"Only a number has a {name}.", *place)
    if not isinstance(bounds, dict) or set(bounds) != {"from", "to"} or not all(map(_is_number, bounds.values())):
        raise BadOrder("Must have two whole numbers, from and to.", *place, name)
    if bounds["from"] > bounds["to"]:
        raise BadOrder("Must go from a number up to another.", *place, name)
    return given


def _is_number(value: Any) -> bool:
    return type(value) is int and -_LARGEST <= value <= _LARGEST


def _with_set_in_order(wish: Message, names: tuple[str, ...]) -> Message:
    """The move with its set in ascending order, as `in_order` has it; a set with a named place stays as it is."""
    values = [wish[name] for name in names]
    if not names or any(isinstance(value, dict) for value in values):
        return wish
    if len(names) == 1:
        return {**wish, names[0]: sorted(values[0])}
    return {**wish, **dict(zip(names, sorted(values), strict=True))}


def _in_order(command: Command) -> Command:
    return in_order(command) if command.ANY_ORDER else command


def _meant(wish: Message, listed: Sequence[tuple[Command, Message]]) -> Command | None:
    """The legal command that this move means, or none."""
    found = [(command, said) for command, said in listed if _is_within(said, wish)]
    return min(found, key=lambda one: _rank(one[1], wish))[0] if found else None


def _is_within(said: Message, wish: Message) -> bool:
    if said["type"] != wish["type"]:
        return False
    for name, wished in wish.items():
        if not isinstance(wished, dict):
            if wished != _plain(said[name]):
                return False
        elif "any" not in wished:
            bounds = wished["least"] if "least" in wished else wished["most"]
            if not bounds["from"] <= said[name] <= bounds["to"]:
                return False
    return True


def _plain(value: Any) -> Any:
    """The value as in JSON, which has only lists."""
    return list(value) if isinstance(value, tuple) else value


def _rank(said: Message, wish: Message) -> list[int]:
    """A command's sort key for a wish: the wished fields in order, so that `min` picks the least or most wanted
    values.
    """
    places = [(name, wished) for name, wished in wish.items() if isinstance(wished, dict) and "any" not in wished]
    return [said[name] if "least" in wished else -said[name] for name, wished in places]
