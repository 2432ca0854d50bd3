// Log alert: warns when the server's transparency log contradicts what this browser has seen or holds receipts of.

import { call } from "../core/api.js";
import { button, find, html } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { save } from "../board/export-image.js";
import { excuse, isDenied, isExcused, isHiding, isReadRecently, keptNote, readLog, uncovered } from "./log-reader.js";
import { allReceipts } from "./receipt-store.js";
import { keptReceipts } from "./receipts.js";

/** @import { LogFault, ReadLog } from "../types.js" */
/** @import { Logged } from "../responses.js" */

/** As many games are checked on a page that shows several. */
const MOST_GAMES = 3;

/** @param {LogFault} fault */
function words(fault) {
  switch (fault) {
    case "signature":
      return gettext("The log that this server shows now is not signed with the key it had before.");
    case "renamed":
      return gettext("This server shows a different log from the one it had before, and doesn't say why.");
    case "shrunk":
      return gettext(
        "The log of this server has lost entries that it had before. The server was put back to an earlier state, and its operator has not announced it.",
      );
    case "changed":
      return gettext("Entries in the log of this server were changed or removed after this browser had seen them.");
    case "hidden":
      return gettext("For more than an hour this server has not shown its log or its proofs.");
    case "missing":
      return gettext(
        "A move that you made more than ten minutes ago is missing from the server's public log. Either its log has stopped, or the game is kept out of it.",
      );
    case "denied":
      return gettext("The server signed your moves in a game, and now reports that the game never existed.");
    case "digest":
      return gettext("The server's public log has a different game from the one that the server signed for you.");
    default:
      return gettext("The server's proof that your move is in its public log is invalid.");
  }
}

/** @typedef {{ game?: string, proof?: Logged | null }} About a game with the server's proof */

/**
 * Save everything that shows the fault, as one line of JSON.
 * @param {LogFault} fault
 * @param {ReadLog | null} read
 * @param {About} about
 */
async function saveProof(fault, read, { game = "", proof = null }) {
  const said = await Promise.allSettled([call("/api/log"), call("/.well-known/stele.json")]);
  const [log, keys] = said.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)));
  const told = {
    format: "stele-proof/1",
    fault,
    game,
    server: location.origin,
    asked_at: new Date().toISOString(),
    kept: read?.before ?? keptNote()?.note ?? null,
    shown: read?.shown ?? null,
    key: keptNote()?.key ?? null,
    receipts: game ? (await keptReceipts(game)).map(({ receipt }) => receipt) : [],
    proof,
    log,
    keys,
  };
  save(new Blob([JSON.stringify(told), "\n"], { type: "application/json" }), `${game || "log"}-proof.json`);
}

/**
 * Warn about this fault of the log, or of what the log says about a game.
 * @param {LogFault} fault
 * @param {ReadLog | null} read
 * @param {About} [about]
 */
export function accuse(fault, read, about = {}) {
  const { game = "" } = about;
  if (document.getElementById("log-fault")) return;
  find("main").prepend(
    html.section(
      { id: "log-fault", class: "contradiction", role: "alert", "aria-labelledby": "log-fault-heading" },
      html.h2({ id: "log-fault-heading" }, gettext("This server contradicts its public log")),
      html.p(words(fault)),
      game && html.p(html.a({ href: `/games/${game}` }, gettext("Open the game"))),
      html.p(gettext("Download the proof and show it to the other players.")),
      button(gettext("Download the proof"), () => saveProof(fault, read, about), { id: "save-log-proof" }),
      button(gettext("I know why: don't warn again"), () => forgive(game), { id: "excuse-log" }),
    ),
  );
}

/** @param {string} about */
function forgive(about) {
  excuse(about);
  document.getElementById("log-fault")?.remove();
}

/** @param {string} because */
function tellRestore(because) {
  find("main").prepend(
    html.section(
      { id: "log-restored", class: "notice", role: "status" },
      html.p(
        gettext("The operator announced that this server was put back to an earlier state: {reason}", {
          reason: because,
        }),
      ),
    ),
  );
}

/**
 * Read the log, unless it was read recently, and check that it has these games; warn about what is wrong. If the server
 * cannot be asked, the next visit tries again.
 * @param {string[]} games
 */
async function check(games) {
  try {
    if (!isReadRecently()) {
      const read = await readLog();
      if (read.fault) return accuse(read.fault, read);
      if (read.declared) tellRestore(read.declared);
    }
    for (const game of games.filter((one) => !isExcused(one))) {
      const found = await uncovered(game);
      if (found) return accuse(found.fault, null, { game, proof: found.proof });
    }
    isHiding();
  } catch (error) {
    // There is no log yet, or the page itself reports an unreachable server; the next visit tries again.
    if (isHiding(error)) accuse("hidden", null);
  }
}

/**
 * Check the log and this game, of which this browser has receipts.
 * @param {string} game
 */
export function checkGame(game) {
  return check([game]);
}

/** Check the log, and the games in which the reader has moved last, from time to time. */
export async function checkLog() {
  if (isReadRecently()) return;
  try {
    const receipts = (await allReceipts()).filter(({ fault }) => !fault);
    const last = new Map(receipts.map(({ game, position }) => [game, position]));
    const games = [...last.keys()].slice(-MOST_GAMES);
    if (games.length) await check(games);
    for (const game of games.filter((one) => !isExcused(one))) {
      if (await isDenied(game, /** @type {string} */ (last.get(game)))) return accuse("denied", null, { game });
    }
  } catch {
    // Storage is refused, and this browser holds nothing; or the server is unreachable.
  }
}
