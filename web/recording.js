// A game's record in the browser: one step for each effect, each with the state after it, read as frames with patches.

import { gamePath, values } from "./api.js";
import { patched } from "./patch.js";
import { compare } from "./place.js";

export class Recording {
  /** `viewer`: whose view (`as` of the API). */
  constructor(game, viewer) {
    this.game = game;
    this.viewer = viewer;
    /** The steps: `{ position, text, type, seat, at, state }`. */
    this.steps = [];
    this.isWhole = false;
    this.reading = null;
  }

  /**
   * Read what is not read yet; `grown(steps)` is called with new steps as they arrive, a few at a time. Who asks while
   * it is being read waits for the same reading.
   */
  read(grown = () => {}) {
    this.reading ??= this.#read(grown).finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  async #read(grown) {
    const last = this.steps.at(-1);
    const parameters = { state: "patch", digests: "false", as: this.viewer, ...(last ? { from: last.position } : {}) };
    let state = null;
    let fresh = [];
    let told = performance.now();
    for await (const frame of values(gamePath(this.game, "/replay", parameters))) {
      state = frame.state ?? patched(state, frame.patch);
      if (last && compare(frame.position, last.position) <= 0) continue;
      const { position, text, type, seat, at } = frame.event;
      fresh.push({ position, text, type, seat, at, state });
      if (performance.now() - told > 100 || this.steps.length === 0) {
        this.#take(fresh, grown);
        fresh = [];
        told = performance.now();
      }
    }
    this.isWhole = true;
    this.#take(fresh, grown);
  }

  #take(fresh, grown) {
    this.steps.push(...fresh);
    grown(fresh);
  }
}

/** Where the game's parts begin: `[{ index, key, label }]`, by the drawing's `phase`. */
export function phasesOf(steps, phase) {
  const found = [];
  steps.forEach((step, index) => {
    const { key, label } = step.state.table ? phase(step.state.table) : { key: "", label: "" };
    if (key !== "" && key !== found.at(-1)?.key) found.push({ index, key, label });
  });
  return found;
}

/** The index of the first step of the action before (-1) or after (1) the one at this index. */
export function actionStep(steps, index, direction) {
  const actionOf = (place) => steps[place].position.split("-")[0];
  let place = index;
  if (direction > 0) {
    while (place < steps.length - 1 && actionOf(place) === actionOf(index)) place += 1;
    return place;
  }
  if (place > 0 && actionOf(place - 1) !== actionOf(place)) place -= 1;
  while (place > 0 && actionOf(place - 1) === actionOf(place)) place -= 1;
  return place;
}

/** The index at which the part before or after the one at this index begins. */
export function phaseStep(phases, index, direction, last) {
  if (direction > 0) return phases.find((phase) => phase.index > index)?.index ?? last;
  return phases.findLast((phase) => phase.index < index)?.index ?? 0;
}
