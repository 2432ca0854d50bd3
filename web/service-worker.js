// Service worker: caches the pages' files and the last views of tables, replays and the lobby for offline use.
// The files are those of one version. It also shows push notifications. For everything that can change the server is
// asked first. Other requests go by untouched: moves, live streams, downloads.
//
// The server fills in the version of the files here. Without a version (the operator wants no service worker) it
// unregisters.

const VERSION = "";

/** A service worker's own scope, which the checker takes for a window's. @type {any} */
const worker = self;
const PREFIX = "stele-";
const KEPT = `${PREFIX}${VERSION}-`;
const FILES = `${KEPT}files`;
const SEEN = `${KEPT}seen-`;
const MOST_SEEN = 60; // responses: a table has three, a replay two or three
const GATEWAY = [502, 503, 504]; // a proxy before the server says that it is not there

/** Where Stele lies on its host. */
const base = () => new URL(worker.registration.scope).pathname;

/** The pages that can be opened offline, by their paths below the base; the form of a page is the same for all games. */
const FORMS = new Map([
  ["", /^$/],
  ["titles/_", /^titles\/[^/]+$/],
  ["games/_", /^games\/[^/]+$/],
  ["games/_/replay", /^games\/[^/]+\/replay$/],
]);

/** What is read of the API to show a table, a replay or the lobby. */
const SHOWN = /^api\/(rulebooks(\/[^/]+)?|me\/turns|games|games\/[^/]+(\/(state|events|replay))?)$/;

/** Who read last; another token or player is another reader. @type {string | null} */
let reader = null;
/** How often what was seen has been forgotten: what was asked for before is not kept any more. */
let forgotten = 0;

/** @param {(name: string) => boolean} isUnwanted */
async function drop(isUnwanted) {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.filter(isUnwanted).map((name) => caches.delete(name)));
}

async function forget() {
  forgotten += 1;
  reader = null;
  await drop((name) => name.includes("-seen-"));
}

/**
 * Keep these files of the pages, as far as they are of this version.
 * @param {string[]} addresses
 */
async function keepFiles(addresses) {
  const cache = await caches.open(FILES);
  for (const address of addresses) {
    const isOurs = new URL(address, worker.registration.scope).pathname.startsWith(`${base()}web/v/${VERSION}/`);
    if (isOurs && !(await cache.match(address, { ignoreVary: true }))) await cache.add(address).catch(() => {});
  }
}

/** The forms of the pages, and the files that the lobby's names: an app that is opened offline opens there. */
async function keepForms() {
  const cache = await caches.open(FILES);
  const forms = [...FORMS.keys()].map((path) => new Request(base() + path, { cache: "reload" }));
  await cache.addAll(forms);
  const lobby = await (await cache.match(base(), { ignoreVary: true }))?.text();
  const begun = Array.from((lobby ?? "").matchAll(/(?:src|href)="([^"]+)"/g), ([, address]) => address);
  await keepFiles(begun);
}

/**
 * A file of this version, which never changes.
 * @param {any} event
 */
