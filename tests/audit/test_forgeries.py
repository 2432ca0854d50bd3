"""Forged records: chain, header and checksum are right, and the lie is found at its place."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.bundle import read_bundle
from audit.verification.event_schema import is_closed, is_committed
from audit.verification.report import Check, Report, print_report
from audit.verification.verify import verify
from domain.chance import KeyedChance
from domain.game import (
    SHARED_EVENTS,
    GameAborted,
    GameCreated,
    GameStarted,
    Happening,
    SeatResigned,
    SeatTaken,
)
from domain.redaction import Audience, secret_fields
from eventstore.entries import commitment_of, read_records
from replay.timestamps import LAST_TIME
from tests.audit.games import (
    ENDINGS,
    TITLES,
    bundle_of,
    bundled,
    happenings_of,
    played,
    retold,
    rewritten,
    sealed_again,
    seated,
    viewers,
)

every_title = pytest.mark.parametrize("title", TITLES)
NO_KEY = "00" * 32


def finding(raw):
    """The failing check, and the place."""
    report = verify(raw)
    assert not report.ok
    return report.checks[-1].name, report.first_bad


def numbers_with(game, mark):
    """The numbers of the entries whose public form contains this."""
    return [number for number, entry in enumerate(game.entries) if mark in entry.public]


@every_title
@pytest.mark.parametrize("ending", ENDINGS)
def test_games_between_persons_verify(title, ending):
    """Nonces, a resignation, a cancelled game: everything follows from the rules, for every viewer."""
    projector, game = seated(title, ending)
    for viewer in ("all", "public", *range(game.final.players)):
        report = verify(bundled(projector, game, game.entries, viewer))
        assert report.ok, print_report(report)
    verdicts = {check.name: check.verdict for check in verify(bundled(projector, game, game.entries)).checks}
    assert verdicts["luck"] == verdicts["rules"] == "passed"


@every_title
def test_a_record_in_an_older_shape_verifies(title):
    """An event of an earlier version always keeps its bytes, and is not a forgery."""
    projector, game = seated(title, edition=1)

    def as_version_1(plain):
        data = plain.pop("data")
        del plain["version"]
        plain["data"] = {name: data[name] for name in ("type", "players", "options", "commitment")}
        plain["data"]["title"] = data["rulebook"]

    report = verify(rewritten(bundled(projector, game, game.entries), 0, as_version_1))
    assert report.ok, print_report(report)
    assert report.checks[-1] == Check("rules", "passed", report.checks[-1].detail)


@every_title
def test_a_running_game_verifies_partially(title):
    """Before the game key is published luck and rules cannot be checked, which is not a failure."""
    projector, game = played(title)
    half = [entry for entry in game.entries if entry.position.action <= game.entries[-1].position.action // 2]
    for viewer in viewers(title):
        report = verify(bundled(projector, game, half, viewer))
        assert report.ok, print_report(report)
        verdicts = {check.name: check.verdict for check in report.checks}
        assert verdicts["chain"] == "passed"
        assert verdicts["luck"] == verdicts["rules"] == "not possible"


@every_title
def test_another_drawn_outcome_is_found(title):
    """The rules' drawn outcome is recorded as another game key would have drawn it, with the same number of draws."""
    projector, game = played(title)
    records = read_records(projector, game.entries)
    found = 0
    for number, record in enumerate(records):
        before = projector.fold(records[:number])
        if not record.luck or record.actor is not None or before is None or before.table is None:
            continue
        for other in range(20):
            chance = KeyedChance(bytes([other]) * 32, game.game_id, (), before.draws)
            event = projector.rulebook.advance(before.table, chance)
            if type(event) is not type(record.data) or event == record.data:
                continue
            if chance.draws != before.draws + record.luck:
                continue
            place = ("rules", str(game.entries[number].position))
            assert place == finding(bundled(projector, game, retold(projector, game, number, event)))
            found += 1
            break
    if not found:
        pytest.skip("this title draws nothing while the rules go on")


