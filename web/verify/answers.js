// Answers of a verification: what a record shows and does not show, as questions and answers in plain words. The single
// checks are listed below them.

import { html } from "../core/dom.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Check, Disputed, Findings, Luck, Statement } from "./verify.js" */
/** @import { Answer } from "./page.js" */

/**
 * The answers about this record, or the first error.
 * @param {Findings} findings
 * @param {Answer} answer
 */
export function answers(findings, answer) {
  const { checks } = findings;
  const found = typeof answer === "string" ? [] : answer.checks;
  const bad = [...checks, ...found].find(({ verdict }) => verdict === "failed");
  if (bad) return failure(bad, found.includes(bad));
  return html(
    "ol",
    { class: "answers" },
    findings.disputed ? disputed(findings.disputed) : null,
    unaltered(findings, found),
    vouched(findings),
    newest(),
    luck(findings),
    rules(found),
    moves(findings),
    times(findings),
    steps(Boolean(findings.disputed)),
  );
}

/**
 * @param {Check} bad
 * @param {boolean} isServers
 */
function failure(bad, isServers) {
  return [
    html("p", { class: "verdict bad", role: "alert" }, gettext("This record is NOT consistent.")),
    html(
      "p",
      { id: "first-bad" },
      gettext("First error: {position}", { position: bad.position }),
      " – ",
      html("span", isServers ? { lang: "en" } : {}, bad.detail),
    ),
    html(
      "p",
      {},
      gettext(
        "The file may be damaged, or someone changed it; the rest was not checked. Get it again, from the server and from the other players: if the error stays, show the file to them.",
      ),
    ),
  ];
}

/**
 * @param {string} id
 * @param {"passed" | "warned" | "left"} mark
 * @param {string} question
 * @param {(Node | null)[]} said
 */
const item = (id, mark, question, ...said) => html("li", { class: mark, id }, html("h3", {}, question), ...said);

/** @param {string} text */
const words = (text) => html("p", {}, text);

/** @param {Disputed} disputed */
function disputed({ until, isOfThis, statements, agreeing, contrary }) {
  return item(
    "disputed",
    isOfThis && !contrary ? "passed" : "warned",
    gettext("What is disputed, and who says so?"),
    words(
      statements.length
        ? gettext("The action that ends at entry {position}:", { position: until })
        : gettext("The record contains no dispute about the action that ends at entry {position}.", {
            position: until,
          }),
    ),
    statements.length
      ? html(
          "ul",
          {},
          statements.map((one) => html("li", {}, statementText(one))),
        )
      : null,
    words(
      isOfThis
        ? gettext(
            "The dossier in the file belongs to this record. What it says about each seat’s options is the server’s word. This page does not decide who is right.",
          )
        : gettext("The dossier in the file does not belong to this record."),
    ),
    agreeing
      ? words(
          ngettext(
            "One receipt that a player kept agrees with this record.",
            "{number} receipts that a player kept agree with this record.",
            agreeing,
          ),
        )
      : null,
    contrary
      ? html(
          "p",
          { class: "warning" },
          ngettext(
            "One signed receipt that a player kept contradicts this record: the server signed something else.",
            "{number} signed receipts that a player kept contradict this record: the server signed something else.",
            contrary,
          ),
        )
      : null,
  );
}

/** @param {Statement} statement */
function statementText({ type, seat = 0, agrees, by, text }) {
  const told = { seat: seat + 1, text };
  switch (type) {
    case "DisputeOpened":
      return gettext("Seat {seat} disputes it: “{text}”", told);
    case "DisputeAnswered":
      if (!text) return agrees ? gettext("Seat {seat} agrees.", told) : gettext("Seat {seat} disagrees.", told);
      return agrees ? gettext("Seat {seat} agrees: “{text}”", told) : gettext("Seat {seat} disagrees: “{text}”", told);
    case "DisputeWithdrawn":
      return gettext("Seat {seat} withdrew the dispute.", told);
    default:
      if (by === "players") return gettext("The players settled it together.");
      if (by === "referee") return gettext("The referee decided: “{text}”", told);
      return gettext("The operator decided: “{text}”", told);
  }
}

