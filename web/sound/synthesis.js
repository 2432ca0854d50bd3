// Sound synthesis (Web Audio): makes the table's sounds from noise and tones.
// The sounds are stone on stone, a card, a coin, a gem and a bell.

/** @import { SoundName } from "../types.js" */

const LOUDEST = 0.32;
const WIDEST = 0.8; // the maximum stereo panning, at the page's edge
const CLOSEST = 45; // milliseconds: simultaneous arrivals sound once

/** Tones in Hertz, each with the seconds it comes later and it lasts. @typedef {[number, number, number]} Tone */
/** @typedef {{ noise?: { pitch: number, sharp: number, lasts: number }, tones?: Tone[], kind?: OscillatorType }} Recipe */

/** @type {Record<SoundName, Recipe>} */
const RECIPES = {
  stone: { noise: { pitch: 420, sharp: 1.2, lasts: 0.09 }, tones: [[150, 0, 0.08]] },
  card: { noise: { pitch: 3200, sharp: 0.6, lasts: 0.07 } },
  coin: {
    tones: [
      [2350, 0, 0.16],
      [3140, 0.02, 0.22],
    ],
    kind: "triangle",
  },
  gem: {
    tones: [
      [1568, 0, 0.25],
      [2637, 0.03, 0.4],
    ],
  },
  turn: {
    tones: [
      [523, 0, 0.5],
      [784, 0.12, 0.7],
    ],
  },
  win: {
    tones: [
      [523, 0, 0.5],
      [659, 0.14, 0.5],
      [784, 0.28, 0.6],
      [1047, 0.42, 1.1],
    ],
    kind: "triangle",
  },
};

/** @type {{ context: AudioContext, loudness: GainNode, noise: AudioBuffer } | null} */
let made = null;

/** The audio graph; browsers allow it only after a user gesture. */
function audioGraph() {
  if (made) return made;
  const context = new AudioContext();
  const loudness = new GainNode(context);
  loudness.connect(context.destination);
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate / 10), context.sampleRate);
  noise.getChannelData(0).forEach((_sample, place, samples) => {
    samples[place] = Math.random() * 2 - 1;
  });
  made = { context, loudness, noise };
  return made;
}

/** @type {Map<SoundName, number>} */
const heard = new Map();

/**
 * A gain that fades from the strike on.
 * @param {AudioNode} to
 * @param {number} start
 * @param {number} lasts
 */
function fading(to, start, lasts) {
  const { context } = audioGraph();
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(1, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  gain.connect(to);
  return gain;
}

/**
 * Play a sound.
 * @param {SoundName} name
 * @param {number} level the volume, from 0 to 1
 * @param {number} across the position from left (0) to right (1)
 */
export function strike(name, level, across) {
  const now = performance.now();
  if (!navigator.userActivation.hasBeenActive || now - (heard.get(name) ?? -Infinity) < CLOSEST) return;
  heard.set(name, now);
  const { context, loudness, noise } = audioGraph();
  loudness.gain.value = level * LOUDEST;
  const side = new StereoPannerNode(context, { pan: (Math.min(1, Math.max(0, across)) * 2 - 1) * WIDEST });
  side.connect(loudness);
  const { noise: hiss, tones = [], kind = "sine" } = RECIPES[name];
  const start = context.currentTime;
  if (hiss) {
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: hiss.pitch, Q: hiss.sharp });
    source.connect(filter).connect(fading(side, start, hiss.lasts));
    source.start(start);
  }
  for (const [frequency, later, lasts] of tones) {
    const tone = new OscillatorNode(context, { type: kind, frequency });
    tone.connect(fading(side, start + later, lasts));
    tone.start(start + later);
    tone.stop(start + later + lasts);
  }
}
