// Keyboard shortcuts of a choice: g focuses the first choice on the board, Enter confirms, Escape clears. They work in
// games and lessons.

/** Where keys are not meant for the choice. */
const ELSEWHERE = "dialog, .side-panel:not(#panel-story)";

/**
 * Handle the keys before the board does, unless the focused control needs them.
 * @param {() => { isEmpty: boolean, clear: () => void }} choice
 * @param {() => boolean} confirm confirms; whether there was anything to confirm
 */
export function hearChoiceKeys(choice, confirm) {
  document.addEventListener(
    "keydown",
    (event) => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (!(target instanceof Element) || altKey || ctrlKey || metaKey || target.closest(ELSEWHERE)) return;
      if (key === "Escape" && !choice().isEmpty && !target.matches("input, select")) {
        event.preventDefault(); // it does not collapse anything then
        choice().clear();
      } else if (key === "g" && !target.matches("input, select, textarea")) {
        goToBoard();
      } else if (key === "Enter" && !event.repeat && leavesEnter(target, event.shiftKey) && confirm()) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}

/** Move the focus to the first part that is asked for. */
function goToBoard() {
  const first = document.querySelector("#board .can-pick:not(.picked, .aside)");
  if (first instanceof SVGElement) first.focus();
}

/**
 * Whether Enter is free on this element: it is no control, or its choice is already made. If Enter turns a piece,
 * Shift+Enter confirms.
 * @param {Element} target
 * @param {boolean} isShifted
 */
function leavesEnter(target, isShifted) {
  if (target.matches("#board [data-turned]")) return isShifted;
  if (target.matches('#board [aria-pressed="true"], .move[aria-pressed="true"]')) return true;
  return !target.matches("a, button, input, select, textarea, summary, [role=button]");
}