/**
 * @param {Findings} findings
 * @param {Check[]} found
 */
function unaltered({ game, checks }, found) {
  const warnings = checks.flatMap((check) => check.warnings ?? []);
  // Without the title's rules the server's checks are the browser's.
  if (!found.some(({ name, verdict }) => name === "course" && verdict === "passed")) {
    warnings.unshift(gettext("Only the part in your browser was checked, not the rules of the game."));
  }
  return item(
    "unaltered",
    warnings.length ? "warned" : "passed",
    gettext("Was this record changed?"),
    html(
      "p",
      { class: "verdict" },
      gettext("No contradiction was found: this record of game {game} is consistent.", { game }),
    ),
    words(gettext("Changing one entry means rewriting all later ones. Signatures show whether that was done.")),
    ...warnings.map((warning) => html("p", { class: "warning" }, warning)),
  );
}

/** @param {Findings} findings */
function vouched({ signers, cosigners = [], coverage }) {
  const question = gettext("Who stands behind it?");
  if (!coverage) {
    return item(
      "vouched",
      "left",
      question,
      html(
        "p",
        { class: "unsigned" },
        gettext("No signatures were checked: the author of this file could have made it all up."),
      ),
    );
  }
  const { until, first, last } = coverage;
  return item(
    "vouched",
    first ? "warned" : "passed",
    question,
    html(
      "p",
      { class: "coverage" },
      first
        ? gettext("The server’s key below signed only up to {until}. No signature covers {first} to {last}.", {
            until,
            first,
            last,
          })
        : gettext("The server’s key below signed everything up to {until}.", { until }),
    ),
    ...[...signers].map(([key, position]) =>
      html(
        "p",
        { class: "signer" },
        gettext("Key, used up to {position}:", { position }),
        " ",
        html("code", {}, key),
        " ",
        gettext("Ask another player whether they see the same key."),
      ),
    ),
    ...(cosigners.length ? [cosignedBy(cosigners)] : []),
  );
}

/** @param {string[]} names */
const cosignedBy = (names) =>
  html(
    "p",
    { class: "cosigners" },
    gettext("Its log carries the signatures of these witnesses: {names}. Check them with their keys:", {
      names: names.join(", "),
    }),
    " ",
    html("code", {}, "python3 stele_verify.py RECORD --witness KEY"),
  );

const newest = () =>
  item(
    "newest",
    "left",
    gettext("Is it the newest record of the game?"),
    words(gettext("There may be a newer record: only the server, or a player with a later one, can tell.")),
  );

/** @param {Findings} findings */
function luck({ checks, luck: told }) {
  const question = gettext("Was the luck fair?");
  const isProved = checks.some(({ name, verdict }) => name === "luck" && verdict === "passed");
  if (!told || (isProved && !told.draws)) {
    return item("luck", "left", question, words(gettext("No luck was drawn in this game.")));
  }
  if (!isProved) {
    return item(
      "luck",
      "left",
      question,
      words(gettext("That can be checked once the game is over: until then the numbers it follows from are secret.")),
    );
  }
  if (told.beacon) {
    const { id: beacon, isKnown } = told.beacon;
    const followed = ngettext(
      "The one draw follows from a secret number that the server had locked in before the game, from the players' numbers, and from a round of the public beacon {beacon} that was not yet known when those were fixed.",
      "All {number} draws follow from a secret number that the server had locked in before the game, from the players' numbers, and from a round of the public beacon {beacon} that was not yet known when those were fixed.",
      told.draws,
      { beacon },
    );
    const limit = isKnown
      ? gettext(
          "So neither a player nor the server could choose the luck, if the server's clock was right when the last player joined: a receipt that a player's browser had before that round shows this.",
        )
      : gettext("This page does not know that beacon. Its operator could have chosen its rounds, and so the luck.");
    return item("luck", isKnown ? "passed" : "warned", question, words(followed), words(limit));
  }
  if (!told.isShared) {
    const alone = ngettext(
      "Only the server knows: the one draw follows from a secret number that it had locked in before the game, and no player added a number of their own.",
      "Only the server knows: all {number} draws follow from a secret number that it had locked in before the game, and no player added a number of their own.",
      told.draws,
    );
    return item("luck", "warned", question, words(alone));
  }
  const followed = ngettext(
    "Yes, for what a file can show: the one draw follows from a secret number that the server had locked in before the game, and from numbers of the players.",
    "Yes, for what a file can show: all {number} draws follow from a secret number that the server had locked in before the game, and from numbers of the players.",
    told.draws,
  );
  return item("luck", "passed", question, words(followed), words(limitOf(told)));
}

