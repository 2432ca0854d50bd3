// Move analysis: the winning chances before and after the answer at a step, and those of other answers. The module is
// loaded on demand, and then follows the current step.

import { gamePath, problemText, signedIn } from "../core/api.js";
import { announce, button, find, html, replace, tableHead } from "../core/dom.js";
import { openForking } from "../table/fork.js";
import { growing, nameOffer } from "./poll-result.js";
import { actionOf, findStep } from "../record/positions.js";
import { seatIcon } from "../core/seat-colours.js";
import { gettext, ngettext } from "../core/i18n.js";
import { openTool } from "./study-panel.js";
import { margin, percent, signed } from "./winning-chance.js";

/** @import { Replaying } from "./controller.js" */
/** @import { Child } from "../types.js" */
/** @import { ChancesSeen as Look, Rival, VerdictResponse as Verdict } from "../responses.js" */

const APART_MILLISECONDS = 700;

/** @type {MoveAnalysis | null} */
let judged = null;

/**
 * Analyse the answer at the current step.
 * @param {Replaying} replaying
 */
export async function openMoveAnalysis(replaying) {
  judged ??= new MoveAnalysis(replaying);
  await judged.open();
}

/** The analyses of answers, beside the board. */
class MoveAnalysis {
  /** By action. @type {Map<number, Verdict>} */
  #verdicts = new Map();
  /** Why it has stopped, by action. @type {Map<number, string>} */
  #refusals = new Map();
  /** The actions with a pending request. @type {Set<number>} */
  #asking = new Set();
  /** Whether the reader must sign in to request an analysis. */
  #needsName = false;
  /** The shown content: while it is unchanged, the focus is kept. */
  #shown = "";

  /** @param {Replaying} replaying */
  constructor(replaying) {
    this.replaying = replaying;
    this.progress = html.progress({ "aria-label": gettext("Move analysis progress") });
    this.heading = html.h2({ id: "judged-heading", tabindex: -1 });
    this.content = html.div();
    this.place = html.section(
      { id: "judged", class: "analysis tool", "aria-labelledby": "judged-heading" },
      this.heading,
      this.content,
    );
    find("comparing").before(this.place);
    if (replaying.parts) replaying.parts.judged = this;
  }

