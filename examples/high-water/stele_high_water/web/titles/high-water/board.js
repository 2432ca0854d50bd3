// The board of High Water: the island with its wardens, and the step that is asked.

import { button } from "../../kit/panels.js";
import { at, box, edge, picture } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { Stage } from "../../kit/stage.js";
import { heading, nameOf } from "../../kit/table-frame.js";
import { fitted, textAt } from "../../kit/text.js";
import { gettext, listed, ngettext } from "../../core/i18n.js";

/** @import { Context, View } from "./view.js" */

const [PAD, GAP, LOST] = [12, 8, 3];

export const questions = {
  Walk: () => gettext("Walk to a field beside yours."),
  Bail: () => gettext("Bail on your field."),
  Wait: () => gettext("Wait."),
};
export const alternatives = {
  Walk: () => gettext("walk to a field beside yours"),
  Bail: () => gettext("bail on your field"),
  Wait: () => gettext("wait"),
};
export const sounds = { warden: "stone" };

/** The part of the game that this table is in. @param {View} table */
export const phase = ({ tide }) => ({
  key: `tide-${tide}`,
  label: gettext("Tide {number}", { number: tide }),
  chapter: String(tide),
});

/**
 * A field: its water, and the wardens on it.
 * @param {View} table
 * @param {Context} context
 * @param {View["fields"][number]} one
 * @param {number} size
 */
function drawField(table, context, { field, water }, size) {
  const here = table.players.filter((player) => player.field === field);
  const isLost = water === LOST;
  const depth = isLost ? gettext("lost") : water ? gettext("water {number} of 3", { number: water }) : gettext("dry");
  const names = here.length ? `, ${listed(here.map(({ seat }) => nameOf(context, seat)))}` : "";
  const high = (water * size) / LOST;
  const sea = box(0, size - high, size, high, isLost ? "water-lost" : "water-sea", isLost ? 8 : 3);
  const label = textAt(8, 20, `${field} ${water ? "≈".repeat(water) : ""}`, isLost ? "water-drowned" : "water-name");
  const node = at(
    0,
    0,
    picture(`${field}: ${depth}${names}`, box(0, 0, size, size, "water-land", 8), water > 0 && sea, label),
  );
  const [across, down] = [Math.min(26, (size - 32) / 2), Math.min(26, size - 54)]; // so that six fit on a phone
  here.forEach(({ seat }, index) => {
    const mark = at(10 + (index % 3) * across, 32 + Math.floor(index / 3) * down, seatMark(seat, 0, 0, 22));
    node.append(context.piece(mark, "warden", field, { id: String(seat) }));
  });
  node.append(edge(0, 0, size, size, 9));
  context.pick(node, { type: "Walk", field }, gettext("Walk to {field}", { field }));
  context.note(node, `field ${field}`, water, { name: field, text: depth });
  return node;
}

/**
 * The island.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function island(table, context, width) {
  const size = (width - 2 * PAD - 3 * GAP) / 4;
  const nodes = table.fields.map((one, index) => {
    const [column, row] = [index % 4, Math.floor(index / 4)];
    return at(PAD + column * (size + GAP), PAD + row * (size + GAP), drawField(table, context, one, size));
  });
  return { title: gettext("The island"), height: 2 * PAD + 3 * size + 2 * GAP, nodes };
}

/**
 * The tide, and who is on the island.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function storm({ tide, tides, players, turn, steps, phase: now }, context, width) {
  const title = gettext("Tide {number} of {tides}", { number: tide, tides });
  const lines = players.map(({ seat, field }, index) => {
    const left = ngettext("one step left", "{number} steps left", steps);
    const text = field === null ? gettext("out") : now === "walking" && seat === turn ? `${field}, ${left}` : field;
    const name = nameOf(context, seat);
    const shown = picture(
      `${name}: ${text}`,
      fitted(38, 14, name, width - 150, "kit-strong"),
      fitted(width - 14, 14, text, 100, "", "end"),
    );
    const node = at(0, 34 + index * 28, seatMark(seat, 12, 0, 18), shown, edge(6, -4, width - 12, 26));
    context.note(node, `warden ${seat}`, field, { name: gettext("Warden"), text: field ?? gettext("out"), seat });
    return node;
  });
  return { title, height: 40 + players.length * 28, nodes: [...heading(title, { sign: "diamond" }), ...lines] };
}

/**
 * The steps that are not on the map.
 * @param {Context} context
 * @param {number} width
 */
function otherSteps(context, width) {
  const title = gettext("Your step");
  const each = Math.min(160, (width - 36) / 2);
  const bail = button(context, 12, 34, each, gettext("Bail"), { type: "Bail" });
  const wait = button(context, 24 + each, 34, each, gettext("Wait"), { type: "Wait" });
  return { title, height: 76, nodes: [...heading(title), bail, wait] };
}

/**
 * The whole table.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const { viewer, toAct } = context;
  const surface = { least: 320, most: 640, draw: (/** @type {number} */ width) => island(table, context, width) };
  const drawStorm = (/** @type {number} */ width) => storm(table, context, width);
  const panels = [{ key: "storm", label: gettext("The storm"), isFirst: false, draw: drawStorm }];
  if (typeof viewer === "number" && toAct.includes(viewer)) {
    const drawn = (/** @type {number} */ width) => otherSteps(context, width);
    panels.unshift({ key: "step", label: gettext("Your step"), isFirst: true, draw: drawn });
  }
  return new Stage("water-board", gettext("The table of High Water"), surface, panels);
}
