// Page code: compares the files that this page was given with the manifest that the server's log names, and tells when
// they have changed. Code that the server changes can leave this out: docs/explanation/auditing.md says what remains.

import { Problem, call } from "../core/api.js";
import { here } from "../core/base-path.js";
import { button, find, html } from "../core/dom.js";
import { exactTimeText, gettext } from "../core/i18n.js";
import { keep, keptByGame } from "../core/storage.js";
import { canCheckSignatures, sha256 } from "../verify/hashing.js";
import { accuse } from "./log-alert.js";
import { delayOf, isExcused, keptNote, logFault, readLog } from "./log-reader.js";

/** @import { GivenPages, KeptPages, LogFault } from "../types.js" */
/** @import { LoggedRelease } from "../responses.js" */

const PAGES = "stele-pages";
const WORKER = "service-worker.js";
/** The server fills in the version of the files. */
const WORKER_VERSION = /const VERSION = "[0-9a-f]*";/;

/** The names of the files that were compared. @type {Set<string>} */
const compared = new Set();

/** The pages that this browser was given last, if they were in the log. @returns {KeptPages | null} */
export function keptPages() {
  return keptByGame(PAGES)[here("/")] ?? null;
}

/** @param {KeptPages | null} pages */
function keepPages(pages) {
  keep(PAGES, JSON.stringify({ ...keptByGame(PAGES), [here("/")]: pages }));
}

/**
 * The name of an own script or style sheet in a manifest; empty for anything else.
 * @param {string} address
 */
function nameOf(address) {
  const { origin, pathname } = new URL(address, location.href);
  const base = here("/");
  if (origin !== location.origin || !pathname.startsWith(base) || !/\.(js|css)$/.test(pathname)) return "";
  const path = pathname.slice(base.length);
  return path === WORKER ? `web/${WORKER}` : path.replace(/^web\/v\/[^/]+\//, "web/");
}

/** The addresses of the scripts and style sheets that this page has loaded. */
function loadedHere() {
  const resources = performance.getEntriesByType("resource").map(({ name }) => name);
  return [...resources, ...Array.from(document.scripts, ({ src }) => src).filter(Boolean)];
}

/** This page as the server gives it now: the version of its files, and their addresses that it names. */
async function givenNow() {
  const text = await textOf(location.pathname + location.search, "no-store");
  const given = new DOMParser().parseFromString(text, "text/html");
  const named = given.querySelectorAll("script[src], link[rel=modulepreload], link[rel=stylesheet]");
  const addresses = Array.from(named, (one) => one.getAttribute("src") ?? one.getAttribute("href") ?? "");
  return { files: given.documentElement.dataset.files ?? "", addresses };
}

/**
 * The text at this address; a refusal is a `Problem`.
 * @param {string} address
 * @param {RequestCache} cache
 */
async function textOf(address, cache) {
  const response = await fetch(address, { cache, credentials: "same-origin" });
  if (!response.ok) throw new Problem({ status: response.status, title: response.statusText });
  return response.text();
}

/**
 * The names of the files at these addresses that are not as the manifest lists them.
 * @param {string[]} addresses
 * @param {string} manifest
 */
async function otherFiles(addresses, manifest) {
  const lines = manifest.split("\n").slice(1);
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const hasWorker = "worker" in document.documentElement.dataset;
  const asked = hasWorker ? [...addresses, here(`/${WORKER}`)] : addresses;
  const named = new Map(asked.map((address) => [nameOf(address), address]));
  named.delete("");
  for (const name of named.keys()) compared.add(name);
  const found = await Promise.all(
    Array.from(named, async ([name, address]) => {
      if (!listed.has(name)) return name;
      const text = await textOf(address, "default"); // an unchanging file comes from where the page had it
      const whole = name === `web/${WORKER}` ? text.replace(WORKER_VERSION, 'const VERSION = "";') : text;
      return (await sha256(new TextEncoder().encode(whole))) === listed.get(name) ? "" : name;
    }),
  );
  return found.filter(Boolean);
}

/**
 * The place of this manifest in the log; none if it is not the last release there. `fault` is a fault of the proof.
 * @param {string} digest
 * @returns {Promise<{ proof: LoggedRelease | null, fault: LogFault | null }>}
 */
async function place(digest) {
  if (!keptNote()) await readLog();
  const log = keptNote();
  try {
    /** @type {LoggedRelease} */
    const proof = await call("/api/log/release");
    if (!log || proof.digest !== digest) return { proof: null, fault: null };
    return { proof, fault: await logFault(`stele/release/1 ${proof.version} ${digest}`, proof, log) };
  } catch (error) {
    if (isRefused(error)) return { proof: null, fault: null };
    throw error;
  }
}

/** Whether the server has answered, and refused. @param {unknown} error */
const isRefused = (error) => error instanceof Problem && error.status !== 0;

/**
 * Compare the files at these addresses with the manifest, and the manifest with the log; warn about what is wrong.
 * Pages that the server has just changed may be missing in the log for a while.
 * @param {string[]} addresses
 * @param {() => Promise<boolean>} isCurrent whether the addresses are those of the server's present version
 * @returns {Promise<{ digest: string, index: number, version: string } | null>} where the log has the pages
 */
async function compare(addresses, isCurrent) {
  const manifest = await textOf(here("/tlog/release"), "no-cache").catch((error) => {
    if (isRefused(error)) return "";
    throw error;
  });
  const digest = await sha256(new TextEncoder().encode(manifest));
  if (isExcused(digest)) return null;
  const files = manifest ? await otherFiles(addresses, manifest) : [];
  /** @type {GivenPages} */
  const given = { digest, manifest, files };
  if (files.length && (await isCurrent())) {
    accuse("pages", null, { given });
    return null;
  }
  const known = keptPages();
  if (!files.length && known?.digest === digest && !known.unlogged) return { ...known, index: known.leaf };
  const { proof, fault } = await place(digest);
  if (fault) accuse(fault, null, { given });
  else if (proof && !files.length) return proof;
  else if (isLate()) accuse("unlogged", null, { given });
  return null;
}

/** Whether the pages were not those of the log for longer than promised, from the first time that they were not. */
function isLate() {
  const pages = keptPages();
  const since = pages?.unlogged ?? Date.now();
  keepPages({ digest: "", leaf: -1, version: "", seen: 0, before: 0, ...pages, unlogged: since });
  return Date.now() - since > delayOf(keptNote());
}

/** Compare this page's files, also later ones, with the log; say if the pages are not those of the last visit. */
export async function checkPages() {
  if (!(await canCheckSignatures())) return;
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data.version && checkNext().catch(() => {}));
  await check(loadedHere());
  const observer = new PerformanceObserver((list) => {
    const later = list.getEntries().map(({ name }) => name);
    const unknown = later.filter((address) => nameOf(address) && !compared.has(nameOf(address)));
    if (unknown.length) check(unknown);
  });
  observer.observe({ type: "resource", buffered: true });
}