async function file(event) {
  const cache = await caches.open(FILES);
  const found = await cache.match(event.request.url, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(event.request);
  if (response.ok && response.headers.get("Cache-Control")?.includes("immutable")) {
    event.waitUntil(cache.put(event.request.url, response.clone()));
  }
  return response;
}

/**
 * A page as the server has it now, or if it cannot be reached, its form.
 * @param {any} event
 * @param {string} form
 */
async function page(event, form) {
  try {
    return await reached((await event.preloadResponse) ?? fetch(event.request));
  } catch {
    return (await caches.match(base() + form, { ignoreVary: true })) ?? Response.error();
  }
}

/**
 * The response, if it is one of the server's.
 * @param {Response | Promise<Response>} coming
 */
async function reached(coming) {
  const response = await coming;
  if (GATEWAY.includes(response.status)) throw new Error("the server is not there");
  return response;
}

/**
 * The cache of whoever asks. What others read here before is dropped.
 * @param {Request} request
 */
async function cacheOf(request) {
  const who = request.headers.get("Authorization") ?? request.headers.get("Stele-Reader");
  if (who === null) return `${SEEN}public`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(who));
  const name =
    SEEN + Array.from(new Uint8Array(digest).slice(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const isAnothers = (/** @type {string} */ one) => !one.startsWith(`${name}~`) && !one.startsWith(`${SEEN}public~`);
  if (reader !== name) await drop((one) => one.includes("-seen-") && isAnothers(one));
  reader = name;
  return name;
}

/**
 * What the server says now; if it cannot be reached, what it said last, with the time of that.
 * @param {any} event
 * @param {URL} url
 */
async function current(event, url) {
  const time = forgotten;
  const name = await cacheOf(event.request);
  url.searchParams.delete("version"); // of the server; what is kept is of this version of the pages
  try {
    const response = await reached(fetch(event.request));
    // What no cache on the way may keep is kept here all the same: for this reader alone, until another one reads.
    if (response.ok && time === forgotten) event.waitUntil(keep(name, url.href, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const names = time === forgotten ? (await caches.keys()).filter((one) => one.startsWith(`${name}~`)) : [];
    const looked = names.map((cacheName) => caches.match(url.href, { cacheName, ignoreVary: true }));
    const found = (await Promise.all(looked)).find(Boolean);
    if (found) return found;
    throw error;
  }
}

/**
 * Keep a response under the count of names that have changed, where it says one. What was kept under another count is
 * dropped: it may call somebody by name who has gone.
 * @param {string} name
 * @param {string} address
 * @param {Response} response
 */
async function keep(name, address, response) {
  const headers = new Headers(response.headers);
  const count = headers.get("Stele-Names") ?? "";
  if (count) await drop((one) => /-seen-.*~./.test(one) && !one.endsWith(`~${count}`));
  headers.delete("Content-Encoding"); // what is kept here is unpacked
  headers.set("Stele-Kept", new Date().toISOString());
  const cache = await caches.open(`${name}~${count}`);
  await cache.put(address, new Response(response.body, { headers }));
  const addresses = await cache.keys(); // the oldest first
  await Promise.all(addresses.slice(0, -MOST_SEEN).map((one) => cache.delete(one)));
}

/** @param {any} event */
function asked(event) {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(base())) return;
  const path = url.pathname.slice(base().length);
  if (path.startsWith(`web/v/${VERSION}/`)) {
    event.respondWith(file(event));
  } else if (request.mode === "navigate") {
    const form = [...FORMS].find(([, paths]) => paths.test(path))?.[0];
    if (form !== undefined) event.respondWith(page(event, form));
  } else if (SHOWN.test(path) && !request.headers.get("Accept")?.includes("event-stream")) {
    event.respondWith(current(event, url));
  }
}

async function begin() {
  await drop((name) => !name.startsWith(KEPT));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  for (const client of await worker.clients.matchAll({ type: "window" })) client.postMessage({ version: VERSION });
}

async function leave() {
  await drop(() => true);
  await worker.registration.unregister();
}

/**
 * A notice that comes while perhaps no page is open. One that comes again takes its own place.
 * @param {any} event
 */
function pushed(event) {
  const { id, game, text, language } = event.data.json();
  const icon = `${base()}web/icons/stele-192.png`;
  event.waitUntil(
    worker.registration.showNotification("Stele", { body: text, tag: id, lang: language, icon, data: game }),
  );
}

/** Lead to the game, in a page that is open if there is one. @param {string} game */
async function lead(game) {
  const address = `${base()}games/${encodeURIComponent(game)}`;
  const open = await worker.clients.matchAll({ type: "window" });
  const there = open.find((/** @type {any} */ client) => new URL(client.url).pathname === address);
  await (there ? there.focus() : worker.clients.openWindow(address));
}

/** Who signs out here gets no notices here any more: the push service tells the server. */
async function unsubscribe() {
  const subscription = await worker.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

worker.addEventListener("push", pushed);
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});
worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  if (VERSION) event.waitUntil(keepForms());
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(VERSION ? begin() : leave()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  event.waitUntil(event.data.files ? keepFiles(event.data.files) : Promise.all([forget(), unsubscribe()]));
});
if (VERSION) worker.addEventListener("fetch", asked);
