// Players page: a search for players by name, each with a profile and a challenge.

import { problemText, signedIn } from "../core/api.js";
import { field } from "../core/dialogs.js";
import { button, find, html, replace } from "../core/dom.js";
import { announceFound, PlayerSearch } from "../core/player-field.js";
import { openAccount, setTitle, showPage } from "../masthead/page-header.js";
import { challengeButton } from "./challenge.js";
import { gettext } from "../core/i18n.js";

/** @import { Found } from "../core/player-field.js" */

const MOST_FOUND = 20;

/** @param {Found} player */
function line(player) {
  const profile = `/players/${encodeURIComponent(player.id)}`;
  return html(
    "li",
    {},
    html("a", { class: "player", href: profile }, html("bdi", {}, player.name)),
    challengeButton(player),
  );
}

/** @param {Found[]} players */
function list(players) {
  announceFound(players);
  if (!players.length) return html("p", { class: "empty" }, gettext("No players found."));
  return html("ul", { class: "found-players" }, players.map(line));
}

/** The search, which starts while typing. The name is in the address, so that one can come back to it. */
function searchForm() {
  const name = html("input", { type: "search", name: "name", maxlength: 40, autocomplete: "off" });
  const found = html("div", {});
  const searching = new PlayerSearch();
  const search = async () => {
    const query = name.value.trim() ? `?${new URLSearchParams({ name: name.value.trim() })}` : "";
    history.replaceState(null, "", location.pathname + query);
    try {
      const players = await searching.players(name.value, MOST_FOUND);
      if (players) replace(found, name.value.trim() ? list(players) : null);
    } catch (error) {
      replace(found, html("p", { class: "refusal", role: "alert" }, problemText(error)));
    }
  };
  name.addEventListener("input", () => searching.wait(search));
  name.value = new URLSearchParams(location.search).get("name") ?? "";
  if (name.value) search();
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    search();
  };
  return [
    html(
      "form",
      { role: "search", class: "player-search", onsubmit: submit },
      field(gettext("Name of the player"), name, gettext("The first letters of the name, or of a word of it.")),
    ),
    found,
  ];
}

showPage(async () => {
  setTitle(gettext("Players"));
  replace(
    find("main"),
    html("div", { class: "page-head" }, html("h1", {}, gettext("Players"))),
    html("p", {}, html("a", { href: "/bots" }, gettext("Bots on this server"))),
    ...(signedIn()
      ? searchForm()
      : [
          html("p", {}, gettext("Sign in to search for players.")),
          html("p", {}, button(gettext("Sign in"), openAccount, { class: "primary" })),
        ]),
  );
  if (signedIn()) document.querySelector("input")?.focus();
});
