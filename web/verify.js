// The page that verifies a record: a file is chosen or dropped, and checked in this browser alone.

import { announce, find, html, replace } from "./dom.js";
import { canHash } from "./hashing.js";
import { buildFooter, buildMasthead } from "./masthead.js";
import { gettext, textsReady } from "./texts.js";
import { verified } from "./verifying.js";

/** @import { Check, Findings } from "./verifying.js" */
/** @import { OtherFile } from "./other-files.js" */

/** Which file is being checked: a newer one ends the older's report. */
let asked = 0;

/** What each check looks at. */
function checkNames() {
  return /** @type {Record<string, string>} */ ({
    form: gettext("Form of the file"),
    positions: gettext("Positions"),
    chain: gettext("Chain"),
    records: gettext("Records"),
    course: gettext("Course of the game"),
    header: gettext("First line"),
    time: gettext("Time"),
    secrets: gettext("Secrets"),
    openings: gettext("Openings"),
    receipts: gettext("Receipts"),
    damage: gettext("Checksum"),
    signatures: gettext("Signatures of the players"),
    luck: gettext("Luck"),
    rules: gettext("Rules"),
  });
}

/** @param {Check} check */
function verdictText({ verdict, position, warnings = [] }) {
  if (warnings.length) return gettext("with warnings");
  if (verdict === "passed") return gettext("right");
  return verdict === "failed" ? gettext("wrong at {position}", { position }) : gettext("not checked");
}

/**
 * What a file is that holds no record, and what to do with it.
 * @param {OtherFile} other
 */
function toldOf(other) {
  if (other.kind === "receipts") {
    return [
      html("p", { class: "verdict" }, gettext("These are receipts, not a record.")),
      html("p", {}, gettext("Hold them against a record with the verifier in one file:")),
      html("p", {}, html("code", {}, "python3 stele_verify.py RECORD --receipts FILE")),
    ];
  }
  const { game, until, digest } = other;
  return [
    html("p", { class: "verdict" }, gettext("This is a dossier of the game {game}, not its record.", { game })),
    html("p", {}, gettext("A dossier explains one action and cannot be verified by itself.")),
    html(
      "p",
      {},
      gettext(
        "Download the whole record (Share on the replay page) and verify that. It belongs to this dossier if its entry at {until} has this digest:",
        { until },
      ),
      " ",
      html("code", {}, digest),
    ),
  ];
}

/** @param {Findings} findings */
function vouchers({ signers, coverage }) {
  if (!coverage) {
    return html(
      "li",
      { class: "left", id: "vouched" },
      html(
        "p",
        { class: "unsigned" },
        gettext("No signature was checked: whoever made this file could have made all of it."),
      ),
    );
  }
  const { until, first, last } = coverage;
  return html(
    "li",
    { class: first ? "warned" : "passed", id: "vouched" },
    html(
      "p",
      { class: "coverage" },
      first
        ? gettext("Signed only up to {until}. Nothing vouches for {first} to {last}.", { until, first, last })
        : gettext("All of it is signed, up to {until}.", { until }),
    ),
    [...signers].map(([key, position]) =>
      html(
        "p",
        { class: "signer" },
        gettext("Signed up to {position} by the key:", { position }),
        " ",
        html("code", {}, key),
        " ",
        gettext("Whether that is the server's key, you must know from elsewhere."),
      ),
    ),
  );
}

/** @param {Findings} findings */
function conclusions(findings) {
  const { game, checks, other } = findings;
  if (other) return toldOf(other);
  const bad = checks.find(({ verdict }) => verdict === "failed");
  if (bad) {
    return [
      html("p", { class: "verdict bad", role: "alert" }, gettext("This record is NOT consistent.")),
      html(
        "p",
        { id: "first-bad" },
        gettext("First bad place: {position}", { position: bad.position }),
        ` – ${bad.detail}`,
      ),
    ];
  }
  const warnings = checks.flatMap((check) => check.warnings ?? []);
  return [
    html(
      "ol",
      { class: "answers" },
      html(
        "li",
        { class: warnings.length ? "warned" : "passed", id: "unaltered" },
        html("p", { class: "verdict" }, gettext("This record of game {game} is unaltered in itself.", { game })),
        html("p", {}, gettext("Nothing was changed in it without making all that follows anew.")),
        warnings.map((warning) => html("p", { class: "warning" }, warning)),
      ),
      vouchers(findings),
      html(
        "li",
        { class: "left", id: "newest" },
        html(
          "p",
          {},
          gettext("Whether this is the newest record is unknown: only its server can say if the game has gone on."),
        ),
      ),
    ),
  ];
}

/** @param {Findings} findings */
function report(findings) {
  const names = checkNames();
  return html(
    "section",
    { "aria-labelledby": "report-heading" },
    html("h2", { id: "report-heading", tabindex: -1 }, gettext("Report")),
    ...conclusions(findings),
    html(
      "dl",
      { class: "checks" },
      findings.checks.map((check) =>
        html(
          "div",
          { class: check.verdict === "not possible" ? "left" : check.verdict, "data-check": check.name },
          html("dt", {}, names[check.name], " ", html("span", { class: "tag" }, verdictText(check))),
          html("dd", {}, check.detail),
        ),
      ),
    ),
  );
}

/** @param {File | undefined} file */
async function verify(file) {
  if (!file) return;
  asked += 1;
  const mine = asked;
  const names = checkNames();
  const bar = html("progress", { max: 1, value: 0, "aria-label": gettext("Progress") });
  const doing = html("p", {}, file.name);
  replace(find("report"), html("div", { class: "checking" }, doing, bar));
  const findings = await verified(file, (name, share) => {
    doing.textContent = `${file.name}: ${names[name]}`;
    bar.value = share;
  });
  if (mine !== asked) return;
  replace(find("report"), html("p", { class: "hint" }, file.name), report(findings));
  find("report-heading").focus();
  announce([...document.querySelectorAll(".verdict, .coverage, .unsigned")].map((one) => one.textContent).join(" "));
}

function fileField() {
  /** @type {HTMLInputElement} */
  const input = html("input", {
    type: "file",
    id: "verify-file",
    accept: ".ndjson,application/x-ndjson",
    "aria-describedby": "verify-hint",
    onchange: () => verify(input.files?.[0]),
  });
  return html(
    "div",
    { class: "drop-place", id: "drop-place" },
    html("label", { for: "verify-file" }, gettext("The file of a record")),
    input,
    html("p", { class: "hint", id: "verify-hint" }, gettext("Choose it, or drop it anywhere on this page.")),
  );
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

async function start() {
  await textsReady;
  document.title = gettext("Verify a record · Stele");
  buildMasthead();
  buildFooter();
  replace(
    find("main"),
    html("h1", {}, gettext("Verify a record")),
    html(
      "p",
      {},
      gettext(
        "The file is checked in this browser. It is sent nowhere, and once this page is open, it needs no server.",
      ),
    ),
    canHash()
      ? fileField()
      : html(
          "p",
          { class: "refusal" },
          gettext("A browser hashes only on pages that come by https, so nothing can be checked here."),
        ),
    html("div", { id: "report" }),
    html(
      "section",
      {},
      html("h2", {}, gettext("Without a browser")),
      html(
        "p",
        {},
        gettext("The same checks are in one file of Python that needs nothing else:"),
        " ",
        html("a", { href: "/verify/stele_verify.py", download: "stele_verify.py" }, "stele_verify.py"),
      ),
      html("p", {}, html("code", {}, "python3 stele_verify.py FILE")),
    ),
  );
  if (canHash()) takeDrops();
}

start();
