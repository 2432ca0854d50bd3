// Game cancellation: the operators' form that calls a game off, with a reason for its record and its players.

import { call } from "../core/api.js";
import { field, form, openDialog } from "../core/dialogs.js";
import { html } from "../core/dom.js";
import { notice } from "../core/page-header.js";
import { gettext } from "../core/i18n.js";

const GAME = /([a-z0-9]+)\/?(?:replay)?(?:[?#].*)?$/;

/**
 * A form that calls a game off.
 * @param {() => Promise<void>} done
 * @param {string} [game] which one; without it the form asks for its link or its id
 */
function callingOff(done, game) {
  const which = html("input", { name: "called-off", required: true, maxlength: 200, autocomplete: "off" });
  const why = html("textarea", { id: `why-${game ?? "any"}`, required: true, maxlength: 2000, rows: 2 });
  return form(
    async () => {
      const id = game ?? GAME.exec(which.value.trim())?.[1] ?? which.value;
      await call(`/api/operator/games/${encodeURIComponent(id)}/called-off`, {
        method: "PUT",
        body: { text: why.value.trim() },
      });
      await done();
      notice(gettext("Game {id} is called off, and its players are told.", { id }));
    },
    game === undefined && field(gettext("Its link or its id"), which),
    field(gettext("Why"), why, gettext("It stays in the game's record for ever, for everybody to read: name nobody.")),
    html("button", { class: "danger" }, gettext("Call the game off")),
  );
}

/**
 * The button that asks why a game is called off, and does it.
 * @param {string} game
 * @param {() => Promise<void>} shown
 */
export function callOffButton(game, shown) {
  const ask = () => {
    const dialog = openDialog(
      gettext("Call game {id} off", { id: game }),
      html("p", {}, gettext("It ends now and counts for nobody. All who play in it are told.")),
      callingOff(async () => {
        dialog.close();
        await shown();
      }, game),
    );
  };
  return html(
    "button",
    { type: "button", class: "quiet", "aria-label": gettext("Call game {id} off", { id: game }), onclick: ask },
    gettext("Call it off"),
  );
}

/**
 * The part of the operators' page in which any game is called off.
 * @param {() => Promise<void>} shown
 */
export function callingOffPart(shown) {
  return html(
    "details",
    {},
    html("summary", {}, gettext("Call another game off")),
    html("p", { class: "hint" }, gettext("It ends now and counts for nobody. All who play in it are told.")),
    callingOff(shown),
  );
}
