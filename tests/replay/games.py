"""Played-out games of every title, and ways to tamper with their records."""

import hashlib
from functools import cache

import msgspec

from correspondence.playout import play_out
from domain.projector import projector_for
from domain.rulebooks import find_rulebooks
from eventstore.canonical import canonical
from eventstore.entries import FIRST_DIGEST, Entry, chain
from replay.bundle import export_bundle

TITLES = list(find_rulebooks())


@cache
def played(title, seed="replay"):
    """A game of the fewest players, and its projector."""
    projector = projector_for(title)
    return projector, play_out(projector, ["random"] * projector.rulebook.meta.least_players, seed)


def viewers(title):
    """Everybody who may look."""
    return ["public", "all", *range(find_rulebooks()[title].meta.least_players)]


@cache
def bundle_of(title, viewer):
    """The bundle of the played game for this viewer."""
    projector, game = played(title)
    return b"".join(export_bundle(projector, game.game_id, game.entries, viewer))


def forged(entries, number, change):
    """The entries with the public form of one changed and everything after it chained anew."""
    digest, result = FIRST_DIGEST, []
    for index, entry in enumerate(entries):
        public = entry.public
        if index == number:
            plain = msgspec.json.decode(public)
            change(plain)
            public = canonical(plain)
        digest = chain(digest, public)
        result.append(Entry(entry.position, public, entry.secrets, digest))
    return result


def lines_with_checksum(lines):
    """These lines of a bundle with a checksum that fits, as a careful forger would write it."""
    body = b"".join(lines[:-1])
    proofs = msgspec.json.decode(lines[-1])
    proofs["sha256"] = hashlib.sha256(body).hexdigest()
    return body + canonical(proofs) + b"\n"
