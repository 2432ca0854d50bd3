"""Noninterference: two worlds that look the same to a viewer answer each of their requests the same.

The second world is made from the first one's record: everything a seat has not seen is dealt again, and the game has
another key, so other draws to come; the other seats have no standing orders there. Any difference in a response then
reveals hidden information. Both worlds are in one store, served by two processes, with streams held open while seats
are left, handed over, freed and taken over.
"""

import json
import random
import re
import secrets
import time
from itertools import groupby

import msgspec
import pytest

from app import make_services
from domain.chance import commitment
from domain.disputes.events import DecideDispute, Remedy
from domain.game import SHARED_EVENTS, GameCreated, Happening
from domain.messages import Event, Illegal
from domain.preview import foresee_all
from domain.projector import projector_for
from domain.redaction import redact, secret_fields
from domain.title_loader import find_rulebooks
from eventstore.append import NO_HEAD, Appended
from eventstore.entries import End, seal_action
from replay.message_json import command_json
from replay.past_states import counting_actions, placed_records
from sdk.laws.determinization import lot_of
from sdk.laws.generated import made_up_command, texts_in, varied_command
from services.accounts.players import new_id
from tests.api.clients import Client
from tests.api.test_live_streams import follow, status_of
from tests.in_short import titles_in_short
from tests.serving import Served

TITLES = sorted(find_rulebooks())
MADE = re.compile(r"[0-9a-f]{16,}|[A-Za-z0-9+/_-]{22,}={0,2}|20\d\d-\d\d-\d\dT[0-9:.]+Z|1[0-9]{12}")
"""The parts that differ between any two records: digests, commitments, salts, signatures, times."""
NDJSON = "application/x-ndjson"
TRIES = 8
"""The number of times that each request is sent whose answer might depend on the process."""


def twin(services, game_id, seat, seed):
    """A game that looks the same from this seat, and differs everywhere else."""
    tables, twin_id, key = services.games.tables, new_id(), secrets.token_bytes(32)
    projector = tables.seen(game_id).projector
    placed = placed_records(projector, tables.store.read(game_id))
    counting = {
        position
        for action in counting_actions(placed)
        for position, record in action.records
        if not isinstance(record.data, SHARED_EVENTS)
    }
    shown = [redact(record.data, seat) for position, record in placed if str(position) in counting]
    dealt = iter(projector.rulebook.determinize(shown, lot_of(seed)) if shown else ())

    def other(position, event):
        if isinstance(event, GameCreated):
            return msgspec.structs.replace(event, commitment=commitment(key), game=twin_id)
        return next(dealt) if str(position) in counting else event

    services.community.rating_updates.entry_terms.settle(
        twin_id, services.community.rating_updates.entry_terms.of(game_id)
    )
    tables.store.save_game_key(twin_id, key)
    end, head = End(), NO_HEAD
    for _number, group in groupby(placed, key=lambda one: one[0].action):
        action = list(group)
        happenings = [Happening(other(place, one.data), one.actor, one.luck) for place, one in action]
        entries, records = seal_action(happenings, end, at=action[0][1].at, game_key=key, game_id=twin_id)
        outcome = tables.store.append(twin_id, entries, head)
        assert isinstance(outcome, Appended)
        head, end = outcome.head, end.after(entries, records)
    return twin_id


def _difference(one, other):
    place = next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    return "\n".join(text[max(0, place - 200) : place + 200] for text in (one, other))


