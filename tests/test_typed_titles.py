"""The check of titles against the rulebook's protocol, which `make lint` makes of every title, reports errors."""

from tests.typed_titles import titles, verdict
from titles import kheops

NAMES = [name for name in kheops.__all__ if name != "standing"]
OFFERED = f"from titles.kheops import {', '.join(NAMES)}\n__all__ = {[*NAMES, 'standing']}\n"
BAD = {
    "without_standing": OFFERED.replace(", 'standing'", ""),
    "wrong_standing": OFFERED + "def standing(state: State, seat: int) -> tuple[int, ...]: return ()\n",
}


def errors(judged, name):
    """The messages about this module, without the place."""
    return [line.partition(": ")[2] for line in judged.splitlines() if f"{name}.py:" in line or f"{name}_is_a" in line]


def test_a_bad_title_is_no_rulebook(tmp_path):
    """The missing member of one title is named, and the wrong signature of another."""
    for name, source in BAD.items():
        (tmp_path / f"{name}.py").write_text(source, "utf-8")
    judged = verdict([kheops.__name__, *BAD], tmp_path).stdout
    assert kheops.__name__ in titles() and errors(judged, "kheops") == []
    lacking = errors(judged, "without_standing")
    assert 'note: "ModuleType" is missing following "RulebookWithPoints" protocol member:' in lacking
    assert "note:     standing" in lacking
    assert 'note: Following member(s) of Module "wrong_standing" have conflicts:' in errors(judged, "wrong_standing")
