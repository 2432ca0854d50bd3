// Not-found page: says that the address has no page, and leads to the lobby.

import { find, replace } from "../core/dom.js";
import { blankPage, toLobby } from "../core/empty-state.js";
import { gettext } from "../core/i18n.js";
import { setTitle, showPage } from "./page-header.js";

showPage(async () => {
  setTitle(gettext("Page not found"));
  const words = gettext("There is no page at this address. Check it, or go to the lobby.");
  replace(find("main"), blankPage(gettext("Page not found"), words, toLobby("primary")));
});
