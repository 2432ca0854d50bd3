// Game not found: the page for a game that cannot be shown, with the reason and links.

import { Problem, problemText, signedIn } from "../core/api.js";
import { namedHere } from "../core/base-path.js";
import { button, find, replace } from "../core/dom.js";
import { blankPage, toLobby } from "../core/empty-state.js";
import { openAccount } from "../masthead/page-header.js";
import { gettext } from "../core/i18n.js";

/**
 * Show it on the whole page; with a warning, if the server denies a game of which this browser holds receipts.
 * @param {unknown} error
 */
export function noGame(error) {
  const { status = 0, title = gettext("This game can't be shown") } = error instanceof Problem ? error : {};
  const isClosed = (status === 403 || status === 401) && !signedIn();
  replace(
    find("main"),
    blankPage(
      title,
      [problemText(error), isClosed && gettext("Sign in or open the invitation link.")].filter(Boolean).join(" "),
      isClosed && button(gettext("Sign in"), openAccount, { class: "primary" }),
      toLobby(isClosed ? "" : "primary"),
    ),
  );
  if (status === 404) import("../signing/record-changed.js").then(({ checkDenial }) => checkDenial(namedHere()));
}
