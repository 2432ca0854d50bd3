// The exchange: region, answers, what is accepted, the offer on the table, gems that are due, cards that are taken back.

import { label, svg } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext } from "../../texts.js";
import { gem, metal } from "./icons.js";
import {
  asked,
  at,
  box,
  button,
  edge,
  fit,
  heading,
  isAsked,
  middle,
  nameOf,
  numbers,
  range,
  telling,
  tenth,
} from "./parts.js";
import { answers } from "./spells.js";
import { METALS, gemName, metalList, metalName } from "./words.js";

const AT_ONCE = 8;
const LINE = 26;

/** From whom which metals are accepted, and the least next offer of each. */
function accepted(table, context, width) {
  const known = table.players.filter((player) => player.accepted);
  return known.map((player, index) => {
    const name = nameOf(context, player.seat);
    const list = player.accepted.map(metalName).join(", ");
    const words =
      player.least_offer === null
        ? gettext("From {name} are accepted: {list}", { name, list })
        : gettext("From {name} are accepted: {list}; the least offer is {least}", {
            name,
            list,
            least: player.least_offer,
          });
    const least = player.least_offer === null ? "" : gettext("from {least}", { least: player.least_offer });
    const node = at(
      0,
      index * LINE,
      telling(
        words,
        seatMark(player.seat, 1, 4, 15),
        label(22, 16, fit(name, width - 22 - 84 - 74, 12.5), {}),
        ...player.accepted.map((kind, place) => metal(kind, width - 158 + place * 20, 2, 18)),
        label(width - 2, 16, fit(least, 72, 11.5), { class: "amulett-small", "text-anchor": "end" }),
      ),
      edge(0, -1, width, 24, 5),
    );
    context.note(node, `accepted ${player.seat}`, [player.accepted, player.least_offer]);
    return node;
  });
}

/** The cards of the offer on the table. */
function laidCards(table, context, width) {
  const sum = METALS.reduce((total, kind) => total + table.laid[kind], 0);
  const words = sum
    ? gettext("The offer on the table: {list}", { list: metalList(table.laid) })
    : gettext("No card is on the table");
  const kinds = METALS.flatMap((kind) => Array.from({ length: table.laid[kind] }, () => kind));
  const text = table.to_lay
    ? gettext("to lay {number}", { number: table.to_lay })
    : gettext("offer {number}", { number: sum });
  const start = text.length * 6.8 + 10;
  const step = Math.min(26, (width - start - 24) / Math.max(1, kinds.length));
  const node = at(
    0,
    0,
    telling(
      table.to_lay ? gettext("{words}; still to lay: {number}", { words, number: table.to_lay }) : words,
      label(2, 22, text, { class: "amulett-small" }),
      ...kinds.flatMap((kind, index) => [
        box(start + index * step, 1, 23, 32, "amulett-metal-card", 3),
        metal(kind, start + 3 + index * step, 8, 17),
      ]),
    ),
    edge(0, -2, width, 38, 5),
  );
  context.note(node, "laid", [table.laid, table.to_lay]);
  return node;
}

