// Change of key: another browser signs for a seat from now on, by the word of the one that signs now, or by a recovery
// code.

import { call } from "../core/api.js";
import { html } from "../core/dom.js";
import { field, openForm } from "../core/dialogs.js";
import { gettext } from "../core/i18n.js";
import { recoveryKey } from "./own-key.js";

/** @import { OwnKey } from "./own-key.js" */
/** @import { Game } from "../record/game.js" */
/** @import { Move, Summary } from "../types.js" */
/** @typedef {(key: OwnKey, game: Summary, seat: number, command: Move, previous: string) => Promise<{ header: string }>} Sign */

/**
 * Sign for my seat with this browser from now on.
 * @param {Game} game
 * @param {string} publicKey this browser's key
 * @param {Sign} sign signs a command
 */
export async function signHere(game, publicKey, sign) {
  if (game.summary.signing === "2") askCode(game, publicKey, sign);
  else await send(game.id, { public_key: publicKey }, {});
}

/**
 * Ask for another browser's key, and sign that it signs for my seat from now on.
 * @param {Game} game
 * @param {(game: Game, command: Move) => Promise<Record<string, string>>} signature the header that signs a command
 */
export function handOverKey(game, signature) {
  const key = html.input({ name: "key", required: true, autocomplete: "off", pattern: "[A-Za-z0-9+\\/]{43}=" });
  openForm(
    words(),
    async () => {
      const body = { public_key: key.value.trim() };
      await send(game.id, body, await signature(game, { type: "ChangeKey", ...body }));
    },
    html.p(
      gettext(
        "In the other browser, open this game and choose “Sign moves here”. That browser shows its key. From then on only that browser can sign your moves in this game; the record will show the change permanently.",
      ),
    ),
    field(gettext("Key of the other browser"), key),
    html.button({ class: "primary" }, words()),
  );
}

/** What the control is called that signs for another browser's key. */
function words() {
  return gettext("Sign in another browser");
}

/**
 * @param {string} id
 * @param {Record<string, string>} body
 * @param {Record<string, string>} headers
 */
async function send(id, body, headers) {
  await call(`/api/games/${id}/seat`, { method: "PATCH", body, headers });
  location.reload();
}

/**
 * @param {Game} game
 * @param {string} publicKey
 * @param {Sign} sign
 */
function askCode({ id, seat }, publicKey, sign) {
  const code = html.input({ name: "recovery", required: true, autocomplete: "off", pattern: "[0-9a-fA-F\\s]{64,}" });
  openForm(
    gettext("Sign moves here"),
    async () => {
      const recovery = await recoveryKey(code.value.replaceAll(/\s/g, "").toLowerCase());
      const body = { public_key: publicKey, recovery: recovery.publicKey };
      const now = await call(`/api/games/${id}`);
      const command = { type: "ChangeKey", ...body };
      const { header } = await sign(recovery, now, Number(seat), command, now.previous ?? "first");
      await send(id, body, { "Stele-Signature": header });
    },
    html.p(
      gettext(
        "If you still have the browser that signs for you, choose “Sign in another browser” at this table there, and enter this key. Then reload this page.",
      ),
    ),
    html.p(html.code({ id: "key-here" }, publicKey)),
    html.p(
      gettext(
        "Otherwise enter the recovery code that you noted in the browser in which you joined. Without either, the key of your seat can't be changed.",
      ),
    ),
    field(gettext("Recovery code"), code),
    html.button({ class: "primary" }, gettext("Sign moves here")),
  );
}
