"""Problems: the server refuses (`Problem`), or is unreachable (`Unreachable`)."""

from typing import Any

import msgspec

_PREFIX = "urn:stele:problem:"


class Problem(Exception):
    """A refusal according to RFC 9457. `kind` is its type without the prefix; `members` are the non-standard ones."""

    def __init__(self, status: int, kind: str, detail: str, members: dict[str, Any]) -> None:
        super().__init__(f"{status} {kind}: {detail}")
        self.status = status
        self.kind = kind
        self.detail = detail
        self.members = members

    @property
    def rule(self) -> str | None:
        """The number of the rule that was broken, as `Client.send(calls.rulebook(…))` explains it."""
        return self.members.get("rule")

    @classmethod
    def read(cls, status: int, content: bytes) -> "Problem":
        """The problem in this body; if there is none, the response came from a proxy or another machine before the
        server.
        """
        try:
            said = msgspec.json.decode(content, type=dict[str, Any])
        except msgspec.DecodeError:
            return cls(status, "unknown", content[:200].decode(errors="replace"), {})
        members = {name: one for name, one in said.items() if name not in ("type", "title", "status", "detail")}
        return cls(status, str(said.get("type", "")).removeprefix(_PREFIX), str(said.get("detail", "")), members)


class Unreachable(Exception):
    """The server did not answer after several attempts. A move may have been made: send the same call again."""
