// Film: a stretch of a replay as a video, which the browser records from a canvas, in the time that it plays.

import { button, html, replace } from "../core/dom.js";
import { field, form } from "../core/dialogs.js";
import { boardAsImage, save } from "../board/export-image.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Pictured } from "../board/board.js" */
/** @import { Step } from "../types.js" */
/** @import { Replaying } from "./controller.js" */

const MOST_STEPS = 60;
const USUAL_STEPS = 10;
const SECONDS = [1, 2, 3];
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
const WIDTH = 1080;
const HIGHEST = 1600;
/** The height of the caption below the board: two lines of text. */
const CAPTION = 100;
const TEXT = 30;
const EDGE = 24;
// A canvas that stays the same gives no pictures to the recorder.
const REPEATED_MILLISECONDS = 100;
const BITS_PER_SECOND = 2_500_000;

/** The kind of video that this browser can record, or none. */
function recordable() {
  if (typeof MediaRecorder === "undefined" || !("captureStream" in HTMLCanvasElement.prototype)) return null;
  return KINDS.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? null;
}

/**
 * The form that makes a film of the steps from one to another.
 * @param {Replaying} replaying
 * @param {(step: Step) => Promise<Pictured>} pictured what the picture of a step shows
 * @param {AbortSignal} closed ends the recording
 */
export function filmForm(replaying, pictured, closed) {
  const kind = recordable();
  if (!kind) return html("p", { class: "hint" }, gettext("This browser can't record videos."));
  const { steps, index, seen } = replaying;
  const last = (seen ?? steps.length - 1) + 1;
  const number = (/** @type {string} */ name, /** @type {number} */ value) =>
    html("input", { type: "number", name, min: 1, max: last, required: true, value: Math.min(last, value) });
  const [from, to] = [number("film-from", index + 1), number("film-to", index + USUAL_STEPS)];
  const pace = html(
    "select",
    { name: "film-pace" },
    SECONDS.map((one) => html("option", { value: one }, ngettext("One second", "{number} seconds", one))),
  );
  const progress = html("progress", { "aria-label": gettext("Progress of the video") });
  const cancel = button(gettext("Cancel"), () => running?.abort(), { id: "cancel-film" });
  const recording = html("div", { hidden: true }, progress, cancel);
  const status = html("p", { class: "hint", role: "status" });
  const start = html("button", { id: "record-film" }, gettext("Record the video"));
  /** @type {AbortController | null} */
  let running = null;
  closed.addEventListener("abort", () => running?.abort());
  const make = async () => {
    const chosen = steps.slice(Number(from.value) - 1, Number(to.value));
    if (!chosen.length || chosen.length > MOST_STEPS) {
      replace(status, gettext("Choose between 1 and {number} steps.", { number: MOST_STEPS }));
      return;
    }
    running = new AbortController();
    Object.assign(progress, { max: chosen.length, value: 0 });
    recording.hidden = false;
    replace(status, gettext("Recording takes as long as the video plays."));
    status.scrollIntoView({ block: "nearest" });
    cancel.focus();
    try {
      const film = await record(replaying, chosen, pictured, kind, {
        milliseconds: Number(pace.value) * 1000,
        signal: running.signal,
        shown: (count) => {
          progress.value = count;
        },
      });
      if (film) save(film, `${replaying.summary.id}-${chosen[0].position}.${film.type.replace("video/", "")}`);
      replace(status, film ? gettext("The video is saved.") : gettext("The recording is cancelled."));
    } finally {
      running = null;
      recording.hidden = true;
    }
  };
  return html(
    "div",
    { class: "film" },
    form(
      async () => {
        await make();
        setTimeout(() => start.focus()); // as soon as the form lets it be used again
      },
      html(
        "div",
        { class: "film-fields" },
        field(gettext("From step"), from),
        field(gettext("To step"), to),
        field(gettext("Time for each step"), pace),
      ),
      start,
    ),
    recording,
    status,
  );
}

/**
 * The film of these steps; null: it was cancelled.
 * @param {Replaying} replaying
 * @param {Step[]} steps
 * @param {(step: Step) => Promise<Pictured>} pictured
 * @param {string} kind
 * @param {{ milliseconds: number, signal: AbortSignal, shown: (count: number) => void }} how
 */
async function record(replaying, steps, pictured, kind, { milliseconds, signal, shown }) {
  const draw = async (/** @type {Step | undefined} */ step) =>
    step &&
    boardAsImage(
      /** @type {NonNullable<Replaying["parts"]>} */ (replaying.parts).board,
      step.text,
      await pictured(step),
    );
  let picture = await draw(steps[0]);
  if (!picture) return null;
  const [canvas, still] = [document.createElement("canvas"), document.createElement("canvas")];
  const height = Math.min(HIGHEST, (WIDTH * picture.height) / picture.width);
  const size = { width: WIDTH, height: 2 * Math.ceil((height + CAPTION) / 2) };
  for (const one of [canvas, still]) Object.assign(one, size);
  const [context, drawing] = [canvas, still].map((one) => one.getContext("2d"));
  if (!context || !drawing) throw new Error("this browser cannot draw pictures");
  const stream = canvas.captureStream();
  const recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: BITS_PER_SECOND });
  /** @type {Blob[]} */
  const pieces = [];
  recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
  const ended = new Promise((resolve) => {
    recorder.addEventListener("stop", resolve, { once: true });
  });
  let repeating;
  try {
    for (const [index, step] of steps.entries()) {
      if (!picture || signal.aborted) break;
      frame(drawing, picture, `${step.position}  ${step.text}`);
      context.drawImage(still, 0, 0);
      if (!index) {
        recorder.start();
        repeating = setInterval(() => context.drawImage(still, 0, 0), REPEATED_MILLISECONDS);
      }
      // The next picture is drawn while this one is shown.
      [picture] = await Promise.all([draw(steps[index + 1]), passed(milliseconds, signal)]);
      shown(index + 1);
    }
  } finally {
    clearInterval(repeating);
    if (recorder.state !== "inactive") {
      recorder.stop();
      await ended;
    }
    for (const track of stream.getTracks()) track.stop();
  }
  return signal.aborted ? null : new Blob(pieces, { type: kind.split(";")[0] });
}

/**
 * Draw a board with its caption.
 * @param {CanvasRenderingContext2D} context
 * @param {{ image: CanvasImageSource, width: number, height: number }} picture
 * @param {string} text
 */
function frame(context, { image, width, height }, text) {
  const { canvas } = context;
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const scale = Math.min(canvas.width / width, (canvas.height - CAPTION) / height);
  context.drawImage(image, (canvas.width - width * scale) / 2, 0, width * scale, height * scale);
  context.fillStyle = color;
  context.font = `${TEXT}px ${fontFamily}`;
  const top = canvas.height - CAPTION + TEXT;
  linesOf(context, text, canvas.width - 2 * EDGE).forEach((line, place) => {
    context.fillText(line, EDGE, top + place * (TEXT + 10) + 6);
  });
}

/**
 * The text in at most two lines of this width.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} width
 */
function linesOf(context, text, width) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trimStart();
    if (context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.length > 2 ? [lines[0], `${lines[1]} …`] : lines;
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal ends the wait
 * @returns {Promise<void>}
 */
function passed(milliseconds, signal) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
