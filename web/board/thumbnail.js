// Thumbnails: small boards of games, drawn by the title's drawing when they scroll into view.
// On hover or focus of a game's entry, its last moves are played. Thumbnails are hidden from screen readers: the game's
// table has all that they show.

import { call } from "../core/api.js";
import { recordPath } from "../record/record-call.js";
import { html, replace } from "../core/dom.js";
import { pictureOf, mark } from "./title-drawing.js";
import { reconcile } from "../kit/reconcile.js";
import { colourSeats } from "../core/seat-colours.js";
import { drawingOf } from "./load-drawing.js";
import { mayMove } from "../kit/reduced-motion.js";
import { isMark, stepsOf } from "../record/frames.js";

/** @import { Picture } from "./title-drawing.js" */
/** @import { SeatColour, Seen, ListedGame, State, Step } from "../types.js" */
/** @typedef {Pick<ListedGame, "id" | "rulebook" | "position">} Pictured a game, or what else has a board */
/**
 * @typedef {object} Thumbnail
 * @property {Pictured} game
 * @property {() => Promise<Pick<Seen, "state">>} read reads its state
 * @property {(() => Promise<Pick<Seen, "state">>) | null} readBefore reads the state from which its differences are marked
 * @property {HTMLElement} place
 * @property {HTMLElement | null} item the entry in a list whose seats have the board's colours
 * @property {SeatColour[]} colours of the seats on the board
 * @property {string} drawn the position of its drawing
 * @property {Picture | null} picture its picture
 * @property {boolean} isPointedAt
 * @property {boolean} isPlaying whether the last moves are being played
 */

const WIDTH = 640; // the drawing decides what fits; the page scales it down

/** Lists are rebuilt often; an unchanged board is reused. @type {Map<string, Thumbnail>} */
const kept = new Map();
/** The number of drawn boards. */
let count = 0;

let begin = () => {};
const begun = new Promise((resolve) => {
  begin = () => resolve(undefined);
});

/** Start drawing once the page's main content is loaded. */
export function drawThumbnails() {
  begin();
}

const watched = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    watched.unobserve(target);
    for (const one of kept.values()) if (one.place === target) draw(one);
  }
});

/**
 * The placeholder of a game's board, which is drawn when it scrolls into view. With a state before it the whole board is
 * in sight, and what has changed is marked.
 * @param {Pictured} game
 * @param {() => Promise<Pick<Seen, "state">>} read
 * @param {(() => Promise<Pick<Seen, "state">>) | null} readBefore
 */
export function thumbnail(game, read = () => call(recordPath(game.id, "/state")), readBefore = null) {
  /** @type {Thumbnail} */
  const one = kept.get(game.id) ?? {
    game,
    read,
    readBefore,
    place: html.div({ class: "thumbnail", inert: true, "aria-hidden": "true" }),
    item: null,
    colours: [],
    drawn: "",
    picture: null,
    isPointedAt: false,
    isPlaying: false,
  };
  kept.set(game.id, one);
  one.game = game;
  if (one.drawn !== game.position) watched.observe(one.place);
  return one.place;
}

/** @param {Thumbnail} one */
async function draw(one) {
  const { game, place } = one;
  one.drawn = game.position;
  await begun;
  try {
    const [{ state }, before] = await Promise.all([one.read(), one.readBefore?.()]);
    if (!state.table) {
      replace(
        place,
        html.img({ src: `/web/titles/${game.rulebook}/cover.svg`, alt: "", onerror: () => replace(place) }),
      );
      return;
    }
    const drawing = await drawingOf(game.rulebook);
    one.picture = null;
    const picture = pictureOf(drawing, state, state.as, WIDTH, null, state);
    const { whole } = picture;
    if (before) {
      mark(picture.notes, pictureOf(drawing, before.state, state.as, WIDTH, null, before.state).notes, "changed");
    }
    reconcile(null, whole);
    if (!(whole.element instanceof SVGElement)) return;
    one.picture = picture;
    ownMaterials(whole.element);
    // Most of the table comes first.
    whole.element.setAttribute("preserveAspectRatio", before ? "xMidYMid meet" : "xMidYMin slice");
    one.colours = drawing.seatColours?.(state.table) ?? [];
    colour(one);
    replace(place, whole.element);
  } catch {
    one.drawn = ""; // retried when the list is rebuilt
  }
}

/** Show the seats in the board's colours, also those named beside it. @param {Thumbnail} one */
function colour({ place, item, colours, picture }) {
  colourSeats(colours, item ?? place);
  item?.classList.toggle("coloured", picture !== null);
}

/**
 * Show the game's seats in this entry as on its board, and play its last moves there on hover, or while its title has the
 * focus.
 * @param {Pictured} game
 * @param {HTMLElement} item
 */
export function bringToLife({ id }, item) {
  const known = kept.get(id);
  if (known) {
    known.item = item;
    colour(known);
  }
  const play = async () => {
    const one = kept.get(id);
    if (!one) return;
    one.isPointedAt = true;
    const { picture } = one;
    if (!picture || one.isPlaying) return;
    one.isPlaying = true;
    try {
      const last = await playLast(one, picture);
      if (one.picture === picture) one.picture = last;
    } catch {
      one.drawn = ""; // redrawn when the list is rebuilt
    } finally {
      one.isPlaying = false;
    }
  };
  const leave = () => {
    const one = kept.get(id);
    if (one) one.isPointedAt = false;
  };
  for (const name of ["pointerenter", "focusin"]) item.addEventListener(name, play, { passive: true });
  for (const name of ["pointerleave", "focusout"]) item.addEventListener(name, leave, { passive: true });
}

/**
 * Rename a drawing's materials: they have its title's colours, but share names with other titles.
 * @param {SVGElement} drawn
 */
function ownMaterials(drawn) {
  count += 1;
  for (const material of drawn.querySelectorAll("defs > [id^=kit-]")) {
    const own = `${material.id}-${count}`;
    drawn.style.setProperty(`--${material.id}-material`, `url("#${own}")`);
    material.id = own;
  }
}

const ACTIONS = 4;
const MOST = 24;
const EACH_MILLISECONDS = 500;

/**
 * Play the last moves once, beginning and ending with the current state; returns the final state.
 * @param {Thumbnail} one
 * @param {Picture} shown the current state
 */
async function playLast(one, shown) {
  const { game, place, drawn: position } = one;
  const drawing = await drawingOf(game.rulebook);
  if (!mayMove()) return shown;
  const { viewer, width } = shown;
  const drawState = (/** @type {State} */ state) => pictureOf(drawing, state, viewer, width, null, state);
  const from = String(Math.max(1, Number(position.split("-")[0]) - ACTIONS));
  /** @type {Step[]} */
  const steps = [];
  for await (const step of stepsOf(game.id, String(shown.state.as), { from, to: position })) {
    if (step.state.table && !isMark(step)) steps.push(step);
  }
  let picture = shown;
  /** @type {State | null} */
  let before = null;
  const put = (/** @type {Picture} */ next) => {
    reconcile(picture.whole, next.whole);
    picture = next;
  };
  for (const { state } of steps.slice(-MOST)) {
    if (!one.isPointedAt || !place.isConnected || one.picture !== shown) break;
    const next = drawState(state);
    if (before) mark(next.notes, drawState(before).notes, "changed");
    put(next);
    before = state;
    await new Promise((resolve) => {
      setTimeout(resolve, EACH_MILLISECONDS);
    });
  }
  put(drawState(shown.state));
  return picture;
}
