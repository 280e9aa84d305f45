/** Shows one change in full, or prints one of its versions. */
import type { Image } from "../../../history/records.js";
import type { TimelineChange } from "../../../history/timeline.js";
import type { VersionSide } from "../../../mutation/restore-targets.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import { formatBytes } from "../../../text/quantities.js";
import type { Toolkit } from "../../../toolkit.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { createPathNames } from "../../given-path.js";
import { type Cell, renderTable } from "../../table.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";
import { findUndosOf, refuse, requireChange } from "./find-changes.js";
import { readDiffs, renderChangeDiff, toJson } from "./list.js";
import { nameState, renderTime } from "./words.js";

export interface ShowFlags extends ReportFlags {
  readonly content?: VersionSide;
  /** Which displaced version; 1 is the oldest. */
  readonly nth?: number;
}

export function showChange(given: string, flags: ShowFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const { terminal } = door;
    const change = await requireChange(given, toolkit);
    if (flags.content !== undefined) return printContent(change, flags.content, flags, door, toolkit);
    const [shown] = await readDiffs([change], toolkit);
    if (shown === undefined) return EXIT.nothingFound;
    if (flags.json === true) {
      const versions = describeVersions(change);
      terminal.write(`${JSON.stringify({ change: { ...toJson(shown, { hasPatch: true }), versions } })}\n`);
      return EXIT.fine;
    }
    const nameOf = await createPathNames(toolkit);
    const colour = terminal.hasColour;
    const facts = describeChange(change, await findUndosOf(change.record.id, toolkit)).map(
      ([name, text]): Cell[] => [{ text: name, colour: "dim" }, { text }],
    );
    terminal.write(`${renderTable(facts, { colour })}\n${renderChangeDiff(shown, nameOf, { colour })}`);
    if (change.displaced.length > 0) terminal.writeError(adviseOnDisplaced(change.record.id));
    return EXIT.fine;
  });
}

/** For the person who sees that another program's version was displaced. */
export function adviseOnDisplaced(change: string): string {
  return `To see the displaced version: filewright history show ${change} --content displaced\nTo restore it: filewright restore ${change} --displaced\n`;
}

/** Raw, for a file or another program; escaped if a terminal would get it. */
async function printContent(
  { record, displaced }: TimelineChange,
  side: VersionSide,
  { nth, json }: ShowFlags,
  { terminal }: Door,
  { history }: Toolkit,
): Promise<ExitCode> {
  if (json === true) throw refuse("--content prints the bytes of a version; leave out --json.");
  const bytes = await history.readContent(record.id, side, indexOf(nth));
  if (bytes === undefined) {
    const image = side === "displaced" ? displaced.at(indexOf(nth) ?? -1)?.image : record[side];
    throw refuse(
      image === null ? `There was no file ${side} this change.` : "That version is not kept whole.",
    );
  }
  const isTerminal = terminal.isOutputTerminal === true;
  terminal.write(isTerminal ? escapeForTerminal(Buffer.from(bytes).toString()) : bytes);
  await terminal.drained?.();
  return EXIT.fine;
}

/** From what people count to what the library does. */
export function indexOf(nth: number | undefined): number | undefined {
  return nth === undefined ? undefined : nth - 1;
}

function describeChange(
  change: TimelineChange,
  undoneBy: readonly TimelineChange[],
): readonly (readonly [name: string, text: string])[] {
  const { id, at, tool, path, sessionId, client, agent, before, after, undoes, decision } = change.record;
  const permitted = { allowed: "by a rule or the mode", approved: "by a person's answer" } as const;
  return [
    ["change", id],
    ["time", renderTime(at)],
    ["tool", tool],
    ["file", path],
    ["state", nameState(change)],
    ["session", client === undefined ? sessionId : `${sessionId}, ${client}`],
    ...(agent === undefined ? [] : [["agent", agent] as const]),
    ...(decision === undefined ? [] : [["permitted", permitted[decision]] as const]),
    ["before", describeImage(before)],
    ["after", describeImage(after)],
    ...(undoes ?? []).map((each) => ["undoes", each] as const),
    ...undoneBy.map(({ record }) => ["undone by", record.id] as const),
    ...change.displaced.map(
      ({ at: when, image }) =>
        ["displaced", `another program's version at ${renderTime(when)}, ${describeImage(image)}`] as const,
    ),
  ];
}

function describeImage(image: Image | null): string {
  if (image === null) return "no file";
  return `${formatBytes(image.size)}${image.pieces === undefined ? ", not kept whole" : ""}`;
}

interface VersionJson {
  readonly side: VersionSide;
  readonly at?: string;
  readonly size: number | null;
  readonly isKept: boolean;
}

function describeVersions({ record, displaced }: TimelineChange): readonly VersionJson[] {
  const describe = (side: VersionSide, image: Image | null): VersionJson => ({
    side,
    size: image?.size ?? null,
    isKept: image?.pieces !== undefined,
  });
  return [
    describe("before", record.before),
    describe("after", record.after),
    ...displaced.map(({ at, image }) => ({
      ...describe("displaced", image),
      at: new Date(at).toISOString(),
    })),
  ];
}
