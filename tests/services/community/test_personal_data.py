"""Personal data outside accounts: all of it for its owner, and deleting a person leaves no trace of them."""

from collections.abc import Callable
from typing import Any

import msgspec

from eventstore.valkey.connection import Client
from services.accounts.operator_log import FORMER, OperatorAction
from services.accounts.suspensions import Suspension
from services.community.chat import Room
from services.community.notes import Note
from services.community.personal_data import People
from services.community.reports import Report


def everything(redis: Client) -> str:
    """All names and all values of the store, as a text."""
    told = []
    for name in redis.scan_iter("*", 1000):
        read: dict[Any, Callable[[Any], Any]] = {
            b"string": redis.get,
            b"hash": redis.hgetall,
            b"set": redis.smembers,
            b"stream": redis.xrange,
            b"zset": lambda one: redis.zrange(one, 0, -1),
        }
        told.append(f"{name!r} {read[redis.type(name)](name)!r}")
    return "\n".join(told)


def busy(people: People, player: str, other: str, said: str) -> None:
    """A person uses every feature that stores data."""
    rooms: tuple[Room, ...] = ("players", "comments")
    for room in rooms:
        message = people.chat.say("game1", room, player, "3-0", said)
        people.chat.has_read("game1", room, player, message.id)
    people.challenges.open(f"of-{other}", player, 5, said)
    people.challenges.decline("game1", player, 5, said)
    people.notes.write(player, "game1", Note("3-0", 5, said))
    people.statements.write(player, "game1", 1, said)
    people.blocks.shun(player, other, "muted", wanted=True)
    people.blocks.shun(player, other, "blocked", wanted=True)
    people.reports.make(Report(0, player, other, "game1", "players", "1-1", "vile", said, 6))
    people.reports.make(Report(0, other, player, "game1", "players", message.id, said, "vile", 6))
    people.puzzle_tries.note(player, "puzzle1", is_solved=True)
    people.puzzle_tries.note_daily(player, "kheops", 20_000, is_solved=True)
    people.suspensions.suspend(player, Suspension(4_000_000_000_000, said))
    people.silences.suspend(player, Suspension(4_000_000_000_000))
    people.roles.add(player, "operator")
    people.roles.add(player, "organiser")
    people.invitations.make(player, said, 3, 4_000_000_000_000, 5)
    people.operator_log.write(OperatorAction(7, player, "suspended", other, "vile"))
    people.operator_log.write(OperatorAction(8, other, "silenced", player, said))


def test_deleting_a_person_leaves_no_trace(empty_redis: Client) -> None:
    """Neither the person's id nor any text of their archive is found afterwards; other players' data is still there."""
    people = People(empty_redis)
    busy(people, "annaid", "billid", "words of Anna")
    busy(people, "billid", "carlid", "words of Bill")
    told = msgspec.json.encode(people.data_of("annaid")).decode()
    assert (told.count("words of Anna"), told.count("words of Bill")) == (9, 0)
    assert '"puzzle1":true' in told and '"blocked":["billid"]' in told and '"roles":["operator","organiser"]' in told
    people.forget("annaid")
    assert "words of" not in str(people.data_of("annaid"))
    left = everything(empty_redis)
    assert "annaid" not in left and "Anna" not in left
    assert left.count("words of Bill") >= 4
    deeds = [(one.by, one.what, one.about, one.text) for one in people.operator_log.latest()]
    assert deeds == [
        ("carlid", "silenced", "billid", "words of Bill"),
        ("billid", "suspended", "carlid", "vile"),
        ("billid", "silenced", FORMER, ""),
        (FORMER, "suspended", "billid", "vile"),
    ]
    assert people.blocks.of("billid") == {"muted": ["carlid"], "blocked": ["carlid"]}
    people.forget("annaid")  # deleting again is allowed


def test_a_block_holds_both_ways(empty_redis: Client) -> None:
    """After a block, neither player can join the other's table or sees the other's messages; a mute is one-sided."""
    blocks = People(empty_redis).blocks
    blocks.shun("anna", "bill", "blocked", wanted=True)
    blocks.shun("anna", "carl", "muted", wanted=True)
    assert blocks.keeps_away("anna", ["", "bill"]) and blocks.keeps_away("bill", ["dora", "anna"])
    assert not blocks.keeps_away("anna", ["carl", ""]) and not blocks.keeps_away("carl", ["anna"])
    assert blocks.unheard("anna") == {"bill", "carl"}
    assert blocks.unheard("bill") == {"anna"} and blocks.unheard("carl") == set()
    blocks.shun("anna", "bill", "blocked", wanted=False)
    assert not blocks.keeps_away("bill", ["anna"])
