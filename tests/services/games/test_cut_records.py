"""Damaged disk: the record's file is cut or changed, and all whole games continue."""

import contextlib
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from ai.self_play import seeded_game_key
from api.services import Services
from app import create_app, make_services
from audit.signing.keys import KeyNotary, SigningKey
from domain.game import Abort, TakeSeat
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.append import Head
from eventstore.checkpoints.checkpoint import NOTES, latest_checkpoint
from eventstore.checkpoints.compare import compare
from eventstore.encryption import load_or_make_secret
from eventstore.entries import parse_position
from eventstore.errors import ReadOnly, RecordDamaged
from eventstore.keys import GameNames
from eventstore.store import Store
from eventstore.valkey.connection import Client, StoreUnavailable
from services.games.tables import Request
from services.jobs.worker import play_computers
from tests.eventstore.cutting import commands, copy_records, file_of, load_again, server_on

COMMANDS = 100
"""The number of last commands that are cut."""
PARTS = 8
"""The number of tests that share the cuts of some 140,000 bytes: on an idle machine each takes about two minutes."""
MOVES = 36
TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
GAMES = ("early", "long", "late", "last")
COMPARED = "stele:{ground}:compared"


class Kept:
    """A record with a few games, the checkpoint of its end, and each game's state after each command of its file."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.lot = random.Random("kept")
        records = directory / "records"
        records.mkdir(parents=True)
        with server_on(records, directory) as redis:
            assert redis is not None
            services = self.services()
            for number in range(MOVES):
                services.games.lobby.games(asking=None)
                self.move(services, GAMES[min(4 * number // MOVES, 3)] if number % 3 else "long")
            keeper = services.storage.integrity.keeper()
            assert keeper.hold() and keeper.write()
            keeper.release()
            self.content = file_of(records).read_bytes()
        self.ends: list[int] = []
        self.heads: list[dict[str, Head]] = [{}]
        heads_of = {GameNames(game_id, 64).head.encode(): game_id for game_id in GAMES}
        for end, together in commands(self.content):
            now = dict(self.heads[-1])
            for words in together:
                if words[0].upper() == b"HSET" and words[1] in heads_of:
                    said = dict(zip(words[2::2], words[3::2], strict=True))
                    now[heads_of[words[1]]] = Head(parse_position(said[b"position"].decode()), said[b"digest"])
            self.ends.append(end)
            self.heads.append(now)

    def services(self) -> Services:
        """The services of a newly started process."""
        socket = f"unix://{self.directory / 's'}"
        return make_services({"REDIS_URL": socket, "STELE_DATA": str(self.directory), "STELE_ALLOW_UNSAFE_REDIS": "1"})

    def move(self, services: Services, game_id: str) -> None:
        """A move, or the opening, by the person in this game."""
        if not services.games.tables.exists(game_id):
            seat = TakeSeat(0, player="person", nonce="nonce")
            game_key = seeded_game_key(game_id)
            services.games.tables.open(
                GameTerms(TITLE, 2, computers=("random",)), creator=seat, game_id=game_id, game_key=game_key
            )
        play_computers(services.games.tables, game_id, self.lot)
        seen = services.games.tables.seen(game_id, 0)
        if seen.game.is_over:
            return
        moves = seen.legal() or (Abort(0),)  # where the record ends before the person joined
        services.games.tables.command(game_id, self.lot.choice(moves), 0, request=Request(str(seen.position)))

    def joined_after(self, cut: int) -> set[str]:
        """The games with a seated person if the file ends there."""
        whole = self.heads[sum(end <= cut for end in self.ends)]
        return {game_id for game_id, head in whole.items() if head.position.action > 1}

    def lost_after(self, cut: int) -> dict[str, str]:
        """The expected report if the file ends at this byte: for each game with a loss, `gone` or `behind`."""
        whole = self.heads[sum(end <= cut for end in self.ends)]
        return {
            game_id: "gone" if game_id not in whole else "behind"
            for game_id, head in self.heads[-1].items()
            if whole.get(game_id) != head
        }


@pytest.fixture(scope="module")
def kept(server_directory) -> Kept:
    """The record to be cut."""
    return Kept(server_directory("kept"))


@contextlib.contextmanager
def running(kept: Kept, place: Path) -> Iterator[tuple[Client, Path]]:
    """A server on a copy of the record, which can load another content."""
    records = copy_records(kept.directory / "records", place, kept.content)
    with server_on(records, kept.directory) as redis:
        assert redis is not None
        yield redis, records


def starting(kept: Kept, redis: Client) -> Services:
    """The services of a process that starts after the server did."""
    redis.delete(COMPARED)
    return kept.services()


def test_each_loss_is_reported_and_the_rest_goes_on(kept: Kept, tmp_path: Path) -> None:
    """A cut after or within each of the last commands is reported with the missing entries, and all else continues."""
    assert len(kept.ends) > COMMANDS
    lot = random.Random("cuts")
    borders = kept.ends[-COMMANDS - 1 :]
    within = [lot.randrange(before + 1, end) for before, end in pairwise(borders)]
    with running(kept, tmp_path) as (redis, records):
        for cut in (*borders, *lot.sample(within, 25)):
            load_again(redis, records, kept.content[:cut])
            services, expected = starting(kept, redis), kept.lost_after(cut)
            found = {game_id: one.kind for game_id, one in services.storage.integrity.closures.findings().items()}
            assert (cut, expected) == (cut, found)
            noted = [note for note in services.storage.integrity.notes() if note.startswith("game ")]
            assert sorted(expected) == [note.split(" ")[1] for note in noted]
            listed = {game["id"] for game in services.games.lobby.games(asking=None)[0]}
            assert listed == kept.joined_after(cut)
            if cut in borders[::5]:
                for game_id in GAMES:
                    if expected.get(game_id) == "gone":
                        with pytest.raises(RecordDamaged, match="is gone"):
                            services.games.tables.seen(game_id)
                    elif game_id in expected:
                        seen = services.games.tables.seen(game_id)
                        assert seen.position < kept.heads[-1][game_id].position
                        with pytest.raises(ReadOnly, match="ends at"):
                            kept.move(services, game_id)
                    else:
                        kept.move(services, game_id)
            redis.connection_pool.disconnect()


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_every_byte_of_the_end_is_cut(kept: Kept, tmp_path: Path, part: int) -> None:
    """Wherever the file is cut within the last commands, exactly the missing entries are reported."""
    directory = kept.directory / "checkpoints"
    with running(kept, tmp_path) as (redis, records):
        notary = KeyNotary(SigningKey(load_or_make_secret(kept.directory)))
        checkpoint, _complaints = latest_checkpoint(directory, notary)
        for cut in range(kept.ends[-COMMANDS - 1] + part, len(kept.content) + 1, PARTS):
            load_again(redis, records, kept.content[:cut])
            found = {one.game_id: one.kind for one in compare(Store(redis), checkpoint)}
            assert (cut, kept.lost_after(cut)) == (cut, found)


def flips(kept: Kept, tmp_path: Path, tries: int, seed: str) -> int:
    """Change one byte of the file, repeatedly, and return the number of times that the server loaded the rest."""
    lot = random.Random(seed)
    app = create_app({})
    app.testing = True  # unforeseen errors are raised, not answered with 500
    checkpoints = kept.directory / "checkpoints"
    assert list(checkpoints.glob(NOTES))
    loaded = 0
    stack = contextlib.ExitStack()
    with stack:
        redis, records = stack.enter_context(running(kept, tmp_path))
        for _ in range(tries):
            content = bytearray(kept.content)
            place = lot.randrange(len(content))
            content[place] ^= lot.choice([1 << bit for bit in range(8)])
            try:
                load_again(redis, records, bytes(content))
                redis.ping()
            except StoreUnavailable:
                stack.close()
                redis, records = stack.enter_context(running(kept, tmp_path))
                continue
            loaded += 1
            _check_all_goes_on(kept, redis, app, f"byte {place} is {content[place]}")
    return loaded


def _check_all_goes_on(kept: Kept, redis: Client, app, what: str) -> None:
    services = starting(kept, redis)
    app.extensions["stele"]._made = services
    client = app.test_client()
    paths = [f"/api/games/{game_id}{more}" for game_id in GAMES for more in ("", "/state", "/events")]
    for path in ("/api/games", "/health/ready", *paths):
        assert client.get(path).status_code in (200, 404, 503), (what, path)
    assert client.get("/api/games").status_code == 200, what
    services.jobs.make_worker().run(until_idle=True)
    # A changed length can make the rest of the file look incomplete: then the server cuts it off, and that is reported.
    lost = {
        game_id
        for game_id, one in services.storage.integrity.closures.findings().items()
        if one.kind in ("gone", "behind")
    }
    stuck = set()
    for game_id in GAMES:
        try:
            kept.move(services, game_id)
        except (ReadOnly, RecordDamaged):
            stuck.add(game_id)
    assert len(stuck - lost) <= 1, (what, stuck, lost)
    services.games.lobby.catch_up()
    assert client.get("/api/games").status_code == 200, what


@pytest.mark.parametrize(
    ("tries", "seed", "least"), [(12, "flips", 3), pytest.param(3_000, "many flips", 1_001, marks=pytest.mark.soak)]
)
def test_a_changed_byte_stops_nothing_else(kept: Kept, tmp_path: Path, tries: int, seed: str, least: int) -> None:
    """With any changed byte that the server loads, web, worker, lobby and games continue."""
    assert flips(kept, tmp_path, tries, seed) >= least
