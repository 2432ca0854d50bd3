// Account security hint: a dismissible line after the first game for accounts that only this browser can open.

import { signedIn } from "../core/api.js";
import { html } from "../core/dom.js";
import { keep, kept } from "../core/storage.js";
import { gettext } from "../core/i18n.js";

/** @import { Summary } from "../types.js" */

const KEPT = "stele-unsecured";

/**
 * The line, after the first game, for who has no way to sign in elsewhere; else null.
 * @param {Summary[]} games mine
 */
export function securingLine(games) {
  const player = signedIn();
  const hasPlayed = games.some((game) => game.status === "finished");
  if (!player || player.is_secured || !hasPlayed || kept(KEPT) === player.id) return null;
  /** @type {HTMLElement} */
  const line = html(
    "p",
    { id: "securing" },
    gettext("So far your account is in this browser alone."),
    " ",
    html("a", { href: "/account" }, gettext("Secure it")),
    " ",
    html(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () => {
          keep(KEPT, player.id);
          line.remove();
        },
      },
      gettext("Not now"),
    ),
  );
  return line;
}
