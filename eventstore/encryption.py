"""Encryption with the server's secret, for game keys, secret values and the signing key.

The secret is 32 bytes, in the file `secret` of the data directory or given by the operator. Each purpose has a separate
key derived from it.
"""

import base64
import contextlib
import hmac
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SECRET_BYTES = 32
_NONCE_BYTES = 12


class WrongSecret(Exception):
    """The value was sealed with another secret, or was altered."""


def load_or_make_secret(data_directory: Path, given: str | None = None) -> bytes:
    """The server's secret: the given one (base64 of 32 bytes) or the file's, which is created if it is missing.

    If two processes create it at the same time, one wins, and both return the winner's.
    """
    if given is not None:
        return _decode(given)
    path = data_directory / "secret"
    if not path.exists():
        _make(path)
    secret = path.read_bytes()
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"{path} must hold {SECRET_BYTES} bytes; restore it from a copy")
    return secret


def _decode(given: str) -> bytes:
    try:
        secret = base64.b64decode(given, validate=True)
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"the secret must be the base64 form of {SECRET_BYTES} random bytes")
    return secret


def _make(path: Path) -> None:
    """Write a new secret to a separate file and link it into place, so that a half-written one is never read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"secret.{os.getpid()}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.write(descriptor, secrets.token_bytes(SECRET_BYTES))
        os.fsync(descriptor)
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.close(descriptor)
        draft.unlink()
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


class SecretBox:
    """Encrypts values with the server's secret (AES-256-GCM), and derives values from it."""

    def __init__(self, secret: bytes) -> None:
        self._cipher = AESGCM(derive(secret, b"stele/box/1"))
        self._value_key = derive(secret, b"stele/value/1")

    def seal(self, value: bytes, context: bytes) -> bytes:
        """Encrypt the value; it decrypts only in the same context."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, value, context)

    def open(self, sealed: bytes, context: bytes) -> bytes:
        """Decrypt the sealed value, or raise `WrongSecret`."""
        try:
            return self._cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], context)
        except (InvalidTag, ValueError) as error:
            raise WrongSecret("this was sealed under another secret") from error

    def value(self, context: bytes) -> bytes:
        """Thirty-two secret bytes, always the same for one context, so they need not be stored."""
        return hmac.digest(self._value_key, context, "sha256")


def derive(secret: bytes, purpose: bytes) -> bytes:
    """The 32-byte key derived from the server's secret for one purpose."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"the secret must have {SECRET_BYTES} bytes")
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=purpose).derive(secret)