class Worlds:
    """A game of this title over HTTP, and its twins."""

    def __init__(self, served, gallery, title, number):
        self.served, self.gallery, self.title = served, gallery, title
        self.lot = random.Random(f"{title} {number}")
        self.services = make_services({"STELE_DATA": str(served.data), **served.variables})
        self.projector = projector_for(title)
        self.rulebook = self.projector.rulebook
        self.judge, self.former = gallery.sign_up("Judge"), [gallery.sign_up("Early")]
        least, most = self.rulebook.meta.least_players, self.rulebook.meta.most_players
        self.players = self.lot.randint(least, min(most, least + 1))
        self.differing = self.compared = self.ended = 0
        self._open()

    def _open(self):
        """A player joins, follows, and leaves before the other players join."""
        (early,) = self.former
        game = early.post(
            "/api/games", {"rulebook": self.title, "players": self.players, "referee": self.judge.name, "strict": False}
        )
        self.id = game["id"]
        streams = [self._follow(early, self.id, query) for query in ("", "?as=0")]
        early.post(f"/api/games/{self.id}/moves", {"type": "LeaveSeat"})
        self.clients = [self.gallery.sign_up(f"W{seat}") for seat in range(self.players)]
        for number, client in enumerate(self.clients):
            client.post(f"/api/games/{self.id}/seats", {"nonce": f"n{number}"})
        for stream in streams:
            assert b"SeatLeft" not in self._heard(stream, None)

    # Actions

    def play(self, moves):
        """Play this number of random legal moves in the first world."""
        for _ in range(moves):
            game = self.gallery.get(f"/api/games/{self.id}")
            if game["status"] != "playing":
                return
            seat = self.lot.choice(game["to_act"])
            legal = self.clients[seat].get(f"/api/games/{self.id}/legal-moves")["moves"]
            self.clients[seat].post(f"/api/games/{self.id}/moves", self.lot.choice(legal)["move"])

    @property
    def is_over(self):
        """Whether the first world is played out."""
        return self.gallery.get(f"/api/games/{self.id}")["status"] != "playing"

    def order(self, own):
        """Each seat but this one places an order that never applies, in the first world alone."""
        kind = self.rulebook.COMMANDS[0]
        fields = [one.name for one in msgspec.structs.fields(kind) if one.name != "seat"]
        move = {"type": kind.__name__, **{name: {"any": True} for name in fields}}
        for seat, client in enumerate(self.clients):
            orders = [] if seat == own else [{"guard": "'no' == status", "moves": [move]}]
            client.call("PUT", f"/api/games/{self.id}/orders", {"orders": orders})

    def take_back(self):
        """A player takes a move back, if possible: all agree."""
        for asking in range(self.players):
            path = f"/api/games/{self.id}/moves"
            if self.clients[asking].call("POST", path, {"type": "AskTakeBack"}).status == 201:
                for seat, client in enumerate(self.clients):
                    if seat != asking:
                        client.call("POST", path, {"type": "AnswerTakeBack", "agrees": True})
                return

    def disclose(self):
        """A player opens their newest secret to the referee, in a dispute of their own."""
        placed = placed_records(self.projector, self.services.games.tables.store.read(self.id))
        known = [(seat, str(position), field) for position, record in placed
                 for field, audience in secret_fields(type(record.data)).items()
                 for seat in range(self.players) if audience.includes(record.data, seat)]  # fmt: skip
        for seat, position, field in known[-1:]:
            path = f"/api/games/{self.id}"
            number = len(self.services.games.tables.seen(self.id).game.disputes) + 1
            opened = {"type": "OpenDispute", "position": self.gallery.get(path)["position"], "text": "Look."}
            disclosed = {"type": "DiscloseSecret", "number": number, "position": position, "field": field}
            for command in (opened, disclosed, {"type": "WithdrawDispute", "number": number}):
                self.clients[seat].post(f"{path}/moves", command)
            assert len(self.judge.get(f"{path}/disclosures")["disclosures"]) > 0

    def roll_back(self):
        """The referee rolls play back by some actions."""
        events = self.gallery.get(f"/api/games/{self.id}/events?as=public&limit=5000")["events"]
        started = next(one["position"] for one in events if one["type"] == "GameStarted")
        ends = {one["position"].split("-")[0]: one["position"] for one in events}
        later = [end for action, end in ends.items() if int(action) >= int(started.split("-")[0])]
        self._decide(self.id, 0, {"kind": "roll_back", "position": self.lot.choice(later[-4:])})

    def _decide(self, game_id, seat, remedy):
        path = f"/api/games/{game_id}"
        at = self.gallery.get(path)["position"]
        opened = {"type": "OpenDispute", "position": at, "text": "Why?", "remedy": remedy}
        self.clients[seat].post(f"{path}/moves", opened)
        number, wished = len(self.services.games.tables.seen(game_id).game.disputes), msgspec.convert(remedy, Remedy)
        self.services.games.tables.command(game_id, DecideDispute(-1, number, "referee", "So.", wished), "public")

    def hand_over(self, games, seat):
        """Give this seat to another player in both worlds, by an offer or by a decision of the referee."""
        heir, former, is_freed = self.gallery.sign_up("Heir"), self.clients[seat], self.lot.random() < 0.5
        for game_id in games:
            if is_freed:
                self._decide(game_id, (seat + 1) % self.players, {"kind": "free_seat", "seat": seat})
            else:
                former.call("PATCH", f"/api/games/{game_id}/seat", {"offer_to": heir.name})
            heir.post(f"/api/games/{game_id}/seats", {"seat": seat})
        self.clients[seat] = heir
        self.former.append(former)

    # Views

    def _follow(self, client, game_id, query):
        head = {} if client.token is None else {"Authorization": f"Bearer {client.token}"}
        stream = follow(self.served, "", path=f"/api/games/{game_id}/events{query}", **head)
        assert status_of(stream) == 200
        return stream

    def _heard(self, stream, until):
        """The events up to this position; without one, until the stream ends, as it does."""
        told, deadline = b"", time.monotonic() + 30
        stream.settimeout(30)
        while until is None or f"id: {until}\n".encode() not in told:
            piece = stream.recv(65536)
            if not piece:
                assert until is None or b"\r\n0\r\n\r\n" in told, "the stream broke off"
                break
            told += piece
            assert time.monotonic() < deadline, "the stream goes on as somebody else's"
        stream.close()
        return told

    def _plain(self, answer, game_id):
        """The response without the parts that differ between any two records."""
        body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
        if body.startswith(b'{"commitment"'):  # a bundle: the log's size at the time of the request ends it
            body = body[: body.rindex(b'{"proofs"')]
        told = MADE.sub("#", body.decode(errors="replace").replace(game_id, "GAME"))
        headers = {name.lower(): text for name, text in answer.headers.items()}
        kept = ("content-type", "cache-control", "vary", "etag", "retry-after", "location", "content-disposition")
        shown = {name: MADE.sub("#", headers.get(name, "").replace(game_id, "GAME")) for name in kept}
        return answer.status, shown, told

    def same(self, client, games, method, path, body=None, drop=(), **headers):
        """Check that both worlds answer this request equally, and return the status."""
        answers = [client.call(method, f"{before}{game}{after}", body, **headers)
                   for game in games for before, _, after in (path.partition("GAME"),)]  # fmt: skip
        for answer in answers:
            for name in drop if isinstance(answer.body, dict) else ():
                answer.body.pop(name, None)
            if isinstance(answer.body, dict) and "checks" in answer.body:  # as for a bundle
                answer.body["checks"] = [one for one in answer.body["checks"] if one["name"] != "log"]
        one, other = (self._plain(*each) for each in zip(answers, games, strict=True))
        assert one == other, f"{self.title}: {method} {path} {body} differs:\n{_difference(str(one), str(other))}"
        self.compared += 1
        return answers[0].status

    def compare(self, client, games, seat=None):
        """Each possible request of this client is answered the same in both worlds."""
        game, head = "/api/games/GAME", self.gallery.get(f"/api/games/{games[0]}")["position"]
        views = ["", *(f"as={one}" for one in range(self.players))] if seat is None else ["", "as=public", "as=all"]
        for call in (
            "/state",
            "/legal-moves",
            "/orders",
            "/events",
            f"/replay?state=full&brief=false&from={head}",
            f"/dossier?at={head}",
            "/bundle",
        ):
            for view in views:
                mark = "" if not view else "&" if "?" in call else "?"
                # A record that was dealt again does not follow from its key: key-derived values are not compared.
                self.same(client, games, "GET", f"{game}{call}{mark}{view}", drop=("adjudication", "receipt"))
        for call in (
            "",
            "/audit",
            "/digests?at=3-0",
            "/chat?room=players",
            "/chat?room=onlookers",
            "/notes",
            "/replay?state=full&brief=false",
            *(("/disclosures",) if client is not self.judge else ()),  # whom alone they are for
        ):
            self.same(client, games, "GET", f"{game}{call}", drop=("invite",))
        for earlier in ("2-0", "4-0", head):
            self.same(client, games, "GET", f"{game}/state?at={earlier}")
        self.same(client, games, "GET", f"{game}/events", Accept=NDJSON)
        self.same(client, games, "GET", "/games/GAME")
        fork = {"at": head, "seats": ["me", *["random"] * (self.players - 1)]}
        forked = [client.call("POST", f"/api/games/{one}/forks", fork).status for one in games]
        assert len(set(forked)) == 1 and (forked[0] == 201 or seat is None)
        for moves in self._tried(games[0], seat):
            body = moves[0] if len(moves) == 1 else {"moves": moves}
            for _ in range(1 if seat is not None else 3):
                self.same(client, games, "POST", f"{game}/moves?dry_run=true", body)
        for moves in self._refused(games[0], seat):
            body = moves[0] if len(moves) == 1 else {"moves": moves}
            status = self.same(client, games, "POST", f"{game}/moves", body, Idempotency_Key=secrets.token_hex(8))
            assert status in (401, 403, 409, 422), f"{moves} was made"

    def _made_up(self, seen, seat):
        texts = texts_in(seen.rulebook.view(seen.game.table)) or [""]
        legal = seen.legal()
        if legal and self.lot.random() < 0.5:
            return varied_command(self.lot.choice(legal), self.lot, texts)
        made = made_up_command(self.lot.choice(self.rulebook.COMMANDS), self.players, self.lot, texts)
        return msgspec.structs.replace(made, seat=seat)

    def _lists(self, game_id, seat, count):
        """This number of lists of moves of this seat: some within its foresight, some beyond."""
        seat = 0 if seat is None else seat
        seen = self.services.games.tables.seen(game_id, seat)
        for _ in range(count):
            commands, game = [], seen.game
            for _ in range(self.lot.randint(1, 3)):
                legal = list(self.rulebook.legal(game.table, seat)) or [self._made_up(seen, seat)]
                commands.append(self.lot.choice(legal))
                foreseen = foresee_all(self.rulebook, seen.game, commands) if seat in seen.to_act else None
                if foreseen is None or not foreseen.is_complete:
                    break
                game = foreseen.game
            yield seen, commands

    def _tried(self, game_id, seat):
        for seen, commands in self._lists(game_id, seat, 2 if seat is None else 12):
            if self.lot.random() < 0.5:
                commands.append(self._made_up(seen, commands[0].seat))
            yield list(map(command_json, commands))

    def _refused(self, game_id, seat):
        """Lists whose last move is refused, or that go beyond the seat's view; single moves that are refused."""
        for seen, commands in self._lists(game_id, seat, 2 if seat is None else 36):
            commands = [*commands, self._made_up(seen, commands[0].seat)]
            wanted = commands[-1:] if self.lot.random() < 0.2 else commands
            if self._is_refused(seen, wanted):
                yield list(map(command_json, wanted))
        for commands in () if seat is None else self._further(seat):
            yield list(map(command_json, commands))

    def _further(self, seat):
        """Lists of two moves of this seat that its own view does not foresee, and that are possible in fact."""
        seen = self.services.games.tables.seen(self.id, seat)
        full = self.services.games.tables._warm_game(self.id).game
        legal = list(seen.legal()) if seat in seen.to_act else []
        found = []
        for first in self.lot.sample(legal, min(len(legal), 12)):
            if foresee_all(self.rulebook, seen.game, [first]).is_complete:
                continue
            table, chance = full.table, lot_of(0)
            for event in self.rulebook.decide(table, first, chance):
                table = self.rulebook.evolve(table, event)
            while (event := self.rulebook.advance(table, chance)) is not None:
                table = self.rulebook.evolve(table, event)
            found += [[first, following] for following in list(self.rulebook.legal(table, seat))[:12]]
        return self.lot.sample(found, min(len(found), 12))

    def seek(self, moves):
        """Play at most this number of moves, until a seat could send such a list; that seat, or an asked one."""
        for _ in range(moves):
            asked = self.services.games.tables.seen(self.id).to_act
            for seat in asked:
                if self._further(seat):
                    return seat
            self.play(1)
        return self.lot.choice(self.services.games.tables.seen(self.id).to_act or (0,))

    def _is_refused(self, seen, commands):
        try:
            foreseen = foresee_all(self.rulebook, seen.game, commands[:-1])
            if foreseen.is_complete:
                foresee_all(self.rulebook, foreseen.game, commands[-1:])
        except Illegal:
            return True
        return not foreseen.is_complete

    def look(self, seed, changes):
        """The law at this moment, for a seat's player and for viewers without a seat.

        On request, while the seat changes.
        """
        seat = self.seek(40)
        self.order(seat)
        games = [self.id, twin(self.services, self.id, seat, seed)]
        one, other = (self.services.games.tables.seen(game, seat).game for game in games)
        assert (one.table, one.seats, one.moves) == (other.table, other.seats, other.moves)
        full = [self.services.games.tables._warm_game(game).game.table for game in games]
        self.differing += full[0] != full[1]
        owner = self.clients[seat]
        self.compare(owner, games, seat)
        for client in (self.gallery, *self.former[-1:], *((self.judge,) if not changes else ())):
            self.compare(client, games)
        if changes:
            self._changing(games, seat, owner)

    def _changing(self, games, seat, owner):
        """Streams that are open while this seat gets another player, who then does something hidden."""
        onlooking = (self.gallery, self.judge, self.former[-1])
        after = self.gallery.get(f"/api/games/{self.id}")["position"]
        gone = [[self._follow(owner, game, f"?after={after}{more}") for game in games] for more in ("", f"&as={seat}")]
        stay = [[self._follow(client, game, f"?after={after}") for game in games] for client in onlooking]
        self.hand_over(games, seat)
        heads = [self.gallery.get(f"/api/games/{game}")["position"] for game in games]
        assert heads[0] == heads[1]
        for pair in gone:
            one, other = (self._told(self._heard(stream, None), game) for stream, game in zip(pair, games, strict=True))
            shared = min(len(one), len(other))  # the amount before the end depends on timing
            assert one[:shared] == other[:shared]
            assert not any("SeatTakenOver" in line or "SeatFreed" in line for line in one + other)
            self.ended += 1
        for client, pair in zip(onlooking, stay, strict=True):
            one, other = (
                self._told(self._heard(stream, heads[0]), game) for stream, game in zip(pair, games, strict=True)
            )
            events = client.get(f"/api/games/{self.id}/events?after={after}&limit=5000")["events"]
            assert one == other and len(one) == len(events)
        self._seal(games, seat)
        self.compare(owner, games)
        self._quietly(games, (seat + 1) % self.players)

    def _quietly(self, games, seat):
        """Another seat changes hands without a stream to announce it; still, no process tries a move for it."""
        former, body = self.clients[seat], next(self._tried(self.id, seat))[0]
        for _ in range(TRIES):  # the worlds may differ in this seat's hidden parts
            for game in games:
                former.call("POST", f"/api/games/{game}/moves?dry_run=true", body)
        self.hand_over(games, seat)
        for _ in range(TRIES):
            status = self.same(former, games, "POST", "/api/games/GAME/moves?dry_run=true", body)
            assert status == 403, "a former player is told what the seat would see"

    def _told(self, heard, game_id):
        lines = [line for line in heard.decode().splitlines() if line.startswith("data: ")]
        told = [json.loads(line[6:]) for line in lines]
        # A story names the seat's current player.
        shown = [{name: value for name, value in one.items() if name != "text"} for one in told]
        return [MADE.sub("#", json.dumps(one).replace(game_id, "GAME")) for one in shown]

    def _seal(self, games, seat):
        """Two different moves of this seat, if both are sealed and open nothing: they look the same to the rest."""
        heir = self.clients[seat]
        legal = heir.get(f"/api/games/{self.id}/legal-moves")["moves"]
        if len(legal) < 2:
            return
        first, second = (one["move"] for one in self.lot.sample(legal, 2))
        seen = self.services.games.tables.seen(self.id, "public")
        outcomes = []
        for move in (first, second):
            command = msgspec.convert({**move, "seat": seat}, self.projector.command_types[move["type"]])
            table, chance = self.services.games.tables._warm_game(self.id).game.table, lot_of(0)
            events = list(self.rulebook.decide(table, command, chance))
            for event in events:
                table = self.rulebook.evolve(table, event)
            follows = self.rulebook.advance(table, chance)
            opens = any(type(event).reveals is not Event.reveals for event in events) or follows is not None
            outcomes.append(None if opens or chance.draws else [redact(event, seen.viewer) for event in events])
        if outcomes[0] is None or outcomes[0] != outcomes[1]:
            return
        for game, move in zip(games, (first, second), strict=True):
            made = heir.call("POST", f"/api/games/{game}/moves", move, Idempotency_Key="sealed")
            assert made.status == 201


