"""The six laws over random playouts of every title found, with every number of players and with its options."""

import os
import subprocess
import sys

import pytest

from domain.title_loader import find_rulebooks
from sdk.laws.suite import check_determinism, test_laws_hold_at_every_step, test_laws_hold_in_short, test_rules_are_pure
from sdk.laws.walk import LawBroken, Walk
from tests.measured import ROOT

__all__ = ["test_laws_hold_at_every_step", "test_laws_hold_in_short", "test_rules_are_pure"]

LONG = 1000
TABLES = [
    (title, players)
    for title, rulebook in find_rulebooks().items()
    for players in range(rulebook.meta.least_players, rulebook.meta.most_players + 1)
]


def test_there_are_titles():
    """Without titles the laws would hold for nothing, so there must be some."""
    assert TABLES


@pytest.mark.soak
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_laws_hold_in_full(title, players):
    """Laws 1 to 5 hold over a thousand playouts for every number of players."""
    for seed in range(LONG):
        Walk(title, players, seed, thorough=seed == 0).run()


PLAYED = """
from ai.self_play import play_out
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
for title, rulebook in find_rulebooks().items():
    played = play_out(projector_for(title), ["random"] * rulebook.meta.least_players, "7")
    print(title, played.entries[-1].digest.hex())
"""


def test_determinism_law_in_short():
    """Law 6 holds with the fewest players: digests do not depend on the hash seed. Two processes play all titles."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", PLAYED], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    (played,) = digests
    assert [line.split()[0] for line in played.splitlines()] == list(find_rulebooks())


@pytest.mark.soak
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_determinism_law_in_full(title, players):
    """Law 6 holds for every number of players."""
    check_determinism(title, players)


def test_a_broken_law_is_kept_and_replayed(tmp_path, monkeypatch):
    """A playout that breaks a law leaves a file that replays the same order of commands."""
    title, players = TABLES[0]
    monkeypatch.setattr("sdk.laws.walk.FAILURES", tmp_path)
    walk = Walk(title, players, seed=1)
    monkeypatch.setattr(walk, "_check_end", lambda: walk._expect(False, "progress", "said so"))
    with pytest.raises(LawBroken, match=r"replay it: python -m stele.laws"):
        walk.run()
    kept = next(tmp_path.iterdir())
    ran = subprocess.run([sys.executable, "-m", "stele.laws", str(kept)], capture_output=True, text=True, check=False)
    assert "every law holds" in ran.stdout
    assert str(walk.entries[-1].position) in ran.stdout


def test_a_sentence_without_its_seats_breaks_the_view_law(tmp_path, monkeypatch):
    """A translated sentence without a player's name is found by comparison with the English one."""
    monkeypatch.setattr("sdk.laws.walk.FAILURES", tmp_path)
    monkeypatch.setattr("sdk.laws.walk.translator", lambda _language: lambda text: text.replace("{player}", "somebody"))
    with pytest.raises(LawBroken, match="does not name the seats"):
        Walk(*TABLES[0], seed=0).run()
