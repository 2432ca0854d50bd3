// Game analysis: a finished game's winning chances as a curve, with turning points and better moves in sentences.
// The module is loaded on demand.

import { gamePath, problemText } from "../core/api.js";
import { announce, find, html, replace } from "../core/dom.js";
import { growing } from "./poll-result.js";
import { compare, findStep, writePlace } from "../record/positions.js";
import { seatIcon } from "../core/seat-colours.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Replaying } from "./controller.js" */
/** @import { Move, Step } from "../types.js" */
/** @typedef {{ move: Move, text: string }} Told a move and what it does */
/** @typedef {{ position: string, seat: number, played: Told, better: Told | null, before: number, after: number, gain: number }} TurningPoint */
/** @typedef {{ position: string, chances: number[] }} Moment */
/** @typedef {{ state: "under way" | "done" | "failed", is_attended: boolean, done: number, pieces: number, moments: Moment[], turning_points: TurningPoint[] }} Analysis */

const APART_MILLISECONDS = 2000;
const HUNDRED = 100;

/** @type {Explained | null} */
let explained = null;

/**
 * Show the analysis of this game, and request it if necessary.
 * @param {Replaying} replaying
 * @param {() => void} followed called when the reader goes to a turning point
 */
export async function openExplained(replaying, followed) {
  explained ??= new Explained(replaying, followed);
  await explained.open();
}

/** @param {number} share */
const percent = (share) => Math.round(HUNDRED * share);

/** The analysis of a game, beside the board and on the curve. */
class Explained {
  /** @type {Analysis | null} */
  #analysis = null;
  /** The steps, and the chances in their order. @type {{ steps: Step[], chances: number[][] }} */
  #drawn = { steps: [], chances: [] };
  /** Whether a progress request is pending. */
  #isAsking = false;
  /** The shown state: while it is unchanged, only the progress moves, and the focus is kept. */
  #shown = "";

