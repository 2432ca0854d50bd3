// Live replay: reads new steps of a running game into the replay as its events arrive.

import { gamePath } from "../core/api.js";
import { find } from "../core/dom.js";
import { CONNECTION_WORDS, Following } from "../core/event-stream.js";

/** @import { Replaying } from "./controller.js" */

const GATHER_MILLISECONDS = 60;

/**
 * Let this replay's record grow while it is looked at.
 * @param {Replaying} replaying
 */
export function followOn(replaying) {
  /** @type {ReturnType<typeof setTimeout> | null} */
  let reading = null;
  const heard = () => {
    reading ??= setTimeout(async () => {
      await replaying.readOn();
      reading = null;
    }, GATHER_MILLISECONDS);
  };
  new Following(
    gamePath(replaying.summary.id, "/events"),
    replaying.steps[replaying.steps.length - 1].position,
    heard,
    (word) => {
      find("progress").textContent = CONNECTION_WORDS[word]();
    },
  );
}
