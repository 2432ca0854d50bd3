"""Game set: many games in one file, for research (`docs/guides/research.md`), played for the set or read from bundles.

The file is gzipped JSON Lines: a header, a line for each game with its bundle, and an end with the number of games and
the SHA-256 of all lines before it. A played set with the same header has the same bytes, unless a kind searches by
time.
"""

import gzip
import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from ai.self_play import play_out
from audit.bundle import export_bundle, import_entries
from audit.verification.verify import verify_bundle
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from eventstore.backup.atomic_files import replacing
from replay.past_states import PastStates, placed_records
from verify.bundle import read_bundle

FORMAT = "stele-games/1"
TEST_SHARE = 0.2
"""The share of games in the part `test`; the others are in `train`."""


class Header(Struct, frozen=True):
    """The first line. Game n is of the title n modulo their number, and the seats are filled with `kinds` in turn.

    In a set from bundles these are the titles and kinds that occur, people among them, and there is no seed.
    """

    titles: tuple[str, ...]
    kinds: tuple[str, ...]
    games: int
    seed: str
    stele: str = ""
    """The version of Stele that played the games; empty if the file does not tell."""
    licence: str = ""
    """Under which others may use the set; empty if the file does not tell."""
    format: str = FORMAT


class GameLine(Struct, frozen=True):
    """A game: its bundle with all secrets, as text, and its part of the set, which follows from its record's last
    digest.
    """

    title: str
    players: int
    kinds: tuple[str, ...]
    seed: str
    part: str
    bundle: str


class EndLine(Struct, frozen=True):
    """The last line: the number of games, and the SHA-256 of all lines before it."""

    games: int
    sha256: str


def part_of(digest: bytes) -> str:
    """The part of the set for the game whose record ends with this digest; random, but always the same for one game."""
    return "test" if int.from_bytes(digest[:4]) < TEST_SHARE * 2**32 else "train"


def play_game(header: Header, number: int) -> GameLine:
    """Play game `number` of this set, from 0.

    Titles take turns, and so do the numbers of players of each title. After each round of them the kinds move on by one
    seat, so that every kind has every seat with every number of players.
    """
    turn, place = divmod(number, len(header.titles))
    title = header.titles[place]
    meta, projector = find_rulebooks()[title].meta, projector_for(title)
    shift, step = divmod(turn, meta.most_players - meta.least_players + 1)
    players = meta.least_players + step
    kinds = tuple(header.kinds[(seat + shift) % len(header.kinds)] for seat in range(players))
    seed = f"{header.seed}/{number}"
    played = play_out(projector, kinds, seed)
    bundle = b"".join(export_bundle(projector, played.game_id, played.entries, "all")).decode()
    return GameLine(title, players, kinds, seed, part_of(played.entries[-1].digest), bundle)


class LeftOut(ValueError):
    """This bundle's game cannot be in a set; the message tells why."""


def game_of(raw: bytes) -> GameLine:
    """The game of this bundle without names and receipts, or `LeftOut`, or `Failed`."""
    bundle = read_bundle(raw)
    if bundle.rulebook not in find_rulebooks():
        raise LeftOut(f"there is no title {bundle.rulebook}")
    if bundle.viewer != "all":
        raise LeftOut("it does not have all secrets")
    if not verify_bundle(bundle).ok:
        raise LeftOut("it does not verify")
    projector, entries = projector_for(bundle.rulebook), import_entries(bundle)
    final = PastStates(placed_records(projector, entries)).fold(projector)
    if final is None or final.result is None:
        raise LeftOut("it is not finished")
    kinds = tuple(seat.kind for seat in final.seats)
    nameless = b"".join(export_bundle(projector, bundle.game_id, entries, "all")).decode()
    return GameLine(bundle.rulebook, final.players, kinds, "", part_of(entries[-1].digest), nameless)


def write_set(path: Path, header: Header, games: Iterable[GameLine]) -> str:
    """Write the games of this set into a file, which appears when it is whole; returns the SHA-256 of its lines."""
    digest, encode = hashlib.sha256(), msgspec.json.encode
    with replacing(path) as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as file:

        def write(line: bytes) -> None:
            digest.update(line)
            file.write(line)

        write(encode(header) + b"\n")
        for game in games:
            write(encode(game) + b"\n")
        found = digest.hexdigest()
        file.write(encode(EndLine(header.games, found)) + b"\n")
    return found
