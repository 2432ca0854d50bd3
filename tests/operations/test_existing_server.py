"""Commands on a directory without a server: none treats it as a sound empty server."""

import base64
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from flask import Flask

from api.services import services
from app import create_app
from operations.existing_server import NotThePlace, check_owner
from tests.operations.supervised import Supervised
from tests.serving import command

BEGIN = {"serve", "worker", "search", "restore"}
"""The commands that create a server."""
TOUCH_NO_RECORD = {"cluster-slots", "playout", "tournament", "verify", "monitor", "bench", "mail", "title", "dataset"}


def _commands(group: Any = None, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command of Stele, with its words."""
    group = create_app({}).cli if group is None else group
    for name, one in group.commands.items():
        if isinstance(one, click.Group):
            yield from _commands(one, (*before, name))
        elif one.callback.__module__.startswith("api.commands"):
            yield (*before, name), one


def _given(one: click.Command, file: Path) -> list[str]:
    """A value for each argument, and for each required option."""
    words: list[str] = []
    for param in one.params:
        value = str(file) if isinstance(param.type, click.Path) else "1"
        if isinstance(param.type, click.Choice):
            value = str(param.type.choices[0])
        if isinstance(param, click.Argument):
            words += [value] if param.nargs == 1 or param.required else []
        elif param.required:
            words += [param.opts[0], value]
    return words


COMMANDS = dict(_commands())


def test_all_commands_are_here() -> None:
    """The names above are existing commands, and there are others."""
    names = {words[0] for words in COMMANDS}
    assert names > BEGIN | TOUCH_NO_RECORD
    assert ("people", "delete") in COMMANDS


@pytest.fixture(scope="module")
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Flask]:
    """A place without a server, and the program that is told to use it."""
    place = tmp_path_factory.mktemp("existing") / "nowhere"
    return place, create_app({"STELE_DATA": str(place)})


@pytest.mark.parametrize("words", [words for words in COMMANDS if words[0] not in BEGIN], ids=" ".join)
def test_nothing_is_created_without_a_server(
    words: tuple[str, ...], nowhere: tuple[Path, Flask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reading command reports that there is none, and how to name another place; it leaves nothing there."""
    (place, app), file = nowhere, tmp_path / "file"
    file.write_text("nonsense\n")
    monkeypatch.setenv("STELE_DATA", str(place))
    monkeypatch.delenv("REDIS_URL", raising=False)
    if words == ("bench",):
        return  # it runs `python -m bench`, with separate directories
    with app.app_context():
        told = app.test_cli_runner().invoke(args=[*words, *_given(COMMANDS[words], file)])
    assert not place.exists()
    assert told.exit_code != 0, told.output
    if words[0] not in TOUCH_NO_RECORD:
        assert f"No server has ever been in {place}" in told.output and "STELE_DATA" in told.output


@pytest.mark.server
def test_an_external_record_is_known_by_its_content(own_directory: Path, tmp_path: Path) -> None:
    """An external server's record shows whether Stele has used it, whatever directory is named."""
    record = {"REDIS_URL": f"unix://{own_directory}/server.sock", "STELE_ALLOW_UNSAFE_REDIS": "1"}
    with create_app({"STELE_DATA": str(own_directory)}).app_context():
        services()
        secret = base64.b64encode((own_directory / "secret").read_bytes()).decode()
        code, text = command(tmp_path / "mine", "overview", **record)
        assert code != 0 and "No server has ever been" in text
        assert not (tmp_path / "mine").exists()
        assert command(tmp_path / "mine", "overview", STELE_SECRET=secret, **record)[0] == 0
        services().games.tables.store.redis.flushall()
        code, text = command(tmp_path / "yours", "overview", STELE_SECRET=secret, **record)
        assert code != 0 and "No server has ever been" in text
    assert not (tmp_path / "yours").exists()


def test_another_users_directory_is_refused(tmp_path: Path) -> None:
    """Another user's data directory is not touched, nor may root leave files there."""
    other = next(path for path in (Path("/etc/passwd"), Path("/nonexistent")) if path.exists())
    place = tmp_path / "place"
    place.mkdir()
    check_owner(place)
    if os.geteuid() == 0:
        other = tmp_path / "theirs"
        other.write_text("")
        os.chown(other, 65534, 65534)
    (place / "secret").symlink_to(other)
    with pytest.raises(NotThePlace, match="belongs to"):
        check_owner(place)
    code, text = command(place, "overview")
    assert code != 0 and "belongs to" in text and "sudo -u" in text
    assert sorted(path.name for path in place.iterdir()) == ["secret"]
    code, text = command(place, "restore", str(tmp_path / "backup"))
    assert code != 0 and "belongs to" in text
    if os.geteuid() == 0:
        (place / "secret").unlink()
        os.chown(place, 65534, 65534)
        with pytest.raises(NotThePlace, match="belongs to"):
            check_owner(place)


@pytest.mark.server
def test_a_backup_of_nothing_fails(own_directory: Path, tmp_path: Path) -> None:
    """A backup without a game would replace the right one every night; an option allows it. Its files are private."""
    with create_app({"STELE_DATA": str(own_directory)}).app_context():
        services()
    code, text = command(own_directory, "backup", str(tmp_path / "backup"))
    assert code == 1 and "has no game" in text and "--allow-empty" in text
    code, text = command(own_directory, "backup", str(tmp_path / "backup"), "--allow-empty")
    assert code == 0, text
    assert len(text.splitlines()) == 1, "nobody looks on: no progress is shown"
    assert open_to_others(own_directory, tmp_path / "backup") == set()


def open_to_others(*places: Path) -> set[Path]:
    """The files in these places that other accounts of the machine may read, write or run."""
    found = [path for place in places for path in place.rglob("*")]
    assert {"records", "secret", "server.log"} <= {path.name for path in found}
    return {path for path in found if path.lstat().st_mode & 0o077 and not path.is_symlink()}


@pytest.mark.soak
@pytest.mark.server
def test_written_files_are_for_their_owner_alone(own_directory: Path, tmp_path: Path) -> None:
    """Every file in the data directory or a backup has a private mode, also in a copy."""
    server = Supervised(own_directory).start()
    try:
        code, text = command(own_directory, "backup", str(tmp_path / "backup"), "--allow-empty")
        assert code == 0, text
        assert open_to_others(own_directory, tmp_path / "backup") <= {server.log}
    finally:
        server.stop()
