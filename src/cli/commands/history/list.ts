/** Shows changes: as a list, newest first, or one of them in full. */
import type { TimelineChange } from "../../../history/timeline.js";
import { keepInsideRoots } from "../../../history-access.js";
import type { ChangeDiff } from "../../../mutation/change-diff.js";
import { clip } from "../../../text/clip.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import { formatBytes } from "../../../text/quantities.js";
import type { Toolkit } from "../../../toolkit.js";
import { renderDiff } from "../../diff.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { createPathNames } from "../../given-path.js";
import { type Cell, renderTable } from "../../table.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";
import { createShortIds, findOfFile, readChanges, requireChange } from "./find-changes.js";
import { countLines, nameState, renderTime } from "./words.js";

export interface HistoryFlags extends ReportFlags {
  readonly limit: number;
  readonly diff?: true;
  readonly session?: string;
  readonly all?: true;
}

export type ShowFlags = ReportFlags;

interface Told {
  readonly change: TimelineChange;
  readonly diff: ChangeDiff;
}

export function listHistory(file: string | undefined, flags: HistoryFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const { terminal } = door;
    const all = await readChanges(toolkit);
    const wanted = (await chooseChanges(all, file, flags, toolkit)).slice(0, flags.limit);
    const told = await tell(wanted, toolkit);
    const hasOthers = file === undefined && flags.session === undefined && all.length > 0;
    if (flags.json === true) {
      const changes = told.map((each) => toJson(each, { hasPatch: flags.diff === true }));
      terminal.write(`${JSON.stringify({ changes })}\n`);
    } else if (told.length === 0) {
      terminal.writeError(
        `No changes are known${hasOthers ? " in this project; --all shows others" : ""}.\n`,
      );
    } else {
      const shortId = createShortIds(all.map(({ record }) => record.id));
      const shortSession = createShortIds(all.map(({ record }) => record.sessionId));
      const nameOf = await createPathNames(toolkit);
      const names = { shortId, shortSession, nameOf };
      const colour = terminal.hasColour;
      if (flags.diff !== true) terminal.write(renderTable(toRows(told, names), { colour }));
      else {
        for (const each of told) {
          terminal.write(renderTable(toRows([each], names), { colour }));
          terminal.write(`${renderChangeDiff(each, nameOf, { colour })}\n`);
        }
      }
    }
    return told.length === 0 ? EXIT.nothingFound : EXIT.fine;
  });
}

export function showChange(given: string, flags: ShowFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const { terminal } = door;
    const all = await readChanges(toolkit);
    const [told] = await tell([requireChange(all, given)], toolkit);
    if (told === undefined) return EXIT.nothingFound;
    if (flags.json === true) {
      terminal.write(`${JSON.stringify({ change: toJson(told, { hasPatch: true }) })}\n`);
      return EXIT.fine;
    }
    const nameOf = await createPathNames(toolkit);
    const colour = terminal.hasColour;
    const facts = describeChange(told.change, all).map(([name, text]): Cell[] => [
      { text: name, colour: "dim" },
      { text },
    ]);
    terminal.write(`${renderTable(facts, { colour })}\n${renderChangeDiff(told, nameOf, { colour })}`);
    return EXIT.fine;
  });
}

async function chooseChanges(
  all: readonly TimelineChange[],
  file: string | undefined,
  { session, all: isEverywhere }: HistoryFlags,
  toolkit: Toolkit,
): Promise<readonly TimelineChange[]> {
  const ofSession =
    session === undefined ? all : all.filter(({ record }) => record.sessionId.startsWith(session));
  if (file !== undefined) return findOfFile(file, ofSession, toolkit);
  return isEverywhere === true ? ofSession : keepInsideRoots(ofSession, toolkit.workspace);
}

async function tell(changes: readonly TimelineChange[], toolkit: Toolkit): Promise<readonly Told[]> {
  const diffs = await toolkit.history.diffs(changes.map(({ record }) => record.id));
  return changes.flatMap((change, index) => {
    const diff = diffs[index];
    return diff === undefined ? [] : [{ change, diff }];
  });
}

interface Names {
  readonly shortId: (id: string) => string;
  readonly shortSession: (id: string) => string;
  readonly nameOf: (path: string) => string;
}

/** A client may call itself anything; `history show` has the whole name. */
const MAX_CLIENT = 24;

function toRows(told: readonly Told[], { shortId, shortSession, nameOf }: Names): Cell[][] {
  return told.map(({ change, diff }) => {
    const { id, at, tool, path, client, sessionId } = change.record;
    const patch = diff.structuredPatch;
    const { added, removed } = countLines(patch ?? []);
    const isStanding = change.state === "applied";
    return [
      { text: shortId(id), colour: "cyan" },
      { text: renderTime(at) },
      { text: tool },
      { text: patch === undefined ? "" : `+${added} -${removed}` },
      { text: nameState(change), colour: isStanding ? undefined : "dim" },
      { text: clip(client ?? "unknown client", MAX_CLIENT) },
      { text: shortSession(sessionId), colour: "dim" },
      { text: nameOf(path), colour: "bold" },
    ];
  });
}

function renderChangeDiff(
  { change, diff }: Told,
  nameOf: (path: string) => string,
  choice: { readonly colour: boolean },
): string {
  const { kind, structuredPatch, reason } = diff;
  const shown = renderDiff(structuredPatch ?? [], { ...choice, path: nameOf(change.record.path), kind });
  return reason === undefined ? shown : `${shown}There is no diff: ${escapeForTerminal(reason)}.\n`;
}

function describeChange(
  change: TimelineChange,
  all: readonly TimelineChange[],
): readonly (readonly [name: string, text: string])[] {
  const { id, at, tool, path, sessionId, client, before, after, undoes, decision } = change.record;
  const undoneBy = all.filter(({ record, state }) => state === "applied" && record.undoes?.includes(id));
  const permitted = { allowed: "by a rule or the mode", approved: "by a person's answer" } as const;
  return [
    ["change", id],
    ["time", renderTime(at)],
    ["tool", tool],
    ["file", path],
    ["state", nameState(change)],
    ["session", client === undefined ? sessionId : `${sessionId}, ${client}`],
    ...(decision === undefined ? [] : [["permitted", permitted[decision]] as const]),
    ["before", before === null ? "no file" : formatBytes(before.size)],
    ["after", after === null ? "no file" : formatBytes(after.size)],
    ...(undoes ?? []).map((each) => ["takes back", each] as const),
    ...undoneBy.map(({ record }) => ["taken back by", record.id] as const),
    ...change.displaced.map(
      ({ at: when, image }) =>
        [
          "displaced",
          `another program's version of ${renderTime(when)}, ${formatBytes(image.size)}`,
        ] as const,
    ),
  ];
}

function toJson({ change, diff }: Told, { hasPatch }: { readonly hasPatch: boolean }): object {
  const { id, at, tool, path, sessionId, client, callId, decision, undoes } = change.record;
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
    callId,
    decision,
    undoes,
    ...(structuredPatch === undefined ? { reason } : countLines(structuredPatch)),
    ...(hasPatch ? { structuredPatch } : {}),
  };
}
