"""Signatures of a player in signed games: an own key, kept in a file, and the calls that it signs.

Each signed text is stored beside the key before it is sent, so that the owner can show it later. Needs `cryptography`
(`pip install stele_client[signing]`); the server's docs/reference/record-signatures.md describes the signed text.
"""

import base64
import hashlib
import json
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from stele_client import calls
from stele_client.shapes import Game, Move, Moved

FIRST = "first"
"""In place of the previous text's hash, in a signer's first text of a game."""


class OwnKey:
    """The Ed25519 key in this file, which is made if it does not exist, for its owner alone to read.

    The file has the 32 bytes of the private key in base64. Each signed text is appended to a second file, whose name
    ends with `.signed`, as a line that verifiers read with `--receipts`. A file with anything else is a `ValueError`.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._kept = self._path.with_name(f"{self._path.name}.signed")
        if not self._path.exists():
            _write_new(self._path, base64.b64encode(secrets.token_bytes(32)) + b"\n")
        try:
            self._key = Ed25519PrivateKey.from_private_bytes(base64.b64decode(self._path.read_bytes(), validate=False))
        except ValueError as error:
            raise ValueError(f"{self._path} is not a key: {error}") from None
        self.public_key = base64.b64encode(self._key.public_key().public_bytes_raw()).decode()

    def sit_down(
        self, game: Game, player: str, seat: int, nonce: str = "", *, commitment: str = "", invite: str | None = None
    ) -> calls.Call[Game]:
        """Join this game in this seat, the lowest free one, with this key; `player` is my id."""
        part = {"nonce": nonce, "nonce_commitment": commitment, "public_key": self.public_key}
        part = {name: value for name, value in part.items() if value}
        header, _hash = self._sign(game, seat, {"type": "TakeSeat", "player": player, **part}, FIRST)
        call = calls.sit_down(game.id, nonce, commitment=commitment, seat=seat, invite=invite)
        body = {**msgspec.json.decode(call.body or b"{}"), **part, "seat": seat}
        return replace(call, body=msgspec.json.encode(body), headers={**call.headers, "Stele-Signature": header})

    def play(self, game: Game, move: Move | Sequence[Move], *, expecting: str | None = None) -> calls.Call[Moved]:
        """The call `calls.play`, signed. `game` is the summary as it is now: it names my previous text.

        Resigning, leaving, disputes and proposals are sent like moves, and signed like them.
        """
        seat, previous = game.your_seat, game.previous
        if seat is None or previous is None:
            raise ValueError("you have no seat with a key in this game")
        signed = []
        for one in [move] if isinstance(move, Mapping) else move:
            header, previous = self._sign(game, seat, one, previous)
            signed.append(header)
        call = calls.play(game.id, move, expecting=expecting)
        if isinstance(move, Mapping):
            return replace(call, headers={**call.headers, "Stele-Signature": signed[0]})
        return replace(call, body=msgspec.json.encode({"moves": list(move), "signatures": signed}))

    def _sign(self, game: Game, seat: int, command: Mapping[str, Any], previous: str) -> tuple[str, str]:
        """The header that signs this command after the position that was seen, and the hash of the signed text."""
        said = {
            "scheme": "stele/move/3",
            "game": game.id,
            "after": game.position,
            "digest": game.digest,
            "seat": seat,
            "command": command,
            "nonce": secrets.token_hex(16),
            "previous": previous,
        }
        text = json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        signature = base64.b64encode(self._key.sign(text.encode())).decode()
        line = json.dumps({"text": text, "signature": signature, "public_key": self.public_key})
        with open(os.open(self._kept, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a", encoding="utf-8") as kept:
            kept.write(f"{line}\n")
        digest = hashlib.sha256(text.encode()).hexdigest()
        return f"{base64.b64encode(text.encode()).decode()}.{signature}", digest


def _write_new(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read; an existing file is left unchanged."""
    try:
        place = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with open(place, "wb") as file:
        file.write(content)
