// Rules panel: shows the numbered rules beside the board, opened at the ones that matter now.

import { button, html } from "../../core/dom.js";
import { openBeside } from "../side-panel.js";
import { inline } from "./markdown.js";
import { aidOf, rulebookOf, rulesOf } from "./rules-data.js";
import { gettext } from "../../core/i18n.js";

/** @import { Board } from "../board.js" */
/** @import { Asked } from "../part-help.js" */

const RULING = /^R\d+$/;
const SHARED = /^G\d+$/;

/**
 * Open the rules behind the current question; without a question, those of the current phase.
 * @param {Board} board
 * @param {Asked | null} asked
 * @param {() => void} openAid opens the player aid
 */
export async function openRulesOfNow(board, asked, openAid) {
  const { title } = board;
  const [{ asks }, aid] = await Promise.all([rulesOf(title), aidOf(title)]);
  const types = [...new Set(asked?.choice.moves.map(({ move }) => move.type))];
  const table = board.picture?.state.table;
  const steps = aid && table ? aid.steps.filter(({ isNow }) => isNow(table)) : [];
  const numbers = types.length ? types.flatMap((type) => asks[type] ?? []) : steps.flatMap(({ rules }) => rules);
  await openRules(title, numbers, { openAid, hint: board.picture?.reconstructed });
}

/**
 * Open the rules with these marked, and scroll to the first of them.
 * @param {string} title
 * @param {string[]} numbers
 * @param {{ openAid?: () => void, toFocus?: boolean, hint?: string | null }} [how] opens the player aid, where there is
 *   one; whether the first rule gets the focus; what is said above the rules
 */
export async function openRules(title, numbers, { openAid, toFocus = false, hint = null } = {}) {
  const found = await rulebookOf(title);
  const list = (/** @type {(number: string) => boolean} */ belongs) =>
    html.dl(
      { class: "rules" },
      Object.entries(found.rules)
        .filter(([number]) => belongs(number))
        .map(([number, words]) =>
          html.div(
            { id: `rule-${number}`, class: numbers.includes(number) ? "now" : null },
            html.dt(number),
            html.dd(...inline(words, {})),
          ),
        ),
    );
  const hasRulings = Object.keys(found.rules).some((number) => RULING.test(number));
  const place = openBeside(
    "rules",
    gettext("Rules of {title}", { title: found.title }),
    html.div(
      { class: "buttons" },
      openAid && button(gettext("Player aid"), openAid),
      html.a(
        { class: "button", href: `/titles/${title}#${numbers[0] ?? ""}`, target: "_blank" },
        gettext("Rules page"),
      ),
    ),
    hint && html.p({ class: "hint" }, hint),
    list((number) => !RULING.test(number) && !SHARED.test(number)),
    hasRulings && html.h3(gettext("Rulings")),
    hasRulings && list((number) => RULING.test(number)),
    html.h3(gettext("In every title")),
    list((number) => SHARED.test(number)),
  );
  const first = place.querySelector(".now");
  if (!(first instanceof HTMLElement)) return;
  if (toFocus) {
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  }
  // Only what holds the rules is scrolled, not the page with its board.
  const { top, height } = first.getBoundingClientRect();
  place.scrollTop += top - place.getBoundingClientRect().top - (place.clientHeight - height) / 2;
}
