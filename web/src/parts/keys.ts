import { areKeysOn } from "../state/preferences.js";

/** Where these keys press what has the focus. */
const PRESSED = "a, button, summary, input";
const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** Whether a key that was pressed may be taken for a shortcut: no text is being written, no dialog is open, none was held. */
export function mayTakeKey(event: KeyboardEvent): boolean {
  if (!areKeysOn.value || event.defaultPrevented || event.isComposing || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector("dialog[open]") !== null) return false;
  if (!(event.target instanceof Element)) return true;
  if ((event.key === " " || event.key === "Enter") && event.target.closest(PRESSED) !== null) return false;
  return event.target.closest(TYPING) === null;
}
