// Whether the table is heard. It is silent until the reader wants sounds; what makes them is loaded then.

import { html } from "./dom.js";
import { keep, kept } from "./keeping.js";
import { gettext } from "./texts.js";

/** @import { SoundName } from "./types.js" */

const KEPT = "stele-sound";

/** @type {typeof import("./synthesis.js") | null} */
let synthesis = null;
let isWanted = false;

/**
 * Let a sound be heard, if the reader wants sounds.
 * @param {SoundName} name
 */
export function play(name) {
  if (isWanted) synthesis?.strike(name);
}

/** @param {boolean} wanted */
async function want(wanted) {
  isWanted = wanted;
  keep(KEPT, String(wanted));
  if (wanted) synthesis ??= await import("./synthesis.js");
}

/** The switch for the sounds. */
export function soundSwitch() {
  const isKept = kept(KEPT) === "true";
  if (isKept) want(true);
  return html(
    "label",
    { class: "switch" },
    html("input", {
      type: "checkbox",
      id: "sound",
      checked: isKept,
      onchange: ({ target }) => {
        const isOn = target instanceof HTMLInputElement && target.checked;
        want(isOn).then(() => play("turn"));
      },
    }),
    gettext("Sounds"),
  );
}
