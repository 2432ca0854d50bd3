// The offerings: sealed at first, then ranked with the Pyramids granted for them.

import { at, box, edge, picture } from "../../kit/shapes.js";
import { pyramid, seatMark } from "../../kit/icons.js";
import { heading, nameOf } from "../../kit/table-frame.js";
import { fitted, middle, textAt } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { goldCard, sealedCard } from "./cards.js";
import { NILE, nile } from "./nile.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Context, View } from "./view.js"
 */

const PAD = 12;
const HEAD = 34;
const LINE = 44;
const LEAST_LINE = 38;
const MOST_LINE = 140;
/** Higher lines have larger letters. */
const TALL = 70;

/** @typedef {{ seat: number, total: number | null, favors: number }} Ranked */

/**
 * The seats by their revealed offerings, the highest first; before that in turn order.
 * @param {View} table
 * @returns {Ranked[]}
 */
function ranking(table) {
  const { revealed, favors } = table.offering;
  const total = (/** @type {number} */ seat) => revealed[seat].reduce((sum, gold) => sum + gold, 0);
  if (!revealed.length) return table.turn_order.map((seat) => ({ seat, total: null, favors: 0 }));
  return [...table.turn_order]
    .sort((one, other) => total(other) - total(one))
    .map((seat) => ({ seat, total: total(seat), favors: favors[seat] ?? 0 }));
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {Ranked} entry
 * @param {number} rank
 * @param {number} width
 * @param {number} height
 */
function offeringLine(table, context, entry, rank, width, height) {
  const { seat, total, favors } = entry;
  const { sealed, cards } = table.players[seat].offering;
  const shown = table.offering.revealed[seat] ?? cards;
  const name = nameOf(context, seat);
  const words =
    total !== null
      ? gettext("{rank}. {name} offered {total} Gold; Pyramids earned: {favor}", {
          rank: rank + 1,
          name,
          total,
          favor: favors,
        })
      : sealed
        ? gettext("{name} has sealed an Offering", { name })
        : gettext("{name} has not made an Offering yet", { name });
  const tall = height - 12;
  const small = Math.round(tall * 0.72);
  const isTall = height >= TALL && width >= 480;
  const start = width >= 480 ? 190 : 126;
  const look = isTall ? "amun-offered" : "kit-sum";
  const [right, size, end] = isTall ? [110, 26, 26] : [78, 16, 16];
  /** @type {Child[]} */
  const parts = [
    box(0.5, 0.5, width - 1, height - 5, rank % 2 ? "amun-lane amun-lane-odd" : "amun-lane", 6),
    total !== null && middle(14, height / 2 + 3, rank + 1, isTall ? look : "amun-rank"),
    seatMark(seat, 26, height / 2 - 9, 14),
    fitted(46, height / 2 + 3, name, start - 52, isTall ? "kit-name" : ""),
  ];
  if (shown) {
    const most = width - start - right - 6;
    const step = Math.min(small + 4, (most - small) / Math.max(1, shown.length - 1));
    parts.push(
      ...shown.map((gold, index) =>
        context.piece(
          at(start + index * step, 4, ...goldCard(gold, small, tall, "offered")),
          "gold card",
          `offering ${seat}`,
          { id: `${seat} ${gold}` },
        ),
      ),
    );
  } else if (sealed) {
    const back = at(start, 4, ...sealedCard(small, tall));
    parts.push(context.piece(back, "sealed", `offering ${seat}`, { face: String(seat) }));
  } else parts.push(at(start, 4, box(0.5, 0.5, small - 1, tall - 1, "amun-slot", 4)));
  if (total !== null) {
    parts.push(
      textAt(width - right, height / 2 + 3, `= ${total}`, look),
      context.piece(pyramid(width - size - end - 4, height / 2 - 3 - size / 2, size), "pyramid", `earned ${seat}`, {
        count: Infinity,
      }),
      textAt(width - end, height / 2 + 3, favors, look),
    );
  } else {
    parts.push(
      textAt(
        width - 10,
        height / 2 + 2,
        sealed ? gettext("sealed") : gettext("not yet"),
        `kit-small ${sealed ? "kit-strong" : "kit-soft"}`,
        "end",
      ),
    );
  }
  const node = picture(words, ...parts, edge(0, 0, width, height - 4));
  const offered = shown
    ? gettext("Gold cards {list}", { list: shown.join(", ") })
    : sealed
      ? gettext("sealed")
      : gettext("not yet");
  const earned = total === null ? "" : gettext("Pyramids earned: {favor}", { favor: favors });
  const text = [offered, earned].filter(Boolean).join("; ");
  context.note(node, `offering ${seat}`, [sealed, shown ?? null, total], { name: gettext("Offering"), text, seat });
  return node;
}

/**
 * The offerings in this width, each in a line of this height.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {number} [line]
 * @returns {Part}
 */
export function offeringTable(table, context, width, line = LINE) {
  const title = gettext("Offerings to Amun-Re");
  return {
    title,
    height: HEAD + table.players.length * line + 6,
    nodes: [
      ...heading(title),
      ...ranking(table).map((entry, rank) =>
        at(PAD, HEAD + rank * line, offeringLine(table, context, entry, rank, width - 2 * PAD, line)),
      ),
    ],
  };
}

/**
 * The offerings above the Nile.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {number} height the height, if that is enough
 * @returns {Part}
 */
export function offeringSurface(table, context, width, height) {
  const rest = HEAD + NILE + PAD + 6;
  const line = Math.min(MOST_LINE, Math.max(LEAST_LINE, (height - rest) / table.players.length));
  const part = offeringTable(table, context, width, line);
  const bottom = Math.max(height, part.height + NILE + PAD);
  const between = (bottom - PAD - NILE - part.height) / 2;
  return {
    title: part.title,
    height: Math.round(bottom),
    nodes: [at(0, between, ...part.nodes), at(PAD, bottom - PAD - NILE, nile(table, context, width - 2 * PAD))],
  };
}
