"""MCP server: its tools, driven by the protocol's own client."""

import pytest
from mcp.client.client import Client

from domain.lifecycle import SHARED_COMMANDS
from stele_client import AsyncClient
from stele_mcp.__main__ import main
from stele_mcp.server import serving
from tests.api.clients import finished


def test_an_assistant_plays(gallery):
    """An assistant finds its turn, looks, plays a legal move once, gets a refusal with its rule, and reads that
    rule.
    """
    me = gallery.sign_up("Assistant")
    game = me.post("/api/games", {"rulebook": "kheops", "players": 2, "bots": 1})["id"]
    server = serving(AsyncClient(gallery.url, me.token))

    async def text(client, tool, **arguments):
        result = await client.call_tool(tool, arguments)
        return bool(result.is_error), " ".join(part.text for part in result.content)

    async def playing():
        async with Client(server) as client:
            assert client.server_info.version
            tools = (await client.list_tools()).tools
            assert {"my_turns", "look", "legal_moves", "play", "explain_rule"} == {one.name for one in tools}
            assert all(one.description for one in tools)
            while game not in (await text(client, "my_turns"))[1]:
                pass  # the computer player may begin
            is_refused, told = await text(client, "look", game=game)
            assert not is_refused and "Kheops (kheops), playing" in told and ", you, to act." in told
            assert "Recent events:" in told and '"cells"' in told
            found = await client.call_tool("legal_moves", {"game": game})
            assert found.structured_content, found
            choice = found.structured_content
            move = {"game": game, "move": choice["moves"][0]["move"], "digest": choice["digest"]}
            is_refused, played = await text(client, "play", **move)
            assert not is_refused and played.startswith("- ")
            is_refused, late = await text(client, "play", **move)
            assert is_refused and "the-game-has-moved-on" in late
            choice = (await client.call_tool("legal_moves", {"game": game})).structured_content
            known = {"game": game, "digest": choice["digest"]}
            for command in SHARED_COMMANDS:
                is_refused, told = await text(client, "play", **known, move={"type": command.__name__})
                assert is_refused and "is no move of the title" in told
            is_refused, told = await text(client, "play", **known | {"digest": "ä"}, move=choice["moves"][0]["move"])
            assert is_refused and "This is no digest" in told
            is_refused, against = await text(client, "play", **known, move={"type": "Swap", "own": "a1", "enemy": "a1"})
            assert is_refused and "against-the-rules" in against and "(rule " in against, against
            number = against.rpartition("(rule ")[2].removesuffix(")")
            assert (await text(client, "explain_rule", game=game, number=number))[1].startswith(f"{number}: ")
            is_refused, unknown = await text(client, "explain_rule", game=game, number="K-0")
            assert is_refused and number in unknown
            assert number in (await text(client, "explain_rule", game=game))[1]
            assert (await text(client, "look", game="nowhere"))[0]
            missing = "explain_rule takes game, number. game: Field required."
            assert await text(client, "explain_rule", title="kheops") == (True, missing)
            is_refused, told = await text(client, "play", **move | {"move": "Swap"})
            assert is_refused and told.startswith("play takes game, move, digest. move: ") and "pydantic" not in told

    finished(playing())


def test_without_a_token_it_asks_for_one(monkeypatch):
    """Without a token or with a bad address, the server does not start the protocol."""
    monkeypatch.delenv("STELE_TOKEN", raising=False)
    with pytest.raises(SystemExit, match="STELE_TOKEN must be"):
        main()
    monkeypatch.setenv("STELE_TOKEN", "one")
    monkeypatch.setenv("STELE", "127.0.0.1:8000")
    with pytest.raises(SystemExit, match="is not the address of a server"):
        main()
