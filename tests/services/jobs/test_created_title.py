"""A title made by `stele title new`: installed, it passes its tests and the laws, and `title check` says what it lacks.

It is played in `tests/browser/test_title_from_outside.py`.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from services.jobs.new_title import CannotCreate, new_title, write_title
from services.jobs.title_check import check_title
from tests.serving import ROOT, command


def run(place, site, *arguments):
    """Run Python with these arguments in this folder, with the installed packages of `site`; its output."""
    paths = os.pathsep.join((str(site), str(ROOT)))
    ran = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=place, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="session")
def created(tmp_path_factory):
    """A title for up to twelve players as an author has it after the first two commands: its folder and its site."""
    place = tmp_path_factory.mktemp("created")
    code, said = command(place / "data", "title", "new", "Dragon's Hoard", "--seats", "2-12", "--folder", str(place))
    assert code == 0 and "stele title preview dragons-hoard" in said, said
    assert (f"export PYTHONPATH={ROOT} PATH={ROOT}/bin:{Path(sys.executable).parent}:$PATH" in said) == (
        shutil.which("stele") is None
    )  # a checkout is not installed
    site = place / "site"
    run(
        place, site, "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps", "--no-index",
        "--no-build-isolation", "--no-compile", "--target", str(site), str(place / "dragons-hoard"),
    )  # fmt: skip
    return place / "dragons-hoard", site


def test_nothing_of_the_template_is_left(created):
    """Files and their names have the command's names and numbers, and none of the template's."""
    folder, _site = created
    files = [path for path in folder.rglob("*") if path.is_file()]
    text = "\n".join([*map(str, files), *(path.read_text("utf-8") for path in files)])
    assert len(files) > 15
    assert "ew-title" not in text and "ew_title" not in text and "New Title" not in text
    assert text.count("2 to 12 players") == 3
    assert "least_players=2,\n    most_players=12," in text


def test_its_tests_and_the_laws_pass(created):
    """All of them, with each number of players; skipped: golden records, and texts in other languages."""
    folder, site = created
    said = run(
        folder, site, "pytest", "-q", "-p", "no:cacheprovider", "--stele-playouts", "1",
        "-k", "not determinism",
    )  # fmt: skip
    assert "53 passed, 2 skipped" in said


def checked(site):
    """The exit code and the output of `title check` with these packages installed."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "flask", "--app", "app", "title", "check", "dragons-hoard"]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    return ran.returncode, ran.stdout


def test_nothing_must_be_mended(created):
    """The created title's optional parts are listed as such, each with its purpose, and there are no faults."""
    code, said = checked(created[1])
    assert code == 0 and "To mend" not in said
    assert "Dragon's Hoard (dragons-hoard), for 2 to 12 players, in " in said
    assert "Optional: Without lesson.py, there is no lesson" in said
    assert "Optional: Designer and year are still those of `title new`. Name yours in meta." in said
    assert "Optional: Language it: the title has 34 of 34 texts to translate." in said
    assert "Nothing must be mended." in said


def edited(site, name, old, new):
    """Replace this text in a module of the installed title."""
    path = site / "stele_dragons_hoard" / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


MISTAKES = {
    "rules=numbered_rules(__name__),": 'rules=numbered_rules(__name__), languages=("it", "xx"),',
    "components=(ComponentStatus": 'components=(ComponentStatus("Box", "host", "Mine."), ComponentStatus',
    "least_players=2": "least_players=13",
    'designer="traditional"': 'designer="Ada"',
    ', label=gettext_noop("Rounds")': "",
}
"""The changes to the title's declaration."""


def test_what_must_be_mended(created, tmp_path):
    """Each sentence says what is wrong and what to do."""
    site = shutil.copytree(created[1], tmp_path / "site")
    for old, new in MISTAKES.items():
        edited(site, "__init__.py", old, new)
    edited(site, "RULES.md", "- **", "- ")
    for name in ("events.py", "turns.py", "narration.py"):
        edited(site, name, "PotBanked", "GameFinished")
    (site / "stele_dragons_hoard" / "lesson.py").write_text("\nLESSON = 1 / 0\n", "utf-8")
    (site / "stele_dragons_hoard" / "web" / "titles" / "dragons-hoard" / "board.js").unlink()
    code, said = checked(site)
    assert code == 1 and "Nothing must be mended" not in said and "Designer and year" not in said
    for sentence in (
        "To mend: It is for 13 to 12 players. Correct least_players",
        "To mend: RULES.md has no numbered rule. Begin the list item",
        "To mend: The option rounds has no label, or not one for each choice. Add label and labels.",
        "To mend: GameFinished is the name of a command or event of all titles. Rename yours.",
        "To mend: meta.languages does not contain en.",
        "To mend: Stele has no pages in the language xx.",
        "To mend: Language it: the title has ",
        "To mend: lesson.py cannot be loaded: ZeroDivisionError: division by zero (lesson.py, line 2).",
        "Optional: The certainty of the part Box is only: host. Compare its data with a printed copy.",
        "Optional: Without web/titles/dragons-hoard/board.js, the page draws what it declares, or else shows the view",
    ):
        assert sentence in said, (sentence, said)


def test_a_title_that_cannot_be_loaded(created, tmp_path):
    """The sentence names the line; a title that is not there is to be installed."""
    site = shutil.copytree(created[1], tmp_path / "site")
    edited(site, "view.py", "from stele.title import Show", "from stele.title import Shaw, Show")
    code, said = checked(site)
    assert code == 1
    assert "cannot be loaded: ImportError: cannot import name 'Shaw'" in said and "(view.py, line 3)" in said
    (missing,) = check_title("dragons-hoard")
    assert not missing.is_optional and missing.text.startswith("It is not installed. Run `python -m pip install")


@pytest.mark.parametrize(
    "name, seats, reason",
    [
        ("kheops", "2-4", "There is a title kheops already. Choose another name."),
        ("7 Wonders", "2-4", "The name's id would be '7-wonders'. Begin with a letter"),
        ('A "quoted" name', "2-4", "Name the title with letters, digits, spaces"),
        ("Azul", "2-13", "Give the seats as 4 or 2-6, from 2 to 12."),
        ("Azul", "5-3", "Give the seats as 4 or 2-6, from 2 to 12."),
        ("Azul", "two", "Give the seats as 4 or 2-6, from 2 to 12."),
    ],
)
def test_refusals(tmp_path, name, seats, reason):
    """A refusal says what is wrong and what to do, and no file is written."""
    with pytest.raises(CannotCreate) as refused:
        write_title(new_title(name, seats), tmp_path)
    assert reason in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_not_touched(tmp_path):
    """A second title with the same name is refused."""
    arguments = ("title", "new", "Café Noir", "--seats", "3", "--folder", str(tmp_path))
    assert command(tmp_path, *arguments)[0] == 0
    assert "For 3 players." in (tmp_path / "cafe-noir" / "stele_cafe_noir" / "RULES.md").read_text("utf-8")
    code, said = command(tmp_path, *arguments)
    assert code == 1 and "cafe-noir exists already." in said
