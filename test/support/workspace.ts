/** A real temporary folder from an object literal, and toolkits over it. Removed after the test. */
import { onTestFinished } from "vitest";
import type { ToolkitOptions } from "../../src/index.js";
import { createTempWorkspace, type TempWorkspace, type Tree } from "../../src/testing/temp-workspace.js";

export type { TempWorkspace, Tree } from "../../src/testing/temp-workspace.js";

export function tempWorkspace(tree: Tree = {}): TempWorkspace {
  const workspace = createTempWorkspace(tree);
  onTestFinished(() => workspace.dispose());
  // A ripgrep of a test's own is a script that notes what it is started with, which a sandbox would not let it.
  const withOwnRipgrep = (given: ToolkitOptions = {}): ToolkitOptions =>
    given.ripgrep === undefined ? given : { sandbox: "off", ...given };
  return {
    ...workspace,
    toolkit: (given) => workspace.toolkit(withOwnRipgrep(given)),
    editor: (given) => workspace.editor(withOwnRipgrep(given)),
  };
}
