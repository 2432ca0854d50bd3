"""Problems: the server refuses (`Problem`), or cannot be reached (`Unreachable`)."""

from typing import Any

import msgspec

_PREFIX = "urn:stele:problem:"


class Problem(Exception):
    """A refusal, as RFC 9457 has it. `kind` is its type without the prefix; `members` are those beyond the usual."""

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
        """The problem that this body says; a body that says none is one of something between here and the server."""
        try:
            said = msgspec.json.decode(content, type=dict[str, Any])
        except msgspec.DecodeError:
            return cls(status, "unknown", content[:200].decode(errors="replace"), {})
        members = {name: one for name, one in said.items() if name not in ("type", "title", "status", "detail")}
        return cls(status, str(said.get("type", "")).removeprefix(_PREFIX), str(said.get("detail", "")), members)


class Unreachable(Exception):
    """The server did not answer, however often it was asked. A move may have been made: send the same call again."""