/** @param {string[]} addresses of files of this page */
async function check(addresses) {
  try {
    const isCurrent = async () => (await givenNow()).files === document.documentElement.dataset.files;
    const proof = await compare(addresses, isCurrent);
    if (proof) keepProven(proof);
    tellChange();
  } catch {
    // The page itself reports an unreachable server; the next visit tries again.
  }
}

/** @param {{ digest: string, index: number, version: string }} proof */
function keepProven({ digest, index, version }) {
  const known = keptPages();
  const isOther = known !== null && known.digest !== "" && known.digest !== digest;
  const before = isOther ? known.seen : (known?.before ?? 0);
  keepPages({ digest, leaf: index, version, seen: Date.now(), before });
}

/** Say that the pages have changed, until the reader closes that. */
function tellChange() {
  const pages = keptPages();
  if (!pages?.before || document.getElementById("pages-changed")) return;
  const text = gettext(
    "The code of these pages has changed since {time}. Its fingerprint is entry {number} of the server's public log.",
    { time: exactTimeText(new Date(pages.before).toISOString()), number: pages.leaf },
  );
  /** @type {HTMLElement} */
  const shown = html(
    "div",
    { id: "pages-changed", class: "notice from-worker", role: "status" },
    html("span", {}, text),
    button(gettext("Close"), close, { class: "quiet" }),
  );
  function close() {
    shown.remove();
    const kept = keptPages();
    if (kept) keepPages({ ...kept, before: 0 });
  }
  find("notices").before(shown);
}

/** There is a new version: while this page's own code still runs, compare what the server gives with the log. */
async function checkNext() {
  const { files, addresses } = await givenNow();
  if (files !== document.documentElement.dataset.files) await compare(addresses, async () => true);
}
