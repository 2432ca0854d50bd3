// Web push: the button that turns push notifications on and off on this device. Push notifications appear even when no
// page is open.

import { call } from "../core/api.js";
import { button, html, replace } from "../core/dom.js";
import { problemNotice } from "../masthead/page-header.js";
import { gettext } from "../core/i18n.js";

/** @import { DevicesResponse as Devices } from "../responses.js" */

const PATIENCE_MILLISECONDS = 5000;

/** The service worker of these pages; null if there is none. */
async function registered() {
  if (!navigator.serviceWorker || !("PushManager" in window) || !("worker" in document.documentElement.dataset)) {
    return null;
  }
  const late = new Promise((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MILLISECONDS);
  });
  return /** @type {Promise<ServiceWorkerRegistration | null>} */ (Promise.race([navigator.serviceWorker.ready, late]));
}

/** The server's id for this subscription. @param {PushSubscription} subscription */
async function nameOf({ endpoint }) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, 16);
}

/**
 * @param {ServiceWorkerRegistration} registration
 * @param {string} key the server's
 * @returns {Promise<Devices>}
 */
async function subscribe(registration, key) {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new Error(gettext("Notifications from this site are blocked. Allow them in the browser's settings."));
  }
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
  return call("/api/me/devices", { method: "POST", body });
}

/** The button that enables or disables notifications on this device; nothing if unsupported. @param {Devices} push */
export async function devicePart(push) {
  const registration = await registered();
  if (!registration) {
    return html.p({ class: "hint" }, gettext("This browser cannot show notifications when no page is open."));
  }
  const place = html.div({ class: "buttons" });
  /** @param {string} words @param {() => Promise<Devices>} act */
  const acting = (words, act) =>
    button(
      words,
      async () => {
        try {
          await show(await act());
        } catch (error) {
          problemNotice(error instanceof Error && error.name === "Error" ? error.message : error);
        }
      },
      { id: "this-device" },
    );
  /** @param {Devices} push */
  async function show({ key, devices }) {
    const own = await registration?.pushManager.getSubscription();
    const name = own && (await nameOf(own));
    const isOn = devices.some(({ id }) => id === name);
    replace(
      place,
      isOn && own && name
        ? acting(gettext("Turn off notifications on this device"), async () => {
            const left = await call(`/api/me/devices/${name}`, { method: "DELETE" });
            await own.unsubscribe();
            return left;
          })
        : acting(gettext("Turn on notifications on this device"), () =>
            subscribe(/** @type {ServiceWorkerRegistration} */ (registration), key),
          ),
    );
  }
  await show(push);
  return place;
}
