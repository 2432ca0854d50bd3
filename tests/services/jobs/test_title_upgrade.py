"""Title upgrade: packages of earlier protocols are rewritten; the title of the last release then plays by its laws."""

import os
import subprocess
import sys
import tarfile

import pytest
from click.testing import CliRunner

from api.commands.title import title
from domain.rulebook import PROTOCOL
from services.jobs.title_upgrade import BY_HAND
from tests.missing_programs import skip_without
from tests.serving import ROOT

RELEASE = "035631f1b2eb3873119082a54d9539f70eef7498"
"""Version 1.0.0, whose titles have protocol 2."""

FORMER = '''"""A title of protocol 1."""

from domain.course import Chapter, Phase, changes, decides
from domain.rulebook import Meta
from domain.redaction import HIDDEN

PROTOCOL = 1

meta = Meta(
    id="é",
)
CHAPTER: Chapter[int] = Chapter(
    phases={"play": Phase("A1", asked=asks, options=(HIDDEN,)), "over": Phase("A2")},
    commands=(decides(Play, play),),
    events=(changes(Played, _played),),
)
COURSE = Course((bidding.CHAPTER,))
'''
PRESENT = '''"""A title of protocol 1."""

from stele.title import PhaseRules, Phase, decides
from stele.title import Meta
from stele.title import Hidden

PROTOCOL = 3

meta = Meta(
    id="é",
    languages=("en", "it"),
)
PHASE_RULES: PhaseRules[int] = PhaseRules(
    phases={"play": Phase("A1", asked=asks, options=(Hidden(),), commands=(decides(Play, play),)), "over": Phase("A2")},
    events=(_played,),
)
COURSE = Course((bidding.PHASE_RULES,))
'''


def upgraded(folder):
    """The exit code and output of the command."""
    ran = CliRunner().invoke(title, ["upgrade", str(folder)])
    return ran.exit_code, ran.output


def test_a_package_is_rewritten_once(tmp_path):
    """Names, decisions, events and languages are rewritten, the author's remaining work is listed, and a second run
    changes nothing.
    """
    module, catalog, drawing = (tmp_path / name for name in ("__init__.py", "locale/it.po", "board.js"))
    module.write_text(FORMER, "utf-8")
    catalog.parent.mkdir()
    catalog.write_text("")
    drawing.write_text('import { el } from "../../dom.js";\n')
    code, said = upgraded(tmp_path)
    assert code == 0 and str(module) in said
    assert all(text in said for texts in BY_HAND.values() for text in texts)
    assert module.read_text("utf-8") == PRESENT
    assert drawing.read_text() == 'import { el } from "../../core/dom.js";\n'
    assert upgraded(tmp_path) == (0, f"The title has the present protocol, {PROTOCOL}.\n")
    module.write_text("PROTOCOL = 2\nthis is no Python\n")
    code, said = upgraded(tmp_path)
    assert code == 1 and "is not Python" in said
    assert max(BY_HAND) == PROTOCOL, "say what the new protocol leaves to authors, and rewrite the rest"
    module.unlink()
    assert upgraded(tmp_path)[0] == 1


@pytest.mark.soak
def test_the_title_of_the_last_release_plays(tmp_path):
    """A title of the last release passes its tests and the laws, with its record of then, once labels and texts are
    added.
    """
    skip_without("git")
    archive = tmp_path / "release.tar"
    packed = ["git", "archive", "-o", str(archive), RELEASE, "examples/liars-dice"]
    if subprocess.run(packed, cwd=ROOT, capture_output=True, check=False).returncode:
        pytest.skip("the history does not reach back to the last release")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path, filter="data")
    folder = tmp_path / "examples" / "liars-dice"
    assert upgraded(folder)[0] == 0
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps", "--no-index"]
    site = tmp_path / "site"
    subprocess.run([*pip, "--no-build-isolation", "--no-compile", "--target", str(site), str(folder)], check=True)
    laws = [sys.executable, "-m", "pytest", "-p", "stele.pytest_plugin", "-k", "not labels and not translated"]
    environment = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}
    ran = subprocess.run(laws, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
