/** The refusal of a relative path, with the absolute path that it most likely means. */
import { join } from "node:path";
import { ToolError } from "../errors/tool-error.js";
import type { AbsolutePath } from "../fs/paths.js";
import { visiblePath } from "../text/visible.js";
import type { CallOrigin } from "./context.js";
import { mayShow } from "./judge-access.js";
import { findResolved } from "./look-around.js";

/** Files that are denied are not named, whether or not they exist. A hint that can't be had does not replace the refusal. */
export async function namePathUnderRoots(failure: ToolError, origin: CallOrigin): Promise<ToolError> {
  try {
    return await findPathUnderRoots(failure, origin);
  } catch {
    return failure;
  }
}

async function findPathUnderRoots(failure: ToolError, origin: CallOrigin): Promise<ToolError> {
  const { workspace } = origin;
  const given = String(failure.data["path"]);
  const { folders: bases } = await workspace.findSearchBases();
  const { folders: roots } = await workspace.roots.lookUp();
  const candidates = new Set(
    [...bases, ...roots.map((root) => root.given)].map((folder) => join(folder, given) as AbsolutePath),
  );
  const existing: AbsolutePath[] = [];
  for (const candidate of candidates) if (await mayName(candidate, origin)) existing.push(candidate);
  const [first, ...others] = existing;
  const here = join(workspace.surroundings.workingDirectory, given);
  if (first === here || (first === undefined && join(bases[0], given) === here)) return failure;
  if (first === undefined) {
    const absolute = join(bases[0], given);
    return refuse(given, absolute, `Under the root it would be ${visiblePath(absolute)}.`);
  }
  const also = others.map(visiblePath).join(" and as ");
  return refuse(
    given,
    first,
    `It exists as ${visiblePath(first)}.`,
    also === "" ? {} : { hint: `And as ${also}.` },
  );
}

function refuse(
  path: string,
  absolute: string,
  advice: string,
  more: { readonly hint?: string } = {},
): ToolError {
  const data = { path, absolute };
  return new ToolError("PATH_NOT_ABSOLUTE", `The path must be absolute. ${advice}`, { data, ...more });
}

async function mayName(path: AbsolutePath, { workspace, permissions }: CallOrigin): Promise<boolean> {
  const resolved = await findResolved(path, workspace.fileSystem);
  if (resolved?.stat === undefined) return false;
  const policy = await permissions.policy({ isExact: false });
  await workspace.access.findState();
  const kind = resolved.stat.kind === "directory" ? "folder" : "file";
  return mayShow({ path, realPath: resolved.realPath, kind }, { workspace, policy });
}
