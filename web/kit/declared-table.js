// Declared table: the drawing of a title that declares its board, cards and tracks (`grid`, `hands` and `tracks` of its
// view). A title that does so and has no `board.js` gets this drawing; a `board.js` can widen it, with
// `export * from "../../kit/declared-table.js"`.

import { gettext } from "../core/i18n.js";
import { gridSurface } from "./grid.js";
import { drawHand, handTitle } from "./hands.js";
import { seatMark } from "./icons.js";
import { actingPill, pointsPlate } from "./panels.js";
import { at } from "./shapes.js";
import { Stage } from "./stage.js";
import { heading, nameOf } from "./table-frame.js";
import { fitted } from "./text.js";
import { drawTrack } from "./tracks.js";

/** @import { DrawingContext } from "../types" */
/** @import { Grid } from "./grid.js" */
/** @import { Hand } from "./hands.js" */
/** @import { Panel } from "./stage.js" */
/** @import { Part } from "./table-frame.js" */
/** @import { Track } from "./tracks.js" */

const PAD = 14;
const LINE = 36;
const [LEAST, MOST] = [320, 760];

/** The table has one part of the game. */
export const phase = () => ({ key: "", label: gettext("The game") });

/** How a piece sounds when it arrives. */
export const sounds = { piece: "stone", card: "card" };

/**
 * The players, with their marks and points.
 * @param {DrawingContext} context
 * @param {number} width
 * @returns {Part}
 */
function playerLines(context, width) {
  const title = gettext("Players");
  const nodes = context.seats.map(({ seat }, index) => {
    const points = context.points?.[seat];
    const right = width - PAD - (points === undefined ? 0 : 68);
    const acting = actingPill(context, seat, right, 4);
    const name = fitted(PAD + 28, 20, nameOf(context, seat), right - acting.width - 50, "kit-name");
    const plate = points !== undefined && pointsPlate(context, seat, points, width - PAD, { name: String(points) });
    return at(0, 34 + index * LINE, seatMark(seat, PAD, 4, 20), name, acting.node, plate);
  });
  return { title, height: 42 + nodes.length * LINE, nodes: [...heading(title, { sign: "diamond" }), ...nodes] };
}

/**
 * Parts, one below the other, as one.
 * @param {Part[]} parts
 * @returns {Part}
 */
function stacked(parts) {
  let height = 0;
  const nodes = parts.map((part) => {
    const node = at(0, height, ...part.nodes);
    height += part.height;
    return node;
  });
  return { title: parts[0].title, height, nodes };
}

/**
 * The whole table: the surface is the grid, or else the tracks, or else the cards in front of all.
 * @param {{ grid?: Grid, hands?: Hand[], tracks?: Track[] }} table
 * @param {DrawingContext} context
 */
export function draw({ grid, hands = [], tracks = [] }, context) {
  const held = hands.filter(({ seat }) => seat !== null);
  const own = held.filter(({ seat }) => seat === context.viewer);
  /** @type {(drawn: Hand[]) => (width: number) => Part} */
  const rows = (drawn) => (width) => stacked(drawn.map((hand) => drawHand(hand, context, width)));
  /** @param {number} width */
  const lanes = (width) => stacked(tracks.map((track) => drawTrack(track, context, width)));
  const others = held.filter((hand) => !own.includes(hand));
  const open = hands.filter((hand) => !held.includes(hand));
  /** @type {(key: string, drawn: Hand[], isFirst: boolean) => Panel[]} */
  const cards = (key, drawn, isFirst) =>
    drawn.length ? [{ key, label: handTitle(drawn[0], context), isFirst, draw: rows(drawn) }] : [];
  const openPanel = cards("cards", open, true);
  const trackPanel = tracks.length ? [{ key: "tracks", label: gettext("Tracks"), isFirst: false, draw: lanes }] : [];
  const players = {
    key: "players",
    label: gettext("Players"),
    isFirst: false,
    draw: (/** @type {number} */ width) => playerLines(context, width),
  };
  const shown = [...trackPanel, ...openPanel, players];
  const surface = grid
    ? gridSurface(grid, context)
    : { least: LEAST, most: MOST, draw: /** @type {Panel} */ (shown.shift()).draw };
  const panels = [...cards("own", own, true), ...shown, ...cards("others", others, false)];
  return new Stage("kit-declared", gettext("The table"), surface, panels);
}
