"""Disputes by the rules of every game: G12 to G15 of domain/RULES.md, without a server."""

import pytest

from domain import game as shared
from domain.disputes.events import (
    LONGEST_TEXT,
    MOST_DISCLOSED,
    MOST_DISPUTES,
    MOST_WITHDRAWN,
    AnswerDispute,
    DecideDispute,
    DiscloseSecret,
    Disclosure,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    DisputeWithdrawn,
    OpenDispute,
    Remedy,
    ResultReplaced,
    RolledBack,
    SeatFreed,
    SeatTakenOver,
    SecretDisclosed,
    TakeOver,
    WithdrawDispute,
)
from domain.game import Abort, ChangeKey, CommandSigned, GameFinished, Resign, TakeSeat
from domain.lifecycle import must_sign
from domain.redaction import secret_fields
from domain.rulebook import Result, points_so_far
from domain.title_loader import find_rulebooks
from tests.domain.tables import KEY, NOTHING, RULEBOOK, Table


def ended(table):
    """The game after the decision ended it."""
    return table.game.status, table.game.result.places, table.game.result.reason


def test_a_dispute_is_opened_answered_and_withdrawn():
    """G12: a dispute can be about any action's last position; a disagreement changes nothing, and the game
    continues.
    """
    table = Table(3)
    place = table.play(2).end
    [opened] = table.do(OpenDispute(1, place, "What was\nthat?"))
    assert opened == DisputeOpened(1, 1, place, "What was\nthat?", NOTHING)
    table.play()
    assert table.do(AnswerDispute(0, 1, False, "Nothing.")) == [DisputeAnswered(0, 1, False, "Nothing.")]
    assert [one.outcome for one in table.game.disputes] == ["open"]
    assert table.do(WithdrawDispute(1, 1)) == [DisputeWithdrawn(1, 1)]
    assert [one.outcome for one in table.game.disputes] == ["withdrawn"]
    table.disputed(seat=1)
    assert len(table.game.disputes) == 2


def test_when_a_dispute_is_refused():
    """G12: a dispute is refused before the start and in a cancelled game; a finished game may be disputed."""
    waiting = Table(2)
    waiting.game = waiting.past["2-0"]
    waiting.refuses(OpenDispute(0, "1-0", "Why?"), "G12")
    off = Table(2)
    off.do(Abort(0))
    off.refuses(OpenDispute(0, "1-0", "Why?"), "G12")
    off.refuses(DecideDispute(-1, 1, "operator", "So."), "G12")
    assert Table(2).finished().disputed().game.disputes


@pytest.mark.parametrize("text", ["", " \n", "x" * (LONGEST_TEXT + 1), "a\0b", "a\u202eb", "a\u2028b"], ids=range(6))
def test_bad_reasons(text):
    """G12: empty, too long, and unprintable ones."""
    table = Table(2)
    table.refuses(OpenDispute(0, table.end, text), "G12")
    table.disputed()
    table.refuses(DecideDispute(-1, 1, "operator", text), "G12")
    if text.strip():
        table.refuses(AnswerDispute(1, 1, True, text), "G12")


@pytest.mark.parametrize("position", ["", "x", "999-0", "3-99", "03-0", "3"])
def test_a_dispute_names_a_position(position):
    """G12: a dispute names the last position of an action, in the usual form."""
    table = Table(2)
    table.refuses(OpenDispute(0, position, "Why?"), "G12")


def test_one_dispute_at_a_time():
    """G12: a player has one open dispute, and withdraws no more than ten; the other players are unaffected."""
    table = Table(2).disputed()
    table.refuses(OpenDispute(0, table.end, "Again."), "G12")
    for number in range(1, MOST_WITHDRAWN + 1):
        table.do(WithdrawDispute(0, number))
        table.disputed()
    table.refuses(WithdrawDispute(0, MOST_WITHDRAWN + 1), "G12")
    table.disputed(seat=1).do(WithdrawDispute(1, MOST_WITHDRAWN + 2))


def test_a_game_of_the_first_edition_is_disputed_fifty_times():
    """G12, in the first edition: all disputes of the game count together."""
    table = Table(2, edition=1).disputed()
    table.disputed(seat=1)
    for _ in range(MOST_DISPUTES - 2):
        table.do(WithdrawDispute(0, len(table.game.disputes) - (len(table.game.disputes) == 2)))
        table.disputed()
    table.do(WithdrawDispute(0, MOST_DISPUTES))
    table.refuses(OpenDispute(0, table.end, "Again."), "G12")


