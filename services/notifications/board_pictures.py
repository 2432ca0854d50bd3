"""Board pictures: boards of running games as JPEG for mails, taken by a browser on this machine.

The browser opens the public view, without signing in: a picture shows no secret, and there is none of a private game.
"""

import logging
import shlex
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from operations.settings import BadSetting, Settings

_log = logging.getLogger("stele.mail")
_SECONDS = 30
_SIZE = "1100,700"
_ATTEMPTS = 3
_BEGUN, _DRAWN = b'id="board"', b'class="kit-surface"'
"""Contained in the page of a game, and in a board that is drawn: a page that reports an error is no picture."""
_OPTIONS = (
    "--hide-scrollbars",
    "--disable-gpu",
    f"--window-size={_SIZE}",
    "--virtual-time-budget=10000",  # milliseconds, which pass only while the page waits for nothing
    "--dump-dom",
    "--screenshot=board.jpeg",
)


class BoardPictures:
    """Takes pictures, one at a time: each starts a browser, which ends with it."""

    def __init__(self, command: str, url: str) -> None:
        """`command` starts a Chromium without windows; empty: no pictures. `url` is the address of the pages."""
        self._command = shlex.split(command)
        self._url = url
        self._one_at_a_time = Lock()

    @classmethod
    def from_settings(cls, settings: Settings) -> "BoardPictures":
        """The pictures by the browser in the settings, or `BadSetting`."""
        try:
            program = shlex.split(settings.browser)[:1]
        except ValueError:
            raise BadSetting("STELE_BROWSER has a quotation mark without its second.") from None
        if program and not shutil.which(program[0]):
            raise BadSetting(f"STELE_BROWSER: there is no program {program[0]}.")
        return cls(settings.browser, settings.pages_url)

    def take(self, game: str, language: str) -> bytes:
        """The JPEG of this game's board after its last action, in this language; empty if it could not be taken."""
        if not self._command:
            return b""
        with self._one_at_a_time:
            try:
                # On a busy machine the browser can take a page for complete whose game is still on its way.
                for _attempt in range(_ATTEMPTS):
                    page, picture = self._open(f"{self._url}/games/{game}/embed?board", language)
                    if _DRAWN in page:
                        return picture
                    if _BEGUN not in page:
                        break
                _log.info("no picture: the page shows no board", extra={"game": game})
            except (OSError, subprocess.SubprocessError) as error:
                _log.warning("no picture: %s", error, extra={"game": game})
        return b""

    def _open(self, url: str, language: str) -> tuple[bytes, bytes]:
        """The elements of this page, and then its picture."""
        with TemporaryDirectory(prefix="stele-board-") as folder:
            own = (f"--accept-lang={language}", f"--user-data-dir={folder}", url)
            done = subprocess.run(
                (*self._command, *_OPTIONS, *own),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=_SECONDS,
                check=True,
            )
            return done.stdout, Path(folder, "board.jpeg").read_bytes()
