// Account page: follows links from mails and shows the sections of the signed-in player's account.

import { openAccount } from "../masthead/sign-in-prompt.js";
import { accountSections } from "./sections.js";
import { call, keepPlayer, signedIn } from "../core/api.js";
import { button, find, html, replace } from "../core/dom.js";
import { buildFrame, notice, problemNotice } from "../masthead/page-header.js";
import { exchangeToken, signIn } from "../masthead/session.js";
import { gettext } from "../core/i18n.js";

/** @import { Account } from "../types.js" */

/** The link's token after the # of the address, which is never sent to a server; it is removed from the address. */
function takeLink() {
  const [, purpose, token] = location.hash.match(/^#(sign-in|confirm|recover)=([\w-]{6,100})$/) ?? [];
  if (purpose) history.replaceState(null, "", location.pathname);
  return { purpose, token };
}

/** Handle a link from a mail. */
async function followLink() {
  const { purpose, token } = takeLink();
  try {
    if (purpose === "sign-in") await signIn({ mail: token });
    if (purpose === "recover") {
      await signIn({ recovery: token });
      notice(gettext("You are signed in. Add a passkey or an email address now so that you don't lose access again."));
    }
    if (purpose === "confirm") {
      await call("/api/me/address", { method: "PUT", body: { mail: token } });
      notice(gettext("Your email address is confirmed."));
    }
  } catch (error) {
    problemNotice(error);
  }
}

/** @param {Account} account */
function show(account) {
  const { player, is_secured } = account;
  keepPlayer({ ...player, is_secured });
  find("account").textContent = player.name;
  const focused = document.activeElement;
  const name = focused instanceof HTMLInputElement ? focused.name : "";
  replace(
    find("main"),
    html.h1(player.name),
    html.p(html.a({ href: `/players/${player.id}` }, gettext("Your profile"))),
    ...accountSections(account, show),
  );
  const same = [...find("main").querySelectorAll("input")].find((one) => name && one.name === name);
  same?.focus();
}

/** For visitors who are not signed in: the ways to sign in. */
function showWays() {
  replace(
    find("main"),
    html.h1(gettext("Your account")),
    html.p(gettext("You are not signed in.")),
    button(gettext("Sign in"), () => openAccount(() => location.reload()), { class: "primary" }),
  );
}

async function start() {
  await buildFrame();
  await followLink();
  addEventListener("hashchange", () => location.reload());
  await exchangeToken().catch(() => {}); // a refused token is discarded
  if (!signedIn()) {
    showWays();
    return;
  }
  try {
    show(await call("/api/me/account"));
  } catch (error) {
    showWays();
    if (signedIn()) problemNotice(error);
  }
}

start();
