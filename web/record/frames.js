// Record steps: reads a game's record, with the state after each event.
// The server sends patches from one state to the next.

import { Problem } from "../core/api.js";
import { recordPath, values } from "./record-call.js";
import { stateOf } from "../core/json-patch.js";
import { actionOf, compare } from "./positions.js";
import { localised } from "./sentences.js";

/** @import { Drawing, Phase, SentStep, State, Step } from "../types.js" */
/** @typedef {Required<Phase> & { index: number }} PhaseStart the step at which a part of the game begins */

const TELL_MILLISECONDS = 100;
// Longer than one animation frame.
const PAINTED_MILLISECONDS = 20;

/** The steps of a game as one viewer may see them, as far as loaded. */
export class Recording {
  /** @type {Step[]} */
  steps = [];
  /** Whether everything available was read. */
  isWhole = false;
  /** @type {Promise<void> | null} */
  #reading = null;

  /**
   * @param {string} game
   * @param {string} viewer the viewer (`as` in the API)
   * @param {string} [end] the last position, if the game is over: records up to there are cached by
   *   the browser permanently
   */
  constructor(game, viewer, end = "") {
    this.game = game;
    this.viewer = viewer;
    this.end = end;
  }

  /**
   * Read the rest; `grown(steps)` is called with new steps as they arrive, a few at a time. Concurrent calls share one
   * reading.
   * @param {(steps: Step[]) => void} grown
   */
  read(grown = () => {}) {
    this.#reading ??= this.#read(grown).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /**
   * The single step at `at`, read without those before it; null if there is none. Errors reappear, and are shown, when
   * the record is read.
   * @param {string} at
   */
  async glimpse(at) {
    /** @type {Step | null} */
    let last = null;
    try {
      for await (const step of stepsOf(this.game, this.viewer, { from: at, to: at })) last = step;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    return last;
  }

  /** @param {(steps: Step[]) => void} grown */
  async #read(grown) {
    const last = this.steps.at(-1);
    /** @type {Step[]} */
    let fresh = [];
    let told = 0;
    let isLaid = Boolean(last?.state.table);
    const end = last || !this.end ? null : { to: this.end };
    for await (const step of stepsOf(this.game, this.viewer, { ...(last && { from: last.position }), ...end })) {
      if (last && compare(step.position, last.position) <= 0) continue;
      if (isMark(step)) {
        // It changes nothing visible.
        const marked = fresh.at(-1) ?? this.steps.at(-1);
        if (marked && isOrdered(step)) marked.text += ` ${step.text}`;
        continue;
      }
      fresh.push(step);
      told ||= performance.now();
      if (performance.now() - told > TELL_MILLISECONDS || (!isLaid && step.state.table)) {
        isLaid = Boolean(step.state.table);
        this.#take(fresh, grown);
        fresh = [];
        // The received steps, above all the first board, are painted before more of a long record is read.
        await new Promise((resolve) => {
          setTimeout(resolve, PAINTED_MILLISECONDS);
        });
        told = performance.now();
      }
    }
    this.isWhole = true;
    this.#take(fresh, grown);
  }

  /**
   * @param {Step[]} fresh
   * @param {(steps: Step[]) => void} grown
   */
  #take(fresh, grown) {
    this.steps.push(...fresh);
    grown(fresh);
  }
}

/**
 * The steps of a game's record in an inclusive range of positions, as they arrive.
 * @param {string} game
 * @param {string} viewer the viewer (`as` in the API)
 * @param {Record<string, string>} range
 * @returns {AsyncGenerator<Step>}
 */
export async function* stepsOf(game, viewer, range) {
  const parameters = { state: "patch", brief: "true", as: viewer, ...range };
  /** @type {State | null} */
  let state = null;
  /** @type {AsyncGenerator<SentStep>} */
  const sent = values(recordPath(game, "/replay", parameters));
  for await (const one of sent) {
    state = stateOf(one, state);
    delete one.patch; // the state has it
    yield localised({ ...one, state });
  }
}

/**
 * The first steps of the game's parts, by the drawing's `phase`.
 * @param {Step[]} steps
 * @param {Drawing["phase"]} phase
 */
export function phasesOf(steps, phase) {
  /** @type {PhaseStart[]} */
  const found = [];
  steps.forEach((step, index) => {
    if (!step.state.table) return;
    const { key, label, chapter = label } = phase(step.state.table);
    if (key !== "" && key !== found.at(-1)?.key) found.push({ index, key, label, chapter });
  });
  return found;
}

/**
 * The index to which a navigation command leads from this one; it may be out of range.
 * @param {string} way
 * @param {number} index
 * @param {Step[]} steps
 * @param {PhaseStart[]} phases
 */
export function targetStep(way, index, steps, phases) {
  const last = steps.length - 1;
  switch (way) {
    case "first":
      return 0;
    case "next":
      return index + 1;
    case "previous":
      return index - 1;
    case "next-action":
      return actionStep(steps, index, 1);
    case "previous-action":
      return actionStep(steps, index, -1);
    case "next-phase":
      return phaseStep(phases, index, 1, last);
    case "previous-phase":
      return phaseStep(phases, index, -1, last);
    default:
      return last;
  }
}

/**
 * The index of the first step of the previous (-1) or next (1) action.
 * @param {Step[]} steps
 * @param {number} index
 * @param {1 | -1} direction
 */
function actionStep(steps, index, direction) {
  const actionAt = (/** @type {number} */ place) => actionOf(steps[place].position);
  let place = index;
  if (direction > 0) {
    while (place < steps.length - 1 && actionAt(place) === actionAt(index)) place += 1;
    return place;
  }
  if (place > 0 && actionAt(place - 1) !== actionAt(place)) place -= 1;
  while (place > 0 && actionAt(place - 1) === actionAt(place)) place -= 1;
  return place;
}

/**
 * The index at which the previous (-1) or next (1) part begins.
 * @param {PhaseStart[]} phases
 * @param {number} index
 * @param {1 | -1} direction
 * @param {number} last
 */
function phaseStep(phases, index, direction, last) {
  if (direction > 0) return phases.find((phase) => phase.index > index)?.index ?? last;
  return phases.findLast((phase) => phase.index < index)?.index ?? 0;
}

/**
 * Whether a step only marks the previous move as signed or conditional, without changing the state.
 * @param {{ type: string }} step
 */
export const isMark = (step) => /^(Command|Statement)Signed$/.test(step.type) || isOrdered(step);

/**
 * Whether this marks the previous move as a conditional one, which the story shows with the move.
 * @param {{ type: string }} step
 */
export const isOrdered = ({ type }) => type === "MoveOrdered";
