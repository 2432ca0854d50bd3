// Dossier sections: the events, questions, views, adjudication and proofs of one action.

import { file, gamePath } from "../core/api.js";
import { recordPath } from "../record/record-call.js";
import { Board } from "../board/board.js";
import { button, html, section } from "../core/dom.js";
import { Explaining } from "../board/part-help.js";
import { save } from "../board/export-image.js";
import { inline } from "../board/rules/markdown.js";
import { seatName } from "../core/seat-colours.js";
import { gettext, ngettext, timeText } from "../core/i18n.js";
import { questionOf } from "../table/turn-panel.js";

/** @import { Dossier, DossierAnswer, DossierAsked, DossierView, LoadedDrawing, Rule, Summary } from "../types.js" */

const FEW_ANSWERS = 12;

/**
 * The rules by number, with their texts.
 * @param {Rule[]} rules
 * @param {Summary} summary
 */
function rulesOf(rules, { rulebook }) {
  return html.ul(
    { class: "rests-on" },
    rules.map(({ number, text }) =>
      html.li(
        html.a({ href: `/titles/${rulebook}#${number}` }, gettext("Rule {rule}", { rule: number })),
        " ",
        ...inline(text, {}),
      ),
    ),
  );
}

/**
 * The action's events; the one named in the address is marked.
 * @param {Dossier} dossier
 * @param {Summary} summary
 * @param {string} at
 */
export function happened(dossier, summary, at) {
  return section(
    "happened",
    gettext("What happened"),
    html.p(gettext("Recorded on {time}.", { time: timeText(dossier.at) })),
    html.ol(
      { class: "effects" },
      dossier.events.map((event) =>
        html.li(
          { "aria-current": event.position === at ? "step" : null },
          html.p(html.span({ class: "story-position" }, event.position), " ", html.strong(event.text)),
          rulesOf(event.rules, summary),
        ),
      ),
    ),
  );
}

/** @param {DossierAnswer} answer */
function answerLine({ move, text, chosen }) {
  return html.li(
    { class: chosen ? "chosen" : null },
    html.span(text),
    chosen && html.span({ class: "tag" }, gettext("answer given")),
    html.code(JSON.stringify(move)),
  );
}

/**
 * The question to one seat, and all its legal answers.
 * @param {DossierAsked} asked
 * @param {Dossier} dossier
 * @param {Summary} summary
 * @param {LoadedDrawing} drawing
 */
function askedSeat(asked, dossier, summary, drawing) {
  const answers = asked.answers ?? [];
  const chosen = answers.find((one) => one.chosen);
  const list = html.ol({ class: "answers" }, answers.map(answerLine));
  return html.div(
    html.h3(seatName(asked.seat, summary.seats[asked.seat].name)),
    html.p(asked.text),
    answers.length > 0 && html.p({ class: "question" }, questionOf(drawing, answers)),
    chosen &&
      html.p(
        gettext("The answer was recorded on {time}: {answer}", {
          time: timeText(dossier.at),
          answer: chosen.text,
        }),
      ),
    answers.length > FEW_ANSWERS
      ? html.details(html.summary(ngettext("The only answer", "All {number} answers", answers.length)), list)
      : answers.length > 0 && list,
  );
}

/**
 * The seats that were asked, and their legal answers.
 * @param {Dossier} dossier
 * @param {Summary} summary
 * @param {LoadedDrawing} drawing
 */
export function wasAsked(dossier, summary, drawing) {
  const { before, asked } = dossier;
  return section(
    "asked",
    gettext("Players asked and their options"),
    before &&
      html.p(
        gettext("The game had been at {position} since {time}.", {
          position: before.position,
          time: timeText(before.at),
        }),
      ),
    asked.length
      ? asked.map((one) => askedSeat(one, dossier, summary, drawing))
      : html.p(gettext("No player had to move.")),
  );
}

/**
 * One viewer's knowledge: a board that is drawn when it becomes visible.
 * @param {DossierView} view
 * @param {LoadedDrawing} drawing
 * @param {boolean} isOpen
 */
function known({ as, text, state }, drawing, isOpen) {
  const place = html.div({ class: "board-place" });
  const details = html.details({ class: "known", open: isOpen }, html.summary(text), place);
  if (!state) {
    place.append(html.p({ class: "empty" }, gettext("The game did not exist yet.")));
    return details;
  }
  let isDrawn = false;
  const draw = () => {
    if (isDrawn) return;
    isDrawn = true;
    const board = new Board(place, drawing);
    board.show(state, { seat: typeof as === "number" ? as : null });
    new Explaining(board);
  };
  details.addEventListener("toggle", () => details.open && draw());
  if (isOpen) draw();
  return details;
}

/**
 * The knowledge of the public and of each seat before the action; the acting seat's board is open.
 * @param {Dossier} dossier
 * @param {LoadedDrawing} drawing
 */
export function wasKnown(dossier, drawing) {
  const actor = dossier.events[0].seat;
  const wanted = dossier.views.find((view) => view.as === actor) ?? dossier.views[0];
  return section(
    "known",
    gettext("Known before"),
    dossier.views.map((view) => known(view, drawing, view === wanted)),
  );
}

/**
 * The outcome of the action under the current rules.
 * @param {Dossier} dossier
 * @param {Summary} summary
 */
export function playedAgain({ adjudication }, summary) {
  const { verdict, text, recorded, decided, rules } = adjudication;
  return section(
    "again",
    gettext("Rules check"),
    html.p({ class: `verdict ${verdict === "differs" ? "bad" : verdict === "agrees" ? "good" : ""}` }, text),
    verdict === "differs" && [
      html.p(gettext("Recorded: {text}", { text: recorded ?? "" })),
      html.p(
        decided
          ? gettext("The rules decide: {text}", { text: decided })
          : gettext("The rules do not produce this result."),
      ),
      rules && rulesOf(rules, summary),
    ],
  );
}

/**
 * The digests around the action, and the server's receipt.
 * @param {Dossier} dossier
 */
export function proofs(dossier) {
  const { game, before, until, digest, receipt } = dossier;
  const line = (/** @type {string} */ words, /** @type {string} */ value) =>
    html.div(html.dt(words), html.dd(html.code(value)));
  return section(
    "proofs",
    gettext("Proofs"),
    html.p(
      gettext(
        "A digest identifies everything recorded up to a position. The receipt is the server's signature on that digest. Keep it as proof.",
      ),
    ),
    html.dl(
      { class: "proofs" },
      before && line(gettext("Digest before {position}", { position: before.position }), before.digest),
      line(gettext("Digest after {position}", { position: until }), digest),
      line(gettext("Receipt"), JSON.stringify(receipt)),
    ),
    html.p(
      { class: "buttons" },
      button(gettext("Full record"), async () => save(await file(recordPath(game, "/bundle")), `${game}.ndjson`), {
        id: "save-bundle",
      }),
      button(
        gettext("Public log proof"),
        async () => save(await file(gamePath(game, "/proof", { at: until })), `${game}-${until}-log.json`),
        { id: "save-log-proof" },
      ),
      button(
        gettext("Dispute file"),
        async () => {
          const { disputeFile } = await import("../verify/dispute-file.js");
          save(await disputeFile(dossier), `${game}-${until}-dispute.json`);
        },
        { id: "save-dispute-file" },
      ),
    ),
    html.p(
      { class: "hint" },
      gettext(
        "The dispute file holds the record as you see it, this dossier, your receipts and the texts you signed. Give it to the referee: the page “Verify a record” reads it.",
      ),
    ),
    html.p({ class: "hint" }, gettext("The record can be verified without this server: stele verify FILE")),
  );
}
