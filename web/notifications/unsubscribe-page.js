// Unsubscribe page: stops mails with the token from the link's fragment. The fragment stays in the address until it is
// used, so the page can be reopened.

import { call } from "../core/api.js";
import { form } from "../core/dialogs.js";
import { find, html, replace } from "../core/dom.js";
import { buildFrame, setTitle } from "../masthead/page-header.js";
import { gettext } from "../core/i18n.js";

/** Confirm that mails are stopped, and link to the preferences. */
function showDone() {
  history.replaceState(null, "", location.pathname);
  const heading = html.h1({ tabindex: -1 }, gettext("You no longer get emails about your games"));
  replace(
    find("main"),
    heading,
    html.p(gettext("You still get notifications on this site, and your games continue.")),
    html.p(
      gettext("To receive emails again, sign in and turn them on in your notification settings:"),
      " ",
      html.a({ href: "/inbox" }, gettext("Notifications")),
    ),
  );
  heading.focus();
}

async function build() {
  await buildFrame();
  setTitle(gettext("Unsubscribe"));
  const end = async () => {
    const token = location.hash.slice(1);
    await call(`/api/unsubscribe/${encodeURIComponent(token)}`, { method: "POST", body: {} });
    showDone();
  };
  replace(
    find("main"),
    html.h1(gettext("Unsubscribe")),
    html.p(
      gettext(
        "This stops emails about your games (turns, requests and finished games) to the address that received this link.",
      ),
    ),
    html.p(gettext("You still get emails that you ask for, such as links to sign in.")),
    form(end, html.button({ class: "primary" }, gettext("Unsubscribe"))),
  );
}

build();
