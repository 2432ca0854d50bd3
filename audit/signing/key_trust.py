"""Key trust: whose signature a record has, and whether the reader has a reason to trust that key.

A key is trusted if the reader named it, if it was seen before under this origin, if it continues such a key, or, on
first sight, if nothing contradicts it. In the last case the report says so, and the key is stored only if the reader
asks for it or the server itself has confirmed it. Another key for a known origin is refused.
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from audit.signing.receipts import Receipt
from verify.receipts import LOGGED, continued, is_genuine, is_misnamed, is_succession
from verify.report import printable

_LAST_TIME = 253_402_300_799_000  # the last second that Python's calendar can show


class BadTrust(Exception):
    """The file of trusted keys cannot be read; the message says why."""


class Published(NamedTuple):
    """A server's own statement about its origin and keys, published at its address."""

    address: str
    origin: str
    keys: tuple[str, ...]
    successions: tuple[Mapping[str, Any], ...]


class TrustVerdict(NamedTuple):
    """Whether the signatures can be trusted, remarks on them, and the keys to store.

    `strange_keys` are those of the `trusted_keys` that are unknown to the reader.
    """

    is_trusted: bool
    sentences: tuple[str, ...]
    trusted_keys: frozenset[str]
    new: tuple[tuple[str, str], ...] = ()
    strange_keys: frozenset[str] = frozenset()


class Trust:
    """The reader's trusted keys: those that were `named`, or else those stored in a file, by origin.

    If keys are named, no others count, and none are stored. Keys that only a file vouches for are not stored either,
    unless the reader `keeps` them.
    """

    def __init__(
        self, file: Path, named: Sequence[str] = (), published: Published | None = None, keeps: bool = False
    ) -> None:
        self._file = file
        self._named = frozenset(named)
        self._published = published
        self._keeps = (keeps or published is not None) and not named
        self._known = {} if named else _read(file)

    def judge(self, proofs: Sequence[Mapping[str, Any]]) -> TrustVerdict:
        """Judge the proofs of a bundle. Nothing is stored before `keep`."""
        receipts = [proof for proof in proofs if is_genuine(proof)]
        statements = [*proofs, *(self._published.successions if self._published else ())]
        signers = dict.fromkeys((str(receipt.get("origin", "")), str(receipt["public_key"])) for receipt in receipts)
        judged = [self._judge_signer(origin, key, statements) for origin, key in signers]
        trusted = self._believed.union(*(one.trusted_keys for one in judged))
        # A log keeps its first key.
        begun = {key for key in _first_keys(statements) if not trusted.isdisjoint(continued([key], statements))}
        sentences = [sentence for one in judged for sentence in one.sentences]
        return TrustVerdict(
            all(one.is_trusted for one in judged),
            (*sentences, *_signed_later(receipts, statements), *_said_of_logs(proofs, trusted | begun)),
            trusted,
            tuple(new for one in judged for new in one.new),
            frozenset[str]().union(*(one.strange_keys for one in judged)) - self._believed,
        )

    @property
    def _believed(self) -> frozenset[str]:
        """The keys that the reader trusts beforehand."""
        published = self._published.keys if self._published else ()
        return self._named or frozenset({*published, *(key for keys in self._known.values() for key in keys)})

    def _judge_signer(self, origin: str, key: str, statements: Sequence[Mapping[str, Any]]) -> TrustVerdict:
        """Judge a signature of this key for this origin."""
        whose = f"Signed by {printable(key)} ({printable(origin) or 'in no name: a receipt of the first scheme'})"
        if (refusal := self._published_refusal(origin, key)) is not None:
            return TrustVerdict(False, (f"FAILED: signed by {printable(key)}, but {refusal}.",), frozenset())
        if not self._named and is_misnamed(origin, key, statements):
            said = (
                f"FAILED: signed by {printable(key)} in the name of {printable(origin)}, which is made of another key."
            )
            return TrustVerdict(False, (said,), frozenset())
        known = self._known_for(origin)
        follows = continued(known, _of_origin(statements, origin))
        believed = frozenset(follows)
        if key in known:
            return TrustVerdict(True, (f"{whose}, which you trust ({known[key]}).",), believed)
        if key in follows:
            said = f"{whose}, which continues {printable(follows[key])}, which you trust{self._kept}."
            return TrustVerdict(True, (said,), believed, new=((origin, key),))
        if self._named:
            return TrustVerdict(True, (f"{whose}, which you did not name, so it vouches for nothing.",), believed)
        if known:
            others = ", ".join(map(printable, known))
            said = (
                f"FAILED: signed by {printable(key)} in the name of {printable(origin)}, for which {self._file} knows "
                f"{others}; nothing signed says that the one continues the other."
            )
            return TrustVerdict(False, (said,), believed)
        if not origin:
            return TrustVerdict(
                True,
                (f"{whose}, which you do not know; nothing is kept.",),
                frozenset({key}),
                strange_keys=frozenset({key}),
            )
        where = f"; {self._published.address} says that it is its own" if self._published else ""
        said = f"{whose}, which you see for the first time{where}{self._kept or '; not kept (--keep does)'}."
        return TrustVerdict(True, (said,), frozenset({key}), new=((origin, key),), strange_keys=frozenset({key}))

    @property
    def _kept(self) -> str:
        return f"; kept in {self._file}" if self._keeps else ""

    def _published_refusal(self, origin: str, key: str) -> str | None:
        """The reason why the server that was asked is not the signer; none if it is, or if no server was asked."""
        published = self._published
        if published is None:
            return None
        if origin and origin != published.origin:
            return f"in the name of {printable(origin)}, and {published.address} is {printable(published.origin)}"
        return None if key in published.keys else f"{published.address} does not have this key"

    def _known_for(self, origin: str) -> dict[str, str]:
        """The trusted keys of this origin, each with the reason; all keys if there is no origin."""
        if self._named:
            return dict.fromkeys(self._named, "you named it")
        origins = [origin] if origin else list(self._known)
        return {key: f"seen first on {seen}" for one in origins for key, seen in self._known.get(one, {}).items()}

    def keep(self, judgement: TrustVerdict) -> None:
        """Store the new keys, if any may be stored. Only for a record in which nothing failed."""
        if not judgement.new or not self._keeps:
            return
        now = datetime.now(UTC).strftime("%Y-%m-%d")
        known = _read(self._file)  # another process may have written meanwhile
        for origin, key in judgement.new:
            known.setdefault(origin, {}).setdefault(key, now)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        draft = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        draft.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")
        draft.replace(self._file)