def test_rights_in_a_dispute():
    """G12: players only; each other player answers once, its opener withdraws it, and later nothing is settled."""
    table = Table(2, computers=1)
    for command in (OpenDispute(1, table.end, "Why?"), OpenDispute(7, table.end, "Why?"), AnswerDispute(-1, 1, True)):
        table.refuses(command, "G12")
    table = Table(2).disputed()
    for wrong in (AnswerDispute(0, 1, True), AnswerDispute(1, 2, True), WithdrawDispute(1, 1), WithdrawDispute(0, 0)):
        table.refuses(wrong, "G12")
    table.do(AnswerDispute(1, 1, False))
    table.refuses(AnswerDispute(1, 1, True), "G12")
    table.do(WithdrawDispute(0, 1))
    for settled in (AnswerDispute(1, 1, True), WithdrawDispute(0, 1), DecideDispute(-1, 1, "operator", "So.")):
        table.refuses(settled, "G12")


def test_a_resigned_player_still_takes_part():
    """G5, G12: a resigned player keeps their say, and their consent is required."""
    table = Table(3)
    place = table.play(3).end
    table.do(Resign(2))
    table.disputed(Remedy("roll_back", place))
    assert len(table.do(AnswerDispute(1, 1, True))) == 1
    assert isinstance(table.do(AnswerDispute(2, 1, True))[-1], RolledBack)
    assert table.disputed(seat=2).game.disputes[1].seat == 2


def test_the_judge():
    """G13: the game's named referee, without a seat; otherwise the operator."""
    table = Table(2).disputed()
    for command in (DecideDispute(-1, 1, "referee", "So."), DecideDispute(-1, 1, "players", "So.")):
        table.refuses(command, "G13")
    assert table.decided(NOTHING) == [DisputeDecided(1, "operator", "So.", NOTHING)]
    table = Table(2, referee="judge").disputed()
    for command in (DecideDispute(-1, 1, "operator", "So."), DecideDispute(-1, 1, "players", "So.")):
        table.refuses(command, "G13")
    assert table.decided(NOTHING, by="referee") == [DisputeDecided(1, "referee", "So.", NOTHING)]
    empty = Table(2, referee="judge")
    empty.game = empty.past["2-0"]
    empty.refuses(TakeSeat(1, player="judge"), "G13")


def test_all_players_together_decide():
    """G13: when the last player agrees to the remedy, the same action carries it out."""
    table = Table(2)
    place = table.play(2).end
    table.play(3)
    wish = Remedy("roll_back", place)
    table.disputed(wish)
    assert table.do(AnswerDispute(1, 1, True, "Yes.")) == [
        DisputeAnswered(1, 1, True, "Yes."), DisputeDecided(1, "players", "", wish), RolledBack(place),
    ]  # fmt: skip


def test_impossible_agreements():
    """G13: nothing without a wish, nothing alone, nothing that is no longer possible."""
    table = Table(2).disputed()
    assert len(table.do(AnswerDispute(1, 1, True))) == 1
    alone = Table(2, computers=1).disputed(Remedy("result", places=(1, 2)))
    assert alone.game.disputes[0].outcome == "open"
    late = Table(2)
    late.disputed(Remedy("roll_back", late.play(1).end)).finished()
    assert len(late.do(AnswerDispute(1, 1, True))) == 1
    assert late.game.disputes[0].outcome == "open"


@pytest.mark.parametrize(
    "remedy",
    [
        Remedy("none", "3-0"), Remedy("none", places=(1, 2)), Remedy("none", seat=0), Remedy("roll_back"),
        Remedy("roll_back", places=(1, 2)), Remedy("result"), Remedy("result", "3-0", (1, 2)), Remedy("free_seat"),
        Remedy("free_seat", seat=0, places=(1, 2)), Remedy("result", places=(1,)), Remedy("result", places=(2, 2)),
        Remedy("result", places=(1, 3)), Remedy("result", places=(0, 1)), Remedy("result", places=(1, 2, 3)),
    ],
    ids=str,
)  # fmt: skip
def test_bad_remedies(remedy):
    """G13: a remedy with too few or too many members, or with impossible places, can be neither requested nor
    decided.
    """
    table = Table(2)
    table.refuses(OpenDispute(0, table.end, "Why?", remedy), "G13")
    table.disputed()
    table.refuses(DecideDispute(-1, 1, "operator", "So.", remedy), "G13")


def test_a_result_ends_a_running_game():
    """G13: a decided result ends a running game with these places and the current points."""
    table = Table(2)
    table.play(3)
    points = points_so_far(RULEBOOK, table.game.table)
    _, last = table.disputed().decided(Remedy("result", places=(2, 1)))
    assert last == GameFinished(Result((2, 1), points, "adjudicated"), "key")
    assert ended(table) == ("finished", (2, 1), "adjudicated")


