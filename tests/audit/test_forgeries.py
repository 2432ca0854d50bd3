"""Forged records: chain, header and checksum are right, and the lie is found at its place.

Most forgeries are in the conformance suite; here are those that it does not have, as a forger with the game key writes
them.
"""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from audit.verification.report import Check, Report, print_report
from audit.verification.verify import verify
from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance
from domain.clocks.events import SeatReturned, ServerAway, TimedOut, TimeGranted
from domain.disputes.events import (
    AnswerDispute,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    OpenDispute,
    Remedy,
    RolledBack,
    SeatFreed,
    SeatTakenOver,
    SecretDisclosed,
    TakeOver,
)
from domain.game import (
    CallOff,
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    Happening,
    OfferSeat,
    Resign,
    SeatOffered,
    SeatReleased,
    SeatReserved,
    SeatResigned,
)
from domain.proposals.events import AnswerEnd, EndAnswered, EndWithdrawn, ProposeEnd, TakeBackAnswered, TakenBack
from tests.audit.conformance import sources
from tests.audit.conformance.edits import Script, Told, created, line_of, rechained
from tests.audit.conformance.misplaced import after, clocked, playing
from tests.audit.conformance.sound import raw_of
from tests.audit.conformance.sources import CARDS, KEY, KHEOPS
from tests.audit.games import SEATED, TITLES, Seating, bundle_of, disclosed, disputed, rewritten, seated, timed, viewers
from tests.audit.test_signatures import finding
from verify import report as engine
from verify.bundle import read_bundle

Lie = Callable[[], Told]
NO_KEY = "00" * 32


def changed(game: Any, kind: type, which: int = 0, viewer: Any = "public", **members: Any) -> Told:
    """The game with members of an event changed."""
    script = Script(game)
    place = script.change(kind, which, **members)
    return script.raw(viewer), place


def added(table: Seating, event: Any, actor: int | None, *more: Any) -> Told:
    """The game at this table, and a next action that begins with this event."""
    script, place = after(table, event, actor, *(Happening(one, actor) for one in more))
    return script.raw(), place


def left_out(game: Any, kind: type) -> Told:
    """The game without the first such event, which is missed at once."""
    script = Script(game)
    place = script.drop(kind)
    return script.raw(), place


def started_by_a_move() -> Told:
    """A game whose start is left out, so that the title's first event comes too early."""
    return left_out(sources.started(), GameStarted)


def resigned_in_one_action() -> Told:
    """A game of three in which a seat resigns twice in one action."""
    table = Seating(CARDS, KEY, 3).fill()
    lie, place = added(table, SeatResigned(0), 0, SeatResigned(0))
    return lie, place.replace("-0", "-1")


def refused_and_done(kind: type, done: type) -> Told:
    """A game in which the last consent is a refusal, and what was asked for is done anyway."""
    table = playing(1)
    if kind is EndAnswered:
        table.act(ProposeEnd(0, "draw"))
        table.act(AnswerEnd(1, True))
    game = sources.taken_back() if kind is TakeBackAnswered else (table.projector, table.played())
    script = Script(game)
    script.change(kind, agrees=False)
    number, effect = script.find(done)
    return script.raw(), f"{number + 1}-{effect}"


def taken_over_by_another() -> Told:
    """A seat that is offered to one player, and taken over by another."""
    table = playing(1)
    table.act(OfferSeat(1, "player-9"))
    table.act(TakeOver(1, "player-9"))
    return changed((table.projector, table.played()), SeatTakenOver, player="player-8")


def taken_over_by_an_heir() -> Told:
    """A seat is offered to a player who then takes over another one, and this one, too."""
    table = playing(1)
    for seat in range(2):
        table.act(OfferSeat(seat, "player-9"))
    table.act(TakeOver(1, "player-9"))
    return added(table, SeatTakenOver(0, "player-9", ""), 0)


def undone_take_back() -> Told:
    """All agree to a take-back, and the next action begins without it."""
    script = Script(sources.taken_back())
    script.drop(TakenBack)
    place = script.follow(Happening(SeatOffered(1, "player-9"), 1))
    return script.raw(), place


def adjudicated(**members: Any) -> Told:
    """A running game whose result the referee decides, with another one."""
    game = sources.refereed()
    return changed(game, GameFinished, result=replace(game[1].final.result, **members))


