// One player's part of the table: name, Energy, metal cards, the amulet with its gems, the spells.

import { label, svg } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext } from "../../texts.js";
import { cards, gem, hat, metal, token } from "./icons.js";
import {
  asked,
  at,
  box,
  button,
  edge,
  fit,
  isAsked,
  middle,
  nameOf,
  picture,
  telling,
  tenth,
  wrapped,
} from "./parts.js";
import { spellCards } from "./spellcard.js";
import { METALS, gemList, metalList } from "./words.js";

const MEDAL = 104;

function titleLine(table, context, player, width) {
  const name = nameOf(context, player.seat);
  const nodes = [seatMark(player.seat, 0, 4, 20)];
  let right = width;
  if (context.toAct.includes(player.seat)) {
    const words = gettext("to act");
    const pill = words.length * 7.2 + 18;
    right -= pill;
    nodes.push(
      picture(
        gettext("{name} is to act", { name }),
        box(right, 3, pill, 22, "amulett-acting", 11),
        label(tenth(right + pill / 2), 18, words, { class: "amulett-acting-text", "text-anchor": "middle" }),
      ),
    );
    right -= 6;
  }
  if (table.hat === player.seat) {
    right -= 28;
    nodes.push(telling(gettext("{name} has the hat", { name }), hat(right, 0, 27)));
    right -= 4;
  }
  if (table.winner === player.seat) {
    right -= 64;
    nodes.push(
      box(right, 3, 60, 22, "amulett-won", 11),
      middle(right + 30, 18, fit(gettext("winner"), 60, 12), "amulett-won-text"),
    );
    right -= 6;
  }
  nodes.push(label(28, 20, fit(name, right - 32, 17.5), { class: "amulett-name" }));
  return nodes;
}

/** The amulet: a medallion with as many settings as gems win, the gems set in it. */
function medallion(table, context, player) {
  const settings = Math.max(table.goal.gems, player.gems.length);
  const middleOf = MEDAL / 2;
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
  const nodes = [];
  for (let index = 0; index < settings; index += 1) {
    const angle = (index / settings) * 2 * Math.PI - Math.PI / 2;
    const x = middleOf + Math.cos(angle) * 35;
    const y = middleOf + Math.sin(angle) * 35;
    nodes.push(svg("circle", { cx: tenth(x), cy: tenth(y), r: 11.5, class: "amulett-setting" }));
    if (player.gems[index]) nodes.push(gem(player.gems[index], x - 9, y - 9, 18));
  }
  const node = at(
    0,
    0,
    telling(
      words,
      svg("circle", { cx: middleOf, cy: middleOf, r: 51, class: "amulett-medal" }),
      svg("circle", { cx: middleOf, cy: middleOf, r: 47.5, class: "amulett-medal-ring" }),
      svg("circle", { cx: middleOf, cy: middleOf, r: 20, class: "amulett-medal-ring" }),
      middle(middleOf, middleOf - 2, `${player.different}/${table.goal.different}`, "amulett-medal-text"),
      middle(middleOf, middleOf + 12, `${player.gems.length}/${table.goal.gems}`, "amulett-medal-text"),
    ),
    ...nodes,
    svg("circle", { cx: middleOf, cy: middleOf, r: 51.5, class: "amulett-edge" }),
  );
  context.note(node, `amulet ${player.seat}`, player.gems);
  return node;
}

function reserve(context, player, width) {
  const step = Math.min(15, (width - 40) / Math.max(1, player.reserve));
  const node = at(
    0,
    0,
    telling(
      gettext("{number} Energy in reserve", { number: player.reserve }),
      label(0, 17, player.reserve, { class: "amulett-sum" }),
      ...Array.from({ length: player.reserve }, (_, index) => token(29 + index * step, 3, 16)),
    ),
    edge(-2, 0, width, 23, 5),
  );
  context.note(node, `reserve ${player.seat}`, player.reserve);
  return node;
}

