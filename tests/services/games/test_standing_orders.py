"""Standing orders on a real record: visible to their owner alone, carried out once, and undetectable."""

import logging
import random
import threading

import msgspec
import pytest
from msgspec.structs import replace

from audit.bundle import export_bundle
from audit.verification.verify import verify
from domain.disputes.events import DecideDispute, OpenDispute, Remedy, TakeOver
from domain.game import Resign, TakeSeat
from domain.messages import Illegal
from domain.ordered_moves import MoveOrdered, Order
from domain.terms import GameTerms
from eventstore.encryption import SecretBox
from eventstore.entries import read_records
from eventstore.keys import names_of
from eventstore.log import LogFollower, LogReader
from eventstore.store import Store
from replay.message_json import command_json
from services.accounts.players import Players
from services.community.tournament_director import TournamentDirector
from services.community.tournaments import Tournaments
from services.games.deadlines import Deadlines
from services.games.lobby.index import LobbyIndex
from services.games.lobby.lobby import Lobby
from services.games.standing_orders import Delay, Orders, is_forced
from services.games.tables import Tables
from services.games.unfilled_tables import WaitingTables
from services.jobs.worker import Worker
from tests.signers import Signer
from verify import report as engine

TITLE = "amun-re-card-game"
NOW = 1_800_000_000_000
AT_ONCE = Delay(0, 0)


class Clock:
    """A clock that the tests move."""

    def __init__(self):
        self.now = NOW

    def __call__(self):
        return self.now


class Server:
    """One process's view of a record: its tables, its orders and its worker."""

    def __init__(self, redis, name="one", delay=AT_ONCE, clock=None, lot=0):
        self.clock = clock or Clock()
        self.store = Store(redis, SecretBox(bytes(32)))
        self.tables = Tables(self.store, self.clock)
        self.dropped = []
        self.orders = Orders(self.tables, delay, lambda *told: self.dropped.append(told))
        lobby = Lobby(self.tables, LogReader(redis, self.store.partitions), LobbyIndex(redis))
        follower = LogFollower(redis, self.store.partitions, "g", name)
        director = TournamentDirector(
            self.tables,
            lobby,
            Tournaments(redis),
            Players(redis),
            lambda _games: {},
            lambda _player: False,
            lambda *_: 0,
        )
        deadlines = Deadlines(self.tables, lobby, 0)
        periodic = (director.look_at_all, WaitingTables(self.tables, lobby, bool).act)
        self.worker = Worker(
            self.tables, follower, lobby, self.orders, deadlines, periodic=periodic, ended=(director.look,)
        )

    def run(self):
        """Let the worker do all its pending work."""
        self.worker.run(until_idle=True)

    def table(self, players=3, **more):
        """A game of persons that waits for the first bid."""
        game_id = self.tables.open(GameTerms(TITLE, players, **more))
        for seat in range(players):
            taken, signed = TakeSeat(seat, player=f"player{seat}", nonce=f"{seat}"), None
            if more.get("signed"):
                signer, seen = Signer(f"{seat}"), self.tables.seen(game_id)
                taken = replace(taken, public_key=signer.public_key)
                said = msgspec.to_builtins(taken)
                del said["seat"]
                place = (game_id, str(seen.position), seen.digest.hex(), seat, said)
                signed = signer.signed(*place, previous="first")
            self.tables.command(game_id, taken, "public", signed=signed)
        while not more and self.asked(game_id)[1][0].BID == "":
            self.do(game_id, 0)
        return game_id

    def asked(self, game_id):
        """The seat that is asked first, and its legal moves."""
        seat = self.tables.seen(game_id).to_act[0]
        return seat, self.tables.seen(game_id, seat).legal()

    def do(self, game_id, which=0):
        """The asked seat makes one of its legal moves; the seat."""
        seat, legal = self.asked(game_id)
        self.tables.command(game_id, legal[which], seat, player=f"player{seat}")
        return seat

    def marks(self, game_id):
        """The seats with ordered moves, in order."""
        seen = self.tables.seen(game_id)
        records = read_records(seen.projector, self.store.read(game_id))
        return [record.data.seat for record in records if isinstance(record.data, MoveOrdered)]


@pytest.fixture
def server(empty_redis):
    return Server(empty_redis)


