// The advanced set-up: four dealt spells, two of which are kept, then energy for both.

import { button, chip, chips, numbers } from "../../kit/panels.js";
import { at, range } from "../../kit/shapes.js";
import { lock } from "../../kit/icons.js";
import { nameOf, ownPlayer } from "../../kit/table-frame.js";
import { fitted } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { token } from "./icons.js";
import { heading, isAsked } from "./parts.js";
import { spellCards } from "./spellcard.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Context, Spell, View } from "./view.js"
 */

/** From this width on a card has space in its foot for pickable parts. */
const IN_FOOT = 250;

/**
 * The progress of each player.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function progress(table, context, width) {
  return chips(table.players.length, width, 110, (seat, x, y, size) => {
    const player = table.players[seat];
    const text = player.fuel
      ? gettext("energy {list}", { list: player.fuel.join(" + ") })
      : player.has_fuelled
        ? gettext("ready")
        : player.has_kept
          ? gettext("has kept two")
          : gettext("chooses");
    const sign = player.has_kept ? lock : null;
    const name = `${nameOf(context, seat)}: ${text}`;
    const kept = player.kept?.map((spell) => gettext(spell)).join(", ");
    return chip(context, seat, x, y, size, text, name, {
      sign,
      key: `choice ${seat}`,
      value: [player.has_kept, player.kept, player.has_fuelled, player.fuel],
      told: { name: gettext("Choice of spells"), text: [text, kept].filter(Boolean).join("; ") },
    });
  });
}

/**
 * The small fields "1" and "2" at a dealt card: the first to be kept, or the second. They are at the right end of its
 * foot, or in a narrow panel below it.
 * @param {Context} context
 * @param {Spell} spell
 * @param {number} index
 * @param {number} count
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {boolean} isInFoot
 */
function fields(context, spell, index, count, x, y, width, isInFoot) {
  const name = gettext(spell.name);
  const size = isInFoot ? 46 : (width - 5) / 2;
  const left = isInFoot ? x + width - 2 * size - 10 : x;
  const top = isInFoot ? y - 27 : y + 4;
  const height = isInFoot ? 24 : 30;
  return [
    index < count - 1 &&
      button(
        context,
        left,
        top,
        size,
        "1",
        { first: spell.name },
        { name: gettext("Keep {spell} as the first", { spell: name }), height },
      ),
    index > 0 &&
      button(
        context,
        left + size + 5,
        top,
        size,
        "2",
        { second: spell.name },
        { name: gettext("Keep {spell} as the second", { spell: name }), height },
      ),
  ];
}

/**
 * @param {Context} context
 * @param {string} spell
 * @param {string} field
 * @param {number} most
 * @param {number} y
 * @param {number} width
 */
function fuel(context, spell, field, most, y, width) {
  const name = gettext(spell);
  const row = numbers(
    context,
    12,
    y + 20,
    width,
    range(1, most),
    (number) => [
      { type: "FuelSpells", [field]: number },
      gettext("{number} energy on {spell}", { number, spell: name }),
    ],
    { sign: token },
  );
  return {
    nodes: [fitted(12, y + 13, gettext("Energy on {spell}", { spell: name }), width, "kit-strong"), ...row.nodes],
    bottom: y + 22 + row.height,
  };
}

/**
 * The choice in this width.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function choice(table, context, width) {
  const inner = width - 24;
  const title = gettext("Starting spells");
  const row = progress(table, context, inner);
  /** @type {Child[]} */
  const nodes = [...heading(title), at(12, 32, ...row.nodes)];
  let y = 40 + row.height;
  const own = ownPlayer(table, context);
  const before = ownPlayer(context.asked, context);
  const { dealt } = own ?? {};
  if (own && before && dealt) {
    const isKeeping = isAsked(context) && !before.has_kept;
    const marks = Object.fromEntries((own.kept ?? []).map((name) => [name, "✓"]));
    const isInFoot = inner >= IN_FOOT;
    const shown = spellCards(context, dealt, inner, {
      least: IN_FOOT,
      marks,
      isPicked: false,
      extra: isKeeping && !isInFoot ? 36 : 0,
      each: isKeeping
        ? (spell, index, x, bottom, size) => fields(context, spell, index, dealt.length, x, bottom, size, isInFoot)
        : null,
    });
    nodes.push(at(12, y, ...shown.nodes));
    y += shown.height + 10;
    if (isAsked(context) && before.has_kept && !before.has_fuelled && before.kept) {
      for (const [index, field] of ["first", "second"].entries()) {
        const part = fuel(context, before.kept[index], field, before.reserve - 1, y, inner);
        nodes.push(...part.nodes);
        y = part.bottom;
      }
    }
  }
  return { title, height: y + 4, nodes };
}
