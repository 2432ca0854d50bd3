// Move analysis: the winning chances before and after the answer at a step, and those of other answers.
// The module is loaded on demand, and then follows the step that is shown.

import { gamePath, problemText } from "../core/api.js";
import { announce, button, find, html, replace, tableHead } from "../core/dom.js";
import { openForking } from "../table/fork.js";
import { growing } from "./poll-result.js";
import { findStep } from "../record/positions.js";
import { seatIcon } from "../core/seat-colours.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Replaying } from "./controller.js" */
/** @import { Child, Move } from "../types.js" */
/** @typedef {{ games: number, chances: number[] }} Look */
/** @typedef {{ move: Move, text: string, games: number, gain: number, error: number, is_better: boolean, is_settled: boolean }} Rival */
/** @typedef {{ action: number, state: "under way" | "done" | "failed", is_attended: boolean, done: number, pieces: number, seat: number | null, played: { text: string } | null, before: Look | null, after: Look | null, others: Rival[] }} Verdict */

const APART_MILLISECONDS = 700;
const HUNDRED = 100;
/** So many standard errors to either side hold what is so in 95 of 100 cases. */
const ERRORS = 2;

/** @type {Judged | null} */
let judged = null;

/**
 * Judge what was answered at the step that is shown.
 * @param {Replaying} replaying
 */
export async function openJudged(replaying) {
  judged ??= new Judged(replaying);
  await judged.open();
}

/** @param {number} share */
const percent = (share) => Math.round(HUNDRED * share);

/** What is known of the answers that somebody asked about, beside the board. */
class Judged {
  /** By action. @type {Map<number, Verdict>} */
  #verdicts = new Map();
  /** Why it does not go on, by action. @type {Map<number, string>} */
  #refusals = new Map();
  /** The actions that are being asked about. @type {Set<number>} */
  #asking = new Set();
  /** What is shown: while it stays, nobody loses the focus. */
  #shown = "";

  /** @param {Replaying} replaying */
  constructor(replaying) {
    this.replaying = replaying;
    this.progress = html("progress", { "aria-label": gettext("Move analysis progress") });
    this.heading = html("h2", { id: "judged-heading", tabindex: -1 });
    this.content = html("div");
    this.place = html(
      "section",
      { id: "judged", class: "analysis", "aria-labelledby": "judged-heading" },
      this.heading,
      this.content,
    );
    find("comparing").before(this.place);
    if (replaying.parts) replaying.parts.judged = this;
  }

