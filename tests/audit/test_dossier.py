"""Dossier of an action: its viewer's knowledge, no more; and the judgement of the rules."""

from itertools import groupby

import msgspec
import pytest

from audit.dossier import Dossier, RecordedAction, viewers_of
from audit.verification.replay_rules import Adjudicated, adjudicate
from domain.game import GameFinished
from domain.redaction import Hidden, redact, secret_fields
from domain.rulebook import Result
from eventstore.entries import read_records
from replay.narration import untranslated
from replay.past_states import placed_records
from replay.player_names import as_recorded
from replay.seat_history import NO_SITTINGS, NamesThen
from tests.audit.games import TITLES, happenings_of, played, sealed_again, seated
from tests.in_short import titles_in_short

every_title = pytest.mark.parametrize("title", titles_in_short())


def actions_of(entries):
    """The entries, action by action."""
    return [list(group) for _, group in groupby(entries, key=lambda entry: entry.position.action)]


def judged_at(projector, game, entries, number):
    """The judgement of the rules on this action (from 0) of these entries."""
    actions = actions_of(entries)
    earlier = [entry for action in actions[:number] for entry in action]
    before = projector.fold(read_records(projector, earlier)) if earlier else None
    placed = [
        (entry.position, record)
        for entry, record in zip(actions[number], read_records(projector, actions[number]), strict=True)
    ]
    return adjudicate(projector, game.game_id, before, placed, game.game_key, game.final.nonces)


def dossier_of(projector, game, entries, number, viewer, judged):
    """The dossier of this action (from 0) for this viewer."""
    actions = actions_of(entries)
    earlier = [entry for action in actions[:number] for entry in action]
    views = {
        one: projector.fold(read_records(projector, earlier, one)) if earlier else None
        for one in viewers_of(viewer, game.final.players)
    }
    before = earlier[-1] if earlier else None
    sittings = NO_SITTINGS.followed_by(placed_records(projector, entries))
    then = NamesThen(game.final, as_recorded, sittings)
    recorded = RecordedAction(before, actions[number], judged)
    told = Dossier(projector, viewer, as_recorded, then, views, recorded, untranslated)
    return msgspec.json.decode(msgspec.json.encode(told.as_json()))


@every_title
def test_every_action_agrees_and_marks_its_answer(title):
    """Each action of a game is replayed as recorded, and among all legal answers only the given one is marked."""
    projector, game = played(title)
    answered = 0
    for number in range(len(actions_of(game.entries))):
        judged = judged_at(projector, game, game.entries, number)
        assert judged == Adjudicated(judged.command)
        told = dossier_of(projector, game, game.entries, number, "all", judged)
        assert told["adjudication"]["verdict"] == "agrees"
        assert all(event["rules"] and all(rule["text"] for rule in event["rules"]) for event in told["events"])
        chosen = [(one["seat"], answer) for one in told["asked"] for answer in one["answers"] if answer["chosen"]]
        if told["asked"]:
            ((seat, answer),) = chosen
            assert seat == told["events"][0]["seat"]
            assert answer["move"]["type"] == type(judged.command).__name__ and answer["text"]
            answered += 1
        assert [view["as"] for view in told["views"]] == ["public", *range(game.final.players)]
    assert answered > 10


@every_title
def test_another_seats_knowledge_is_hidden(title):
    """In a running game a seat gets its own view and the public's, and of other seats only that they were asked."""
    projector, game = played(title)
    others = 0
    for number in range(1, len(actions_of(game.entries))):
        told = dossier_of(projector, game, game.entries, number, 0, judged_at(projector, game, game.entries, number))
        assert [view["as"] for view in told["views"]] == ["public", 0]
        for asked in told["asked"]:
            assert (asked["answers"] is None) == (asked["seat"] != 0)
            others += asked["seat"] != 0
    assert others


def forged_end(title):
    """A game whose last action has another result, written by a forger with the key; that action's number."""
    projector, game = seated(title)
    actions = happenings_of(projector, game.entries)
    last = actions[-1][-1]
    assert isinstance(last.event, GameFinished)
    places = last.event.result.places
    other = Result((*places[1:], places[0]), last.event.result.points, "said so")
    event = msgspec.structs.replace(last.event, result=other)
    actions[-1][-1] = msgspec.structs.replace(last, event=event)
    return projector, game, sealed_again(projector, actions, game.game_key, game.game_id), len(actions) - 1


@every_title
def test_a_difference_shows_both_outcomes_and_the_rule(title):
    """The recorded outcome, the one by the rules, and the rules behind it, in sentences."""
    projector, game, entries, number = forged_end(title)
    told = dossier_of(projector, game, entries, number, "public", judged_at(projector, game, entries, number))
    judged = told["adjudication"]
    assert judged["verdict"] == "differs"
    assert judged["position"] == told["until"] and judged["position"] in judged["text"]
    assert judged["recorded"] == told["events"][-1]["text"]
    assert judged["decided"] != judged["recorded"]
    assert [rule["number"] for rule in judged["rules"]] == ["G5", "G7"]


@every_title
def test_missing_and_added_effects_are_reported(title):
    """A missing effect: the rules' next one. An added effect: nothing happens there by the rules."""
    projector, game = seated(title)
    actions = happenings_of(projector, game.entries)
    number = next(one for one, action in enumerate(actions) if len(action) > 1 and one > game.final.players)
    fewer, more = list(actions[number]), list(actions[number])
    left_out = fewer.pop()
    more.append(more[-1])
    for changed, decided in ((fewer, True), (more, False)):
        entries = sealed_again(projector, [*actions[:number], changed], game.game_key, game.game_id)
        judged = judged_at(projector, game, entries, number)
        told = dossier_of(projector, game, entries, number, "all", judged)["adjudication"]
        assert told["verdict"] == "differs"
        assert (told["decided"] is not None) == decided
        assert judged.instead == (left_out.event if decided else None)


@every_title
def test_a_difference_reveals_no_secret(title):
    """The outcome by the rules is redacted for its viewer like a recorded one."""
    projector, game = played(title)
    for number, action in enumerate(happenings_of(projector, game.entries)):
        for place, happening in enumerate(action):
            if secret_fields(type(happening.event)) and isinstance(getattr(happening.event, "seat", None), int):
                hidden = redact(happening.event, "public")
                assert any(isinstance(getattr(hidden, field), Hidden) for field in secret_fields(type(hidden)))
                position = actions_of(game.entries)[number][place].position
                judged = Adjudicated(None, position, f"the rules decide {happening.event!r}", happening.event)
                told = dossier_of(projector, game, game.entries, number, "public", judged)
                assert told["adjudication"]["decided"] == told["events"][place]["text"]
                assert "the rules decide" not in msgspec.json.encode(told).decode()
                return
    assert not any(secret_fields(event) for event in projector.rulebook.EVENTS)


def test_without_the_key_nothing_is_judged():
    """Without the key, the dossier reports that it cannot be played again, and judges no answer."""
    projector, game = played(TITLES[0])
    told = dossier_of(projector, game, game.entries, 2, "all", None)
    assert told["adjudication"]["verdict"] == "not possible"
    assert not any(answer["chosen"] for asked in told["asked"] for answer in asked["answers"])
