// What the reader of a replay reaches for: a closer look at the board, steps in small, how long
// to rest on each while it plays, and what tells in words.

import { find } from "./dom.js";
import { glimpseAtLines, glimpseOnCurve } from "./glimpsing.js";
import { hasteIn } from "./haste.js";
import { rest } from "./pace.js";
import { seatOf } from "./place.js";
import { ofReplay, tellAtHand } from "./telling.js";
import { loadStyle } from "./titles.js";
import { Zooming } from "./zooming.js";

/** @import { Replaying } from "./replaying.js" */
/** @import { ReplayParts } from "./types.js" */

/**
 * Let it be used.
 * @param {Replaying} replaying
 * @param {ReplayParts} parts
 * @param {Event[]} early what the reader did before this was loaded
 */
export function reach(replaying, parts, early) {
  const { board, steering, story, timeline } = parts;
  parts.isHasty = hasteIn(find("stage"));
  loadStyle("/web/glimpses.css");
  new Zooming(find("stage"), ".view.whole");
  const seeing = (/** @type {number} */ index) => {
    const { state } = replaying.steps[index] ?? {};
    const before = replaying.steps[index - 1]?.state ?? null;
    return state ? { state, before, viewer: seatOf(replaying.place) ?? state.as } : null;
  };
  glimpseOnCurve(timeline, board, seeing);
  if (story) glimpseAtLines(story, board, seeing);
  steering.ways.rest = () => rest(replaying.steps, replaying.index, replaying.phases);
  tellAtHand(ofReplay(replaying), early);
}