  /** Which action's step is shown. */
  get #action() {
    return Number(this.replaying.step.position.split("-")[0]);
  }

  /** The reader is at another step. */
  moved() {
    if (this.replaying.step) this.#show();
  }

  /** Show what is known of the step that is shown, and ask for what is not. */
  async open() {
    const action = this.#action;
    this.#show();
    this.heading.focus();
    if (this.#asking.has(action) || this.#verdicts.get(action)?.state === "done") return;
    this.#asking.add(action);
    this.#refusals.delete(action);
    const path = gamePath(this.replaying.summary.id, `/verdicts/${action}`);
    /** @type {AsyncGenerator<Verdict, void>} */
    const known = growing(path, "no-verdict", this.#verdicts.has(action), APART_MILLISECONDS);
    try {
      for await (const verdict of known) {
        this.#verdicts.set(action, verdict);
        this.#show();
      }
      const verdict = this.#verdicts.get(action);
      if (!verdict) this.#refusals.set(action, gettext("Sign in to request the analysis."));
      else if (verdict.state === "done") announce(this.#conclusion(verdict));
    } catch (error) {
      this.#refusals.set(action, problemText(error));
    } finally {
      this.#asking.delete(action);
    }
    this.#show();
    this.#mark();
  }

  #show() {
    const action = this.#action;
    const verdict = this.#verdicts.get(action);
    const isAsking = this.#asking.has(action);
    const isFailed = verdict?.state === "failed" && !isAsking;
    const failure = isFailed ? gettext("This answer could not be analysed. You can try again.") : "";
    const refusal = this.#refusals.get(action) ?? failure;
    this.progress.max = verdict?.pieces ?? 1;
    this.progress.value = verdict?.done ?? 0;
    const shown = JSON.stringify([action, isAsking, refusal, verdict]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const hadFocus = this.content.contains(document.activeElement);
    replace(this.heading, gettext("Analysis of the answer at {position}", { position: `${action}` }));
    replace(
      this.content,
      refusal && html("p", { class: "refusal", role: "alert" }, refusal),
      ...(verdict?.played ? this.#told(verdict) : []),
      verdict?.state === "done" && html("p", { class: "verdict" }, this.#conclusion(verdict)),
      isAsking ? this.#progressOf(verdict) : verdict?.state !== "done" && this.#offer(),
    );
    if (hadFocus && !this.content.contains(document.activeElement)) this.heading.focus({ preventScroll: true });
  }

  #offer() {
    const onclick = () => this.open();
    return button(gettext("Analyse this step"), onclick, { id: "judge-now" });
  }

  /** @param {Verdict | undefined} verdict */
  #progressOf(verdict) {
    const words =
      verdict && !verdict.is_attended
        ? gettext("Move analysis is currently unavailable. It continues as soon as the process “search” runs.")
        : gettext("Simulating games from here. This takes about ten seconds.");
    return [this.progress, html("p", { class: "hint", role: "status" }, words)];
  }

  /** @param {number} seat */
  #name(seat) {
    return this.replaying.summary.seats[seat].name ?? String(seat + 1);
  }

  /**
   * What was played, the chances around it, and the others.
   * @param {Verdict} verdict
   * @returns {Child[]}
   */
  #told({ action, seat, played, before, after, others }) {
    const name = this.#name(/** @type {number} */ (seat));
    const words = gettext("{name} chose “{move}”.", { name, move: played?.text ?? "" });
    return [
      html("p", {}, seatIcon(/** @type {number} */ (seat), 12), " ", words),
      before && after && this.#chances(before, after),
      others.length > 0 && html("h3", { id: "rivals-heading" }, gettext("Alternatives")),
      others.length > 0 &&
        html(
          "ul",
          { class: "turning-points", "aria-labelledby": "rivals-heading" },
          others.map((one) => html("li", { class: one.is_better ? "better" : null }, this.#sentence(one))),
        ),
      others.length > 0 && this.#tryingOne(action),
    ];
  }

  /** A way to try one of the others, where lines can be tried: from the step before the answer. @param {number} action */
  #tryingOne(action) {
    const { steps, summary } = this.replaying;
    const before = steps[findStep(steps, `${action}-0`) - 1];
    if (!before || !document.getElementById("try-line")) return null;
    const onclick = () => openForking(summary, before);
    return button(gettext("Try one of them"), onclick, { id: "try-rival" });
  }

  /**
   * @param {Look} before
   * @param {Look} after
   */
  #chances(before, after) {
    const rows = before.chances.map((chance, seat) =>
      html(
        "tr",
        {},
        html("th", { scope: "row" }, seatIcon(seat, 12), " ", this.#name(seat)),
        html("td", {}, `${percent(chance)} %`),
        html("td", {}, `${percent(after.chances[seat])} %`),
      ),
    );
    return html(
      "table",
      { class: "chances" },
      html("caption", {}, gettext("Winning chances")),
      tableHead([null, gettext("before"), gettext("after")]),
      html("tbody", {}, rows),
    );
  }

  /** @param {Rival} rival */
  #sentence({ text, games, gain, error, is_better: isBetter, is_settled: isSettled }) {
    const told = { move: text, error: percent(ERRORS * error) };
    if (!games) return gettext("“{move}” is next.", told);
    const by = percent(Math.abs(gain));
    if (isBetter) {
      return ngettext(
        "“{move}” would have won one more game in 100 (± {error}).",
        "“{move}” would have won {number} more games in 100 (± {error}).",
        by,
        told,
      );
    }
    if (isSettled && by && gain < 0) {
      return ngettext(
        "“{move}” would have won one fewer game in 100 (± {error}).",
        "“{move}” would have won {number} fewer games in 100 (± {error}).",
        by,
        told,
      );
    }
    if (isSettled) return gettext("With “{move}” they would have won about as often.", told);
    return gettext("It is unclear whether “{move}” would have been better: {gain} in 100 games, ± {error}.", {
      ...told,
      gain: `${gain < 0 ? "−" : "+"}${by}`,
    });
  }

  /** @param {Verdict} verdict */
  #conclusion({ seat, others }) {
    if (seat === null) return gettext("No player made a choice here.");
    if (!others.length) return gettext("No other move was possible.");
    return others.some((one) => one.is_better)
      ? gettext("There was a better answer.")
      : gettext("No better move was found.");
  }

  /** Mark on the curve what was judged. */
  #mark() {
    const { parts, steps } = this.replaying;
    const name = gettext("Analysed");
    const done = [...this.#verdicts.values()].filter(({ state, seat }) => state === "done" && seat !== null);
    /** @type {[number, string][]} */
    const marks = done.map(({ action }) => [findStep(steps, `${action}-0`), name]);
    parts?.timeline.annotate("judged", new Map(marks));
  }
}
