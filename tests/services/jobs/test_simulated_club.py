"""Simulated club: people play for weeks, vanish, quarrel and return, through an outage and killed processes.

Afterwards nothing is stuck, everyone was told everything once, ratings are the same when they are counted again, all
tournaments are over, and the operator's checks find nothing.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from domain.chance import nonce_commitment
from domain.clocks.availability import DAY, HOUR
from domain.clocks.events import Pace, Return, TimedOut
from domain.clocks.rules import deadlines
from domain.disputes.events import DecideDispute, OpenDispute, Remedy, TakeOver
from domain.game import Game, OfferSeat, OpenNonce, Resign, TakeSeat, to_act
from domain.messages import Command, Illegal
from domain.proposals.events import AnswerTakeBack, AskTakeBack
from domain.proposals.rules import asked_for_consent
from domain.seats import seat_for
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.append import GameClosed
from eventstore.entries import read_records
from eventstore.log import LogReader, LogRecord
from operations.clock import now
from services.community.tournaments import RULES, Tournament, entered
from services.games.rematches import open_rematch
from services.games.standing_orders import is_answered
from services.notifications.webhooks import Webhooks
from tests.club import Club
from tests.services.accounts.test_mailer import FROM, Received, mail_server
from tests.serving import ROOT, command

STEP = 3 * HOUR
OUTAGE_DAYS = 2
MOST_GAMES = 3
KILLS = 3
PACES = (
    Pace(time=DAY, outcome="seat"),
    Pace(time=2 * DAY, outcome="once"),
    Pace(time=2 * DAY, outcome="resign"),
    Pace("bank", DAY, 4 * HOUR, 2 * DAY),
)


@contextmanager
def webhook_receiver() -> Iterator[SimpleNamespace]:
    """A receiver on the loopback: it counts its posts by `webhook-id`, and has their notices' ids.

    If it is given a process to kill, that process dies at its next post.
    """
    found = SimpleNamespace(posts=Counter(), notices=defaultdict(list), victim=None)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found.posts[self.headers["webhook-id"]] += 1
            found.notices[self.path].append(body["data"]["id"])
            if found.victim is not None:
                os.kill(found.victim, signal.SIGKILL)
                found.victim = None
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_said: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()


class Month:
    """A simulated month of a club, with the actions of its people.

    On each pass of a day, the people present look at their games, `passes` times in all. Each player in `vanishing`
    stays away from a certain day on, and those in `returning` come back on a later day.
    """

    def __init__(self, club: Club, passes: int, vanishing: Mapping[str, int], returning: Mapping[str, int]) -> None:
        self.club = club
        self.lot = club.lot
        self.passes = passes
        self.vanishing, self.returning = vanishing, returning
        self.began = club.at
        self.done: Counter[str] = Counter()
        self.told: dict[str, list[str]] = defaultdict(list)
        self._read = dict.fromkeys(club.people, 0)
        self._over: set[str] = set()
        self._seen_ends: set[str] = set()

    @property
    def day(self) -> float:
        """The days since the beginning."""
        return (self.club.at - self.began) / DAY

    def is_here(self, person: str) -> bool:
        """Whether this person visits the server these days."""
        is_gone = person in self.vanishing and self.day >= self.vanishing[person]
        return not is_gone or self.day >= self.returning.get(person, float("inf"))

    def step(self, opens: bool = True) -> None:
        """Three hours."""
        self.club.pass_time(STEP)
        if opens:
            self._open()
        self.visits()
        self.club.work()
        self.read_inboxes()

    def visits(self) -> None:
        """Some people visit the server, and act in their games while they are there."""
        visitors = [one for one in self.club.people if self.is_here(one) and self.lot.random() < 0.5]
        for _pass in range(self.passes):
            for game_id in self.going():
                game = self.club.tables.seen(game_id).game
                concerned = {*game.reserved, *(one for seat in game.seats for one in (seat.player, seat.offered))}
                is_open = any(not kept for kept in game.reserved) or any(seat.freed for seat in game.seats)
                for person in visitors:
                    if is_open or person in concerned:
                        self._visit(person, game_id)
        self._after_the_end()
        self._decide()

    def going(self) -> list[str]:
        """The games that are not over."""
        found = sorted(self.club.tables.store.game_ids() - self._over)
        self._over |= {one for one in found if self.club.tables.seen(one).game.is_over}
        return [one for one in found if one not in self._over]

    def read_inboxes(self) -> None:
        """Collect what came into each inbox; it is trimmed later."""
        inbox = self.club.services.notifications.outbox.inbox
        for person in self.club.people:
            _unread, change = inbox.unread(person)
            self.told[person] += [one.notice.id for one in inbox.since(person, self._read[person], change)]
            self._read[person] = change

    def hold(self, name: str, kind: Any, entrants: list[str], strict: bool = False) -> None:
        """A tournament of these people, which begins at once."""
        tournaments = self.club.services.community.tournaments
        pace = Pace(time=DAY, outcome="seat")
        made = Tournament(
            name, name, entrants[0], "kheops", 2, kind, self.club.at, pace=pace, rules=RULES, rated=True, strict=strict,
            begins_at=self.club.at + 1,
        )  # fmt: skip
        tournaments.make(made)
        for one in entrants:
            tournaments.change(name, partial(entered, player=one))

    def _open(self) -> None:
        """New games for those who have few; some seats stay free for anyone."""
        here = [one for one in self.club.people if self.is_here(one)]
        turns: Counter[str] = Counter()
        for game_id in self.going():
            turns.update(seat.player for seat in self.club.tables.seen(game_id).game.seats)
        if (host := self.lot.choice(here)) and turns[host] < MOST_GAMES:
            meta = self.lot.choice(sorted(find_rulebooks().items()))[1].meta
            size = self.lot.randint(meta.least_players, min(3, meta.most_players))
            guests = self.lot.sample([one for one in here if one != host], size - 1)
            kept = tuple(one if self.lot.random() < 0.7 else "" for one in guests)
            pace, rated, strict = self.lot.choice(PACES), self.lot.random() < 0.8, self.lot.random() < 0.3
            self.club.tables.open(
                GameTerms(meta.id, size, pace=pace, rated=rated, strict=strict, reserved=(host, *kept))
            )

    def _visit(self, person: str, game_id: str) -> None:
        """Let this person act in a game."""
        seen = self.club.tables.seen(game_id)
        game = seen.game
        seat = next((number for number, one in enumerate(game.seats) if one.player == person and one.is_played), None)
        if game.is_over:
            return
        if game.status == "waiting":
            self._join(person, game_id, seat)
        elif seat is None:
            offered = [number for number, one in enumerate(game.seats) if one.offered == person or one.freed]
            if offered and not any(one.player == person for one in game.seats) and self.lot.random() < 0.7:
                self._attempt("takes over", game_id, TakeOver(offered[0], person), person, "public")
        elif game.seats[seat].absent == "seat":
            self._attempt("returns", game_id, Return(seat), person)
        elif self._is_asked_to_take_back(game, seat):
            self._attempt("answers a take-back", game_id, AnswerTakeBack(seat, self.lot.random() < 0.6), person)
        elif seat in seen.to_act:
            self._act(person, game_id, seat)

    def _is_asked_to_take_back(self, game: Game[Any], seat: int) -> bool:
        asked = game.take_back
        return asked is not None and seat in asked_for_consent(game, asked.seat) and seat not in asked.agreed

    def _join(self, person: str, game_id: str, seat: int | None) -> None:
        game = self.club.tables.seen(game_id).game
        if seat is not None:
            if seat in game.to_open:
                self._attempt("opens", game_id, OpenNonce(seat, person), person)
            return
        place = seat_for(game, person)
        if place is not None:
            bound = {"nonce_commitment": nonce_commitment(game_id, place, person)}
            taken = TakeSeat(place, player=person, **(bound if game.strict else {"nonce": person}))
            self._attempt("sits", game_id, taken, person, "public")

    def _act(self, person: str, game_id: str, seat: int) -> None:
        wish = self.lot.random()
        position = str(self.club.tables.seen(game_id).position)
        others = [one for one in self.club.people if one != person]
        if wish < 0.002:
            self._attempt("resigns", game_id, Resign(seat), person)
        elif wish < 0.005:
            dispute = OpenDispute(seat, position, "I doubt this.", Remedy("roll_back", position=position))
            self._attempt("disputes", game_id, dispute, person)
        elif wish < 0.008:
            self._attempt("offers", game_id, OfferSeat(seat, self.lot.choice(others)), person)
        self._attempt("moves", game_id, None, person)
        if wish > 0.98:
            self._attempt("asks for a take-back", game_id, AskTakeBack(seat), person)

    def _after_the_end(self) -> None:
        """Rematches, and disputes about results."""
        self.going()
        for game_id in sorted(self._over - self._seen_ends):
            self._seen_ends.add(game_id)
            seen = self.club.tables.seen(game_id)
            game = seen.game
            if game.status != "finished":
                continue
            wish, person = self.lot.random(), game.seats[0].player
            tournament = self.club.services.community.tournaments.of_game(game_id)
            if tournament == "cup":
                continue  # its next round begins with the winner at once
            if wish < 0.15 and tournament is None:
                open_rematch(self.club.tables, seen, game.rated, "", lambda _game_id: None)
                self.done["rematches"] += 1
            elif wish > 0.85 or (wish > 0.6 and tournament is not None):
                places = tuple(reversed(range(1, game.players + 1)))
                last = str(seen.position)
                dispute = OpenDispute(0, last, "The points are wrong.", Remedy("result", places=places))
                self._attempt("disputes results", game_id, dispute, person)

    def _decide(self) -> None:
        """The operator decides each dispute some hours later, mostly as the player preferences."""
        for game_id in self.club.services.games.lobby.disputed():
            seen = self.club.tables.seen(game_id)
            for number, one in enumerate(seen.game.disputes, start=1):
                if one.outcome == "open" and self.lot.random() < 0.2:
                    remedy = self.lot.choice([one.remedy, one.remedy, Remedy(), Remedy("free_seat", seat=one.seat)])
                    for wanted in (remedy, Remedy()):
                        decision = DecideDispute(-1, number, "operator", "So be it.", wanted)
                        if self._attempt(f"decides {wanted.kind}", game_id, decision, "", "public"):
                            break

    def _attempt(self, what: str, game_id: str, wish: Command | None, person: str, viewer: Any = None) -> bool:
        """Do it (none: any move of the person's seat) unless the rules forbid it, and return whether it was done."""
        try:
            if wish is None:
                game = self.club.tables.seen(game_id).game
                seat = next(number for number, one in enumerate(game.seats) if one.player == person)
                is_done = self.club.move(game_id, seat) is not None
            elif viewer is None:
                is_done = self.club.send(game_id, wish.seat, wish, person) is not None
            else:
                self.club.tables.command(game_id, wish, viewer)
                is_done = True
        except (Illegal, GameClosed):
            is_done = False
        self.done[what if is_done else f"not: {what}"] += 1
        return is_done


def turns_in(club: Club) -> Counter[tuple[str, str]]:
    """For each person, the ids of the expected notices of their turns, as they follow from the records.

    There is one for each append that leaves a person asked in a seat that was not asked before, unless the server gives
    the answer.
    """
    reader, records = LogReader(club.redis, club.tables.store.partitions), list[LogRecord]()
    checkpoints: dict[int, int] = {}
    while found := reader.read_since(checkpoints):
        records += found
        checkpoints.update((one.partition, one.number) for one in found)
    wanted: Counter[tuple[str, str]] = Counter()
    for game_id in {one.game_id for one in records}:
        projector = club.tables.seen(game_id).projector
        entries = club.tables.store.read(game_id)
        facts = dict(zip((one.position for one in entries), read_records(projector, entries, "public"), strict=True))
        past = club.tables.seeker.past(game_id, projector, "public")
        ends = {one.to_position for one in records if one.game_id == game_id}
        game, asked = None, set[tuple[int, str]]()
        for position, fact in facts.items():
            game = projector.evolve(game, fact, past)
            if position in ends:
                owned = [one.player for one in game.seats if one.is_owned]
                seats = ((seat, game.seats[seat]) for seat in to_act(projector.rulebook, game))
                before, asked = (
                    asked,
                    {
                        (seat, one.player)
                        for seat, one in seats
                        if one.is_person
                        and len(owned) > 1
                        and not is_answered(club.redis, projector.rulebook, game, seat)
                    },
                )
                wanted.update((player, f"{game_id}:{position}:turn:{seat}:0") for seat, player in asked - before)
    return wanted


def time_outs(club: Club, game_id: str) -> int:
    """The number of time-outs in this game."""
    records = read_records(club.tables.seen(game_id).projector, club.tables.store.read(game_id))
    return sum(isinstance(one.data, TimedOut) for one in records)


def check_told(month: Month, hooks: SimpleNamespace, kills: int) -> None:
    """Each turn came into its player's inbox once, nothing came twice, and each webhook got a notice once.

    A process that is killed during a post leaves the receiver to recognise the repeated one.
    """
    told = Counter((person, one) for person, ids in month.told.items() for one in ids)
    assert not {one: count for one, count in told.items() if count > 1}
    turns = {one for one in told if one[1].split(":")[2:3] == ["turn"]}
    wanted = turns_in(month.club).keys()
    assert (set(), set()) == (wanted - turns, turns - wanted)
    posted = {path: Counter(ids) for path, ids in hooks.notices.items()}
    assert sum(count - 1 for count in hooks.posts.values()) <= kills
    for path, ids in posted.items():
        assert ids.keys() <= {one for person, one in told if path == f"/{person}"}
    assert not month.club.services.notifications.outbox.failures()


def check_ratings(month: Month) -> int:
    """All ratings are the same when they are counted again from the records; how many people have one."""
    updates = month.club.services.community.rating_updates
    rated = [(person, title) for person in month.club.people for title in find_rulebooks()]
    before = [updates.rating(*one) for one in rated]
    updates.projection.rebuild()
    assert before == [updates.rating(*one) for one in rated]
    return sum(one.games > 0 for one in before)


def check_nothing_is_stuck(month: Month) -> None:
    """Each game is over, or waits for people whose time runs, or for people to join, until a known time."""
    club = month.club
    for game_id in club.tables.store.game_ids():
        seen = club.tables.seen(game_id)
        game = seen.game
        if game.status == "waiting":
            assert club.at < seen.created_at + 8 * DAY or game.free_seats, game_id
        elif not game.is_over:
            due = deadlines(seen.rulebook, game)
            assert seen.to_act and all(game.seats[seat].is_person and due[seat] > club.at for seat in seen.to_act), (
                game_id,
                seen.to_act,
                due,
            )


def killed_and_started_again(club: Club, hooks: SimpleNamespace, times: int, settings: Mapping[str, str]) -> None:
    """Worker processes of this time that are killed, at a post or at any moment; the last one lives to its end."""
    arguments = [sys.executable, "-m", "tests.club", str(club.data), str(club.at)]
    environment = {**os.environ, **settings}
    for number in range(times):
        process = subprocess.Popen(arguments, cwd=ROOT, env=environment)
        if number % 2 == 0:
            hooks.victim = process.pid
        else:
            time.sleep(2.0 + club.lot.random())
            process.kill()
        process.wait(60)
        hooks.victim = None
    subprocess.run(arguments, cwd=ROOT, env=environment, check=True, timeout=120)


def live(data: Path, people: int, days: int, passes: int, seed: int) -> Counter[str]:
    """The whole simulation, and all checks; the number of everything that people did."""
    lot, mails = random.Random(seed), Received()
    with webhook_receiver() as hooks, mail_server(mails) as post:
        settings = {
            "STELE_WEBHOOKS_ANYWHERE": "1",
            "STELE_SMTP": f"smtp://{post.host}:{post.port}",
            "STELE_MAIL_FROM": FROM,
            "STELE_URL": "https://stele.example/",
        }
        club = Club(data, people, now() - (days + 60) * DAY, seed, **settings)
        players = club.services.accounts.players
        for person in club.people[::4]:
            Webhooks(club.redis).add(person, f"{hooks.url}/{person}", "standard")
        for person in club.people[1::4]:
            players.set_address(person, f"{person}@example.org")
        vanished = lot.sample(club.people, max(2, people // 4))
        vanishing = {one: number * days // (people // 2) for number, one in enumerate(vanished, start=1)}
        returning = {one: vanishing[one] + days // 3 for one in vanished[1::2]}
        month = Month(club, passes, vanishing, returning)
        club.work()
        half = people // 2 - people // 2 % 2
        month.hold("swiss", "swiss", club.people)
        month.hold("cup", "knockout", club.people[: half + 1])
        month.hold("league", "round_robin", club.people[-max(4, half) :], strict=True)
        outage, killing = days // 3, days // 2
        while month.day < days:
            today = month.day
            month.step()
            if today < outage <= month.day:
                club.pass_time(OUTAGE_DAYS * DAY, working=False)
                club.work()
            if today < killing <= month.day:
                month.visits()
                killed_and_started_again(club, hooks, KILLS, settings)
        for _step in range(60 * DAY // STEP):
            if all(club.services.community.tournaments.get(one).status == "over" for one in ("swiss", "cup", "league")):
                break
            month.step(opens=False)
        club.pass_time(2 * HOUR)
        club.work()
        month.read_inboxes()
        check_nothing_is_stuck(month)
        check_told(month, hooks, KILLS)
        month.done["ratings"] = check_ratings(month)
        for name in ("swiss", "cup", "league"):
            assert club.services.community.tournaments.get(name).status == "over", name
        games = [club.tables.seen(one).game for one in club.tables.store.game_ids()]
        month.done |= Counter(games=len(games), finished=sum(one.status == "finished" for one in games))
        month.done["mails"], month.done["posts"] = len(mails.mails), sum(hooks.posts.values())
        month.done["time-outs"] = sum(time_outs(club, one) for one in club.tables.store.game_ids())
        for checking in (("doctor",), ("validate",), ("audit", "--all")):
            code, text = command(data, *checking)
            assert code == 0, text
    return month.done


@pytest.mark.soak
def test_forty_days_of_twenty_people(own_directory: Path) -> None:
    """Everything happens that people and operators can do to each other."""
    done = live(own_directory, people=20, days=40, passes=3, seed=4)
    wanted = (
        "moves", "ratings", "finished", "posts", "mails", "time-outs", "resigns", "returns", "takes over", "rematches",
        "answers a take-back", "decides result", "decides roll_back", "decides free_seat",
    )  # fmt: skip
    assert min(done[one] for one in wanted) > 0, done
