/** The work that is interrupted and disturbed at each of its system calls. */
import type { Content } from "./content.js";
import type { Scenario, Step } from "./scenario.js";

const large: Content = { noise: 11, bytes: 4_300_000, head: "old head" };
const five = [1, 2, 3, 4, 5].map((number) => `file-${number}.txt`);
/** The last step of each scenario: shows that the process still works after a fault. */
const last: Step = { do: "write", path: "last.txt", content: "last\n" };
const edit: Step = { do: "edit", path: "plain.txt", old: "old", new: "new" };
const MEBIBYTE = 1024 * 1024;

export const scenarios: readonly Scenario[] = [
  { name: "edit", files: { "plain.txt": "one\nold\nthree\n" }, steps: [edit, last] },
  {
    name: "create",
    files: {},
    steps: [{ do: "write", path: "new/folder/a.txt", content: "created\n" }, last],
  },
  {
    name: "in-place",
    files: { "linked.txt": "old, and longer than what follows\n" },
    links: { "second-name.txt": "linked.txt" },
    steps: [
      { do: "edit", path: "linked.txt", old: "old, and longer than", new: "new" },
      { do: "write", path: "linked.txt", content: "longer than it has been before, by some words\n" },
      last,
    ],
  },
  {
    name: "large",
    files: { "large.txt": large },
    steps: [{ do: "edit", path: "large.txt", old: "old head", new: "new head, longer" }, last],
  },
  {
    name: "undo",
    files: { "plain.txt": "one\nold\nthree\n" },
    past: [[{ ...edit, as: "edit" }]],
    steps: [{ do: "undo", label: "edit" }, last],
  },
  {
    name: "undo-create",
    files: {},
    past: [[{ do: "write", path: "new/folder/a.txt", content: "created\n", as: "create" }]],
    steps: [{ do: "undo", label: "create" }, last],
  },
  {
    name: "redo",
    files: { "plain.txt": "one\nold\nthree\n" },
    past: [[{ ...edit, as: "edit" }], [{ do: "undo", label: "edit", as: "undo" }]],
    steps: [{ do: "redo", label: "undo" }, last],
  },
  {
    name: "rewind",
    files: Object.fromEntries(five.map((name) => [name, `old ${name}\n`])),
    past: [
      [
        { do: "checkpoint", as: "start" },
        ...five.map((path): Step => ({ do: "edit", path, old: "old", new: "new" })),
      ],
    ],
    steps: [{ do: "rewind", label: "start" }, last],
  },
  {
    name: "checkpoint",
    files: { "plain.txt": "one\nold\nthree\n" },
    steps: [{ do: "checkpoint" }, edit, last],
  },
  {
    name: "roll-over",
    files: {},
    prelude: [1, 2, 3].map((seed) => bigWrite(seed)),
    steps: [...[4, 5, 6].map((seed) => bigWrite(seed)), last],
    history: { maxBytes: 16 * MEBIBYTE },
    rollsOver: true,
  },
  {
    name: "prune",
    files: { "plain.txt": "one\nold\nthree\n" },
    past: [7, 8, 9, 10, 11, 12].map((seed) => [bigWrite(seed)]),
    steps: [{ do: "prune" }, edit, last],
    history: { maxBytes: 3 * MEBIBYTE },
    prunes: true,
  },
];

/** A new file whose content takes three quarters of a mebibyte in the history. */
function bigWrite(seed: number): Step {
  const content = { noise: seed + 20, bytes: MEBIBYTE, head: `big ${seed}` };
  return { do: "write", path: `big-${seed}.txt`, content };
}
