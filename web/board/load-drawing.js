// Drawing loader: imports a title's drawing and its style sheets by the title's name.
// A title without a drawing gets that of what it declares, or else the generic one, so it can be played and replayed
// the day its folder appears.

import { here } from "../core/base-path.js";
import { html } from "../core/dom.js";
import { titleTexts } from "../core/i18n.js";

/** @import { Drawing, LoadedDrawing } from "../types.js" */

/** The files of each title with a drawing. @type {Record<string, string[]> | undefined} */
let drawings;

/**
 * The files of a title's drawing; none if it has no drawing.
 * @param {string} title
 */
export function filesOf(title) {
  drawings ??= JSON.parse(document.querySelector('meta[name="drawings"]')?.getAttribute("content") ?? "{}");
  return drawings?.[title] ?? [];
}

/**
 * Load an additional file of a title's folder; null: there is none.
 * @param {string} title
 * @param {"aid" | "ending" | "orders" | "rules"} name
 * @returns {Promise<any>}
 */
export async function besides(title, name) {
  return filesOf(title).includes(`${name}.js`) ? import(here(`/web/titles/${title}/${name}.js`)) : null;
}

/**
 * @typedef {Drawing & { questions: Record<string, () => string>, drawingErrorText: (error: unknown) => string }}
 *   PlainDrawing
 */

/**
 * The drawing of any title: tables of plain values.
 * @returns {Promise<PlainDrawing>}
 */
export async function plainDrawing() {
  const [plain] = await Promise.all([import("./generic-drawing.js"), loadStyle("/web/board/generic-drawing.css")]);
  return plain;
}

/** The requested drawings, by title. @type {Map<string, Promise<LoadedDrawing>>} */
const loaded = new Map();

/**
 * The drawing module of a title: its own, that of what it declares, or the generic one.
 * @param {string} title
 */
export function drawingOf(title) {
  const found = loaded.get(title) ?? loadDrawing(title);
  loaded.set(title, found);
  return found;
}

/** Load the drawing of this page's game early, if the server has named its title. */
export function loadDrawingAhead() {
  const { drawn } = document.body.dataset;
  if (drawn) drawingOf(drawn).catch(() => {}); // the error appears where the drawing is used
}

/**
 * @param {string} title
 * @returns {Promise<LoadedDrawing>}
 */
async function loadDrawing(title) {
  const files = filesOf(title);
  const isDeclared = files.includes("declared-table.js");
  if (!isDeclared && !files.includes("board.js")) {
    const [plain] = await Promise.all([plainDrawing(), titleTexts(title)]);
    return { ...plain, isOwn: false };
  }
  const folder = `/web/titles/${title}`;
  // By address: a drawing may be in another package.
  const [own] = await Promise.all([
    isDeclared ? import("../kit/declared-table.js") : import(here(`${folder}/board.js`)).catch(faultyDrawing),
    loadStyle("/web/kit/kit.css"),
    files.includes("board.css") && loadStyle(`${folder}/board.css`),
    titleTexts(title),
  ]);
  return { questions: {}, ...own, isOwn: true };
}

/**
 * The drawing in place of one that cannot be loaded because of this error: it fails with it at each attempt to draw.
 * @param {unknown} error
 */
async function faultyDrawing(error) {
  if (error instanceof TypeError) throw error; // not fetched: offline
  const draw = () => {
    throw error;
  };
  return { ...(await plainDrawing()), draw };
}

/**
 * Load a style sheet, if available, unless the page has it.
 * @param {string} address
 */
export function loadStyle(address) {
  if (document.querySelector(`link[rel="stylesheet"][href="${here(address)}"]`)) return Promise.resolve(null);
  return new Promise((resolve) => {
    document.head.append(html.link({ rel: "stylesheet", href: address, onload: resolve, onerror: resolve }));
  });
}
