"""Lies about a dispute by an operator with every key but the players', and the checks that find them.

A decision belongs to no seat and has no player's signature: an invented one is found by later signatures and by the
holders of receipts. The decision and its execution are public.
"""

import random

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ai.self_play import seeded_game_key
from audit.verification.report import print_report
from audit.verification.verify import verify
from domain.disputes.events import (
    AnswerDispute,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    OpenDispute,
    Remedy,
    ResultReplaced,
    RolledBack,
    SeatFreed,
    SeatTakenOver,
    SecretDisclosed,
)
from domain.game import CommandSigned, GameFinished, Happening
from domain.redaction import secret_fields
from domain.title_loader import find_rulebooks
from eventstore.entries import Position, Rollbacks, parse_position, read_records, still_counts, with_rollback
from sdk.verify import stele_verify
from tests.audit.games import (
    DISPUTED,
    SEATED,
    TITLES,
    Seating,
    bundled,
    disclosed,
    disputed,
    forged,
    happenings_of,
    in_turn,
    sealed_again,
)
from tests.audit.test_signatures import finding
from tests.audit.test_stories import TITLE, Player, bundle, receipt_for

NOTHING = Remedy()


def raw_of(told, entries, viewer="all"):
    """The bundle of these entries as this game's record."""
    projector, game = told
    return bundled(projector, game, entries, viewer)


def told_anew(told, actions):
    """The entries of these actions, written by a forger with the game key."""
    projector, game = told
    return sealed_again(projector, actions, game.game_key, SEATED)


def place_of(told, kind, which=0):
    """Action and effect, both counted from 0, of such an event."""
    actions = happenings_of(told[0], told[1].entries)
    found = [
        (number, effect)
        for number, action in enumerate(actions)
        for effect, one in enumerate(action)
        if isinstance(one.event, kind)
    ]
    return found[which]


def edited(told, kind, which=0, **changes):
    """The actions with one such event changed, and its position."""
    number, effect = place_of(told, kind, which)
    actions = happenings_of(told[0], told[1].entries)
    one = actions[number][effect]
    actions[number][effect] = msgspec.structs.replace(one, event=msgspec.structs.replace(one.event, **changes))
    return actions, f"{number + 1}-{effect}"


def first_signature_after(told, action, shifted=0):
    """The place of the first signature after this action (counted from 1), this number of actions later.

    One that continues the one before names the same place as that.
    """
    actions = happenings_of(told[0], told[1].entries)
    return next(
        f"{number + shifted}-{effect}"
        for number, happened in enumerate(actions, start=1)
        for effect, one in enumerate(happened)
        if isinstance(one.event, CommandSigned)
        and parse_position(msgspec.json.decode(str(one.event.text))["after"]).action >= action
    )


