"""Verifying a record in the browser: by file or by drop, offline, in words, and as the other verifiers do."""

import base64
import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from domain.clocks.events import TimedOut, TimeGranted, VacationTaken
from domain.game import CommandSigned
from sdk.verify import stele_verify
from tests.api.clients import Client
from tests.audit.games import (
    DISPUTED,
    TIMED,
    TITLES,
    bundled,
    disputed,
    lines_with_checksum,
    played,
    retold,
    rewritten,
    seated,
    timed,
)
from tests.audit.mutations import mutations, signed_bundle
from tests.audit.test_bounds import BEYOND, SOURCES, entry_of, nested
from tests.audit.test_coverage import signed_at
from tests.audit.test_keys import keyed, seated_with
from tests.audit.test_signatures import OPERATOR, signed_events, with_changed_keys
from tests.audit.test_timed import changed
from tests.browser.playing import axe_report, fits, in_theme
from tests.measured import ROOT
from tests.vectors import PUBLIC_KEYS, SIGNATURES, WORTHLESS

VERDICT = ".verdict"


def choose(page, raw):
    page.locator("#verify-file").set_input_files(
        {"name": "game.ndjson", "mimeType": "application/x-ndjson", "buffer": raw}
    )


@pytest.fixture
def page(browse):
    """The page, open."""
    page = browse()
    page.goto("/verify")
    expect(page.locator("#verify-file")).to_be_visible()
    return page


def verdicts(page):
    return dict(
        page.evaluate("[...document.querySelectorAll('.checks > div')].map(e => [e.dataset.check, e.className])")
    )


@pytest.mark.parametrize("title", TITLES)
def test_a_record_of_each_title(page, title):
    """Consistent, signed, every check told, and what was not checked said; then one changed byte, named."""
    raw = signed_bundle(title, "all")
    page.context.set_offline(True)
    choose(page, raw)
    expect(page.locator(VERDICT)).to_contain_text("is unaltered in itself")
    expect(page.locator("#report-heading")).to_be_focused()
    expect(page.locator(".signer code")).to_have_count(1)
    told = verdicts(page)
    assert told.pop("rules") == "left" and set(told.values()) == {"passed"}, told
    entry = played(title)[1].entries[7]
    changed = rewritten(raw, 7, lambda plain: plain.update(at=plain["at"] - 1))
    choose(page, changed)
    expect(page.locator(VERDICT)).to_contain_text("NOT consistent")
    choose(page, raw.replace(entry.digest.hex().encode(), b"0" * 64, 1))
    expect(page.locator("#first-bad")).to_contain_text(str(entry.position))


