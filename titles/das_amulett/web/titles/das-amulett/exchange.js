// The exchange: region, answers, accepted metals, the offer on the table, due gems, returned cards.

import { svg } from "../../kit/elements.js";
import { button, numbers } from "../../kit/panels.js";
import { at, box, edge, picture, range, tenth, times } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { nameOf, ownPlayer } from "../../kit/table-frame.js";
import { fitted, textAt, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { gem } from "./gems.js";
import { metal } from "./icons.js";
import { heading, isAsked } from "./parts.js";
import { answers } from "./spells.js";
import { METALS, gemName, metalList, metalName } from "./words.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Fields } from "../../types.js"
 * @import { Context, Metal, Metals, Phase as PhaseName, View } from "./view.js"
 */

/** @typedef {(number: number, kind: string) => string} Named */

/** @typedef {{ nodes: Child[], bottom: number }} Controls */

const AT_ONCE = 8;
const LINE = 26;

/**
 * The metals accepted from each seat, and its minimum next offer.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function accepted(table, context, width) {
  const known = table.players.flatMap(({ accepted: metals, ...player }) => (metals ? [{ ...player, metals }] : []));
  return known.map((player, index) => {
    const name = nameOf(context, player.seat);
    const list = player.metals.map(metalName).join(", ");
    const words =
      player.least_offer === null
        ? gettext("Accepted from {name}: {list}", { name, list })
        : gettext("Accepted from {name}: {list}; minimum offer {least}", {
            name,
            list,
            least: player.least_offer,
          });
    const least = player.least_offer === null ? "" : gettext("from {least}", { least: player.least_offer });
    const room = width - 22 - 84 - 74;
    const node = at(
      0,
      index * LINE,
      picture(
        words,
        seatMark(player.seat, 1, 4, 15),
        // Without space for the name its mark replaces it.
        room >= 48 && fitted(22, 16, name, room),
        ...player.metals.map((kind, place) => metal(kind, width - 158 + place * 20, 2, 18)),
        fitted(width - 2, 16, least, 72, "kit-small", "end"),
      ),
      edge(0, -1, width, 24, 5),
    );
    const told = {
      name: gettext("Accepted metals"),
      text: [list, least].filter(Boolean).join("; "),
      seat: player.seat,
    };
    context.note(node, `accepted ${player.seat}`, [player.metals, player.least_offer], told);
    return node;
  });
}

/**
 * The cards of the offer on the table.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function laidCards(table, context, width) {
  const sum = METALS.reduce((total, kind) => total + table.laid[kind], 0);
  const words = sum
    ? gettext("The offer on the table: {list}", { list: metalList(table.laid) })
    : gettext("No cards on the table");
  const kinds = METALS.flatMap((kind) => times(table.laid[kind], () => kind));
  const text = table.to_lay
    ? gettext("to lay {number}", { number: table.to_lay })
    : gettext("offer {number}", { number: sum });
  const start = textWidth(text, "kit-small") + 12;
  const step = Math.min(26, (width - start - 24) / Math.max(1, kinds.length));
  const node = at(
    0,
    0,
    picture(
      table.to_lay ? gettext("{words}; still to lay down: {number}", { words, number: table.to_lay }) : words,
      textAt(2, 22, text, "kit-small"),
      ...kinds.flatMap((kind, index) => [
        box(start + index * step, 1, 23, 32, "amulett-metal-card", 3),
        context.piece(metal(kind, start + 3 + index * step, 8, 17), "metal", "laid", { face: kind }),
      ]),
    ),
    edge(0, -2, width, 38, 5),
  );
  const laid = metalList(table.laid) || gettext("none");
  context.note(node, "laid", [table.laid, table.to_lay], {
    name: gettext("Offer on the table"),
    text: table.to_lay ? gettext("{words}; still to lay down: {number}", { words: laid, number: table.to_lay }) : laid,
  });
  return node;
}

/**
 * A row of numbers for each metal, from none to the available number.
 * @param {Context} context
 * @param {string} type
 * @param {Metals} most
 * @param {number} limit
 * @param {number} x
 * @param {number} top
 * @param {number} width
 * @param {Named} nameOfNumber
 */
function rows(context, type, most, limit, x, top, width, nameOfNumber) {
  let y = top;
  /** @type {Child[]} */
  const nodes = [];
  for (const kind of METALS) {
    const row = numbers(context, x + 28, y, width - 28, range(0, Math.min(most[kind], limit)), (number) => [
      { type, [kind]: number },
      nameOfNumber(number, metalName(kind)),
    ]);
    nodes.push(metal(kind, x, y + 4, 22), ...row.nodes);
    y += row.height + 2;
  }
  return { nodes, bottom: y };
}

/**
 * @param {Context} context
 * @param {number} inner
 * @param {number} top
 */
function gemButtons(context, inner, top) {
  const { company, regions } = context.asked;
  const kinds = [...new Set(regions.find((region) => region.name === company)?.gems)];
  return gemRow(
    context,
    kinds,
    (kind) => [{ gem: kind }, gettext("Take a gem: {gem}", { gem: gemName(kind) })],
    inner,
    top,
  );
}

/**
 * Large gems to pick, each with its name below.
 * @param {Context} context
 * @param {string[]} kinds
 * @param {(kind: string) => [Fields, string]} of
 * @param {number} width
 * @param {number} top
 */
export function gemRow(context, kinds, of, width, top) {
  const columns = Math.max(1, Math.floor(width / 62));
  const nodes = kinds.map((kind, index) => {
    const [fields, name] = of(kind);
    const node = at(
      12 + (index % columns) * 62,
      top + Math.floor(index / columns) * 54,
      picture(
        name,
        box(0.5, 0.5, 57, 49, "kit-button", 6),
        gem(kind, 17, 4, 24),
        fitted(29, 43, gemName(kind), 56, "amulett-gem-name", "middle"),
      ),
      edge(0, 0, 58, 50),
    );
    context.pick(node, fields, name);
    return node;
  });
  return { nodes, bottom: top + Math.ceil(kinds.length / columns) * 54 };
}

/**
 * @param {Context} context
 * @param {number} inner
 * @param {number} top
 */
function laying(context, inner, top) {
  const own = ownPlayer(context.asked, context);
  if (!own?.metals) return null;
  const { accepted: known, metals } = own;
  const of = (/** @type {Metal} */ kind) => (known?.includes(kind) ? metals[kind] : 0);
  const most = { gold: of("gold"), silver: of("silver"), copper: of("copper"), iron: of("iron") };
  /** @type {Named} */
  const name = (number, kind) => gettext("Lay down {number} {metal}", { number, metal: kind });
  return rows(context, "LayMetals", most, Math.min(AT_ONCE, context.asked.to_lay), 12, top, inner, name);
}

/**
 * @param {Context} context
 * @param {number} inner
 * @param {number} top
 */
function offering(context, inner, top) {
  const most = ownPlayer(context.asked, context)?.cards ?? 0;
  const offers = numbers(context, 12, top, inner, range(1, most), (number) => [
    { cards: number, type: "OfferMetals" },
    ngettext("Offer {number} card", "Offer {number} cards", number),
  ]);
  const bottom = top + offers.height;
  return {
    nodes: [...offers.nodes, button(context, 12, bottom, inner, gettext("Pass"), { type: "Pass" })],
    bottom: bottom + 36,
  };
}

/**
 * @param {Context} context
 * @param {number} inner
 * @param {number} top
 */
function takingBack(context, inner, top) {
  /** @type {Named} */
  const name = (number, kind) => gettext("Take back {number} {metal}", { number, metal: kind });
  return rows(context, "TakeBack", context.asked.laid, Infinity, 12, top, inner, name);
}

/** @type {Partial<Record<PhaseName, (context: Context, inner: number, top: number) => Controls | null>>} */
const CONTROLS = { exchange: offering, payment: laying, gem: gemButtons, take_back: takingBack };

/**
 * In small lines: due gems, and the players who may take cards back.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function remarks(table, context, width) {
  const texts = [
    table.gems_due > 0 && gettext("Gems to take: {number}", { number: table.gems_due }),
    table.phase === "take_back" &&
      gettext("Cards that can be taken back: {list}", {
        list: table.queue
          .map((seat, index) => `${nameOf(context, seat)} ${table.take_backs[index] ?? ""}`.trim())
          .join(", "),
      }),
  ].flatMap((text) => text || []);
  if (!texts.length) return { node: svg("g"), height: 0 };
  const nodes = texts.map((text, index) => fitted(2, 12 + index * 17, text, width, "kit-strong kit-small"));
  const node = svg("g", {}, ...nodes, edge(0, -2, width, texts.length * 17 + 2, 5));
  context.note(node, "due", texts, { name: gettext("Due"), text: texts.join("; ") });
  return { node, height: texts.length * 17 };
}

/**
 * The exchange in this width.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function exchange(table, context, width) {
  const inner = width - 24;
  const region = gettext(table.company);
  const title = gettext("Exchange in {region}", { region });
  /** @type {Child[]} */
  const nodes = [...heading(title, inner - 20)];
  let y = 32;
  if (table.bids.length) {
    const row = answers(table, context, inner, title);
    nodes.push(at(12, y, ...row.nodes));
    y += row.height + 6;
  }
  const isPaying = table.phase !== "exchange";
  if (isPaying) {
    nodes.push(at(12, y, laidCards(table, context, inner)));
    y += 40;
  }
  const due = remarks(table, context, inner);
  nodes.push(at(12, y, due.node));
  y += due.height + (due.height ? 4 : 0);
  const controls = isAsked(context) && CONTROLS[table.phase]?.(context, inner, y);
  if (controls) {
    nodes.push(...controls.nodes);
    y = controls.bottom + 4;
  }
  const lines = accepted(table, context, inner);
  nodes.push(at(12, y, ...lines));
  y += lines.length * LINE + 2;
  return { title, height: tenth(y + 6), nodes };
}
