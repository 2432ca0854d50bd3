"""What is asked again about the same thing is answered from memory, and never with another thing's answer."""

from domain.memo import for_latest


def test_the_same_thing_is_asked_about_once():
    """The answer for the very object that was given last is not found out again; an equal one is another."""
    asked = []

    @for_latest
    def size(things):
        asked.append(things)
        return len(things)

    first, equal = [1, 2], [1, 2]
    assert [size(first), size(first), size(equal), size(first)] == [2, 2, 2, 2]
    assert [one is first for one in asked] == [True, False, True]


def test_asking_within_an_answer():
    """A function that asks itself about something smaller gives each its own answer."""

    @for_latest
    def total(numbers):
        return numbers[0] + total(numbers[1:]) if numbers else 0

    numbers = (1, 2, 3)
    assert (total(numbers), total(numbers), total(numbers[1:])) == (6, 6, 5)


def test_what_is_refused_is_asked_again():
    """A refusal is no answer: it comes each time, and what was known before is known still."""
    calls = []

    @for_latest
    def inverse(number):
        calls.append(number)
        return 1 / number

    half, nothing = 2.0, 0.0
    assert inverse(half) == 0.5
    for _ in range(2):
        try:
            inverse(nothing)
        except ZeroDivisionError:
            continue
        raise AssertionError
    assert inverse(half) == 0.5 and calls == [half, nothing, nothing]


def test_each_seat_has_its_own_answer():
    """What was found for one seat, or of another object, is no answer for this one."""
    asked = []

    @for_latest
    def card(hands, seat):
        asked.append(seat)
        return hands[seat]

    hands, others = ["red", "blue"], ["green", "blue"]
    assert [card(hands, 0), card(hands, 0), card(hands, 1), card(others, 0)] == ["red", "red", "blue", "green"]
    assert [0, 1, 0] == asked
