// Page header and footer: navigation, language, theme, account, announcements and notices of every page.

import { openAccount as openAccountOr } from "./sign-in-prompt.js";
import { Problem, SIGNED_OUT, problemText, signedIn } from "../core/api.js";
import { here } from "../core/base-path.js";
import { watchInbox } from "./badge.js";
import { club, isClub, siteName } from "../core/club.js";
import { button, find, html, replace, select } from "../core/dom.js";
import { icon } from "../core/icon.js";
import { keep, kept } from "../core/storage.js";
import { exchangeToken } from "./session.js";
import { LANGUAGES, chooseLanguage, gettext, language, textsReady } from "../core/i18n.js";

/** @import { Child } from "../types.js" */

/** The storage key of the number of the last closed announcement. */
const ANNOUNCED = "stele-announced";

function languageChoice() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    html.option({ value: code, lang: code, selected: code === language }, name),
  );
  /** @type {HTMLSelectElement} */
  const choice = html.select({ id: "language", onchange: () => chooseLanguage(choice.value) }, options);
  return choice;
}

function themeChoice() {
  const chosen = kept("stele-theme") ?? "";
  const choice = select(
    {
      id: "theme",
      onchange: () => document.dispatchEvent(new CustomEvent("stele-theme", { detail: choice.value })),
    },
    [
      ["", gettext("System")],
      ["light", gettext("Light")],
      ["dark", gettext("Dark")],
    ],
    chosen,
  );
  return choice;
}

/** The language and theme of this browser and, if the masthead is too narrow, the navigation. */
function settingsMenu() {
  const line = (/** @type {string} */ words, /** @type {HTMLElement} */ choice) =>
    html.label({ for: choice.id }, words, choice);
  return html.div(
    { id: "settings-menu", class: "menu", popover: "" },
    html.nav({ class: "ways", "aria-label": gettext("Pages") }, ...ways()),
    line(gettext("Language"), languageChoice()),
    line(gettext("Theme"), themeChoice()),
  );
}

/** Open the account, or the ways to sign in. */
export async function openAccount() {
  await openAccountOr(() => location.reload());
}

/** Exchange a stored token for a session, after everything else has loaded. */
async function exchange() {
  if (!signedIn()?.token) return;
  await loaded();
  await exchangeToken();
}

/**
 * The server does not know the signed-in player: the page continues signed out, but the player's action requires
 * signing in.
 * @param {Event} event
 */
function signedOut(event) {
  find("account").textContent = gettext("Sign in");
  notice(gettext("This browser's session is not valid. Sign in again."), "warn", signInButton());
  if (event instanceof CustomEvent && event.detail) openAccount();
}

function signInButton() {
  return button(gettext("Sign in"), openAccount);
}

async function loaded() {
  if (document.readyState === "complete") return;
  await new Promise((resolve) => {
    addEventListener("load", resolve, { once: true });
  });
}

/** Let the browser cache this page, if supported and enabled by the operator; after everything else has loaded. */
async function becomeApp() {
  if (!("worker" in document.documentElement.dataset) || !navigator.serviceWorker) return;
  await loaded();
  const { install } = await import("../core/install.js");
  await install();
}

/** The notifications of the signed-in player, after the page itself has loaded. */
function inboxLink() {
  const shape = icon("inbox");
  const link = html.a({ class: "button", id: "inbox", href: "/inbox", "aria-label": gettext("Notifications") }, shape);
  loaded()
    .then(() => watchInbox(link))
    .catch(() => {}); // optional for the pages
  return link;
}

/** Show the operator's announcement, unless the reader has closed it. */
function showAnnouncement() {
  const told = document.querySelector('meta[name="announcement"]')?.getAttribute("content");
  if (!told) return;
  /** @type {{ text: string, number: number }} */
  const { text, number } = JSON.parse(told);
  if (kept(ANNOUNCED) === String(number)) return;
  /** @type {HTMLElement} */
  const shown = html.div(
    { class: "notice warn announcement", role: "status" },
    html.span(text),
    button(
      gettext("Close"),
      () => {
        keep(ANNOUNCED, String(number));
        shown.remove();
      },
      { class: "quiet" },
    ),
  );
  find("notices").before(shown);
}

