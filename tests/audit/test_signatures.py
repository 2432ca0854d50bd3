"""Players' signatures: a signed move can't be invented; each attempt of an operator with every other key is named."""

import re
from typing import Any

import msgspec
import pytest

from audit.verification.report import print_report
from audit.verification.verify import verify
from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance
from domain.game import ChangeKey, CommandSigned, GameStarted, Happening, KeyChanged, SeatTaken
from domain.title_loader import find_rulebooks
from sdk.verify import stele_verify
from tests.audit.games import (
    SEATED,
    TITLES,
    Seating,
    bundled,
    disputed,
    happenings_of,
    retold,
    sealed_again,
    seated,
)
from tests.signers import Signer

every_scheme = pytest.mark.parametrize("signing", ["1", "2"])
every_title = pytest.mark.parametrize("title", TITLES)
OPERATOR = Signer("the operator")
MOST_TURNS = 40


def finding(raw):
    """The failing check, and the place; the verifier in one file finds the same without the rules."""
    report, other = verify(raw), stele_verify.verify(raw)
    assert not report.ok
    assert (other.checks[-1].name, other.first_bad) == (report.checks[-1].name, report.first_bad)
    return report.checks[-1].name, report.first_bad


def said_of(raw, name="signatures"):
    """The verdict and the words, with warnings, of one check of a sound record; both verifiers agree."""
    report, other = verify(raw), stele_verify.verify(raw)
    assert report.ok, print_report(report)
    assert {(check.verdict, check.detail, check.warnings) for check in other.checks if check.name == name} == {
        (check.verdict, check.detail, check.warnings) for check in report.checks if check.name == name
    }
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


def told_anew(projector, game, actions):
    """The bundle of these actions, written by a forger with the game key, and its entries."""
    entries = sealed_again(projector, actions, game.game_key, SEATED)
    return bundled(projector, game, entries), entries


@every_scheme
@every_title
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
                assert f"seat {seat}: {number} moves by the key that sat down" in words
            assert "unsigned" not in words and "nobody vouched" not in words
        elif viewer == "public":
            # By the second scheme the resignation's text is public.
            assert verdict == ("not possible" if signing == "1" else "passed")
        else:
            assert f"seat {viewer}: {count[viewer]} moves by the key that sat down" in words
            assert " not opened in this bundle" in words and "until the game is over" not in words


@every_scheme
@every_title
def test_an_invented_move_is_named(title, signing):
    """The operator makes a move for a seat: without a signature, with one by another key, or with an old one."""
    projector, game = seated(title, signed=True, signing=signing)
    (number, event), *_ = signed_events(projector, game)
    place = str(game.entries[number].position)
    own = f"{game.entries[number].position.action}-0"
    actions = happenings_of(projector, game.entries)
    unsigned = [[one for one in action if type(one.event) is not CommandSigned] for action in actions]
    raw, _ = told_anew(projector, game, unsigned)
    assert finding(raw) == ("signatures", own)

    text = event.text
    by_operator = CommandSigned(event.seat, OPERATOR.sign(text.encode()), text, event.digest)
    assert finding(bundled(projector, game, retold(projector, game, number, by_operator))) == ("signatures", place)
    elsewhere = msgspec.json.decode(text) | {"game": "another"}
    signed = Signer(f"seat {event.seat}").signed(
        "another", elsewhere["after"], elsewhere["digest"], event.seat, elsewhere["command"],
        previous=elsewhere.get("previous"),
    )  # fmt: skip
    assert finding(bundled(projector, game, retold(projector, game, number, signed))) == ("signatures", place)


@every_scheme
@every_title
def test_an_old_signature_cannot_be_reused(title, signing):
    """A true signature for an earlier move, put under a later one of the same seat."""
    projector, game = seated(title, signed=True, signing=signing)
    by_seat = {}
    for number, event in signed_events(projector, game):
        if event.seat in by_seat:
            lie = retold(projector, game, number, by_seat[event.seat])
            assert finding(bundled(projector, game, lie)) == ("signatures", str(game.entries[number].position))
            return
        by_seat[event.seat] = event
    raise AssertionError("nobody moved twice")


@every_scheme
def test_a_combined_signature_fits_no_other_place(signing):
    """G25: the operator leaves out the first of several moves sent together: the next one is valid nowhere else."""
    projector, game = seated("kheops", signed=True, signing=signing)
    actions = happenings_of(projector, game.entries)
    texts = {game.entries[number].position.action: event for number, event in signed_events(projector, game)}
    places = {action: (event.seat, msgspec.json.decode(event.text)["after"]) for action, event in texts.items()}
    place = next(action for action, at in places.items() if places.get(action - 1) == at)
    raw, _ = told_anew(projector, game, [*actions[: place - 2], *actions[place - 1 :]])
    name, where = finding(raw)
    assert (name, where.partition("-")[0]) == ("signatures", str(place - 1))


