"""A bot that plays at random: it accepts challenges, except those to strict games, and moves when it is its turn.

`STELE` is the address of the server, `STELE_TOKEN` the bot's token.
"""

import asyncio
import os
import random
from collections.abc import Sequence

from stele_client import AsyncClient, Problem, Unreachable, calls
from stele_client.shapes import LegalMove, Notice

WAIT = 2.0
"""Seconds before another attempt when the server is unreachable."""


def choose(moves: Sequence[LegalMove]) -> LegalMove:
    """The move to play. Put a better choice here."""
    return random.choice(moves)


async def answer(stele: AsyncClient, notice: Notice) -> None:
    """Do what a notification asks for, and report a refusal, which is possible because the game may have moved on
    meanwhile.
    """
    while True:
        try:
            if notice.kind == "invited":
                await answer_challenge(stele, notice.game)
            elif notice.kind == "turn":
                await play(stele, notice.game)
        except Unreachable as away:
            print(f"{notice.game}: {away}", flush=True)
            await asyncio.sleep(WAIT)
            continue
        except Problem as problem:
            print(f"{notice.game}: {problem}", flush=True)
        return


async def answer_challenge(stele: AsyncClient, game_id: str) -> None:
    """Take the reserved seat, or decline it in a strict game, where all players must be online at the start."""
    game = await stele.send(calls.game(game_id))
    if game.strict:
        await stele.send(calls.decline(game_id, "I don't play strict games."))
        print(f"{game_id}: declined", flush=True)
    else:
        await stele.send(calls.sit_down(game_id, nonce=calls.new_nonce()))
        print(f"{game_id}: sitting down to {game.title}", flush=True)


async def play(stele: AsyncClient, game_id: str) -> None:
    """Play while it is the bot's turn."""
    while (legal := await stele.send(calls.legal_moves(game_id))).moves:
        chosen = choose(legal.moves)
        try:
            await stele.send(calls.play(game_id, chosen.move, expecting=legal.digest))
        except Problem as problem:
            if problem.kind != "the-game-has-moved-on":
                raise
            continue  # another player moved first, and it is still our turn
        print(f"{game_id}: {chosen.text}", flush=True)


async def main(url: str, token: str) -> None:
    """Follow one stream with everything that concerns the bot, in all its games."""
    async with AsyncClient(url, token) as stele:
        async for notice in stele.news():
            await answer(stele, notice)


if __name__ == "__main__":
    asyncio.run(main(os.environ.get("STELE", "http://127.0.0.1:8000"), os.environ["STELE_TOKEN"]))
