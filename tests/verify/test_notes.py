"""Signed notes: the log's signatures and the witnesses', byte for byte as in C2SP."""

import base64

import pytest

from audit.signing.keys import KeyNotary, SigningKey
from audit.signing.origin import origin_of
from tests.audit.witnesses import cosigned, key_of
from verify.notes import LOG_KEY, WITNESS_KEY, BadKey, NoteKey, cosignature_by, is_signed_by, note_key

NOTARY = KeyNotary(SigningKey(bytes(32)))
TEXT = "log.example/stele\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"


def test_a_log_signs_in_its_own_name() -> None:
    """The key's name is the note's first line; a changed text or name has no valid signature."""
    note = NOTARY.signed(TEXT)
    key = NOTARY.key("log.example/stele")
    assert NOTARY.has_signed(note) and is_signed_by(note, key)
    assert not is_signed_by(note, NoteKey("log.example/other", key.public_key))
    for changed in (
        note.replace(b"\n0\n", b"\n1\n"),
        note.replace(b"stele", b"steli"),
        note[:-3] + b"\n",
        b"",
        TEXT.encode(),
    ):
        assert not NOTARY.has_signed(changed)
    other = KeyNotary(SigningKey(bytes(31) + b"1"))
    assert not other.has_signed(note)


def test_a_cosignature_has_a_time() -> None:
    """A cosignature covers its time and the text, by a key of the witness type."""
    note = NOTARY.signed(TEXT)
    witness = SigningKey(bytes(31) + b"1")
    key = key_of(witness, "witness.example")
    line = cosigned(witness, note, "witness.example", 1_679_315_147)
    both = note + line.encode() + b"\n"
    found = cosignature_by(both, key)
    assert found is not None and (1_679_315_147, line) == (found.at, found.line)
    assert NOTARY.has_signed(both), "the log's own signature is still there"
    raw = base64.b64decode(line.rpartition(" ")[2])
    later = base64.b64encode(raw[:11] + bytes([raw[11] ^ 1]) + raw[12:]).decode()
    assert None is cosignature_by(note + f"— witness.example {later}\n".encode(), key)
    assert None is cosignature_by(both.replace(b"\n0\n", b"\n1\n"), key)
    assert None is cosignature_by(both, NoteKey("witness.example", key.public_key))


def test_the_published_key_is_read() -> None:
    """A published key in the format of notes is read and written again."""
    vkey = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
    assert vkey == str(note_key(vkey, LOG_KEY))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name",
        "name+00000000+AAAA",
        "name+00000000+x y",
        "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    ],
)
def test_a_bad_key_is_named(text: str) -> None:
    """A key of a wrong form or id is named, and so is a witness's key in place of a log's."""
    with pytest.raises(BadKey):
        note_key(text, LOG_KEY)
    with pytest.raises(BadKey, match="the key of a witness"):
        note_key(str(NOTARY.key("log")), WITNESS_KEY)


def test_an_origin_is_made_of_the_first_key() -> None:
    """An origin made of the first key cannot be mistaken for an address."""
    assert "stele.invalid/" == origin_of(SigningKey(bytes(32)).public_key)[:-8]
