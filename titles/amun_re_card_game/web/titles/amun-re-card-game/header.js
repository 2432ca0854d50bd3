// The header: the parts of a Kingdom as a track, the Kingdoms with their decks.

import { svg } from "../../kit/elements.js";
import { at, box, edge, path, picture, tenth } from "../../kit/shapes.js";
import { fitted, middle, textAt, textWidth } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { ROMAN } from "./cards.js";

/**
 * @import { Child } from "../../kit/elements.js"
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Context, Phase as PhaseName, View } from "./view.js"
 */

const HEIGHT = 108;
const SIGN = 34;

/** The phases from the offerings to the end of the Kingdom. @type {PhaseName[]} */
export const OFFERING_PHASES = ["offering", "flood", "favours", "development", "points", "over"];

/** The parts of a Kingdom in order, as counted in the header. */
function partNames() {
  return [
    gettext("Auction 1"),
    gettext("Auction 2"),
    gettext("Auction 3"),
    gettext("Offering"),
    gettext("Favors"),
    gettext("Construction"),
    gettext("Points"),
  ];
}

/** @type {Partial<Record<PhaseName, number>>} */
const PARTS = { offering: 3, flood: 3, favours: 4, development: 5, points: 6, over: 7 };

/**
 * @param {View} table
 */
function currentPart(table) {
  return PARTS[table.phase] ?? table.auction - 1;
}

/**
 * The phase in words, without its Kingdom.
 * @param {View} table
 */
export function partName(table) {
  if (table.phase === "display") return gettext("The first display");
  if (table.phase === "over") return gettext("The game is over");
  return partNames()[currentPart(table)];
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {number} kingdom
 * @param {number} width
 */
function kingdomSign(table, context, kingdom, width) {
  const deck = table.decks[kingdom - 1];
  const now = kingdom === table.kingdom;
  const node = picture(
    now
      ? gettext("Kingdom {kingdom}, the current one; Province cards left in the deck: {left}", {
          kingdom: ROMAN[kingdom],
          left: deck.left,
        })
      : gettext("Kingdom {kingdom}; Province cards left in the deck: {left}", {
          kingdom: ROMAN[kingdom],
          left: deck.left,
        }),
    svg(
      "g",
      { class: `amun-kingdom-${kingdom}${now ? " amun-now" : ""}` },
      box(0, 0, width, SIGN, "amun-sign", 17),
      middle(width * 0.25, 23, ROMAN[kingdom], "amun-sign-text"),
      box(width * 0.48 + 2, 9, 13, 19, "amun-deck-under", 2),
      context.piece(box(width * 0.48, 7, 13, 19, "amun-deck", 2), "province", `deck ${kingdom}`, {
        count: deck.left,
        isStock: true,
      }),
      textAt(width * 0.48 + 19, 22, deck.left, "amun-sign-count"),
    ),
    edge(0, 0, width, SIGN, 18),
  );
  const name = gettext("Province cards in the deck of Kingdom {kingdom}", { kingdom: ROMAN[kingdom] });
  context.note(node, `deck ${kingdom}`, deck.left, { name, text: deck.left });
  return node;
}

/**
 * @param {View} table
 * @param {number} width
 */
function progress(table, width) {
  const names = partNames();
  const now = table.phase === "display" ? -1 : currentPart(table);
  const step = width / names.length;
  /** @type {Child[]} */
  const nodes = [path(`M${tenth(step / 2)} 12H${tenth(width - step / 2)}`, "amun-way")];
  names.forEach((_name, index) => {
    const x = tenth(step * (index + 0.5));
    const state = index < now ? "past" : index === now ? "now" : "coming";
    const size = state === "now" ? 8 : 5;
    nodes.push(path(`M${x} ${12 - size}l${size} ${size}-${size} ${size}-${size}-${size}z`, `amun-step-${state}`));
  });
  return picture(gettext("Phase: {phase}", { phase: partName(table) }), ...nodes);
}

/**
 * The state of the game: it stays at the question during a preview.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function header(table, context, width) {
  const { asked } = context;
  // Without the whole sentence the icons below still show the Kingdom.
  const title = textWidth(present(asked), "kit-title") <= width - 20 ? present(asked) : partName(asked);
  const sign = (width - 20 - 16) / 3;
  const signs = [1, 2, 3].map((kingdom) =>
    at(10 + (kingdom - 1) * (sign + 8), 64, kingdomSign(table, context, kingdom, sign)),
  );
  const nodes = [
    box(0.5, 0.5, width - 1, HEIGHT - 1, "kit-header", 8),
    fitted(width / 2, 25, title, width - 20, "kit-title", "middle"),
    at(10, 35, progress(asked, width - 20)),
    ...signs,
  ];
  return { title: present(asked), height: HEIGHT, nodes };
}

/**
 * The state of the game, in words.
 * @param {View} table
 */
function present(table) {
  const values = { kingdom: ROMAN[table.kingdom], phase: partName(table) };
  return table.phase === "over" ? values.phase : gettext("Kingdom {kingdom}: {phase}", values);
}
