// Challenge: the button that opens the new game form with an opponent, and the messages of a game's challenge.

import { call, gamePath, signedIn } from "../core/api.js";
import { field, messageField, openForm } from "../core/dialogs.js";
import { button, html } from "../core/dom.js";
import { called } from "../core/player-names.js";
import { notice } from "../masthead/page-header.js";
import { gettext } from "../core/i18n.js";

/** @import { ShownMessage } from "../types.js" */

/**
 * The button that challenges a player; null for the reader.
 * @param {{ id: string, name: string }} player
 * @param {Record<string, string>} [attributes]
 */
export function challengeButton({ id, name }, attributes = {}) {
  if (signedIn()?.id === id) return null;
  const open = async () => {
    const [{ openNewGame }, offered] = await Promise.all([import("../lobby/new-game.js"), call("/api/rulebooks")]);
    await openNewGame(offered, offered.rulebooks[0].id, name);
  };
  return button(gettext("Challenge"), open, {
    "aria-label": gettext("Challenge {name}", { name }),
    ...attributes,
  });
}

/**
 * The messages that the reader may read, with a way to report those of others.
 * @param {string} game
 */
export async function challengeMessages(game) {
  if (!signedIn()) return [];
  const { messages } = await call(gamePath(game, "/chat?room=challenge"));
  return messages.map((message) =>
    html.figure(
      { class: "challenge-message" },
      html.figcaption(html.bdi(called(message)), reportButton(game, message)),
      html.blockquote(message.text),
    ),
  );
}

/**
 * @param {string} game
 * @param {ShownMessage} message
 */
function reportButton(game, { id, player, name }) {
  if (!player || player === signedIn()?.id) return null;
  const words = gettext("Report {name}’s message", { name: name ?? "" });
  return button(gettext("Report"), () => report(gamePath(game, `/chat/challenge/${id}/reports`), words), {
    class: "quiet",
    "aria-label": words,
  });
}

/**
 * @param {string} path
 * @param {string} words
 */
function report(path, words) {
  const reason = html.input({ name: "reason", required: true, maxlength: 500 });
  openForm(
    words,
    async (close) => {
      await call(path, { method: "POST", body: { reason: reason.value } });
      close();
      notice(gettext("Reported. A moderator will review it."));
    },
    field(gettext("Reason for the report"), reason),
    html.div({ class: "buttons" }, html.button({ class: "primary" }, gettext("Report"))),
  );
  reason.focus();
}

/**
 * Ask whether to decline the reader's reserved seat, and with which message.
 * @param {string} game
 * @param {() => Promise<void>} declined
 */
export function askToDecline(game, declined) {
  const message = messageField();
  openForm(
    gettext("Decline this seat"),
    async (close) => {
      await call(gamePath(game, "/challenge/answers"), { method: "POST", body: { message: message.control.value } });
      close();
      await declined();
    },
    html.p(gettext("The seat becomes open to other players.")),
    message.field,
    html.div({ class: "buttons" }, html.button({ class: "primary" }, gettext("Decline"))),
  );
  message.control.focus();
}

/**
 * Ask for which player a free seat is reserved.
 * @param {string} game
 * @param {number} seat
 * @param {() => Promise<void>} reserved
 */
export async function askToReserve(game, seat, reserved) {
  const { playerField } = await import("../core/player-field.js"); // profiles and chats need the button alone
  const name = html.input({ name: "guest", required: true, maxlength: 40 });
  openForm(
    gettext("Reserve seat {number} for a player", { number: seat + 1 }),
    async (close) => {
      await call(gamePath(game, `/reservations/${seat}`), { method: "PUT", body: { name: name.value } });
      close();
      await reserved();
    },
    playerField(
      gettext("Name of the player"),
      name,
      gettext("The player is invited. After seven days, or when the player declines, the seat opens to all players."),
    ),
    html.div({ class: "buttons" }, html.button({ class: "primary" }, gettext("Reserve"))),
  );
  name.focus();
}
