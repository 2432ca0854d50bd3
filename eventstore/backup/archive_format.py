"""Archive format: a game's entries as compressed text, without anything that can be recomputed.

Digests are left out, and so are the salts and commitments that follow from the game key once the record has published
it; times are written as differences. Nothing is encrypted, and the file reveals nothing that the stream does not.
`packed` reads its own output back, and refuses a record that would not survive this.

The text, compressed with zstd: the game's id, its published key (or nothing), then a line for each entry, and an empty
line between two actions. An entry's line is its public form and, after a tab, its secrets.
"""

import re
from collections.abc import Callable, Sequence

import msgspec
import zstandard

from eventstore.entries import FIRST_DIGEST, Entry, Position, chain, commitment_of, salt_of

LEVEL = 19
_LARGEST_BYTES = 1 << 28
_COMMITMENT, _SALT, _OPENED, _LATER = b"\x01", b"\x02", b"\x03", b"\x04"
_TIME = re.compile(rb'"at":(\d{1,15})(?=[,}])')
_TIME_LATER = re.compile(rb'"at":\x04(\d+)')
_OPENING = re.compile(rb'"field":"([a-z0-9_]+)","position":"(\d+-\d+)","salt":"([0-9a-f]{32}|\x03)"')


class NotPackable(ValueError):
    """These entries do not survive the round trip; the game is not archived."""


def packed(game_id: str, entries: Sequence[Entry]) -> bytes:
    """The game in archive format; `NotPackable` unless exactly these entries can be read from it again."""
    for key in (_published_key(entries), b""):
        text = _text(game_id, entries, key)
        try:
            if _entries(game_id, text) == list(entries):
                return zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compress(text)
        except (ValueError, LookupError, TypeError, msgspec.MsgspecError):
            pass
    raise NotPackable(f"the entries of {game_id} would not be read back as they are")


def unpacked(game_id: str, content: bytes) -> list[Entry]:
    """The entries of an archived game, each with its digest; raises an exception if the content is of another game."""
    return _entries(game_id, text_in(content))


def text_in(content: bytes) -> bytes:
    """The text of an archived game; `ValueError` if the content is not one."""
    try:
        return zstandard.ZstdDecompressor().decompress(content, max_output_size=_LARGEST_BYTES)
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from error


def _text(game_id: str, entries: Sequence[Entry], key: bytes) -> bytes:
    short = _Derived(game_id, key)
    lines, time = [game_id.encode(), key.hex().encode()], 0
    for entry in entries:
        public, secrets = entry.public, entry.secrets
        found = _TIME.search(public)
        if found is not None and (now := int(found[1])) >= time:
            public = public[: found.start(1)] + _LATER + b"%d" % (now - time) + public[found.end(1) :]
            time = now
        if key:
            public, secrets = short.left_out(entry, public, secrets)
        if not entry.position.effect and entry.position.action > 1:
            lines.append(b"")
        lines.append(public + b"\t" + secrets if secrets else public)
    return b"\n".join(lines)


def _entries(game_id: str, text: bytes) -> list[Entry]:
    said, key, *lines = text.split(b"\n")
    if said != game_id.encode():
        raise ValueError(f"this is the game {said.decode(errors='replace')[:64]}")
    short = _Derived(game_id, bytes.fromhex(key.decode()))
    entries: list[Entry] = []
    position, digest, time = Position(1, 0), FIRST_DIGEST, 0
    for line in lines:
        if not line:
            position = Position(position.action + 1, 0)
            continue
        public, _tab, secrets = line.partition(b"\t")
        if key:
            public, secrets = short.put_back(position, public, secrets)
        if (found := _TIME_LATER.search(public)) is not None:
            time += int(found[1])
            public = public[: found.start()] + b'"at":%d' % time + public[found.end() :]
        digest = chain(digest, public)
        entries.append(Entry(position, public, secrets, digest))
        position = Position(position.action, position.effect + 1)
    return entries


def _published_key(entries: Sequence[Entry]) -> bytes:
    """The game key that the record publishes at its end, or an empty value."""
    for entry in reversed(entries):
        data = msgspec.json.decode(entry.public).get("data")
        key = data.get("key") if isinstance(data, dict) else None
        if isinstance(key, str) and re.fullmatch(r"[0-9a-f]{64}", key):
            return bytes.fromhex(key)
    return b""


class _Derived:
    """The values derived from the game key, removed from an entry and put back in the order of the field names."""

    def __init__(self, game_id: str, key: bytes) -> None:
        self._game_id = game_id
        self._key = key

    def left_out(self, entry: Entry, public: bytes, secrets: bytes) -> tuple[bytes, bytes]:
        """The public form and the secrets without salts and commitments."""
        if secrets:
            for field, (value, salt) in msgspec.json.decode(secrets).items():
                if salt == self._salt(str(entry.position), field):
                    public = public.replace(commitment_of(salt, value).encode(), _COMMITMENT, 1)
                    secrets = secrets.replace(b'"%s"' % salt.encode(), b'"' + _SALT + b'"', 1)
        return self._opened(public, lambda salt, known: _OPENED if salt == known else salt), secrets

    def put_back(self, position: Position, public: bytes, secrets: bytes) -> tuple[bytes, bytes]:
        """The original public form and secrets."""
        if _SALT in secrets:
            place = str(position)
            # A control character is not valid JSON; while it replaces a salt, the field names are read from marks.
            marked = msgspec.json.decode(secrets.replace(_SALT, b"@"))
            for field, (value, salt) in marked.items():
                if salt == "@":
                    salt = self._salt(place, field)
                    secrets = secrets.replace(_SALT, salt.encode(), 1)
                    public = public.replace(_COMMITMENT, commitment_of(salt, value).encode(), 1)
        return self._opened(public, lambda salt, known: known if salt == _OPENED else salt), secrets

    def _opened(self, public: bytes, change: Callable[[bytes, bytes], bytes]) -> bytes:
        def changed(found: re.Match[bytes]) -> bytes:
            known = self._salt(found[2].decode(), found[1].decode()).encode()
            begin = found.start(3) - found.start()
            return found[0][:begin] + change(found[3], known) + b'"'

        return _OPENING.sub(changed, public)

    def _salt(self, position: str, field: str) -> str:
        return salt_of(self._key, self._game_id, position, field)
