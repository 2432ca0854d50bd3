// Account deletion and data: the section with a copy of the player's data, and the one that deletes the account after
// asking for the player's name.

import { call, keepPlayer } from "../core/api.js";
import { here } from "../core/base-path.js";
import { field, form } from "../core/dialogs.js";
import { find, html, replace, section } from "../core/dom.js";
import { proving } from "./reauthenticate.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Account } from "../types.js" */
/** @typedef {{ games: { game: string, outcome: "left" | "resigned" | "stays" }[] }} Farewell */

/**
 * The section that deletes the account.
 * @param {Account} account
 * @param {(account: Account) => void} show
 */
export function farewell(account, show) {
  const again = async () => show(await call("/api/me/account"));
  return section(
    "farewell",
    gettext("Delete this account"),
    html.p(
      gettext(
        "Your name, address, passkeys, sessions and tokens are permanently deleted and can't be restored. Your games stay on record without your name: you are shown as “a former player”. You resign from running games, and your seats in games that have not started become free. In signed games you keep your seat, because only you can resign: resign there first.",
      ),
    ),
    account.is_proven ? ending(account) : proving(account, again),
  );
}

/** The section with a file of everything that the server stores about the player. */
export function ownData() {
  return section(
    "own-data",
    gettext("Your data"),
    html.p(
      { class: "hint" },
      gettext(
        "One file with everything that this server stores about you: account, settings, games and where their records are, chat, notes, notifications, ratings and more. It contains no passwords or tokens.",
      ),
    ),
    html.a({ class: "button", href: "/api/me/data", download: "" }, gettext("Download my data")),
  );
}

/** @param {Account} account */
function ending({ player }) {
  const name = html.input({ name: "farewell-name", required: true, maxlength: 40, autocomplete: "off" });
  return form(
    async () => {
      const { games } = await call("/api/me/deletion", {
        method: "POST",
        body: { name: name.value },
        withSession: true,
      });
      keepPlayer(null);
      find("account").textContent = gettext("Sign in");
      replace(find("main"), ...farewellText(games));
    },
    field(gettext("Type your name, {name}, to delete your account", { name: player.name }), name),
    html.button({ class: "danger" }, gettext("Delete my account")),
  );
}

/** @param {Farewell["games"]} games */
function farewellText(games) {
  const number = (/** @type {string} */ outcome) => games.filter((game) => game.outcome === outcome).length;
  const [resigned, left, stays] = [number("resigned"), number("left"), number("stays")];
  return [
    html.h1({ tabindex: -1 }, gettext("Your account has been deleted")),
    resigned > 0 &&
      html.p(ngettext("You have resigned from one game.", "You have resigned from {number} games.", resigned)),
    left > 0 &&
      html.p(
        ngettext(
          "You have left one game that had not started.",
          "You have left {number} games that had not started.",
          left,
        ),
      ),
    stays > 0 &&
      html.p(
        ngettext(
          "You still hold one seat: the server could not resign that game for you.",
          "You still hold {number} seats: the server could not resign those games for you.",
          stays,
        ),
      ),
    html.p(
      gettext(
        "No new data about you will be stored. In a few minutes, the server will check once more for leftover data.",
      ),
    ),
    html.p(html.a({ href: here("/") }, gettext("Lobby"))),
  ];
}
