"""Challenges as stored: listed before they are written, and deleted for good."""

import contextlib
from typing import Any

import pytest

from services.community.challenges import Challenges
from services.community.personal_data import People
from tests.services.community.test_personal_data import everything

GAME = "stele:game-challenge:{a}"


class Crash(Exception):
    """The process ends here."""


class Interrupted:
    """A store in which something happens before the command of this number."""

    def __init__(self, redis, number, happening):
        self._redis, self._left, self._happening = redis, number, happening

    def __getattr__(self, name):
        def run(*arguments, **more):
            self._left -= 1
            if self._left == 0:
                self._happening()
            return getattr(self._redis, name)(*arguments, **more)

        return run


def crash():
    """End the process."""
    raise Crash


def test_a_message_is_deleted_with_its_author_after_a_crash(empty_redis):
    """A message is listed before it is written, and always expires, so a deletion after a crash finds it."""
    writings = (
        lambda challenges: challenges.open("a", "anna", 5, "Hello"),
        lambda challenges: challenges.decline("a", "anna", 6, "No"),
    )
    for write in writings:
        for number in range(1, 6):
            store: Any = Interrupted(empty_redis, number, crash)
            with contextlib.suppress(Crash):
                write(Challenges(store))
            assert not empty_redis.exists(GAME) or empty_redis.pttl(GAME) > 0
            People(empty_redis).forget("anna")
            assert "challenge" not in everything(empty_redis)


def test_only_its_author_deletes_a_challenge(empty_redis):
    """Of two players who ask for a rematch at once, the first is the challenger, even after the other has left."""
    challenges = Challenges(empty_redis)
    for player in ("anna", "bill"):
        challenges.open("a", player, 5, f"By {player}")
    challenges.forget("bill")
    assert "By anna" in everything(empty_redis) and "bill" not in everything(empty_redis)


def test_a_withdrawn_answer_leaves_an_earlier_one(empty_redis):
    """A withdrawn answer, such as one whose command was refused, leaves an earlier answer in place."""
    challenges = Challenges(empty_redis)
    challenges.decline("a", "bill", 5, "First")
    challenges.withdraw("a", "bill", challenges.decline("a", "bill", 6, "Second"))
    left = everything(empty_redis)
    assert "First" in left and "Second" not in left


@pytest.mark.parametrize("number", [1, 2])
def test_a_removed_message_does_not_come_back(empty_redis, number):
    """A message of a deleted account does not come back, whether it was deleted before or after the reading."""
    Challenges(empty_redis).open("a", "anna", 5, "Hello")
    store: Any = Interrupted(empty_redis, number, lambda: Challenges(empty_redis).forget("anna"))
    Challenges(store).remove("a", "challenge")
    assert not empty_redis.exists(GAME)
