"""Settings: read once, checked at the start, and described by one page."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.http import rate_limits
from operations.child_processes import CANNOT_START
from operations.settings import LIMITS, VARIABLES, BadSetting, Rate, Rates, Settings, reference
from tests.measured import ROOMS
from tests.serving import ROOT, Forked, begun, command
from tests.test_architecture import sources


def test_without_variables_there_are_defaults() -> None:
    """An empty variable counts as missing."""
    for environment in ({}, dict.fromkeys(VARIABLES, "")):
        settings = Settings.read(environment)
        assert settings.data == Path("var").resolve() and settings.port == 8000
        assert settings.order_delay_seconds == (30, 180) and settings.archives_after_days == 7
        assert not settings.allows_unsafe_redis and settings.has_service_worker
        assert settings.limits["players"] == Rates(None, Rate(60, 3600))
        assert settings.pages_url == "http://127.0.0.1:8000"


def test_values() -> None:
    """Each kind of value in its written form."""
    settings = Settings.read(
        {
            "STELE_URL": "https://stele.example/stele/",
            "STELE_ORDER_DELAY": "5-9",
            "STELE_ARCHIVE_AFTER": "0.5",
            "STELE_BASE_PATH": "/stele/",
            "STELE_LOG": "INFO",
            "STELE_ACCEPT_SECRET": "1",
            "STELE_LIMIT_DRY_RUNS_PLAYER": "off",
            "STELE_LIMIT_GAMES_PLAYER": "60/day",
        }
    )
    assert settings.url == settings.pages_url == "https://stele.example/stele"
    assert settings.order_delay_seconds == (5, 9) and settings.archives_after_days == 0.5
    assert settings.base_path == "/stele" and settings.log_level == "info" and settings.accepts_secret
    assert settings.limits["dry-runs"].player is None and settings.limits["games"].player == Rate(60, 86_400)
    assert Settings.read({"STELE_ORDER_DELAY": "0"}).order_delay_seconds == (0, 0)
    assert set(Settings.read({"STELE_LIMITS": "off"}).limits.values()) == {Rates(None, None)}


@pytest.mark.parametrize(
    ("told", "days"),
    [
        ({"STELE_ARCHIVE_AFTER": "never"}, None),
        ({"REDIS_URL": "redis://host"}, None),
        ({"REDIS_URL": "redis://host", "STELE_ARCHIVE": "s3://bucket"}, 7),
        ({"REDIS_URL": "redis://host", "STELE_ARCHIVE_AFTER": "30"}, 30),
    ],
)
def test_games_are_archived_where_every_machine_can_read_them(told: dict[str, str], days: float | None) -> None:
    """Several machines may share a server of one's own, and a directory of one of them is not theirs."""
    assert Settings.read(told).archives_after_days == days


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("PORT", ("http", "0", "65536")),
        ("STELE_REPLICAS", ("-1", "one", "²")),
        ("STELE_ALLOW_UNSAFE_REDIS", ("yes", "2")),
        ("STELE_ORIGIN", ("a b", "a+b", "é", "a\n", "x" * 101)),
        ("STELE_URL", ("stele.example", "ftp://stele.example", "https://stele.example/?a=1")),
        ("STELE_ORDER_DELAY", ("soon", "9-5", "-1", "1-2-3")),
        ("STELE_ARCHIVE_AFTER", ("soon", "-1", "nan", "100000")),
        ("STELE_PROXIES", ("many", "10")),
        ("STELE_BASE_PATH", ("stele", "/a/b/c/d/e", "/a b")),
        ("STELE_HSTS", ("-1", "1 year")),
        ("STELE_LOG", ("loud",)),
        ("STELE_LOG_FORM", ("xml",)),
        ("STELE_SERVICE_WORKER", ("1",)),
        ("STELE_LIMITS", ("none",)),
        ("STELE_LIMIT_GAMES_PLAYER", ("many", "0/hour", "5", "5/week", "-1/hour")),
    ],
)
def test_an_invalid_value_is_named(name: str, wrong: tuple[str, ...]) -> None:
    """The message says what is wrong, and which values are allowed."""
    for text in wrong:
        with pytest.raises(BadSetting, match=f"{name} must be .*, not "):
            Settings.read({name: text})


