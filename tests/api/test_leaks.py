"""Leaks: no answer, event, refusal, metric or log line of the server holds a secret.

The search is for values that can't be there by chance: salts, game keys, nonces that are still bound, signed texts,
standing orders.
"""

import json
import random
import socket

import msgspec
import pytest

from app import make_services
from domain.projector import projector_for
from domain.redaction import Hidden, secret_fields
from domain.title_loader import find_rulebooks
from eventstore.entries import read_record
from tests.api.clients import play_to_the_end, table_of
from tests.api.test_signatures import Table

TITLES = sorted(find_rulebooks())
CALLS = (
    "", "/state", "/state?at=3-0", "/legal-moves", "/events?limit=5000", "/replay?brief=false",
    "/replay?state=full&brief=false", "/bundle",
    "/audit", "/dossier?at=2100-01-01", "/digests?at=1-0", "/proof", "/orders",
)  # fmt: skip
LANGUAGES = ("en", "it", "es")


class Running:
    """A game that is being played: its players, their keys, its position."""

    def __init__(self, gallery, title, number):
        lot = random.Random(f"{title} {number}")
        meta = find_rulebooks()[title].meta
        self.title = title
        names = [f"L{seat}" for seat in range(lot.randint(meta.least_players, meta.most_players))]
        moves = lot.randint(5, 40)
        if number % 2 == 0:
            table = Table(gallery, title=title, names=names, signed=True)
            table.play(lot, moves)
            self.id, self.clients = table.id, table.clients
        else:
            self.id, self.clients = table_of(gallery, title, names, nonce="n")
            play_to_the_end(self.id, self.clients, lot, most=moves)
        self.path = f"/api/games/{self.id}"
        self.orders = {seat: self._order(seat) for seat in range(len(names)) if number % 2}

    def _order(self, seat):
        """A word that is in this seat's standing order alone; an order ends with the game."""
        word, kind = f"ordered-{self.id}-{seat}", find_rulebooks()[self.title].COMMANDS[0]
        fields = (one for one in msgspec.structs.fields(kind) if one.name != "seat")
        move = {"type": kind.__name__, **{one.name: {"any": True} for one in fields}}
        placed = {"orders": [{"guard": f"'{word}' == status", "moves": [move]}]}
        answer = self.clients[seat].call("PUT", f"{self.path}/orders", placed)
        assert (answer.status == 200) == (self.clients[seat].get(self.path)["status"] == "playing"), answer
        return word.encode() if answer.status == 200 else None

    def told(self, client, viewer, language):
        """Every byte that this client may get about the game as this viewer, in this language, with refusals."""
        found = []
        for call in CALLS:
            path = f"{self.path}{call}"
            asked = f"{path}{'&' if '?' in call else '?'}as={viewer}"
            answer = client.call("GET", asked, Accept_Language=language)
            if answer.status == 422:  # the call has no perspectives
                answer = client.call("GET", path, Accept_Language=language)
            found.append(answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode())
        for other in range(len(self.clients)):
            found.append(json.dumps(client.call("GET", f"{self.path}/state?as={other}").body).encode())
        refused = client.call("POST", f"{self.path}/moves", {"type": "Nothing"}, Accept_Language=language)
        return b"\n".join([*found, json.dumps(refused.body).encode()])


def followed(served, game):
    """An anonymous follower's stream of the whole game so far."""
    with socket.create_connection(("127.0.0.1", served.port), 60) as line:
        line.sendall(
            f"GET {game.path}/events?after=1-0 HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        heard = b""
        while b"\ndata: " not in heard:
            heard += line.recv(1 << 20)
        line.settimeout(0.2)
        try:
            while more := line.recv(1 << 20):
                heard += more
        except TimeoutError:
            pass
        return heard


def secrets_of(store, game):
    """For each viewer, their forbidden texts: salts and texts of sealed fields; the game key for all."""
    projector, entries = projector_for(game.title), store.read(game.id)
    opened = {(one.position, one.field) for entry in entries for one in projector.decode(entry.public).opens}
    forbidden = {
        viewer: {store.load_game_key(game.id).hex().encode()} for viewer in ("public", *range(len(game.clients)))
    }
    for seat, word in game.orders.items():
        for viewer, found in forbidden.items():
            if word is not None and viewer != seat:
                found.add(word)
    for entry in entries:
        if not entry.secrets:
            continue
        stored = msgspec.json.decode(entry.secrets)
        for viewer, found in forbidden.items():
            event = read_record(projector, entry, viewer).data
            for field in secret_fields(type(event)):
                if isinstance(getattr(event, field), Hidden) and (str(entry.position), field) not in opened:
                    value, salt = stored[field]
                    found.add(salt.encode())
                    if field == "text":
                        found.add(json.loads(value)["nonce"].encode())
    return forbidden


def search(served, gallery, games):
    """Search and find nothing, and return the number of secrets."""
    store = make_services({"STELE_DATA": str(served.data), **served.variables}).games.tables.store
    looked_for, everything = 0, set()
    for number, game in enumerate(games):
        forbidden = secrets_of(store, game)
        language = LANGUAGES[number % 3]
        heard = followed(served, game)
        for viewer, client in [("public", gallery), *enumerate(game.clients)]:
            told = game.told(client, viewer, language) + (heard if viewer == "public" else b"")
            assert b'"position"' in told
            leaked = [secret for secret in forbidden[viewer] if secret in told]
            assert not leaked, (game.id, viewer, leaked)
            # A viewer's own secrets are sent to them: the search would find them.
            own = forbidden["public"] - forbidden[viewer]
            assert all(secret in told for secret in own)
            looked_for += len(forbidden[viewer])
        everything |= forbidden["public"]
    said = gallery.call("GET", "/metrics").body
    lines = (said if isinstance(said, bytes) else json.dumps(said).encode()) + (served.data / "test.log").read_bytes()
    tokens = {client.token.encode() for game in games for client in game.clients}
    assert not [secret for secret in everything | tokens if secret in lines]
    return looked_for


@pytest.mark.parametrize("title", TITLES)
def test_no_secret_leaks(served, remote, title):
    """A game of each title; every second one has signed moves, the others standing orders."""
    assert search(served, remote, [Running(remote, title, TITLES.index(title))]) > 0


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_no_secret_leaks_in_fifty_games(served, remote, title):
    """Two hundred games in all."""
    assert search(served, remote, [Running(remote, title, number) for number in range(100, 150)]) > 1000
