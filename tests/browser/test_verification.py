"""Verification page: the browser's checks and the server's checks, in words, at the right place."""

import base64
import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from audit.verification.dispute_file import read_dispute_file
from audit.verification.verify import verify
from domain.game import SHARED_EVENTS, CommandSigned
from eventstore.canonical_json import canonical
from sdk.verify import stele_verify
from tests.api.clients import Client
from tests.audit.games import (
    DISPUTED,
    TIMED,
    TITLES,
    bundled,
    disputed,
    happenings_of,
    lines_with_checksum,
    played,
    retold,
    rewritten,
    sealed_again,
    seated,
    timed,
)
from tests.audit.mutations import mutations, signed_bundle
from tests.audit.test_bounds import nested
from tests.audit.test_dispute_file import dispute_file, receipt_of, signed_texts
from tests.audit.test_keys import keyed, seated_with
from tests.audit.test_signature_coverage import signed_at
from tests.audit.test_signatures import OPERATOR, signed_events, with_changed_keys
from tests.browser.playing import axe_report, fits, in_theme
from tests.in_short import titles_in_short
from tests.measured import ROOT
from tests.vectors import PUBLIC_KEYS, SIGNATURES, WORTHLESS

VERDICT = ".verdict"
IN_THE_BROWSER = [
    "form", "positions", "chain", "header", "secrets", "openings", "receipts", "damage", "signatures", "luck",
]  # fmt: skip


def choose(page, raw):
    page.locator("#verify-file").set_input_files(
        {"name": "game.ndjson", "mimeType": "application/x-ndjson", "buffer": raw}
    )


@pytest.fixture
def page(browse):
    """The open page."""
    page = browse()
    page.goto("/verify")
    expect(page.locator("#verify-file")).to_be_visible()
    return page


def verdicts(page):
    return dict(
        page.evaluate("[...document.querySelectorAll('.checks > div')].map(e => [e.dataset.check, e.className])")
    )


@pytest.mark.parametrize("title", titles_in_short())
def test_a_record_of_each_title(page, title):
    """Consistent, signed, each check shown with its checker; then one changed byte, named."""
    raw = signed_bundle(title, "all")
    choose(page, raw)
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    expect(page.locator("#report-heading")).to_be_focused()
    expect(page.locator(".signer code")).to_have_count(1)
    told = verdicts(page)
    assert told.pop("log") == "left" and set(told.values()) == {"passed"}, told
    assert list(told) == [*IN_THE_BROWSER, "records", "course", "time", "rules"]
    entry = played(title)[1].entries[7]
    changed = rewritten(raw, 7, lambda plain: plain.update(at=plain["at"] - 1))
    choose(page, changed)
    expect(page.locator(VERDICT)).to_contain_text("NOT consistent")
    choose(page, raw.replace(entry.digest.hex().encode(), b"0" * 64, 1))
    expect(page.locator("#first-bad")).to_contain_text(str(entry.position))


def test_without_the_server(page):
    """The browser's part is shown, and that the rest was not checked."""
    page.context.set_offline(True)
    choose(page, signed_bundle(TITLES[0], "all"))
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    expect(page.locator("#unaltered .warning")).to_have_text(
        "Only the part in your browser was checked, not the rules of the game."
    )
    expect(page.locator("#server-said")).to_contain_text("can't be reached")
    told = verdicts(page)
    assert {told.pop(name) for name in IN_THE_BROWSER} == {"passed"}
    assert told == dict.fromkeys(["records", "course", "time", "log", "rules"], "left")


def test_errors_that_only_the_server_finds(page):
    """A move left out by a forger with the game key: all of the browser's checks pass."""
    projector, game = played("kheops")
    actions = happenings_of(projector, game.entries)
    number = next(at for at, one in enumerate(actions) if one[0].actor == 1 and not one[0].luck and at > 5)
    lie = sealed_again(projector, [*actions[:number], *actions[number + 1 :]], game.game_key, game.game_id)
    raw = bundled(projector, game, lie)
    assert first_bad(page, raw) is None
    choose(page, raw)
    expect(page.locator(VERDICT)).to_contain_text("NOT consistent")
    report = verify(raw)
    expect(page.locator("#first-bad")).to_contain_text(str(report.first_bad))
    expect(page.locator("#first-bad [lang=en]")).to_have_text(report.checks[-1].detail)
    expect(page.locator("[data-check=rules]")).to_have_class("failed")


