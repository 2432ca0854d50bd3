"""Every title is checked against the rulebook's protocol, and what is wrong with one is told."""

import pytest

from tests.typed_titles import titles, verdict
from titles import kheops

NAMES = [name for name in kheops.__all__ if name != "standing"]
OFFERED = f"from titles.kheops import {', '.join(NAMES)}\n__all__ = {[*NAMES, 'standing']}\n"
BAD = {
    "without_standing": OFFERED.replace(", 'standing'", ""),
    "wrong_standing": OFFERED + "def standing(state: State, seat: int) -> tuple[int, ...]: return ()\n",
    "wrong_change": (
        OFFERED + "from domain.phases import changes\n"
        "from titles.kheops.events import PawnPlaced, TileDrawn\n"
        "from titles.kheops.scoring import standing\n"
        "def _drawn(state: State, event: TileDrawn) -> State: return state\n"
        "CHANGE = changes(PawnPlaced, _drawn)\n"
    ),
}


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """What mypy says of all titles and of three that are wrong."""
    place = tmp_path_factory.mktemp("titles")
    for name, source in BAD.items():
        (place / f"{name}.py").write_text(source, "utf-8")
    return verdict([*titles(), *BAD], place).stdout


def errors(judged, name):
    """What is said of this module, without the place."""
    return [line.partition(": ")[2] for line in judged.splitlines() if f"{name}.py:" in line or f"{name}_is_a" in line]


def test_every_title_is_a_rulebook(judged):
    """Nothing is said of the titles that are there."""
    assert titles()
    assert [name for name in titles() if errors(judged, name.rpartition(".")[2])] == []


def test_a_title_without_a_name_is_refused(judged):
    """A title that does not offer `standing` is none."""
    assert 'note: "ModuleType" is missing following "Rulebook" protocol member:' in errors(judged, "without_standing")
    assert "note:     standing" in errors(judged, "without_standing")


def test_a_title_with_a_wrong_signature_is_refused(judged):
    """What a title offers must take and give what the protocol says."""
    assert 'note: Following member(s) of Module "wrong_standing" have conflicts:' in errors(judged, "wrong_standing")


def test_a_change_for_another_event_is_refused(judged):
    """`changes` takes no function that is written for another event."""
    (told,) = [told for told in errors(judged, "wrong_change") if told.startswith("error")]
    assert 'expected "Callable[[State, PawnPlaced], State]"' in told