  /** The action of the current step. */
  get #action() {
    return Number(this.replaying.step.position.split("-")[0]);
  }

  /** The best of the better answers than the one at this position, if any was found. @param {string} position */
  better(position) {
    const others = this.#verdicts.get(Number(actionOf(position)))?.others ?? [];
    const [best] = others.filter((one) => one.is_better).sort((one, other) => other.gain - one.gain);
    return best?.move ?? null;
  }

  /** The current step has changed. */
  moved() {
    if (this.replaying.step) this.#show();
  }

  /** Show the analysis of the current step, and request the rest. */
  async open() {
    const action = this.#action;
    openTool(this.place);
    this.#show();
    this.heading.focus();
    if (this.#asking.has(action) || this.#verdicts.get(action)?.state === "done") return;
    this.#asking.add(action);
    this.#refusals.delete(action);
    const path = gamePath(this.replaying.summary.id, "/analysis", { at: String(action) });
    /** @type {AsyncGenerator<Verdict, void>} */
    const known = growing(path, "no-verdict", this.#verdicts.has(action), APART_MILLISECONDS);
    try {
      for await (const verdict of known) {
        this.#verdicts.set(action, verdict);
        this.#show();
      }
      const verdict = this.#verdicts.get(action);
      if (!verdict) this.#needsName = true;
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
    const shown = JSON.stringify([action, isAsking, refusal, verdict, this.#needsName]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const hadFocus = this.content.contains(document.activeElement);
    replace(this.heading, gettext("Analysis of the answer at {position}", { position: `${action}` }));
    replace(
      this.content,
      refusal && html.p({ class: "refusal", role: "alert" }, refusal),
      ...(verdict?.played ? this.#told(verdict) : []),
      verdict?.state === "done" && html.p({ class: "verdict" }, this.#conclusion(verdict)),
      isAsking ? this.#progressOf(verdict) : verdict?.state !== "done" && this.#offer(),
    );
    if (hadFocus && !this.content.contains(document.activeElement)) this.heading.focus({ preventScroll: true });
  }

  #offer() {
    const onclick = () => this.open();
    if (this.#needsName && !signedIn()) return nameOffer(onclick);
    return button(gettext("Analyse this step"), onclick, { id: "judge-now" });
  }

  /** @param {Verdict | undefined} verdict */
  #progressOf(verdict) {
    const words =
      verdict && !verdict.is_attended
        ? gettext("Move analysis is currently unavailable. It resumes once the “search” process is running.")
        : gettext("Simulating games from here. This takes about ten seconds.");
    return [this.progress, html.p({ class: "hint", role: "status" }, words)];
  }

  /** @param {number} seat */
  #name(seat) {
    return this.replaying.summary.seats[seat].name ?? String(seat + 1);
  }

  /**
   * The played answer, the chances before and after it, and the alternatives.
   * @param {Verdict} verdict
   * @returns {Child[]}
   */
  #told({ action, seat, played, before, after, others }) {
    const name = this.#name(/** @type {number} */ (seat));
    const words = gettext("{name} chose “{move}”.", { name, move: played?.text ?? "" });
    return [
      html.p(seatIcon(/** @type {number} */ (seat), 12), " ", words),
      before && after && this.#chances(before, after),
      others.length > 0 && html.h3({ id: "rivals-heading" }, gettext("Alternatives")),
      others.length > 0 &&
        html.ul(
          { class: "turning-points", "aria-labelledby": "rivals-heading" },
          others.map((one) => html.li({ class: one.is_better ? "better" : null }, this.#sentence(one))),
        ),
      others.length > 0 && this.#tryingOne(action),
    ];
  }

  /** The button to try an alternative in an analysis game, from the step before the answer. @param {number} action */
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
      html.tr(
        html.th({ scope: "row" }, seatIcon(seat, 12), " ", this.#name(seat)),
        html.td(`${percent(chance)} %`),
        html.td(`${percent(after.chances[seat])} %`),
      ),
    );
    return html.table(
      { class: "chances" },
      html.caption(gettext("Winning chances")),
      tableHead([null, gettext("before"), gettext("after")]),
      html.tbody(rows),
    );
  }

  /** @param {Rival} rival */
  #sentence({ text, games, gain, error, is_better: isBetter, is_settled: isSettled }) {
    const told = { move: text, error: margin(error) };
    if (!games) return gettext("“{move}” is next.", told);
    const by = percent(Math.abs(gain));
    if (isBetter) {
      return ngettext(
        "“{move}” would have raised the winning chance by {number} percentage point (± {error}).",
        "“{move}” would have raised the winning chance by {number} percentage points (± {error}).",
        by,
        told,
      );
    }
    if (isSettled && by && gain < 0) {
      return ngettext(
        "“{move}” would have lowered the winning chance by {number} percentage point (± {error}).",
        "“{move}” would have lowered the winning chance by {number} percentage points (± {error}).",
        by,
        told,
      );
    }
    if (isSettled) return gettext("“{move}” would have been about as good.", told);
    return gettext("It is unclear whether “{move}” would have been better: {gain} points, ± {error}.", {
      ...told,
      gain: signed(gain),
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

  /** Mark the analysed answers on the curve. */
  #mark() {
    const { parts, steps } = this.replaying;
    const name = gettext("Analysed");
    const done = [...this.#verdicts.values()].filter(({ state, seat }) => state === "done" && seat !== null);
    /** @type {[number, string][]} */
    const marks = done.map(({ action }) => [findStep(steps, `${action}-0`), name]);
    parts?.timeline.annotate("judged", new Map(marks));
  }
}
