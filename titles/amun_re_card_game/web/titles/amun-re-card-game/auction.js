// The auction: the Provinces with the Gold in front of them, and the acquired ones.

import { svg } from "../../kit/elements.js";
import { at, box, edge, lettered, picture, times } from "../../kit/shapes.js";
import { crown, seatMark } from "../../kit/icons.js";
import { heading, nameOf } from "../../kit/table-frame.js";
import { fitted, middle, wrapped } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { CARD_HEIGHT, cardPlace, goldCard, printed, provinceCard, provinceText } from "./cards.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child, Drawn } from "../../kit/elements.js"
 * @import { Bid, Context, Player, Province, View } from "./view.js"
 */

/**
 * The layout of an auction: each card has a cell, with the place of the Gold below or beside the card.
 * @typedef {object} Cells
 * @property {number} columns
 * @property {number} gap
 * @property {number} wide the width of a cell
 * @property {number} high its height
 * @property {number} size the width of a card in it
 * @property {Place} bid
 * @property {number} height the height of the whole surface
 */
/** The place of the Gold in its cell. @typedef {{ x: number, y: number, width: number, height: number }} Place */

const PAD = 12;
const HEAD = 36;
// Below this width a place for Gold has no words.
const WORDS = 44;
const BETWEEN = 6;

/**
 * The cells for this number of cards. They depend only on the width and the number of cards, so that nothing moves
 * during an auction, and all surfaces of the game have this height.
 * @param {number} width
 * @param {number} count
 * @returns {Cells}
 */
export function cellsOf(width, count) {
  const isRow = count <= 3;
  const columns = isRow ? count : Math.ceil(count / 2);
  const lines = Math.ceil(count / columns);
  const gap = Math.max(8, Math.round(width * 0.022));
  const wide = (width - 2 * PAD - gap * (columns - 1)) / columns;
  const size = isRow ? wide : (wide - BETWEEN) / (columns > 2 ? 1.4 : 1.62);
  const card = size * CARD_HEIGHT;
  const bid = isRow
    ? { x: 0, y: card + BETWEEN, width: size, height: size * (count < 3 ? 0.4 : 0.6) }
    : { x: size + BETWEEN, y: 0, width: wide - size - BETWEEN, height: card };
  const high = bid.y + (isRow ? bid.height : card);
  return { columns, gap, wide, high, size, bid, height: Math.round(HEAD + lines * (high + gap) - gap + PAD) };
}

/**
 * The Gold in front of a Province, in words.
 * @param {Bid} bid
 * @param {Context} context
 */
const bidText = (bid, context) =>
  bid.seat === null || bid.gold === null
    ? gettext("no Gold yet")
    : gettext("{gold} Gold from {name}", { gold: bid.gold, name: nameOf(context, bid.seat) });

/**
 * Lines of text, centred in a place.
 * @param {string} text
 * @param {Place} place
 * @param {string} look
 * @param {number} [most]
 */
function centred(text, { width, height }, look, most = 3) {
  const lines = wrapped(text, width - 8, look, most);
  return lines.map((line, index) =>
    middle(width / 2, height / 2 + 4 + (index - (lines.length - 1) / 2) * 16, line, look),
  );
}

/**
 * The owner of the Gold: the seat's mark, and its name if there is space for part of it.
 * @param {number} seat
 * @param {Context} context
 * @param {Place} place the space for both
 */
function owner(seat, context, { x, y, width, height }) {
  const name = nameOf(context, seat);
  if (width < 34) return [seatMark(seat, x + width / 2 - 7, y + height / 2 - 7, 14)];
  if (height < 40) {
    return [
      seatMark(seat, x, y + height / 2 - 7, 14),
      width > 54 && fitted(x + 19, y + height / 2 + 4, name, width - 21, "kit-small"),
    ];
  }
  const size = Math.max(14, Math.min(24, width / 4));
  const lines = wrapped(name, width, "kit-small", height < size + 32 ? 1 : 2);
  const top = y + (height - size - 4 - 15 * lines.length) / 2;
  return [
    seatMark(seat, x + (width - size) / 2, top, size),
    lines.map((line, index) => middle(x + width / 2, top + size + 16 + 15 * index, line, "kit-small")),
  ].flat();
}

/**
 * A Gold card with its seat's mark, in front of a Province.
 * @param {Bid} bid
 * @param {Context} context
 * @param {Place} place
 */
function bidSlot(bid, context, place) {
  const { width, height } = place;
  const words = bidText(bid, context);
  if (bid.seat === null || bid.gold === null) {
    return picture(
      words,
      box(0.5, 0.5, width - 1, height - 1, "amun-slot", 6),
      ...(width < WORDS ? [] : centred(words, place, "kit-small kit-soft")),
    );
  }
  const isUpright = height > width;
  const size = isUpright ? Math.min(width - 10, height * 0.45) : (height - 10) * 0.75;
  const long = size / 0.75;
  const left = isUpright ? (width - size) / 2 : 5;
  const space = isUpright
    ? { x: 4, y: long + 8, width: width - 8, height: height - long - 12 }
    : { x: left + size + 5, y: 4, width: width - left - size - 9, height: height - 8 };
  return picture(
    words,
    box(0.5, 0.5, width - 1, height - 1, `amun-bid kit-stroke-${bid.seat}`, 6),
    context.piece(at(left, 5, ...goldCard(bid.gold, size, long)), "gold card", bid.province.id, {
      id: `${bid.seat} ${bid.gold}`,
    }),
    ...owner(bid.seat, context, space),
  );
}

/**
 * The frame of a cell, around the card and its Gold.
 * @param {Cells} cells
 */