/** For each metal a row of numbers, from none to so many. */
function rows(context, type, most, limit, x, top, width, nameOfNumber) {
  let y = top;
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

function gemButtons(table, context, inner, top) {
  const here = asked(table).regions.find((region) => region.name === table.company);
  const kinds = [...new Set(here.gems)];
  return gemRow(
    context,
    kinds,
    (kind) => [{ gem: kind }, gettext("Take a gem: {gem}", { gem: gemName(kind) })],
    inner,
    top,
  );
}

/** Large gems to pick; the name of each kind under it. */
export function gemRow(context, kinds, of, width, top) {
  const columns = Math.max(1, Math.floor(width / 62));
  const nodes = kinds.map((kind, index) => {
    const [fields, name] = of(kind);
    const node = at(
      12 + (index % columns) * 62,
      top + Math.floor(index / columns) * 54,
      telling(
        name,
        box(0.5, 0.5, 57, 49, "amulett-button", 6),
        gem(kind, 17, 4, 24),
        middle(29, 43, fit(gemName(kind), 58, 11), "amulett-gem-name"),
      ),
      edge(0, 0, 58, 50),
    );
    context.pick(node, fields, name);
    return node;
  });
  return { nodes, bottom: top + Math.ceil(kinds.length / columns) * 54 };
}

function laying(table, context, inner, top) {
  const before = asked(table);
  const own = before.players[context.viewer];
  if (!own.metals) return null;
  const most = Object.fromEntries(METALS.map((kind) => [kind, own.accepted?.includes(kind) ? own.metals[kind] : 0]));
  const name = (number, kind) => gettext("Lay {number} {metal}", { number, metal: kind });
  return rows(context, "LayMetals", most, Math.min(AT_ONCE, before.to_lay), 12, top, inner, name);
}

function offering(table, context, inner, top) {
  const most = asked(table).players[context.viewer].cards;
  const offers = numbers(context, 12, top, inner, range(1, most), (number) => [
    { cards: number, type: "OfferMetals" },
    gettext("Offer {number} cards", { number }),
  ]);
  const bottom = top + offers.height;
  return {
    nodes: [...offers.nodes, button(context, 12, bottom, inner, gettext("Pass"), { type: "Pass" })],
    bottom: bottom + 36,
  };
}

function takingBack(table, context, inner, top) {
  const name = (number, kind) => gettext("Take back {number} {metal}", { number, metal: kind });
  return rows(context, "TakeBack", asked(table).laid, Infinity, 12, top, inner, name);
}

const CONTROLS = { exchange: offering, payment: laying, gem: gemButtons, take_back: takingBack };

/** In small lines: gems that are due, and who may take cards back. */
function remarks(table, context, width) {
  const texts = [
    table.gems_due > 0 && gettext("Gems due: {number}", { number: table.gems_due }),
    table.phase === "take_back" &&
      gettext("Cards that may be taken back: {list}", {
        list: table.queue
          .map((seat, index) => `${nameOf(context, seat)} ${table.take_backs[index] ?? ""}`.trim())
          .join(", "),
      }),
  ].filter(Boolean);
  if (!texts.length) return { node: svg("g"), height: 0 };
  const nodes = texts.map((text, index) =>
    label(2, 12 + index * 17, fit(text, width, 12), { class: "amulett-strong amulett-small" }),
  );
  const node = svg("g", {}, ...nodes, edge(0, -2, width, texts.length * 17 + 2, 5));
  context.note(node, "due", [table.gems_due, table.take_backs, table.phase === "take_back" ? table.queue : []]);
  return { node, height: texts.length * 17 };
}

/** The exchange within this width. */
export function exchange(table, context, width) {
  const inner = width - 24;
  const region = gettext(table.company);
  const title = gettext("Exchange in {region}", { region });
  const nodes = [...heading(fit(title, inner - 20, 14))];
  let y = 32;
  if (table.bids.length) {
    const row = answers(table, context, inner, title);
    nodes.push(at(12, y, ...row.nodes));
    y += row.height + 6;
  }
  const lines = accepted(table, context, inner);
  nodes.push(at(12, y, ...lines));
  y += lines.length * LINE + 2;
  const isPaying = table.phase !== "exchange";
  if (isPaying) {
    nodes.push(at(12, y, laidCards(table, context, inner)));
    y += 40;
  }
  const due = remarks(table, context, inner);
  nodes.push(at(12, y, due.node));
  y += due.height + (due.height ? 4 : 0);
  const controls = isAsked(context) && CONTROLS[table.phase]?.(table, context, inner, y);
  if (controls) {
    nodes.push(...controls.nodes);
    y = controls.bottom;
  }
  return { title, height: tenth(y + 6), nodes };
}
