"""Test vectors of `docs/reference/test-vectors.md`: both implementations make them, and the page shows them."""

import base64
import hashlib
import json
import re

from audit.signing.keys import SigningKey
from audit.verification.signatures import digest_of
from domain.chance import KeyedChance, commitment
from eventstore.canonical_json import canonical
from eventstore.entries import FIRST_DIGEST, chain, commitment_of, salt_of
from tests.measured import ROOT
from verify import canonical_json, commitments, ed25519, luck, receipts, signatures
from verify.ed25519 import is_signed
from verify.receipts import is_genuine

GAME, KEY = "vector", bytes(range(32))
NONCES = ["nonce 0", "", "più"]
VALUE = {"b": [1, True, None, 'è\n"\\\u007f'], "a": -9007199254740991, "": "\u0001/"}
ENTRIES = [
    {"at": 1000, "data": {"type": "GameStarted"}},
    {"actor": 1, "at": 2000, "data": {"cards": {"height": 2, "sealed": "00" * 32}, "type": "CardsDealt"}, "luck": 2},
]


def vectors():
    """Every vector, made by the server's code."""
    digests, texts = [FIRST_DIGEST], [canonical(entry) for entry in ENTRIES]
    for text in texts:
        digests.append(chain(digests[-1], text))
    salt = salt_of(KEY, GAME, "17-2", "cards")
    chance = KeyedChance(KEY, GAME, NONCES)
    signing = SigningKey(KEY)
    first = {"game": GAME, "position": "2-0", "digest": digests[-1].hex()}
    second = {**first, "scheme": "stele/receipt/2", "origin": "board.example", "at": 2000, "request": ""}
    return {
        "canonical": [{"value": VALUE, "bytes": canonical(VALUE).hex()}],
        "chain": [{"e": text.decode(), "h": digest.hex()} for text, digest in zip(texts, digests[1:], strict=True)],
        "commitment": {"value": [3, 1], "salt": salt, "commitment": commitment_of(salt, [3, 1])},
        "salt": {"key": KEY.hex(), "game": GAME, "position": "17-2", "field": "cards", "salt": salt},
        "key": {"key": KEY.hex(), "commitment": commitment(KEY)},
        "nonce": {
            "game": GAME, "seat": 1, "nonce": "more", "commitment": luck.nonce_commitment(GAME, 1, "more"),
        },
        "draws": {
            "key": KEY.hex(), "game": GAME, "nonces": NONCES,
            "numbers": [str(chance.below(2**64)) for _ in range(3)],
        },
        "receipts": [_receipt(signing, said) for said in (first, second)],
        "signatures": [
            _signature(signing, text)
            for text in (_move(digests[-1].hex()), _successor(signing), _command(digests[-1].hex()))
        ],
    }  # fmt: skip


def _move(digest):
    """A player's signed text for a move after the second entry."""
    return canonical(
        {
            "scheme": "stele/move/1", "game": GAME, "after": "2-0", "digest": digest, "seat": 1,
            "command": {"type": "Resign"}, "nonce": bytes(range(16)).hex(),
        }
    )  # fmt: skip


def _command(digest):
    """The vector of a command by the second scheme, with that previous text."""
    said = json.loads(_move(digest))
    return canonical({**said, "scheme": "stele/move/3", "previous": digest_of(_move(digest).decode())})


def _successor(signing):
    """The old key's signed text for the next key of seat 1."""
    return signatures.key_text(GAME, 1, signing.public_key, SigningKey(KEY, 2).public_key)


def _signature(signing, text):
    """A signed text, with the key and the signature."""
    return {"signed": text.decode(), "public_key": signing.public_key, "signature": signing.sign(text)}


def _receipt(signing, said):
    """The signed text, and the receipt."""
    text = canonical(said)
    signed = {"public_key": signing.public_key, "signature": signing.sign(text)}
    return {"signed": text.decode(), "receipt": {**said, **signed}}


def test_the_page_has_the_vectors():
    """The vectors in docs/reference/test-vectors.md are the ones that the server's code makes."""
    text = (ROOT / "docs" / "reference" / "test-vectors.md").read_text("utf-8")
    shown = re.search(r"```json\n(.*?)\n```", text, re.DOTALL)[1]
    made = json.dumps(vectors(), indent=2, ensure_ascii=True)
    assert json.loads(shown) == json.loads(made), f"docs/reference/test-vectors.md should have:\n{made}"


def test_the_verifier_in_one_file_makes_the_same():
    """The verifier in one file, written from the description, agrees with every vector."""
    told = vectors()
    assert canonical_json.canonical(VALUE).hex() == told["canonical"][0]["bytes"]
    assert canonical_json.read_canonical([bytes.fromhex(told["canonical"][0]["bytes"]).decode()]) == ([VALUE], None)
    digest = bytes(32)
    for entry in told["chain"]:
        digest = hashlib.sha256(digest + entry["e"].encode()).digest()
        assert digest.hex() == entry["h"]
    sealed, salt = told["commitment"], told["salt"]
    assert commitments.commitment_of(sealed["salt"], sealed["value"]) == sealed["commitment"]
    assert commitments.salt_of(KEY, GAME, salt["position"], salt["field"]) == salt["salt"]
    assert [str(luck.drawn(KEY, GAME, NONCES, draw)) for draw in range(3)] == told["draws"]["numbers"]
    for vector in told["receipts"]:
        receipt = vector["receipt"]
        assert receipts.is_genuine(receipt)
        raw, key = (base64.b64decode(receipt[name]) for name in ("signature", "public_key"))
        assert ed25519.is_signed_slowly(vector["signed"].encode(), raw, key)
    assert is_genuine(told["receipts"][0]["receipt"])
    move, successor, command = told["signatures"]
    for text in (move, command):
        assert signatures.signed_text(text["signed"]) == json.loads(text["signed"])
    assert signatures.read_signed(command["signed"])["previous"] == digest_of(move["signed"])
    said = json.loads(successor["signed"])
    text = signatures.key_text(said["game"], said["seat"], said["old"], said["public_key"])
    assert text.decode() == successor["signed"]
    for vector in told["signatures"]:
        raw, key = (base64.b64decode(vector[name]) for name in ("signature", "public_key"))
        assert ed25519.is_signed_slowly(vector["signed"].encode(), raw, key)
        assert is_signed(vector["signed"].encode(), vector["signature"], vector["public_key"])
