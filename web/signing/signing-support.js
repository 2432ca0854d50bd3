// Signing check: warns in a signed game when this browser cannot sign, or the seat's key is in another browser.

import { problemText } from "../core/api.js";
import { html } from "../core/dom.js";
import { notice } from "../core/page-header.js";
import { cannotSignText, hindrance, takeOver } from "./sign-moves.js";
import { gettext } from "../core/i18n.js";

/** @import { Game } from "../table/game.js" */

/**
 * Say it, if anything does; where it is another browser's key, this one can take its place.
 * @param {Game} game
 */
export async function checkKey(game) {
  const found = await hindrance(game);
  if (found === "cannot") notice(cannotSignText(), "bad");
  if (found !== "elsewhere") return;
  notice(
    gettext(
      "Your moves in this game are signed by the key of another browser. Play on there; or let this one sign from now on, which the record will say for ever.",
    ),
    "warn",
    html("button", { type: "button", id: "take-over", onclick: () => signHere(game.id) }, gettext("Sign here")),
  );
}

/** @param {string} game */
async function signHere(game) {
  try {
    await takeOver(game);
    location.reload();
  } catch (error) {
    notice(problemText(error), "bad");
  }
}
