// The header: turn, the four phases as a track, the hat, disc and moves left, metals accepted besides, the goal.

import { at, box, circle, edge, picture, times } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { nameOf, steps, zone } from "../../kit/table-frame.js";
import { fitted, middle, textAt } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { amulet, disc, hat, metal } from "./icons.js";
import { metalName } from "./words.js";

/**
 * @import { Context, PhaseName, View } from "./view.js"
 */

const PHONE = 640;
const LAST_TURNS = 20;
/** @type {Record<PhaseName, number>} */
const PARTS = {
  setup: -1,
  choice: -1,
  spells: 0,
  metals: 1,
  gems: 2,
  exchange: 2,
  payment: 2,
  gem: 2,
  take_back: 2,
  movement: 2,
  energy: 3,
  over: 4,
};
const KEYS = ["spells", "metals", "gems", "energy"];

/**
 * The part of the game in key and words.
 * @param {View} table
 */
export function phase(table) {
  const part = PARTS[table.phase];
  const { turn } = table;
  if (part === -1) return { key: "choice", label: gettext("The set-up") };
  if (part === 4) return { key: "end", label: gettext("The end of the game") };
  const words = [
    () => gettext("Turn {turn}: spells", { turn }),
    () => gettext("Turn {turn}: metals", { turn }),
    () => gettext("Turn {turn}: gems", { turn }),
    () => gettext("Turn {turn}: energy", { turn }),
  ];
  return { key: `${turn}-${KEYS[part]}`, label: words[part](), chapter: gettext("Turn {turn}", { turn }) };
}

/**
 * @param {View} table
 * @param {number} width
 */
function track(table, width) {
  const names = [gettext("Spells"), gettext("Metals"), gettext("Gems"), gettext("Energy")];
  return steps(names, PARTS[table.phase], width, gettext("Phase: {phase}", { phase: phase(table).label }));
}

/**
 * Who has the hat.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function hatOf(table, context, width) {
  const name = nameOf(context, table.hat);
  const node = at(
    0,
    0,
    picture(
      gettext("{name} has the hat", { name }),
      hat(0, -3, 24),
      circle(35.5, 9.5, 10.5, "amulett-mark-ground"),
      seatMark(table.hat, 28, 2, 15),
      fitted(50, 14.5, name, width - 52, "kit-on-header"),
    ),
    edge(-2, -3, width, 25, 5),
  );
  context.note(node, "hat", table.hat);
  return node;
}

/**
 * The disc that was drawn, and as many discs as moves are left.
 * @param {View} table
 * @param {Context} context
 */
function moves(table, context) {
  const words =
    table.disc === null
      ? gettext("No disc is drawn")
      : gettext("Disc {disc}, moves left: {moves}", { disc: table.disc, moves: table.moves });
  const most = table.disc ?? 0;
  const left = times(most, (index) => disc(30 + index * 15, 4, 13, index < table.moves ? "disc" : "spent"));
  const node = at(
    0,
    0,
    picture(words, disc(0, -2, 24), middle(12, 14.5, table.disc ?? "–", "amulett-disc-text"), ...left),
    edge(-3, -4, 34 + most * 15, 28, 6),
  );
  context.note(node, "moves", [table.disc, table.moves]);
  return { node, width: 36 + most * 15 };
}

/**
 * @param {View} table
 * @param {Context} context
 */
function desires(table, context) {
  const names = table.desires.map(metalName).join(", ");
  const words = table.desires.length
    ? gettext("accepted besides: {list}", { list: names })
    : gettext("no metal is accepted besides");
  const node = at(
    0,
    0,
    picture(
      words,
      ...(table.desires.length
        ? [
            textAt(0, 14.5, "+", "kit-on-header kit-strong"),
            ...table.desires.map((kind, index) => metal(kind, 11 + index * 20, 1, 18)),
          ]
        : []),
    ),
    edge(-2, -3, 14 + table.desires.length * 20, 26, 5),
  );
  context.note(node, "desires", table.desires);
  return { node, width: table.desires.length ? 16 + table.desires.length * 20 : 0 };
}

/**
 * @param {View} table
 * @param {number} width
 */
function goal(table, width) {
  const values = { different: table.goal.different, gems: table.goal.gems };
  const words = gettext("The goal: {different} kinds of gems, or {gems} gems", values);
  return picture(
    words,
    amulet(0, -3, 24),
    fitted(27, 14.5, gettext("{different} kinds or {gems} gems", values), width - 34, "kit-on-header"),
  );
}

/**
 * The header within this width: where the game is stays what is asked while a chosen move is drawn below it.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
export function header(table, context, width) {
  const isPhone = width <= PHONE;
  const { asked } = context;
  const { label: title } = phase(asked);
  const isLate = asked.turn > asked.turn_limit - LAST_TURNS;
  const words = isLate ? gettext("{phase} (of {limit} turns)", { phase: title, limit: asked.turn_limit }) : title;
  const half = isPhone ? width - 24 : Math.min(520, (width - 40) / 2);
  const left = moves(table, context);
  const besides = desires(table, context);
  const goalWidth = Math.min(190, width * 0.46);
  const hatWidth = isPhone ? width - 36 - goalWidth : width - 60 - goalWidth - left.width - besides.width;
  const height = isPhone ? 122 : 84;
  const parts = isPhone
    ? [
        at(12, 34, track(asked, half)),
        at(12, 66, hatOf(table, context, hatWidth)),
        at(width - goalWidth - 6, 66, goal(table, goalWidth)),
        at(14, 94, left.node),
        at(14 + left.width + 8, 94, besides.node),
      ]
    : [
        at(width - half - 12, 10, track(asked, half)),
        at(14, 48, hatOf(table, context, hatWidth)),
        at(width - goalWidth - besides.width - left.width - 30, 48, left.node),
        at(width - goalWidth - besides.width - 18, 48, besides.node),
        at(width - goalWidth - 6, 48, goal(table, goalWidth)),
      ];
  const node = zone(
    0,
    0,
    width,
    height,
    words,
    box(0.5, 0.5, width - 1, height - 1, "kit-header", 10),
    fitted(12, 25, words, isPhone ? width - 24 : width - half - 40, "kit-title"),
    ...parts,
    edge(0, 0, width, height, 10, 0),
  );
  context.note(node, "phase", [asked.turn, asked.phase]);
  return { node, height };
}
