"""A program that plays at random: it takes every seat that is kept for it, and answers whenever it is asked.

Its owner makes it and its token (README.md). `STELE` is the address of the server, `STELE_TOKEN` the program's token.
"""

import asyncio
import os
import random
from collections.abc import Sequence

from stele_client import AsyncClient, Problem, Unreachable, calls
from stele_client.shapes import LegalMove, Notice

WAIT = 2.0
"""Seconds until a server that is away is asked again."""


def choose(moves: Sequence[LegalMove]) -> LegalMove:
    """The move to play: here is where a better program begins."""
    return random.choice(moves)


async def answer(stele: AsyncClient, notice: Notice) -> None:
    """Do what a notice asks for; what others made needless meanwhile is none of our business."""
    while True:
        try:
            if notice.kind == "invited":
                await sit_down(stele, notice.game)
            elif notice.kind == "turn":
                await play(stele, notice.game)
        except Unreachable as away:
            print(f"{notice.game}: {away}", flush=True)
            await asyncio.sleep(WAIT)
            continue
        except Problem as problem:
            print(f"{notice.game}: {problem}", flush=True)
        return


async def sit_down(stele: AsyncClient, game_id: str) -> None:
    """Take the seat that is kept for us."""
    game = await stele.send(calls.game(game_id))
    if not game.strict:
        await stele.send(calls.sit_down(game_id, nonce=calls.new_nonce()))
        print(f"{game_id}: sitting down to {game.title}", flush=True)


async def play(stele: AsyncClient, game_id: str) -> None:
    """Play as long as it is our turn."""
    while (legal := await stele.send(calls.legal_moves(game_id))).moves:
        chosen = choose(legal.moves)
        try:
            await stele.send(calls.play(game_id, chosen.move, expecting=legal.digest))
        except Problem as problem:
            if problem.kind != "the-game-has-moved-on":
                raise
            continue  # others who are asked at the same time were quicker; we are asked as before
        print(f"{game_id}: {chosen.text}", flush=True)


async def main(url: str, token: str) -> None:
    """Follow what concerns us, in all our games at once: one stream, and no asking again and again."""
    async with AsyncClient(url, token) as stele:
        async for notice in stele.news():
            await answer(stele, notice)


if __name__ == "__main__":
    asyncio.run(main(os.environ.get("STELE", "http://127.0.0.1:8000"), os.environ["STELE_TOKEN"]))
