// Live preview of a title under development: reloads the page when a file of the pages or the server's code has changed.

const LOOK_MILLISECONDS = 300;
const { files = "" } = document.documentElement.dataset;

/** Look for another version of the page; its address keeps the position that is shown. */
async function look() {
  try {
    const response = await fetch(location.href, { cache: "no-store" });
    const text = await response.text();
    if (text.includes(' data-files="') && !text.includes(` data-files="${files}"`)) {
      location.reload();
      return;
    }
  } catch {
    // The server is starting again.
  }
  setTimeout(look, LOOK_MILLISECONDS);
}

setTimeout(look, LOOK_MILLISECONDS);
