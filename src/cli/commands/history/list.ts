/** Lists changes, newest first. */
import type { TimelineChange } from "../../../history/timeline.js";
import type { ChangeDiff } from "../../../mutation/change-diff.js";
import { clip } from "../../../text/clip.js";
import { countChangedLines } from "../../../text/diff/hunks.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import type { Toolkit } from "../../../toolkit.js";
import { renderDiff } from "../../diff.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { createPathNames } from "../../given-path.js";
import { type Cell, renderTable } from "../../table.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";
import { resolveGiven, shortId, shortSession } from "./find-changes.js";
import { nameState, renderTime } from "./words.js";

export interface HistoryFlags extends ReportFlags {
  readonly limit: number;
  readonly diff?: true;
  readonly session?: string;
  readonly all?: true;
}

/** A change with its diff. */
export interface ShownChange {
  readonly change: TimelineChange;
  readonly diff: ChangeDiff;
}

export function listHistory(file: string | undefined, flags: HistoryFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const { terminal } = door;
    const shown = await readDiffs(await chooseChanges(file, flags, toolkit), toolkit);
    if (flags.json === true) {
      const changes = shown.map((each) => toJson(each, { hasPatch: flags.diff === true }));
      terminal.write(`${JSON.stringify({ changes })}\n`);
    } else if (shown.length === 0) {
      const isFiltered = file !== undefined || flags.session !== undefined;
      const hasOthers = !isFiltered && (await toolkit.history.list({ limit: 1 })).length > 0;
      terminal.writeError(
        `No changes are known${hasOthers ? " in this project; --all shows others" : ""}.\n`,
      );
    } else {
      const nameOf = await createPathNames(toolkit);
      const names = { nameOf };
      const colour = terminal.hasColour;
      if (flags.diff !== true) terminal.write(renderTable(toRows(shown, names), { colour }));
      else {
        for (const each of shown) {
          terminal.write(renderTable(toRows([each], names), { colour }));
          terminal.write(`${renderChangeDiff(each, nameOf, { colour })}\n`);
        }
      }
      for (const { change } of shown) terminal.writeError(renderDisplaced(change));
    }
    return shown.length === 0 ? EXIT.nothingFound : EXIT.fine;
  });
}

async function chooseChanges(
  file: string | undefined,
  { session = "", all: isEverywhere, limit }: HistoryFlags,
  toolkit: Toolkit,
): Promise<readonly TimelineChange[]> {
  return toolkit.history.list({
    limit,
    scope: isEverywhere === true || file !== undefined ? "all" : "roots",
    matching: ({ sessionId }) => sessionId.startsWith(session),
    ...(file === undefined ? {} : { path: await resolveGiven(file, toolkit) }),
  });
}

export async function readDiffs(
  changes: readonly TimelineChange[],
  toolkit: Toolkit,
): Promise<readonly ShownChange[]> {
  const diffs = await toolkit.history.diffs(changes.map(({ record }) => record.id));
  return changes.flatMap((change, index) => {
    const diff = diffs[index];
    return diff === undefined ? [] : [{ change, diff }];
  });
}

interface Names {
  readonly nameOf: (path: string) => string;
}

function renderDisplaced({ record, displaced }: TimelineChange): string {
  if (displaced.length === 0) return "";
  const id = shortId(record.id);
  return `${id} displaced another program's version, which is kept: filewright history show ${id}\n`;
}

/** A client may call itself anything; `history show` has the whole name. */
const MAX_CLIENT = 24;

function toRows(shown: readonly ShownChange[], { nameOf }: Names): Cell[][] {
  return shown.map(({ change, diff }) => {
    const { id, at, tool, path, client, sessionId } = change.record;
    const patch = diff.structuredPatch;
    const { added, removed } = countChangedLines(patch ?? []);
    const isApplied = change.state === "applied";
    return [
      { text: shortId(id), colour: "cyan" },
      { text: renderTime(at) },
      { text: tool },
      { text: patch === undefined ? "" : `+${added} -${removed}` },
      { text: nameState(change), colour: isApplied ? undefined : "dim" },
      { text: clip(client ?? "unknown client", MAX_CLIENT) },
      { text: shortSession(sessionId), colour: "dim" },
      { text: nameOf(path), colour: "bold" },
    ];
  });
}

export function renderChangeDiff(
  { change, diff }: ShownChange,
  nameOf: (path: string) => string,
  choice: { readonly colour: boolean },
): string {
  const { kind, structuredPatch, reason } = diff;
  const patch = renderDiff(structuredPatch ?? [], { ...choice, path: nameOf(change.record.path), kind });
  return reason === undefined ? patch : `${patch}There is no diff: ${escapeForTerminal(reason)}.\n`;
}

export function toJson({ change, diff }: ShownChange, { hasPatch }: { readonly hasPatch: boolean }): object {
  const { id, at, tool, path, sessionId, client, agent, callId, decision, undoes } = change.record;
  const { kind, structuredPatch, reason } = diff;
  return {
    id,
    at: new Date(at).toISOString(),
    tool,
    path,
    kind,
    state: change.state,
    sessionId,
    client,
    agent,
    callId,
    decision,
    undoes,
    ...(change.displaced.length === 0 ? {} : { displaced: change.displaced.length }),
    ...(structuredPatch === undefined ? { reason } : countChangedLines(structuredPatch)),
    ...(hasPatch ? { structuredPatch } : {}),
  };
}
