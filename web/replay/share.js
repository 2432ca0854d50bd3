// Sharing: links to a step or a time, an embed code, the verifiable record, and a picture of the board.

import { file, recordPath } from "../core/api.js";
import { here } from "../core/base-path.js";
import { copyButton, field, openDialog } from "../core/dialogs.js";
import { button, html } from "../core/dom.js";
import { problemNotice } from "../core/page-header.js";
import { boardAsPng, boardAsSvg, save } from "../board/export-image.js";
import { writePlace } from "../record/positions.js";
import { asLines, keptReceipts } from "../signing/receipts.js";
import { gettext } from "../core/i18n.js";

/** @import { Board } from "../board/board.js" */
/** @import { Place } from "../record/positions.js" */
/** @import { Step } from "../types.js" */

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
  const input = html("input", { id, readonly: true, value: text(), class: "code" });
  all.push({ input, text });
  return html("div", { class: "copy-line" }, field(name, input), copyButton(text, gettext("Copy")));
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

/** @param {() => Promise<void>} work */
async function tried(work) {
  try {
    await work();
  } catch (error) {
    problemNotice(error);
  }
}

/**
 * The record as the asking viewer may see it, as a file that anyone can verify without this server.
 * @param {string} game
 */
function saveBundle(game) {
  return tried(async () => save(await file(recordPath(game, "/bundle")), `${game}.ndjson`));
}

/**
 * This browser's receipts of the game, to be compared with its record without this server.
 * @param {string} game
 */
function saveReceipts(game) {
  return tried(async () => {
    const lines = asLines((await keptReceipts(game)).map(({ receipt }) => receipt));
    save(new Blob([lines], { type: "application/x-ndjson" }), `${game}-receipts.ndjson`);
  });
}

/**
 * The dialog.
 * @param {string} game
 * @param {Place} place the view in the address
 * @param {Step} step the current step
 * @param {Board} board
 * @param {boolean} isOver
 */
export function openSharing(game, place, step, board, isOver) {
  /** @type {HTMLInputElement} */
  const results = html("input", {
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
  openDialog(
    gettext("Share"),
    line(gettext("Link to this step"), "link-to-step", toStep, copied),
    line(gettext("Link to this moment"), "link-to-time", toTime, copied),
    line(gettext("Embed code"), "frame-code", frame, copied),
    isOver && html("label", { class: "switch" }, results, gettext("Readers of the link see the result at once")),
    html("h3", {}, gettext("Download")),
    html(
      "div",
      { class: "buttons" },
      button(
        gettext("Position as SVG"),
        () =>
          tried(async () => {
            save(new Blob([(await boardAsSvg(board, step.text)).text], { type: "image/svg+xml" }), `${name}.svg`);
          }),
        { id: "save-svg" },
      ),
      button(
        gettext("Position as PNG"),
        () =>
          tried(async () => {
            save(await boardAsPng(board, step.text), `${name}.png`);
          }),
        { id: "save-png" },
      ),
      button(gettext("Full record"), () => saveBundle(game), { id: "save-bundle" }),
      button(gettext("My receipts"), () => saveReceipts(game), { id: "save-receipts" }),
    ),
    html(
      "p",
      { class: "hint" },
      gettext("Verify the record without this server:"),
      " ",
      html("a", { href: "/verify" }, gettext("Verify a record")),
    ),
  );
}
