"""The laws as tests: `stele.laws` offers them to a title's test module."""

import ast
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from babel.messages.pofile import read_po

from audit.lessons import lesson_faults
from audit.verification.store_validation import validate_bundle
from domain.redaction import Hidden, secret_fields
from domain.rulebook import Points
from domain.title_loader import TITLES, find_rulebooks, folder_of, outside_titles
from replay.catalog_updates import missing, place_of_title, texts_of, to_translate, update
from replay.languages import LANGUAGES
from sdk.laws.determinization import check, playout, refused_alike
from sdk.laws.purity import foreign_imports, import_line, impurities, memories, mutable_classes
from sdk.laws.rules import cited, kinds_of, promises_in, refused_with
from sdk.laws.walk import hold_laws

Table = tuple[str, int]


def test_laws_hold_at_every_step(stele_title: str) -> None:
    """Laws 1 to 5 hold at every step of a playout with the fewest players."""
    hold_laws(stele_title, find_rulebooks()[stele_title].meta.least_players, seed=0, thorough=True)


def test_laws_hold_in_short(stele_table: Table, stele_playouts: int) -> None:
    """Laws 1 to 5 hold at sampled steps of some more playouts, one of them with options drawn at random."""
    for seed in range(1, stele_playouts + 1):
        hold_laws(*stele_table, seed)


def test_determinism_law(stele_title: str) -> None:
    """Law 6 holds with the fewest players."""
    check_determinism(stele_title, find_rulebooks()[stele_title].meta.least_players)