def test_a_running_game_and_one_without_receipts(page):
    """What cannot be known yet is said, and that nobody signed."""
    projector, game = played(TITLES[0])
    half = game.entries[: len(game.entries) // 2]
    choose(page, bundled(projector, game, half, "public"))
    expect(page.locator(VERDICT)).to_contain_text("is unaltered in itself")
    expect(page.locator(".unsigned")).to_be_visible()
    expect(page.locator("[data-check=luck]")).to_contain_text("still runs")


def classes(page):
    """How each of the three answers is marked: unaltered, vouched for, the newest."""
    return page.evaluate("[...document.querySelectorAll('.answers > li')].map(one => `${one.id} ${one.className}`)")


LANGUAGES = {"en-GB": "Nothing vouches for", "it-IT": "Nulla garantisce", "es-ES": "Nada responde"}


@pytest.mark.parametrize("locale", LANGUAGES)
def test_three_questions_have_three_answers(browse, locale):
    """Unaltered, vouched for up to where, the newest or not: a receipt of the middle does not make the end good."""
    page = browse(locale=locale)
    page.goto("/verify")
    projector, game = played(TITLES[0])
    middle = len(game.entries) // 2
    end = game.entries[-1].position
    choose(page, signed_at(projector, game, -1))
    expect(page.locator(".coverage")).to_contain_text(str(end))
    assert classes(page) == ["unaltered passed", "vouched passed", "newest left"]
    choose(page, signed_at(projector, game, middle))
    expect(page.locator(".coverage")).to_contain_text(LANGUAGES[locale])
    expect(page.locator(".coverage")).to_contain_text(str(game.entries[middle].position))
    expect(page.locator(".coverage")).to_contain_text(str(game.entries[middle + 1].position))
    assert classes(page) == ["unaltered passed", "vouched warned", "newest left"]
    assert axe_report(page) is None


def test_a_key_that_nobody_vouched_for_is_a_warning(page):
    """The page counts the moves of each key, and says which came without the word of the one before."""
    projector, game, lost = with_changed_keys("kheops")
    choose(page, bundled(projector, game, game.entries))
    expect(page.locator("#unaltered .warning")).to_contain_text(f"was changed at {lost}-0 WITHOUT the old key's word")
    expect(page.locator("[data-check=signatures]")).to_contain_text("1 by the key of")
    assert classes(page)[0] == "unaltered warned"


def test_a_file_of_another_kind_is_recognised(page, gallery, demo):
    """A dossier is an honest file and no record: it is not called inconsistent. Receipts likewise."""
    game_id = demo.rpartition("/")[2]
    dossier = gallery.get(f"/api/games/{game_id}/dossier?at=3-0")
    for raw in (json.dumps(dossier, indent=2).encode(), json.dumps(dossier).encode()):
        choose(page, raw)
        expect(page.locator(VERDICT)).to_have_text(f"This is a dossier of the game {game_id}, not its record.")
        expect(page.locator("#report code")).to_have_text(dossier["digest"])
    choose(page, json.dumps(dossier["receipt"]).encode() + b"\n")
    expect(page.locator(VERDICT)).to_have_text("These are receipts, not a record.")
    choose(page, b'{"junk":1}\n')
    expect(page.locator(VERDICT)).to_contain_text("NOT consistent")


@pytest.mark.parametrize("title", TITLES)
def test_what_players_signed(page, title):
    """Their moves are counted; what is sealed is said; a move that the operator signed is named."""
    projector, game = seated(title, signed=True)
    check = page.locator("[data-check=signatures]")
    choose(page, bundled(projector, game, game.entries))
    expect(page.locator(VERDICT)).to_contain_text("is unaltered in itself")
    moves = dict.fromkeys(range(game.final.players), 0)
    for _, event in signed_events(projector, game):
        moves[event.seat] += 1
    for seat, count in moves.items():
        expect(check).to_contain_text(f"Seat {seat}: {count} of {count} moves are signed by its key.")
    choose(page, bundled(projector, game, game.entries, "public"))
    expect(page.locator(VERDICT)).to_contain_text("is unaltered in itself")
    expect(check).to_contain_text(f"The signed texts of {moves[0]} more are not opened in this file.")
    expect(check).not_to_contain_text("until the game is over")
    assert verdicts(page)["signatures"] == "left"
    number, event = signed_events(projector, game)[0]
    lie = CommandSigned(event.seat, OPERATOR.sign(event.text.encode()), event.text)
    choose(page, bundled(projector, game, retold(projector, game, number, lie)))
    expect(page.locator("#first-bad")).to_contain_text(str(game.entries[number].position))
    expect(page.locator("#first-bad")).to_contain_text(f"not signed by the key of seat {event.seat}")


@pytest.mark.parametrize(
    "raw", [b"", b"\x00\xff" * 999, b'{"format":"stele-bundle/1"}\n' * 3, b"[" * 99999 + b"\n\n\n"]
)
def test_garbage(page, raw):
    """A report, and no error on the page."""
    choose(page, raw)
    expect(page.locator(VERDICT)).to_contain_text("NOT consistent")


def test_it_tells_how_far_it_is(page):
    """Of every check, with shares between nothing and all; the bar is gone when the report is there."""
    told = page.evaluate(
        """async (raw) => {
          const { verified } = await import("/web/verifying.js");
          const bytes = Uint8Array.from(atob(raw), (one) => one.charCodeAt(0));
          const told = [];
          await verified(new Blob([bytes]), (name, share) => told.push([name, share]));
          return told;
        }""",
        base64.b64encode(signed_bundle(TITLES[0], "all")).decode(),
    )
    assert {"chain", "records", "course", "time", "secrets", "openings", "luck"} <= {name for name, _share in told}
    assert all(0 <= share <= 1 for _name, share in told)
    choose(page, signed_bundle(TITLES[0], "all"))
    expect(page.locator(VERDICT)).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)


