// Light or dark, set before anything is painted: what the reader chose here, else what the system prefers.

const KEPT = "stele-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function apply() {
  const chosen = localStorage.getItem(KEPT);
  document.documentElement.dataset.theme = chosen ?? (system.matches ? "dark" : "light");
}

apply();
system.addEventListener("change", apply);
addEventListener("storage", apply);
document.addEventListener("stele-theme", (event) => {
  if (event.detail) localStorage.setItem(KEPT, event.detail);
  else localStorage.removeItem(KEPT);
  apply();
});
