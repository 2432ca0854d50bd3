// Base path: turns paths from Stele's root into addresses below the path that a proxy serves it at.
// Within the pages every path begins at Stele's root.

const FILES = "/web/";

/**
 * The address of a path of Stele's; that of a page's own file names its version, so that browsers keep it for ever.
 * @param {string} path
 */
export function here(path) {
  const { base = "", files = "/web" } = document.documentElement.dataset;
  return path.startsWith(FILES) ? `${files}/${path.slice(FILES.length)}` : base + path;
}

/** What the page's address names: a game's or a title's id. */
export function namedHere() {
  const { base = "" } = document.documentElement.dataset;
  return decodeURIComponent(location.pathname.slice(base.length).split("/")[2] ?? "");
}
