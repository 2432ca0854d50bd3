#!/usr/bin/env python3
"""Firefox as Playwright expects it: the browser, and answers to a command of Playwright that this Firefox lacks.

Playwright drives the system's Firefox by WebDriver BiDi, and sets the media features of every context by a command that
the long-term releases lack. That command is answered here; all other messages pass through. Reduced motion, which the
tests ask for, is a setting of the profile instead.
"""

import json
import os
import re
import subprocess
import sys
import threading

from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

_UNKNOWN = "emulation.setMediaFeaturesOverride"


def main() -> int:
    """Run Firefox with these arguments, and tell where it is reached."""
    firefox = subprocess.Popen([os.environ["STELE_TESTS_FIREFOX"], *sys.argv[1:]], stderr=subprocess.PIPE, text=True)
    assert firefox.stderr is not None
    said = (re.search(r"WebDriver BiDi listening on (ws://\S+)", line) for line in firefox.stderr)
    address = next((found[1] for found in said if found), None)
    if address is None:
        return firefox.wait()
    threading.Thread(target=firefox.stderr.read, daemon=True).start()  # or its pipe would fill

    def between(client: ServerConnection) -> None:
        with connect(f"{address}/session", compression=None, max_size=None, ping_interval=None) as browser:

            def back() -> None:
                for message in browser:
                    client.send(message)

            threading.Thread(target=back, daemon=True).start()
            for message in client:
                asked = json.loads(message)
                if asked["method"] == _UNKNOWN:
                    client.send(json.dumps({"type": "success", "id": asked["id"], "result": {}}))
                else:
                    browser.send(message)

    with serve(between, "127.0.0.1", 0, compression=None, max_size=None, ping_interval=None) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        return firefox.wait()


if __name__ == "__main__":
    sys.exit(main())