@every_title
def test_another_move_under_a_true_signature_is_named(title):
    """The player signed one command; the operator records the effects of another legal one."""
    rulebook = seated(title, signed=True)[0].rulebook
    for turn in range(1, MOST_TURNS):
        table = Seating(title, seated(title)[1].game_key, max(2, rulebook.meta.least_players), signed=True)
        for seat in range(table.game.players):
            table.sit(seat)
        for _ in range(turn):
            seat = shared.to_act(rulebook, table.game)[0]
            legal = list(rulebook.legal(table.game.table, seat))
            if table.game.moves == turn - 1:
                break
            table.act(legal[0])
        if len(legal) > 1:
            break
    meant, other = legal[0], legal[-1]
    signed = table.sign(meant)
    # The rules themselves do not read the text: the server does, and verification.
    chance = KeyedChance(table.game_key, SEATED, table.game.nonces, table.game.draws)
    happened = lifecycle.act(rulebook, table.game, other, chance, table.game_key.hex(), (), signed)
    for one in happened:
        table.game = shared.evolve(rulebook, table.game, one.event, one.actor, one.luck)
    table.actions.append(happened)
    lie = len(table.actions)
    resigning = [seat for seat in range(table.game.players) if table.game.status == "playing"]
    for seat in resigning[:-1]:
        table.act(shared.Resign(seat))
    report = verify(bundled(table.projector, table.played(), table.played().entries))
    assert (report.checks[-1].name, report.first_bad) == ("rules", f"{lie}-0")
    assert "what was signed" in report.checks[-1].detail


@every_scheme
@every_title
def test_a_swapped_key_is_named(title, signing):
    """The operator replaces the seat's key, on joining or later; true signatures cannot follow.

    A change with a wrong signature of the old key fails; one without any is reported with its place.
    """
    projector, game = seated(title, signed=True, signing=signing)
    number = next(number for number, entry in enumerate(game.entries) if b'"type":"SeatTaken"' in entry.public)
    taken = projector.decode(game.entries[number].public).data
    assert isinstance(taken, SeatTaken)
    swapped = msgspec.structs.replace(taken, public_key=OPERATOR.public_key)
    place = next(str(game.entries[n].position) for n, event in signed_events(projector, game))
    if signing == "2":  # sitting down is signed, too
        place = str(game.entries[number + 1].position)
    name, found = finding(bundled(projector, game, retold(projector, game, number, swapped)))
    assert (name, found) == ("signatures", place)

    actions = happenings_of(projector, game.entries)
    start = next(
        number for number, action in enumerate(actions) if any(isinstance(one.event, GameStarted) for one in action)
    )
    for signature, where in ((OPERATOR.names(SEATED, 0, OPERATOR.public_key), 0), ("", 1)):
        forged = [*actions[: start + 1], [Happening(KeyChanged(0, OPERATOR.public_key, signature), 0)]]
        raw, entries = told_anew(projector, game, [*forged, *actions[start + 1 :]])
        name, found = finding(raw)
        assert name == "signatures"
        if not where:
            assert found == str(entries[-1].position) or found == f"{start + 2}-0"


def with_changed_keys(title):
    """A game in which seat 0 changes its key with the old key's signature and seat 1 without, and that action."""
    least = max(2, find_rulebooks()[title].meta.least_players)
    table = Seating(title, seated(title)[1].game_key, least, signed=True, signing="1")
    for seat in range(least):
        table.sit(seat)
    first, second = Signer("second browser"), Signer("third browser")
    table.act(ChangeKey(0, first.public_key, table.signer(0).names(SEATED, 0, first.public_key)))
    table.act(ChangeKey(1, second.public_key))
    lost = len(table.actions)
    table.signers = {0: first, 1: second}
    for seat in range(least - 1):
        table.act(shared.Resign(seat))
    return table.projector, table.played(), lost


@every_title
def test_a_changed_key_is_reported(title):
    """With the old key's signature nothing is lost; without it a warning names the gap and its place."""
    projector, game, lost = with_changed_keys(title)
    raw = bundled(projector, game, game.entries)
    verdict, words = said_of(raw)
    assert verdict == "passed"
    assert f"the key of seat 1 was changed at {lost}-0 WITHOUT the old key's word" in words
    assert f"seat 0: 1 move by the key of {lost - 1}-0, for which the one before signed" in words
    assert f"at {lost - 1}-0" not in words
    report = verify(raw)
    assert not report.is_whole and sum(len(check.warnings) for check in report.checks) == 1
    assert f"  WARN  signatures: the key of seat 1 was changed at {lost}-0" in print_report(report)
    assert stele_verify.status_of(stele_verify.verify(raw), ()) == 3