def twice_disclosed() -> Told:
    """A player opens one secret twice."""
    game = disclosed(KHEOPS)
    script = Script(game)
    number, effect = script.find(SecretDisclosed)
    first: Any = script.actions[number][effect].event
    return changed(game, SecretDisclosed, 1, position=first.position, field=first.field)


def consented(kind: type, **members: Any) -> Told:
    """A game in which play went back by consent, with members of an event before that changed."""
    script = Script(sources.agreed_back())
    script.change(kind, **members)
    number, effect = script.find(DisputeDecided)
    return script.raw(), f"{number + 1}-{effect}"


def timed_out(by: int = 0, after: int = 0) -> Told:
    """A time-out for a deadline that is later than the due one, or recorded at another time, in milliseconds."""
    script = Script(timed(KHEOPS))
    number, effect = script.find(TimedOut)
    script.times[number:] = [at + after for at in script.times[number:]]
    honest: Any = script.actions[number][effect].event
    place = script.change(TimedOut, deadline=honest.deadline + by)
    return script.raw(), place


OUT_OF_PLACE: dict[str, Lie] = {
    "a seat before the first one resigns": lambda: added(playing(), SeatResigned(-1), -1),
    "nobody resigns for a seat": lambda: added(playing(), SeatResigned(0), None),
    "a seat resigns twice in one action": resigned_in_one_action,
    "a player calls off as the operator": lambda: added(playing(), GameAborted(None, NO_KEY, "For a reason"), 0),
    "a second opening": lambda: added(playing(), GameCreated(KHEOPS, 2, {}, NO_KEY, False, game="another"), None),
    "an event of the title before the start": started_by_a_move,
    "an end is withdrawn that nobody proposed": lambda: added(playing(), EndWithdrawn(0), 0),
    "an offer is withdrawn that nobody made": lambda: added(playing(), SeatOffered(0, ""), 0),
    "play goes back without a decision": lambda: added(playing(2), RolledBack("3-0"), None),
    "a seat is freed without a decision": lambda: added(playing(), SeatFreed(0), None),
    "another move is taken back": lambda: changed(sources.taken_back(), TakenBack, position="2-0"),
    "a refused move is taken back": lambda: refused_and_done(TakeBackAnswered, TakenBack),
    "an agreed move is not taken back": undone_take_back,
    "a refused end": lambda: refused_and_done(EndAnswered, GameFinished),
    "a seat is taken over by another player": taken_over_by_another,
    "G15, G22: a seat is taken over by the heir of another": taken_over_by_an_heir,
    "another result than was decided": lambda: adjudicated(places=(1, 2)),
    "a decided result with another reason": lambda: adjudicated(reason="points"),
    "a refused remedy": lambda: consented(DisputeAnswered, agrees=False),
    "another wish": lambda: consented(DisputeOpened, remedy=Remedy()),
    "a taken seat is released": lambda: changed(sources.seats(), SeatReleased, 0, seat=0),
    "the first player releases by the operator": lambda: changed(sources.seats(), SeatReleased, 0, why="released"),
    "a seat is released twice": lambda: changed(sources.seats(), SeatReleased, 1, seat=2),
    "the operator releases by the first player": lambda: changed(sources.seats(), SeatReleased, 1, why="expired"),
    "a taken seat is reserved": lambda: changed(sources.reservations(), SeatReserved, 0, seat=0),
    "a seat is reserved that is not there": lambda: changed(sources.reservations(), SeatReserved, 0, seat=4),
    "a seat is reserved for nobody": lambda: changed(sources.reservations(), SeatReserved, 0, player=""),
    "a seat is reserved for its player": lambda: changed(sources.reservations(), SeatReserved, 0, player="player-0"),
    "two seats are reserved for one player": lambda: changed(
        sources.reservations(), SeatReserved, 2, player="player-3"
    ),
    "a member is opened that is no secret": lambda: changed(disclosed(KHEOPS), SecretDisclosed, field="type"),
    "one seat opens for another": lambda: changed(disclosed(KHEOPS), SecretDisclosed, seat=0),
    "a secret is opened at no position": lambda: changed(disclosed(KHEOPS), SecretDisclosed, position=""),
    "a secret is opened twice": twice_disclosed,
    "a player returns who was not away": lambda: added(clocked(), SeatReturned(0), 0),
    "time is granted to no seat": lambda: changed(timed(KHEOPS), TimeGranted, to=7),
    "an outage ends before it begins": lambda: changed(timed(KHEOPS), ServerAway, until=1),
    "the time of no seat runs out": lambda: changed(timed(KHEOPS), TimedOut, seat=9),
    "a deadline that had not come": lambda: timed_out(by=20),
    "a time-out before its deadline": lambda: timed_out(after=-18),
}


