// Player aid: a card with a title's order of play, its costs and its scores; the current step is marked.

import { button, html } from "../../core/dom.js";
import { openBeside } from "../side-panel.js";
import { svg } from "../../kit/elements.js";
import { reconcile } from "../../kit/reconcile.js";
import { notice } from "../../masthead/page-header.js";
import { aidOf } from "./rules-data.js";
import { ruleLink } from "./rule-link.js";
import { gettext, titleTexts } from "../../core/i18n.js";

/** @import { Board } from "../board.js" */
/** @import { AidLine } from "../../types.js" */
/** @import { Drawn } from "../../kit/elements.js" */

const SIGN = 24;

/**
 * Open the card.
 * @param {Board} board
 * @param {() => void} openRules leads back to the rules
 */
export async function openAid(board, openRules) {
  const { title } = board;
  const [aid] = await Promise.all([aidOf(title), titleTexts(title, "/aid")]);
  if (!aid) {
    notice(gettext("This title has no player aid yet. See its rules instead."));
    return;
  }
  const look = board.place.querySelector("svg.kit-board")?.getAttribute("class") ?? "";
  const table = board.picture?.state.table;
  const line = (/** @type {AidLine} */ { words, value, sign, rules }) => [
    html.td({ class: "aid-sign" }, sign && signOf(sign(0, 0, SIGN), look)),
    html.th({ scope: "row" }, words(), value && html.strong(` ${value()}`)),
    html.td({ class: "aid-rules" }, rules.map((number) => [ruleLink(title, number), " "]).flat()),
  ];
  openBeside(
    "rules",
    gettext("Player aid"),
    html.div({ class: "buttons" }, button(gettext("Rules"), openRules)),
    html.h3(aid.order()),
    html.ol(
      { class: "aid-steps" },
      aid.steps.map(({ words, rules, isNow }) => {
        const isThis = table !== undefined && table !== null && isNow(table);
        return html.li(
          { "aria-current": isThis ? "step" : null },
          words(),
          " ",
          rules.map((number) => [ruleLink(title, number), " "]).flat(),
        );
      }),
    ),
    aid.tables
      .map(({ title: heading, lines }) => [
        html.h3(heading()),
        html.table({ class: "aid-table" }, html.tbody(lines.map((one) => html.tr(line(one))))),
      ])
      .flat(),
  );
}

/**
 * An icon of the title, as on its board.
 * @param {Drawn} drawn
 * @param {string} look the class of the board, which defines its colours
 */
function signOf(drawn, look) {
  const whole = svg(
    "svg",
    { viewBox: `0 0 ${SIGN} ${SIGN}`, width: SIGN, height: SIGN, class: look, "aria-hidden": "true" },
    drawn,
  );
  reconcile(null, whole);
  return whole.element;
}
