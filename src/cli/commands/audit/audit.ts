/** Shows the audit log, and tells whether it can be believed. */
import { findAuditFile } from "../../../audit/audit-choice.js";
import { listLogFiles, readLogLines } from "../../../audit/audit-file.js";
import { verifyLog } from "../../../audit/verify-log.js";
import type { AbsolutePath } from "../../../fs/paths.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import { plural } from "../../../text/quantities.js";
import type { Workspace } from "../../../workspace.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { type Cell, renderTable } from "../../table.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";

interface FileFlags extends ReportFlags {
  readonly file?: string;
}

export interface ShowFlags extends FileFlags {
  readonly limit: number;
}

export interface VerifyFlags extends FileFlags {
  readonly expect?: string;
  readonly after?: string;
}

export function showAudit(flags: ShowFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async ({ workspace }) => {
    const { terminal } = door;
    const path = findAuditFile(flags, workspace);
    const records = (await readNewest(path, flags.limit, workspace)).map(parseLine);
    if (flags.json === true) terminal.write(`${JSON.stringify({ file: path, records })}\n`);
    else if (records.length > 0) {
      terminal.write(renderTable(records.map(toRow), { colour: terminal.hasColour }));
    } else {
      terminal.writeError(`${escapeForTerminal(`There is no audit log at ${path}.`)} ${HOW_TO_KEEP_ONE}\n`);
    }
    return records.length === 0 ? EXIT.nothingFound : EXIT.fine;
  });
}

const HOW_TO_KEEP_ONE =
  'To keep one, set FILEWRIGHT_AUDIT=1 or write "audit": true into your own settings.json.';

export function verifyAuditLog(flags: VerifyFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async ({ workspace }) => {
    const { terminal } = door;
    const path = findAuditFile(flags, workspace);
    const { expect: lastHash, after: previous } = flags;
    const verdict = await verifyLog(path, workspace.fileSystem, {
      ...(lastHash === undefined ? {} : { lastHash }),
      ...(previous === undefined ? {} : { previous }),
    });
    const { files, lines, broken } = verdict;
    const isMissing = files.length === 0;
    if (flags.json === true)
      terminal.write(`${JSON.stringify({ isSound: broken === undefined, ...verdict })}\n`);
    else if (isMissing) {
      terminal.writeError(`${escapeForTerminal(`There is no audit log at ${path}.`)} ${HOW_TO_KEEP_ONE}\n`);
    } else if (broken === undefined) {
      terminal.write(
        `${plural(lines, "line")} in ${plural(files.length, "file")}, all as they were written.\nLast hash: ${verdict.lastHash}\n`,
      );
    } else {
      const place = escapeForTerminal(`${broken.file}, line ${broken.line}: ${broken.problem}.`);
      terminal.writeError(`filewright: ${place} ${plural(lines, "line")} before it can be believed.\n`);
    }
    if (broken !== undefined) return EXIT.failure;
    return isMissing ? EXIT.nothingFound : EXIT.fine;
  });
}

/** The last lines, in the order they were written, from as few files as hold them. */
async function readNewest(
  path: AbsolutePath,
  limit: number,
  { fileSystem }: Workspace,
): Promise<readonly string[]> {
  let newest: readonly string[] = [];
  for (const file of (await listLogFiles(path, fileSystem)).toReversed()) {
    const lines: string[] = [];
    for await (const line of readLogLines(file, fileSystem)) {
      lines.push(line);
      if (lines.length > limit - newest.length) lines.shift();
    }
    newest = [...lines, ...newest];
    if (newest.length >= limit) break;
  }
  return newest;
}

/** A line that is no JSON is shown as it is; whether it belongs there is not for this command to say. */
function parseLine(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {
    return { line };
  }
  return { line };
}

function toRow(record: Readonly<Record<string, unknown>>): Cell[] {
  const text = (key: string): string => {
    const value = record[key];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  if (record["line"] !== undefined) return [{ text: text("line") }];
  const isRefused = record["decision"] === "denied" || record["isError"] === true;
  return [
    { text: text("at").replace("T", " ").slice(0, 19), colour: "dim" },
    { text: text("event"), colour: isRefused ? "red" : undefined },
    { text: text("tool") || text("kind") },
    { text: [text("decision"), text("code"), text("count")].filter((word) => word !== "").join(" ") },
    { text: text("path"), colour: "bold" },
  ];
}