/**
 * What the way in which this luck was fixed cannot exclude.
 * @param {Luck} luck
 */
function limitOf({ isStrict, scheme }) {
  if (isStrict) {
    return gettext(
      "This game was strict: every player had locked in a number before any was revealed, so that neither a player nor the server could choose the luck. It could only have been called off because of it.",
    );
  }
  if (scheme === "1") {
    return gettext(
      "The first player’s number was known when the server locked in its secret: it could have chosen a secret to suit.",
    );
  }
  return gettext(
    "This game was not strict: with the server’s help, the last player to join could have chosen a number to suit them.",
  );
}

/** @param {Check[]} found */
function rules(found) {
  const isReplayed = found.some(({ name, verdict }) => name === "rules" && verdict === "passed");
  return item(
    "rules",
    isReplayed ? "passed" : "left",
    gettext("Were the rules followed?"),
    words(
      isReplayed
        ? gettext(
            "Yes, says this server: it replayed the recorded moves and came to the same result. Any other Stele server can check that too.",
          )
        : gettext("Not checked: that takes the rules of the title, a finished game, and a file with all its secrets."),
    ),
  );
}

/** @param {Findings} findings */
function moves({ checks, areMovesSigned }) {
  const check = checks.find(({ name }) => name === "signatures");
  const question = gettext("Who made the moves?");
  if (!check || !areMovesSigned) {
    return item(
      "moves",
      "left",
      question,
      words(
        gettext(
          "Only the server says so: the players of this game did not sign their moves. A player who kept receipts can compare them.",
        ),
      ),
    );
  }
  const mark = check.verdict !== "passed" ? "left" : check.warnings?.length ? "warned" : "passed";
  return item(
    "moves",
    mark,
    question,
    words(check.detail),
    words(gettext("A key stands for a browser; who sat in front of it is not shown.")),
  );
}

/** @param {Findings} findings */
function times({ isPaced }) {
  return item(
    "times",
    "left",
    gettext("When did things happen?"),
    words(
      isPaced
        ? gettext(
            "The times are the server’s word. They only move forward, and each deadline follows from them; whether a player really was late cannot be checked.",
          )
        : gettext("The times are the server’s word. This game had no time limit."),
    ),
  );
}

/** @param {boolean} isDisputed */
const steps = (isDisputed) =>
  item(
    "steps",
    "left",
    gettext("What can you do?"),
    html(
      "ul",
      {},
      [
        gettext(
          "Compare the last digest (under “Chain” in “All checks”) with the other players’: if it is the same, you hold the same record.",
        ),
        gettext("Keep this file. If a later one does not contain it unchanged, the record was altered."),
        isDisputed
          ? gettext("The referee decides, or the operator if there is none: send them this file.")
          : gettext(
              "If you doubt a move, open its dossier in the replay: there you can read who was asked what, and dispute it.",
            ),
      ].map((text) => html("li", {}, text)),
    ),
  );