def test_an_unknown_variable_is_named_with_the_nearest_setting() -> None:
    """All errors are reported at once."""
    wrong = {"STELE_DATE": "x", "STELE_LIMIT_GAME_PLAYER": "1/hour", "STELE_READS": "x" * 9, "STELE_GRACE": "-1"}
    with pytest.raises(BadSetting) as refused:
        Settings.read(wrong)
    told = str(refused.value)
    assert "STELE_DATE is not a setting. Did you mean STELE_DATA?" in told
    assert "STELE_LIMIT_GAME_PLAYER is not a setting. Did you mean STELE_LIMIT_GAMES_PLAYER?" in told
    assert "STELE_READS is not a setting" in told and "STELE_GRACE must be" in told


def test_other_programs_variables_are_ignored() -> None:
    """Variables of tests, clients and laws, and of Kubernetes for a service of this name, are ignored."""
    others = ("STELE_TESTS_END", "STELE_TOKEN", "STELE_LANGUAGE", "STELE_FAILURES", "STELE", "SOMETHING")
    Settings.read(dict.fromkeys(others, "x"))
    Settings.read({"STELE_PORT": "tcp://10.0.0.1:80", "STELE_PORT_80_TCP_ADDR": "10.0.0.1"})
    Settings.read({"STELE_SERVICE_HOST": "10.0.0.1", "STELE_WEB_SERVICE_PORT_HTTP": "80"})


def test_no_secret_is_shown() -> None:
    """No log of the settings, or of a failure with them, shows any."""
    settings = Settings.read({"STELE_SECRET": "unmistakable", "STELE_SMTP": "smtp://a:unmistakable@host"})
    assert settings.secret and "unmistakable" not in repr(settings)


def test_every_limit_has_rates() -> None:
    """The limits of the settings are those of the API."""
    kinds = [one for one in vars(rate_limits).values() if isinstance(one, rate_limits.Limit)]
    assert sorted(one.name for one in kinds) == sorted(LIMITS)


def test_the_page_is_made_of_the_settings() -> None:
    """`python -m operations.settings > docs/reference/settings.md` rewrites it."""
    assert (ROOT / "docs" / "reference" / "settings.md").read_text("utf-8") == reference()


def read_elsewhere(tree: ast.AST) -> Iterator[str]:
    """The settings that a module reads from the environment, or any other mapping, by name."""
    for node in ast.walk(tree):
        keys = node.args[:1] if isinstance(node, ast.Call) else [node.slice] if isinstance(node, ast.Subscript) else []
        for key in keys:
            name = key.value if isinstance(key, ast.Constant) else None
            if isinstance(name, str) and (name in VARIABLES or re.fullmatch(r"STELE_\w+", name)):
                yield name


def test_settings_are_read_in_one_place() -> None:
    """Other modules take the struct."""
    found = {path: bad for path, tree in sources(*ROOMS, "app.py") if (bad := list(read_elsewhere(tree)))}
    assert list(found) == ["operations/settings.py"]


@pytest.mark.parametrize("bad", ["os.environ['PORT']", "settings.get('STELE_DATA')", "os.getenv('STELE_NEW', '')"])
def test_settings_are_read_in_one_place_bad_example(bad: str) -> None:
    """Each of these is found."""
    assert list(read_elsewhere(ast.parse(bad)))


def test_no_start_with_a_wrong_setting(tmp_path: Path) -> None:
    """A command, the supervisor and the web server report the same and fail alike, before anything is created."""
    told = "Error: STELE_DATE is not a setting. Did you mean STELE_DATA?\n"
    assert command(begun(tmp_path), "overview", STELE_DATE="x") == (CANNOT_START, told)
    environment = {**os.environ, "STELE_DATA": str(tmp_path / "none"), "STELE_DATE": "x"}
    for status, words in (
        (CANNOT_START, ("operations.supervisor",)),
        (3, ("gunicorn", "-c", "python:api.http.gunicorn_settings", "app:create_app()")),
    ):
        errors = tmp_path / words[0]
        assert (Forked(words, environment, tmp_path / "out", errors).wait(300), errors.read_text()) == (status, told)
    assert not (tmp_path / "none").exists()
