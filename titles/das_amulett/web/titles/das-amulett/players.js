// A player's panel: name, the amulet with its gems, Energy, metal cards, the spells.

import { actingPill, button, pill } from "../../kit/panels.js";
import { counting } from "../../kit/elements.js";
import { at, box, circle, edge, picture, times } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { nameOf } from "../../kit/table-frame.js";
import { fitted, middle, textAt, wrapped } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { gem } from "./gems.js";
import { cards, hat, metal, token } from "./icons.js";
import { isAsked } from "./parts.js";
import { spellCards } from "./spellcard.js";
import { METALS, gemList, metalList } from "./words.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Context, Player, Spell, View } from "./view.js"
 */

const AMULET = 32;
const HAND = 58;
// The share of the amulet's width for the numbers.
const COUNTS = 42;

/**
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function titleLine(table, context, player, width) {
  const name = nameOf(context, player.seat);
  const acting = actingPill(context, player.seat, width, 3);
  let right = acting.width ? width - acting.width - 6 : width;
  const hasHat = table.hat === player.seat;
  if (hasHat) right -= 32;
  const winner = pill(right, 3, gettext("winner"), gettext("winner"), "amulett-won", "amulett-won-text");
  const hasWon = table.winner === player.seat;
  const space = right - 34 - (hasWon ? winner.width + 6 : 0);
  return [
    seatMark(player.seat, 0, 4, 20),
    fitted(28, 20, name, space, "kit-name"),
    hasWon && winner.node,
    hasHat &&
      picture(
        gettext("{name} has the hat", { name }),
        context.piece(hat(right + 4, 0, 27), "hat", String(player.seat), { id: "hat" }),
      ),
    acting.node,
  ];
}

/**
 * The amulet: a bar of gold with a setting for each gem needed to win, its gems, and their number.
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function amulet(table, context, player, width) {
  const settings = Math.max(table.goal.gems, player.gems.length);
  const values = {
    different: player.different,
    most: table.goal.different,
    number: player.gems.length,
    gems: table.goal.gems,
  };
  const list = gemList(player.gems);
  const words = list
    ? gettext("Amulet: {different} of {most} kinds, {number} of {gems} gems: {list}", { ...values, list })
    : gettext("Amulet: no gems yet");
  const middleOf = AMULET / 2;
  const step = (width - COUNTS - 8) / settings;
  const radius = Math.min(12.5, step / 2 - 0.7);
  const size = radius * 1.6;
  /** @type {Child[]} */
  const nodes = [];
  for (let index = 0; index < settings; index += 1) {
    const x = 4 + (index + 0.5) * step;
    nodes.push(circle(x, middleOf, radius, "amulett-setting"));
    const kind = player.gems[index];
    if (kind) {
      const stone = gem(kind, x - size / 2, middleOf - size / 2, size);
      nodes.push(context.piece(stone, "gem", `amulet ${player.seat}`, { face: kind }));
    }
  }
  const counts = width - COUNTS / 2 - 5;
  const node = at(
    0,
    0,
    picture(
      words,
      box(0, 0, width, AMULET, "amulett-medal", AMULET / 2),
      middle(counts, 13.5, `${player.different}/${table.goal.different}`, "amulett-medal-text"),
      middle(counts, 26.5, `${player.gems.length}/${table.goal.gems}`, "amulett-medal-text"),
    ),
    ...nodes,
    edge(0, 0, width, AMULET, AMULET / 2),
  );
  context.note(node, `amulet ${player.seat}`, player.gems);
  return node;
}