ANYTHING = Order(
    (
        {"type": "PlaceGold", "gold": {"any": True}, "province": {"any": True}},
        {"type": "ExtendProvince", "place": {"any": True}},
    )
)


def exactly(command):
    """An order for exactly this move."""
    return Order((msgspec.json.decode(msgspec.json.encode(command_json(command))),))


def outbid(command, most=20):
    """An order to bid for this command's lot, up to a limit."""
    return Order(({**command_json(command), "gold": {"least": {"from": 0, "to": most}}},))


def test_an_order_is_carried_out_when_its_seat_is_asked(server):
    """An order is carried out when its seat is asked, as its own move, and again until it does not apply."""
    game_id = server.table()
    first, legal = server.asked(game_id)
    wanted = legal[-1].province
    server.orders.place(game_id, first, f"player{first}", [outbid(legal[-1])])
    server.run()
    assert server.marks(game_id) == [first]
    bids = {bid.province.id: bid for bid in server.tables.seen(game_id).game.table.row}
    assert bids[wanted].seat == first and bids[wanted].gold == min(one.gold for one in legal if one.province == wanted)
    second, legal = server.asked(game_id)
    higher = next(one for one in legal if one.province == wanted)
    server.tables.command(game_id, higher, second, player=f"player{second}")
    while server.asked(game_id)[0] != first:  # the third player has a real choice
        other = [one for one in server.asked(game_id)[1] if one.province != wanted]
        server.tables.command(game_id, other[0], other[0].seat, player=f"player{other[0].seat}")
    server.run()
    assert server.marks(game_id) == [first, first]
    kept = server.orders.of(game_id, first, f"player{first}")
    assert len(kept.orders) == 1 and kept.notices == ()
    raw = b"".join(export_bundle(server.tables.seen(game_id).projector, game_id, server.store.read(game_id), "public"))
    assert verify(raw).ok and engine.verify(raw).first_bad is None


def test_an_inapplicable_order_is_dropped_with_a_notice(server):
    """An order with a false guard, or without a legal move; a manual move drops nothing."""
    game_id = server.table()
    seat, legal = server.asked(game_id)
    player = f"player{seat}"
    nowhere = Order(({"type": "PlaceGold", "gold": 3, "province": "nowhere"},))
    bound = msgspec.structs.replace(exactly(legal[0]), guard="table.kingdom > `7`")
    server.orders.place(game_id, seat, player, [nowhere])
    server.do(game_id)
    server.run()
    assert server.orders.of(game_id, seat, player).orders == (nowhere,)
    while server.asked(game_id)[0] != seat:
        server.do(game_id, -1)
    server.orders.place(game_id, seat, player, [bound, nowhere])
    position = str(server.tables.seen(game_id).position)
    server.run()
    kept = server.orders.of(game_id, seat, player)
    assert kept.orders == () and server.marks(game_id) == []
    assert server.dropped == [(game_id, seat, player, server.tables.seen(game_id).position)]
    assert [(one.order, one.reason, one.position) for one in kept.notices] == [
        (bound, "guard", position), (nowhere, "moves", position),
    ]  # fmt: skip
    assert str(server.tables.seen(game_id).position) == position
    assert server.orders.of(game_id, seat, "somebody else") == server.orders.of(game_id, seat + 1, "somebody else")
    assert server.orders.place(game_id, seat, player, []).notices == ()
    assert server.store.redis.exists(names_of(game_id, server.store.partitions).orders) == 0


def test_an_order_for_certain_moments_lasts(server):
    """An order for certain moments is carried out at each of them, and ends without a notice when its guard does."""
    game_id = server.table()
    seat, legal = server.asked(game_id)
    player = f"player{seat}"
    first_auction = "table.auction == `1`"
    lasting = Order((outbid(legal[-1]).moves[0], *ANYTHING.moves), first_auction, "table.phase == 'auction'")
    passed_over = Order(ANYTHING.moves, first_auction, "table.phase == 'nowhere'")
    server.orders.place(game_id, seat, player, [passed_over, lasting])
    server.run()
    while server.tables.seen(game_id).game.table.auction == 1:
        assert server.orders.of(game_id, seat, player).orders == (passed_over, lasting)
        if server.asked(game_id)[0] == seat:
            server.run()
        else:
            server.do(game_id, -1)
    assert server.marks(game_id).count(seat) >= 1
    while server.asked(game_id)[0] != seat:
        server.do(game_id, -1)
    marks = server.marks(game_id)
    server.run()
    kept = server.orders.of(game_id, seat, player)
    assert (kept.orders, kept.notices, server.marks(game_id)) == ((), (), marks)


