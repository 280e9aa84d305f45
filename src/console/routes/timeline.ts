import { ToolError } from "../../errors/tool-error.js";
import type { TimelineChange } from "../../history/timeline.js";
import type { RestoreResult } from "../../history-restore.js";
import type { TimelineData, TimelineEntry } from "../contract.js";
import type { Api, ConsoleParts } from "./parts.js";
import { type Fields, fieldsOf, maybe, namesOf, oneOf, switchOf, textOf } from "./request-fields.js";

/** Some megabytes of JSON at worst; who looks for anything older asks the command line. */
const MAX_LISTED = 20_000;
const MAX_LABEL = 200;
const CONFLICT_CHOICES = ["stop", "skip"] as const;

/** The history: what was changed, and restoring it. */
export function addTimelineRoutes(api: Api, { toolkit }: ConsoleParts): void {
  const { history } = toolkit;
  api.get("/api/timeline", async (context) => {
    const scope = oneOf({ scope: context.req.query("scope") ?? "roots" }, "scope", ["roots", "all"]);
    return context.json(await readTimeline(toolkit, scope));
  });
  api.get("/api/changes/:id", async (context) => {
    const [diff] = await history.diffs([context.req.param("id")]);
    return context.json(diff);
  });
  api.post("/api/restore", async (context) =>
    context.json(await restore(fieldsOf(context.env.body), history)),
  );
  api.post("/api/checkpoints", async (context) => {
    const label = textOf(fieldsOf(context.env.body), "label").trim().slice(0, MAX_LABEL);
    return context.json(await history.checkpoint(label));
  });
}

type History = ConsoleParts["toolkit"]["history"];

async function readTimeline(
  { history }: ConsoleParts["toolkit"],
  scope: "roots" | "all",
): Promise<TimelineData> {
  try {
    const changes = await history.list({ scope, limit: MAX_LISTED });
    const { inside, outside } = await history.count();
    const total = scope === "all" ? inside + outside : inside;
    return {
      changes: changes.map(toEntry),
      left: Math.max(0, total - MAX_LISTED),
      elsewhere: scope === "all" ? 0 : outside,
      checkpoints: await history.checkpoints(),
    };
  } catch (cause) {
    if (!(cause instanceof ToolError) || cause.code !== "HISTORY_UNAVAILABLE") throw cause;
    return { unavailable: cause.message, changes: [], left: 0, elsewhere: 0, checkpoints: [] };
  }
}

function toEntry({ record, state, displaced }: TimelineChange): TimelineEntry {
  const { id, seq, at, sessionId, callId, tool, path, before, after, undoes, step, decision } = record;
  const { client, agent } = record;
  return {
    id,
    seq,
    at,
    sessionId,
    callId,
    tool,
    path,
    state,
    kind: before === null ? "create" : after === null ? "delete" : "update",
    ...(undoes === undefined ? {} : { undoes }),
    ...(step === undefined ? {} : { step }),
    ...(decision === undefined ? {} : { decision }),
    ...(client === undefined ? {} : { client }),
    ...(agent === undefined ? {} : { agent }),
    bytesBefore: before?.size ?? null,
    bytesAfter: after?.size ?? null,
    ...(displaced.length === 0 ? {} : { displaced: displaced.length }),
  };
}

function restore(fields: Fields, history: History): Promise<RestoreResult> {
  const kind = oneOf(fields, "kind", ["undo", "redo", "rewind", "restore"]);
  const merge = maybe(fields, "merge", switchOf);
  const onConflict = maybe(fields, "onConflict", (given, name) => oneOf(given, name, CONFLICT_CHOICES));
  const options = {
    dryRun: switchOf(fields, "dryRun"),
    ...(merge === undefined ? {} : { merge }),
    ...(onConflict === undefined ? {} : { onConflict }),
  };
  if (kind === "restore") {
    const side = oneOf(fields, "side", ["displaced"]);
    return history.restore(textOf(fields, "change"), { side, dryRun: options.dryRun });
  }
  if (kind !== "rewind") return history[kind](namesOf(fields, "changes", MAX_LISTED), options);
  const scope = oneOf(fields, "scope", ["session", "roots"]);
  return history.rewind(textOf(fields, "to"), { ...options, scope });
}