/** Build the frame of every page, once the texts are loaded: the masthead with the skip link, and the footer. */
export async function buildFrame() {
  addEventListener("unhandledrejection", showUncaught);
  await textsReady;
  buildMasthead();
  buildFooter();
}

/**
 * Show what the code of a control has left uncaught. A refusal is no fault of the page.
 * @param {PromiseRejectionEvent} event
 */
function showUncaught(event) {
  problemNotice(event.reason);
  if (event.reason instanceof Problem) event.preventDefault();
}

/**
 * Show this page: its frame, then what `draw` makes of it. A refusal is shown; what does not exist leads to the lobby.
 * @param {() => unknown} draw
 */
export async function showPage(draw) {
  await buildFrame();
  try {
    await draw();
  } catch (error) {
    const isShut = error instanceof Problem && (error.status === 404 || (error.status === 403 && signedIn()));
    if (!isShut) {
      problemNotice(error);
      return;
    }
    const { blankPage, toLobby } = await import("../core/empty-state.js");
    replace(find("main"), blankPage(error.title, problemText(error), toLobby("primary")));
  }
}

/** Name this page in the browser's title. @param {string} words */
export function setTitle(words) {
  document.title = `${words} · ${siteName}`;
}

function buildMasthead() {
  document.documentElement.lang = language;
  showAnnouncement();
  becomeApp().catch(() => {}); // optional for the pages
  exchange().catch(() => {}); // the next page tries again
  document.addEventListener(SIGNED_OUT, signedOut);
  replace(
    find("masthead"),
    html.a({ class: "skip", href: "#main" }, gettext("Skip to content")),
    html.a(
      { class: "brand", href: "/" },
      html.img({ src: "/web/stele.svg", alt: "", width: 32, height: 32 }),
      html.span(siteName),
    ),
    html.nav({ class: "ways", "aria-label": gettext("Pages") }, ...ways()),
    html.span({ class: "grow" }),
    html.button(
      { type: "button", id: "settings", popovertarget: "settings-menu", "aria-label": gettext("Menu") },
      icon("menu"),
    ),
    settingsMenu(),
    signedIn() && inboxLink(),
    button(signedIn()?.name ?? gettext("Sign in"), openAccount, { id: "account" }),
  );
}

/** The navigation of every page: in its masthead, or in its menu if that is too narrow. */
function ways() {
  const way = (/** @type {string} */ href, /** @type {string} */ words) =>
    html.a({ href, "aria-current": location.pathname === here(href) ? "page" : null }, words);
  return [
    way("/", gettext("Play")),
    signedIn() && way("/#my-games", gettext("My games")),
    way("/#running-games", gettext("Watch")),
    way("/#titles", gettext("Learn")),
    way("/tournaments", gettext("Tournaments")),
    way("/players", gettext("Players")),
    way("/ratings", gettext("Ratings")),
  ];
}

function buildFooter() {
  replace(
    find("footer"),
    isClub && html.a({ href: "/club" }, club.name || gettext("About this server")),
    club.imprint && html.a({ href: "/club#imprint" }, gettext("Imprint and privacy")),
    html.a({ href: "/verify" }, gettext("Verify a record")),
    html.a({ href: "/api/docs" }, gettext("HTTP API")),
    html.span(gettext("Every action is recorded; every game can be replayed and verified.")),
    html.span({ id: "version" }, `Stele ${document.documentElement.dataset.version ?? ""}`),
  );
}

/**
 * A message that stays until it is closed, or until the next one comes.
 * @param {string} text
 * @param {"good" | "warn" | "bad"} [kind]
 * @param {Child[]} more
 */
export function notice(text, kind = "good", ...more) {
  /** @type {HTMLElement} */
  const shown = html.div(
    { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" },
    html.span(text),
    ...more,
    button(gettext("Close"), () => shown.remove(), { class: "quiet" }),
  );
  find("notices").replaceChildren(shown);
  return shown;
}

/**
 * Show a refusal; with a sign-in button if the reader is not signed in and that may help.
 * @param {unknown} error
 */
export function problemNotice(error) {
  const isClosed = error instanceof Problem && (error.status === 401 || error.status === 403);
  return notice(problemText(error), "bad", isClosed && !signedIn() && signInButton());
}