/**
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function reserve(context, player, width) {
  const step = Math.min(15, (width - 40) / Math.max(1, player.reserve));
  const node = at(
    0,
    0,
    picture(
      gettext("{number} energy in reserve", { number: player.reserve }),
      textAt(0, 17, player.reserve, "kit-sum"),
      player.reserve ? null : box(29.5, 3.5, 15, 15, "amulett-empty", 3),
      ...times(player.reserve, (index) =>
        context.piece(token(29 + index * step, 3, 16), "energy", `reserve ${player.seat}`),
      ),
    ),
    edge(-2, 0, width, 23, 5),
  );
  context.note(node, `reserve ${player.seat}`, player.reserve, {
    name: gettext("Energy in reserve"),
    text: player.reserve,
  });
  return node;
}

/**
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function hand(context, player, width) {
  const node = at(
    0,
    0,
    picture(
      ngettext("{number} metal card", "{number} metal cards", player.cards),
      counting(textAt(0, 17, player.cards, "kit-sum")),
      player.metals
        ? cards(24, 0, 22)
        : context.piece(cards(24, 0, 22), "metal", `hand ${player.seat}`, { count: player.cards, isStock: true }),
    ),
    edge(-2, -2, Math.min(width, 56), 26, 5),
  );
  context.note(node, `cards ${player.seat}`, player.cards, { name: gettext("Metal cards"), text: player.cards });
  return node;
}

/**
 * The metals of a visible hand, as four stacks.
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function stacks(context, player, width) {
  const { metals } = player;
  if (!metals) return null;
  const held = metalList(metals) || gettext("none");
  const each = (width - 9) / 4;
  const node = at(
    0,
    0,
    picture(
      gettext("Metals in hand: {list}", { list: held }),
      ...METALS.flatMap((kind, index) => {
        const number = metals[kind];
        const x = index * (each + 3);
        return [
          ...(number > 1 ? [box(x + 2, -2, each - 2, 32, "amulett-metal-card", 4)] : []),
          box(x, 0, each - 2, 32, number ? "amulett-metal-card" : "amulett-empty", 4),
          context.piece(metal(kind, x + 3, 7, 18), "metal", `hand ${player.seat}`, {
            face: kind,
            count: number,
            isStock: true,
          }),
          textAt(x + each - 6, 21, number, number ? "amulett-metal-number" : "kit-small kit-soft", "end"),
        ];
      }),
    ),
    edge(-2, -3, width + 2, 38, 5),
  );
  context.note(node, `metals ${player.seat}`, metals);
  return node;
}

/**
 * A visible dealt hand, in words.
 * @param {Player} player
 * @param {number} width
 */
function dealt(player, width) {
  if (!player.dealt?.length) return [];
  const names = (/** @type {string[]} */ list) => list.map((name) => gettext(name)).join(", ");
  const texts = [
    gettext("Dealt: {list}", { list: names(player.dealt.map((spell) => spell.name)) }),
    player.kept && gettext("Kept: {list}", { list: names(player.kept) }),
  ];
  const look = "kit-small kit-soft";
  return texts
    .flatMap((text) => (text ? wrapped(text, width, look) : []))
    .map((line, index) => textAt(0, 12 + index * 15, line, look));
}

/**
 * A vortex of the viewer can be picked as the removing spell, as well as a spell that loses a token.
 * @param {Context} context
 * @param {boolean} isOwn
 * @returns {((spell: Spell, index: number, x: number, y: number, width: number) => Child[]) | null}
 */
function vortexField(context, isOwn) {
  if (!isOwn || context.asked.phase !== "energy" || !isAsked(context)) return null;
  return (spell, _index, x, y, width) =>
    spell.effect?.type === "vortex"
      ? [
          button(
            context,
            x,
            y + 3,
            width,
            gettext("Use"),
            { vortex: spell.name },
            { name: gettext("Use {spell}", { spell: gettext(spell.name) }), height: 28 },
          ),
        ]
      : [];
}

/**
 * A player's public summary, in a few words.
 * @param {Player} player
 */
export const standing = (player) =>
  [
    ngettext("{number} gem", "{number} gems", player.gems.length),
    ngettext("{number} card", "{number} cards", player.cards),
    gettext("{number} energy", { number: player.reserve }),
  ].join(" · ");

/**
 * A player's panel: its title, its height, and its content for a width.
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @returns {Part}
 */
export function playerPanel(table, context, player, width) {
  const pad = 12;
  const inner = width - 2 * pad;
  const isOwn = player.seat === context.viewer;
  const vortices = vortexField(context, isOwn);
  const hasVortex = vortices && player.spells.some((spell) => spell.effect?.type === "vortex");
  const known = stacks(context, player, inner);
  const texts = table.phase === "choice" && !isOwn ? dealt(player, inner) : [];
  const stacksTop = 104;
  const textTop = stacksTop + (known ? 40 : 0);
  const cardsTop = textTop + texts.length * 15 + (texts.length ? 6 : 0);
  const shown = spellCards(context, player.spells, inner, {
    extra: hasVortex ? 32 : 0,
    each: hasVortex ? vortices : null,
    keyed: true,
    place: `player ${player.seat}`,
  });
  return {
    title: nameOf(context, player.seat),
    height: cardsTop + shown.height + (player.spells.length ? pad : 2),
    nodes: [
      box(0.5, 0.5, 5, 50, `seat-${player.seat}`, 2.5),
      at(pad, 6, ...titleLine(table, context, player, inner)),
      at(pad, 36, amulet(table, context, player, inner)),
      at(pad, 74, reserve(context, player, inner - HAND - 12)),
      at(pad + inner - HAND, 74, hand(context, player, HAND)),
      at(pad, stacksTop, known),
      at(pad, textTop, ...texts),
      at(pad, cardsTop, ...shown.nodes),
    ],
  };
}
