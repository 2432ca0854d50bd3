// The first lines of the lobby: what Stele is, a first game with one click, and a replay to watch.

import { signUpAsGuest } from "./account.js";
import { problemText, signedIn } from "./api.js";
import { here } from "./base.js";
import { html } from "./dom.js";
import { notice } from "./masthead.js";
import { openTable } from "./sitting.js";
import { gettext } from "./texts.js";

/** @import { Summary, Title } from "./types.js" */

/**
 * Straight to a table with computer players; who has no account gets one with a guest's name.
 * @param {HTMLButtonElement} button
 * @param {Title} title
 */
async function playNow(button, title) {
  button.disabled = true;
  try {
    if (!signedIn()) await signUpAsGuest();
    const players = Math.min(3, title.players.max);
    location.assign(here(await openTable({ rulebook: title.id, players, bots: players - 1 })));
  } catch (error) {
    button.disabled = false;
    notice(problemText(error), "bad");
  }
}

/**
 * The section with its two ways in.
 * @param {Title} title what is played with one click
 * @param {Summary | undefined} demo what can be watched
 */
export function welcome(title, demo) {
  /** @type {HTMLButtonElement} */
  const play = html(
    "button",
    { type: "button", class: "primary", id: "play-now", onclick: () => playNow(play, title) },
    gettext("Play now against computer players"),
  );
  return html(
    "section",
    { class: "welcome", "aria-labelledby": "welcome-heading" },
    html("h1", { id: "welcome-heading" }, gettext("Board games, carved in stone")),
    html(
      "p",
      {},
      gettext(
        "Play published board games over days, against people or computer players. Every action is recorded, every game can be replayed step by step.",
      ),
    ),
    html(
      "div",
      { class: "buttons" },
      play,
      demo &&
        html(
          "a",
          { class: "button", id: "watch-demo", href: `/games/${demo.id}/replay` },
          gettext("Watch the demo replay"),
        ),
    ),
  );
}
