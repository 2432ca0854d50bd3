// Live updates: reads a game's events so far, follows new ones, announces them, and refreshes the game.

import { call, gamePath, recordPath } from "../core/api.js";
import { announce, find } from "../core/dom.js";
import { CONNECTION_WORDS, Following } from "../core/event-stream.js";
import { isMark } from "../record/annotations.js";
import { notice } from "../core/page-header.js";

/** @import { Playing } from "./controller.js" */
/** @import { GameEvent } from "../types.js" */

/**
 * Read the story so far, and follow the game from its end on. Gives what was told.
 * @param {Playing} playing
 */
export async function followGame(playing) {
  const { game, story, traffic } = playing;
  /** @type {{ events: GameEvent[] }} */
  const { events } = await call(recordPath(game.id, "/events", { limit: "5000" }));
  story.add(events);
  const last = events[events.length - 1].position;
  /** @type {Following<GameEvent>} */
  const following = new Following(
    gamePath(game.id, "/events"),
    last,
    (event) => {
      story.add([event]);
      if (!isMark(event)) announce(event.text);
      if (event.type === "DisputeDecided") notice(event.text);
      traffic.heard(event.position);
    },
    (word) => {
      find("connection").textContent = CONNECTION_WORDS[word]();
      find("connection").dataset.connection = word;
      if (word === "live") traffic.connected();
    },
  );
  addEventListener("pagehide", () => following.stop());
  traffic.heard(last);
  return events.filter((event) => !isMark(event));
}
