"""Python client: its README's program unchanged, both kinds of client on a real server, and its streams."""

import ast
import asyncio
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing

import httpx
import msgspec
import pytest

from stele_client import AsyncClient, Client, Problem, Unreachable, calls, tables
from stele_client.signing import OwnKey
from stele_client.streams import Stream, StreamEvent, place
from tests.answering import Answer, answering
from tests.api.clients import finished
from tests.serving import ROOT, Served
from verify import luck
from verify import main as verifier

PACKAGE = ROOT / "sdk" / "python"
README = (PACKAGE / "README.md").read_text("utf-8")
(PROGRAM,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_readmes_program_plays_a_whole_game(served):
    """The README's program plays a game in fifty lines without polling: it neither sleeps nor loops except for its
    turns.
    """
    assert len(PROGRAM.splitlines()) <= 50
    found = list(ast.walk(ast.parse(PROGRAM)))
    assert not [node for node in found if isinstance(node, ast.While)] and "sleep" not in PROGRAM
    loops = [node.iter for node in found if isinstance(node, ast.For)]
    assert ["stele.turns(game.id)", "done.events"] == [ast.unparse(loop) for loop in loops]
    environment = {**os.environ, "STELE": served.url, "PYTHONPATH": str(PACKAGE)}
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert re.search(r"Places, seat by seat: \(\d, \d\) with \d+ receipts kept", ran.stdout)


def test_table_types_match_the_document(served):
    """The module is the documented command's output, and a seat's table is read into its type."""
    command = [sys.executable, "-m", "stele_client.table_types", served.url]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    wrote = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
    assert (PACKAGE / "stele_client" / "tables.py").read_text("utf-8") == wrote.stdout
    with Client(served.url) as stranger:
        me = stranger.send(calls.sign_up(f"Seshat {os.urandom(6).hex()}"))
    with Client(served.url, me.token) as stele:
        game = stele.send(calls.open_game("kheops", 2, bots=1, sit=True))
        table = stele.send(calls.state(game.id, tables.KheopsTable)).state.table
        mine, other = (table.players[seat] for seat in (game.your_seat, 1 - game.your_seat))
        assert {"corridor", "hall"} >= {tile.kind for tile in mine.hand} and other.hand is None
        assert 3 == mine.hand_size == other.hand_size and 14 <= mine.reserve.worker
        legal = next(iter(stele.turns(game.id)))
        foreseen = stele.send(calls.preview(game.id, legal.moves[0].move, tables.KheopsTable))
        assert foreseen.events and foreseen.state.table != table
        assert legal == stele.send(calls.legal_moves(game.id)), "nothing is recorded"


def test_two_programs_play_by_events_alone(served):
    """Each gets its invitation, its turns and the game's end from the stream of its account."""

    async def sign_up(name):
        async with AsyncClient(served.url) as stranger:
            for number in range(100):
                try:
                    return await stranger.send(calls.sign_up(f"{name} {number}"))
                except Problem as problem:
                    assert problem.kind == "name-taken"

    async def play(me, heard):
        async with AsyncClient(served.url, me.token) as stele, aclosing(stele.news()) as news:
            async for notice in news:
                heard.append((notice.kind, notice.game))
                if notice.kind == "invited":
                    await stele.send(calls.sit_down(notice.game, nonce=calls.new_nonce()))
                elif notice.kind == "turn":
                    await answer(stele, notice)
                elif notice.kind in ("over", "aborted"):
                    return

    async def answer(stele, notice):
        seen = await stele.send(calls.state(notice.game))
        assert place(seen.position) >= place(notice.position) and notice.seat in (0, 1)
        seat = notice.seat
        while True:
            legal = await stele.send(calls.legal_moves(notice.game))
            if not legal.moves:
                return
            if seen.state.moves > 3:
                await stele.send(calls.play(notice.game, {"type": "Resign"}))
                return
            done = await stele.send(calls.play(notice.game, legal.moves[0].move, expecting=legal.digest))
            if seat not in done.to_act:
                return

    async def game():
        one, two = await sign_up("Thoth"), await sign_up("Khonsu")
        async with AsyncClient(served.url, one.token) as stele:
            opened = await stele.send(calls.open_game("kheops", 2, reserved=["", two.player.name]))
            heard: tuple[list, list] = ([], [])
            await stele.send(calls.sit_down(opened.id, nonce="one"))
            await asyncio.gather(play(one, heard[0]), play(two, heard[1]))
            with pytest.raises(Problem) as refused:
                await stele.send(calls.play(opened.id, {"type": "Resign"}))
            assert 409 == refused.value.status
        return opened.id, heard

    game_id, heard = finished(game())
    assert {game_id} == {game for news in heard for _kind, game in news}
    assert ("invited", game_id) == heard[1][0]
    kinds = [{kind for kind, _game in news} for news in heard]
    assert {"invited", "started", "over"} <= kinds[1] and "over" in kinds[0] and "turn" in kinds[0] | kinds[1]


def test_a_call_is_carried_out_once_and_at_its_digest(served):
    """A resend gets the first answer again; a move for another digest is refused; a refusal names its rule."""
    with Client(served.url) as stranger:
        me = stranger.send(calls.sign_up(f"Anuket {os.urandom(6).hex()}"))
    with Client(served.url, me.token) as stele:
        assert me.player == stele.send(calls.me())
        title = stele.send(calls.titles()).rulebooks[-1].id
        game = stele.send(calls.open_game("kheops", 2, bots=1, sit=True))
        assert game.id in {one.id for one in stele.send(calls.lobby(player=me.player.id)).games}
        legal = next(stele.turns(game.id))
        move = calls.play(game.id, legal.moves[0].move, expecting=legal.digest)
        done = stele.send(move)
        assert done.receipt == stele.send(move).receipt and done.receipt.is_for(move.body)
        with pytest.raises(Problem) as late:
            stele.send(calls.play(game.id, legal.moves[0].move, expecting=legal.digest))
        assert (412, "the-game-has-moved-on") == (late.value.status, late.value.kind)
        with pytest.raises(Problem) as against:
            stele.send(calls.play(game.id, {"type": "Abort"}))
        assert against.value.rule in stele.send(calls.rulebook("kheops")).rules
        told = stele.send(calls.events(game.id, limit=3))
        assert ("1-0", "GameCreated") == (told.events[0].position, told.events[0].type) and told.next
        assert title in stele.send(calls.rulebook(title)).id


def test_commitments_match_the_record():
    """A strict seat's commitment is the one that the verifier finds."""
    assert luck.nonce_commitment("game", 1, "nonce") == calls.commitment_to("game", 1, "nonce")


def test_streams_are_read_as_they_come():
    """An event counts when it is complete, however the stream is cut, and a stream continues after the last complete
    one.
    """
    said = ": hello\r\nretry: 250\n\nid: 1-0\ndata: a\u2028b\n\nevent: talk\ndata: x\ndata: y\n\nid: 2-0\ndata: ha"
    text = said.encode()
    for size in (1, 3, len(text)):
        stream = Stream()
        assert {"Accept": "text/event-stream"} == stream.headers()
        told = [one for at in range(0, len(text), size) for one in stream.feed(text[at : at + size])]
        assert [StreamEvent("message", "a\u2028b".encode()), StreamEvent("talk", b"x\ny")] == told
        assert "1-0" == stream.headers()["Last-Event-ID"]
        assert [StreamEvent("message", b"c")] == list(stream.feed(b"data: c\n\n"))  # the incomplete event was dropped
        assert 0.25 == stream.pause(False)
        assert stream.pause(True) < stream.pause(True) <= 60


def test_safe_calls_are_repeated():
    """A busy server is asked again at its given time; one that stays busy, or is missing, is reported."""
    asked: list[str] = []

    def answer(path, _body):
        asked.append(path)
        if len(asked) < 3 or path == "/api/rulebooks":
            return Answer(b"<html>busy", 503, {"Retry-After": "0"})
        return Answer(b'{"id": "a", "name": "Ann", "more": 1}')

    with answering(answer) as url, Client(url) as stele:
        assert "Ann" == stele.send(calls.me()).name and 3 == len(asked)
        with pytest.raises(Problem) as refused:
            stele.send(calls.titles())
        assert (503, "unknown", "<html>busy") == (refused.value.status, refused.value.kind, refused.value.detail)
    with Client(url) as stele, pytest.raises(Unreachable):
        stele.send(calls.sign_up("Ann"))


def test_permanent_failures_are_reported():
    """An answer of something else, as from the network of a hotel that asks every client to sign in first."""

    async def heard():
        async with AsyncClient(url, "one") as stele:
            await anext(stele.news())

    hotel = Answer(b"<html>Sign in", headers={"Content-Type": "text/html"})
    with answering(lambda _path, _body: hotel) as url, Client(url, " one\n") as stele:
        for ask in (lambda: stele.send(calls.me()), lambda: next(stele.news()), lambda: finished(heard())):
            with pytest.raises(Problem) as told:
                ask()
            assert (200, "unknown", "<html>Sign in") == (told.value.status, told.value.kind, told.value.detail)


def test_a_bad_address_or_token_is_refused():
    """The client does not wait, and the token is never shown."""
    url = "http://127.0.0.1:8000"
    for kind in (Client, AsyncClient):
        for place_of_none in ("127.0.0.1:8000", "htp://127.0.0.1:8000", ""):
            with pytest.raises(ValueError, match="is not the address of a server"):
                kind(place_of_none)
        for none in ("", " \n", "tök\u00e9n", "a\nb"):
            with pytest.raises(ValueError, match="this is not a token") as refused:
                kind(url, none)
            assert not none.strip() or none not in str(refused.value)


def test_turns_outlast_a_server_that_is_away(tmp_path, monkeypatch):
    """While a server is unreachable, turns and their stream retry without limit; then they return the current turns."""
    # With shorter waits a call fails within a second instead of four.
    monkeypatch.setattr("stele_client.wire._FIRST_WAIT_SECONDS", 0.05)
    monkeypatch.setattr("stele_client.streams._FIRST_WAIT_SECONDS", 0.2)
    served = Served(tmp_path, worker=False).start()
    try:
        with Client(served.url) as stranger:
            tokens = [stranger.send(calls.sign_up(name)).token for name in ("Anput", "Bes")]
        with Client(served.url, tokens[0]) as one, Client(served.url, tokens[1]) as other:
            game = one.send(calls.open_game("kheops", 2, sit=True))
            other.send(calls.sit_down(game.id))
            first, second = sorted((one, other), key=lambda player: not player.send(calls.legal_moves(game.id)).moves)
            turns = first.turns(game.id)
            asked = next(turns)
            with ThreadPoolExecutor(1) as waiting:
                served.stop()
                again = waiting.submit(next, turns)
                with pytest.raises(TimeoutError):
                    again.result(2)
                served.start()
                while not again.done():
                    for player in (first, second):
                        legal = player.send(calls.legal_moves(game.id))
                        if legal.moves and (player is second or legal.position == asked.position):
                            player.send(calls.play(game.id, legal.moves[0].move))
                assert again.result().moves and place(again.result().position) > place(asked.position)
    finally:
        served.stop()


def test_two_programs_play_a_signed_game(served, tmp_path):
    """Two programs with keys in files join, move, send several moves and resign; both verifiers find every signed
    text.
    """
    lot, players, keys = random.Random(3), [], []
    with Client(served.url) as stranger:
        for seat in (0, 1):
            players.append(stranger.send(calls.sign_up(f"Signer {os.urandom(6).hex()}")))
            keys.append(OwnKey(tmp_path / f"{seat}.key"))
    assert OwnKey(tmp_path / "0.key").public_key == keys[0].public_key != keys[1].public_key
    assert (tmp_path / "0.key").stat().st_mode & 0o777 == 0o600
    programs = [Client(served.url, one.token) for one in players]
    game = programs[0].send(calls.open_game("kheops", 2, signed=True)).id
    for seat, program in enumerate(programs):
        summary = program.send(calls.game(game))
        assert summary.signed
        program.send(keys[seat].sit_down(summary, players[seat].player.id, seat, calls.new_nonce()))
    for turn in range(6):
        summary = programs[0].send(calls.game(game))
        seat = summary.to_act[0]
        chosen = lot.choice(programs[seat].send(calls.legal_moves(game)).moves).move
        with pytest.raises(Problem):
            programs[seat].send(calls.play(game, chosen))
        signed = keys[seat].play(programs[seat].send(calls.game(game)), [chosen] if turn % 2 else chosen)
        done = programs[seat].send(signed)
        assert programs[seat].send(signed) == done, "repeated, not made again"
    with pytest.raises(ValueError, match="no seat"):
        keys[0].play(programs[0].send(calls.game(game)).__class__(**{
            **msgspec.structs.asdict(summary), "your_seat": None}), {"type": "Resign"})  # fmt: skip
    programs[1].send(keys[1].play(programs[1].send(calls.game(game)), {"type": "Resign"}))
    path = tmp_path / "game.ndjson"
    path.write_bytes(httpx.get(f"{served.url}/api/games/{game}/bundle").content)
    for seat in (0, 1):
        assert verifier.main([str(path), "--receipts", str(tmp_path / f"{seat}.key.signed")]) == 0
    for program in programs:
        program.close()
    (tmp_path / "bad.key").write_bytes(b"no key")
    with pytest.raises(ValueError, match="not a key"):
        OwnKey(tmp_path / "bad.key")
