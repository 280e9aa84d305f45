import { extname } from "node:path";
import type { CallContext } from "../context.js";
import type { NotebookChange } from "../notebook/require-valid.js";
import type { ChangeTarget } from "./target.js";

export function isNotebook({ realPath }: Pick<ChangeTarget, "realPath">): boolean {
  return extname(realPath).toLowerCase() === ".ipynb";
}

/** Does nothing for other files; see `requireValidNotebook`, which is loaded with the first notebook. */
export async function guardNotebook(
  change: NotebookChange,
  target: ChangeTarget,
  context: CallContext,
): Promise<string | undefined> {
  if (!isNotebook(target)) return undefined;
  const { requireValidNotebook } = await import("../notebook/require-valid.js");
  return requireValidNotebook(change, target, context);
}
