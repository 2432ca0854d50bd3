"""Pages for benchmarks: a browser, and a server of its own."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import SWITCHES
from tests.missing_programs import path_of
from tests.serving import ROOT, Served, build_checkout


class NoChromium(Exception):
    """This machine has no browser for measurements."""


@contextlib.contextmanager
def browser_and_server(*, is_built: bool = False) -> Iterator[tuple[Browser, str]]:
    """A Chromium, and the address of a server for it alone, which serves the sources or the built pages."""
    path = path_of("chromium")
    if path is None:
        raise NoChromium("not measured: no Chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder) / "data"
        data.mkdir()
        served = Served(data, root=build_checkout(Path(folder)) if is_built else ROOT, forked=False).start()
        try:
            browser = playwright.chromium.launch(executable_path=path, args=list(SWITCHES))
            yield browser, served.url
            browser.close()
        finally:
            served.stop()