@every_title
def test_a_fact_that_the_rules_forbid_is_found(title):
    """A player's own fact is replaced by one that none of the seat's legal commands decides."""
    projector, game = played(title)
    records = read_records(projector, game.entries)
    facts = [
        (number, record)
        for number, record in enumerate(records)
        if record.actor is not None and type(record.data) not in SHARED_EVENTS
    ]
    found = 0
    for number, record in facts[:: max(1, len(facts) // 12)]:
        before = projector.fold(records[:number])
        assert before is not None
        allowed = [
            event
            for command in projector.rulebook.legal(before.table, record.actor)
            for event in projector.rulebook.decide(before.table, command, KeyedChance(game.game_key, game.game_id, ()))
        ]
        assert record.data in allowed
        lies = [other.data for _, other in facts if other.data not in allowed]
        if not lies:
            continue
        place = ("rules", str(game.entries[number].position))
        assert place == finding(bundled(projector, game, retold(projector, game, number, lies[0])))
        found += 1
    assert found


@every_title
def test_another_key_is_found(title):
    """The game key published at the end is not the committed one."""
    projector, game = played(title)
    finished = read_records(projector, game.entries)[-1].data
    for key, check in (("00" * 32, "luck"), ("", "records"), ("no key", "records")):
        lie = retold(projector, game, len(game.entries) - 1, msgspec.structs.replace(finished, key=key))
        assert (check, str(game.entries[-1].position)) == finding(bundled(projector, game, lie))


@every_title
@pytest.mark.parametrize("seat", [-1, 99])
def test_no_seat_acts_from_outside_the_table(title, seat):
    """The resignation of a seat that does not exist changes no state, and every verifier still finds it."""
    projector, game = played(title)
    actions = happenings_of(projector, game.entries)
    actions.insert(len(actions) - 2, [Happening(SeatResigned(seat), seat)])
    place = ("course", f"{len(actions) - 2}-0")
    lie = sealed_again(projector, actions, game.game_key, game.game_id)
    running = [entry for entry in lie if entry.position.action < len(actions)]
    for viewer in viewers(title):
        assert place == finding(bundled(projector, game, lie, viewer))
        assert place == finding(bundled(projector, game, running, viewer))


@every_title
@pytest.mark.parametrize(
    "happenings",
    [
        [Happening(GameStarted())],
        [Happening(SeatTaken(0, "", "random", ""))],
        [Happening(SeatResigned(0), 1)],
        [Happening(SeatResigned(0))],
        [Happening(SeatResigned(0), 0), Happening(SeatResigned(0), 0)],
        [Happening(GameAborted(0, NO_KEY), 1)],
        [Happening(GameAborted(0, NO_KEY, "For a reason"), 0)],
        [Happening(GameAborted(None, NO_KEY))],
        [Happening(GameAborted(None, NO_KEY, "For a reason"), 0)],
        [Happening(GameCreated("kheops", 2, {}, NO_KEY, False, game="another"))],
    ],
)
def test_a_game_takes_its_course(title, happenings):
    """Nothing happens out of its place in a game's course; no game key is needed to see it."""
    projector, game = played(title)
    actions = [*happenings_of(projector, game.entries)[:-2], happenings]
    lie = sealed_again(projector, actions, game.game_key, game.game_id)
    assert ("course", str(lie[-1].position)) == finding(bundled(projector, game, lie, "public"))


@every_title
def test_a_game_begins_before_it_goes_on_and_ends_once(title):
    """No title's event before the start; nothing after the end."""
    projector, game = played(title)
    actions = happenings_of(projector, game.entries)
    early = [[one for one in actions[0] if not isinstance(one.event, GameStarted)]]
    lie = sealed_again(projector, early, game.game_key, game.game_id)
    wrong = next(number for number, one in enumerate(early[0]) if type(one.event) not in SHARED_EVENTS)
    assert ("course", str(lie[wrong].position)) == finding(bundled(projector, game, lie, "public"))
    late = sealed_again(projector, [*actions, actions[-1][-1:]], game.game_key, game.game_id)
    assert ("course", f"{len(actions) + 1}-0") == finding(bundled(projector, game, late, "public"))


@every_title
def test_nothing_is_opened_before_its_time(title):
    """A right opening without a reveal: sealed again, the event has none."""
    _projector, game = played(title)
    reveals = numbers_with(game, b'"opens":')
    if not reveals:
        pytest.skip("this title reveals nothing before its end")
    opens = msgspec.json.decode(game.entries[reveals[0]].public)["opens"]
    number = next(n for n in range(reveals[0] + 1, len(game.entries)) if n not in reveals)

    def change(plain):
        plain["opens"] = opens

    lie = rewritten(bundle_of(title, "all"), number, change)
    assert ("rules", str(game.entries[number].position)) == finding(lie)


def test_a_height_is_shown_where_it_is_public_and_is_right():
    """A pile's commitment has its height exactly if the height is public, and the value has that height."""
    sealed, salt = commitment_of("0" * 32, [1, 2, 3]), "0" * 32
    pile, card = Audience("seat", True), Audience("seat", False)
    assert is_closed({"sealed": sealed, "height": 3}, pile)
    assert is_closed({"sealed": sealed}, card)
    for wrong in (
        {"sealed": sealed},
        {"sealed": sealed, "height": -1},
        {"sealed": "", "height": 3},
        {"height": 3},
        None,
    ):
        assert not is_closed(wrong, pile)
    assert not is_closed({"sealed": sealed, "height": 3}, card)
    assert not is_closed({"sealed": sealed, "height": 3, "remark": ""}, pile)
    assert not is_closed({"sealed": sealed, "remark": ""}, card)
    assert is_committed({"sealed": sealed, "height": 3}, [1, 2, 3], salt)
    assert is_committed({"sealed": sealed}, [1, 2, 3], salt)
    assert not is_committed({"sealed": sealed, "height": 4}, [1, 2, 3], salt)
    assert not is_committed({"sealed": sealed, "height": 3}, [1, 2, 4], salt)


@every_title
def test_a_reveal_without_its_proof_is_found(title):
    """A sealed value can't be changed later: the event that reveals it must open it, for every viewer."""
    _projector, game = played(title)
    reveals = numbers_with(game, b'"opens":')
    if not reveals:
        pytest.skip("this title reveals nothing before its end")
    for number in reveals:
        for viewer in viewers(title):
            lie = rewritten(bundle_of(title, viewer), number, lambda plain: plain.pop("opens"))
            assert ("openings", str(game.entries[number].position)) == finding(lie)


@every_title
def test_a_malformed_salt_is_found(title):
    """With anything in the place of a salt, the entry is named."""
    _projector, game = played(title)
    reveals = numbers_with(game, b'"opens":')
    if not reveals:
        pytest.skip("this title reveals nothing before its end")

    def change(plain):
        plain["opens"][0][3] = "no salt"

    lie = rewritten(bundle_of(title, "public"), reveals[0], change)
    assert ("openings", str(game.entries[reveals[0]].position)) == finding(lie)


@every_title
def test_nothing_is_smuggled_into_an_entry(title):
    """A member that no state would show, or an unknown version: found by every verifier, without the game key."""
    _projector, game = played(title)

    def in_data(plain):
        plain["data"]["remark"] = "nobody reads this"

    def in_record(plain):
        plain["remark"] = "nobody reads this"

    def usual_value(plain):
        plain["version"] = plain.get("version", 1) + 5

    for number in (0, len(game.entries) // 2, len(game.entries) - 1):
        for viewer in viewers(title):
            for change in (in_data, in_record, usual_value):
                lie = rewritten(bundle_of(title, viewer), number, change)
                assert ("records", str(game.entries[number].position)) == finding(lie)


@every_title
def test_a_secret_is_sealed_as_it_must_be(title):
    """No made-up height, no plain value, no malformed commitment: found by every verifier."""
    projector, game = played(title)
    secrets = [number for number, entry in enumerate(game.entries) if entry.secrets]
    if not secrets:
        pytest.skip("this title has no secrets")
    number = secrets[0]
    field = next(iter(secret_fields(type(projector.decode(game.entries[number].public).data))))

    def height(plain):
        plain["data"][field]["height"] = plain["data"][field].get("height", 0) + 7

    def commitment(plain):
        plain["data"][field]["sealed"] = "no commitment"

    def value(plain):
        plain["data"][field] = msgspec.json.decode(game.entries[number].secrets)[field][0]

    for viewer in viewers(title):
        for change in (height, commitment, value):
            lie = rewritten(bundle_of(title, viewer), number, change)
            assert ("secrets", str(game.entries[number].position)) == finding(lie)


@every_title
def test_options_are_the_titles_own(title):
    """A game with an option that its title does not have was never opened on this server."""

    def change(plain):
        plain["data"]["options"]["no such option"] = 1

    assert ("rules", "1-0") == finding(rewritten(bundle_of(title, "all"), 0, change))


@every_title
def test_a_time_fits_a_calendar(title):
    """No verified record is impossible to show."""
    _projector, game = played(title)
    last_action = game.entries[-1].position.action
    first = next(number for number, entry in enumerate(game.entries) if entry.position.action == last_action)

    def change(plain):
        plain["at"] = LAST_TIME + 1

    lie = rewritten(bundle_of(title, "public"), first, change)
    assert ("time", str(game.entries[first].position)) == finding(lie)


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
    lines = read_bundle(raw).entries
    number = data.draw(st.integers(0, len(lines) - 1))
    path = data.draw(st.sampled_from([path for path in leaves(msgspec.json.decode(lines[number].e)) if path]))
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