def test_names_are_told_and_nothing_vouches_for_them(page):
    """What the server calls the players stands in the report; within the chain a name is no record of today."""
    raw = (ROOT / "titles" / "kheops" / "tests" / "golden" / "ids.ndjson").read_bytes()
    choose(page, raw)
    expect(page.locator(VERDICT)).to_contain_text("is unaltered in itself")
    expect(page.locator("[data-check=header]")).to_contain_text(
        "nothing proves: Person 0 (player-0), Person 1 (player-1)"
    )
    named = rewritten(raw, 1, lambda plain: plain["data"].update(name="Ann"))
    assert first_bad(page, named) == stele_verify.verify(named).first_bad == "2-0"


def test_hostile_words_stay_words(page):
    """What a file says is shown as text."""
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
    expect(page.locator(VERDICT)).to_contain_text("is unaltered in itself")


@pytest.mark.parametrize("locale, words", [("it-IT", "è inalterato"), ("es-ES", "está inalterado")])
def test_in_other_languages(browse, locale, words):
    """Report and page in the reader's language."""
    page = browse(locale=locale)
    page.goto("/verify")
    choose(page, signed_bundle(TITLES[0], "all"))
    expect(page.locator(VERDICT)).to_contain_text(words)
    assert not re.search(r"\b(the|checked|entry)\b", page.locator("#report").inner_text())


def test_for_everybody(browse):
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


def test_a_replay_leads_there(browse, demo):
    """From a replay's dialog one gets the file, and the page that verifies it."""
    page = browse()
    page.goto(f"{demo}/replay")
    page.click("#share")
    with page.expect_download() as download:
        page.click("#save-bundle")
    path = download.value.path()
    page.get_by_role("dialog").get_by_role("link", name="Verify a record").click()
    page.wait_for_url("**/verify")
    page.locator("#verify-file").set_input_files(path)
    expect(page.locator(VERDICT)).to_contain_text("is unaltered in itself")
    expect(page.locator("#footer").get_by_role("link", name="Verify a record")).to_be_visible()


def test_the_verifier_in_one_file_is_served(gallery: Client):
    """As it is in the source, to keep."""
    answer = gallery.call("GET", "/verify/stele_verify.py")
    assert answer.status == 200 and "attachment" in answer.headers["Content-Disposition"]
    assert answer.body.decode() == Path(stele_verify.__file__).read_text("utf-8")


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("with_disputes", [False, True])
def test_mutations_are_named_alike(page, title, with_disputes):
    """The browser gives the verdict of the verifier in one file, and names the same place."""
    told = []
    for mutation in mutations(title, 30, seed=2, with_disputes=with_disputes):
        mine = first_bad(page, mutation.raw)
        other = stele_verify.verify(mutation.raw).first_bad
        if mine != other:
            told.append((mutation.way, mine, other))
    assert told == []


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("way", DISPUTED)
def test_disputed_records(page, title, way):
    """Each is consistent for everybody who may read it, and its end is found where it is."""
    projector, game = disputed(title, way, signed=True)
    for viewer in ("all", "public", 0):
        assert first_bad(page, bundled(projector, game, game.entries, viewer)) is None
    choose(page, bundled(projector, game, game.entries))
    expect(page.locator(VERDICT)).to_contain_text("is unaltered in itself")
    told = verdicts(page)
    assert (told["signatures"], told["luck"]) == ("passed", "passed")


