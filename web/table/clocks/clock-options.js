// Clock options: a new game's form fields for its pace and for the outcome when time runs out.

import { field } from "../../core/dialogs.js";
import { html, select } from "../../core/dom.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { lengthText } from "../../core/time-left.js";

/** @import { Pace } from "../../types.js" */

const HOUR = 3600000;
const DAY = 24 * HOUR;
const VACATION = [0, 7, 14, 30];

/** @type {Record<string, Pick<Pace, "kind" | "time" | "increment" | "cap">>} */
const PACES = {
  hours: { kind: "answer", time: 12 * HOUR, increment: 0, cap: 0 },
  day: { kind: "answer", time: DAY, increment: 0, cap: 0 },
  days: { kind: "answer", time: 3 * DAY, increment: 0, cap: 0 },
  week: { kind: "answer", time: 7 * DAY, increment: 0, cap: 0 },
  bank: { kind: "bank", time: 5 * DAY, increment: 12 * HOUR, cap: 10 * DAY },
};

/**
 * A pace in a sentence.
 * @param {Pick<Pace, "kind" | "time" | "increment" | "cap">} pace
 */
export function paceText({ kind, time, increment, cap }) {
  if (kind === "answer") return gettext("{time} per answer", { time: lengthText(time) });
  const lengths = { time: lengthText(time), more: lengthText(increment), most: lengthText(cap) };
  return gettext("{time} + {more} per turn, up to {most}", lengths);
}

/**
 * The outcome when time runs out.
 * @param {Pace["outcome"]} outcome
 */
export function outcomeText(outcome) {
  switch (outcome) {
    case "once":
      return gettext("a computer player plays this turn");
    case "seat":
      return gettext("a computer player plays until the player is back");
    case "resign":
      return gettext("the player resigns");
    default:
      return gettext("nothing happens");
  }
}

/** The form fields for a game's pace. */
export class PaceChoice {
  #pace = select({ name: "pace", onchange: () => this.#show() }, [
    ["", gettext("No clock: players take as long as they like")],
    ...Object.entries(PACES).map(([name, pace]) => /** @type {const} */ ([name, paceText(pace)])),
  ]);
  #outcome = select(
    { name: "outcome" },
    /** @type {const} */ (["seat", "once", "resign", "never"]).map((outcome) => [outcome, outcomeText(outcome)]),
  );
  #vacation = select(
    { name: "vacation" },
    VACATION.map((number) => [
      number,
      number ? ngettext("{number} day a year", "{number} days a year", number) : gettext("None"),
    ]),
    14,
  );
  #windows = html.input({ type: "checkbox", name: "windows" });
  #more = html.div(
    { hidden: true },
    field(gettext("When time runs out"), this.#outcome),
    field(gettext("Vacation"), this.#vacation),
    field(
      gettext("Clocks run only during play times"),
      this.#windows,
      gettext("Players set weekly times when they play; their clocks run only during these times."),
    ),
  );

  /**
   * @param {() => void} [changed] called when the pace or the time-out's outcome changes
   * @param {boolean} [isRequired] whether there must be a clock with an effective time-out
   * @param {string} [kept] the present pace in words, if it can be kept: the value is null then
   */
  constructor(changed, isRequired = false, kept = "") {
    if (changed) for (const one of [this.#pace, this.#outcome]) one.addEventListener("change", changed);
    if (isRequired) {
      const none = /** @type {HTMLOptionElement} */ (this.#pace.querySelector("[value='']"));
      if (kept) none.textContent = kept;
      else none.remove();
      this.#outcome.querySelector("[value=never]")?.remove();
      this.#pace.value = kept ? "" : "days";
      this.#show();
    }
  }

  #show() {
    this.#more.hidden = this.#pace.value === "";
  }

  /** The fields. */
  get fields() {
    return [field(gettext("Pace"), this.#pace), this.#more];
  }

  /** Whether there is a clock with an effective time-out. */
  get isBinding() {
    return this.#pace.value !== "" && this.#outcome.value !== "never";
  }

  /** The pace for the request; null: no clock. */
  get value() {
    const pace = PACES[this.#pace.value];
    if (!pace) return null;
    return {
      ...pace,
      windows: this.#windows.checked,
      vacation: Number(this.#vacation.value),
      outcome: this.#outcome.value,
    };
  }
}
