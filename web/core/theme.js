// Theme: sets light or dark before the first paint, from the reader's choice or the system's preference.

const KEPT = "stele-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** @type {string | null} */
let chosen = null;

function apply() {
  try {
    chosen = localStorage.getItem(KEPT);
  } catch {
    // In an embedded page storage may be refused: the choice lasts until the page is closed.
  }
  document.documentElement.dataset.theme = chosen ?? (system.matches ? "dark" : "light");
}

apply();
system.addEventListener("change", apply);
addEventListener("storage", apply);
document.addEventListener("stele-theme", (event) => {
  chosen = (event instanceof CustomEvent && event.detail) || null;
  try {
    if (chosen) localStorage.setItem(KEPT, chosen);
    else localStorage.removeItem(KEPT);
  } catch {
    // As above.
  }
  apply();
});