def test_a_finished_game_has_another_result():
    """G7, G13: a finished game can get another result, but keeps its points; after the end, only disputes are
    possible.
    """
    table = Table(2).finished()
    points = table.game.result.points
    _, last = table.disputed().decided(Remedy("result", places=(1, 1)))
    assert last == ResultReplaced(Result((1, 1), points, "adjudicated"))
    assert ended(table) == ("finished", (1, 1), "adjudicated")
    table.refuses(Resign(0), "G7")
    table.refuses(ChangeKey(0, KEY), "G7")
    table.refuses(TakeOver(0, "p9"), "G7")
    table.disputed()
    table.refuses(DecideDispute(-1, 2, "operator", "So.", Remedy("roll_back", "4-0")), "G14")
    table.refuses(DecideDispute(-1, 2, "operator", "So.", Remedy("free_seat", seat=1)), "G15")


def test_play_goes_back():
    """G14: the table is restored; moves and draws stay used, and everything outside play stays."""
    table = Table(2)
    place = table.play(2).end
    then = table.game.table
    table.play(4)
    table.do(ChangeKey(0, KEY))
    before = table.game
    table.disputed().decided(Remedy("roll_back", place))
    after = table.game
    assert after.table == then != before.table
    assert (after.moves, after.draws, after.seats) == (before.moves, before.draws, before.seats)
    assert after.disputes[0].outcome == "decided"
    table.refuses(Abort(0), "G6")
    table.finished()
    assert table.game.result.places == RULEBOOK.result(table.game.table).places


def test_play_goes_back_to_an_annulled_line():
    """G14: a rollback can be undone like everything else."""
    table = Table(2)
    early = table.play(2).end
    late = table.play(4).end
    then = table.game.table
    table.disputed().decided(Remedy("roll_back", early))
    table.play()
    table.disputed().decided(Remedy("roll_back", late), number=2)
    assert table.game.table == then


@pytest.mark.parametrize("position", ["1-0", "2-0", "999-0", "3-999", "x"])
def test_impossible_rollbacks(position):
    """G14: play can't return to before the start, to a missing position, or into the middle of an action."""
    table = Table(2)
    table.play(3)
    table.refuses(OpenDispute(0, table.end, "Why?", Remedy("roll_back", position)), "G14")


def test_a_freed_seat_is_taken_over():
    """G15: a computer player answers for it; then a new person has the whole seat."""
    table = Table(2)
    table.play(2)
    held = table.game.table
    assert table.disputed().decided(Remedy("free_seat", seat=1))[-1] == SeatFreed(1)
    seat = table.game.seats[1]
    assert (seat.is_person, seat.is_owned, seat.is_left) == (False, False, True)
    assert shared.seat_of(RULEBOOK, table.game, "p1") is None
    for command, rule in (
        (Resign(1), "G15"), (OpenDispute(1, table.end, "Why?"), "G12"), (ChangeKey(1, KEY), "G11"),
    ):  # fmt: skip
        table.refuses(command, rule)
    assert table.do(TakeOver(1, "p9")) == [SeatTakenOver(1, "p9", "")]
    assert table.game.table == held
    assert (table.game.seats[1].player, table.game.seats[1].is_person) == ("p9", True)
    assert shared.seat_of(RULEBOOK, table.game, "p9") == 1
    assert table.finished().game.result.reason != "resignation"


def test_the_new_player_of_a_seat():
    """G15: a person without a part in the game, and only for a freed seat."""
    table = Table(2, referee="judge")
    table.refuses(TakeOver(1, "p9"), "G15")
    table.disputed().decided(Remedy("free_seat", seat=1), by="referee")
    for player in ("p0", "p1", "judge"):
        table.refuses(TakeOver(1, player), "G15")
    for seat in (-1, 0, 2):
        table.refuses(TakeOver(seat, "p9"), "G15")
    table.do(TakeOver(1, "p9"))
    table.refuses(TakeOver(1, "p10"), "G15")


def test_seats_that_can_be_freed():
    """G15: a player's, also after a resignation, and not a seat already lost."""
    table = Table(2, computers=1)
    for seat in (1, 2, -1):
        table.refuses(OpenDispute(0, table.end, "Why?", Remedy("free_seat", seat=seat)), "G15")
    table = Table(2).disputed()
    table.decided(Remedy("free_seat", seat=1))
    table.refuses(OpenDispute(0, table.end, "Why?", Remedy("free_seat", seat=1)), "G15")


def test_a_resignation_of_a_freed_seat_is_forgotten():
    """G15: the seat's achievements count."""
    table = Table(3)
    table.do(Resign(2))
    table.disputed().decided(Remedy("free_seat", seat=2))
    assert (table.game.seats[2].resigned, table.game.seats[2].freed) == (False, True)
    table.finished()
    assert table.game.result.places == RULEBOOK.result(table.game.table).places


