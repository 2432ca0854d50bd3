// The player aid: a Kingdom, the effects of the Nile and of offerings, the parts of revenue, and the points.

import { caravan, crown, pyramid } from "../../kit/icons.js";
import { gettext } from "../../core/i18n.js";
import { ankh, field, ingot } from "./icons.js";

/**
 * @import { TitleAid } from "../../types.js"
 * @import { Phase as PhaseName, View } from "./view.js"
 */

/**
 * @param {PhaseName[]} phases
 * @returns {(table: View) => boolean}
 */
const during =
  (...phases) =>
  (table) =>
    phases.includes(table.phase);

/** The subject of the steps. */
export const order = () => gettext("The game and each of its three Kingdoms");

/** The steps of a Kingdom. */
export const steps = [
  {
    words: () => gettext("Once, at the beginning: lay out Gold cards totalling exactly 14, including the 0."),
    rules: ["AC-S4"],
    isNow: during("display"),
  },
  {
    words: () => gettext("Three auctions: place a Gold card in front of a Province; only a higher card displaces it."),
    rules: ["AC-A2", "AC-A3"],
    isNow: during("auction"),
  },
  {
    words: () => gettext("After each: lay down your Province; the player with the most visible Ankhs becomes Pharaoh."),
    rules: ["AC-X1", "AC-A9"],
    isNow: during("pharaoh"),
  },
  {
    words: () => gettext("All players offer Gold cards in secret; their sum floods the Nile."),
    rules: ["AC-O1", "AC-O4"],
    isNow: during("offering", "flood"),
  },
  {
    words: () => gettext("Offerings earn Pyramids, placed where there are fewest."),
    rules: ["AC-F1", "AC-P2"],
    isNow: during("favours"),
  },
  {
    words: () => gettext("One player after another: revenue, construction, the next display."),
    rules: ["AC-C1", "AC-C3", "AC-C7"],
    isNow: during("development"),
  },
  { words: () => gettext("The Kingdom is scored."), rules: ["AC-V1"], isNow: during("points") },
];

/** The tables of gains. @type {TitleAid["tables"]} */
export const tables = [
  {
    title: () => gettext("The flood: Gold for each Field"),
    lines: [
      { sign: field, words: () => gettext("offerings of 0 to 5 in all:"), value: () => "1", rules: ["AC-O4"] },
      { sign: field, words: () => gettext("6 to 10:"), value: () => "2", rules: ["AC-O4"] },
      { sign: field, words: () => gettext("11 to 15:"), value: () => "3", rules: ["AC-O4"] },
      { sign: field, words: () => gettext("16 or more:"), value: () => "4", rules: ["AC-O4"] },
    ],
  },
  {
    title: () => gettext("Pyramids for offerings"),
    lines: [
      { sign: pyramid, words: () => gettext("the highest"), value: () => "3", rules: ["AC-F1"] },
      {
        sign: pyramid,
        words: () => gettext("the second highest; 1 with two players"),
        value: () => "2",
        rules: ["AC-F1", "AC-F3"],
      },
      {
        sign: pyramid,
        words: () => gettext("all other offerings of at least 1 Gold"),
        value: () => "1",
        rules: ["AC-F1"],
      },
    ],
  },
  {
    title: () => gettext("Revenue"),
    lines: [
      { sign: field, words: () => gettext("each visible Field: the value of the flood"), rules: ["AC-C2"] },
      {
        sign: caravan,
        words: () => gettext("each Caravan, if a Field earns 1 or 2:"),
        value: () => "10",
        rules: ["AC-C2"],
      },
      { sign: ingot, words: () => gettext("the Gold cards left in the display"), rules: ["AC-C2"] },
    ],
  },
  {
    title: () => gettext("Points of a Kingdom"),
    lines: [
      {
        sign: pyramid,
        words: () => gettext("each Pyramid on whichever of your Provinces has the fewest"),
        value: () => "1",
        rules: ["AC-V2"],
      },
      { sign: field, words: () => gettext("9 or more Fields"), value: () => "1", rules: ["AC-V3"] },
      { sign: crown, words: () => gettext("the Pharaoh"), value: () => "1", rules: ["AC-V4"] },
      {
        sign: ankh,
        words: () => gettext("the fewest Ankhs; in a tie, the last player"),
        value: () => "−1",
        rules: ["AC-V5", "R40"],
      },
    ],
  },
];
