// Answers of a verification: what a record shows and does not show, as questions and answers in plain words. The single
// checks are listed below them.

import { html } from "../core/dom.js";
import { gettext, ngettext } from "../core/i18n.js";
import { remedyText } from "../record/dispute-texts.js";

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
  return html.ol(
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
    html.p({ class: "verdict bad", role: "alert" }, gettext("This record is NOT consistent.")),
    html.p(
      { id: "first-bad" },
      gettext("First error: {position}", { position: bad.position }),
      " – ",
      html.span(isServers ? { lang: "en" } : {}, bad.detail),
    ),
    html.p(
      gettext(
        "The file may be damaged, or someone changed it; the rest was not checked. Get it again, from the server and from the other players. If the error is still there, show them the file.",
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
const item = (id, mark, question, ...said) => html.li({ class: mark, id }, html.h3(question), ...said);

/** @param {string} text */
const words = (text) => html.p(text);

/** @param {Disputed} disputed */
function disputed({ until, isOfThis, statements, agreeing, contrary, strange, recorded, missing }) {
  return item(
    "disputed",
    isOfThis && !contrary && !missing ? "passed" : "warned",
    gettext("What is disputed, and who says so?"),
    words(
      statements.length
        ? gettext("The action, up to entry {position}:", { position: until })
        : gettext("The record contains no dispute about the action up to entry {position}.", {
            position: until,
          }),
    ),
    statements.length ? html.ul(statements.map((one) => html.li(statementText(one)))) : null,
    words(
      isOfThis
        ? gettext(
            "The file also explains that action (its dossier), and fits this record. Which moves each seat could have made is the server’s word. This page does not decide who is right.",
          )
        : gettext("The explanation of that action in the file (its dossier) does not fit this record."),
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
    recorded
      ? words(
          ngettext(
            "One action that a player signed and kept is in this record.",
            "{number} actions that a player signed and kept are in this record.",
            recorded,
          ),
        )
      : null,
    missing
      ? html.p(
          { class: "warning" },
          ngettext(
            "One action that a player signed and kept is not in this record: it was never sent, or it was left out.",
            "{number} actions that a player signed and kept are not in this record: they were never sent, or they were left out.",
            missing,
          ),
        )
      : null,
    contrary
      ? html.p(
          { class: "warning" },
          ngettext(
            "One receipt that a player kept contradicts this record: the server signed both. Show it to the other players.",
            "{number} receipts that a player kept contradict this record: the server signed both. Show them to the other players.",
            contrary,
          ),
        )
      : null,
    strange
      ? words(
          ngettext(
            "One receipt in the file was signed by someone other than the server of this record, so it proves nothing.",
            "{number} receipts in the file were signed by someone other than the server of this record, so they prove nothing.",
            strange,
          ),
        )
      : null,
  );
}

/** @param {Statement} statement */
function statementText({ type, label: seat, agrees, by, text, remedy, names }) {
  const told = { seat, text };
  switch (type) {
    case "DisputeOpened":
      return [
        gettext("Seat {seat} disputes it: “{text}”", told),
        " ",
        gettext("Requested remedy: {remedy}.", { remedy: remedyText(remedy, names) }),
      ];
    case "DisputeAnswered":
      if (!text) return agrees ? gettext("Seat {seat} agrees.", told) : gettext("Seat {seat} disagrees.", told);
      return agrees ? gettext("Seat {seat} agrees: “{text}”", told) : gettext("Seat {seat} disagrees: “{text}”", told);
    case "SecretDisclosed":
      return gettext("Seat {seat} showed the judge a secret.", told);
    case "DisputeWithdrawn":
      return gettext("Seat {seat} withdrew the dispute.", told);
    default:
      return decisionText(by, text, remedyText(remedy, names));
  }
}

/**
 * @param {string | undefined} by
 * @param {string} text
 * @param {string} remedy
 */
function decisionText(by, text, remedy) {
  if (by === "players") return gettext("All players agree: {remedy}.", { remedy });
  if (by === "referee") return gettext("The referee decided: {remedy}. Reason: “{text}”", { remedy, text });
  return gettext("The operator decided: {remedy}. Reason: “{text}”", { remedy, text });
}

/**
 * @param {Findings} findings
 * @param {Check[]} found
 */
function unaltered({ game, checks, coverage, areMovesSigned, disputed: told }, found) {
  const warnings = checks.filter(({ name }) => name !== "luck").flatMap((check) => check.warnings ?? []);
  // In the verifier's own words, which are English.
  const byServer = found
    .filter(({ name }) => checks.every((mine) => mine.name !== name))
    .flatMap((check) => check.warnings ?? []);
  // Without the title's rules the server's checks are the browser's.
  if (!found.some(({ name, verdict }) => name === "course" && verdict === "passed")) {
    warnings.unshift(gettext("Only the part in your browser was checked, not the rules of the game."));
  }
  return item(
    "unaltered",
    warnings.length || byServer.length || told?.contrary ? "warned" : "passed",
    gettext("Was this record changed?"),
    told?.contrary
      ? html.p(
          { class: "warning" },
          gettext(
            "It can’t be trusted: the server signed two different things, this record and a receipt that a player kept. One is false.",
          ),
        )
      : null,
    html.p(
      { class: "verdict" },
      told?.contrary
        ? gettext("Apart from that, no contradiction was found in this record of game {game}.", { game })
        : gettext("No contradiction was found in this record of game {game}.", { game }),
    ),
    words(
      coverage || areMovesSigned
        ? gettext(
            "To change an entry, all later ones would have to be rewritten and signed again; the other players’ files would then differ.",
          )
        : gettext("That does not show that it is unchanged, because nothing in it is signed."),
    ),
    ...warnings.map((warning) => html.p({ class: "warning" }, warning)),
    ...byServer.map((warning) => html.p({ class: "warning", lang: "en" }, warning)),
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
      html.p(
        { class: "unsigned" },
        gettext("No signature was checked, so the author of this file could have made it all up."),
      ),
    );
  }
  const { until, first, last } = coverage;
  return item(
    "vouched",
    first ? "warned" : "passed",
    question,
    html.p(
      { class: "coverage" },
      first
        ? gettext(
            "The server with the fingerprint below signed the entries up to {until}, and cannot deny it. Nothing covers {first} to {last}.",
            {
              until,
              first,
              last,
            },
          )
        : gettext("The server with the fingerprint below signed all entries, up to {until}, and cannot deny it.", {
            until,
          }),
    ),
    ...[...signers].map(([key, position]) =>
      html.p(
        { class: "signer" },
        gettext("Its fingerprint; its signature covers all up to {position}:", { position }),
        " ",
        html.code(key),
        " ",
        gettext("Ask another player whether they see the same fingerprint, which is not secret."),
      ),
    ),
    ...(cosigners.length ? [cosignedBy(cosigners)] : []),
  );
}

/** @param {string[]} names */
const cosignedBy = (names) =>
  html.p(
    { class: "cosigners" },
    gettext("Its log carries the signatures of these witnesses: {names}. Check them with their keys:", {
      names: names.join(", "),
    }),
    " ",
    html.code("python3 stele_verify.py RECORD --witness KEY"),
  );

const newest = () =>
  item(
    "newest",
    "left",
    gettext("Is it the newest record of the game?"),
    words(gettext("There may be a newer record: only the server, or a player with a later one, can tell.")),
  );

/** @param {Findings} findings */
function luck(findings) {
  const [mark, ...said] = luckSaid(findings);
  const { warnings = [] } = findings.checks.find(({ name }) => name === "luck") ?? {};
  const warned = warnings.map((warning) => html.p({ class: "warning" }, warning));
  return item("luck", warned.length ? "warned" : mark, gettext("Were the random draws fair?"), ...said, ...warned);
}

/**
 * The mark of the randomness and the text on it, apart from warnings.
 * @param {Findings} findings
 * @returns {["passed" | "warned" | "left", ...(Node | null)[]]}
 */
function luckSaid({ checks, coverage, areMovesSigned, luck: told }) {
  const isProved = checks.some(({ name, verdict }) => name === "luck" && verdict === "passed");
  if (!told || (isProved && !told.draws)) {
    return ["left", words(gettext("No random draws were made in this game."))];
  }
  if (!isProved) {
    return [
      "left",
      words(gettext("That can be checked once the game is over, when the secret numbers behind it are published.")),
    ];
  }
  const unsigned =
    coverage || areMovesSigned ? null : words(gettext("Only if the record is genuine, since nothing in it is signed:"));
  if (told.hasBeacon) return ["warned"];
  if (!told.isShared) {
    const alone = ngettext(
      "Only the server knows: the one random result follows from a secret number that it had fixed before the game, and no player’s browser added a number.",
      "Only the server knows: all {number} random results follow from a secret number that it had fixed before the game, and no player’s browser added a number.",
      told.draws,
    );
    return ["warned", words(alone)];
  }
  const followed = ngettext(
    "Yes: the one random result was computed from a secret number of the server, mixed with numbers from the players’ browsers. The server had fixed its number before the game and could not change it.",
    "Yes: all {number} random results (dice, cards) were computed from a secret number of the server, mixed with numbers from the players’ browsers. The server had fixed its number before the game and could not change it.",
    told.draws,
  );
  return ["passed", unsigned, words(followed), words(limitOf(told))];
}

/**
 * What the way in which the randomness was fixed cannot exclude.
 * @param {Luck} luck
 */
function limitOf({ isStrict, scheme }) {
  if (isStrict) {
    return gettext(
      "This game was opened with the option “Strict randomness”: every browser had fixed its number before any was revealed, so that neither a player nor the server could choose the random draws. They could only have called the game off because of them.",
    );
  }
  if (scheme === "1") {
    return gettext(
      "One thing this cannot exclude: the server knew the first player’s number when it fixed its own, so it could have chosen one that favours one of the players.",
    );
  }
  return gettext(
    "One thing this cannot exclude: together with the server, the last player to join could have picked a number that suits them. Only games opened with the option “Strict randomness” rule that out.",
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
            "Yes, says this server: it replayed the recorded moves and came to the same result. Any other server with Stele, the software of this site, can check that too.",
          )
        : gettext(
            "Not checked, so the moves and the result are unproved: that takes the rules of the game, a finished game, and a file with all its secrets.",
          ),
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
          "Only the server says who: the players of this game did not sign their moves. Each player’s browser keeps the server’s signed answers (receipts): the dispute file of a move, which its dossier offers, compares them.",
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
    words(
      gettext(
        "The players’ browsers signed each move when it was made. That shows which browser moved, not who sat in front of it or which program helped.",
      ),
    ),
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
    html.ul(
      [
        gettext(
          "Compare the long number under “Chain”, in “All checks”, with the other players’: if it is the same, you all hold the same record.",
        ),
        gettext(
          "Keep this file. If you get a later file of this game and it does not contain all of this one unchanged, the record was altered.",
        ),
        isDisputed
          ? gettext(
              "The referee decides, or the server’s operator if there is none: send them this file. If you suspect the operator, show it to the other players: they can check it without this server.",
            )
          : gettext(
              "If you doubt a move, go to it in the replay and open its dossier: it shows who had to decide what, and there you can dispute the move.",
            ),
      ].map((text) => html.li(text)),
    ),
  );
