// Verification page: checks a chosen or dropped record in this browser, and shows the server's checks beside it.

import { answered, call, file as fetched, problemText } from "../core/api.js";
import { announce, find, html, replace } from "../core/dom.js";
import { answers } from "./answers.js";
import { disputeIn } from "./dispute-file.js";
import { canHash } from "../record/hashing.js";
import { showPage } from "../masthead/page-header.js";
import { gettext, language } from "../core/i18n.js";
import { verified } from "./verify.js";

/** @import { Check, Findings } from "./verify.js" */
/** @import { OtherFile } from "./verify.js" */

/**
 * The server's findings, in English; or, as a text, why it did not check. @typedef {{ game: string, ok: boolean,
 * checks: Check[] } | string} Answer
 */

/** The checks that only the server makes. */
const OF_SERVER = ["records", "course", "time", "log", "rules"];

/** Counts checked files: a newer one cancels the older report. */
let asked = 0;

/** The subject of each check. */
function checkNames() {
  return /** @type {Record<string, string>} */ ({
    form: gettext("File format"),
    positions: gettext("Positions"),
    chain: gettext("Chain"),
    records: gettext("Records"),
    course: gettext("Order of play"),
    header: gettext("First line"),
    time: gettext("Time"),
    secrets: gettext("Secrets"),
    openings: gettext("Revealed commitments"),
    receipts: gettext("Receipts"),
    log: gettext("Public log"),
    damage: gettext("Checksum"),
    signatures: gettext("Players' signatures"),
    luck: gettext("Random draws"),
    rules: gettext("Rules"),
  });
}

/** The meaning of a passed check by the server. */
function passedTexts() {
  return /** @type {Record<string, string>} */ ({
    records: gettext("Every entry records an event."),
    course: gettext("There are no actions before the start, after the end, or by players without a seat."),
    time: gettext("Time never runs backwards, and every deadline follows from the record."),
    log: gettext("The log proofs in the file are valid and consistent."),
    rules: gettext("The game was replayed: every move was legal, and every draw came from the game key."),
  });
}

/**
 * Why the server could not make a check.
 * @param {string} name
 */
function impossibleText(name) {
  if (name === "log") return gettext("The file contains no proof that the record is in a log.");
  if (name !== "rules") return gettext("This server does not have the title's rules.");
  return gettext("This needs the title's rules, a finished game, and a file with all its secrets.");
}

/** @param {Check} check */
function verdictText({ verdict, position, warnings = [] }) {
  if (warnings.length) return gettext("with warnings");
  if (verdict === "passed") return gettext("correct");
  return verdict === "failed" ? gettext("error at {position}", { position }) : gettext("not checked");
}

/**
 * The kind of a file that is not a record, and what to do with it.
 * @param {OtherFile} other
 */
function toldOf(other) {
  if (other.kind === "receipts") {
    return [
      html.p({ class: "verdict" }, gettext("These are receipts, not a record.")),
      html.p(gettext("Compare them with a record using the single-file verifier:")),
      html.p(html.code("python3 stele_verify.py RECORD --receipts FILE")),
    ];
  }
  const { game, until, digest } = other;
  return [
    html.p({ class: "verdict" }, gettext("This is a dossier of game {game}, not its record.", { game })),
    html.p(gettext("A dossier explains a single action and cannot be verified on its own.")),
    html.p(
      gettext(
        "Download the whole record (Share on the replay page) and verify that instead. It belongs to this dossier if its entry at {until} has this digest:",
        { until },
      ),
      " ",
      html.code(digest),
    ),
  ];
}

/**
 * @param {Check} check
 * @param {string} [lang] of its detail, if different from the page's language
 */
function line(check, lang) {
  return html.div(
    { class: check.verdict === "not possible" ? "left" : check.verdict, "data-check": check.name },
    html.dt(checkNames()[check.name], " ", html.span({ class: "tag" }, verdictText(check))),
    html.dd(lang ? { lang } : {}, check.detail),
  );
}

/**
 * The server's checks: those that only it makes, and the first that failed.
 * @param {Check[]} found
 */
function linesOfServer(found) {
  const passed = passedTexts();
  return found.flatMap((check) => {
    if (check.verdict === "failed") return line(check, "en");
    if (!OF_SERVER.includes(check.name)) return [];
    const detail = check.verdict === "passed" ? passed[check.name] : impossibleText(check.name);
    return line({ ...check, detail });
  });
}

/** @param {Check[]} checks */
function partOfBrowser(checks) {
  return [
    html.h3(gettext("Checked in this browser")),
    html.p(
      { class: "hint" },
      gettext("Your browser computed this from the file. You rely on the code of this page, which anyone can read."),
    ),
    html.dl(
      { class: "checks" },
      checks.map((check) => line(check)),
    ),
  ];
}

/** @param {Answer} answer */
function partOfServer(answer) {
  const isSilent = typeof answer === "string";
  const words = gettext("This server has the rules of the game. You rely on its report; it has not kept the file.");
  const left = () => OF_SERVER.map((name) => line({ name, verdict: "not possible", detail: "" }));
  return [
    html.h3(gettext("Checked by this server")),
    html.p({ class: "hint", id: "server-said" }, isSilent ? answer : words),
    html.dl({ class: "checks" }, isSilent ? left() : linesOfServer(answer.checks)),
  ];
}

