"""Players' signatures: a signed move can't be invented; each attempt of an operator with every other key is named."""

import re
from typing import Any

import msgspec
import pytest

from audit.verification.report import print_report
from audit.verification.verify import verify
from domain import game as shared
from domain import seats
from domain.game import ChangeKey
from domain.title_loader import find_rulebooks
from tests.audit.conformance.edits import header
from tests.audit.games import SEATED, Seating, bundled, disputed, happenings_of, in_turn, sealed_again, seated
from tests.signers import Signer
from verify import report as engine

OPERATOR = Signer("the operator")
TITLE = "kheops"


def finding(raw):
    """The failing check, and the place."""
    report = verify(raw)
    assert not report.ok
    return report.checks[-1].name, report.first_bad


def said_of(raw, name="signatures"):
    """The verdict and the words, with warnings, of one check of a sound record."""
    report = verify(raw)
    assert report.ok, print_report(report)
    check = next(check for check in report.checks if check.name == name)
    return check.verdict, " ".join([check.detail, *check.warnings])


def signatures_in(game):
    """The numbers of the entries that hold the signature of a move."""
    return [
        number
        for number, entry in enumerate(game.entries)
        if b'"type":"CommandSigned"' in entry.public
        or (b'"type":"StatementSigned"' in entry.public and b'"SeatTaken"' not in game.entries[number - 1].public)
    ]


def signed_events(projector, game):
    """Number and event of each signature."""
    events = [one.event for action in happenings_of(projector, game.entries) for one in action]
    return [(number, events[number]) for number in signatures_in(game)]


@pytest.mark.parametrize(("title", "signing"), in_turn(["1", "2"]))
def test_a_signed_game_verifies_and_its_signatures_are_counted(title, signing):
    """Every move of every seat; a caretaker's moves after a resignation are unsigned and not the person's."""
    projector, game = seated(title, "resigned", signed=True, signing=signing)
    count = dict.fromkeys(range(game.final.players), 0)
    for _, event in signed_events(projector, game):
        count[event.seat] += 1
    viewers: list[Any] = ["all", "public", *count]
    for viewer in viewers:
        verdict, words = said_of(bundled(projector, game, game.entries, viewer))
        if viewer == "all":
            assert verdict == "passed"
            for seat, number in count.items():
                assert f"seat {seat + 1}: {number} moves by the key that sat down" in words
            named = header(bundled(projector, game, game.entries), names={"player-1": "Bo"})[0]
            assert "seat 2 (Bo): " in said_of(named)[1] and "seat 1: " in said_of(named)[1]
            assert "unsigned" not in words and "nobody vouched" not in words
        elif viewer == "public":
            # By the second scheme the resignation's text is public.
            assert verdict == ("not possible" if signing == "1" else "passed")
        else:
            assert f"seat {viewer + 1}: {count[viewer]} moves by the key that sat down" in words
            assert " not opened in this bundle" in words and "until the game is over" not in words


@pytest.mark.parametrize("signing", ["1", "2"])
def test_a_combined_signature_fits_no_other_place(signing):
    """G25: the operator leaves out the first of several moves sent together: the next one is valid nowhere else."""
    projector, game = seated("kheops", signed=True, signing=signing)
    actions = happenings_of(projector, game.entries)
    texts = {game.entries[number].position.action: event for number, event in signed_events(projector, game)}
    places = {action: (event.seat, msgspec.json.decode(event.text)["after"]) for action, event in texts.items()}
    place = next(action for action, at in places.items() if places.get(action - 1) == at)
    lie = sealed_again(projector, [*actions[: place - 2], *actions[place - 1 :]], game.game_key, SEATED)
    name, where = finding(bundled(projector, game, lie))
    assert (name, where.partition("-")[0]) == ("signatures", str(place - 1))


def with_changed_keys(title):
    """A game in which seat 0 changes its key with the old key's signature and seat 1 without, and that action."""
    least = max(2, find_rulebooks()[title].meta.least_players)
    table = Seating(title, seated(title)[1].game_key, least, signed=True, signing="1").fill()
    first, second = Signer("second browser"), Signer("third browser")
    table.act(ChangeKey(0, first.public_key, table.signer(0).names(SEATED, 0, first.public_key)))
    table.act(ChangeKey(1, second.public_key))
    lost = len(table.actions)
    table.signers = {0: first, 1: second}
    for seat in range(least - 1):
        table.act(shared.Resign(seat))
    return table.projector, table.played(), lost


def test_a_changed_key_is_reported():
    """A key change signed by the old key is no gap; without that signature, a warning names the gap and its place."""
    projector, game, lost = with_changed_keys(TITLE)
    raw = bundled(projector, game, game.entries)
    verdict, words = said_of(raw)
    assert verdict == "passed"
    assert f"the key of seat 2 was changed at {lost}-0 WITHOUT the old key's word" in words
    assert f"seat 1: 1 move by the key of {lost - 1}-0, for which the one before signed" in words
    assert f"at {lost - 1}-0" not in words
    report = verify(raw)
    assert not report.is_whole and sum(len(check.warnings) for check in report.checks) == 1
    assert f"  WARN  signatures: the key of seat 2 was changed at {lost}-0" in print_report(report)
    assert engine.status_of(engine.verify(raw), ()) == 3


def test_a_seat_that_is_taken_over_is_a_warning():
    """Only the server confirms that the previous player gave the seat away, so each key's moves are counted
    separately.
    """
    projector, game = disputed(TITLE, "proposed", True, "1")
    raw = bundled(projector, game, game.entries)
    _verdict, words = said_of(raw)
    assert "seat 2 was taken over at" in words and "no key of the seat vouches for that" in words
    assert re.search(r"seat 2: \d+ moves by the key that sat down, \d+ by keys that no one vouched for", words)
    assert not verify(raw).is_whole and engine.status_of(engine.verify(raw), ()) == 3


def test_a_seat_that_is_given_away_keeps_its_record_whole():
    """By the second scheme, the old key signs the offer and the new key the takeover, so there is no warning."""
    projector, game = disputed(TITLE, "proposed", True)
    raw = bundled(projector, game, game.entries)
    verdict, words = said_of(raw)
    assert verdict == "passed" and "seat 2 was taken over at" in words
    assert re.search(
        r"seat 2: \d+ moves by the key that sat down, \d+ by the key that took over at \S+, to which", words
    )
    assert verify(raw).is_whole and engine.status_of(engine.verify(raw), ()) == 0


def test_a_key_changed_by_the_old_one_or_by_recovery_is_vouched_for():
    """G11: the record says which of them signed; nothing is lost."""
    table = Seating(TITLE, bytes(32), 2, signed=True)
    recovery = Signer("seat 1 on paper")
    table.recoveries = {1: seats.recovery_commitment(recovery.public_key)}
    table.fill()
    first, second = Signer("second browser"), Signer("third browser")
    table.act(ChangeKey(0, first.public_key))
    table.signers = {0: first, 1: recovery}
    table.act(ChangeKey(1, second.public_key, recovery=recovery.public_key))
    table.signers[1] = second
    table.act(shared.Resign(0))
    game = table.played()
    raw = bundled(table.projector, game, game.entries)
    verdict, words = said_of(raw)
    assert verdict == "passed" and verify(raw).is_whole
    assert "seat 1: 1 move by the key of 4-0, for which the one before signed" in words
    assert engine.status_of(engine.verify(raw), ()) == 0


def test_without_keys_nothing_is_called_signed():
    """Early records, and games whose players do not sign."""
    projector, game = seated("kheops", "called off")
    assert said_of(bundled(projector, game, game.entries)) == ("passed", "unsigned: no seat has a key")
