"""The door for assistants: its tools, driven over standard input and output by the protocol's own client."""

import asyncio
import os
import subprocess
import sys

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.serving import ROOT

PATHS = os.pathsep.join(str(ROOT / "clients" / name) for name in ("python", "mcp"))


def test_an_assistant_plays(gallery):
    """It finds its turn, looks, plays a legal move once, is told what breaks which rule, and what that rule says."""
    me = gallery.sign_up("Assistant")
    game = me.post("/api/games", {"rulebook": "kheops", "players": 2, "bots": 1})["id"]
    settings = {"STELE": gallery.url, "STELE_TOKEN": me.token, "PYTHONPATH": PATHS}
    program = StdioServerParameters(command=sys.executable, args=["-m", "stele_mcp"], env={**os.environ, **settings})

    async def text(client, tool, **arguments):
        result = await client.call_tool(tool, arguments)
        return bool(result.is_error), " ".join(part.text for part in result.content)

    async def playing():
        async with Client(stdio_client(program)) as client:
            tools = (await client.list_tools()).tools
            assert {"my_turns", "look", "legal_moves", "play", "explain_rule"} == {one.name for one in tools}
            assert all(one.description for one in tools)
            while game not in (await text(client, "my_turns"))[1]:
                pass  # the computer player may begin
            is_refused, told = await text(client, "look", game=game)
            assert not is_refused and "Kheops (kheops), playing" in told and ", you, to act." in told
            assert "What happened last:" in told and '"cells"' in told
            choice = (await client.call_tool("legal_moves", {"game": game})).structured_content
            move = {"game": game, "move": choice["moves"][0]["move"], "digest": choice["digest"]}
            is_refused, played = await text(client, "play", **move)
            assert not is_refused and played.startswith("- ")
            is_refused, late = await text(client, "play", **move)
            assert is_refused and late.startswith("the-game-has-moved-on")
            choice = (await client.call_tool("legal_moves", {"game": game})).structured_content
            abort = {"game": game, "move": {"type": "Abort"}, "digest": choice["digest"]}
            is_refused, against = await text(client, "play", **abort)
            assert is_refused and against.startswith("against-the-rules") and "(rule G" in against
            number = against.rpartition("(rule ")[2].removesuffix(")")
            assert (await text(client, "explain_rule", title="kheops", number=number))[1].startswith(f"{number}: ")
            is_refused, unknown = await text(client, "explain_rule", title="kheops", number="K-0")
            assert is_refused and number in unknown
            assert number in (await text(client, "explain_rule", title="kheops"))[1]
            assert (await text(client, "look", game="nowhere"))[0]

    asyncio.run(asyncio.wait_for(playing(), 300))


def test_without_a_token_it_says_what_it_needs():
    """It does not begin to speak the protocol."""
    environment = {name: value for name, value in os.environ.items() if name != "STELE_TOKEN"} | {"PYTHONPATH": PATHS}
    ran = subprocess.run([sys.executable, "-m", "stele_mcp"], env=environment, capture_output=True, check=False)
    assert (1, b"") == (ran.returncode, ran.stdout) and b"STELE_TOKEN must be" in ran.stderr
