"""Bots over HTTP: players with an owner, shown as bots, whose tokens reach no account."""

import asyncio
import random
import runpy

from tests.api.clients import Client, finished, play_to_the_end
from tests.api.test_notifications import listen
from tests.serving import ROOT


def programmed(owner, number=""):
    """A client of a new bot of this owner, with its name."""
    made = owner.post("/api/me/bots", {"name": f"{owner.name}{number}"})
    return Client(owner.server, made["token"], made["player"])


def test_a_program_is_its_owners(gallery):
    """A bot is shown as one, plays, and cannot reach an account; its owner can revoke its tokens, which end with the
    account.
    """
    owner, other = gallery.sign_up("Imhotep"), gallery.sign_up("Ay")
    program = programmed(owner)
    path = f"/api/me/bots/{program.player['id']}"
    assert {"id": program.player["id"], "name": f"BOT {owner.name}", "owner": owner.player["id"]} == program.player
    assert program.player == program.get("/api/me")
    profile = gallery.get(f"/api/players/{program.player['id']}")
    assert owner.player == profile["owner"] and program.name == profile["name"]
    alike = ("bot Ptah", "В0T Ptah", "BOT-Ptah", "Bot_Ptah", "(BOT) Ptah", "B.O.T Ptah", "- BOT: x")
    for name in ("BOT Ptah", *alike):  # the third name begins with a Cyrillic letter
        assert 422 == gallery.call("POST", "/api/players", {"name": name}).status
    for method, where, body in (
        ("POST", "/api/me/tokens", {"name": "more", "scopes": ["account"]}),
        ("POST", "/api/me/passkeys/challenges", {}),
        ("POST", "/api/me/address", {"address": "bot@stele.example"}),
        ("POST", "/api/sessions", {}),
        ("POST", "/api/me/bots", {"name": "Child"}),
        ("POST", "/api/me/webhooks", {"url": "https://stele.example/notices"}),
        ("DELETE", "/api/me/feeds", None),
        ("POST", "/api/me/deletion", {"name": program.name}),
    ):
        refused = program.call(method, where, body)
        assert (403, "urn:stele:problem:missing-scope") == (refused.status, refused.body["type"])
    more = owner.post(f"{path}/tokens", {"name": "second", "days": 7})
    second = Client(owner.server, more["token"], program.player)
    assert program.player == second.get("/api/me")
    (shown,) = owner.get("/api/me/account")["bots"]
    assert {"first", "second"} == {one["name"] for one in shown["tokens"]}
    assert [["read", "play"]] * 2 == [one["scopes"] for one in shown["tokens"]]
    for stranger in (other, program):
        assert stranger.call("DELETE", f"/api/me/credentials/{more['id']}").status in (403, 404)
    assert 200 == owner.call("DELETE", f"/api/me/credentials/{more['id']}").status
    assert 404 == owner.call("DELETE", f"/api/me/credentials/{more['id']}").status
    assert 401 == second.call("GET", "/api/me").status
    assert 200 == owner.call("DELETE", path).status and 401 == program.call("GET", "/api/me").status
    again = programmed(owner)
    assert 200 == owner.call("POST", "/api/me/deletion", {"name": owner.name}).status
    assert 401 == again.call("GET", "/api/me").status


def test_a_bot_is_sent_computer_players_answers(remote):
    """A bot looks at no page: its stream alone announces its turn and the end of the game."""
    program = programmed(remote.sign_up("Ani"))
    events = listen(program)
    assert {"unread": 0, "newest": None, "notices": []} == next(events)
    game = program.post("/api/games", {"rulebook": "kheops", "players": 2, "bots": 1})["id"]
    kinds = set()
    for event in events:
        for notice in event["notices"]:
            assert (game, 0) == (notice["game"], notice["seat"])
            kinds.add(notice["kind"])
            if notice["kind"] == "turn":
                assert [0] == remote.get(f"/api/games/{game}")["to_act"]
                program.post(f"/api/games/{game}/moves", {"type": "Resign"})
        if "over" in kinds:
            break
    assert {"started", "turn", "over"} <= kinds


async def example_plays(programs, has_happened):
    """The example bot plays for these programs until this has happened."""
    bot = runpy.run_path(str(ROOT / "examples" / "bot" / "bot.py"))
    playing = [asyncio.create_task(bot["main"](one.url, one.token)) for one in programs]
    while not await asyncio.to_thread(has_happened):
        assert not any(one.done() for one in playing)
    for one in playing:
        one.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def test_bots_play_each_other(remote):
    """The player who opens the game has no seat in it: both bots get notices of their reserved seats, and play."""
    me = remote.sign_up("Neferhotep")
    programs = [programmed(me, number) for number in (" 1", " 2")]
    opened = {"rulebook": "kheops", "players": 2, "sit": False, "reserved": [one.name for one in programs]}
    game = me.post("/api/games", opened)["id"]

    def have_moved():
        events = remote.get(f"/api/games/{game}/events?limit=200")["events"]
        return {0, 1} <= {event["seat"] for event in events if event["type"] not in (*JOINING, "GameCreated")}

    finished(example_plays(programs, have_moved))
    assert [seat["name"] for seat in remote.get(f"/api/games/{game}")["seats"]] == [one.name for one in programs]


def test_the_example_declines_a_strict_game(remote):
    """The example declines a strict game with a reason, and its seat is open to other players."""
    me = remote.sign_up("Imhotep")
    program = programmed(me)
    asked = {"rulebook": "kheops", "players": 2, "strict": True, "sit": False, "reserved": ["", program.name]}
    game = me.post("/api/games", asked)["id"]
    finished(example_plays([program], lambda: "reserved" not in remote.get(f"/api/games/{game}")["seats"][1]))
    (answer,) = me.get(f"/api/games/{game}/chat?room=challenge")["messages"]
    assert (answer["name"], answer["text"]) == (program.name, "I don't play strict games.")


def test_all_bots_are_listed(gallery, work):
    """All readers see the bots by name, with owner, ratings in games with bots, and last request, without suspended
    bots.
    """
    me = gallery.sign_up("Ankhesen")
    programs = [programmed(me, f" listed {number}") for number in (2, 1)]
    programs[0].get("/api/me")

    def listed():
        bots = gallery.get("/api/bots")["bots"]
        assert [one["name"].casefold() for one in bots] == sorted(one["name"].casefold() for one in bots)
        return [one for one in bots if one["owner"] == {"id": me.player["id"], "name": me.name}]

    first, second = listed()
    assert [first["id"], second["id"]] == [programs[1].player["id"], programs[0].player["id"]]
    assert first["used_at"] is None and second["used_at"] is not None and first["ratings"] == []
    asked = {"rulebook": "kheops", "players": 2, "rated": True, "pace": {"time": 86_400_000}}
    game = me.post("/api/games", {**asked, "reserved": ["", programs[0].name]})["id"]
    programs[0].post(f"/api/games/{game}/seats", {})
    play_to_the_end(game, [me, programs[0]], random.Random(1))
    work()
    (rating,) = listed()[1]["ratings"]
    assert (rating["rulebook"], rating["bots"], rating["games"]) == ("kheops", True, 1)


JOINING = ("SeatTaken",)
