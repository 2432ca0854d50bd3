// Image export: renders a board as SVG or PNG with its computed styles inlined, and with the font of its text.

import { here } from "../core/base-path.js";
import { html, svg } from "../core/dom.js";

/** @import { Board, Pictured } from "./board.js" */

const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
  "stop-color",
  "stop-opacity",
  "flood-color",
  "flood-opacity",
  "filter",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "letter-spacing",
  "text-anchor",
  "dominant-baseline",
  "visibility",
  "display",
];
const BOX_STYLES = [
  ...STYLES,
  "color",
  "background-color",
  "border",
  "border-collapse",
  "margin",
  "padding",
  "list-style",
  "width",
  "grid-template-columns",
  "gap",
  "text-align",
  "line-height",
  "box-sizing",
];

/**
 * Copy each element's computed styles into its copy, which has no style sheet outside the page.
 * @param {Element} from
 * @param {Element} to
 * @param {string[]} names
 */
function writeStyles(from, to, names) {
  const computed = getComputedStyle(from);
  for (const name of ["class", "tabindex", "role", "style"]) to.removeAttribute(name);
  for (const name of names) {
    const value = computed.getPropertyValue(name);
    // As attributes in a drawing: the page's policy forbids style attributes, and every viewer supports these.
    if (to instanceof SVGElement) to.setAttribute(name, value);
    else if (to instanceof HTMLElement) to.style.setProperty(name, value);
  }
  [...from.children].forEach((child, place) => writeStyles(child, to.children[place], names));
}

const FONT = "/web/fonts/inter-latin.woff2";

/** The style sheet with the pages' font in it; a picture outside the page has no other. */
async function fontStyle() {
  const answer = await fetch(here(FONT));
  if (!answer.ok) throw new Error(`the font cannot be read: ${answer.status}`);
  const blob = new Blob([await answer.arrayBuffer()], { type: "font/woff2" });
  const source = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
  return `@font-face{font-family:Inter;font-weight:400 700;src:url("${source}") format("woff2")}`;
}

/**
 * The whole table of this board as one SVG document: its text, width and height.
 * @param {Board} whole
 * @param {string} title
 * @param {Pictured} [step]
 */
export async function boardAsSvg(whole, title, step) {
  const fonts = await fontStyle();
  // Computed styles exist only on the page.
  const place = html.div({ class: "pictured", "aria-hidden": "true" });
  document.body.append(place);
  try {
    return written(await whole.pictureIn(place, step), title, fonts);
  } finally {
    place.remove();
  }
}

/**
 * @param {Element} board
 * @param {string} title
 * @param {string} fonts
 */
function written(board, title, fonts) {
  const isDrawing = board instanceof SVGSVGElement;
  // A drawing has its own size, whatever its size on the page.
  const { width, height } = isDrawing ? board.viewBox.baseVal : board.getBoundingClientRect();
  const copy = /** @type {Element} */ (board.cloneNode(true));
  writeStyles(board, copy, isDrawing ? STYLES : BOX_STYLES);
  const ground = svg.rect({ width: "100%", height: "100%", fill: getComputedStyle(document.body).backgroundColor });
  const inner = isDrawing ? copy : svg.foreignObject({ width, height }, copy);
  if (isDrawing) {
    copy.setAttribute("width", String(width));
    copy.setAttribute("height", String(height));
  }
  const whole = svg.svg(
    { width, height, viewBox: `0 0 ${width} ${height}` },
    svg.title(title),
    svg.style(fonts),
    ground,
    inner,
  );
  return { text: new XMLSerializer().serializeToString(whole), width, height };
}

/**
 * The table of this board as a PNG of twice its size.
 * @param {Board} board
 * @param {string} title
 * @param {Pictured} [step]
 * @returns {Promise<Blob>}
 */
export async function boardAsPng(board, title, step) {
  const { text, width, height } = await boardAsSvg(board, title, step);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * 2);
  canvas.height = Math.ceil(height * 2);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser cannot draw pictures");
  context.scale(2, 2);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png");
  });
}

/**
 * Let the browser save a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
