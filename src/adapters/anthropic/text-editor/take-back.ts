/**
 * The editor's undo: this conversation's last change of a file, taken back by the history. The history asks no one, because
 * undo is a person's to do; here it is a model that wants it. So the change first goes the way of a call, with its diff, up to
 * the point where it is permitted.
 */
import { ToolError } from "../../../errors/tool-error.js";
import { text } from "../../../schema/fields.js";
import { defineInput } from "../../../schema/object-schema.js";
import { renderHunks } from "../../../text/diff/render-hunks.js";
import { visiblePath } from "../../../text/visible.js";
import type { CallOptions, Toolkit } from "../../../toolkit.js";
import { type AnyTool, defineTool, type Plan } from "../../../tools/define-tool.js";
import { editFace } from "../../../tools/edit/face.js";
import { type CallResult, failure } from "../../../tools/run.js";
import { toToolError } from "../../../tools/translate-failure.js";

const shownDiff = { maxLines: 200, maxCharacters: 20_000 } as const;

/** What taking back means for a file. */
type FileRestore = Awaited<ReturnType<Toolkit["history"]["undo"]>>["files"][number];

interface UndoPlan extends Plan {
  readonly path: string;
  readonly change: string;
  readonly restore: FileRestore;
}

/** To rules and people an Edit, like what it takes back. */
export function createUndo(
  toolkit: Toolkit,
  onPermitted: (change: string) => void = () => undefined,
): AnyTool {
  return defineTool({
    ...editFace,
    input: defineInput({ file_path: text("Absolute path of the file.") }),
    pathOf: ({ file_path }) => file_path,
    check: async ({ path, resolved }): Promise<UndoPlan> => {
      if (path === undefined) throw new ToolError("INPUT_INVALID", "path is required");
      const { realPath, stat } = resolved ?? (await toolkit.workspace.fileSystem.resolve(path));
      const { change, restore } = await planUndo(toolkit, realPath, path);
      const { structuredPatch } = restore;
      const shown = {
        kind: "update",
        structuredPatch,
        before: null,
        after: null,
        isRevisable: false,
      } as const;
      return {
        accesses: [{ operation: "write", path, realPath, stat }],
        preview: () => ({ change: shown }),
        path,
        change,
        restore,
      };
    },
    execute: ({ path, change, restore }: UndoPlan) => {
      onPermitted(change);
      return { output: { change }, shown: renderUndone(path, restore) };
    },
    render: ({ shown }) => [{ type: "text", text: shown }],
  });
}

export async function takeBack(toolkit: Toolkit, path: string, options: CallOptions): Promise<CallResult> {
  let permitted: string | undefined;
  const undo = createUndo(toolkit, (change) => {
    permitted = change;
  });
  const result = await toolkit.callUnlisted(undo, { file_path: path }, options);
  if (permitted === undefined || result.isError) return result;
  try {
    // By its name: if the file is another by now, the history finds that out and leaves it alone.
    const { files } = await toolkit.history.undo(permitted);
    requireReady(files[0], path);
    return result;
  } catch (cause) {
    return failure(toToolError(cause, options.signal) ?? refuseUnexpected(path, cause));
  }
}

/** The last change that still shows in the file: one that a person has taken back by hand is passed over. */
async function planUndo(
  toolkit: Toolkit,
  realPath: string,
  path: string,
): Promise<{ readonly change: string; readonly restore: FileRestore }> {
  const sessionId = toolkit.session.id;
  const changes = await toolkit.history.list({ path: realPath, sessionId, limit: Number.POSITIVE_INFINITY });
  for (const { record, state } of changes) {
    // What an undo did is no change to undo: the next one goes further back.
    if (state !== "applied" || record.undoes !== undefined) continue;
    const [restore] = (await toolkit.history.undo(record.id, { dryRun: true })).files;
    if (restore !== undefined && restore.outcome !== "unchanged")
      return { change: record.id, restore: requireReady(restore, path) };
  }
  throw new ToolError("NO_CHANGE", `This conversation has no change of ${visiblePath(path)} left to undo.`);
}

function requireReady(restore: FileRestore | undefined, path: string): FileRestore {
  if (restore?.outcome === "restored" || restore?.outcome === "deleted") return restore;
  const why = restore?.reason === undefined ? "" : `: ${restore.reason}`;
  const codes = { refused: "PERMISSION_DENIED", failed: "IO_FAILED" } as const;
  const outcome = restore?.outcome;
  throw new ToolError(
    outcome === "refused" || outcome === "failed" ? codes[outcome] : "FILE_CHANGED_SINCE_READ",
    `The last change of ${visiblePath(path)} can't be undone${why}. Nothing was changed. View the file and change it as it is now.`,
  );
}

function refuseUnexpected(path: string, cause: unknown): ToolError {
  const sentence = `Undoing the last change of ${visiblePath(path)} failed for a reason of its own. View the file to see how it is, and tell the user.`;
  return new ToolError("INTERNAL", sentence, { cause });
}

function renderUndone(path: string, { outcome, structuredPatch }: FileRestore): string {
  if (outcome === "deleted")
    return `The last change of ${visiblePath(path)} has been undone: the file is gone again.`;
  const { text: diff } = renderHunks(structuredPatch, shownDiff);
  return `The last change of ${visiblePath(path)} has been undone. View it before you change it again.\n${diff}`;
}
