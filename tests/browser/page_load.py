"""Page load: requests in sequence, and bytes, over a slow network until a page can be used."""

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

LATENCY_MILLISECONDS = 400
BYTES_A_SECOND = 50 * 1024
_WATCH = """(selector) => {
  performance.clearMarks("usable");
  const look = () => {
    if (!document.querySelector(selector) || performance.getEntriesByName("usable").length) return;
    performance.mark("usable");
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""


@dataclass
class Asked:
    """One request: its start and end by the browser's clock, and its bytes."""

    path: str
    began: float
    ended: float = float("inf")
    size: int = 0
    rounds: int = 0


@dataclass
class Waiting:
    """Watches a page behind a network with a latency of 400 ms and 50 kB a second until this selector is there.

    The page itself notes when, so that a test on a busy machine, which sees it later, counts the same requests.
    """

    page: Page
    until: str
    asked: dict[str, Asked] = field(default_factory=dict)
    ahead: float = 0.0
    """Seconds since 1970 by the page's clock, less those of the browser's clock."""

    def __post_init__(self) -> None:
        self.page.add_init_script(f"({_WATCH})({json.dumps(self.until)})")
        self.session = self.page.context.new_cdp_session(self.page)
        self.session.on("Network.requestWillBeSent", self._began)
        self.session.on("Network.loadingFinished", self._ended)
        self.session.send("Network.enable")
        self.session.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": LATENCY_MILLISECONDS,
                "downloadThroughput": BYTES_A_SECOND,
                "uploadThroughput": BYTES_A_SECOND,
            },
        )

    def _began(self, told: dict[str, Any]) -> None:
        path = told["request"]["url"]
        if path.startswith("http"):
            self.ahead = told["wallTime"] - told["timestamp"]
            self.asked.setdefault(told["requestId"], Asked(path, told["timestamp"]))

    def _ended(self, told: dict[str, Any]) -> None:
        if one := self.asked.get(told["requestId"]):
            one.ended, one.size = told["timestamp"], told["encodedDataLength"]

    def counted(self) -> tuple[int, int, int]:
        """The number of requests, of requests in sequence at most, and of bytes.

        The typeface and the site's icon are left out: no page waits for them, they come once for all pages, and whether
        they have come already depends on how busy the machine is.
        """
        done = self.done()
        for one in done:
            # Responses from the browser's own cache were no round trip.
            before = [other.rounds for other in done if other.ended <= one.began]
            one.rounds = max(before, default=0) + (1 if one.size else 0)
        sent = [one for one in done if one.size and not one.path.endswith((".woff2", "/stele.svg"))]
        return len(sent), max((one.rounds for one in sent), default=0), sum(one.size for one in sent)

    def seconds(self) -> float:
        """The seconds from the first request to the end of the last counted one."""
        done = self.done()
        return max(one.ended for one in done) - min(one.began for one in done)

    def done(self) -> list[Asked]:
        """The requests that ended before the page could be used, in their order."""
        usable = "performance.getEntriesByName('usable')[0]"
        self.page.wait_for_function(f"() => {usable}")
        at = self.page.evaluate(f"() => performance.timeOrigin + {usable}.startTime") / 1000 - self.ahead
        return sorted((one for one in self.asked.values() if one.ended <= at), key=lambda one: one.began)

    def begin_again(self, until: str) -> None:
        """Forget the requests so far, and watch for this selector."""
        self.asked.clear()
        self.page.evaluate(_WATCH, until)
