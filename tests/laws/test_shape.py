"""Declared shapes of titles' tables; the walks of `test_laws` check every view against them."""

from typing import TypedDict

import pytest

from domain.title_loader import find_rulebooks, find_shown_table
from sdk.laws.shape import misshapen


class Hand(TypedDict):
    """A hand."""

    cards: list[int] | None


class Table(TypedDict):
    """A table."""

    round: int
    hands: list[Hand]


RIGHT = {"round": 1, "hands": [{"cards": [3]}, {"cards": None}]}


def test_every_title_declares_the_shape_of_its_table():
    """Each title in this repository; another title's view is not checked."""
    assert [] == [title for title in find_rulebooks() if find_shown_table(title) is None]
    assert misshapen(RIGHT, Table) is None and misshapen(RIGHT, None) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"round": 1},
        {"round": 1.0, "hands": []},
        {"round": "1", "hands": []},
        {"round": True, "hands": []},
        {"round": 1, "hands": [{}]},
        {"round": 1, "hands": [{"cards": [None]}]},
        {"round": 1, "hands": [{"cards": None, "size": 2}]},
        {**RIGHT, "turn": 0},
    ],
)
def test_another_shape_is_found(wrong):
    """A field too many or too few, and any value of another type, at any depth."""
    assert misshapen(wrong, Table) is not None