@every_title
def test_a_seat_that_is_taken_over_is_a_warning(title):
    """Only the server confirms that the previous player gave it away; each key's moves are counted separately."""
    projector, game = disputed(title, "proposed", True, "1")
    raw = bundled(projector, game, game.entries)
    _verdict, words = said_of(raw)
    assert "seat 1 was taken over at" in words and "no key of the seat vouches for that" in words
    assert re.search(r"seat 1: \d+ moves by the key that sat down, \d+ by keys that no one vouched for", words)
    assert not verify(raw).is_whole and stele_verify.status_of(stele_verify.verify(raw), ()) == 3


@every_title
def test_a_seat_that_is_given_away_keeps_its_record_whole(title):
    """By the second scheme the offer is signed by the old key, and taking over by the new one: nothing to warn of."""
    projector, game = disputed(title, "proposed", True)
    raw = bundled(projector, game, game.entries)
    verdict, words = said_of(raw)
    assert verdict == "passed" and "seat 1 was taken over at" in words
    assert re.search(
        r"seat 1: \d+ moves by the key that sat down, \d+ by the key that took over at \S+, to which", words
    )
    assert verify(raw).is_whole and stele_verify.status_of(stele_verify.verify(raw), ()) == 0


def recovered(title):
    """A game in which seat 0 changes its key by the old one, and seat 1 by its recovery key; and that action."""
    least = max(2, find_rulebooks()[title].meta.least_players)
    table = Seating(title, seated(title)[1].game_key, least, signed=True)
    recovery = Signer("seat 1 on paper")
    table.recoveries = {1: lifecycle.recovery_commitment(recovery.public_key)}
    for seat in range(least):
        table.sit(seat)
    first, second = Signer("second browser"), Signer("third browser")
    table.act(ChangeKey(0, first.public_key))
    table.signers = {0: first, 1: recovery}
    table.act(ChangeKey(1, second.public_key, recovery=recovery.public_key))
    table.signers[1] = second
    for seat in range(least - 1):
        table.act(shared.Resign(seat))
    return table.projector, table.played(), len(table.actions) - least + 1


@every_title
def test_a_key_changed_by_the_old_one_or_by_recovery_is_vouched_for(title):
    """G11: the record says which of them signed; nothing is lost."""
    projector, game, at = recovered(title)
    raw = bundled(projector, game, game.entries)
    verdict, words = said_of(raw)
    assert verdict == "passed" and verify(raw).is_whole
    assert f"seat 0: 1 move by the key of {at - 1}-0, for which the one before signed" in words
    assert stele_verify.status_of(stele_verify.verify(raw), ()) == 0


@every_title
def test_another_recovery_key_is_named(title):
    """The operator invents a recovery key: the seat was not taken with it."""
    projector, game, at = recovered(title)
    actions = happenings_of(projector, game.entries)
    changed, signed = (one.event for one in actions[at - 1])
    said = msgspec.json.decode(signed.text)
    said["command"]["recovery"] = OPERATOR.public_key
    forged = OPERATOR.signed(
        SEATED, said["after"], said["digest"], 1, said["command"], None, said["previous"]
    )  # fmt: skip
    lie = msgspec.structs.replace(changed, recovery=OPERATOR.public_key)
    raw, _ = told_anew(projector, game, [
        *actions[: at - 1], [Happening(lie, 1), Happening(lifecycle.as_statement(forged), 1)], *actions[at:],
    ])  # fmt: skip
    assert finding(raw) == ("signatures", f"{at}-0")


@every_title
def test_signatures_are_at_their_places(title):
    """Directly behind their seat's action, and nowhere else."""
    projector, game = seated(title, signed=True)
    actions = happenings_of(projector, game.entries)
    number = signatures_in(game)[0]
    place = game.entries[number].position
    alone = [*actions[: place.action], [actions[place.action - 1][place.effect]], *actions[place.action :]]
    raw, _ = told_anew(projector, game, alone)
    assert finding(raw) == ("course", f"{place.action + 1}-0")


def test_without_keys_nothing_is_called_signed():
    """Early records, and games whose players do not sign."""
    projector, game = seated("kheops", "called off")
    assert said_of(bundled(projector, game, game.entries)) == ("passed", "unsigned: no seat has a key")
