// A Spell card: the icon and colour of its phase, name, metals, cost, effect, and the energy on it.

import { at, box, edge, path, picture, tenth, times } from "../../kit/shapes.js";
import { middle, textAt, wrapped } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { anyMetal, bolt, metal, phaseSign, token } from "./icons.js";
import { METALS, colourName, effectText, metalList } from "./words.js";

/**
 * @import { Child } from "../../kit/elements.js"
 * @import { PartText } from "../../types.js"
 * @import { Context, InPlay, Spell } from "./view.js"
 */

/** A spell, in play or not. @typedef {Spell & Partial<Pick<InPlay, "energy">>} Shown */
/** @typedef {{ most?: number, isPicked?: boolean, key?: string | null, told?: PartText, mark?: string | null, place?: string | null }} CardOptions */

const FOOT = 25;
const LINE = 15;
const NAME_LINE = 15;
const NAME_SIDES = 46; // the icon of the phase before the name, a mark after it

/**
 * The full text of a card, beginning with its visible text.
 * @param {Shown} spell
 */
export function spellWords(spell) {
  const written = `${gettext(spell.name)}: ${effectText(spell)}`;
  const parts = [
    spell.energy === undefined ? written : `${written} ${gettext("{number} energy", { number: spell.energy })}`,
    colourName(spell.colour),
    metalList(spell.metals) && gettext("gives {metals}", { metals: metalList(spell.metals) }),
    spell.wilds && ngettext("{number} metal of your choice", "{number} metals of your choice", spell.wilds),
    gettext("costs {number}", { number: spell.cost }),
    spell.name_is === "invented" && gettext("The name is ours, not the printed one."),
  ];
  return parts.filter(Boolean).join("; ");
}

/**
 * A spell in play as a thing, and the Energy on it; without any, its effect.
 * @param {Shown} spell
 */
function energyTold(spell) {
  const text = spell.energy === undefined ? effectText(spell) : gettext("{number} Energy", { number: spell.energy });
  return { name: gettext("Spell {name}", { name: gettext(spell.name) }), text };
}

/**
 * The metals of a card, side by side; also their width.
 * @param {Shown} spell
 * @param {number} y
 * @param {number} room
 */
function symbols(spell, y, room) {
  const kinds = [...METALS.flatMap((kind) => times(spell.metals[kind], () => kind)), ...times(spell.wilds, () => null)];
  const step = Math.min(17, room / Math.max(1, kinds.length));
  return {
    nodes: kinds.map((kind, index) =>
      kind ? metal(kind, 8 + index * step, y, 16) : anyMetal(8 + index * step, y, 16),
    ),
    width: kinds.length * step,
  };
}

/**
 * @param {Context} context
 * @param {string} spell
 * @param {number} tokens
 * @param {number} width
 * @param {number} y
 * @param {number} room
 */
function energy(context, spell, tokens, width, y, room) {
  const step = Math.min(12, (room - 30) / Math.max(1, tokens));
  const left = width - 24 - 14 - Math.max(0, tokens - 1) * step;
  return [
    ...times(tokens, (index) => context.piece(token(left + index * step, y + 1, 14), "energy", spell)),
    textAt(width - 7, y + 12.5, tokens, "amulett-card-number", "end"),
  ];
}

/**
 * @param {Shown} spell
 * @param {number} width
 */
const nameLines = (spell, width) => wrapped(gettext(spell.name), width - NAME_SIDES, "amulett-card-name", 2);
/**
 * @param {Shown} spell
 * @param {number} width
 */
const headHeight = (spell, width) => 9 + nameLines(spell, width).length * NAME_LINE;

/**
 * @param {Shown} spell
 * @param {number} width
 * @param {number} most
 */
const lines = (spell, width, most) => wrapped(effectText(spell), width - 16, "amulett-card-text", most);

/**
 * The height of this card at this width.
 * @param {Shown} spell
 * @param {number} width
 * @param {number} [most]
 */
export const cardHeight = (spell, width, most = 7) =>
  headHeight(spell, width) + FOOT + 5 + lines(spell, width, most).length * LINE;

/**
 * The card; with at most `most` lines of its effect; `mark` is a word in its upper corner.
 * @param {Context} context
 * @param {Shown} spell
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {CardOptions} [options]
 */
export function spellCard(
  context,
  spell,
  x,
  y,
  width,
  height,
  { most = 7, isPicked = true, key = null, told = energyTold(spell), mark = null, place = null } = {},
) {
  const bottom = height - FOOT + 3;
  const head = headHeight(spell, width);
  const given = symbols(spell, bottom, width * 0.36);
  const start = 12 + given.width;
  const costs = times(spell.cost, (index) => bolt(start + 4 + index * 10, bottom + 1, 14));
  const afterCost = start + 8 + spell.cost * 10;
  const words = spellWords(spell);
  const node = at(
    x,
    y,
    picture(
      words,
      box(0.5, 0.5, width - 1, height - 1, `amulett-card amulett-card-${spell.colour}`, 6),
      path(
        `M1 ${head - 2}V7a6 6 0 0 1 6-6H${tenth(width - 7)}a6 6 0 0 1 6 6V${head - 2}z`,
        `amulett-card-head amulett-head-${spell.colour}`,
      ),
      phaseSign(spell.colour, 5, 4.5, 15),
      ...nameLines(spell, width).map((line, index) => textAt(24, 17 + index * NAME_LINE, line, "amulett-card-name")),
      mark && middle(width - 13, 17, mark, "amulett-card-name"),
      ...lines(spell, width, most).map((line, index) => textAt(8, head + 13 + index * LINE, line, "amulett-card-text")),
      path(`M6 ${tenth(bottom - 3)}H${tenth(width - 6)}`, "amulett-card-line"),
      ...given.nodes,
      ...costs,
      ...(spell.energy === undefined
        ? []
        : energy(context, spell.name, spell.energy, width, bottom, width - afterCost - 2)),
    ),
    edge(0, 0, width, height),
  );
  if (place) context.piece(node, "spell", place, { id: spell.name });
  if (key) context.note(node, key, [spell.name, spell.energy ?? null], told);
  if (isPicked) context.pick(node, { spell: spell.name }, words);
  return node;
}

/**
 * Cards in rows of equal height, wrapped to the width; `each` may add to a card.
 * @param {Context} context
 * @param {Spell[]} spells
 * @param {number} width
 * @param {CardOptions & { least?: number, extra?: number, keyed?: boolean, marks?: Record<string, string>, each?: ((spell: Spell, index: number, x: number, y: number, width: number) => Child[]) | null }} options
 */
export function spellCards(context, spells, width, { least = 200, most = 7, extra = 0, each = null, ...options }) {
  const columns = Math.max(1, Math.min(Math.max(2, spells.length), Math.floor((width + 6) / (least + 6))));
  const size = (width - 6 * (columns - 1)) / columns;
  /** @type {Child[]} */
  const nodes = [];
  let y = 0;
  for (let first = 0; first < spells.length; first += columns) {
    const row = spells.slice(first, first + columns);
    const height = Math.max(...row.map((spell) => cardHeight(spell, size, most)));
    row.forEach((spell, index) => {
      const x = index * (size + 6);
      const key = options.keyed ? `energy ${spell.name}` : null;
      nodes.push(
        spellCard(context, spell, x, y, size, height, { ...options, most, key, mark: options.marks?.[spell.name] }),
      );
      if (each) nodes.push(...each(spell, first + index, x, y + height, size));
    });
    y += height + extra + 6;
  }
  return { nodes, height: Math.max(0, y - 6) };
}
