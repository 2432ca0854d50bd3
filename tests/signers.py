"""Signing players: programs with their own Ed25519 keys."""

import base64
import hashlib
from dataclasses import dataclass
from itertools import count
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from audit.verification.signatures import digest_of
from domain.game import CommandSigned
from eventstore.canonical_json import canonical
from verify.signatures import key_text

_NONCES = count(1)


@dataclass(frozen=True)
class Signer:
    """The holder of this name's key, which is the same in every test."""

    name: str

    @property
    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(self.name.encode()).digest())

    @property
    def public_key(self) -> str:
        """The key that verifies the signatures."""
        return base64.b64encode(self._key.public_key().public_bytes_raw()).decode()

    def sign(self, content: bytes) -> str:
        """The signature in base64."""
        return base64.b64encode(self._key.sign(content)).decode()

    def signed(
        self,
        game: str,
        after: str,
        digest: str,
        seat: int,
        command: dict[str, Any],
        before: CommandSigned | None = None,
        previous: str | None = None,
    ) -> CommandSigned:
        """This command, signed for this place, by the second scheme if the signer's `previous` text is given.

        By the first scheme `before` are the commands sent ahead of it.
        """
        nonce = f"{next(_NONCES):032x}"
        if before is not None:
            nonce = hashlib.sha256(str(before.text).encode()).hexdigest()[:32]
        scheme = "stele/move/1" if before is None else "stele/move/2"
        text = canonical(
            {
                "scheme": scheme if previous is None else "stele/move/3",
                **({} if previous is None else {"previous": previous}),
                "game": game,
                "after": after,
                "digest": digest,
                "seat": seat,
                "command": command,
                "nonce": nonce,
            }
        )
        return CommandSigned(seat, self.sign(text), text.decode(), digest_of(text.decode()))

    def joins(self, summary: dict[str, Any], player: str, seat: int, **more: Any) -> tuple[dict[str, Any], str]:
        """The body and the header of a request to take this seat of a game, or to take it over while it runs."""
        part = {"public_key": self.public_key, **more}
        command = {"type": "TakeOver" if summary["status"] == "playing" else "TakeSeat", "player": player, **part}
        place = (summary["id"], summary["position"], summary["digest"], seat, command)
        return {"seat": seat, **part}, header(self.signed(*place, previous="first"))

    def names(self, game: str, seat: int, successor: str) -> str:
        """This key's signature on its successor."""
        return self.sign(key_text(game, seat, self.public_key, successor))


def header(signed: CommandSigned) -> str:
    """The signature in its transmitted form."""
    return f"{base64.b64encode(str(signed.text).encode()).decode()}.{signed.signature}"
