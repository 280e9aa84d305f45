/** Writes a scenario anew. To be read before it is committed: what it says from then on is the specification. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileTree, Scenario, ScenarioResult } from "../../src/testing/index.js";

export function updateScenario({ folder, input }: Scenario, { transcript, files }: ScenarioResult): void {
  writeFileSync(join(folder, "transcript.md"), transcript);
  const expected = join(folder, "expected");
  rmSync(expected, { recursive: true, force: true });
  if (isSame(input, files)) return;
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(expected, name)), { recursive: true });
    writeFileSync(join(expected, name), content);
  }
}

function isSame(one: FileTree, other: FileTree): boolean {
  const text = (tree: FileTree): string =>
    JSON.stringify(
      Object.entries(tree).map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]),
    );
  return text(one) === text(other);
}
