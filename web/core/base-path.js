// Base path: turns paths from Stele's root into addresses below the path that a proxy serves it at. In the pages all
// paths are relative to Stele's root.

const FILES = "/web/";

/**
 * The address of a path; addresses of the pages' files contain a version, so browsers cache them permanently.
 * @param {string} path
 */
export function here(path) {
  const { base = "", files = "/web" } = document.documentElement.dataset;
  return path.startsWith(FILES) ? `${files}/${path.slice(FILES.length)}` : base + path;
}

/** The id in the page's address: a game's or a title's. */
export function namedHere() {
  const { base = "" } = document.documentElement.dataset;
  return decodeURIComponent(location.pathname.slice(base.length).split("/")[2] ?? "");
}
