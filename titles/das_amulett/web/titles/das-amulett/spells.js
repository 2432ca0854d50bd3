// The spells on the table: deck, pile, the spells under the deck, and the auction of the one turned up.

import { button, chip, chips, numbers } from "../../kit/panels.js";
import { at, edge, picture, range } from "../../kit/shapes.js";
import { nameOf, ownPlayer } from "../../kit/table-frame.js";
import { textAt, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { spellBack, token } from "./icons.js";
import { heading, isAsked } from "./parts.js";
import { cardHeight, spellCard } from "./spellcard.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Context, View } from "./view.js"
 */

const BACK = 26;
const GAP = 6;
const CHIP = 72;

/** @typedef {{ key: string, name: string, value: unknown, count: number, words: string, told?: string, text: string, layers: number }} Pile */

/**
 * The space before the text of a pile.
 * @param {Pile} pile
 */
const backsWidth = ({ layers }) => BACK + 2 * layers;
/** @param {Pile} pile */
const pileWidth = (pile) => backsWidth(pile) + textWidth(pile.text, "kit-small");

/**
 * A pile with its number, and a word for it if there is space.
 * @param {Context} context
 * @param {Pile} pile
 * @param {number} x
 * @param {number} width
 */
function pileNode(context, pile, x, width) {
  const { key, name, value, count, words, told, text, layers } = pile;
  const backs = range(0, layers - 1).map((index) => spellBack(index * 2.5 - 3, -index, BACK));
  context.piece(backs[layers - 1], "spell", key, { count, isStock: true });
  const shown = pileWidth(pile) <= width ? text : String(count);
  const node = at(
    x,
    0,
    picture(words, ...backs, textAt(backsWidth(pile), 18, shown, "kit-small")),
    edge(-2, -4, width + 2, 34, 5),
  );
  context.note(node, key, value, { name, text: told ?? count });
  return node;
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function piles(table, context, width) {
  const { deck, pile: faceDown, under } = table.spells;
  const names = under.map((name) => gettext(name)).join(", ");
  const layersOf = (/** @type {number} */ number) => Math.min(3, Math.max(1, number));
  /** @type {Pile[]} */
  const all = [
    {
      key: "deck",
      name: gettext("Spells in the deck"),
      value: deck,
      count: deck,
      words: ngettext("{number} spell in the deck", "{number} spells in the deck", deck),
      text: gettext("deck {number}", { number: deck }),
      layers: layersOf(deck),
    },
    {
      key: "pile",
      name: gettext("Face-down spells"),
      value: faceDown,
      count: faceDown,
      words: ngettext(
        "{number} face-down spell to be auctioned",
        "{number} face-down spells to be auctioned",
        faceDown,
      ),
      text: gettext("pile {number}", { number: faceDown }),
      layers: layersOf(faceDown),
    },
    {
      key: "under",
      name: gettext("Under the deck"),
      told: names || gettext("none"),
      value: under,
      count: under.length,
      words: under.length
        ? gettext("Under the deck, from the top: {list}", { list: names })
        : gettext("No spells under the deck"),
      text: gettext("under it {number}", { number: under.length }),
      layers: 1,
    },
  ];
  // Each has the width of its text and a share of the rest; if that is too much, all have the same width.
  const needed = all.map(pileWidth);
  const rest = (width - needed.reduce((sum, one) => sum + one, 0) - GAP * (all.length - 1)) / all.length;
  const widths =
    rest < 0 ? all.map(() => (width - GAP * (all.length - 1)) / all.length) : needed.map((one) => one + rest);
  let x = 0;
  return all.map((pile, index) => {
    const node = pileNode(context, pile, x, widths[index]);
    x += widths[index] + GAP;
    return node;
  });
}

/**
 * The answers of an auction: bids, passes, and missing answers.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {string} title
 */
export function answers(table, context, width, title) {
  const count = table.players.length;
  const most = Math.max(1, Math.floor((width + 5) / (CHIP + 5)));
  // Equal numbers per row, so that none is alone in the last.
  const columns = Math.ceil(count / Math.ceil(count / most));
  return chips(count, width, (width + 5) / columns - 5, (seat, x, y, size) => {
    const bid = table.bids[seat] ?? null;
    const isBest = seat === table.bidder;
    const text =
      bid === null
        ? gettext("not yet")
        : bid === 0
          ? gettext("passed")
          : isBest
            ? gettext("{number} best", { number: bid })
            : String(bid);
    const name = nameOf(context, seat);
    const words =
      bid === null
        ? gettext("{name} has not answered yet", { name })
        : bid === 0
          ? gettext("{name} has passed", { name })
          : isBest
            ? gettext("{name}: {number}, the best", { name, number: bid })
            : gettext("{name}: {number}", { name, number: bid });
    return chip(context, seat, x, y, size, text, `${title}; ${words}`, {
      key: `bid ${seat}`,
      value: [bid, isBest],
      told: { name: title, text: bid === null ? gettext("not answered yet") : text },
      isStrong: isBest,
    });
  });
}

/**
 * The spells: piles, and the auction while there is one.
 * @param {View} now
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function spells(now, context, width) {
  const inner = width - 24;
  // A chosen bid may end the auction: the question stays.
  const table = context.asked.phase === "spells" && now.phase !== "spells" ? context.asked : now;
  const { offered } = table.spells;
  /** @type {Child[]} */
  const nodes = [...heading(gettext("Spells")), at(12, 34, ...piles(table, context, inner))];
  let y = 74;
  if (offered) {
    const card = Math.min(inner, 420);
    const height = cardHeight(offered, card) + 4;
    nodes.push(
      spellCard(context, offered, 12 + (inner - card) / 2, y, card, height, {
        isPicked: false,
        key: "offered",
        told: { name: gettext("Spell up for auction"), text: gettext(offered.name) },
        place: "offered",
      }),
    );
    y += height + 8;
    const row = answers(table, context, inner, gettext("Auction"));
    nodes.push(at(12, y, ...row.nodes));
    y += row.height + 8;
    const own = ownPlayer(context.asked, context);
    if (context.asked.phase === "spells" && own && isAsked(context)) {
      const most = own.reserve;
      const bids = numbers(
        context,
        12,
        y,
        inner,
        range(1, most),
        (tokens) => [
          { tokens, type: "BidEnergy" },
          ngettext("Bid {number} Energy token", "Bid {number} Energy tokens", tokens),
        ],
        { sign: token },
      );
      nodes.push(...bids.nodes, button(context, 12, y + bids.height, inner, gettext("Pass"), { type: "Pass" }));
      y += bids.height + 38;
    }
  }
  return { title: gettext("Spells"), height: y + 4, nodes };
}

/**
 * The summary, in a few words.
 * @param {View} table
 */
export const pilesLine = ({ spells: { deck, pile: faceDown } }) =>
  [gettext("deck {number}", { number: deck }), gettext("pile {number}", { number: faceDown })].join(" · ");