def check(served, gallery, title, number, moments):
    """The law at this number of moments of a game."""
    worlds = Worlds(served, gallery, title, number)
    for moment in range(moments):
        worlds.play(worlds.lot.randint(1, 9))
        if not worlds.is_over:
            worlds.disclose()
        if moment == 1:
            worlds.take_back()
        if moment == 2 and not worlds.is_over:
            worlds.roll_back()
        if worlds.is_over:
            break
        worlds.look((title, number, moment), changes=moment % 2 == 0)
    return worlds


@pytest.fixture(scope="module")
def quiet(server_directory):
    """A server without a worker: only the test moves, also for a seat that is free for a moment."""
    server = Served(server_directory("quiet"), worker=False).start()
    yield server
    server.stop()


@pytest.mark.parametrize("title", titles_in_short("amun-re-card-game"))
def test_no_request_tells_two_worlds_apart(quiet, title):
    """G15, G21, G22, G24, G25, G26: hidden information changes nothing in any viewer's answers."""
    worlds = check(quiet, Client(quiet.url), title, 0, 1)
    assert worlds.compared > 200 and worlds.ended == 2


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_no_request_tells_two_worlds_apart_in_many_games(quiet, title):
    """The worlds look equal at many moments of many games; where a title has secrets, they really differ."""
    games = [check(quiet, Client(quiet.url), title, number, 1) for number in range(1, 25)]
    assert sum(one.differing for one in games) > 3 or title == "kheops"