const cellEdge = ({ wide, high }) => edge(0, 0, wide, high);

/**
 * @param {Bid} bid
 * @param {Context} context
 * @param {Cells} cells
 */
function rowCard(bid, context, cells) {
  const { id } = bid.province;
  const card = context.piece(provinceCard(bid.province, cells.size), "province", "row", { id });
  const slot = at(cells.bid.x, cells.bid.y, bidSlot(bid, context, cells.bid));
  const node = svg("g", {}, picture(provinceText(bid.province), card), slot, cellEdge(cells));
  const values = { id, bid: bidText(bid, context), symbols: printed(bid.province) };
  context.note(node, `row ${id}`, [bid.seat, bid.gold], {
    name: gettext("Province card {id}", { id }),
    text: `${values.bid}; ${values.symbols}`,
  });
  context.pick(node, { province: id }, gettext("Province {id}, {bid}: {symbols}", values));
  return lettered(node, slot);
}

/**
 * @param {Player} player
 * @param {Province} card
 * @param {Context} context
 * @param {Cells} cells
 */
function acquiredCard(player, card, context, cells) {
  const { size, bid } = cells;
  const name = nameOf(context, player.seat);
  const hasWords = bid.width >= WORDS;
  const top = hasWords ? 18 : 0;
  const node = picture(
    gettext("{name} has acquired: {province}", { name, province: provinceText(card) }),
    context.piece(provinceCard(card, size), "province", `acquired ${player.seat}`, { id: card.id }),
    at(
      bid.x,
      bid.y,
      box(0.5, 0.5, bid.width - 1, bid.height - 1, `amun-bid kit-stroke-${player.seat}`, 6),
      hasWords && fitted(bid.width / 2, 17, gettext("acquired"), bid.width - 8, "kit-small kit-soft", "middle"),
      ...owner(player.seat, context, { x: 5, y: top, width: bid.width - 10, height: bid.height - top - 4 }),
    ),
    cellEdge(cells),
  );
  context.note(node, `acquired ${player.seat}`, card.id, { ...acquiredTold(card), seat: player.seat });
  return node;
}

/**
 * The Province that a player has acquired, as a thing and in words.
 * @param {Province} card
 */
export const acquiredTold = (card) => ({ name: gettext("Acquired Province"), text: provinceText(card) });

/** The text while the first displays are laid out. */
export const whileDisplayed = () => gettext("The first Provinces are turned over when all displays are laid out.");

/**
 * @param {View} table
 */
const between = (table) => {
  if (table.phase === "display") return whileDisplayed();
  if (table.phase === "pharaoh") {
    return gettext("The Provinces are taken; the player with the most visible Ankhs becomes Pharaoh.");
  }
  return gettext("The Provinces of this auction are taken.");
};

/**
 * The empty places for cards, and the reason.
 * @param {View} table
 * @param {number} width
 * @param {Cells} cells
 * @param {(card: Drawn, index: number) => Drawn} lay
 */
function emptyCells(table, width, cells, lay) {
  const { size, bid, height } = cells;
  const slots = times(table.players.length, (index) =>
    lay(
      svg(
        "g",
        {},
        cardPlace(Math.max(1, table.kingdom), size),
        box(bid.x + 0.5, bid.y + 0.5, bid.width - 1, bid.height - 1, "amun-slot", 6),
      ),
      index,
    ),
  );
  const across = Math.min(width - 48, 340);
  const lines = wrapped(between(table), across - 28);
  const sign = table.phase === "pharaoh" ? 58 : 0;
  const high = lines.length * 18 + 22 + sign;
  const plate = at(
    (width - across) / 2,
    (height + HEAD - PAD - high) / 2,
    box(0.5, 0.5, across - 1, high - 1, "amun-lane-odd", 8),
    sign ? crown(across / 2 - 24, 12, 48) : null,
    ...lines.map((line, index) => middle(across / 2, sign + 26 + index * 18, line)),
  );
  return [...slots, plate];
}

/**
 * The auction in this width, with its cards in the middle.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {number} least the height, if that is enough
 * @returns {Part}
 */
export function auctionRow(table, context, width, least) {
  /** @type {((cells: Cells) => Drawn)[]} */
  const cards = [
    ...table.row.map((bid) => (/** @type {Cells} */ cells) => rowCard(bid, context, cells)),
    ...table.players.flatMap((player) => {
      const { acquired } = player;
      return acquired ? [(/** @type {Cells} */ cells) => acquiredCard(player, acquired, context, cells)] : [];
    }),
  ];
  const count = Math.max(cards.length, table.players.length);
  const cells = cellsOf(width, count);
  const { columns, gap, wide, high } = cells;
  const height = Math.max(least, cells.height);
  // The last cards of an auction, which are laid down one by one, stay in the middle.
  const left = cards.length || count;
  const free = Math.ceil(count / columns) - Math.ceil(left / columns);
  const top = HEAD + (height - cells.height + free * (high + gap)) / 2;
  const lay = (/** @type {Drawn} */ card, /** @type {number} */ index) => {
    const line = Math.floor(index / columns);
    const inLine = Math.min(columns, left - line * columns);
    const start = (width - (inLine * (wide + gap) - gap)) / 2;
    return at(start + (index % columns) * (wide + gap), top + line * (high + gap), card);
  };
  /** @type {Child[]} */
  const nodes = cards.length
    ? cards.map((draw, index) => lay(draw(cells), index))
    : emptyCells(table, width, { ...cells, height }, lay);
  const title = gettext("Auction");
  return { title, height, nodes: [...heading(title), ...nodes] };
}
