// Disclosures: a player's secrets that may be opened to the referee, and their values for the referee. Each value is
// checked in this browser against the commitment in the record.

import { call, gamePath } from "../../core/api.js";
import { values } from "../../record/record-call.js";
import { html } from "../../core/dom.js";
import { gettext } from "../../core/i18n.js";
import { isCommitted } from "../../verify/commitments.js";
import { tellStatements } from "../../record/dispute-texts.js";

/** @import { GameEvent, Summary } from "../../types.js" */
/** @typedef {{ position: string, field: string, text: string }} Secret a secret of the reader's seat, and its event in words */

/**
 * The secrets of the reader's seat that the record has not opened, newest first; signed texts are left out.
 * @param {Summary} summary
 * @returns {Promise<Secret[]>}
 */
export async function ownSecrets({ id, your_seat }) {
  const [own, shared] = await Promise.all([eventsOf(id, String(your_seat)), eventsOf(id, "public")]);
  const opened = new Set(shared.flatMap(({ opens = [] }) => opens.map(([position, field]) => `${position} ${field}`)));
  const publicData = new Map(shared.map(({ position, data }) => [position, data]));
  const secrets = own.flatMap(({ position, type, data, text }) =>
    Object.keys(data)
      .filter(
        (field) => type !== "CommandSigned" && !isHidden(data[field]) && isHidden(publicData.get(position)?.[field]),
      )
      .map((field) => ({ position, field, text })),
  );
  return secrets.filter(({ position, field }) => !opened.has(`${position} ${field}`)).reverse();
}

/**
 * @param {string} id
 * @param {string} viewer
 * @returns {Promise<GameEvent[]>}
 */
async function eventsOf(id, viewer) {
  /** @type {GameEvent[]} */
  const found = [];
  for await (const event of values(gamePath(id, "/events", { as: viewer }))) {
    found.push(/** @type {GameEvent} */ (event));
  }
  return found;
}

/** @param {unknown} value */
function isHidden(value) {
  return typeof value === "object" && value !== null && "hidden" in value;
}

/**
 * What the referee alone is shown of a dispute: each opened secret in words, whether it is the committed one, and the
 * statements of players who must not write in the record.
 * @param {Summary} summary
 * @param {number} number
 */
export async function forReferee({ id, seats }, number) {
  const { disclosures, statements } = await call(gamePath(id, "/disclosures"));
  const mine = disclosures.filter((one) => one.number === number);
  const sealed = await sealedAt(
    id,
    mine.map(({ position }) => position),
  );
  const items = mine.map(async ({ position, field, value, salt, text }) => {
    const isRight = await isCommitted(sealed.get(position)?.[field] ?? {}, value, salt);
    return html.li(
      { class: isRight ? "" : "warning" },
      `${position}: ${text} `,
      html.span(
        { class: "hint" },
        isRight
          ? gettext("This matches the commitment in the record.")
          : gettext("This does NOT match the commitment in the record."),
      ),
    );
  });
  return [
    mine.length > 0 &&
      html.div(
        { class: "opened-secrets" },
        html.p(gettext("Only you can see the secrets that were shown:")),
        html.ul(await Promise.all(items)),
      ),
    ...tellStatements(statements, number, seats),
  ];
}

/**
 * The public events at these positions, with their commitments.
 * @param {string} id
 * @param {string[]} positions
 */
async function sealedAt(id, positions) {
  /** @type {Map<string, Record<string, any>>} */
  const found = new Map();
  if (!positions.length) return found;
  for await (const line of values(gamePath(id, "/bundle"))) {
    const { position, e } = /** @type {{ position?: string, e?: string }} */ (line);
    if (position && e && positions.includes(position)) found.set(position, JSON.parse(e).data);
  }
  return found;
}
