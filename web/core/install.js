// Service worker registration: registers the worker, offers a new version, and marks content shown from the cache.

import { KEPT_SHOWN, shownAsOf } from "./api.js";
import { here } from "./base-path.js";
import { button, find, html } from "./dom.js";
import { gettext, language, timeText } from "./i18n.js";

const LOOK_MILLISECONDS = 1000;
const ASK_MILLISECONDS = 10000;
const UPDATE_MILLISECONDS = 600000;
/** The reader is choosing, or has opened a dialog. */
const BUSY = ".picked, #clear:enabled, #confirm:enabled, dialog[open]";

/** The version of this page's files, from their addresses. */
const version = () => document.documentElement.dataset.files?.split("/").at(-1);

/** Register the worker, and handle its messages. */
export async function install() {
  if (shownAsOf()) tellOffline();
  document.addEventListener(KEPT_SHOWN, tellOffline);
  document.querySelector('link[rel="manifest"]')?.setAttribute("href", here(`/manifest.webmanifest?lang=${language}`));
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => data.version !== version() && tellUpdate());
  const registration = await serviceWorker.register(here("/service-worker.js"), { scope: here("/") });
  keepUpToDate(registration);
  const { active } = await serviceWorker.ready;
  // Files loaded before the worker was active are copied from the browser's cache.
  active?.postMessage({ files: performance.getEntriesByType("resource").map(({ name }) => name) });
}

/**
 * A page that stays open checks for updates from time to time, when it becomes visible.
 * @param {ServiceWorkerRegistration} registration
 */
function keepUpToDate(registration) {
  let asked = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || performance.now() - asked < UPDATE_MILLISECONDS) return;
    asked = performance.now();
    registration.update().catch(() => {}); // offline, or gone
  });
}

/**
 * A banner above the page.
 * @param {string} id
 * @param {string} text
 * @param {string} action
 */
function line(id, text, action) {
  if (document.getElementById(id)) return;
  find("notices").before(
    html.div(
      { id, class: "notice warn from-worker", role: "status" },
      html.span(text),
      button(action, () => location.reload()),
    ),
  );
}

/** Offer the update, but not during a choice. */
function tellUpdate() {
  if (document.querySelector(BUSY)) setTimeout(tellUpdate, LOOK_MILLISECONDS);
  else line("new-version", gettext("A new version is available."), gettext("Reload"));
}

/** Show that the page's data is cached, until the server answers again. */
function tellOffline() {
  const time = timeText(shownAsOf() ?? "");
  document.documentElement.dataset.offline = "";
  line(
    "offline",
    gettext("You’re offline. This page shows data from {time}; nothing can be sent.", { time }),
    gettext("Try again"),
  );
  addEventListener("online", () => location.reload());
  askAgain();
}

async function askAgain() {
  const isThere = await fetch(here("/health/live"), { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) location.reload();
  else setTimeout(askAgain, ASK_MILLISECONDS);
}
