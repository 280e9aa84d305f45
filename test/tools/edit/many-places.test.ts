/** replace_all over very many places: exact, undoable, and others get their turn meanwhile. */
import { describe, expect, it } from "vitest";
import { tempWorkspace } from "../../support/workspace.js";

const PLACES = 100_000;

/** Counts how often the event loop comes round until it is stopped. */
function countTurns(): () => number {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  return () => {
    isOver = true;
    return turns;
  };
}

describe.each([
  ["a place in each line", "x = old;\n"],
  ["one long line", "old,"],
  ["a file over 4 MiB", "some text with old in it\n"],
  ["hunks far from each other", "old\n1\n2\n3\n4\n5\n6\n7\n8\n"],
])("replace_all in %s", (_, row) => {
  it("replaces every place, takes turns with others, and is undone [SAFE-160, SAFE-161]", async () => {
    const content = `${row.repeat(PLACES)}\nsingle\n`;
    let stop = (): number => 0;
    let turns = 0;
    const workspace = tempWorkspace();
    const toolkit = workspace.toolkit({
      onAsk: () => {
        turns = stop();
        return { answer: "allow" };
      },
    });
    const file_path = workspace.path("a.txt");
    await toolkit.call("Write", { file_path, content });
    // Loads what a first edit loads.
    await toolkit.call("Edit", { file_path, old_string: "single", new_string: "lone" });
    stop = countTurns();
    const edit = { file_path, old_string: "old", new_string: "new!", replace_all: true };
    expect((await toolkit.call("Edit", edit)).output).toMatchObject({ replacements: PLACES });
    // A plan of a hundred milliseconds or more is made in turns of four.
    expect(turns).toBeGreaterThan(8);
    const before = content.replace("single", "lone");
    expect(workspace.read("a.txt") === before.replaceAll("old", "new!")).toBe(true);
    await toolkit.history.undo();
    expect(workspace.read("a.txt") === before).toBe(true);
  });
});
