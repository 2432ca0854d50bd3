// The spells on the table: deck, pile, what lies under the deck, and the auction of the one that is turned up.

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

/**
 * A pile with its number, and a word for it where there is room.
 * @param {Context} context
 * @param {string} key
 * @param {unknown} value
 * @param {string} words
 * @param {string} text
 * @param {number} width
 * @param {number} layers
 */
function pile(context, key, value, words, text, width, layers) {
  const backs = range(0, layers - 1).map((index) => spellBack(index * 3, -index, 28));
  const count = Array.isArray(value) ? value.length : Number(value);
  context.piece(backs[layers - 1], "spell", key, { count, isStock: true });
  const room = width - 34 - layers * 3;
  const shown = textWidth(text, "kit-small") <= room ? text : String(Array.isArray(value) ? value.length : value);
  const node = at(
    0,
    0,
    picture(words, ...backs, textAt(31 + layers * 3, 19, shown, "kit-small")),
    edge(-2, -4, width - 2, 35, 5),
  );
  context.note(node, key, value);
  return node;
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function piles(table, context, width) {
  const { deck, pile: faceDown, under } = table.spells;
  const each = width / 3;
  const names = under.map((name) => gettext(name)).join(", ");
  const underWords = under.length
    ? gettext("Under the deck, from the top: {list}", { list: names })
    : gettext("No spell lies under the deck");
  return [
    at(
      0,
      0,
      pile(
        context,
        "deck",
        deck,
        ngettext("{number} spell in the deck", "{number} spells in the deck", deck),
        gettext("deck {number}", { number: deck }),
        each,
        Math.min(3, Math.max(1, deck)),
      ),
    ),
    at(
      each,
      0,
      pile(
        context,
        "pile",
        faceDown,
        ngettext("{number} spell face down to be auctioned", "{number} spells face down to be auctioned", faceDown),
        gettext("pile {number}", { number: faceDown }),
        each,
        Math.min(3, Math.max(1, faceDown)),
      ),
    ),
    at(
      each * 2,
      0,
      pile(context, "under", under, underWords, gettext("under it {number}", { number: under.length }), each, 1),
    ),
  ];
}

/**
 * The answers of an auction: who has bid, who has passed, who has not answered.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {string} title
 */
export function answers(table, context, width, title) {
  return chips(table.players.length, width, 72, (seat, x, y, size) => {
    const bid = table.bids[seat] ?? null;
    const isBest = seat === table.bidder;
    const text =
      bid === null
        ? "…"
        : bid === 0
          ? gettext("passed")
          : isBest
            ? gettext("{number} best", { number: bid })
            : String(bid);
    const name = nameOf(context, seat);
    const words =
      bid === null
        ? gettext("{name} has not answered", { name })
        : bid === 0
          ? gettext("{name} has passed", { name })
          : isBest
            ? gettext("{name}: {number}, the best", { name, number: bid })
            : gettext("{name}: {number}", { name, number: bid });
    return chip(context, seat, x, y, size, text, `${title}; ${words}`, {
      key: `bid ${seat}`,
      value: [bid, isBest],
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
  // A chosen bid may end the auction: what is asked stays drawn.
  const table = context.asked.phase === "spells" && now.phase !== "spells" ? context.asked : now;
  const { offered } = table.spells;
  /** @type {Child[]} */
  const nodes = [...heading(gettext("Spells")), at(12, 34, ...piles(table, context, inner))];
  let y = 74;
  if (offered) {
    const card = Math.min(inner, 340);
    const height = cardHeight(offered, card) + 4;
    nodes.push(
      spellCard(context, offered, 12 + (inner - card) / 2, y, card, height, {
        isPicked: false,
        key: "offered",
        place: "offered",
      }),
    );
    y += height + 8;
    const row = answers(table, context, inner, gettext("The auction"));
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
