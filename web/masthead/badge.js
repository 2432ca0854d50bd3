// Unread badge: shows the number of unread notifications in the page's header and in the tab's title.

import { signedIn } from "../core/api.js";
import { announce } from "../core/dom.js";
import { Following } from "../core/event-stream.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { InboxEvent } from "../responses.js" */

const NAME = "stele-inbox";
const COUNTED = /^\(\d+\) /;

/** Event on the document: the inbox has changed. */
export const INBOX_CHANGED = "stele-inbox-changed";

/**
 * Show the number of unread notifications continuously. Browsers limit the connections to a server, so only the most
 * recently used tab follows the inbox, and informs the others.
 * @param {HTMLElement} link
 */
export function watchInbox(link) {
  const others = new BroadcastChannel(NAME);
  const title = /** @type {HTMLTitleElement} */ (document.querySelector("title"));
  let unread = 0;

  /** Prefix the page's title with the number of unread notifications. */
  function tellInTitle() {
    if (document.body.classList.contains("lobby-page")) return; // its title counts the player's turns
    const plain = document.title.replace(COUNTED, "");
    const wanted = unread ? `(${unread}) ${plain}` : plain;
    if (document.title !== wanted) document.title = wanted;
  }

  /** @param {InboxEvent} event */
  function show(event) {
    unread = event.unread;
    const words = ngettext("{number} unread notification", "{number} unread notifications", unread);
    link.dataset.unread = unread ? String(unread) : "";
    link.setAttribute("aria-label", unread ? words : gettext("Notifications"));
    tellInTitle();
    document.dispatchEvent(new Event(INBOX_CHANGED));
  }

  /** @param {InboxEvent} event */
  function heard(event) {
    const isNew = event.newest !== null && event.unread > unread;
    show(event);
    others.postMessage({ player: signedIn()?.id, event });
    const isHere = Boolean(event.newest?.game && location.pathname.includes(event.newest.game));
    if (isNew && event.newest && !isHere) announce(event.newest.text);
  }

  others.addEventListener("message", ({ data }) => {
    if (data.player === signedIn()?.id) show(data.event);
  });
  new MutationObserver(tellInTitle).observe(title, { childList: true });

  /** @type {Following<InboxEvent> | null} */
  let following = null;

  function stop() {
    following?.stop();
    following = null;
  }

  /** Whether this tab has requested the lock: requesting twice would steal it from itself. */
  let isAsking = false;

  function begin() {
    isAsking = false;
    following ??= new Following("/api/me/events", "", heard, () => {});
    return new Promise(() => {}); // until another tab takes it
  }

  function lookedAt() {
    if (document.hidden || following || isAsking) return;
    isAsking = true;
    if (navigator.locks) navigator.locks.request(NAME, { steal: true }, begin).catch(stop);
    else begin();
  }

  document.addEventListener("visibilitychange", lookedAt);
  addEventListener("pagehide", stop);
  addEventListener("pageshow", lookedAt);
  lookedAt();
}
