// A page without a browser: a document by happy-dom, IndexedDB in memory, this checkout's modules at the addresses that
// the pages use, and a server that a test gives. What only a browser has, layout and animations, is not here.

import "fake-indexeddb/auto";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { Window } from "happy-dom";

const ROOT = new URL("../../", import.meta.url);
const TEMPLATE = readFileSync(new URL("web/core/page.html", ROOT), "utf8");
const TITLE = /^\/?(web\/titles\/([^/]+)\/.*)$/;
/** The part of an address in a title's folder that leads to the pages' modules: a title's drawing uses the kit. */
const KIT = /^(?:titles|examples\/[^/]+)\/[^/]+\/(web\/(?!titles\/).*)$/;

/** The place of a file that the pages have at this address. */
function placeOf(path) {
  const [, rest, title] = TITLE.exec(path) ?? [];
  return new URL(rest ? `titles/${title.replaceAll("-", "_")}/${rest}` : path.replace(/^\//, ""), ROOT).href;
}

// As a server does, the titles' folders and the pages' are shown as one.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith("/web/")) return next(placeOf(specifier), context);
    if (specifier.startsWith(".") && /^(titles|examples)\//.test(context.parentURL?.slice(ROOT.href.length))) {
      const found = new URL(specifier, context.parentURL).href.slice(ROOT.href.length);
      return next(new URL(KIT.exec(found)?.[1] ?? found, ROOT).href, context);
    }
    return next(specifier, context);
  },
});

const drawings = Object.fromEntries(
  ["amun-re", "amun-re-card-game", "das-amulett", "kheops"].map((title) => [title, ["board.js", "ending.js"]]),
);
const SHOWN = {
  base: "",
  files: "/web",
  version: "test",
  drawings: JSON.stringify(drawings).replaceAll('"', "&quot;"),
};

/** The window of this process. Its modules are loaded once, so a page's own module runs once, too. */
export const page = new Window({
  url: "http://stele.example/",
  settings: {
    disableJavaScriptFileLoading: true,
    disableCSSFileLoading: true,
    navigation: { disableMainFrameNavigation: true },
  },
});
page.document.write(TEMPLATE.replace(/\$(\w+)/g, (_whole, name) => SHOWN[name] ?? ""));
for (const script of page.document.querySelectorAll("script, noscript")) script.remove();

const NAMES = [
  "document", "location", "localStorage", "history", "navigator", "getComputedStyle", "requestAnimationFrame",
  "cancelAnimationFrame", "matchMedia", "MutationObserver", "ResizeObserver", "IntersectionObserver", "Node", "Element",
  "HTMLElement", "SVGElement", "Text", "Event", "CustomEvent", "MouseEvent", "KeyboardEvent", "addEventListener",
  "DOMParser", "XMLSerializer", "HTMLInputElement", "Image",
]; // prettier-ignore
for (const name of NAMES) {
  const value = page[name];
  const isMethod = typeof value === "function" && !/^[A-Z]/.test(name);
  Object.defineProperty(globalThis, name, {
    value: isMethod ? value.bind(page) : value,
    configurable: true,
    writable: true,
  });
}
document.fonts ??= { load: () => Promise.resolve([]), ready: Promise.resolve() };
globalThis.isSecureContext ??= false;
// Text has no width without fonts: every letter is as wide as half its height of 16 pixels.
page.HTMLCanvasElement.prototype.getContext = () => ({ measureText: (text) => ({ width: 8 * text.length }) });

/** The requests to the server of which a test has not read yet, as `GET /path`. */
export const asked = [];
let answering = () => undefined;

/**
 * Use this server from now on: `answer("GET", "/path?query", body)` returns a status and a body, or nothing if the
 * server cannot be reached.
 */
export function serve(answer) {
  answering = answer;
  asked.length = 0;
}

globalThis.fetch = async (address, { method = "GET", body } = {}) => {
  const path = String(address).replace(location.origin, "");
  if (path.startsWith("/web/")) return new Response(readFileSync(fileURLToPath(placeOf(path))));
  asked.push(`${method} ${path}`);
  const found = await answering(method, path, body);
  if (!found) throw new TypeError("fetch failed");
  const [status, told, type = "application/json"] = found;
  return new Response(typeof told === "string" ? told : JSON.stringify(told), {
    status,
    headers: { "Content-Type": type },
  });
};

/** The bytes that a text stands for in base64. */
export const bytesIn = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

/** The text of an element without repeated spaces; empty if there is none. */
export const textOf = (selector) => document.querySelector(selector)?.textContent.replace(/\s+/g, " ").trim() ?? "";

/** Wait until a function returns something. */
export async function until(found, what = String(found)) {
  for (const end = Date.now() + 60_000; ;) {
    const value = await found();
    if (value) return value;
    if (Date.now() > end) throw new Error(`this did not come to be: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}
