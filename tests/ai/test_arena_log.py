"""Arena log: a stopped tournament resumes, with the same result as an uninterrupted one."""

from click.testing import CliRunner

from api.commands.ai import tournament
from domain.title_loader import find_rulebooks

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


def run(path, games, *more):
    """The command's output and exit code."""
    arguments = [TITLE, "--kinds", "random,random", "--games", str(games), "--log", str(path), *more]
    return CliRunner().invoke(tournament, arguments)


def test_a_tournament_resumes(tmp_path):
    """Games of an earlier run count and are not played again, even after a torn last line."""
    at_once, broken_off = tmp_path / "at-once", tmp_path / "broken-off"
    told = run(at_once, 4).output.splitlines()[-3:]
    assert "won" in told[0]
    lines = at_once.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    # The second game of the file replaces the first, which shows whether it was played again.
    moved = lines[2].replace(b'"number":1', b'"number":0')
    broken_off.write_bytes(b"".join([lines[0], moved, lines[2][:20]]))
    run(broken_off, 4)
    assert broken_off.read_bytes().splitlines(keepends=True) == [lines[0], moved, *lines[2:]]
    assert run(at_once, 4).output.splitlines()[-3:] == told
    assert at_once.read_bytes() == b"".join(lines)


def test_games_on_other_terms_do_not_count(tmp_path):
    """Another seed or a foreign line in the file is refused, and the file is not written to."""
    path = tmp_path / "games"
    run(path, 1)
    for content in (path.read_bytes(), b"something else\n", b"a line without an end"):
        path.write_bytes(content)
        outcome = run(path, 2, "--seed", "2")
        assert outcome.exit_code != 0 and "is not the log of this tournament" in outcome.output
        assert path.read_bytes() == content


def test_an_unwritable_file_and_a_bad_time(tmp_path):
    """The path and the reason are named before a game is played; a torn first line is not a foreign one."""
    outcome = run(tmp_path / "nowhere" / "games", 1)
    assert 1 == outcome.exit_code and f"{tmp_path / 'nowhere' / 'games'}: No such file" in outcome.output
    for seconds in ("nan", "inf", "0"):
        assert 2 == run(tmp_path / "games", 1, "--seconds", seconds).exit_code
    assert not list(tmp_path.iterdir())
    path = tmp_path / "games"
    run(path, 1)
    whole = path.read_bytes()
    path.write_bytes(whole[:20])
    run(path, 1)
    assert whole == path.read_bytes()
