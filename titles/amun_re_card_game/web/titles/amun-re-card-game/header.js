// The header: the Kingdoms with their decks, the parts of a Kingdom as a track, the Nile.

import { svg } from "../../kit/elements.js";
import { at, box, edge, path, picture, tenth } from "../../kit/shapes.js";
import { caravan } from "../../kit/icons.js";
import { frieze, zone } from "../../kit/table-frame.js";
import { fitted, middle, textAt, textWidth } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { ROMAN } from "./cards.js";

/**
 * @import { Child } from "../../kit/elements.js"
 * @import { Context, PhaseName, View } from "./view.js"
 */

const LIMITS = ["1–5", "6–10", "11–15", "16+"];

/** The phases from the offerings to the end of the Kingdom. @type {PhaseName[]} */
export const OFFERING_PHASES = ["offering", "flood", "favours", "development", "points", "over"];

/** The parts of a Kingdom in their order, as the header counts them. */
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
      ? gettext("Kingdom {kingdom}, the present one; Province cards left in the deck: {left}", {
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
      box(0, 0, width, 44, "amun-sign", 22),
      now && box(3, 3, width - 6, 38, "amun-sign-line", 19),
      middle(width * 0.31, 29, ROMAN[kingdom], "amun-sign-text"),
      box(width * 0.53 + 2, 12, 14, 20, "amun-deck-under", 2),
      context.piece(box(width * 0.53, 10, 14, 20, "amun-deck", 2), "province", `deck ${kingdom}`, {
        count: deck.left,
        isStock: true,
      }),
      textAt(width * 0.53 + 19, 27, deck.left, "amun-sign-count"),
    ),
    edge(0, 0, width, 44, 24),
  );
  context.note(node, `deck ${kingdom}`, deck.left);
  return node;
}

/**
 * @param {View} table
 * @param {number} width
 * @param {boolean} wide
 */
function progress(table, width, wide) {
  const names = partNames();
  const now = table.phase === "display" ? -1 : currentPart(table);
  const step = width / names.length;
  // Names stand under the marks only where each fits beside its neighbours, in whichever language.
  const widths = names.map((name) => textWidth(name, "kit-step-text amun-step-here"));
  const isNamed = wide && widths.every((each, index) => (each + (widths[index - 1] ?? 0)) / 2 + 6 < step);
  /** @type {Child[]} */
  const nodes = [path(`M${tenth(step / 2)} 12H${tenth(width - step / 2)}`, "amun-way")];
  names.forEach((name, index) => {
    const x = tenth(step * (index + 0.5));
    const state = index < now ? "past" : index === now ? "now" : "coming";
    const size = state === "now" ? 8 : 5;
    const diamond = `M${x} ${12 - size}l${size} ${size}-${size} ${size}-${size}-${size}z`;
    nodes.push(path(diamond, `amun-step-${state}`));
    if (isNamed) nodes.push(middle(x, 36, name, state === "now" ? "kit-step-text amun-step-here" : "kit-step-text"));
  });
  return picture(gettext("Phase: {phase}", { phase: partName(table) }), ...nodes);
}

/**
 * The flood of this Kingdom; before its offerings are known there is none, whatever the last one was.
 * @param {View} table
 */
function presentFlood(table) {
  const { total, flood } = table.offering;
  return OFFERING_PHASES.includes(table.phase) && flood ? { total, flood } : { total: null, flood: 0 };
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function nile(table, context, width) {
  const { total, flood } = presentFlood(table);
  const left = 92;
  const step = (width - left) / 4;
  const words = flood
    ? gettext("The Nile: offerings of {total} Gold in all, every Field earns {flood} Gold", { total, flood })
    : gettext("The Nile: no flood yet in this Kingdom");
  const ground = flood ? "amun-on-water" : "amun-on-bed";
  const node = picture(words, box(0, 0, width, 48, "amun-bed", 8));
  if (flood) {
    const end = left + step * flood;
    let wave = "M3 44V8q0-4 4-4";
    for (let x = 7; x + 14 < end; x += 14) wave += "q3.5 -3 7 0t7 0";
    node.append(path(`${wave}H${tenth(end - 3)}V44z`, "amun-water"));
  }
  const state = flood ? gettext("total {total}", { total }) : gettext("no flood yet");
  node.append(
    fitted(12, 21, gettext("Nile"), left - 16, `amun-nile-name ${ground}`),
    fitted(12, 38, state, left - 16, `kit-small ${ground}`),
  );
  for (let level = 1; level <= LIMITS.length; level += 1) {
    const x = left + step * (level - 1);
    const tone = level <= flood ? "amun-on-water" : "amun-on-bed";
    const center = x + step / 2;
    const look = `amun-level ${tone}${level === flood ? " kit-strong" : ""}`;
    node.append(
      path(`M${tenth(x)} 7V41`, "amun-level-line"),
      middle(level < 3 ? center - 8 : center, 23, `×${level}`, look),
      middle(center, 39, LIMITS[level - 1], `kit-small ${tone}`),
    );
    // At a low flood the Caravans earn Gold too.
    if (level < 3) node.append(svg("g", { class: tone }, caravan(center + 4, 8, 15)));
  }
  node.append(edge(0, 0, width, 48));
  context.note(node, "flood", [total, flood]);
  return node;
}

/**
 * The header: where the game is stays what is asked while a chosen move is drawn below it; and the Nile.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {boolean} wide
 */
export function header(table, context, width, wide) {
  const { asked } = context;
  const values = { kingdom: ROMAN[asked.kingdom], phase: partName(asked) };
  const present = asked.phase === "over" ? values.phase : gettext("Kingdom {kingdom}: {phase}", values);
  const sign = wide ? 84 : (width - 20 - 16) / 3;
  const [left, upper] = wide ? [14, 18] : [10, 10];
  const signs = [1, 2, 3].map((kingdom) =>
    at(left + (kingdom - 1) * (sign + 8), upper, kingdomSign(table, context, kingdom, sign)),
  );
  const height = wide ? 92 : 174;
  const river = wide ? Math.min(400, Math.max(320, width * 0.3)) : width - 20;
  const start = wide ? 14 + 3 * (sign + 8) + 8 : 10;
  const space = wide ? width - river - start - 26 : width - 20;
  const parts = [
    fitted(start + space / 2, wide ? 30 : 78, present, space, "kit-title", "middle"),
    at(start, wide ? 36 : 82, progress(asked, space, wide)),
    at(wide ? width - river - 14 : 10, wide ? 16 : 110, nile(table, context, river)),
    frieze(left, height - 12, width - 2 * left),
  ];
  const ground = box(0.5, 0.5, width - 1, height - 1, "kit-header", 10);
  return { height, node: zone(0, 0, width, height, present, ground, ...signs, ...parts) };
}
