/** An editor whose next replacement displaces a version of another program, as a race would. */
import { createNodeFileSystem, type Toolkit, type ToolkitOptions } from "../../src/index.js";
import { alterFileSystem } from "./altered-file-system.js";
import { displacedOf } from "./displaced-files.js";
import { edit } from "./undo-steps.js";
import type { TempWorkspace } from "./workspace.js";

/** Edits a file ("two" to "2"), and displaces `theirs`. Returns the change's id. */
export async function editDisplacing(
  files: TempWorkspace,
  name: string,
  theirs: string | Uint8Array,
  options: ToolkitOptions = {},
): Promise<{ readonly toolkit: Toolkit; readonly change: string }> {
  const inner = createNodeFileSystem();
  let isDue = true;
  const fileSystem = alterFileSystem(inner, {
    replaceIfUnchanged: async (...given) => {
      const replaced = await inner.replaceIfUnchanged(...given);
      if (!isDue) return replaced;
      isDue = false;
      return { ...replaced, displaced: displacedOf(theirs) };
    },
  });
  const toolkit = files.editor({ ...options, fileSystem });
  return { toolkit, change: await edit(toolkit, files.path(name), "two", "2") };
}