def check_determinism(title: str, players: int) -> None:
    """Law 6: the same stream, commands and draws give the same digests with any hash seed."""
    code = (
        "import sys; import stele.import_path; from sdk.laws.walk import Walk;"
        "walk = Walk(sys.argv[1], int(sys.argv[2]), 7).run(); print(walk.entries[-1].digest.hex())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code, title, str(players)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_what_is_dealt_agrees_in_short(stele_table: Table, stele_playouts: int) -> None:
    """A deal, redacted, equals the seat's view, byte for byte; it follows from the rules; play continues from it."""
    deal_in_playouts(*stele_table, stele_playouts, each=3)


def test_refusals_tell_nothing_in_short(stele_table: Table, stele_playouts: int) -> None:
    """A seat's refusals, for one move or several, are the same in worlds that look the same to it."""
    refuse_in_playouts(*stele_table, stele_playouts, each=12)


def refuse_in_playouts(title: str, players: int, playouts: int, each: int) -> None:
    """The law of refusals at a number of moments in each of several playouts."""
    for seed in range(playouts):
        lot = random.Random(f"{title}/{players}/{seed}/refused")
        moments = playout(title, players, seed)
        for number, moment in enumerate(lot.sample(moments, min(each, len(moments)))):
            refused_alike(title, moment, (seed, number))


def deal_in_playouts(title: str, players: int, playouts: int, each: int) -> None:
    """The laws of dealing at a number of moments in each of several playouts."""
    for seed in range(playouts):
        lot = random.Random(f"{title}/{players}/{seed}")
        moments = playout(title, players, seed)
        for number, moment in enumerate(lot.sample(moments, min(each, len(moments)))):
            check(title, moment, lot.randrange(players), (seed, number), plays_on=number == 0)


def test_rules_are_pure(stele_title: str) -> None:
    """No module of the title imports or calls anything whose results vary by time or place, or stores state."""
    folder = Path(str(folder_of(stele_title)))
    own = folder.name if stele_title in outside_titles() else TITLES
    modules = [path for path in sorted(folder.rglob("*.py")) if folder / "tests" not in path.parents]
    trees = {path.name: ast.parse(path.read_text("utf-8")) for path in modules}
    mutable = {name for tree in trees.values() for name in mutable_classes(tree)}
    found = {
        name: [
            *(f"import of {one} in line {import_line(tree, one)}" for one in foreign_imports(tree, own, "stele.title")),
            *impurities(tree),
            *memories(tree, mutable),
        ]
        for name, tree in trees.items()
    }
    assert {name: bad for name, bad in found.items() if bad} == {}


def test_every_rule_is_promised_by_a_test(stele_title: str, stele_tests: Path) -> None:
    """Every number in RULES.md is in the docstring of a test of this title."""
    rules = find_rulebooks()[stele_title].meta.rules
    assert rules
    assert set() == set(rules) - cited(promises_in(stele_tests), rules)


def test_every_number_that_a_test_promises_is_a_rule(stele_title: str, stele_tests: Path) -> None:
    """Every rule number in a test is in RULES.md."""
    rules = find_rulebooks()[stele_title].meta.rules
    assert set() == cited(promises_in(stele_tests), rules) - set(rules)


def test_every_refusal_names_a_rule(stele_title: str) -> None:
    """Every number in the code's refusals is in RULES.md."""
    title = find_rulebooks()[stele_title]
    numbers = set(refused_with(title))
    assert numbers
    assert set() == numbers - set(title.meta.rules)


def test_every_event_follows_by_rules(stele_title: str) -> None:
    """Each type of event names at least one rule behind it, each once, and only rules of RULES.md."""
    title = find_rulebooks()[stele_title]
    for event in title.EVENTS:
        assert event.RULES, event
        assert len(set(event.RULES)) == len(event.RULES), event
        assert set() == set(event.RULES) - set(title.meta.rules), event


def test_what_may_be_hidden_is_declared_secret(stele_title: str) -> None:
    """Each event field whose type allows hiding is declared as a secret, and vice versa."""
    for event in find_rulebooks()[stele_title].EVENTS:
        may_be_hidden = {field.name for field in msgspec.structs.fields(event) if Hidden in _parts(field.type)}
        assert may_be_hidden == set(secret_fields(event)), event


def _parts(annotation: Any) -> Iterator[Any]:
    """The type and all its component types."""
    yield annotation
    for part in get_args(annotation):
        yield from _parts(part)


def test_numbers_have_no_gaps(stele_title: str) -> None:
    """The rules of each kind are numbered from 1 on."""
    rules = find_rulebooks()[stele_title].meta.rules
    for kind in kinds_of(rules):
        numbers = sorted(int(one[len(kind) :]) for one in rules if re.fullmatch(rf"{kind}\d+", one))
        assert list(range(1, len(numbers) + 1)) == numbers


def test_every_text_is_translated_by_the_title(stele_title: str) -> None:
    """In each language that the title declares, its catalog has translations of all its texts, and no other texts."""
    folder, sources, root = place_of_title(stele_title)
    declared = find_rulebooks()[stele_title].meta.languages
    assert "en" in declared and set(declared) <= set(LANGUAGES), f"the languages are among {', '.join(LANGUAGES)}"
    wanted = {message.id for message in texts_of(sources, root) if message.id}
    for language in declared:
        if language == "en":
            continue
        assert (folder / f"{language}.po").is_file(), f"{language}: make the catalog with python -m stele.catalogs"
        with (folder / f"{language}.po").open("rb") as file:
            catalog = read_po(file, locale=language)
        there = {message.id for message in catalog if message.id}
        assert there == wanted, f"{language}: bring the catalog up to date with python -m stele.catalogs"
        assert missing(catalog) == [], f"{language}: these are not translated"


def test_no_text_is_left_to_translate(stele_title: str) -> None:
    """Says how many texts are in English for readers of a language that the title does not declare."""
    folder, sources, root = place_of_title(stele_title)
    others = [one for one in LANGUAGES if one not in find_rulebooks()[stele_title].meta.languages]
    told = {one: to_translate(update(folder, sources, one, root)) for one in others}
    if left := [f"{language}.po {words}" for language, words in told.items() if words]:
        pytest.skip("; ".join(left))


def test_rules_are_translated(stele_title: str) -> None:
    """Translated rules have the same numbers."""
    from replay.rules_text import rules_in

    rules = list(find_rulebooks()[stele_title].meta.rules)
    for language in LANGUAGES:
        assert rules == list(rules_in(language, stele_title).by_number), language


def test_options_have_labels(stele_title: str) -> None:
    """Each option and each of its choices has a label, and the catalogs contain it."""
    _folder, sources, root = place_of_title(stele_title)
    texts = {message.id for message in texts_of(sources, root) if message.id}
    for option in find_rulebooks()[stele_title].meta.options:
        assert option.label, f"{option.name}: give it a label"
        assert len(option.labels) == len(option.choices), f"{option.name}: give each choice a label"
        for text in (option.text, option.label, *option.labels):
            assert text in texts, f"{option.name}: mark {text!r} with gettext_noop"


def test_teams_are_of_seats(stele_title: str) -> None:
    """Each entry of the teams is for a number of players that can play, once, and someone has a partner."""
    meta = find_rulebooks()[stele_title].meta
    numbers = [len(teams) for teams in meta.teams]
    assert len(set(numbers)) == len(numbers), f"teams: {numbers} has a number of players twice"
    for teams in meta.teams:
        assert meta.least_players <= len(teams) <= meta.most_players, f"teams: {teams} fits no number of players"
        assert len(set(teams)) < len(teams), f"teams: in {teams} no seat has a partner"


def test_points_have_words(stele_title: str) -> None:
    """The catalogs contain the words for the title's points, and texts for a number of points have a place for it."""
    points = find_rulebooks()[stele_title].meta.points
    if points is None:
        assert not hasattr(find_rulebooks()[stele_title], "standing"), "points: None, but there is `standing`"
    if points is None or points == Points():
        return
    _folder, sources, root = place_of_title(stele_title)
    found = [message.id for message in texts_of(sources, root) if message.id]
    texts = {
        text for one in found for text in ([one] if isinstance(one, str) else one)
    }  # a drawing may count them, too
    for text in (points.name, points.one, points.many):
        assert text in texts, f"points: mark {text!r} with gettext_noop"
    for text in (points.one, points.many):
        assert text.count("{number}") == 1, f"points: {text!r} needs {{number}} once"


def test_the_lesson_fits_its_record(stele_title: str) -> None:
    """If the title has a lesson, its record verifies, its steps and tasks exist, and each wrong answer to a task gets a
    text.
    """
    assert list(lesson_faults(stele_title)) == []


def test_golden_records_still_hold(stele_title: str, stele_tests: Path) -> None:
    """Every record in `golden` beside the tests folds and verifies with the current rules."""
    folder = stele_tests / "golden"
    records = sorted(folder.glob("*.ndjson"))
    if not records:
        pytest.skip(f"no golden records are kept yet: bundles in {folder}")
    for path in records:
        assert validate_bundle(path.read_bytes()).ok, path
