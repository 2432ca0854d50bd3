// The player aid: a turn, the metals of each region, the colours of spells, and how to win.

import { svg } from "../../kit/elements.js";
import { box } from "../../kit/shapes.js";
import { gettext } from "../../core/i18n.js";
import { amulet, anyMetal, disc, metal, phaseSign } from "./icons.js";

/**
 * @import { AidLine, TitleAid } from "../../types.js"
 * @import { Metal, Phase as PhaseName, Spell, View } from "./view.js"
 */

/**
 * @param {PhaseName[]} phases
 * @returns {(table: View) => boolean}
 */
const during =
  (...phases) =>
  (table) =>
    phases.includes(table.phase);

/**
 * @param {Metal} kind
 * @returns {AidLine["sign"]}
 */
const metalSign = (kind) => (x, y, size) => metal(kind, x, y, size);

/**
 * @param {Spell["colour"]} colour
 * @returns {AidLine["sign"]}
 */
const colourSign = (colour) => (x, y, size) =>
  svg("g", {}, box(x, y, size, size, `amulett-head-${colour}`, 4), phaseSign(colour, x + 4, y + 4, size - 8));

/** The subject of the steps. */
export const order = () => gettext("A turn, clockwise from the hat");

/** The steps of a turn. */
export const steps = [
  {
    words: () => gettext("Advanced setup only: keep two of four spells and put energy on them."),
    rules: ["DA-A1", "DA-A2"],
    isNow: during("choice"),
  },
  {
    words: () => gettext("Spells: each is auctioned for energy, in a single round of bids."),
    rules: ["DA-P1", "DA-P2", "DA-P3"],
    isNow: during("spells"),
  },
  {
    words: () => gettext("Metals: first grey spells, then a card for each symbol on your spells."),
    rules: ["DA-M1", "DA-M2"],
    isNow: during("metals"),
  },
  {
    words: () => gettext("Gems: red spells; then the disc shows how many exchanges and moves follow."),
    rules: ["DA-G1", "DA-G4"],
    isNow: during("gems"),
  },
  {
    words: () => gettext("Each exchange: the player with the largest offer of metal cards pays it and takes a gem."),
    rules: ["DA-X2", "DA-X4", "DA-X6"],
    isNow: during("exchange", "payment", "gem", "take_back"),
  },
  {
    words: () => gettext("Then the player with the hat moves the company."),
    rules: ["DA-V1", "DA-V2"],
    isNow: during("movement"),
  },
  {
    words: () => gettext("Energy: blue spells; then each spell uses energy, and empty ones are discarded."),
    rules: ["DA-E1", "DA-E5", "DA-E6"],
    isNow: during("energy"),
  },
];

/** The reference tables. @type {TitleAid["tables"]} */
export const tables = [
  {
    title: () => gettext("Immediate win"),
    lines: [{ sign: amulet, words: () => gettext("gems of seven kinds, or eight gems"), rules: ["DA-W1"] }],
  },
  {
    title: () => gettext("Accepted metals by terrain"),
    lines: [
      { sign: metalSign("gold"), words: () => gettext("gold: on the water"), rules: ["DA-B1"] },
      { sign: metalSign("silver"), words: () => gettext("silver: in forests"), rules: ["DA-B1"] },
      { sign: metalSign("copper"), words: () => gettext("copper: on plains"), rules: ["DA-B1"] },
      { sign: metalSign("iron"), words: () => gettext("iron: in mountains"), rules: ["DA-B1"] },
      { sign: anyMetal, words: () => gettext("all metals: in the city"), rules: ["DA-B2"] },
    ],
  },
  {
    title: () => gettext("When spells work"),
    lines: [
      { sign: colourSign("grey"), words: () => gettext("grey: in the metals phase"), rules: ["DA-M1"] },
      { sign: colourSign("red"), words: () => gettext("red: in the gems phase"), rules: ["DA-G1"] },
      { sign: colourSign("blue"), words: () => gettext("blue: in the energy phase"), rules: ["DA-E1"] },
    ],
  },
  {
    title: () => gettext("Numbers"),
    lines: [
      { sign: disc, words: () => gettext("the discs:"), value: () => "3, 4, 4, 5, 5, 6", rules: ["DA-G4"] },
      { words: () => gettext("Energy tokens of each player:"), value: () => "10", rules: ["DA-S4"] },
    ],
  },
];
