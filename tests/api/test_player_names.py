"""Player names: in no record, current on every page, and replaced for deleted players everywhere."""

import json
import zlib
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from api.services import Services, services
from app import create_app
from audit.bundle import import_entries
from audit.game_repair import closes
from audit.verification.verify import verify
from domain.projector import projector_for
from eventstore.append import NO_HEAD, Appended
from eventstore.entries import BEGINNING
from eventstore.valkey.connection import Client
from services.games.live_events import Subject
from tests.measured import ROOT
from verify import report as engine
from verify.bundle import read_bundle

ADA, BO, CY, JUDGE = "Quetzalina", "Wolframius", "Yggdrasila", "Zephyrinus"
NAMES = (ADA, BO, CY, JUDGE)
KHEOPS = ROOT / "titles" / "kheops" / "tests" / "golden"


class Club:
    """A server in this process, and its players' tokens and ids by name."""

    def __init__(self, directory: Path) -> None:
        self.app: Flask = create_app({"STELE_DATA": str(directory), "STELE_LIMITS": "off"})
        self.app.testing = True
        self.tokens: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        for name in NAMES:
            made = self.ask("POST", "/api/players", {"name": name}).json
            self.tokens[name], self.ids[name] = made["token"], made["player"]["id"]
        with self.app.app_context():
            self.services: Services = services()
        self.redis: Client = self.services.games.tables.store.redis

    def ask(self, method: str, path: str, body: Any = None, by: str = "", **headers: str) -> Any:
        """The response to this call, by the player of this name if given."""
        own = {"Authorization": f"Bearer {self.tokens[by]}"} if by else {}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.app.test_client().open(path, method=method, json=body, headers={**own, **given})

    def does(self, by: str, path: str, **body: Any) -> Any:
        """The result of this player's call."""
        response = self.ask("POST", path, body, by=by)
        assert response.status_code == 201, response.text
        return response.json

    def play(self) -> str:
        """A finished game with a referee, in which a seat was handed over: its id."""
        opened = {"rulebook": "kheops", "players": 2, "sit": False, "referee": JUDGE}
        game = f"/api/games/{self.does(ADA, '/api/games', **opened)['id']}"
        for name in (ADA, BO):
            self.does(name, f"{game}/seats", nonce=name[:1])
        for _ in range(3):
            asked = (ADA, BO)[self.ask("GET", game).json["to_act"][0]]
            legal = self.ask("GET", f"{game}/legal-moves", by=asked).json["moves"]
            self.does(asked, f"{game}/moves", **legal[0]["move"])
        assert self.ask("PATCH", f"{game}/seat", {"offer_to": CY}, by=BO).status_code == 200
        offered = self.ask("GET", game).json["seats"][1]["offered"]
        assert offered == {"player": self.ids[CY], "name": CY}
        self.does(CY, f"{game}/seats", seat=1)
        self.does(CY, f"{game}/moves", type="Resign")
        return game

    def goes(self, name: str) -> None:
        """Delete this player's account."""
        self.redis.unlink(f"stele:player:{{{self.ids[name]}}}")
        self.services.accounts.names.forget(self.ids[name])

    def stored(self) -> dict[str, bytes]:
        """Everything in the store, by key, readable."""
        found = {}
        for key in self.redis.scan_iter("*", 1000):
            kind: Any = self.redis.type(key)
            match kind.decode():
                case "string":
                    content: Any = [self.redis.get(key)]
                case "hash":
                    content = [part for pair in self.redis.hgetall(key).items() for part in pair]
                case "stream":
                    content = [part for _id, fields in self.redis.xrange(key) for part in fields.values()]
                case "zset":
                    content = self.redis.zrange(key, 0, -1)
                case "set":
                    content = self.redis.smembers(key)
                case _:
                    raise AssertionError(f"{key!r} is a {kind}")
            found[key.decode()] = b"\n".join(map(_unpacked, content))
        return found


def _unpacked(part: bytes) -> bytes:
    try:
        return zlib.decompress(part)
    except zlib.error:
        return part


@pytest.fixture
def club(own_directory: Path) -> Club:
    """A separate server for the test."""
    return Club(own_directory)


def shown_at(game: str) -> list[tuple[str, dict[str, str], tuple[str, ...]]]:
    """A game's views: path, headers, and the names shown there."""
    lines = {"Accept": "application/x-ndjson"}
    return [
        (game, {}, (ADA, CY, JUDGE)),
        ("/api/games", {}, (ADA, CY, JUDGE)),
        (f"{game}/state", {}, (ADA, CY, JUDGE)),
        (f"{game}/state?at=4", {}, (ADA, BO, JUDGE)),
        (f"{game}/events", {}, NAMES),
        (f"{game}/events", lines, NAMES),
        (f"{game}/replay?state=patch", {}, NAMES),
        (f"{game}/replay?from=2&to=4&state=patch", {}, (ADA, BO)),
        (f"{game}/replay?brief=true&digests=false", lines, NAMES),
        (f"{game}/dossier?at=4", {}, (ADA,)),
        (f"{game}/bundle", {}, NAMES),
        (game.removeprefix("/api"), {}, (ADA, CY)),
        (f"{game.removeprefix('/api')}/replay", {}, (ADA, CY)),
    ]


