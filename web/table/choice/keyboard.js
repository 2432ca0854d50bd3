// Keyboard shortcuts of a choice: g focuses the first choice on the board, Enter confirms, Escape clears.
// They work at a table and in a lesson.

/** Where keys are not meant for the choice. */
const ELSEWHERE = "dialog, .side-panel:not(#panel-story)";

/**
 * Hear them before the board does, unless the focus is where they are needed for something else.
 * @param {() => { isEmpty: boolean, clear: () => void }} choice
 * @param {() => boolean} confirm whether there was something to confirm
 */
export function hearChoiceKeys(choice, confirm) {
  document.addEventListener(
    "keydown",
    (event) => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (!(target instanceof Element) || altKey || ctrlKey || metaKey || target.closest(ELSEWHERE)) return;
      if (key === "Escape" && !choice().isEmpty && !target.matches("input, select")) {
        event.preventDefault(); // it folds nothing away then
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

/** The focus goes to what can be picked first. */
function goToBoard() {
  const first = document.querySelector("#board .can-pick:not(.picked)");
  if (first instanceof SVGElement) first.focus();
}

/**
 * Whether Enter has nothing else to do on this element: it is no control, or what it would choose is chosen already. What
 * Enter turns is confirmed with Shift.
 * @param {Element} target
 * @param {boolean} isShifted
 */
function leavesEnter(target, isShifted) {
  if (target.matches("#board [data-turned]")) return isShifted;
  if (target.matches('#board [aria-pressed="true"], .move[aria-pressed="true"]')) return true;
  return !target.matches("a, button, input, select, textarea, summary, [role=button]");
}
