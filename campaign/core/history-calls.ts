/** Calls of the history: by the library, and what is made beforehand so there is something to find. */
import { join } from "node:path";
import type { Toolkit } from "filewright";
import { type Engine, loadLibrary } from "./engine.js";
import type { Call } from "./oracle.js";
import { DENIED_NAME } from "./tree.js";
import { type World } from "./world.js";

export const historyCalls = "list readContent diffs undo redo restore rewind attribution"
  .split(" ")
  .map((name) => `history.${name}`);

export function isHistoryCall(tool: string): boolean {
  return tool.startsWith("history.");
}

interface HistoryInput {
  readonly change?: string;
  readonly path?: string;
  readonly side?: "before" | "after" | "displaced";
  readonly dryRun?: boolean;
}

/** What comes of it, errors included. */
export async function callHistory(
  { history }: Pick<Toolkit, "history">,
  tool: string,
  input: Call["input"],
): Promise<unknown> {
  const { change: id = "", path, side: version = "before", dryRun = false } = input as HistoryInput;
  const restoring = { dryRun };
  const at = path === undefined ? {} : { path };
  try {
    switch (tool) {
      case "history.list":
        return await history.list({ ...at, limit: 1000 });
      case "history.readContent":
        return Buffer.from((await history.readContent(id, version)) ?? "").toString("latin1");
      case "history.diffs":
        return await history.diffs([id]);
      case "history.undo":
        return await history.undo(id, restoring);
      case "history.redo":
        return await history.redo(id, restoring);
      case "history.restore":
        return await history.restore(id, { side: version, ...restoring });
      case "history.rewind":
        return await history.rewind(id, { scope: "all", ...restoring });
      default:
        return await history.attribution(path === undefined ? {} : { paths: [path] });
    }
  } catch (cause) {
    return cause;
  }
}

/** Denied ones: changes outside the roots are the person's to see. */
const hiddenFiles = [
  `in/${DENIED_NAME}.env`,
  `in/vault-${DENIED_NAME}/a.txt`,
  `in/src/${DENIED_NAME}.ts`,
  "home/.ssh/id_rsa",
];
export const pastFiles: readonly string[] = ["in/src/deep/plain.txt", ...hiddenFiles];

/** Ids of changes of an open file and of the secret ones, made when nothing was denied; made-up ids where they are absent. */
export async function makePast(engine: Engine, world: World, isPresent: boolean): Promise<readonly string[]> {
  const { createToolkit } = await loadLibrary(engine);
  const toolkit = createToolkit({
    roots: [world.base],
    workingDirectory: world.root,
    stateDirectory: world.state,
    environment: { HOME: world.home },
    permissions: { settings: false, mode: "bypassPermissions" },
    durability: "none",
    lsp: false,
  });
  const ids: string[] = [];
  for (const [index, name] of pastFiles.entries()) {
    if (!isPresent && hiddenFiles.includes(name)) {
      ids.push(`zzzzzz${index}-zzzzzzzzzzzzz`);
      continue;
    }
    const file_path = join(world.base, name);
    await toolkit.call("Read", { file_path });
    const edit = { file_path, old_string: "TOKEN=", new_string: "TOKEN = " };
    const { output, error } = await toolkit.call("Edit", edit, { onAsk: () => ({ answer: "allow" }) });
    if (output?.change === undefined) throw new Error(`no past for ${name}: ${error?.message}`);
    ids.push(output.change);
  }
  await toolkit.close();
  return ids;
}
