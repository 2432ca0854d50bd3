// Change of key: this browser signs for a seat from now on, by the recovery code of the browser that took the seat.

import { call } from "../core/api.js";
import { html } from "../core/dom.js";
import { field, form, openDialog } from "../core/dialogs.js";
import { gettext } from "../core/i18n.js";
import { problemNotice } from "../core/page-header.js";
import { recoveryKey } from "./own-key.js";

/** @import { OwnKey } from "./own-key.js" */
/** @import { Game } from "../table/game.js" */
/** @import { Move, Summary } from "../types.js" */
/** @typedef {(key: OwnKey, game: Summary, seat: number, command: Move, previous: string) => Promise<{ header: string }>} Sign */

/**
 * Sign for my seat with this browser from now on.
 * @param {Game} game
 * @param {string} publicKey this browser's key
 * @param {Sign} sign signs a command
 */
export async function signHere(game, publicKey, sign) {
  try {
    if (game.summary.signing === "2") askCode(game, publicKey, sign);
    else await send(game.id, { public_key: publicKey }, {});
  } catch (error) {
    problemNotice(error);
  }
}

/**
 * @param {string} id
 * @param {Record<string, string>} body
 * @param {Record<string, string>} headers
 */
async function send(id, body, headers) {
  await call(`/api/games/${id}/key`, { method: "POST", body, headers });
  location.reload();
}

/**
 * @param {Game} game
 * @param {string} publicKey
 * @param {Sign} sign
 */
function askCode({ id, seat }, publicKey, sign) {
  const code = html("input", { name: "recovery", required: true, autocomplete: "off", pattern: "[0-9a-fA-F\\s]{64,}" });
  openDialog(
    gettext("Sign moves here"),
    html(
      "p",
      {},
      gettext(
        "Enter the recovery code that you noted in the browser in which you joined. Without it the key of your seat can't be changed.",
      ),
    ),
    form(
      async () => {
        const recovery = await recoveryKey(code.value.replaceAll(/\s/g, "").toLowerCase());
        const body = { public_key: publicKey, recovery: recovery.publicKey };
        /** @type {Summary} */
        const now = await call(`/api/games/${id}`);
        const { header } = await sign(
          recovery,
          now,
          Number(seat),
          { type: "ChangeKey", ...body },
          now.previous ?? "first",
        );
        await send(id, body, { "Stele-Signature": header });
      },
      field(gettext("Recovery code"), code),
      html("button", { class: "primary" }, gettext("Sign moves here")),
    ),
  );
}
