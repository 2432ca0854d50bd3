"""Kinds of computer players from packages: unsuitable ones are refused alone, and a missing one is named."""

import random
from importlib.metadata import EntryPoint

import pytest

from ai.kinds import GROUP, PROTOCOL, KindMissing, find_kinds, find_packages, kind_named, searches
from domain.game import Resign

SAID = f"from stele.computer_player import *\nPROTOCOL = {PROTOCOL}\n"
SOURCES = {
    "plain": (SAID + "description = say('Plain')\ndef choose(_r, _s, _seat, commands, _lot): return commands[0]", ""),
    "seeking": (SAID + "description = say('x')\nbudget = Budget(games=1)\ndef choose_among(tried, lot): ...", ""),
    "spending": (SAID + "description = say('x')\nbudget = 7\ndef choose(*_asked): return 1", ""),
    "undescribed": (SAID + "def choose(*_asked): return 1", "it has no `description` made by `say`"),
    "idle": (SAID + "description = say('Idle')", "it has no function `choose`"),
    "half": (SAID + "description = say('x')\nbudget = Budget(games=1)", "it has no function `choose_among`"),
    "newer": (f"PROTOCOL = {PROTOCOL + 1}", f"asks for version {PROTOCOL + 1} of the computer player protocol"),
    "broken": ("import no_such_module", "cannot be loaded: ModuleNotFoundError"),
    "steward": (SAID, "there is another computer player with the id steward"),
    "person": (SAID, "there is another computer player with the id person"),
    "Loud": (SAID, "an id is of lower case letters"),
}


def test_each_kind_is_refused_alone(tmp_path, monkeypatch):
    """The suitable ones play; of the others each is named with the reason."""
    monkeypatch.syspath_prepend(tmp_path)
    points = []
    for name, (source, _reason) in SOURCES.items():
        (tmp_path / f"kind_{name}.py").write_text(source, "utf-8")
        points.append(EntryPoint(name, f"kind_{name}", GROUP))
    found = find_packages(("steward", "person"), points)
    assert list(found.found) == ["plain", "seeking", "spending"]
    assert [searches(kind) for kind in found.found.values()] == [False, True, False]
    command = Resign(0)
    assert found.found["plain"].choose(None, None, 0, (command,), random.Random(1)) is command
    for name, (_source, reason) in SOURCES.items():
        assert reason in " ".join(found.refused.get(name, ())) and bool(reason) == (name in found.refused), name


def test_a_kind_that_is_not_installed_is_named():
    """The error names the kind, so that the log says why a game waits."""
    with pytest.raises(KindMissing, match="the computer player gone is not installed"):
        kind_named("gone")
    assert kind_named("steward") is find_kinds()["steward"]
