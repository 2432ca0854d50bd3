"""Board pictures: boards of running games as JPEG for mails, taken by a browser on this machine.

The browser opens the public view, without signing in: a picture shows no secret, and there is none of a private game.
"""

import logging
import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Sequence
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from time import monotonic

from msgspec.structs import replace

from operations.settings import BadSetting, Settings
from services.notifications.channels import Message
from services.notifications.mail_digest import games_to_play

_log = logging.getLogger("stele.mail")
_SECONDS = 30
_PAUSE_SECONDS = 600
_MOST_BOARDS = 3
"""The most pictures in one mail, of the games that are most urgent."""
_DRAWN = b'class="kit-surface"'
"""The mark of a drawn board in a page; a page without it, such as an error report, is not photographed."""
_OPTIONS = (
    "--hide-scrollbars",
    "--disable-gpu",
    "--window-size=1100,700",
    "--virtual-time-budget=10000",  # milliseconds, which pass only while the page waits for nothing
    "--dump-dom",
    "--screenshot=board.jpeg",
)


class BoardPictures:
    """Takes pictures, one at a time. Each starts a browser, which ends after it."""

    def __init__(
        self, command: Sequence[str], url: str, seconds: float = _SECONDS, pause_seconds: float = _PAUSE_SECONDS
    ) -> None:
        """`command` starts a Chromium without windows; empty: no pictures. `url` is the address of the pages.

        A browser that takes more than these seconds is killed, and no other one is started during the pause, so that
        mails without pictures are not late, too.
        """
        self._command = command
        self._url = url
        self._seconds = seconds
        self._pause_seconds = pause_seconds
        self._paused_until = -inf
        self._one_at_a_time = Lock()

    @classmethod
    def from_settings(cls, settings: Settings) -> "BoardPictures":
        """The pictures by the browser in the settings, or `BadSetting`."""
        try:
            command = shlex.split(settings.browser)
        except ValueError:
            raise BadSetting("STELE_BROWSER has a quotation mark without its second.") from None
        if command and not shutil.which(command[0]):
            raise BadSetting(f"STELE_BROWSER: there is no program {command[0]}.")
        return cls(command, settings.pages_url)

    def added_to(self, messages: Sequence[Message]) -> list[Message]:
        """These messages to one person, with the boards that can be taken of the games that wait for them."""
        games = games_to_play(messages)[:_MOST_BOARDS]
        boards = {game: self.take(game, messages[0].language) for game in games}
        return [replace(one, board=boards.get(one.game, b"")) for one in messages]

    def take(self, game: str, language: str) -> bytes:
        """The JPEG of this game's board after its last action, in this language; empty if it could not be taken."""
        if not self._command:
            return b""
        with self._one_at_a_time:
            if monotonic() < self._paused_until:
                return b""
            try:
                page, picture = self._open(f"{self._url}/games/{game}/embed?board", language)
                if _DRAWN in page:
                    return picture
                _log.info("no picture: the page shows no board", extra={"game": game})
            except subprocess.TimeoutExpired:
                self._paused_until = monotonic() + self._pause_seconds
                told = "the browser does not end; the next picture is tried in %d seconds"
                _log.warning(told, self._pause_seconds, extra={"game": game})
            except (OSError, subprocess.SubprocessError) as error:
                _log.warning("no picture: %s", error, extra={"game": game})
        return b""

    def _open(self, url: str, language: str) -> tuple[bytes, bytes]:
        """Open this page, wait for its elements, and take its picture."""
        with TemporaryDirectory(prefix="stele-board-") as folder:
            own = (f"--accept-lang={language}", f"--user-data-dir={folder}", url)
            with subprocess.Popen(
                (*self._command, *_OPTIONS, *own),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            ) as browser:
                try:
                    page, _nothing = browser.communicate(timeout=self._seconds)
                except subprocess.TimeoutExpired:
                    os.killpg(browser.pid, signal.SIGKILL)  # the command may be a script that started the browser
                    raise
            return page, Path(folder, "board.jpeg").read_bytes()
