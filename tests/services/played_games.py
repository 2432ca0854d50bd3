"""Played games: tables under a clock that the test moves, at which games are opened, played at random and finished."""

import random

from domain.disputes.events import DecideDispute, OpenDispute, Remedy
from domain.game import TakeSeat
from domain.terms import GameTerms
from services.games.statistics.demonstrations import demonstration_id
from services.games.tables import Tables
from services.jobs.worker import play_computers

MINUTE = 60_000


class PlayedGames:
    """Games on a real record. Each event happens a minute after the previous one."""

    title = "amun-re-card-game"

    def __init__(self, store, seed):
        self.now = 1_767_225_600_000
        self.store = store
        self.tables = Tables(store, lambda: self.now)
        self.lot = random.Random(seed)
        self.number = 0

    def open(self, *players, title="", **more):
        """A started game of these players."""
        self.number += 1
        game_id = f"game{self.number}"
        count = len(players) + len(more.get("computers", ()))
        self.tables.open(GameTerms(title or self.title, count, **more), game_id=game_id)
        for seat, player in enumerate(players):
            self.tables.command(game_id, TakeSeat(seat, player=player), "public")
        return game_id

    def do(self, game_id, command, viewer="public"):
        """Carry out this command."""
        self.now += MINUTE
        self.tables.command(game_id, command, viewer)

    def answer(self, game_id):
        """Let a random asked seat give a random answer, and return the seat."""
        seat = self.lot.choice(self.tables.seen(game_id).to_act)
        self.do(game_id, self.lot.choice(self.tables.seen(game_id, seat).legal()), seat)
        return seat

    def finish(self, game_id):
        """Play it out."""
        while self.tables.seen(game_id).game.status == "playing":
            self.answer(game_id)
        return game_id

    def demonstrate(self):
        """The title's demonstration game, which only computer players play."""
        game_id = demonstration_id(self.title)
        self.tables.open(GameTerms(self.title, 2, computers=("random", "random")), game_id=game_id)
        play_computers(self.tables, game_id, self.lot)
        return game_id

    def turn_around(self, game_id, places=()):
        """The operator replaces the result of a game of two, by default by the other one."""
        now = self.tables.seen(game_id)
        self.do(game_id, OpenDispute(0, str(now.position), "The last count was wrong."))
        wanted = places or ((2, 1) if now.game.result.places == (1, 2) else (1, 2))
        number = len(now.game.disputes) + 1
        self.do(game_id, DecideDispute(-1, number, "operator", "It was.", Remedy("result", places=wanted)))