def test_a_deleted_player_takes_the_name_along(club: Club) -> None:
    """Every view has current names, stored in the accounts alone; no view shows a deleted player's name."""
    game = club.play()
    copied = {"at": "6", "seats": ["me", "steward"]}
    forked = club.ask("POST", f"{game}/forks", copied, by=ADA)
    before = {}
    for path, headers, expected in shown_at(game):
        response = club.ask("GET", path, **headers)
        assert response.status_code == 200, (path, response.text)
        text = response.get_data(as_text=True)
        assert not [name for name in expected if name not in text], path
        assert "former" not in text and not {"public", "immutable"} & set(response.cache_control), path
        before[path, str(headers)] = response.headers.get("ETag"), text
    accounts = {f"stele:player:{{{player}}}" for player in club.ids.values()}
    stored = club.stored()
    assert {key for key, content in stored.items() if any(name.encode() in content for name in NAMES)} == accounts
    assert all(key in stored for key in accounts) and len(stored) > 20

    bundle = before[f"{game}/bundle", "{}"][1].encode()
    header, *lines = bundle.splitlines()
    assert json.loads(header)["names"] == {club.ids[name]: name for name in NAMES}
    assert not [line for line in lines if any(name.encode() in line for name in NAMES)]
    for report in (verify(bundle), engine.verify(bundle)):
        checks = {check.name: (check.verdict, check.detail) for check in report.checks}
        assert all(verdict != "failed" for verdict, _ in checks.values())
        assert "which nothing proves: " in checks["header"][1] and f"{ADA} ({club.ids[ADA]})" in checks["header"][1]

    for name in (ADA, CY, JUDGE):
        club.goes(name)
    for path, headers, _expected in shown_at(game):
        etag, text = before[path, str(headers)]
        response = club.ask("GET", path, **headers, **({"If_None_Match": etag} if etag else {}))
        now = response.get_data(as_text=True)
        assert response.status_code == 200, path
        assert not [name for name in (ADA, CY, JUDGE) if name in now], path
        assert (BO in now) == (BO in text), path
        assert "a former player" in now.lower() or path.endswith("/bundle"), path
        if etag:
            again = club.ask("GET", path, **headers, If_None_Match=response.headers["ETag"])
            assert again.status_code == 304, path
    summary, state = club.ask("GET", game).json, club.ask("GET", f"{game}/state", Accept_Language="it").json["state"]
    assert [seat.get("former") for seat in summary["seats"]] == [True, True] and summary["referee"]["former"]
    assert {seat["name"] for seat in state["seats"]} == {"un ex giocatore"}
    (listed,) = club.ask("GET", "/api/games", Accept_Language="es").json["games"]
    assert listed["seats"][0]["name"] == "un antiguo jugador" and listed["referee"]["former"]
    text = club.ask("GET", f"{game}/events?limit=2").json["events"]
    assert text[1]["text"] == "A former player joined the game."
    assert text[0]["data"]["referee_name"] == "a former player"
    subject = Subject(summary["id"], "public", "en")
    seen = club.services.games.tables.seen(summary["id"])
    news = club.services.followers.live_events.between(subject, BEGINNING, seen).told[subject]
    assert BO.encode() in news and ADA.encode() not in news and b"A former player joined the game." in news
    after = club.ask("GET", f"{game}/bundle").data
    assert json.loads(after.splitlines()[0])["names"] == {club.ids[BO]: BO}
    assert after.splitlines()[1:-1] == bundle.splitlines()[1:-1] and verify(after).ok
    assert club.ask("GET", f"{game}/audit").json["ok"]
    # The analysis game has the original game's seats as they were at that point: CY came later.
    fork = club.ask("GET", f"/api/games/{forked.json['id']}?invite={forked.json['invite']}").json
    assert [seat["name"] for seat in fork["seats"]] == ["a former player", BO]
    left = b"\n".join(club.stored().values())
    assert not [name for name in (ADA, CY, JUDGE) if name.encode() in left]


def test_a_deleted_players_name_in_an_old_record_is_not_shown(club: Club) -> None:
    """Records of earlier versions hold names; they fold and verify, and views look up the ids."""
    bundle = read_bundle((KHEOPS / "rolled-back.ndjson").read_bytes())
    store, entries, head = club.services.games.tables.store, import_entries(bundle), NO_HEAD
    recorded = {json.loads(one.public)["data"].get("name", "") for one in entries} - {""}
    store.save_game_key(bundle.game_id, bytes(32))
    is_over_at = closes(projector_for(bundle.rulebook), entries)
    for _action, group in groupby(entries, key=lambda entry: entry.position.action):
        action = list(group)
        outcome = store.append(bundle.game_id, action, head, closes=is_over_at(action[-1]))
        assert isinstance(outcome, Appended)
        head = outcome.head
    game = f"/api/games/{bundle.game_id}"
    assert recorded and verify((KHEOPS / "rolled-back.ndjson").read_bytes()).ok
    for path in (game, f"{game}/state?as=all", f"{game}/events?limit=5000", f"{game}/replay", "/api/games"):
        text = club.ask("GET", path).get_data(as_text=True)
        assert "former player" in text and not [name for name in recorded if name in text], path
    assert club.ask("GET", f"{game}/audit").json["ok"]
