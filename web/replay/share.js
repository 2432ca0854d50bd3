// Sharing: links to a step or a time, an embed code, the verifiable record, and a picture of the board.

import { file } from "../core/api.js";
import { recordPath } from "../record/record-call.js";
import { here } from "../core/base-path.js";
import { copyButton, field, openDialog } from "../core/dialogs.js";
import { button, html } from "../core/dom.js";
import { boardAsPng, boardAsSvg, save } from "../board/export-image.js";
import { actionOf, findStep, writePlace } from "../record/positions.js";
import { asLines, keptReceipts } from "../signing/receipts.js";
import { gettext } from "../core/i18n.js";

/** @import { Board, Pictured } from "../board/board.js" */
/** @import { Step } from "../types.js" */
/** @import { Replaying } from "./controller.js" */

/** In a link: 1 shows results. */
const RESULTS = "s";

/** A text to copy: its field, and how it is made. @typedef {{ input: HTMLInputElement, text: () => string }} Copied */

/**
 * @param {string} name
 * @param {string} id
 * @param {() => string} text
 * @param {Copied[]} all of the dialog
 */
function line(name, id, text, all) {
  /** @type {HTMLInputElement} */
  const input = html.input({ id, readonly: true, value: text(), class: "code" });
  all.push({ input, text });
  return html.div({ class: "copy-line" }, field(name, input), copyButton(text, gettext("Copy")));
}

/**
 * The query of a link to the replay, which shows results or leaves it to the reader.
 * @param {string} query
 * @param {boolean} isShown
 */
function queryOf(query, isShown) {
  const all = new URLSearchParams(query);
  all.delete(RESULTS);
  if (isShown) all.set(RESULTS, "1");
  return all.size ? `?${all}` : "";
}

/**
 * The record as the asking viewer may see it, as a file that anyone can verify without this server.
 * @param {string} game
 */
async function saveBundle(game) {
  save(await file(recordPath(game, "/bundle")), `${game}.ndjson`);
}

/**
 * This browser's receipts of the game, to be compared with its record without this server.
 * @param {string} game
 */
async function saveReceipts(game) {
  const lines = asLines((await keptReceipts(game)).map(({ receipt }) => receipt));
  save(new Blob([lines], { type: "application/x-ndjson" }), `${game}-receipts.ndjson`);
}

/**
 * What the picture of a step shows: with arrows, the last move, and the better answer if an analysis has found one.
 * @param {Replaying} replaying
 * @param {Step} step
 * @param {boolean} hasArrows
 * @returns {Promise<Pictured>}
 */
async function pictured(replaying, step, hasArrows) {
  const { steps } = replaying;
  const index = findStep(steps, step.position);
  const before = steps[index]?.position === step.position ? steps[index - 1]?.state : null;
  if (!hasArrows || !before) return { state: step.state };
  return { state: step.state, before, better: await betterAnswer(replaying, step.position).catch(() => null) };
}

/**
 * The states before and after the better answer of the shown analyses to the answer at this position, or nothing.
 * @param {Replaying} replaying
 * @param {string} position
 */
async function betterAnswer(replaying, position) {
  const { parts, hidesAnswers } = replaying;
  if (hidesAnswers) return null;
  const move = parts?.judged?.better(position) ?? parts?.explained?.better(position);
  if (!move || position !== `${actionOf(position)}-0`) return null;
  const { Alternatives } = await import("./mistakes.js");
  const alternatives = new Alternatives(replaying, position);
  const after = await alternatives.after(move);
  return alternatives.state && { before: alternatives.state, after };
}

/**
 * The dialog, about the current step.
 * @param {Replaying} replaying
 * @param {Board} board
 */
export function openSharing(replaying, board) {
  const { place, step, isOver } = replaying;
  const game = replaying.summary.id;
  /** @type {HTMLInputElement} */
  const results = html.input({
    type: "checkbox",
    id: "share-results",
    checked: isOver && new URLSearchParams(location.search).get(RESULTS) === "1",
    onchange: () => {
      for (const { input, text } of copied) input.value = text();
    },
  });
  /** @type {Copied[]} */
  const copied = [];
  const link = (/** @type {string} */ page, /** @type {string} */ query, /** @type {string} */ fragment) =>
    location.origin + here(`/games/${game}/${page}${queryOf(query, results.checked)}`) + fragment;
  const toStep = () => link("replay", location.search, writePlace({ ...place, at: step.position }));
  const toTime = () => link("replay", location.search, writePlace({ ...place, at: step.at }));
  const embed = () => link("embed", "", writePlace({ at: step.position }));
  const frame = () => `<iframe src="${embed()}" width="800" height="720" loading="lazy" title="Stele"></iframe>`;
  const name = `${game}-${step.position}`;
  /** @type {HTMLInputElement} */
  const arrows = html.input({ type: "checkbox", id: "with-arrows", checked: true });
  const picture = () => pictured(replaying, step, arrows.checked);
  openDialog(
    gettext("Share"),
    line(gettext("Link to this step"), "link-to-step", toStep, copied),
    line(gettext("Link to this moment"), "link-to-time", toTime, copied),
    line(gettext("Embed code"), "frame-code", frame, copied),
    isOver && html.label({ class: "switch" }, results, gettext("Anyone with the link sees the result at once")),
    html.h3(gettext("Download")),
    html.label({ class: "switch" }, arrows, gettext("Pictures with arrows")),
    html.div(
      { class: "buttons" },
      button(
        gettext("Position as SVG"),
        async () => {
          const { text } = await boardAsSvg(board, step.text, await picture());
          save(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);
        },
        { id: "save-svg" },
      ),
      button(
        gettext("Position as PNG"),
        async () => save(await boardAsPng(board, step.text, await picture()), `${name}.png`),
        { id: "save-png" },
      ),
      button(gettext("Full record"), () => saveBundle(game), { id: "save-bundle" }),
      button(gettext("My receipts"), () => saveReceipts(game), { id: "save-receipts" }),
    ),
    html.p(
      { class: "hint" },
      gettext("Verify the record without this server:"),
      " ",
      html.a({ href: "/verify" }, gettext("Verify a record")),
    ),
  );
}
