// The top of every page: where one is, the language, light or dark, and who is signed in.

import { signedIn } from "./api.js";
import { find, html, replace } from "./dom.js";
import { kept } from "./keeping.js";
import { LANGUAGES, chooseLanguage, gettext, language } from "./texts.js";

function languageChoice() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    html("option", { value: code, lang: code, selected: code === language }, name),
  );
  return html(
    "select",
    { "aria-label": gettext("Language"), id: "language", onchange: (event) => chooseLanguage(event.target.value) },
    options,
  );
}

function themeChoice() {
  const chosen = kept("stele-theme") ?? "";
  const choices = [
    ["", gettext("System")],
    ["light", gettext("Light")],
    ["dark", gettext("Dark")],
  ];
  return html(
    "select",
    {
      "aria-label": gettext("Light or dark"),
      id: "theme",
      onchange: (event) => document.dispatchEvent(new CustomEvent("stele-theme", { detail: event.target.value })),
    },
    choices.map(([value, name]) => html("option", { value, selected: value === chosen }, name)),
  );
}

/** The account's dialogs are loaded when they are asked for. */
function accountButton(changed) {
  return html(
    "button",
    { type: "button", id: "account", onclick: async () => (await import("./account.js")).openAccountDialog(changed) },
    signedIn()?.name ?? gettext("Sign in"),
  );
}

/** Build the masthead and the skip link; `changed` hears when somebody signed in or out. */
export function buildMasthead(changed = () => location.reload()) {
  replace(
    find("masthead"),
    html("a", { class: "skip", href: "#main" }, gettext("To the content")),
    html(
      "a",
      { class: "brand", href: "/" },
      html("img", { src: "/web/stele.svg", alt: "", width: 32, height: 32 }),
      html("span", {}, "Stele"),
    ),
    html("span", { class: "grow" }),
    languageChoice(),
    themeChoice(),
    accountButton(changed),
  );
}

/** The lines at the foot of a page. */
export function buildFooter() {
  replace(
    find("footer"),
    html("a", { href: "/" }, gettext("Lobby")),
    html("a", { href: "/api/docs" }, gettext("The HTTP API")),
    html("span", {}, gettext("Every action is recorded, every game can be replayed and verified.")),
  );
}

/** Say something to those who listen instead of look. */
export function announce(text) {
  replace(find("announcements"), html("p", {}, text));
}

/** A message that goes away by itself after a while, or when it is closed. */
export function notice(text, kind = "good", ...more) {
  const shown = html(
    "div",
    { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" },
    html("span", {}, text),
    ...more,
    html("button", { type: "button", class: "quiet", onclick: () => shown.remove() }, gettext("Close")),
  );
  find("notices").replaceChildren(shown);
  return shown;
}