@pytest.mark.parametrize(
    ("title", "way", "signed"),
    [*in_turn(TITLES, DISPUTED, True), *((TITLES[-1], way, False) for way in DISPUTED)],
)
def test_disputed_records_verify(title, way, signed):
    """For each viewer, at each length, by both verifiers; the key is found where the game ended."""
    projector, game = disputed(title, way, signed)
    for viewer in ("all", "public", 1):
        raw = bundled(projector, game, game.entries, viewer)
        report, other = verify(raw), stele_verify.verify(raw)
        assert report.ok, print_report(report)
        assert other.first_bad is None
        said = {check.name: check.verdict for check in report.checks}
        assert said["luck"] == "passed" and (viewer != "all" or said["rules"] == "passed")
    ends = [entry for entry, after in zip(game.entries, game.entries[1:], strict=False) if not after.position.effect]
    for last in ends[:: len(ends) // 3]:
        part = [entry for entry in game.entries if entry.position <= last.position]
        assert verify(bundled(projector, game, part, "public")).ok


@pytest.mark.parametrize("signed", [False, True], ids=["unsigned", "signed"])
@pytest.mark.parametrize("title", TITLES)
def test_disclosed_secrets_verify(title, signed):
    """For each viewer by both verifiers; the referee is a spectator, and finds the value by its commitment alone."""
    told = disclosed(title, signed)
    for viewer in ("all", "public", 0, 1):
        raw = raw_of(told, told[1].entries, viewer)
        report = verify(raw)
        assert report.ok, print_report(report)
        assert stele_verify.verify(raw).first_bad is None


@pytest.mark.parametrize("title", TITLES)
def test_lies_about_a_disclosed_secret(title):
    """Another's secret, none, one of the future; to another judge; in no dispute; twice; by another seat."""
    told = disclosed(title)
    number, effect = place_of(told, SecretDisclosed)
    honest = happenings_of(told[0], told[1].entries)[number][effect].event
    again = place_of(told, SecretDisclosed, 1)
    for which, changes in (
        (0, {"position": "1-0"}), (0, {"position": f"{number + 9}-0"}), (0, {"field": "type"}), (0, {"to": "operator"}),
        (0, {"number": 2}), (0, {"seat": 0}), (0, {"position": ""}),
        (1, {"position": honest.position, "field": honest.field}),
    ):  # fmt: skip
        actions, place = edited(told, SecretDisclosed, which, **changes)
        raw = raw_of(told, told_anew(told, actions), "public")
        assert finding(raw) == ("course", place), changes
    actions = happenings_of(told[0], told[1].entries)
    actions[number] = [Happening(msgspec.structs.replace(honest, seat=0), 0)]
    raw = raw_of(told, told_anew(told, actions))
    report, other = verify(raw), stele_verify.verify(raw)
    assert (report.first_bad, other.first_bad) == (f"{number + 1}-0", None), "who knows it is for the rules to say"
    assert again > (number, effect)


@pytest.fixture
def player(tmp_path):
    """A player with `verify` and a file of receipts."""
    return Player(tmp_path)


def disagreed(signed, wish=None, signing="2"):
    """A game in which seat 0 proposed to go back, or this remedy, seat 1 disagreed, and both played on to the end."""
    table = Seating(TITLE, seeded_game_key("disagreed"), 2, signed=signed, signing=signing)
    for seat in range(2):
        table.sit(seat)
    lot = random.Random(1)
    ends = table.play(6, lot)
    table.act(OpenDispute(0, ends[-1], "I doubt it.", wish or Remedy("roll_back", ends[1])))
    table.act(AnswerDispute(1, 1, agrees=False))
    table.play(5000, lot)
    return table.projector, table.played()


def test_an_invented_decision(player):
    """Inserted into the record: later signatures name other digests; without signatures a receipt shows it."""
    lie = [Happening(DisputeDecided(1, "operator", "So it is.", NOTHING))]
    told = disagreed(signed=True)
    number, _ = place_of(told, DisputeAnswered)
    actions = happenings_of(told[0], told[1].entries)
    raw = raw_of(told, told_anew(told, [*actions[: number + 1], lie, *actions[number + 1 :]]))
    # The next one was given before the lie, and names the original entry.
    assert finding(raw) == ("signatures", first_signature_after(told, number + 2, shifted=1))

    told = disagreed(signed=False)
    actions = happenings_of(told[0], told[1].entries)
    entries = told_anew(told, [*actions[: number + 1], lie, *actions[number + 1 :]])
    assert verify(raw_of(told, entries)).ok, "nobody can see it in the record alone"
    kept = next(one for one in told[1].entries if one.position.action == number + 2)
    player.receipts = [receipt_for(kept)]
    code, said = player.verifies(bundle(entries))
    assert code == 1 and f"FAILED: contradicts the receipt of {kept.position}" in said


def test_a_judge_without_the_right():
    """In a game with a referee the operator decides nothing, and a decision is an action of its own."""
    told = disputed(TITLE, "adjudicated")
    for by in ("operator", "players"):
        actions, place = edited(told, DisputeDecided, by=by)
        assert finding(raw_of(told, told_anew(told, actions))) == ("course", place)
    told = disputed(TITLE, "freed")
    actions, place = edited(told, DisputeDecided, by="referee")
    assert finding(raw_of(told, told_anew(told, actions))) == ("course", place)


def test_invented_consent(player):
    """Agreement in place of disagreement, with its consequences.

    The next signature names another digest; the rules know what was signed; without signatures a receipt shows it.
    """
    told = disagreed(signed=True, signing="1")
    number, _ = place_of(told, DisputeAnswered)
    actions, place = edited(told, DisputeAnswered, agrees=True)
    assert finding(raw_of(told, told_anew(told, actions))) == ("course", f"{number + 2}-0"), "and nothing came of it"
    wish = actions[number - 1][0].event.remedy
    done = [Happening(DisputeDecided(1, "players", "", wish)), Happening(RolledBack(wish.position))]
    raw = raw_of(told, told_anew(told, [*actions[:number], [*actions[number], *done], *actions[number + 1 :]]))
    assert finding(raw) == ("signatures", first_signature_after(told, number + 1))

    told = disagreed(signed=True)
    actions, place = edited(told, DisputeAnswered, agrees=True)
    raw = raw_of(told, told_anew(told, [*actions[:number], [*actions[number], *done], *actions[number + 1 :]]))
    assert finding(raw) == ("signatures", f"{number + 1}-1"), "the text of a statement is public"

    told = disagreed(signed=True, signing="1", wish=Remedy("result", places=(1, 1)))
    actions, place = edited(told, DisputeAnswered, agrees=True)
    end, wish = actions[-1][-1].event, actions[number - 1][0].event.remedy
    result = msgspec.structs.replace(end.result, places=wish.places, reason="adjudicated")
    done = [Happening(DisputeDecided(1, "players", "", wish)), Happening(GameFinished(result, end.key))]
    report = verify(raw_of(told, told_anew(told, [*actions[:number], [*actions[number], *done]])))
    assert (report.checks[-1].name, report.first_bad) == ("rules", place), "no player signed after it"
    assert "what was signed does not lead to this" in report.checks[-1].detail

    told = disagreed(signed=False)
    actions, _ = edited(told, DisputeAnswered, agrees=True)
    wish = actions[number - 1][0].event.remedy
    done = [Happening(DisputeDecided(1, "players", "", wish)), Happening(RolledBack(wish.position))]
    entries = told_anew(told, [*actions[:number], [*actions[number], *done]])
    kept = next(one for one in told[1].entries if one.position.action == number + 1)
    assert verify(raw_of(told, entries, "public")).ok, "nobody can see it in the record alone"
    player.receipts = [receipt_for(kept)]
    code, said = player.verifies(bundle(entries, viewer="public"))
    assert code == 1 and f"FAILED: contradicts the receipt of {kept.position}" in said


def test_agreement_without_its_consequences():
    """The players decide by agreeing, all of them, to the wish, and by nothing else."""
    told = disputed(TITLE, "rolled back")
    number, effect = place_of(told, RolledBack)
    elsewhere = [str(one.position) for one in told[1].entries if one.position.action == 7][-1]
    for kind, changes in (
        (DisputeAnswered, {"agrees": False}),
        (DisputeOpened, {"remedy": NOTHING}),
        (DisputeOpened, {"remedy": Remedy("roll_back", elsewhere)}),
    ):
        actions, _ = edited(told, kind, 0 if kind is DisputeAnswered else 1, **changes)
        assert finding(raw_of(told, told_anew(told, actions))) == ("course", f"{number + 1}-{effect - 1}")


@pytest.mark.parametrize("title", TITLES)
def test_another_remedy_than_the_decided_one(title):
    """Play goes back elsewhere, another seat is freed, another result is given, or nothing is done: all can see it.

    Also while the game runs, without its key.
    """
    back, free = disputed(title, "rolled back"), disputed(title, "freed")
    end, after = disputed(title, "adjudicated"), disputed(title, "disputed after the end")
    elsewhere = next(str(entry.position) for entry in back[1].entries if entry.position.action == 6)
    places = end[1].final.result.places
    other = msgspec.structs.replace(end[1].final.result, places=(*places[:-1], len(places)))
    for told, kind, changes in (
        (back, RolledBack, {"position": elsewhere}),
        (free, SeatFreed, {"seat": 0}),
        (end, GameFinished, {"result": other}),
        (end, GameFinished, {"result": msgspec.structs.replace(other, places=places, reason="points")}),
        (after, ResultReplaced, {"result": other}),
        (free, SeatTakenOver, {"seat": 0}),
    ):
        actions, place = edited(told, kind, **changes)
        number, effect = place_of(told, kind)
        whole = raw_of(told, told_anew(told, actions))
        part = raw_of(told, told_anew(told, actions[: number + 1]), "public")
        assert {finding(whole), finding(part)} == {("course", place)}, kind
        if kind is not SeatTakenOver:
            undone = [*actions[:number], actions[number][:effect], *actions[number + 1 :]]
            following = f"{number + 2}-0"
            if number + 1 < len(actions):
                assert finding(raw_of(told, told_anew(told, undone))) == ("course", following), kind


@pytest.mark.parametrize("title", TITLES)
def test_undecided_remedies(title):
    """A result replaced, play gone back, a seat freed, each without a decision, and events impossible after the end."""
    told = disputed(title, "disputed after the end")
    actions = happenings_of(told[0], told[1].entries)
    result = told[1].final.result
    start = f"{len(told[1].final.seats) + 1}-0"
    for event in (ResultReplaced(result), RolledBack(start), SeatFreed(0), SeatTakenOver(0, "p9", "")):
        entries = told_anew(told, [*actions, [Happening(event)]])
        assert finding(raw_of(told, entries)) == ("course", f"{len(actions) + 1}-0")
    middle, place = actions[:12], "13-0"
    for early in (RolledBack(start), SeatFreed(0), ResultReplaced(result), GameFinished(result, "00" * 32)):
        assert finding(raw_of(told, told_anew(told, [*middle, [Happening(early)]]), "public")) == ("course", place)


def test_a_record_cut_before_the_decision(player):
    """The result was replaced, and the record ends before that: the receipt of the decision shows it."""
    told = disputed(TITLE, "disputed after the end")
    number, _ = place_of(told, ResultReplaced)
    entries = told[1].entries
    decision = [one for one in entries if one.position.action == number + 1][-1]
    cut = [one for one in entries if one.position.action <= number]
    assert player.verifies(bundle(cut))[0] == 0
    player.receipts = [receipt_for(decision)]
    assert player.verifies(bundle(entries))[0] == 0
    code, said = player.verifies(bundle(cut))
    assert code == 1 and f"FAILED: contradicts the receipt of {decision.position}" in said
    assert "unless it was disputed since" in said
    report = stele_verify.verify(bundle(cut), kept=[("line 1", receipt_for(decision))])
    assert report.first_bad == str(decision.position)
    assert "unless the game was disputed since" in report.checks[-1].detail


def test_annulled_answers_are_not_opened():
    """A sealed answer annulled by a rollback but opened with the counting ones is named where it is opened."""
    found = 0
    for title in TITLES:
        told = disputed(title, "rolled back")
        number, _ = place_of(told, RolledBack)
        records = read_records(told[0], told[1].entries)
        back = next(parse_position(one.data.position) for one in records if isinstance(one.data, RolledBack))
        pairs = list(zip(told[1].entries, records, strict=True))
        annulled = [one for one, _ in pairs if one.secrets and back < one.position and one.position.action <= number]
        openings = [n for n, (one, record) in enumerate(pairs) if record.opens and one.position.action > number + 1]
        if annulled and openings:
            found += 1
            secrets = msgspec.json.decode(annulled[-1].secrets)
            more = [[str(annulled[-1].position), field, *secret] for field, secret in secrets.items()]
            entries = forged(told[1].entries, openings[0], lambda plain, more=more: plain["opens"].extend(more))
            assert finding(raw_of(told, entries)) == ("openings", str(pairs[openings[0]][0].position))
    assert found, "no title seals an answer"


def test_reinstated_answers_are_opened():
    """A sealed answer that was annulled and then reinstated is opened with the counting ones."""
    found = 0
    for title in TITLES:
        table = Seating(title, seeded_game_key("again"), max(2, find_rulebooks()[title].meta.least_players))
        for seat in range(table.game.players):
            table.sit(seat)
        lot, before = random.Random(2), table.end
        for _ in range(40):
            here = table.end
            table.play(1, lot)
            *_, last = read_records(table.projector, table.played().entries)
            if secret_fields(type(last.data)) and table.end.endswith("-0"):
                before = here
                break
        if before == here:
            sealed = table.end
            table.decide(0, sealed, Remedy("roll_back", before))
            table.decide(0, sealed, Remedy("roll_back", sealed))
            table.play(60, lot)
            told = table.projector, table.played()
            report = verify(raw_of(told, told[1].entries, "public"))
            assert report.ok, print_report(report)
            opened = [one.position for entry in read_records(told[0], told[1].entries) for one in entry.opens]
            found += sealed in opened
    assert found, "no title opens a sealed answer"


@given(st.lists(st.integers(-4, 30), max_size=40))
@example([0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 5, 0, 11])  # back into a branch that had gone back itself
def test_the_counting_line_after_rollbacks(steps):
    """Both verifiers agree with a step-by-step reading at every place."""
    rollbacks: list[tuple[Position, Position]] = []
    counting = Rollbacks()
    paths: list[list[int]] = [[]]
    for number, step in enumerate(steps, start=1):
        if 0 < step < number:
            rollbacks.append((Position(number, 0), Position(step, 0)))
            counting = with_rollback(counting, *rollbacks[-1])
            paths.append([*paths[step], number])
        else:
            paths.append([*paths[-1], number])
    others = [(stele_verify.Position(at.action, 0), stele_verify.Position(back.action, 0)) for at, back in rollbacks]
    for number in range(1, len(steps) + 1):
        counts = number in paths[-1]
        assert still_counts(Position(number, 0), counting) == counts
        assert stele_verify.still_counts(stele_verify.Position(number, 0), others) == counts