/**
 * @param {Findings} findings
 * @param {Answer | null} answer null if the server was not asked
 */
function report(findings, answer) {
  const { other, checks } = findings;
  const isBad = checks.some(({ verdict }) => verdict === "failed");
  return html.section(
    { "aria-labelledby": "report-heading" },
    html.h2({ id: "report-heading", tabindex: -1 }, gettext("Result")),
    !other &&
      html.p(
        { class: "hint" },
        gettext("Entries are numbered: 7-0 begins the game’s action 7, and 7-1, 7-2 … follow from it."),
      ),
    other ? toldOf(other) : answers(findings, answer ?? ""),
    !other &&
      html.details(
        { class: "all-checks", open: isBad },
        html.summary(gettext("All checks, one by one")),
        partOfBrowser(checks),
        answer === null ? [] : partOfServer(answer),
      ),
  );
}

/**
 * The server's findings in this file, or why it does not check.
 * @param {File} file
 * @returns {Promise<Answer>}
 */
async function askServer(file) {
  const headers = new Headers({ "Accept-Language": language, "Content-Type": "application/x-ndjson" });
  try {
    const options = /** @type {const} */ ({ method: "POST", headers, body: file, credentials: "omit" });
    return await (await answered("/api/verifications", options, true)).json();
  } catch (error) {
    return problemText(error);
  }
}

/** @param {File | undefined} file */
async function verify(file) {
  if (!file) return;
  asked += 1;
  const mine = asked;
  const names = checkNames();
  const bar = html.progress({ max: 1, value: 0, "aria-label": gettext("Progress") });
  const doing = html.p(file.name);
  replace(find("report"), html.div({ class: "checking" }, doing, bar));
  const dispute = await disputeIn(file);
  const record = dispute ? new File([dispute.record], file.name) : file;
  const tell = (/** @type {string} */ name, /** @type {number} */ share) => {
    doing.textContent = `${file.name}: ${names[name]}`;
    bar.value = share;
  };
  const findings = await verified(record, tell, dispute);
  if (mine !== asked) return;
  doing.textContent = `${file.name}: ${names.rules}`;
  // If a check has already failed the server would find nothing more.
  const isBad = findings.other || findings.checks.some(({ verdict }) => verdict === "failed");
  const answer = isBad ? null : await askServer(record);
  if (mine !== asked) return;
  replace(find("report"), html.p({ class: "hint" }, file.name), report(findings, answer));
  find("report-heading").focus();
  announce([...document.querySelectorAll(".verdict, .coverage, .unsigned")].map((one) => one.textContent).join(" "));
}

function fileField() {
  /** @type {HTMLInputElement} */
  const input = html.input({
    type: "file",
    id: "verify-file",
    accept: ".ndjson,.json,application/x-ndjson,application/json",
    "aria-describedby": "verify-hint",
    onchange: () => verify(input.files?.[0]),
  });
  return html.div(
    { class: "drop-place", id: "drop-place" },
    html.label({ for: "verify-file" }, gettext("Record file")),
    input,
    html.p({ class: "hint", id: "verify-hint" }, gettext("Choose the file, or drop it anywhere on this page.")),
    html.p(
      { class: "waiting" },
      gettext("No file at hand?"),
      " ",
      html.button({ type: "button", id: "verify-demo" }, gettext("Verify a demo game")),
    ),
  );
}

/** For visitors who have no file yet: the record of a finished demonstration game. */
async function offerDemo() {
  const { rulebooks } = await call("/api/rulebooks");
  const games = await Promise.all(
    rulebooks.map((/** @type {{ id: string }} */ { id }) => call(`/api/games/demo-${id}`).catch(() => null)),
  );
  const finished = games.find((game) => game?.status === "finished");
  const place = find("verify-demo");
  if (!finished) return;
  place.addEventListener("click", async () => {
    const name = `${finished.id}.ndjson`;
    verify(new File([await fetched(`/api/games/${finished.id}/bundle`)], name));
  });
  place.closest("p")?.classList.remove("waiting");
}

function takeDrops() {
  const place = find("drop-place");
  const mark = (/** @type {boolean} */ isOver) => place.classList.toggle("over", isOver);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", () => mark(false));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    verify(event.dataTransfer?.files[0]);
  });
}

showPage(async () => {
  document.title = gettext("Verify a record · Stele");
  replace(
    find("main"),
    html.h1(gettext("Verify a record")),
    html.p(
      gettext(
        "Your browser checks the file itself. To replay the game by its rules, the file is also sent to this server, which does not keep it.",
      ),
    ),
    canHash()
      ? fileField()
      : html.p(
          { class: "refusal" },
          gettext("Nothing can be checked here: browsers only compute digests on pages opened over HTTPS."),
        ),
    html.div({ id: "report" }),
    html.section(
      { class: "sheet" },
      html.h2(gettext("Without this server")),
      html.p(
        gettext(
          "For programmers: a single Python file checks everything except the game’s own rules. It needs nothing else and sends nothing:",
        ),
        " ",
        html.a({ href: "/verify/stele_verify.py", download: "stele_verify.py" }, "stele_verify.py"),
      ),
      html.p(html.code("python3 stele_verify.py FILE")),
    ),
  );
  if (!canHash()) return;
  takeDrops();
  offerDemo().catch(() => {}); // a server without demonstration games offers none
});
