/** A repository in which people and tools take turns, and the account of it. */
import type { Attribution, FileAttribution, Toolkit } from "../../src/index.js";

type Counted = readonly [tools: number, elsewhere: number, base: number];

/** Lines of each file, by its name, in short. */
export function linesOf({ files }: Attribution, root: string): Readonly<Record<string, Counted>> {
  return Object.fromEntries(
    files.map(({ path, tools, elsewhere, base }) => [
      path.slice(root.length + 1),
      [tools.lines, elsewhere.lines, base.lines],
    ]),
  );
}

export function charactersOf({ tools, elsewhere, base }: FileAttribution): Counted {
  return [tools.characters, elsewhere.characters, base.characters];
}

/** An agent's edit, of a file that it reads first. */
export async function edit(toolkit: Toolkit, path: string, before: string, after: string): Promise<string> {
  await toolkit.call("Read", { file_path: path });
  const { output, error } = await toolkit.call("Edit", {
    file_path: path,
    old_string: before,
    new_string: after,
  });
  if (output?.change === undefined) throw new Error(error?.message ?? "nothing changed");
  return output.change;
}

export async function write(toolkit: Toolkit, path: string, content: string): Promise<void> {
  await toolkit.call("Read", { file_path: path });
  const { error } = await toolkit.call("Write", { file_path: path, content });
  if (error !== undefined) throw new Error(error.message);
}
