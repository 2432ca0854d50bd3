// Local storage: keeps texts for the reader in this browser.
// Within another page a browser may refuse to store anything: then they are kept until the page is left.

/** @type {Map<string, string | null>} */
const meanwhile = new Map();

/**
 * The text that is kept under this name, or null.
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
 * Keep this text under this name; null: keep nothing any more.
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
 * What is kept by game under this name.
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
