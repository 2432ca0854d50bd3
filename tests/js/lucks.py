"""Finished games with draws to check in Node, as a real server sends them: `python -m tests.js.lucks` prints them."""

import json
import random
import sys
import tempfile

import msgspec

from api.services import services
from app import create_app
from audit.bundle import import_entries
from domain.chance import KeyedChance
from domain.game import Abort, TakeSeat
from domain.projector import projector_for
from eventstore.entries import read_records
from services.accounts.players import new_id
from tests.api.clients import Client, play_to_the_end, table_of
from tests.audit.conformance.sources import BEACON, ROUNDS
from tests.audit.games import Seating, bundled
from verify.bundle import Bundle, read_bundle
from verify.luck import round_after

BOUNDS = (6, 2**53 - 1)
TITLE = "kheops"


def with_beacon() -> Bundle:
    """The record of an earlier game with randomness from a beacon, called off after its start."""
    table = Seating(TITLE, bytes(range(32)), 2, beacon=BEACON, begins=1_767_225_600_123)
    for nonce in ("ann", "ben"):
        table.act(TakeSeat(0, player=new_id(), nonce=nonce))
    table.await_beacon(round_after(msgspec.to_builtins(BEACON), table.times[-1]))
    table.record_beacon(ROUNDS[22], after=65_000)
    table.act(Abort(0))
    game = table.played()
    return read_bundle(bundled(table.projector, game, game.entries))


def draws_of(raw: bytes, game: str) -> dict[int, list[str]]:
    """The numbers that the rules have drawn in this record, below each bound."""
    projector = projector_for(TITLE)
    records = read_records(projector, import_entries(read_bundle(raw)))
    final = projector.fold(records)
    number = sum(record.luck for record in records)
    nonces = [seat.nonce for seat in final.seats]
    draws = {}
    for bound in BOUNDS:
        chance = KeyedChance(bytes.fromhex(final.key), game, nonces)
        draws[bound] = [str(chance.below(bound)) for _ in range(number)]
    return draws


def main(data: str) -> None:
    """Write a game between persons with nonces and one with a beacon to the standard output."""
    app = create_app({"STELE_DATA": data, "STELE_LIMITS": "off"})
    gallery = Client(app)
    early = with_beacon()
    with app.app_context():
        services().games.tables.take_in(early)
    game, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    play_to_the_end(game, clients, random.Random(3))
    raw = gallery.call("GET", f"/api/games/{game}/bundle?as=all").body
    told = {
        one: {"game": one, "events": gallery.get(f"/api/games/{one}/events?as=public&limit=5000&after=0-0")}
        for one in (game, early.game_id)
    }
    told = {"persons": {**told[game], "draws": draws_of(raw, game)}, "beacon": told[early.game_id]}
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    # The server still writes there when this process ends, and ends afterwards.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        main(directory)