@pytest.mark.parametrize("lie", OUT_OF_PLACE.values(), ids=OUT_OF_PLACE)
def test_nothing_is_out_of_place(lie):
    """Both verifiers name the first event that cannot come next, without the game key or the title's rules."""
    raw, place = lie()
    assert finding(raw) == ("course", place)


def otherwise_ranked() -> Told:
    """An agreed end of a running game with another ranking."""
    game = disputed(CARDS, "proposed")
    result = game[1].final.result
    assert len(set(result.places)) > 1
    return changed(game, GameFinished, viewer="all", result=replace(result, places=result.places[::-1]))


def disclosed_by_another() -> Told:
    """A seat opens a secret of another seat, in its own name."""
    script = Script(disclosed(KHEOPS))
    number, effect = script.find(SecretDisclosed)
    honest: Any = script.actions[number][effect].event
    script.actions[number] = [Happening(replace(honest, seat=0), 0)]
    return script.raw("all"), f"{number + 1}-0"


def opened_without_a_reveal() -> Told:
    """A right opening in an event that reveals nothing."""
    raw = raw_of(sources.revealing())
    shown = line_of(raw, "OfferingsRevealed")
    opens = msgspec.json.decode(msgspec.json.decode(raw.splitlines()[shown])["e"])["opens"]
    return rechained(raw, shown + 1, lambda plain: plain.update(opens=opens))


def otherwise_moved() -> Told:
    """A record in which a player signed one move but the effects of another legal move are recorded."""
    table = playing(1, signed=True)
    (seat, *_others) = shared.to_act(table.rulebook, table.game)
    meant, *_between, other = table.rulebook.legal(table.game.table, seat)
    chance = KeyedChance(table.game_key, SEATED, table.game.nonces, table.game.draws)
    key = table.game_key.hex()
    sent = lifecycle.Sending(table.sign(meant))
    happened = lifecycle.act(table.rulebook, table.game, other, chance, key, sent=sent)
    for one in happened:
        table.game = shared.evolve(table.rulebook, table.game, one.event, one.actor, one.luck)
    table.actions.append(happened)
    place = f"{len(table.actions)}-0"
    table.act(CallOff(-1, "The table is closed."))
    return raw_of(sources.told(table)), place


def otherwise_answered() -> Told:
    """In a record of the first scheme, a player signed a disagreement but the opposite is recorded and carried out."""
    table = playing(2, signed=True, signing="1")
    table.act(OpenDispute(0, table.end, "I doubt it.", Remedy("result", places=(1, 1))))
    table.act(AnswerDispute(1, 1, agrees=False))
    table.act(Resign(0))
    script = Script(sources.told(table))
    end: Any = script.actions[-1][-1].event
    place = script.change(DisputeAnswered, agrees=True)
    result = replace(end.result, places=(1, 1), reason="adjudicated")
    decision = DisputeDecided(1, "players", "", Remedy("result", places=(1, 1)))
    script.actions.pop()
    script.actions[-1] += [Happening(decision), Happening(GameFinished(result, end.key))]
    return script.raw("all"), place


SAID = "what was signed does not lead to this"
NEEDS_RULES: dict[str, tuple[Lie, str, str]] = {
    "an option that the title lacks": (
        lambda: created(raw_of(sources.played_openly()), options={"none": 1}),
        "rules",
        "",
    ),
    "G23: a ranking that is not the title's": (otherwise_ranked, "rules", ""),
    "a secret that its seat does not know": (disclosed_by_another, "course", ""),
    "an opening that reveals nothing": (opened_without_a_reveal, "rules", ""),
    "another move under a true signature": (otherwise_moved, "rules", SAID),
    "another answer under a true signature": (otherwise_answered, "rules", SAID),
}


@pytest.mark.parametrize(("lie", "check", "words"), NEEDS_RULES.values(), ids=NEEDS_RULES)
def test_nothing_is_against_the_rules(lie, check, words):
    """The verifier with the title's rules names the place, and the one in one file cannot."""
    raw, place = lie()
    report = verify(raw)
    assert (report.checks[-1].name, report.first_bad) == (check, place)
    assert words in report.checks[-1].detail and engine.verify(raw).first_bad is None