  /**
   * @param {Replaying} replaying
   * @param {() => void} followed
   */
  constructor(replaying, followed) {
    this.replaying = replaying;
    this.followed = followed;
    this.chances = html("input", { type: "checkbox", id: "show-chances", checked: true, onchange: () => this.#draw() });
    this.progress = html("progress", { "aria-label": gettext("Analysis progress") });
    this.status = html("div");
    this.choice = html(
      "label",
      { class: "switch", hidden: true },
      this.chances,
      gettext("Show winning chances instead of points"),
    );
    this.points = html("div");
    this.heading = html("h2", { id: "explained-heading", tabindex: -1 }, gettext("Game analysis"));
    this.place = html(
      "section",
      { id: "explained", class: "analysis", "aria-labelledby": "explained-heading" },
      this.heading,
      this.status,
      this.choice,
      this.points,
    );
    find("comparing").before(this.place);
    if (replaying.parts) replaying.parts.explained = this;
  }

  /** The steps have changed: place the marks again. */
  grown() {
    this.#draw();
  }

  /** Show the analysis so far, and follow it to its end. */
  async open() {
    this.#show();
    this.heading.focus();
    if (this.#isAsking || this.#analysis?.state === "done") return;
    this.#isAsking = true;
    const path = gamePath(this.replaying.summary.id, "/analysis");
    /** @type {AsyncGenerator<Analysis, void>} */
    const known = growing(path, "no-analysis", this.#analysis !== null, APART_MILLISECONDS);
    try {
      for await (const analysis of known) {
        this.#analysis = analysis;
        this.#drawn = { steps: [], chances: [] };
        this.#show();
        this.#draw();
      }
      if (!this.#analysis) this.#show(gettext("Sign in to request the analysis."));
      else if (this.#analysis.state === "done") announce(gettext("The analysis is ready."));
    } catch (error) {
      this.#show(problemText(error));
    } finally {
      this.#isAsking = false;
    }
  }

  /** @param {string} [refusal] */
  #show(refusal = "") {
    const analysis = this.#analysis;
    this.progress.max = Math.max(1, analysis?.pieces ?? 0);
    this.progress.value = analysis?.done ?? 0;
    const state = analysis?.state ?? "";
    const shown = analysis ? `${state} ${analysis.is_attended} ${analysis.pieces > 0}` : "";
    if (shown && shown === this.#shown && !refusal) return;
    this.#shown = refusal ? "" : shown;
    replace(this.status, this.#said(refusal));
    this.choice.hidden = !analysis?.moments.length && state !== "under way";
    replace(this.points, analysis?.state === "done" && this.#turningPoints(analysis.turning_points));
  }

  /** The progress, or why it has stopped. @param {string} refusal */
  #said(refusal) {
    const isFailed = this.#analysis?.state === "failed";
    const words = refusal || (isFailed && gettext("This game could not be analysed. You can try again."));
    if (words) return html("p", { class: "refusal", role: "alert" }, words);
    if (!this.#analysis) return html("p", { class: "hint" }, gettext("Looking up known results…"));
    if (this.#analysis.state === "done") return null;
    let goesOn = gettext("Simulating games from every step. This takes a few minutes.");
    if (!this.#analysis.is_attended) {
      goesOn = gettext("Game analysis is currently unavailable. It resumes once the “search” process is running.");
    } else if (!this.#analysis.pieces) {
      goesOn = gettext("Games waiting for a move, and earlier requests, come first.");
    }
    return [this.progress, html("p", { class: "hint", role: "status" }, goesOn)];
  }

  /** @param {TurningPoint[]} points */
  #turningPoints(points) {
    if (!points.length) return html("p", { class: "hint" }, gettext("No single move decided this game."));
    return [
      html("h3", { id: "turning-heading" }, gettext("Turning points")),
      html(
        "ol",
        { class: "turning-points", "aria-labelledby": "turning-heading" },
        points.map((point) => this.#turningPoint(point)),
      ),
    ];
  }

  /** @param {TurningPoint} point */
  #turningPoint(point) {
    const { position, seat, better } = point;
    const link = html("a", { href: writePlace({ ...this.replaying.place, at: position }) }, this.#sentence(point));
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      this.replaying.goTo(findStep(this.replaying.steps, position));
      this.followed();
    });
    return html("li", { class: better ? "better" : null }, seatIcon(seat, 12), " ", link);
  }

  /** @param {TurningPoint} point */
  #sentence({ position, seat, played, better, before, after, gain }) {
    const name = this.replaying.summary.seats[seat].name ?? String(seat + 1);
    const told = { position, name, move: played.text };
    if (!better) {
      const from = percent(before);
      return gettext(
        "After “{move}” at {position}, {name}’s winning chances fell from {from}% to {to}%; no better move was found.",
        { ...told, from, to: percent(after) },
      );
    }
    return ngettext(
      "At {position}, {name} chose “{move}”; “{better}” would have won one more game in a hundred.",
      "At {position}, {name} chose “{move}”; “{better}” would have won {number} more games in a hundred.",
      percent(gain),
      { ...told, better: better.text },
    );
  }

  /** Each seat's chance at this step, which is the chance after the last action before it. @param {number} index */
  #chancesAt(index) {
    const { steps } = this.replaying;
    if (this.#drawn.steps !== steps || this.#drawn.chances.length !== steps.length) {
      const moments = this.#analysis?.moments ?? [];
      let next = 0;
      const chances = steps.map(({ position }) => {
        while (next < moments.length && compare(moments[next].position, position) <= 0) next += 1;
        return next ? moments[next - 1].chances.map((chance) => HUNDRED * chance) : [];
      });
      this.#drawn = { steps, chances };
    }
    return this.#drawn.chances[index];
  }

  /** Draw the selected curve, with the turning points. */
  #draw() {
    const { parts, steps, summary } = this.replaying;
    const analysis = this.#analysis;
    if (!parts || !analysis) return;
    const last = analysis.moments.at(-1)?.chances ?? [];
    const words = last.map((chance, seat) => `${summary.seats[seat].name ?? seat + 1}: ${percent(chance)} %`);
    const ends = gettext("Winning chances over time. Final: {chances}", { chances: words.join(", ") });
    const curve = { most: HUNDRED, top: "100 %", words: ends, of: (/** @type {number} */ at) => this.#chancesAt(at) };
    parts.timeline.draw(this.chances.checked && last.length ? curve : null);
    const name = gettext("Turning point");
    /** @type {[number, string][]} */
    const marks = analysis.turning_points.map(({ position }) => [findStep(steps, position), name]);
    parts.timeline.annotate("turning", new Map(marks));
  }
}
