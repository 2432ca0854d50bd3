"""The laws on a title in a package whose hands are dealt at once, and which has no texts in other languages."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT

PACKAGE = ROOT / "tests" / "laws" / "dealt_hands"


def installed(place: Path) -> str:
    """The value of `PYTHONPATH` with which Stele finds the package, declared in this directory."""
    about = place / "dealt_hands-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: dealt-hands\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[stele.titles]\ndealt-hands = dealt_hands\n", "utf-8")
    return os.pathsep.join(map(str, (place, PACKAGE.parent, ROOT)))


def laws(site: str, *options: str) -> subprocess.CompletedProcess[str]:
    """The run of the package's tests, with the laws."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "stele.pytest_plugin", "-p", "no:cacheprovider", *options],
        cwd=PACKAGE, env={**os.environ, "PYTHONPATH": site}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.soak
def test_hands_dealt_at_once_keep_the_laws(tmp_path):
    """The laws hold for events with several secret draws, sorted or not, and for commands of other phases.

    A title with English texts only does not fail; the number of missing translations is reported.
    """
    ran = laws(installed(tmp_path), "-rs")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"it has {TEXTS} of {TEXTS} texts to translate; es has {TEXTS} of {TEXTS}" in ran.stdout
    assert "2 skipped" in ran.stdout, "the other one: no golden records"


TEXTS = 13


def changed(place: Path, *changes: tuple[str, str]) -> str:
    """The laws' result for a copy of the package with these changes."""
    site = installed(place)
    package = shutil.copytree(PACKAGE, place / "dealt_hands")
    source = (package / "__init__.py").read_text("utf-8")
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    (package / "__init__.py").write_text(source, "utf-8")
    return site


RULES = "rules=numbered_rules(__name__),"
BULLS = '__import__("stele.title").title.Points("Bulls", "{number} bull", "{number} bulls", "fewest")'
LABEL = ', label=gettext_noop("Sorted hands")'
FAULTS = {
    "translated": (RULES, f'{RULES} languages=("en", "it"),', "it: make the catalog with python -m stele.catalogs"),
    "have_labels": (LABEL, "", "sorts: give it a label"),
    "have_words": (RULES, f"{RULES} points={BULLS},", "mark 'Bulls' with"),
    "dealt_agrees": ("if card not in open_cards | own", "if card not in own", "assert False"),
}
MORE_FAULTS = {
    "translated": (RULES, f'{RULES} languages=("en", "de"),', "the languages are among en, it, es"),
    "have_labels": (LABEL, ', label="Sorted hands"', "mark 'Sorted hands' with gettext_noop"),
}


@pytest.mark.parametrize("faults", [FAULTS, MORE_FAULTS], ids=["faults", "more faults"])
def test_the_laws_find_the_faults(tmp_path, faults):
    """A declared language without a catalog, an unknown one, an option without a label, a deal of known cards."""
    site = changed(tmp_path, *((old, new) for old, new, _said in faults.values()))
    ran = laws(site, "-k", " or ".join(faults))
    assert ran.returncode == 1, ran.stdout + ran.stderr
    for name, (_old, _new, said) in faults.items():
        assert re.search(rf"^FAILED .*{name}", ran.stdout, re.MULTILINE) and said in ran.stdout, ran.stdout


def test_the_catalogs_count_what_is_to_be_translated(tmp_path):
    """The command says how many texts have no translation, and when there are none left."""
    site = changed(tmp_path)

    def update():
        asked = [sys.executable, "-m", "stele.catalogs", str(tmp_path / "dealt_hands")]
        environment = {**os.environ, "PYTHONPATH": site}
        return subprocess.run(asked, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    assert f"it.po has {TEXTS} of {TEXTS} texts to translate" in update()
    path = tmp_path / "dealt_hands" / "locale" / "it.po"
    path.write_text(re.sub(r'msgid "(.+)"\nmsgstr ""', r'msgid "\1"\nmsgstr "\1"', path.read_text("utf-8")), "utf-8")
    told = update()
    assert "it.po is up to date" in told and f"es.po has {TEXTS} of {TEXTS} texts to translate" in told
