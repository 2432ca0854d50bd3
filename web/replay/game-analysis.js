// Game analysis: a finished game's winning chances as a curve, what each move lost, better moves, and who had the luck.
// The module is loaded on demand.

import { gamePath, problemText } from "../core/api.js";
import { announce, button, find, html, replace, select, tableHead } from "../core/dom.js";
import { growing, nameOffer } from "./poll-result.js";
import { compare, findStep, writePlace } from "../record/positions.js";
import { pointsName } from "../core/points.js";
import { seatIcon } from "../core/seat-colours.js";
import { gettext, ngettext } from "../core/i18n.js";
import { openTool } from "./study-panel.js";
import { HUNDRED, margin, percent, signed } from "./winning-chance.js";

/** @import { Replaying } from "./controller.js" */
/** @import { Child, Move, Result, Step } from "../types.js" */
/** @import { TurningPoint, JudgedMove as Decision, PlayerBalance as Balance, Chances as Moment, AnalysisResponse as Analysis } from "../responses.js" */
/** @typedef {{ move: Move, text: string }} DescribedMove a move and what it does */
/** @typedef {"points" | "chances" | "known"} Curved what the curve shows */

const APART_MILLISECONDS = 1000;
const MINUTE = 60;
const MOST_SWINGS = 3;
const MOST_QUESTIONS = 5;
/** So many further moments are shown at once. */
const SOME = 25;

/** @type {Explained | null} */
let explained = null;

/**
 * Show the analysis of this game, and request it if necessary.
 * @param {Replaying} replaying
 * @param {() => void} followed called when the reader goes to a step
 */