def test_a_title_missing_on_the_server(page):
    """Only checks without rules are called checked."""
    projector, game = played("kheops")
    raw = bundled(projector, game, game.entries)
    lines = rewritten(raw, 0, lambda plain: plain["data"].update(rulebook="go")).splitlines(keepends=True)
    lines[0] = canonical({**json.loads(lines[0]), "rulebook": "go"}) + b"\n"
    choose(page, lines_with_checksum(lines))
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    assert classes(page)[0] == "unaltered warned"
    expect(page.locator("[data-check=course]")).to_contain_text("This server does not have the title's rules.")


def test_a_record_that_is_too_long_for_the_server(page):
    """The browser's part is shown, with a verifier for the rest."""
    lines = signed_bundle(TITLES[0], "all").splitlines(keepends=True)
    names = {f"player-{number:057}": "x" * 40 for number in range(9_000)}
    lines[0] = canonical({**json.loads(lines[0]), "names": names}) + b"\n"
    choose(page, lines_with_checksum(lines))
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    expect(page.locator("#server-said")).to_contain_text("too long to verify here. Use stele_verify.py")


def test_a_running_game_and_one_without_receipts(page):
    """Checks not possible yet are named, and the missing signature."""
    projector, game = played(TITLES[0])
    half = game.entries[: len(game.entries) // 2]
    choose(page, bundled(projector, game, half, "public"))
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    expect(page.locator(".unsigned")).to_be_visible()
    expect(page.locator("[data-check=luck]")).to_contain_text("still in progress")


def classes(page):
    """The marks of the three answers: unaltered, signed, the newest."""
    return page.evaluate("[...document.querySelectorAll('.answers > li')].map(one => `${one.id} ${one.className}`)")


def test_what_is_known_of_the_luck_and_of_the_moves(page):
    """By how the luck was fixed, and by who signed: each answer says what stays unknown."""
    luck, moves = page.locator("#luck"), page.locator("#moves")
    for is_strict, limit in (
        (True, "opened with the option “Strict luck”"),
        (False, "One thing this cannot exclude: together"),
    ):
        projector, game = seated("kheops", strict=is_strict, signed=is_strict)
        choose(page, bundled(projector, game, game.entries))
        expect(luck).to_contain_text("Yes: all ")
        expect(luck).to_contain_text(limit)
        expect(luck).to_have_class("passed")
        expect(moves).to_contain_text(
            "signed by the browser that took the seat" if is_strict else "Only the server says who"
        )
    choose(page, bundled(projector, game, game.entries[: len(game.entries) // 2], "public"))
    expect(luck).to_contain_text("That can be checked once the game is over")
    projector, game = seated("kheops", silent=(0, 1))
    choose(page, bundled(projector, game, game.entries))
    expect(luck).to_contain_text("Only the server knows: all ")
    expect(luck).to_have_class("warned")


def test_a_dispute_file_tells_who_says_what(page):
    """The statements of the dispute, whether the dossier is of the record, and what the receipts and texts say."""
    told = page.locator("#disputed")
    choose(page, dispute_file(receipt_of(20)))
    expect(told).to_have_class("passed")
    expect(told.locator("li").first).to_have_text("Seat 2 disputes it: “What was that?”")
    expect(told).to_contain_text("(its dossier), and fits this record.")
    expect(told).to_contain_text("One receipt that a player kept agrees with this record.")
    expect(page.locator("[data-check=rules]")).to_have_class("passed")
    assert axe_report(page) is None
    choose(page, dispute_file(receipt_of(30, "11" * 32)))
    expect(told).to_have_class("warned")
    expect(told.locator(".warning")).to_contain_text("contradicts this record")
    choose(page, dispute_file(digest="00" * 32))
    expect(told).to_contain_text("does not fit this record")
    recorded, other = signed_texts(0)
    choose(page, dispute_file(texts=recorded))
    expect(told).to_contain_text(f"{len(recorded)} texts that a player signed and kept are in this record.")
    expect(told).to_have_class("passed")
    choose(page, dispute_file(texts=[other, {**other, "signature": recorded[0]["signature"]}]))
    expect(told.locator(".warning")).to_contain_text("One text that a player signed and kept is not in this record")


LANGUAGES = {"en-GB": "Nothing covers", "it-IT": "Nulla copre", "es-ES": "Nada cubre"}


@pytest.mark.parametrize("locale", LANGUAGES)
def test_questions_have_answers(browse, locale):
    """Unaltered, signed up to a position, the newest or not: a receipt of the middle does not cover the end."""
    page = browse(locale=locale)
    page.goto("/verify")
    projector, game = played(TITLES[0])
    middle = len(game.entries) // 2
    end = game.entries[-1].position
    choose(page, signed_at(projector, game, -1))
    expect(page.locator(".coverage")).to_contain_text(str(end))
    assert classes(page) == [
        "unaltered passed", "vouched passed", "newest left", "luck warned", "rules passed", "moves left", "times left",
        "steps left",
    ]  # fmt: skip
    choose(page, signed_at(projector, game, middle))
    expect(page.locator(".coverage")).to_contain_text(LANGUAGES[locale])
    expect(page.locator(".coverage")).to_contain_text(str(game.entries[middle].position))
    expect(page.locator(".coverage")).to_contain_text(str(game.entries[middle + 1].position))
    assert classes(page)[:3] == ["unaltered passed", "vouched warned", "newest left"]
    assert axe_report(page) is None


def test_a_key_without_a_signature_is_a_warning(page):
    """The page counts the moves of each key, and names those without the previous key's signature."""
    projector, game, lost = with_changed_keys("kheops")
    choose(page, bundled(projector, game, game.entries))
    expect(page.locator("#unaltered .warning")).to_contain_text(
        f"was changed at {lost}-0 WITHOUT a signature by the old key"
    )
    expect(page.locator("[data-check=signatures]")).to_contain_text("1 with the key from")
    assert classes(page)[0] == "unaltered warned"


def test_a_file_of_another_kind_is_recognised(page, gallery, demo):
    """A dossier is an honest file but no record: it is not called inconsistent, nor sent. Receipts likewise."""
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    game_id = demo.rpartition("/")[2]
    dossier = gallery.get(f"/api/games/{game_id}/dossier?at=3-0")
    for raw in (json.dumps(dossier, indent=2).encode(), json.dumps(dossier).encode()):
        choose(page, raw)
        expect(page.locator(VERDICT)).to_have_text(f"This is a dossier of game {game_id}, not its record.")
        expect(page.locator("#report code")).to_have_text(dossier["digest"])
    choose(page, json.dumps(dossier["receipt"]).encode() + b"\n")
    expect(page.locator(VERDICT)).to_have_text("These are receipts, not a record.")
    choose(page, b'{"junk":1}\n')
    expect(page.locator(VERDICT)).to_contain_text("NOT consistent")
    assert [url for url in sent if "verifications" in url] == []


@pytest.mark.parametrize("title", titles_in_short())
def test_players_signatures(page, title):
    """Their moves are counted; sealed ones are named; a move signed by the operator is named."""
    projector, game = seated(title, signed=True)
    check = page.locator("[data-check=signatures]")
    choose(page, bundled(projector, game, game.entries))
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    moves = dict.fromkeys(range(game.final.players), 0)
    for _, event in signed_events(projector, game):
        moves[event.seat] += 1
    for seat, count in moves.items():
        expect(check).to_contain_text(
            f"Moves of seat {seat + 1}: {count} ({count} signed by the browser that took the seat)."
        )
    choose(page, bundled(projector, game, game.entries, "public"))
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    expect(check).to_contain_text(f"Moves of seat 1: {moves[0]} ({moves[0]} not revealed in this file).")
    expect(check).not_to_contain_text("until the game is over")
    assert verdicts(page)["signatures"] == "left"
    number, event = signed_events(projector, game)[0]
    lie = CommandSigned(event.seat, OPERATOR.sign(event.text.encode()), event.text, event.digest)
    choose(page, bundled(projector, game, retold(projector, game, number, lie)))
    expect(page.locator("#first-bad")).to_contain_text(str(game.entries[number].position))
    expect(page.locator("#first-bad")).to_contain_text(f"not signed with the key of seat {event.seat + 1}")


@pytest.mark.parametrize(
    "raw", [b"", b"\x00\xff" * 999, b'{"format":"stele-bundle/1"}\n' * 3, b"[" * 99999 + b"\n\n\n"]
)
def test_garbage(page, raw):
    """A report, and no error on the page."""
    choose(page, raw)
    expect(page.locator(VERDICT)).to_contain_text("NOT consistent")


def test_progress_is_shown(page):
    """Of every check, with shares between nothing and all; the bar is gone when the report is there."""
    told = page.evaluate(
        """async (raw) => {
          const { verified } = await import("/web/verify/verify.js");
          const bytes = Uint8Array.from(atob(raw), (one) => one.charCodeAt(0));
          const told = [];
          await verified(new Blob([bytes]), (name, share) => told.push([name, share]));
          return told;
        }""",
        base64.b64encode(signed_bundle(TITLES[0], "all")).decode(),
    )
    assert {"chain", "secrets", "openings", "luck"} <= {name for name, _share in told}
    assert all(0 <= share <= 1 for _name, share in told)
    choose(page, signed_bundle(TITLES[0], "all"))
    expect(page.locator(VERDICT)).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)


def test_names_are_shown_as_unsigned(page):
    """The server's names for the players are in the report."""
    raw = (ROOT / "titles" / "kheops" / "tests" / "golden" / "ids.ndjson").read_bytes()
    choose(page, raw)
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    expect(page.locator("[data-check=header]")).to_contain_text(
        "(not proven): Person 0 (player-0), Person 1 (player-1)"
    )


def test_hostile_texts_stay_texts(page):
    """A file's texts are shown as text."""
    lines = signed_bundle(TITLES[0], "public").splitlines(keepends=True)
    line = lines[1].replace(b'"1-0"', b'"<img src=x onerror=alert(1)>"')
    choose(page, lines_with_checksum([lines[0], line, *lines[2:]]))
    expect(page.locator(VERDICT)).to_contain_text("NOT consistent")
    expect(page.locator("#report img")).to_have_count(0)


def test_dropping_a_file(page):
    """A file may be dropped anywhere on the page."""
    page.evaluate(
        """(raw) => {
          const data = new DataTransfer();
          data.items.add(new File([Uint8Array.from(atob(raw), (one) => one.charCodeAt(0))], "game.ndjson"));
          for (const type of ["dragover", "drop"]) {
            const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
            document.body.dispatchEvent(event);
          }
        }""",
        base64.b64encode(signed_bundle(TITLES[0], "public")).decode(),
    )
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")


@pytest.mark.parametrize("locale, words", [("it-IT", "nessuna contraddizione"), ("es-ES", "ninguna contradicción")])
def test_in_other_languages(browse, locale, words):
    """Report and page in the reader's language."""
    page = browse(locale=locale)
    page.goto("/verify")
    choose(page, signed_bundle(TITLES[0], "all"))
    expect(page.locator(VERDICT)).to_contain_text(words)
    assert not re.search(r"\b(the|checked|entry)\b", page.locator("#report").inner_text())


def test_the_verification_page_is_accessible(browse):
    """axe finds nothing in both themes, with a good report and with a bad one; a phone shows it without scrolling."""
    page = browse(phone=True)
    page.goto("/verify")
    for raw in (signed_bundle(TITLES[0], "all"), b"garbage"):
        choose(page, raw)
        expect(page.locator(VERDICT)).to_be_visible()
        for theme in ("light", "dark"):
            assert axe_report(in_theme(page, theme)) is None
        for width in (320, 390, 1440):
            page.set_viewport_size({"width": width, "height": 850})
            fits(page, width)


def test_a_replay_links_to_verification(browse, demo, gallery):
    """A replay's dialog has the file, and a link to the page that verifies it."""
    page = browse()
    page.goto(f"{demo}/replay")
    page.click("#show-study")
    page.click("#share")
    with page.expect_download() as download:
        page.click("#save-bundle")
    path = download.value.path()
    page.get_by_role("dialog").get_by_role("link", name="Verify a record").click()
    page.wait_for_url("**/verify")
    page.locator("#verify-file").set_input_files(path)
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    expect(page.locator("#footer").get_by_role("link", name="Verify a record")).to_be_visible()
    expect(page.locator("#version")).to_have_text(f"Stele {gallery.get('/health/live')['version']}")


def test_without_a_file(browse, demo):
    """A visitor without a file verifies the record of a demonstration game by one click."""
    page = browse()
    page.goto("/verify")
    page.get_by_role("button", name="Verify a demo game").click()
    expect(page.locator("#unaltered .verdict")).to_contain_text("No contradiction was found")
    expect(page.locator("#report-heading")).to_be_focused()
    axe_report(page)


def test_the_verifier_in_one_file_is_served(gallery: Client):
    """Unchanged from the source, for download."""
    answer = gallery.call("GET", "/verify/stele_verify.py")
    assert answer.status == 200 and "attachment" in answer.headers["Content-Disposition"]
    assert answer.body.decode() == Path(stele_verify.__file__).read_text("utf-8")


@pytest.mark.parametrize("title", [TITLES[0], *(pytest.param(one, marks=pytest.mark.soak) for one in TITLES[1:])])
@pytest.mark.parametrize("with_disputes", [False, True])
def test_mutations_are_named_alike(page, title, with_disputes):
    """If one of the browser's checks is the first to fail in the verifier in one file, the browser names that place.

    What fails there in a check of the server's alone may pass in the browser; what passes there never fails in it.
    """
    told = []
    for mutation in mutations(title, 30, seed=2, with_disputes=with_disputes):
        mine = first_bad(page, mutation.raw)
        report = stele_verify.verify(mutation.raw)
        failed = next((check for check in report.checks if check.verdict == "failed"), None)
        is_its_own = failed is not None and failed.name in IN_THE_BROWSER
        if (mine != report.first_bad) if is_its_own else (mine is not None and failed is None):
            told.append((mutation.way, mine, failed))
    assert told == []


@pytest.mark.parametrize("title", [TITLES[0], *(pytest.param(one, marks=pytest.mark.soak) for one in TITLES[1:])])
@pytest.mark.parametrize("way", DISPUTED)
def test_disputed_records(page, title, way):
    """In the browser, too, each is consistent for all its readers, and its end is found at its place."""
    projector, game = disputed(title, way, signed=True)
    for viewer in ("all", "public", 0):
        assert first_bad(page, bundled(projector, game, game.entries, viewer)) is None
    choose(page, bundled(projector, game, game.entries))
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    told = verdicts(page)
    assert (told["signatures"], told["luck"]) == ("passed", "passed")


@pytest.mark.parametrize("outcome", TIMED)
def test_timed_records(page, outcome):
    """In the browser, too, each is consistent for all its readers."""
    projector, game = timed(TITLES[0], outcome, signed=True)
    for viewer in ("all", "public", 0):
        assert first_bad(page, bundled(projector, game, game.entries, viewer)) is None


def test_the_counting_line_after_rollbacks(page):
    """The browser agrees with the verifier in one file at every place."""
    lot = random.Random(1)
    for _ in range(20):
        backs = {at: lot.randrange(1, at) for at in range(2, 30) if lot.random() < 0.3}
        mine = page.evaluate(
            """async (backs) => {
              const { Rollbacks } = await import("/web/verify/verify.js");
              const rollbacks = new Rollbacks();
              for (const [at, back] of backs) {
                rollbacks.take({ action: at, effect: 0 }, { type: "RolledBack", position: `${back}-0` });
              }
              return Array.from({ length: 30 }, (_, action) => rollbacks.counts({ action: action + 1, effect: 0 }));
            }""",
            list(backs.items()),
        )
        pairs = [(stele_verify.Position(at, 0), stele_verify.Position(back, 0)) for at, back in backs.items()]
        assert mine == [stele_verify.still_counts(stele_verify.Position(at, 0), pairs) for at in range(1, 31)]


def test_the_vectors_of_keys_and_signatures(page):
    """WebCrypto and the page's own arithmetic agree with the record's description."""
    found = page.evaluate(
        """async ([keys, signatures]) => {
          const { isPublicKey } = await import("/web/verify/ed25519-points.js");
          const { isSigned } = await import("/web/verify/hashing.js");
          const checks = signatures.map((one) => isSigned(one.message, one.signature, one.public_key));
          return [keys.map((one) => isPublicKey(one.public_key)), await Promise.all(checks)];
        }""",
        [PUBLIC_KEYS, SIGNATURES],
    )
    assert found == [[one["good"] for one in PUBLIC_KEYS], [one["good"] for one in SIGNATURES]]


def test_the_depth_of_a_record(page):
    """The limit of the other verifiers."""
    projector, game = played("kheops")
    raw = bundled(projector, game, game.entries[:4])
    found = []
    for depth in (62, 63):
        deep = rewritten(raw, 2, lambda plain, depth=depth: plain["data"].update(deep=nested(depth)))
        found.append(first_bad(page, deep))
    assert found == [None, str(game.entries[2].position)]


def test_the_events_of_every_game(page):
    """The page has the names of the events that all titles share."""
    names = [event.__name__ for event in SHARED_EVENTS]
    known = page.evaluate(
        """async (names) => {
          const { isOfEveryGame } = await import("/web/verify/event-schema.js");
          return names.map(isOfEveryGame);
        }""",
        [*names, "PawnPlaced"],
    )
    assert known == [True] * len(names) + [False]


def test_keys_that_prove_nothing(page):
    """In a game of the first edition the record is consistent, and its moves are not called signed."""
    projector, game = keyed(edition=2)
    assert first_bad(page, bundled(projector, game, game.entries)) is None
    projector, game = seated_with(WORTHLESS[0], edition=1)
    choose(page, bundled(projector, game, game.entries))
    expect(page.locator(VERDICT)).to_contain_text("No contradiction was found")
    check = page.locator("[data-check=signatures]")
    expect(check).to_contain_text("Moves of seat 1: 2 (2 with a key that ANYONE can use, which proves nothing).")
    expect(check).to_contain_text("Moves of seat 2: 2 (2 signed by the browser that took the seat).")


def first_bad(page, raw):
    """The first bad place that the browser names in this file; None in a consistent record."""
    return page.evaluate(
        """async (raw) => {
          const { verified } = await import("/web/verify/verify.js");
          const bytes = Uint8Array.from(atob(raw), (one) => one.charCodeAt(0));
          const { checks } = await verified(new Blob([bytes]), () => {});
          return checks.find(({ verdict }) => verdict === "failed")?.position ?? null;
        }""",
        base64.b64encode(raw).decode(),
    )


def test_the_conformance_suite(page):
    """The browser's checks: nothing fails in a good file, and where one of them fails first, it names that place."""
    suite = ROOT / "docs" / "reference" / "conformance"
    told = []
    for case in json.loads((suite / "suite.json").read_text("utf-8"))["cases"]:
        if case["verdict"] == "not a record":
            continue
        raw = (suite / case["file"]).read_bytes()
        dispute = read_dispute_file(raw)
        mine = first_bad(page, raw if dispute is None else dispute.record)
        if case["verdict"] == "unaltered" or case.get("check") in IN_THE_BROWSER:
            wanted = [case.get("position")] + [None] * ("without_rules" in case)
            if mine not in wanted:
                told.append((case["file"], mine, case.get("position")))
    assert told == []
    forged = (suite / "records-beacon-period.ndjson").read_bytes()
    assert first_bad(page, forged) == "1-0", "the page itself finds a network that only looks like a known one"
