// Unsubscribe page: stops mails with the token from the link's fragment.
// The fragment stays in the address until it is used, so the page can be opened again.

import { call } from "../core/api.js";
import { form } from "../core/dialogs.js";
import { find, html, replace } from "../core/dom.js";
import { buildFrame } from "../core/page-header.js";
import { gettext } from "../core/i18n.js";

/** Nothing comes any more: what else is so, and how to change one's mind. */
function showDone() {
  history.replaceState(null, "", location.pathname);
  const heading = html("h1", { tabindex: -1 }, gettext("No mail about your games comes any more"));
  replace(
    find("main"),
    heading,
    html("p", {}, gettext("What concerns you still stands in your notices, and your games go on.")),
    html(
      "p",
      {},
      gettext("To have mails again, sign in and tick them there, under “What you wish to be told of”:"),
      " ",
      html("a", { href: "/inbox" }, gettext("Notices")),
    ),
  );
  heading.focus();
}

async function build() {
  await buildFrame();
  document.title = `${gettext("No more mails")} · Stele`;
  const end = async () => {
    const token = location.hash.slice(1);
    await call(`/api/unsubscribe/${encodeURIComponent(token)}`, { method: "POST", body: {} });
    showDone();
  };
  replace(
    find("main"),
    html("h1", {}, gettext("No more mails")),
    html(
      "p",
      {},
      gettext(
        "This ends the mails about your games to the address that this link was sent to: whose turn it is, what is asked of you, what is over.",
      ),
    ),
    html("p", {}, gettext("Mails with which you sign in or confirm an address still come when you ask for them.")),
    form(end, html("button", { class: "primary" }, gettext("Send me no such mails any more"))),
  );
}

build();