def test_signatures_in_a_dispute():
    """G10: players sign all statements in a dispute, also after a resignation; decisions are unsigned; a takeover needs
    a key.
    """
    table = Table(2, signed=True, signing="1")
    opening = OpenDispute(0, table.end, "Why?")
    assert must_sign(table.game, opening)
    table.refuses(opening, "G10")
    done = table.do(opening, CommandSigned(0, "signature", "text"))
    assert [type(one) for one in done] == [DisputeOpened, CommandSigned]
    for command in (DecideDispute(-1, 1, "operator", "So."), TakeOver(1, "p9", KEY)):
        assert not must_sign(table.game, command)
    signed = table.when(AnswerDispute(1, 1, True), CommandSigned(1, "signature", "text"))
    assert [type(one.event) for one in signed] == [DisputeAnswered, CommandSigned]
    resigned = shared.evolve_shared(table.game, shared.SeatResigned(0))
    assert must_sign(resigned, WithdrawDispute(0, 1))
    table.decided(Remedy("free_seat", seat=1))
    table.refuses(TakeOver(1, "p9"), "G10")
    table.do(TakeOver(1, "p9", KEY))
    assert table.game.seats[1].public_key == KEY


def secret_of(table, seat):
    """The latest position and field of a secret that this seat knows and the other does not; None without one."""
    for position, record in reversed(table.placed):
        for field, audience in secret_fields(type(record.data)).items():
            if audience.includes(record.data, seat) and not audience.includes(record.data, 1 - seat):
                return str(position), field
    return None


def with_secrets(**more):
    """A game in which both seats have secrets, with a dispute of seat 0; and a secret of seat 1."""
    table = Table(2, **more)
    while not (secret_of(table, 0) and secret_of(table, 1)):
        table.play()
    return table.disputed(), *secret_of(table, 1)


def test_a_secret_is_opened_to_the_judge_alone():
    """G12: the owner opens one field of one event; the event names it, and has no value."""
    for referee in ("judge", ""):
        table, position, field = with_secrets(referee=referee)
        before = table.game.table
        expected = SecretDisclosed(1, 1, position, field, "referee" if referee else "operator")
        assert table.do(DiscloseSecret(1, 1, position, field)) == [expected]
        assert table.game.disputes[0].disclosed == (Disclosure(1, position, field),)
        assert table.game.table is before
        table.do(DiscloseSecret(0, 1, *secret_of(table, 0)))
        assert [one.seat for one in table.game.disputes[0].disclosed] == [1, 0]


def test_secrets_that_cannot_be_opened():
    """G12: a player can open only an own, hidden secret that still counts, once, in an open dispute of a running
    game.
    """
    table, position, field = with_secrets(referee="judge")
    number, effect = position.split("-")
    for wrong in (
        DiscloseSecret(0, 1, position, field), DiscloseSecret(-1, 1, position, field),
        DiscloseSecret(7, 1, position, field), DiscloseSecret(1, 2, position, field),
        DiscloseSecret(1, 1, position, "seat"), DiscloseSecret(1, 1, position, "type"),
        DiscloseSecret(1, 1, f"{number}-{int(effect) + 90}", field), DiscloseSecret(1, 1, number, field),
        DiscloseSecret(1, 1, "1-0", field), DiscloseSecret(1, 1, "", ""),
    ):  # fmt: skip
        table.refuses(wrong, "G12")
    table.do(DiscloseSecret(1, 1, position, field))
    table.refuses(DiscloseSecret(1, 1, position, field), "G12")
    table.disputed(seat=1).do(DiscloseSecret(1, 2, position, field))
    back = next(end for end in table.past if end not in ("1-0", "2-0") and table.past[end].table is not None)
    table.do(DecideDispute(-1, 2, "referee", "So.", Remedy("roll_back", back)))
    table.refuses(DiscloseSecret(1, 2, position, field), "G12")
    own = secret_of(table, 0)
    table.refuses(DiscloseSecret(0, 1, *own), "G12")
    table.finished()
    table.refuses(DiscloseSecret(0, 1, *secret_of(table, 0)), "G12")


def test_ten_secrets_in_a_dispute():
    """G12: a seat opens ten in one dispute, and as many in the next one."""
    table, known = Table(2, rulebook=find_rulebooks()["kheops"]), set()
    while len(known) <= MOST_DISCLOSED:
        table.play()
        known |= {secret_of(table, 1)} - {None}
    table.disputed()
    *first, last = sorted(known)
    for one in first[:MOST_DISCLOSED]:
        table.do(DiscloseSecret(1, 1, *one))
    table.refuses(DiscloseSecret(1, 1, *last), "G12")
    table.disputed(seat=1).do(DiscloseSecret(1, 2, *last))