def default_file(environment: Mapping[str, str]) -> Path:
    """The default file of known keys."""
    home = environment.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "stele" / "trusted.json"


def read_published(address: str, raw: bytes) -> Published:
    """A server's statement at `/.well-known/stele.json`, from its bytes, or `BadTrust`.

    A key counts only if genuine successions lead to it from the first key.
    """
    try:
        said = msgspec.json.decode(raw, type=_WellKnown)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadTrust(f"what {address} says of its keys cannot be read: {error}") from None
    statements = tuple(one.succession for one in said.keys if one.succession is not None)
    first = said.keys[0].key if said.keys else said.key
    keys = tuple(continued([first], _of_origin(statements, said.origin)))
    return Published(address, said.origin, keys, statements)


class _WellKnownKey(msgspec.Struct):
    key: str
    succession: dict[str, Any] | None = None


class _WellKnown(msgspec.Struct):
    origin: str
    key: str
    keys: tuple[_WellKnownKey, ...]


def _signed_later(receipts: Iterable[Receipt], statements: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """A remark on signatures by a key newer than the record. All old games have them; they do not prove the time."""
    begins = {one["next"]: one["at"] for one in statements if is_succession(one)}
    for receipt in receipts:
        begin = begins.get(receipt["public_key"], 0)
        if receipt.get("at", begin) < begin:
            position = printable(receipt["position"])
            yield f"The receipt of {position} was signed later than it says: its key is in use since {_day(begin)}."


def _said_of_logs(proofs: Iterable[Mapping[str, Any]], log_keys: frozenset[str]) -> Iterable[str]:
    """A remark on the proofs of the log."""
    for key in dict.fromkeys(str(proof.get("public_key", "")) for proof in proofs if proof.get("scheme") in LOGGED):
        if key in log_keys:
            yield f"The proof of the log is signed by {printable(key)}, which you trust."
        else:
            yield (
                f"The proof of the log is signed by {printable(key)}, which nothing links to a key that you trust: to "
                "you it proves nothing."
            )


def _first_keys(statements: Iterable[Mapping[str, Any]]) -> set[str]:
    """The keys without a predecessor."""
    return {str(one["previous"]) for one in statements if is_succession(one)}


def _day(milliseconds: int) -> str:
    return datetime.fromtimestamp(min(milliseconds, _LAST_TIME) / 1000, UTC).strftime("%Y-%m-%d")


def _of_origin(statements: Iterable[Mapping[str, Any]], origin: str) -> list[Mapping[str, Any]]:
    """The statements about this origin, or about all origins if none is named."""
    return [one for one in statements if not origin or one.get("origin") == origin]


def _read(file: Path) -> dict[str, dict[str, str]]:
    """The keys in the file: for each origin, each key and the day it was first seen."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, str]])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError, UnicodeError) as error:
        raise BadTrust(f"the file of trusted keys cannot be read: {file}: {error}") from None
