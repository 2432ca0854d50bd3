"""Sets of recorded games: written by one command, the same each time, and replayed as the environment shows them."""

import gzip
import runpy

import msgspec
import pytest
from click.testing import CliRunner

from api.commands.ai import dataset
from audit.bundle import export_bundle, import_entries
from audit.verification.verify import verify
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from operations.version import VERSION
from stele.research import BadGameSet, read_games, read_header
from tests.serving import ROOT
from verify.bundle import read_bundle

GAMES = 20
EXAMPLES = ROOT / "examples" / "research"


def write(path, *more):
    """The command's outcome."""
    arguments = [str(path), "--games", str(GAMES), "--kinds", "random", *more]
    return CliRunner().invoke(dataset, arguments)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A set of games of all titles."""
    path = tmp_path_factory.mktemp("set") / "games.jsonl.gz"
    assert write(path).exit_code == 0
    return path


def test_every_record_verifies(path):
    """No check fails, and every title is there."""
    games = list(read_games(path))
    assert len(games) == GAMES and {one.title for one in games} == set(find_rulebooks())
    assert all(verify(one.bundle.encode()).ok for one in games[:4])


def test_the_parts_are_the_whole(path):
    """Each game is in one of two parts, which the file tells."""
    parts = [[one.seed for one in read_games(path, part)] for part in ("train", "test")]
    assert all(parts) and sorted([*parts[0], *parts[1]]) == sorted(one.seed for one in read_games(path))


def test_the_same_choices_write_the_same_file(path, tmp_path):
    """Byte for byte; another seed gives other games."""
    again, other = tmp_path / "again.gz", tmp_path / "other.gz"
    write(again)
    write(other, "--seed", "2")
    assert again.read_bytes() == path.read_bytes() != other.read_bytes()
    assert {one.name for one in tmp_path.iterdir()} == {"again.gz", "other.gz"}


def test_steps_are_as_the_environment_shows_them(path):
    """Each action is legal where it was chosen, and its seat's last reward follows from the bundle's places."""
    for game in list(read_games(path))[: len(find_rulebooks())]:
        steps = list(game.steps())
        assert all(step.observation["action_mask"][step.action] == 1 for step in steps)
        assert {step.agent for step in steps} == {f"seat_{seat}" for seat in range(game.players)}
        rewards = {step.agent: step.reward for step in steps}
        assert abs(sum(rewards.values())) < 1e-9 and max(rewards.values()) > 0


def test_games_of_people_from_bundles(tmp_path):
    """Finished games that verify, each once and without names; their steps are legal, also around take-backs."""
    path, bad, named = (tmp_path / name for name in ("people.gz", "bad.ndjson", "named.ndjson"))
    golden = ROOT / "titles/kheops/tests/golden"
    entries = import_entries(read_bundle((golden / "rolled-back.ndjson").read_bytes()))
    lines = list(export_bundle(projector_for("kheops"), "named", entries, "all", names={"p": "Ada"}))
    named.write_bytes(b"".join(lines))
    bad.write_bytes(b"".join(lines[:-3]))
    sources = [word for source in (golden, golden, named, bad) for word in ("--from", str(source))]
    told = CliRunner().invoke(dataset, [str(path), *sources])
    assert told.exit_code == 0 and told.stderr.count("(it is not finished)") == 4 and f"{bad} (" in told.stderr
    games, header = list(read_games(path)), read_header(path)
    assert 8 < len(games) == len({one.bundle for one in games}) and (header.titles, header.seed) == (("kheops",), "")
    assert "person" in header.kinds and not any('"names"' in one.bundle.partition("\n")[0] for one in games)
    assert all(any(event in one.bundle for one in games) for event in ("DisputeDecided", "TakenBack", "SeatResigned"))
    for game in games:
        assert all(step.observation["action_mask"][step.action] == 1 for step in game.steps())
        assert verify(game.bundle.encode()).ok
    refused = CliRunner().invoke(dataset, [str(tmp_path / "x"), "--from", str(bad)])
    assert refused.exit_code == 1 and "there is no finished game" in refused.output and not (tmp_path / "x").exists()
    refused = CliRunner().invoke(dataset, [str(tmp_path / "x"), "--from", str(golden), "--games", "9"])
    assert refused.exit_code == 2 and "--games is for games that are played" in refused.output


def test_a_damaged_file_is_refused(path, tmp_path):
    """A file that is cut off, has a changed value, or is something else is refused."""
    bad, lines = tmp_path / "bad.gz", gzip.decompress(path.read_bytes())
    foreign = gzip.compress(b"{}\n")
    changed = gzip.compress(lines.replace(b'"seed":"1/3"', b'"seed":"1/4"'))
    for content in (path.read_bytes()[:-2000], changed, foreign, b"something else"):
        bad.write_bytes(content)
        with pytest.raises(BadGameSet):
            list(read_games(bad))


def test_the_header_tells_the_choices(tmp_path):
    """The header has the choices, the version that played, and the licence; a header without the last two is read as
    well.
    """
    path = tmp_path / "games.gz"
    assert write(path, "--title", "kheops", "--licence", "CC0-1.0").exit_code == 0
    header = read_header(path)
    assert (header.titles, header.kinds, header.games, header.seed) == (("kheops",), ("random",), GAMES, "1")
    assert (header.stele, header.licence) == (VERSION, "CC0-1.0")
    older = {"titles": ["kheops"], "kinds": ["random"], "games": 0, "seed": "1", "format": "stele-games/1"}
    path.write_bytes(gzip.compress(msgspec.json.encode(older) + b"\n"))
    assert (read_header(path).stele, read_header(path).licence) == ("", "")
    path.write_bytes(b"no games")
    with pytest.raises(BadGameSet):
        read_header(path)


def test_the_clone_learns(tmp_path, monkeypatch):
    """After eight games of stewards, the clone chooses as they do three times as often as a random player."""
    path = tmp_path / "games.gz"
    assert write(path, "--title", "amun-re-card-game", "--kinds", "steward", "--games", "8").exit_code == 0
    monkeypatch.syspath_prepend(EXAMPLES)
    cloning = runpy.run_path(str(EXAMPLES / "cloning.py"))
    learnt = cloning["learn"](path)
    assert learnt.agreed > 3 * learnt.at_random
    mean, error = cloning["measure"]("amun-re-card-game", 2, 16, learnt.clone)
    assert mean > 3 * error
