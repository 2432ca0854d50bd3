"""The command line, as typed by an operator."""

import base64
import os
import re
import shutil
import signal
from functools import partial

import pytest

from ai.arena import arena_result, play_arena
from app import make_services
from domain.game import TakeSeat
from domain.projector import projector_for
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.valkey.embedded import ensure_server
from services.jobs.worker import COMPUTER_PLAYERS
from tests.clusters import until
from tests.services.accounts.test_mailer import FROM, Received, mail_server
from tests.services.jobs.commands import typed
from tests.serving import ROOT, Forked, begun

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


@pytest.fixture(scope="module")
def flask(server_directory):
    """Runs a command with a separate data directory; returns exit code and output."""
    return partial(typed, {"STELE_DATA": str(begun(server_directory("command-line")))})


@pytest.fixture
def golden(monkeypatch, tmp_path):
    """The directory of golden records, with a single one."""
    directory = tmp_path / "checkout" / "titles" / "some" / "tests" / "golden"
    directory.mkdir(parents=True)
    one = min(ROOT.glob("titles/*/tests/golden/*.ndjson"), key=lambda path: path.stat().st_size)
    shutil.copy(one, directory)
    monkeypatch.setattr("api.commands.records._CHECKOUT", tmp_path / "checkout")
    return directory


def test_playout_export_import_audit(flask, tmp_path):
    """A played-out game's bundle verifies, is imported, audited, and exported unchanged."""
    bundle = tmp_path / "game.ndjson"
    code, text = flask("playout", TITLE, "--seed", "9", "--kinds", "steward,random", "--bundle", str(bundle))
    assert code == 0, text
    assert "won." in text.splitlines()[-1]
    assert flask("verify", str(bundle))[0] == 0
    code, text = flask("import", str(bundle))
    assert code == 1 and "it is unsigned" in text
    code, text = flask("import", str(bundle), "--unsigned")
    assert code == 0 and "is here now" in text, text
    code, text = flask("import", str(bundle), "--unsigned")
    assert code == 0 and "was already here" in text, text
    code, text = flask("audit", "playout")
    assert code == 0, text
    assert "played again" in text
    code, text = flask("audit", "--all")
    assert (code, text.splitlines()) == (0, ["1/1 games, bad so far: 0"])
    code, text = flask("export", "playout")
    assert text.splitlines()[1:-1] == bundle.read_text().splitlines()[1:-1]
    code, text = flask("export", "--all", str(tmp_path / "all"))
    assert "1 games exported" in text


def test_private_games_are_exported_on_request(own_directory, tmp_path):
    """A backup has the private games, too, and a public export has none; no id leads out of the directory."""
    settings = {"STELE_DATA": str(own_directory)}
    tables = make_services(settings).games.tables
    for private in (False, True):
        creator = TakeSeat(0, player="ada")
        tables.open(GameTerms("kheops", 2, private=private), creator=creator, game_id=f"private-{private}".lower())
    redis = tables.store.redis
    for key in (str(one, "ascii") for one in redis.scan_iter("stele:*:game:private-false:*")):
        redis.copy(key, key.replace("private-false", "../../outside"))
    for more, names in (([], ["private-false"]), (["--private"], ["private-false", "private-true"])):
        directory = tmp_path / f"exported-{len(names)}" / "here"
        code, text = typed(settings, "export", "--all", str(directory), *more)
        assert code == 0, text
        assert f"{len(names)} games exported" in text and "'../../outside'" in text
        assert sorted(path.stem for path in directory.iterdir()) == names
    assert not list(tmp_path.rglob("outside*"))


def test_validate(flask, golden, tmp_path):
    """Every game of the server and every golden record is validated; a bad one is named with its place, and the exit
    code is 1.
    """
    bundle = tmp_path / "one" / "game.ndjson"
    bundle.parent.mkdir()
    code, text = flask("playout", TITLE, "--seed", "12", "--bundle", str(bundle))
    assert code == 0, text
    code, text = flask("validate", str(bundle.parent))
    assert (code, "Records on this server: 0; bundles: 1; bad: 0." in text) == (0, True), text
    code, text = flask("validate")
    assert code == 0, text
    stored, bundles = map(int, re.findall(r"(?:server|bundles): (\d+)", text))
    assert (stored <= 1, bundles) == (True, 1)
    bundle.write_bytes(bundle.read_bytes().replace(b'"luck\\":1', b'"luck\\":2', 1))
    code, text = flask("validate", str(bundle))
    assert code == 1
    assert f"{bundle}\n" in text and "First bad entry: 1-" in text and "bad: 1." in text
    (golden / "nothing").mkdir()
    code, text = flask("validate", str(golden / "nothing"))
    assert (code, "there is nothing to validate" in text) == (1, True)


