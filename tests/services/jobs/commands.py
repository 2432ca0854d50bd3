"""Commands of operators: in processes of their own, or in this one where nothing depends on that."""

from collections.abc import Mapping
from pathlib import Path

from app import create_app
from tests.serving import command


def succeeds(data: Path, *arguments: str, **variables: str) -> str:
    """The output of this command, in a process of its own; it must succeed."""
    code, text = command(data, *arguments, **variables)
    assert code == 0, text
    return text


def fails(data: Path, *arguments: str, **variables: str) -> str:
    """The output of this command, in a process of its own; it must end with 1."""
    code, text = command(data, *arguments, **variables)
    assert code == 1, text
    return text


def typed(settings: Mapping[str, str], *arguments: str) -> tuple[int, str]:
    """The exit code of this command and its output, in this process."""
    app = create_app(settings)
    with app.app_context():
        ran = app.test_cli_runner().invoke(args=arguments)
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
    return ran.exit_code, ran.output
