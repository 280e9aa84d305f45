/** Reports to listeners what restoring files has changed. */
import { ContentVersion } from "./content/content-version.js";
import type { Image } from "./history/records.js";
import type { FileRestore } from "./mutation/file-restore.js";
import type { KeptPatch } from "./mutation/patch-budget.js";
import type { RestoreStep } from "./mutation/restore-plan.js";
import type { RolledBack } from "./mutation/roll-back.js";
import { ChangedContent } from "./notify/changed-content.js";
import type { EventOrigin } from "./notify/event-hub.js";
import type { Session } from "./session/session.js";
import { decodePlainText } from "./text/plain-text.js";
import type { Workspace } from "./workspace.js";

export type RestoreKind = "undo" | "redo" | "rewind" | "restore";

type Content = ContentVersion | Image | null | undefined;

interface Changed {
  readonly path: string;
  readonly tool: string;
  readonly change: string | undefined;
  readonly before: Content;
  readonly after: Content;
  readonly patch: KeptPatch;
}

export class RestoreEvents {
  readonly #workspace: Workspace;
  readonly #origin: EventOrigin;

  constructor(workspace: Workspace, session: Session) {
    this.#workspace = workspace;
    this.#origin = session.originOf("");
  }

  /** Must be called under the file's lock, so listeners get changes in their order. */
  async emitChanged(
    path: string,
    step: RestoreStep,
    {
      kind,
      change,
      patch,
    }: { readonly kind: RestoreKind; readonly change: string | undefined; readonly patch: KeptPatch },
  ): Promise<void> {
    const { listeners, events } = this.#workspace;
    const named = { path, realPath: path };
    // An invalid list of memory files keeps nobody from undoing.
    await Promise.resolve(listeners.memoryFiles.includes(named)).catch(() => false);
    const before = step.kind === "splice" ? step.change.after : step.before;
    const after =
      step.kind === "write" ? step.after : step.kind === "splice" ? step.change.before : undefined;
    this.#emit({ path, tool: kind, change, before, after, patch });
    for (const event of listeners.memoryEventsOf(named, kind, change)) events.emit(event, this.#origin);
  }

  readonly emitRolledBack = ({ undone, change }: RolledBack): void => {
    const { path, before, after } = undone;
    this.#emit({
      path,
      tool: "rollback",
      change,
      before: after,
      after: before,
      patch: { structuredPatch: [] },
    });
  };

  /** Once the whole step is done: what was rolled back is not reported as undone. */
  emitUndo({ path, changes }: FileRestore, kind: RestoreKind): void {
    if (kind !== "restore") this.#workspace.events.emit({ type: "undo", path, changes, kind }, this.#origin);
  }

  #emit({ path, tool, change, before, after, patch: { structuredPatch } }: Changed): void {
    this.#workspace.events.emit(
      {
        type: "file-changed",
        path,
        tool,
        kind: isMissing(after) ? "delete" : isMissing(before) ? "create" : "update",
        change,
        before: toChanged(before),
        after: toChanged(after),
        structuredPatch,
        decision: "approved",
      },
      this.#origin,
    );
  }
}

function isMissing(content: Content): boolean {
  return content === null || content === undefined;
}

/** With text only if it is plain UTF-8: decoding anything else would take longer than an event may take. */
function toChanged(content: Content): ChangedContent | undefined {
  if (content === null || content === undefined) return undefined;
  const bytes = content instanceof ContentVersion ? content.bytes : undefined;
  return new ChangedContent(content, bytes && (() => decodePlainText(bytes)));
}
