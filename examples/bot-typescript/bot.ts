// A bot that plays at random: it accepts challenges, except those to strict games, and moves when it is its turn.
// `STELE` is the address of the server, `STELE_TOKEN` the bot's token.

import { Problem, Stele, Unreachable } from "../../sdk/typescript/client.js";
import type { LegalMove, NoticeResponse } from "../../sdk/typescript/responses.js";

declare const process: { env: Record<string, string | undefined> };

const { STELE = "http://127.0.0.1:8000", STELE_TOKEN } = process.env;
const stele = new Stele(STELE, STELE_TOKEN);

/** The move to play. Put a better choice here. */
function choose(moves: LegalMove[]): LegalMove {
  return moves[Math.floor(Math.random() * moves.length)];
}

/** Take the reserved seat, or decline it in a strict game, where all players must be online at the start. */
async function answerChallenge(id: string): Promise<void> {
  const game = await stele.game(id);
  if (game.strict) await stele.decline(id, "I don't play strict games.");
  else await stele.sitDown(id);
  console.log(`${id}: ${game.strict ? "declined" : `sitting down to ${game.title}`}`);
}

/** Play while it is the bot's turn. */
async function play(id: string): Promise<void> {
  for (;;) {
    const { moves, digest } = await stele.legalMoves(id);
    if (!moves.length) return;
    const { move, text } = choose(moves);
    try {
      await stele.play(id, move, digest);
      console.log(`${id}: ${text}`);
    } catch (error) {
      // Another player moved first, and it may still be our turn.
      if (!(error instanceof Problem && error.kind === "the-game-has-moved-on")) throw error;
    }
  }
}

/** Do what a notification asks for, and report a refusal, as the game may have moved on meanwhile. */
async function answer({ kind, game }: NoticeResponse): Promise<void> {
  for (;;) {
    try {
      if (kind === "invited") await answerChallenge(game);
      else if (kind === "turn") await play(game);
      return;
    } catch (error) {
      console.log(`${game}: ${error}`);
      if (!(error instanceof Unreachable)) return;
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}

for await (const notice of stele.notices()) await answer(notice);
