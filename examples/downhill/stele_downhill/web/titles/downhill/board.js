// The board of Downhill: a track for each skier, and the speeds to choose from.

import { svg } from "../../kit/elements.js";
import { numbers } from "../../kit/panels.js";
import { at, box, edge, path, picture, times } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { Stage } from "../../kit/stage.js";
import { heading, nameOf, seating } from "../../kit/table-frame.js";
import { fitted, middle, paragraph } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";

/** @import { Context, Player, View } from "./view.js" */

const [PAD, TRACK, TOP] = [12, 52, 36];

export const questions = { Ski: () => gettext("Choose your speed for this gate.") };
export const sounds = { skier: "card" };

/** The part of the game that this table is in. @param {View} table */
export const phase = ({ gate }) => ({
  key: `gate-${gate}`,
  label: gettext("Gate {number}", { number: gate }),
  chapter: String(gate),
});

/**
 * A skier's track: the mark behind the last gate that was passed, the speed and the time.
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @param {(gate: number) => number} xOf
 */
function track(context, { seat, speed, seconds, passed, face, fell }, width, xOf) {
  const name = nameOf(context, seat);
  const time = ngettext("{number} second", "{number} seconds", seconds);
  const last = face === null ? "" : fell ? gettext("fell at {face}", { face }) : gettext("rolled {face}", { face });
  const text = [gettext("speed {speed}", { speed }), last].filter(Boolean).join(", ");
  const lines = picture(
    `${name}: ${time}, ${text}`,
    fitted(PAD + 4, 18, `${name}: ${text}`, width - 150, "downhill-text"),
    fitted(width - PAD - 4, 18, time, 120, "downhill-text kit-strong", "end"),
  );
  const skier = at(xOf(passed) + 6, 24, seatMark(seat, 0, 0, 20));
  const node = svg(
    "g",
    { role: "group", "aria-label": name },
    box(2, 0, width - 4, TRACK - 6, "downhill-snow", 8),
    lines,
  );
  const frame = at(0, 0, node, edge(2, 0, width - 4, TRACK - 6, 9));
  context.note(frame, `skier ${seat}`, [seconds, speed], { name: gettext("Seconds"), text: seconds, seat });
  frame.append(context.piece(skier, "skier", `gate ${passed}`, { id: String(seat) }));
  return frame;
}

/**
 * The slope, with its gates from left to right.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function slope(table, context, width) {
  const step = (width - 2 * PAD - 20) / (table.gates + 1);
  const xOf = (/** @type {number} */ gate) => PAD + gate * step;
  const height = TOP + table.players.length * TRACK + 4;
  const gates = times(table.gates, (index) => {
    const [x, icy] = [xOf(index + 1), table.icy.includes(index + 1)];
    const name = icy
      ? gettext("Gate {number}, icy", { number: index + 1 })
      : gettext("Gate {number}", { number: index + 1 });
    const line = path(`M${x} ${TOP - 8}V${height - 8}`, icy ? "downhill-icy" : "downhill-gate");
    return picture(name, line, middle(x, TOP - 14, `${index + 1}${icy ? "*" : ""}`, "kit-small"));
  });
  const tracks = seating(table, context).map((player, index) =>
    at(0, TOP + index * TRACK, track(context, player, width, xOf)),
  );
  return { title: gettext("The slope"), height, nodes: [...gates, ...tracks] };
}

/**
 * The speeds that can be chosen.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function choice(table, context, width) {
  const title = gettext("Your speed");
  const isIcy = table.icy.includes(table.gate);
  const words = isIcy
    ? gettext("This gate is icy: above speed 1 you fall if the die shows your speed or less.")
    : gettext("You fall if the die shows less than your speed.");
  const hint = paragraph(PAD, 48, words, width - 2 * PAD, "kit-small");
  const picks = numbers(context, PAD, 48 + hint.height, width - 2 * PAD, [1, 2, 3, 4, 5, 6], (speed) => [
    { speed },
    gettext("Ski at speed {speed}", { speed }),
  ]);
  return {
    title,
    height: 56 + hint.height + picks.height,
    nodes: [...heading(title, { sign: "diamond" }), ...hint.nodes, ...picks.nodes],
  };
}

/**
 * The whole table.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const { viewer, toAct, asked } = context;
  const surface = { least: 320, most: 760, draw: (/** @type {number} */ width) => slope(table, context, width) };
  const isAsked = typeof viewer === "number" && toAct.includes(viewer);
  const drawChoice = (/** @type {number} */ width) => choice(asked, context, width);
  const panels = isAsked ? [{ key: "speed", label: gettext("Your speed"), isFirst: true, draw: drawChoice }] : [];
  return new Stage("downhill-board", gettext("The table of Downhill"), surface, panels);
}
