/** A real temporary folder from an object literal, and toolkits over it. Removed after the test. */
import { onTestFinished } from "vitest";
import { createTempWorkspace, type TempWorkspace, type Tree } from "../../src/testing/temp-workspace.js";

export type { TempWorkspace, Tree } from "../../src/testing/temp-workspace.js";

export function tempWorkspace(tree: Tree = {}): TempWorkspace {
  const workspace = createTempWorkspace(tree);
  onTestFinished(() => workspace.dispose());
  return workspace;
}