def test_it_waits_a_random_time(empty_redis):
    """Between the operator's bounds, from the seat's question on; after a manual move the seat is asked again."""
    clock = Clock()
    server = Server(empty_redis, delay=Delay(30, 60), clock=clock)
    game_id = server.table()
    seat, _ = server.asked(game_id)
    server.orders.place(game_id, seat, f"player{seat}", [ANYTHING])
    server.run()
    clock.now += 29_000
    server.run()
    assert server.marks(game_id) == []
    server.do(game_id)  # a manual move, and asked again a second later
    while server.asked(game_id)[0] != seat:
        server.do(game_id, -1)
    clock.now += 1_000
    server.run()
    clock.now += 29_000
    server.run()
    assert server.marks(game_id) == []
    clock.now += 31_000
    server.run()
    assert server.marks(game_id) == [seat]


def test_two_workers_carry_it_out_once(empty_redis):
    """The first of two workers to see a question carries the order out, so the record has one move for it."""
    servers = [Server(empty_redis, name) for name in ("one", "two")]
    game_id = servers[0].table(players=2)
    for seat in range(2):
        legal = [one for province in servers[0].tables.seen(game_id).game.table.row for one in [province.province.id]]
        orders = [Order(({"type": "PlaceGold", "gold": {"any": True}, "province": one},)) for one in legal]
        servers[0].orders.place(game_id, seat, f"player{seat}", orders)
    (asked,) = servers[0].orders.due()
    made = []
    both = threading.Barrier(2)

    def carry_out(server):
        server.tables.seen(game_id, asked.seat)
        both.wait()
        made.append(server.orders.carry_out(asked))

    threads = [threading.Thread(target=carry_out, args=(server,)) for server in servers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert servers[0].marks(game_id) == [asked.seat]
    assert any(made)
    # An order that was begun and not finished is still due; its move is found in the record.
    assert servers[1].orders.due() == [asked]
    assert servers[1].orders.carry_out(asked) is False
    assert servers[0].marks(game_id) == [asked.seat]


def test_the_right_to_order(server):
    """A person in a running unsigned game; and only while the seat is theirs."""
    waiting = server.tables.open(GameTerms(TITLE, 2))
    server.tables.command(waiting, TakeSeat(0, player="player0"), "public")
    signed = server.table(players=2, signed=True)
    order = Order(({"type": "PlaceGold", "gold": 1, "province": "x"},))
    for game_id in (waiting, signed):
        with pytest.raises(Illegal) as caught:
            server.orders.place(game_id, 0, "player0", [order])
        assert caught.value.rule == "G24"
    for leave in ("resigns", "is freed"):
        game_id = server.table()
        seat, legal = server.asked(game_id)
        server.orders.place(game_id, seat, f"player{seat}", [exactly(legal[-1])])
        if leave == "resigns":
            server.tables.command(game_id, Resign(seat), seat, player=f"player{seat}")
        else:
            other = (seat + 1) % 3
            ended = str(server.tables.seen(game_id).position)
            server.tables.command(game_id, OpenDispute(other, ended, "Gone."), other, player=f"player{other}")
            freed = Remedy("free_seat", seat=seat)
            server.tables.command(game_id, DecideDispute(-1, 1, "operator", "So it is.", freed), "public")
            server.tables.command(game_id, TakeOver(seat, "heir"), seat)
        (asked,) = [one for one in server.orders.due() if one.game_id == game_id]
        assert server.orders.carry_out(asked) is False
        assert server.marks(game_id) == []
        assert server.orders.of(game_id, seat, "heir").orders == ()


def told(server, game_id, viewers):
    """All that these viewers see of a game, and all that is stored of it but the orders."""
    names = names_of(game_id, server.store.partitions)
    entries = server.store.read(game_id)
    seen = [server.tables.seen(game_id, viewer) for viewer in viewers]
    bundles = [b"".join(export_bundle(one.projector, game_id, entries, one.viewer)) for one in seen]
    states = [one.projector.encode_state(one.game) for one in seen]
    log = server.store.redis.xrange(names.log)
    return (
        entries,
        bundles,
        states,
        log,
        server.store.redis.hgetall(names.requests),
        server.store.redis.hgetall(names.head),
    )


def test_sealed_law_an_order_is_undetectable(empty_redis, caplog):
    """Two servers with the same game play the same moves, one with orders that wait or do not apply.

    Until one acts, every byte is the same for all viewers, in the record and in the log, and no log line mentions them.
    """
    caplog.set_level(logging.DEBUG, "stele")
    outcomes = []
    for_later = Order(ANYTHING.moves, "status", "table.phase == 'nowhere'")
    for with_orders in (False, True):
        empty_redis.flushall()
        clock, lot = Clock(), random.Random(4)
        server = Server(empty_redis, delay=Delay(2000, 3000), clock=clock)
        game_id = server.tables.open(GameTerms(TITLE, 3), game_id="law", game_key=bytes(32))
        for seat in range(3):
            server.tables.command(game_id, TakeSeat(seat, player=f"player{seat}"), "public")
        steps = []
        for number in range(16):
            seat, legal = server.asked(game_id)
            command = lot.choice(legal)
            if with_orders:
                for one in range(3):
                    never = Order(({"type": "PlaceGold", "gold": 9, "province": "nowhere"},), "status")
                    server.orders.place(game_id, one, f"player{one}", [never, for_later, exactly(command)])
            if number % 4 == 3:
                server.run()
            steps.append(told(server, game_id, ("public", 0, 1, 2)))
            server.tables.command(game_id, command, seat, player=f"player{seat}")
            clock.now += 100_000  # less than the orders' delay
        if with_orders:
            # An inapplicable order is dropped, and only its owner is notified.
            seat, _ = server.asked(game_id)
            server.orders.place(game_id, seat, f"player{seat}", [never])
            clock.now += 3_000_000
            before = told(server, game_id, ("public", 0, 1, 2))
            server.run()
            assert server.orders.of(game_id, seat, f"player{seat}").notices
            assert told(server, game_id, ("public", 0, 1, 2)) == before
        outcomes.append(steps)
    assert outcomes[0] == outcomes[1]
    assert not [one for one in caplog.records if "order" in one.getMessage() or "nowhere" in one.getMessage()]


def amun_re_table(server):
    """A game of five persons, always the same: played by the lot 13 two seats of it are forced in the first Kingdom."""
    game_id = server.tables.open(GameTerms("amun-re", 5), game_id="g13", game_key=bytes(32))
    for seat in range(5):
        server.tables.command(game_id, TakeSeat(seat, player=f"player{seat}", nonce=f"{seat}"), "public")
    return game_id


def forced_seats(server, game_id, lot):
    """Play on to where seats have a single public answer; those seats, none at the end."""
    while not (seen := server.tables.seen(game_id)).game.is_over:
        if forced := [seat for seat in seen.to_act if is_forced(seen.rulebook, seen.game, seat)]:
            return forced
        asked = seen.to_act[0]
        chosen = lot.choice(server.tables.seen(game_id, asked).legal())
        server.tables.command(game_id, chosen, asked, player=f"player{asked}")
    return []


def test_a_publicly_forced_answer_is_given_at_once(empty_redis):
    """In Amun-Re, a seat that fulfils no yellow card's condition is answered automatically; in a signed game its player
    is asked.
    """
    server, lot = Server(empty_redis, delay=Delay(1000, 1000)), random.Random(13)
    game_id, given = amun_re_table(server), 0
    while forced := forced_seats(server, game_id, lot):
        seen, before = server.tables.seen(game_id), len(server.marks(game_id))
        assert not any(is_forced(seen.rulebook, replace(seen.game, signed=True), seat) for seat in forced)
        server.run()
        assert sorted(server.marks(game_id)[before:]) == forced
        given += len(forced)
    assert given > 0


def test_a_player_may_ask_to_give_forced_answers_themselves(empty_redis):
    """The server then waits for that player, and answers for the rest."""
    server = Server(empty_redis)
    game_id = amun_re_table(server)
    first, *rest = forced_seats(server, game_id, random.Random(13))
    players = Players(empty_redis)
    players.set_always_asked(f"player{first}", True)
    server.run()
    assert server.marks(game_id) == rest
    assert first in server.tables.seen(game_id).to_act
    players.set_always_asked(f"player{first}", False)
    server.orders.look(game_id)
    server.run()
    assert server.marks(game_id) == [*rest, first]
