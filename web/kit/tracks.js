// Tracks: rows of spaces that a title declares (`tracks` of its view), with the marker of each seat.

import { gettext } from "../core/i18n.js";
import { keyWords } from "../core/key-words.js";
import { seatMark } from "./icons.js";
import { at, box, edge, path, picture, times } from "./shapes.js";
import { heading, nameOf } from "./table-frame.js";
import { fitted, textAt } from "./text.js";

/** @import { DrawingContext } from "../types" */
/** @import { Part } from "./table-frame.js" */

/** @typedef {{ name: string, spaces: number[], most: number }} Track */

const [PAD, TOP, LANE, MARK] = [14, 34, 50, 20];
/** More spaces are not separated by lines. */
const MOST_LINES = 40;

/**
 * A track, with a lane for each seat.
 * @param {Track} track
 * @param {DrawingContext} context
 * @param {number} width
 * @returns {Part}
 */
export function drawTrack({ name, spaces, most }, context, width) {
  const title = keyWords(name);
  const inside = width - 2 * PAD;
  const step = (inside - MARK - 8) / Math.max(1, most);
  /** @param {number} space */
  const left = (space) => PAD + 4 + Math.max(0, Math.min(space, most)) * step;
  const lines = most <= MOST_LINES ? times(most, (index) => left(index + 1) + (MARK - step) / 2) : [];
  const lanes = context.seats.map(({ seat }, index) => {
    const space = spaces[seat];
    const text = gettext("{number} of {most}", { number: space, most });
    const lane = at(
      0,
      TOP + index * LANE,
      picture(
        `${nameOf(context, seat)}: ${text}`,
        box(PAD, 0, inside, LANE - 6, "kit-cell", 8),
        ...lines.map((x) => path(`M${x} 22V${LANE - 10}`, "kit-track-line")),
        fitted(PAD + 8, 16, nameOf(context, seat), inside - 90, "kit-small"),
        textAt(width - PAD - 8, 16, text, "kit-small", "end"),
      ),
      edge(PAD, 0, inside, LANE - 6, 9),
    );
    context.note(lane, `track ${name} ${seat}`, space, { name: title, text: space, seat });
    const marker = at(left(space), LANE - 8 - MARK, seatMark(seat, 0, 0, MARK));
    lane.append(context.piece(marker, "piece", `${name} ${space}`, { id: `${name} ${seat}` }));
    return lane;
  });
  return { title, height: TOP + lanes.length * LANE, nodes: [...heading(title, { sign: "diamond" }), ...lanes] };
}