function hand(context, player, width) {
  const node = at(
    0,
    0,
    telling(
      gettext("{number} metal cards", { number: player.cards }),
      label(0, 17, player.cards, { class: "amulett-sum" }),
      cards(24, 0, 22),
    ),
    edge(-2, -2, Math.min(width, 56), 26, 5),
  );
  context.note(node, `cards ${player.seat}`, player.cards);
  return node;
}

/** The metals of a hand that is known, as four stacks. */
function stacks(context, player, width) {
  if (!player.metals) return null;
  const each = Math.min(56, (width - 9) / 4);
  const node = at(
    0,
    0,
    telling(
      gettext("Metals in hand: {list}", { list: metalList(player.metals) || gettext("none") }),
      ...METALS.flatMap((kind, index) => {
        const number = player.metals[kind];
        const x = index * (each + 3);
        return [
          ...(number > 1 ? [box(x + 2, -2, each - 2, 32, "amulett-metal-card", 4)] : []),
          box(x, 0, each - 2, 32, number ? "amulett-metal-card" : "amulett-empty", 4),
          metal(kind, x + 3, 7, 18),
          label(tenth(x + each - 6), 21, number, {
            class: number ? "amulett-metal-number" : "amulett-small amulett-soft",
            "text-anchor": "end",
          }),
        ];
      }),
    ),
    edge(-2, -3, width + 2, 38, 5),
  );
  context.note(node, `metals ${player.seat}`, player.metals);
  return node;
}

/** A dealt hand that is known, in words. */
function dealt(player, width) {
  if (!player.dealt?.length) return [];
  const names = (list) => list.map((name) => gettext(name)).join(", ");
  const texts = [
    gettext("Dealt: {list}", { list: names(player.dealt.map((spell) => spell.name)) }),
    player.kept && gettext("Kept: {list}", { list: names(player.kept) }),
  ].filter(Boolean);
  return texts
    .flatMap((text) => wrapped(text, width, 11.5))
    .map((line, index) => label(0, 12 + index * 15, line, { class: "amulett-small amulett-soft" }));
}

/** A vortex of the viewer can be picked as what removes, besides as a spell that loses a token. */
function vortexField(table, context, player, isOwn) {
  if (!isOwn || table.phase !== "energy" || !isAsked(context)) return null;
  return (spell, index, x, y, width) =>
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

/** A player's part: its title, its height, and what is drawn within the width. */
export function playerPanel(table, context, player, width) {
  const pad = 12;
  const inner = width - 2 * pad;
  const isOwn = player.seat === context.viewer;
  const right = inner - MEDAL - 10;
  const before = asked(table).players[player.seat];
  const vortices = vortexField(table, context, before, isOwn);
  const hasVortex = vortices && player.spells.some((spell) => spell.effect?.type === "vortex");
  const texts = table.phase === "choice" && !isOwn ? dealt(player, inner) : [];
  const top = pad + 34;
  const textTop = top + MEDAL + 6;
  const cardsTop = textTop + texts.length * 15 + (texts.length ? 6 : 0);
  const shown = spellCards(context, player.spells, inner, {
    least: isOwn ? 210 : 150,
    extra: hasVortex ? 32 : 0,
    each: hasVortex ? vortices : null,
    keyed: true,
  });
  return {
    title: nameOf(context, player.seat),
    height: cardsTop + shown.height + (player.spells.length ? pad : 2),
    nodes: [
      box(0.5, 0.5, 5, 50, `seat-${player.seat}`, 2.5),
      at(pad, pad - 2, ...titleLine(table, context, player, inner)),
      at(pad, top, medallion(table, context, player)),
      at(pad + MEDAL + 10, top + 2, reserve(context, player, right)),
      at(pad + MEDAL + 10, top + 30, hand(context, player, right)),
      at(pad + MEDAL + 10, top + 64, stacks(context, player, right)),
      at(pad, textTop, ...texts),
      at(pad, cardsTop, ...shown.nodes),
    ],
  };
}
