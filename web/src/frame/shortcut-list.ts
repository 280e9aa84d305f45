/** The keys that the help lists. Views listen to theirs themselves, through `mayTakeKey`. */
import { views } from "./view-list.js";

export interface Shortcut {
  /** Pressed one after another. */
  readonly keys: readonly string[];
  readonly does: string;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: "Everywhere",
    shortcuts: [
      ...views.map(({ key, title }) => ({ keys: ["g", key], does: `Go to ${title}` })),
      { keys: ["/"], does: "Filter the view" },
      { keys: ["?"], does: "This help" },
    ],
  },
  {
    title: "In lists",
    shortcuts: [
      { keys: ["↑ ↓"], does: "From row to row" },
      { keys: ["Enter"], does: "Open the row" },
      { keys: ["Esc"], does: "Close what is open" },
    ],
  },
  {
    title: "In a change, and its question",
    shortcuts: [
      { keys: ["n"], does: "Next hunk" },
      { keys: ["p"], does: "Previous hunk" },
      { keys: ["Space"], does: "Take the hunk, or leave it out" },
      { keys: ["e"], does: "Edit the hunk" },
      { keys: ["a"], does: "Accept" },
      { keys: ["r"], does: "Reject" },
    ],
  },
];