@pytest.mark.parametrize("outcome", TIMED)
def test_timed_records(page, outcome):
    """Each is consistent for everybody who may read it; that a time was not over is seen without the rules."""
    projector, game = timed(TITLES[0], outcome, signed=True)
    for viewer in ("all", "public", 0):
        assert first_bad(page, bundled(projector, game, game.entries, viewer)) is None
    projector, game = timed(TITLES[0], outcome)
    for kind, change in ((TimedOut, {"deadline": 1 << 50}), (TimeGranted, {"time": 0}), (VacationTaken, {"until": 2})):
        raw, place = changed(projector, game, kind, change)
        assert first_bad(page, raw) == place


def test_what_counts_after_roll_backs(page):
    """The browser says of every place what the verifier in one file says."""
    lot = random.Random(1)
    for _ in range(20):
        backs = {at: lot.randrange(1, at) for at in range(2, 30) if lot.random() < 0.3}
        mine = page.evaluate(
            """async (backs) => {
              const { Rollbacks } = await import("/web/rollbacks.js");
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
    """WebCrypto and the page's own arithmetic say what the record's description says."""
    found = page.evaluate(
        """async ([keys, signatures]) => {
          const { isPublicKey } = await import("/web/public-keys.js");
          const { isSigned } = await import("/web/hashing.js");
          const checks = signatures.map((one) => isSigned(one.message, one.signature, one.public_key));
          return [keys.map((one) => isPublicKey(one.public_key)), await Promise.all(checks)];
        }""",
        [PUBLIC_KEYS, SIGNATURES],
    )
    assert found == [[one["good"] for one in PUBLIC_KEYS], [one["good"] for one in SIGNATURES]]


def test_what_is_beyond_its_bounds(page):
    """The page names the same entry as the other verifiers."""
    told = []
    for source, kind, change in BEYOND:
        projector, game = SOURCES[source]()
        number = entry_of(game, kind)
        raw = bundled(projector, game, game.entries)
        lie = rewritten(raw, number, lambda plain, change=change: plain["data"].update(change))
        told.append((first_bad(page, raw), first_bad(page, lie)) == (None, str(game.entries[number].position)))
    assert all(told), list(zip(BEYOND, told, strict=True))
    projector, game = played("kheops")
    raw = bundled(projector, game, game.entries[:4])
    for depth in (62, 63, 64):
        deep = rewritten(raw, 2, lambda plain, depth=depth: plain["data"].update(deep=nested(depth)))
        assert first_bad(page, deep) == stele_verify.verify(deep).first_bad


def test_keys_that_prove_nothing(page):
    """No key of today; in a game of the first edition the record is consistent, and its moves are not called signed."""
    projector, game = keyed(edition=2)
    raw = bundled(projector, game, game.entries)
    assert first_bad(page, raw) is None
    for kind in ("SeatTaken", "KeyChanged", "SeatTakenOver"):
        number = entry_of(game, kind)
        lie = rewritten(raw, number, lambda plain: plain["data"].update(public_key=WORTHLESS[1]))
        assert first_bad(page, lie) == str(game.entries[number].position)
    projector, game = seated_with(WORTHLESS[0], edition=1)
    choose(page, bundled(projector, game, game.entries))
    expect(page.locator(VERDICT)).to_contain_text("is unaltered in itself")
    check = page.locator("[data-check=signatures]")
    expect(check).to_contain_text("Seat 0: 0 of 2 moves are signed by its key.")
    expect(check).to_contain_text("2 more are signed by a key for which ANYBODY can sign: that proves nothing.")


def first_bad(page, raw):
    """The first bad place that the browser names in this file; none in a consistent record."""
    return page.evaluate(
        """async (raw) => {
          const { verified } = await import("/web/verifying.js");
          const bytes = Uint8Array.from(atob(raw), (one) => one.charCodeAt(0));
          const { checks } = await verified(new Blob([bytes]), () => {});
          return checks.find(({ verdict }) => verdict === "failed")?.position ?? null;
        }""",
        base64.b64encode(raw).decode(),
    )