def test_refused_commands(flask, tmp_path):
    """Each mistake has its sentence and an exit code."""
    nonsense = tmp_path / "nonsense.ndjson"
    nonsense.write_text("nonsense\n")
    for arguments, sentence in (
        (("verify", str(nonsense)), "NOT consistent"),
        (("import", str(nonsense)), "line 1"),
        (("audit", "nowhere"), "no game with the id"),
        (("audit",), "name a game, or --all"),
        (("audit", "nowhere", "--all"), "name a game, or --all"),
        (("export",), "name a game"),
        (("playout", "nowhere"), "there is no title"),
        (("playout", TITLE, "--players", "99"), "is for"),
        (("playout", TITLE, "--kinds", "genius"), "no computer player"),
        (("playout", TITLE, "--option", "colour=red"), "no such option"),
        (("tournament", "nowhere"), "there is no title"),
        (("tournament", TITLE, "--option", "colour=red"), "no such option"),
        (("tournament", TITLE, "--kinds", "random", "--games", "1"), "is for"),
    ):
        code, text = flask(*arguments)
        assert code != 0 and sentence in text, text


def test_a_playout_with_an_option(flask, tmp_path):
    """The record has the value that was chosen."""
    bundle = tmp_path / "game.ndjson"
    title, flag = next(
        (title, option.name)
        for title, rulebook in find_rulebooks().items()
        for option in rulebook.meta.options
        if option.kind == "flag" and not option.default
    )
    code, text = flask("playout", title, "--option", f"{flag}=true", "--kinds", "random", "--bundle", str(bundle))
    assert code == 0, text
    assert rf"\"{flag}\":true" in bundle.read_text()


def test_tournament():
    """Each computer player sits in every seat equally often; a score has its interval, and the visits are counted."""
    kinds = ["steward", "random"]
    told = list(play_arena(projector_for("kheops"), kinds, range(2), "test", {"white": "first"}))
    outcome = arena_result(projector_for("kheops").rulebook, kinds, told)
    steward, other = outcome.scores
    assert ([game.number for game in told], [steward.kind, other.kind]) == ([0, 1], ["steward", "random"])
    assert all([count for count, _won in score.by_seat] == [1, 1] for score in outcome.scores)
    assert (steward.wins, other.wins, steward.shared) == (2, 0, 0)
    low, high = steward.interval()
    assert low == pytest.approx(0.342, abs=0.001) and high == 1.0  # Wilson's of two out of two
    assert outcome.visits.answers > outcome.visits.visits == outcome.visits.waits > 2


def test_a_worker_elsewhere_leaves_the_checkpoints_alone(own_directory):
    """With `--no-checkpoints`, a worker works like any other and signs nothing, not even when it stops."""
    environment = {**os.environ, "STELE_DATA": str(own_directory)}
    here = make_services(environment)
    here.games.tables.open(GameTerms(TITLE, 2))
    arguments = ["flask", "--app", "app", "worker", "--no-demo", "--no-checkpoints"]
    worker = Forked(arguments, environment, own_directory / "worker.log")
    until(lambda: here.storage.watch.seconds_since_sign(COMPUTER_PLAYERS) is not None)
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(60) == 0
    assert [] == list(own_directory.glob("checkpoints/*.note"))


def test_a_second_directory_gets_no_checkpoints(own_directory, tmp_path, caplog, monkeypatch):
    """While a worker writes checkpoints in one directory, a worker with another writes none and says so.

    After the first has ended, the second may.
    """
    monkeypatch.setattr("services.games.integrity._PAUSE_SECONDS", 0.05)
    path = ensure_server(own_directory)
    settings = {"REDIS_URL": f"unix://{path}", "STELE_SECRET": base64.b64encode(bytes(32)).decode()}
    first, second = (make_services({**settings, "STELE_DATA": str(tmp_path / name)}) for name in ("first", "second"))
    first.games.tables.open(GameTerms(TITLE, 2))

    def notes(name):
        return list((tmp_path / name).glob("checkpoints/*.note"))

    with first.storage.integrity.keeping():
        until(lambda: notes("first"))
        with second.storage.integrity.keeping():
            until(lambda: "The checkpoints are written by another worker" in caplog.text)
        assert str(tmp_path / "first") in caplog.text
        first.games.tables.open(GameTerms(TITLE, 2))
        until(lambda: len(notes("first")) > 1)
    assert notes("second") == [] and first.storage.integrity.signer.refusal() == ""
    third = second.storage.integrity.writer()
    assert third.take() and not first.storage.integrity.writer().take()


def test_a_test_mail():
    """A test mail needs no player, and a refusal is shown; without a mail server the settings are named."""
    received = Received()

    def run(**more):
        return typed({"STELE_MAIL_FROM": FROM, **more}, "mail", "--test", "host@example.org")

    with mail_server(received, auth_require_tls=False) as post:
        address = f"smtp://127.0.0.1:{post.port}"
        code, text = run(STELE_SMTP=address)
        assert code == 0 and "accepted the mail" in text and "STELE_URL is not set" in text
        assert ["host@example.org"] == received.mails[0].rcpt_tos
        assert "STELE_URL" not in run(STELE_SMTP=address, STELE_URL="https://stele.example")[1]
        received.answer = "550 no relaying"
        code, text = run(STELE_SMTP=address)
        assert code == 1 and "550 no relaying" in text
    for settings, told in (({"STELE_SMTP": address}, "could not be used now"), ({}, "STELE_SMTP")):
        code, text = run(**settings)
        assert code == 1 and told in text
