// Service worker: caches the pages' files and the last views of tables, replays and the lobby for offline use. The
// files belong to one version. It also shows push notifications. For changeable data the server is asked first. Other
// requests are not intercepted: moves, live streams, downloads.
//
// The server fills in the version of the files here. Without a version (the operator wants no service worker) it
// unregisters.

const VERSION = "";

/** A service worker's global scope, which the type checker takes for a window's. @type {any} */
const worker = self;
const PREFIX = "stele-";
const KEPT = `${PREFIX}${VERSION}-`;
const FILES = `${KEPT}files`;
const SEEN = `${KEPT}seen-`;
const MOST_SEEN = 60; // responses: a table has three, a replay two or three
const GATEWAY = [502, 503, 504]; // a proxy's status when the server is down

/** The base path of Stele on its host. */
const base = () => new URL(worker.registration.scope).pathname;

/** The pages that can be opened offline, by path below the base; a page's form is the same for all games. */
const FORMS = new Map([
  ["", /^$/],
  ["titles/_", /^titles\/[^/]+$/],
  ["games/_", /^games\/[^/]+$/],
  ["games/_/replay", /^games\/[^/]+\/replay$/],
]);

/** The API paths read to show a table, a replay or the lobby. */
const SHOWN = /^api\/(rulebooks(\/[^/]+)?|me\/turns|games|games\/[^/]+(\/(state|events|replay))?)$/;

/** The last reader; another token or player is another reader. @type {string | null} */
let reader = null;
/** How often seen data has been discarded: responses to earlier requests are not stored. */
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
 * Cache these files of the pages, if they belong to this version.
 * @param {string[]} addresses
 */
async function keepFiles(addresses) {
  const cache = await caches.open(FILES);
  for (const address of addresses) {
    const isOurs = new URL(address, worker.registration.scope).pathname.startsWith(`${base()}web/v/${VERSION}/`);
    if (isOurs && !(await cache.match(address, { ignoreVary: true }))) await cache.add(address).catch(() => {});
  }
}

/** Cache the pages' forms, and the files that the lobby's form names: an app opened offline opens there. */
async function keepForms() {
  const cache = await caches.open(FILES);
  const forms = [...FORMS.keys()].map((path) => new Request(base() + path, { cache: "reload" }));
  await cache.addAll(forms);
  const lobby = await (await cache.match(base(), { ignoreVary: true }))?.text();
  const begun = Array.from((lobby ?? "").matchAll(/(?:src|href)="([^"]+)"/g), ([, address]) => address);
  await keepFiles(begun);
}

/**
 * An immutable file of this version.
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
 * A page from the server, or if it is unreachable, its cached form.
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
 * The response, if it came from the server.
 * @param {Response | Promise<Response>} coming
 */
async function reached(coming) {
  const response = await coming;
  if (GATEWAY.includes(response.status)) throw new Error("the server is not there");
  return response;
}

/**
 * The cache of the current reader. Other readers' data is deleted.
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
 * The server's response; if it is unreachable, the cached one, with its time.
 * @param {any} event
 * @param {URL} url
 */
async function current(event, url) {
  const time = forgotten;
  const name = await cacheOf(event.request);
  url.searchParams.delete("version"); // of the server; cached data belongs to this version of the pages
  try {
    const response = await reached(fetch(event.request));
    // Responses marked as not cacheable are cached here all the same, for this reader only.
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
 * Cache a response under its count of changed names, if it has one. Responses with another count are deleted: they may
 * contain the name of a deleted player.
 * @param {string} name
 * @param {string} address
 * @param {Response} response
 */
async function keep(name, address, response) {
  const headers = new Headers(response.headers);
  const count = headers.get("Stele-Names") ?? "";
  if (count) await drop((one) => /-seen-.*~./.test(one) && !one.endsWith(`~${count}`));
  headers.delete("Content-Encoding"); // the cached copy is unpacked
  headers.set("Stele-Kept", new Date().toISOString());
  const cache = await caches.open(`${name}~${count}`);
  await cache.put(address, new Response(response.body, { headers }));
  const addresses = await cache.keys(); // oldest first
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
 * A notification, perhaps while no page is open. A repeated one replaces itself.
 * @param {any} event
 */
function pushed(event) {
  const { id, game, text, language } = event.data.json();
  const icon = `${base()}web/icons/stele-192.png`;
  event.waitUntil(
    worker.registration.showNotification("Stele", { body: text, tag: id, lang: language, icon, data: game }),
  );
}

/** Open the game, in an open page if there is one. @param {string} game */
async function lead(game) {
  const address = `${base()}games/${encodeURIComponent(game)}`;
  const open = await worker.clients.matchAll({ type: "window" });
  const there = open.find((/** @type {any} */ client) => new URL(client.url).pathname === address);
  await (there ? there.focus() : worker.clients.openWindow(address));
}

/** After signing out, this device gets no notifications: the push service informs the server. */
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
