"""Page load: requests in sequence, and bytes, over a slow network until a page can be used."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

LATENCY_MILLISECONDS = 400
BYTES_A_SECOND = 50 * 1024


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
    """Watches a page behind a network with a latency of 400 ms and 50 kB a second."""

    page: Page
    asked: dict[str, Asked] = field(default_factory=dict)

    def __post_init__(self) -> None:
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
            self.asked.setdefault(told["requestId"], Asked(path, told["timestamp"]))

    def _ended(self, told: dict[str, Any]) -> None:
        if one := self.asked.get(told["requestId"]):
            one.ended, one.size = told["timestamp"], told["encodedDataLength"]

    def until_now(self) -> tuple[int, int, int]:
        """The number of requests, of requests in sequence at most, and of bytes.

        The typeface and the site's icon are left out: no page waits for them, they come once for all pages, and whether
        they have come already depends on how busy the machine is.
        """
        done = sorted((one for one in self.asked.values() if one.ended < float("inf")), key=lambda one: one.began)
        for one in done:
            # Responses from the browser's own cache were no round trip.
            before = [other.rounds for other in done if other.ended <= one.began]
            one.rounds = max(before, default=0) + (1 if one.size else 0)
        sent = [one for one in done if one.size and not one.path.endswith((".woff2", "/stele.svg"))]
        return len(sent), max((one.rounds for one in sent), default=0), sum(one.size for one in sent)

    def seconds(self) -> float:
        """The seconds from the first request to the end of the last finished one."""
        done = [one for one in self.asked.values() if one.ended < float("inf")]
        return max(one.ended for one in done) - min(one.began for one in done)

    def begin_again(self) -> None:
        """Forget the requests so far."""
        self.asked.clear()
