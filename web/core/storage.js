// Local storage: stores the reader's texts in this browser. In an embedded page the browser may refuse storage: then
// they last until the page is closed.

/** The name for the actions, by game, after which the reader has started analysis games. */
export const FORKS = "stele-forks";

/** @type {Map<string, string | null>} */
const meanwhile = new Map();

/**
 * The stored text with this name, or null.
 * @param {string} name
 */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return meanwhile.get(name) ?? null;
  }
}

/**
 * Store this text under this name; null deletes it.
 * @param {string} name
 * @param {string | null} text
 */
export function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    meanwhile.set(name, text);
  }
}

/**
 * The stored values by game under this name.
 * @param {string} name
 * @returns {Record<string, any>}
 */
export function keptByGame(name) {
  try {
    return JSON.parse(kept(name) ?? "{}");
  } catch {
    return {};
  }
}