export async function openExplained(replaying, followed) {
  explained ??= new Explained(replaying, followed);
  await explained.open();
}

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
    const curves = {
      chances: gettext("Winning chances with hindsight"),
      known: gettext("Winning chances with what each player knew"),
      ...(replaying.summary.unit !== null && { points: pointsName(replaying.summary.unit) }),
    };
    this.curve = select({ id: "shown-curve", onchange: () => this.#redraw() }, Object.entries(curves));
    this.progress = html.progress({ "aria-label": gettext("Analysis progress") });
    this.status = html.div();
    this.choice = html.label({ hidden: true }, gettext("Curve:"), " ", this.curve);
    this.points = html.div();
    this.told = html.div(this.choice, this.points);
    this.heading = html.h2({ id: "explained-heading", tabindex: -1 }, gettext("Game analysis"));
    this.place = html.section(
      { id: "explained", class: "analysis tool", "aria-labelledby": "explained-heading" },
      this.heading,
      this.status,
      this.told,
    );
    find("comparing").before(this.place);
    if (replaying.parts) replaying.parts.explained = this;
  }

  /** Hide what tells how the game went, or show it. @param {boolean} isHidden */
  hide(isHidden) {
    this.told.hidden = isHidden;
  }

  /** The steps have changed: place the marks again. */
  grown() {
    this.#draw();
  }

  /** The better answer than the one at this position, if any was found. @param {string} position */
  better(position) {
    const { turning_points: points, decisions } = this.#analysis ?? { turning_points: [], decisions: [] };
    return [...points, ...decisions].find((one) => one.position === position)?.better?.move ?? null;
  }

  /** Show the analysis so far, and follow it to its end. Nothing hidden is shown before it has anything to tell. */
  async open() {
    openTool(this.place);
    this.#show();
    this.heading.focus();
    if (this.#analysis?.moments.length) this.replaying.reveal();
    if (this.#isAsking || this.#analysis?.state === "done") return;
    this.#isAsking = true;
    const path = gamePath(this.replaying.summary.id, "/analysis");
    /** @type {AsyncGenerator<Analysis, void>} */
    const known = growing(path, "no-analysis", this.#analysis !== null, APART_MILLISECONDS);
    try {
      for await (const analysis of known) {
        if (analysis.moments.length && !this.#analysis?.moments.length) this.replaying.reveal();
        this.#analysis = analysis;
        this.#show();
        this.#redraw();
      }
      if (!this.#analysis) replace(this.status, ...nameOffer(() => this.open()));
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
    const told = analysis && [
      analysis.turning_points,
      analysis.moments.length > 1,
      Math.floor(analysis.moments.length / SOME),
      analysis.ahead,
      minutesLeft(analysis),
    ];
    const shown = analysis ? JSON.stringify([state, analysis.is_attended, told]) : "";
    if (shown && shown === this.#shown && !refusal) return;
    this.#shown = refusal ? "" : shown;
    replace(this.status, this.#said(refusal));
    this.choice.hidden = !analysis?.moments.length && state !== "under way";
    replace(this.points, ...(analysis ? this.#told(analysis) : []));
  }

  /** The progress, or why it has stopped. @param {string} refusal */
  #said(refusal) {
    const isFailed = this.#analysis?.state === "failed";
    const words = refusal || (isFailed && gettext("This game could not be analysed. You can try again."));
    if (words) return html.p({ class: "refusal", role: "alert" }, words);
    if (!this.#analysis) return html.p({ class: "hint" }, gettext("Looking up known results…"));
    if (this.#analysis.state === "done") return null;
    return [this.progress, html.p({ class: "hint", role: "status" }, goesOn(this.#analysis))];
  }

  /**
   * @param {Analysis} analysis
   * @returns {Child[]}
   */
  #told(analysis) {
    const { turning_points: points, moments, players } = analysis;
    return [
      this.#losses(points, analysis.state === "done"),
      moments.length > 1 && this.#swings(moments),
      analysis.decisions.length > 0 && this.#balances(players, analysis),
      analysis.state === "done" && this.#learning(analysis),
    ];
  }

  /**
   * The answers that lost most, in the order of play.
   * @param {TurningPoint[]} points
   * @param {boolean} isDone
   */
  #losses(points, isDone) {
    if (!points.length) {
      return isDone && html.p({ class: "hint" }, gettext("No clear mistakes found."));
    }
    return [
      html.h3({ id: "turning-heading" }, gettext("Largest losses")),
      html.ol(
        { class: "turning-points", "aria-labelledby": "turning-heading" },
        points.map((point) => this.#loss(point)),
      ),
    ];
  }

  /** The move, what it lost, and the better move, in one line; the whole sentence once it is picked. @param {TurningPoint} point */
  #loss(point) {
    const { position, seat, played, better, gain } = point;
    const words = this.#sentence(point);
    return html.li(
      { class: "better" },
      seatIcon(seat, 12),
      this.#linkTo(position, played.text, words),
      html.span({ class: "lost", "aria-hidden": "true" }, `−${percent(gain)}`),
      better &&
        button(better.text, () => this.#showBetter(point), {
          class: "quiet",
          title: better.text,
          "aria-label": gettext("Show the better move: {move}", { move: better.text }),
        }),
      html.p({ "aria-hidden": "true" }, words),
    );
  }

  /**
   * @param {string} position
   * @param {string} words
   * @param {string} sentence
   */
  #linkTo(position, words, sentence) {
    const href = writePlace({ ...this.replaying.place, at: position });
    const link = html.a({ href, title: sentence, "aria-label": sentence }, words);
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      for (const one of this.points.querySelectorAll("li")) one.classList.toggle("is-picked", one.contains(link));
      this.replaying.goTo(findStep(this.replaying.steps, position));
      this.followed();
    });
    return link;
  }

  /** @param {TurningPoint} point */
  #sentence({ position, seat, played, better, gain }) {
    const error = this.#analysis?.decisions.find((one) => one.position === position)?.error ?? 0;
    return ngettext(
      "{position}: {name} chose “{move}”. “{better}” would have raised the winning chance by {number} percentage point (± {error}).",
      "{position}: {name} chose “{move}”. “{better}” would have raised the winning chance by {number} percentage points (± {error}).",
      percent(gain),
      {
        position,
        name: this.#name(seat),
        move: played.text,
        better: better?.text ?? "",
        error: margin(error),
      },
    );
  }

  /** Show the state after the better move beside the one before it. @param {TurningPoint} point */
  async #showBetter({ position, better }) {
    const { Alternatives } = await import("./mistakes.js");
    await new Alternatives(this.replaying, position).preview(/** @type {DescribedMove} */ (better));
    this.followed();
  }

  /** @param {number} seat */
  #name(seat) {
    return this.replaying.summary.seats[seat].name ?? String(seat + 1);
  }

  /** The actions after which the chances changed most. @param {Moment[]} moments */
  #swings(moments) {
    const changes = moments.slice(1).map(({ position, chances, luck }, before) => {
      const by = chances.map((chance, seat) => chance - moments[before].chances[seat]);
      const seat = by.reduce((most, one, at) => (Math.abs(one) > Math.abs(by[most]) ? at : most), 0);
      return { position, seat, from: moments[before].chances[seat], to: chances[seat], by: by[seat], luck: luck[seat] };
    });
    const largest = changes.toSorted((one, other) => Math.abs(other.by) - Math.abs(one.by)).slice(0, MOST_SWINGS);
    return [
      html.h3({ id: "swings-heading" }, gettext("Largest swings")),
      html.ol(
        { class: "turning-points", "aria-labelledby": "swings-heading" },
        largest.toSorted((one, other) => compare(one.position, other.position)).map((one) => this.#swing(one)),
      ),
    ];
  }

  /** @param {{ position: string, seat: number, from: number, to: number, luck: number }} swing */
  #swing({ position, seat, from, to, luck }) {
    const told = { position, name: this.#name(seat), from: percent(from), to: percent(to), luck: signed(luck) };
    const words = percent(luck)
      ? gettext("{position}: {name}’s winning chance went from {from}% to {to}%; draws gave {luck}.", told)
      : gettext("{position}: {name}’s winning chance went from {from}% to {to}%.", told);
    return html.li(
      seatIcon(seat, 12),
      this.#linkTo(position, this.#name(seat), words),
      html.span({ class: "lost", "aria-hidden": "true" }, `${told.from} → ${told.to}%`),
      html.p({ "aria-hidden": "true" }, words),
    );
  }

  /**
   * Each player's accuracy, losses and luck, and the accuracy in each part of the game.
   * @param {Balance[]} players
   * @param {Analysis} analysis
   */
  #balances(players, { decisions, luck_share: share }) {
    const rows = players.map(({ seat, accuracy, lost, error, luck, luck_error: luckError }) =>
      html.tr(
        html.th({ scope: "row" }, seatIcon(seat, 12), " ", this.#name(seat)),
        html.td(accuracy === null ? "–" : `${Math.round(accuracy)}`),
        html.td(`${percent(lost)} ± ${margin(error)}`),
        html.td(`${signed(luck)} ± ${margin(luckError)}`),
      ),
    );
    const shareWords =
      share !== null &&
      gettext("Random draws caused {share}% of the changes in winning chances, and moves caused the rest.", {
        share: percent(share),
      });
    return [
      html.table(
        { class: "chances" },
        html.caption(gettext("Play and luck, in percentage points of winning chance")),
        tableHead([null, gettext("Accuracy"), gettext("Lost"), gettext("Luck")]),
        html.tbody(rows),
      ),
      shareWords && html.p({ class: "hint" }, shareWords),
      this.#phases(players, decisions),
    ];
  }

  /**
   * @param {Balance[]} players
   * @param {Decision[]} decisions
   */
  #phases(players, decisions) {
    const { phases, steps } = this.replaying;
    /** @type {Map<string, Decision[][]>} */
    const chapters = new Map();
    for (const one of decisions) {
      const chapter = phases.findLast(({ index }) => index <= findStep(steps, one.position))?.chapter;
      if (!chapter) continue;
      const found = chapters.get(chapter) ?? players.map(() => []);
      found[one.seat].push(one);
      chapters.set(chapter, found);
    }
    if (chapters.size < 2) return null;
    const mean = (/** @type {Decision[]} */ all) =>
      all.length ? String(Math.round(all.reduce((sum, { accuracy }) => sum + accuracy, 0) / all.length)) : "–";
    return html.table(
      { class: "chances" },
      html.caption(gettext("Accuracy by part of the game")),
      tableHead([null, ...players.map(({ seat }) => this.#name(seat))]),
      html.tbody(
        [...chapters].map(([chapter, bySeat]) =>
          html.tr(html.th({ scope: "row" }, chapter), ...bySeat.map((all) => html.td(mean(all)))),
        ),
      ),
    );
  }

  /** Questions about the largest losses of one player. @param {Analysis} analysis */
  #learning({ decisions }) {
    const seats = this.replaying.summary.seats.filter(({ seat }) =>
      decisions.some((one) => one.seat === seat && one.better),
    );
    if (!seats.length) return null;
    const own = this.replaying.summary.your_seat;
    const choice = select(
      { id: "learn-seat", "aria-label": gettext("Player whose moves are to be improved") },
      seats.map(({ seat }) => [seat, this.#name(seat)]),
      own,
    );
    const learn = async () => {
      const { openMistakes } = await import("./mistakes.js");
      const seat = Number(choice.value);
      const mine = decisions.filter((one) => one.seat === seat && one.better);
      await openMistakes(
        this.replaying,
        mine.toSorted((one, other) => other.lost - one.lost).slice(0, MOST_QUESTIONS),
        this.place,
      );
    };
    return html.div(
      { class: "buttons" },
      button(gettext("Learn from mistakes"), learn, { id: "learn", class: "primary" }),
      seats.length > 1 && choice,
    );
  }

  get #curved() {
    return /** @type {Curved} */ (this.curve.value);
  }

  #redraw() {
    this.#drawn = { steps: [], chances: [] };
    this.#draw();
  }

  /** The chances that the curve shows. @param {Moment} moment */
  #chancesIn({ chances, known }) {
    return this.#curved === "known" ? known : chances;
  }

  /**
   * Each seat's chance at each step, which is the chance after the last action before it; at the end the result. None
   * before the first moment that was judged: an analysis goes backwards.
   */
  get #chances() {
    const { steps } = this.replaying;
    if (this.#drawn.steps !== steps || this.#drawn.chances.length !== steps.length) {
      const moments = this.#analysis?.moments ?? [];
      let next = 0;
      const chances = steps.map(({ position, state }) => {
        if (state.result) return shares(state.result, state.teams).map((share) => HUNDRED * share);
        while (next < moments.length && compare(moments[next].position, position) <= 0) next += 1;
        return next ? this.#chancesIn(moments[next - 1]).map((chance) => HUNDRED * chance) : [];
      });
      this.#drawn = { steps, chances };
    }
    return this.#drawn.chances;
  }

  /** Draw the selected curve, with the turning points. */
  #draw() {
    const { parts, steps } = this.replaying;
    const analysis = this.#analysis;
    if (!parts || !analysis) return;
    const chances = this.#chances;
    const last = chances.at(-1) ?? [];
    const words = last.map((chance, seat) => `${this.#name(seat)}: ${Math.round(chance)} %`);
    const told = { chances: words.join(", ") };
    const ends =
      this.#curved === "known"
        ? gettext("Winning chances over time, with what each player knew. Final: {chances}", told)
        : gettext("Winning chances over time. Final: {chances}", told);
    const { done, pieces, moments } = analysis;
    const [moment] = moments;
    const since = moment && done < pieces && gettext("Analysed from {position} on.", { position: moment.position });
    const curve = {
      most: HUNDRED,
      top: "100 %",
      words: since ? `${ends} ${since}` : ends,
      of: (/** @type {number} */ at) => this.#chances[at],
    };
    parts.timeline.draw(this.#curved !== "points" && moment && last.length ? curve : null);
    const name = gettext("Large loss");
    /** @type {[number, string][]} */
    const marks = analysis.turning_points.map(({ position }) => [findStep(steps, position), name]);
    parts.timeline.annotate("turning", new Map(marks));
  }
}

/** The minutes that the analysis still takes, rounded up; null before the start. @param {Analysis} analysis */
function minutesLeft({ seconds_left: seconds }) {
  return seconds === null ? null : Math.ceil(seconds / MINUTE);
}

/** What an analysis under way does, or waits for. @param {Analysis} analysis */
function goesOn(analysis) {
  if (!analysis.is_attended) {
    return gettext("Game analysis is currently unavailable. It resumes once the “search” process is running.");
  }
  const minutes = minutesLeft(analysis);
  if (minutes !== null) {
    return ngettext(
      "Comparing every move with its alternatives, the last ones first. {number} minute left at most.",
      "Comparing every move with its alternatives, the last ones first. {number} minutes left at most.",
      Math.max(1, minutes),
    );
  }
  return analysis.ahead
    ? ngettext("{number} earlier request comes first.", "{number} earlier requests come first.", analysis.ahead)
    : gettext("Games waiting for a move come first.");
}

/**
 * Each seat's share of the win, which its winning sides divide among them; a partner has all of their side's.
 * @param {Result} result
 * @param {number[]} [teams]
 */
function shares({ places }, teams) {
  const winners = new Set(places.flatMap((place, seat) => (place === 1 ? [teams?.[seat] ?? seat] : [])));
  return places.map((place) => (place === 1 ? 1 / winners.size : 0));
}