@pytest.mark.parametrize("told", [sources.seats, sources.reservations])
def test_reserved_and_released_seats_follow_from_the_rules(told):
    """Once a game is cancelled, its key shows that every release and reservation was allowed."""
    script = Script(told())
    script.follow(Happening(GameAborted(None, KEY.hex(), "The table is closed.")))
    report = verify(script.raw("all"))
    assert {check.name: check.verdict for check in report.checks}["rules"] == "passed"


def test_nonces_of_computer_players_are_bound():
    """An opening that commits to no nonce of a computer player is found where that player joins."""
    game = seated(CARDS, "called off", computers=1)
    lie, _place = created(raw_of(game), nonce_commitments=[])
    assert finding(lie)[0] == "luck"


def test_the_first_edition_ranks_by_points():
    """G23: in the first edition, a wrong ranking of an agreed end is found without the rules."""
    script = Script(disputed(CARDS, "proposed"))
    script.change(GameCreated, edition=1)
    result = script.game.final.result
    place = script.change(GameFinished, result=replace(result, places=result.places[::-1]))
    assert finding(script.raw()) == ("course", place)


def in_place_of_a_seal(cards: Any) -> Told:
    """A game in which something else replaces the sealed cards."""
    raw = raw_of(sources.revealing(), "public")
    return rechained(raw, line_of(raw, "OfferingSealed"), lambda plain: plain["data"].update(cards=cards))


def with_salt(salt: str) -> Told:
    """A game whose opening has this salt."""
    raw = raw_of(sources.revealing(), "public")
    shown = line_of(raw, "OfferingsRevealed")
    return rechained(raw, shown, lambda plain: plain["opens"][0].__setitem__(3, salt))


def smuggled() -> Told:
    """A game whose title's own event has a member that no state would show."""
    raw = raw_of(sources.started(), "public")
    return rechained(raw, line_of(raw, "PharaohDrawn"), lambda plain: plain["data"].update(remark="nobody reads this"))


@pytest.mark.parametrize(
    ("check", "lie"),
    [
        ("secrets", lambda: in_place_of_a_seal([1, 2])),
        ("openings", lambda: with_salt("no salt")),
        ("records", smuggled),
    ],
    ids=["a plain value", "a malformed salt", "a member of the title's event"],
)
def test_the_titles_own_events_have_their_form(check, lie):
    """Nothing is smuggled into an entry, and a secret is sealed and opened as it must be."""
    raw, place = lie()
    report = verify(raw)
    assert (report.checks[-1].name, report.first_bad) == (check, place)


def test_a_report_cannot_draw_on_the_terminal():
    """The texts of a hostile bundle are escaped."""
    report = Report("g", (Check("form", "failed", "a\x1b[2Jb\nok  all is well", "1-0\r"),))
    printed = print_report(report)
    assert "\x1b" not in printed
    assert "\r" not in printed
    assert len(printed.splitlines()) == 2


values = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**53) + 1, 2**53 - 1), st.text("ab\x00\u00e9/", max_size=5),
    st.just([]), st.just({}), st.lists(st.integers(-2, 20), max_size=3), st.just({"type": "GameStarted"}),
)  # fmt: skip
FREE = {("at",), ("data", "private")}
"""Values that no rule decides: only receipts held by players expose a lie about them."""


def leaves(plain, path=()):
    """The path of every value in this JSON."""
    yield path
    inner = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for name, value in inner:
        yield from leaves(value, (*path, name))


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_any_other_value_is_found(data):
    """Each value, exchanged for another with everything made to fit: found, and never a crash."""
    title = data.draw(st.sampled_from(TITLES))
    viewer = data.draw(st.sampled_from(viewers(title)))
    raw = bundle_of(title, viewer)
    lines = read_bundle(raw).lines
    number = data.draw(st.integers(0, len(lines) - 1))
    path = data.draw(st.sampled_from([path for path in leaves(msgspec.json.decode(lines[number].public)) if path]))
    value = data.draw(values)
    before = []

    def change(plain):
        for step in path[:-1]:
            plain = plain[step]
        before.append(plain[path[-1]])
        plain[path[-1]] = value

    told = rewritten(raw, number, change)
    report = verify(told)
    if viewer == "all" and path not in FREE and before[0] != value:
        assert not report.ok, (path, value)
        assert report.first_bad is not None
