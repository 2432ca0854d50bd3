"""The six laws over random playouts of every title found, with every number of players and with its options."""

import os
import subprocess
import sys

import pytest

from domain.rulebooks import find_rulebooks
from tests.laws.walk import LawBroken, Walk

SHORT, LONG = 2, 1000
TABLES = [
    (title, players)
    for title, rulebook in find_rulebooks().items()
    for players in range(rulebook.meta.least_players, rulebook.meta.most_players + 1)
]


def test_there_are_titles():
    """A suite over no titles would prove nothing."""
    assert TABLES


@pytest.mark.parametrize("title", find_rulebooks())
def test_laws_hold_at_every_step(title):
    """Laws 1 to 5 hold at every single step of a playout with the fewest players."""
    Walk(title, find_rulebooks()[title].meta.least_players, seed=0, thorough=True).run()


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_laws_hold_in_short(title, players):
    """Laws 1 to 5 hold at sampled steps of some more playouts, one of them with options drawn at random."""
    for seed in range(1, SHORT + 1):
        Walk(title, players, seed).run()


@pytest.mark.soak
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_laws_hold_in_full(title, players):
    """Laws 1 to 5 hold over a thousand playouts for every number of players."""
    for seed in range(LONG):
        Walk(title, players, seed, thorough=seed == 0).run()


@pytest.mark.parametrize("title", find_rulebooks())
def test_determinism_law(title):
    """Law 6 holds with the fewest players."""
    check_determinism(title, find_rulebooks()[title].meta.least_players)


@pytest.mark.soak
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_determinism_law_in_full(title, players):
    """Law 6 holds for every number of players."""
    check_determinism(title, players)


def check_determinism(title, players):
    """Law 6: the same stream, commands and luck give the same digests whatever the hash seed is."""
    code = (
        "import sys; from tests.laws.walk import Walk;"
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


def test_a_broken_law_is_kept_and_replayed(tmp_path, monkeypatch):
    """A playout that breaks a law leaves a file from which the same command order is replayed."""
    title, players = TABLES[0]
    monkeypatch.setattr("tests.laws.walk.FAILURES", tmp_path)
    walk = Walk(title, players, seed=1)
    monkeypatch.setattr(walk, "_check_end", lambda: walk._expect(False, "progress", "said so"))
    with pytest.raises(LawBroken, match=r"replay it: python -m tests\.laws"):
        walk.run()
    kept = next(tmp_path.iterdir())
    ran = subprocess.run([sys.executable, "-m", "tests.laws", str(kept)], capture_output=True, text=True, check=False)
    assert "every law holds" in ran.stdout
    assert str(walk.entries[-1].position) in ran.stdout
