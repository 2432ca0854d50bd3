// Rematch: creates a game of the same kind, or opens the one for the same players.

import { call, gamePath } from "../../core/api.js";
import { here } from "../../core/base-path.js";
import { notice } from "../../core/page-header.js";
import { openTable, sitDown } from "../join.js";
import { gettext } from "../../core/i18n.js";

/** @import { GameEvent, Rulebooks, Summary } from "../../types.js" */

/**
 * Go to the game in which the same people play this one again, and sit down there in the seat that is kept for me. All of
 * them come to the same one.
 * @param {Summary} summary
 */
export async function playAgainTogether({ id }) {
  /** @type {Summary} */
  const game = await call(gamePath(id, "/rematch"), { method: "POST", body: {} });
  if (game.your_seat === null && game.status === "waiting") await sitDown(game.id, game.invite, game);
  location.assign(here(`/games/${game.id}${game.invite ? `?invite=${encodeURIComponent(game.invite)}` : ""}`));
}

/**
 * Open it, sit down there, and go to its table. What a host's component file said cannot be sent again: then the form is
 * opened that asks for it.
 * @param {Summary} summary
 */
export async function playAgain({ id, rulebook, referee }) {
  /** @type {{ events: GameEvent[] }} */
  const { events } = await call(gamePath(id, "/events", { limit: "1" }));
  const { players, options, computers, private: isPrivate, strict, signed } = events[0].data;
  const given = Object.entries(options ?? {});
  if (given.some(([, value]) => typeof value === "object" && value !== null)) {
    /** @type {[Rulebooks, typeof import("../../lobby/new-game.js")]} */
    const [offered, { openNewGame }] = await Promise.all([call("/api/rulebooks"), import("../../lobby/new-game.js")]);
    notice(gettext("This game had a component file of its own: choose it once more."));
    await openNewGame(offered, rulebook);
    return;
  }
  const kinds = /** @type {string[]} */ (computers);
  const body = {
    rulebook,
    players,
    options: Object.fromEntries(given.filter(([, value]) => value !== null)),
    bots: kinds.length,
    ...(kinds.length && { bot_kind: kinds[0] }),
    private: isPrivate,
    strict,
    signed,
    referee: referee && !referee.former ? referee.name : "",
  };
  location.assign(here(await openTable(body)));
}
