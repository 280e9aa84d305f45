/**
 * Keeps secrets out of files that are read into later conversations. Only what a change brings counts: what stands there
 * already stays where it is, and does not keep anyone from changing the rest.
 */
import { basename } from "node:path";
import { ToolError } from "../../errors/tool-error.js";
import type { SecretHit } from "../../secrets/secret-hit.js";
import { clip } from "../../text/clip.js";
import type { Hunk } from "../../text/diff/hunks.js";
import { visible } from "../../text/visible.js";
import type { CallContext } from "../context.js";
import { type PlannedChange, textAfter } from "./planned-change.js";
import type { ChangeTarget } from "./target.js";

/** Of a file too large to hold only the changed places are. */
export type ScannedChange = PlannedChange | { readonly hunks: readonly Hunk[]; readonly base?: never };

/** Whatever the caller vouches for: a secret is none the less one. Files of other names are not looked into. */
export async function refuseSecrets(
  planned: ScannedChange,
  target: ChangeTarget,
  { workspace }: CallContext,
): Promise<void> {
  const included = workspace.listeners.memoryFiles.includes(target);
  if (!(included instanceof Promise ? await included : included)) return;
  const { scanSecrets } = await import("../../secrets/scan-secrets.js");
  for (const { before, after, firstLine } of partsOf(planned)) {
    const found = await scanSecrets(after);
    if (found.length === 0) continue;
    // Most of what stands there already is known again at once; the text is searched for the rest alone.
    const standing = new Set((await scanSecrets(before)).map(({ start, end }) => before.slice(start, end)));
    const added = found.find(({ start, end }) => {
      const secret = after.slice(start, end);
      return !standing.has(secret) && !before.includes(secret);
    });
    if (added !== undefined) throw refuse({ ...added, line: added.line + firstLine - 1 }, target);
  }
}

interface ScannedPart {
  readonly before: string;
  readonly after: string;
  readonly firstLine: number;
}

function partsOf(planned: ScannedChange): readonly ScannedPart[] {
  if (planned.base !== undefined) {
    return [{ before: planned.base.shown, after: textAfter(planned), firstLine: 1 }];
  }
  return planned.hunks.map(({ lines, newStart }) => ({
    before: textOf(lines, "+"),
    after: textOf(lines, "-"),
    firstLine: newStart,
  }));
}

/** The lines of a hunk but for those with this sign. */
function textOf(lines: readonly string[], without: "+" | "-"): string {
  return lines
    .filter((line) => !line.startsWith(without))
    .map((line) => line.slice(1))
    .join("\n");
}

function refuse({ rule, line }: SecretHit, { path }: ChangeTarget): ToolError {
  const name = visible(clip(basename(path), 60));
  return new ToolError(
    "SECRET_IN_CONTENT",
    `Line ${line} of the changed file would contain what looks like a secret (${rule}). Nothing was written: ${name} is read into later conversations. Leave the value out, or name where it is kept.`,
    { data: { filePath: path, rule, line } },
  );
}
