/**
 * Which version of a file a caller has seen, as a token in its own hands. It carries what the session's ledger knew of the
 * file, signed, for one principal and one path, and counts for a day: so an Edit can follow a Read although the server
 * was restarted in between, and never goes by what another conversation of the same principal has read since.
 */
import { ToolError } from "../errors/tool-error.js";
import { guardPath } from "../fs/guard-path.js";
import type { RealPath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { Toolkit } from "../toolkit.js";
import type { AcceptedCall, Arguments, FileVersions, Sealer, VersionedCall } from "./conversation.js";
import type { ExtendSchema } from "./listed-tools.js";
import { packVersion, unpackVersion } from "./packed-version.js";

export const VERSION_LIFETIME_MS: number = 24 * 60 * 60 * 1000;

const PURPOSE = "file-version";
const ARGUMENT = "file_version";
/** The tools that change a file, and the argument that names it. */
const PATH_ARGUMENTS: ReadonlyMap<string, string> = new Map([
  ["Edit", "file_path"],
  ["NotebookEdit", "notebook_path"],
  ["Write", "file_path"],
]);

export function createFileVersions(sealer: Sealer): FileVersions {
  return {
    async accept(call) {
      const { [ARGUMENT]: given, ...args } = call.args;
      const pathArgument = PATH_ARGUMENTS.get(call.name);
      // Other tools do not know the argument, and say so.
      if (pathArgument === undefined) return { args: call.args };
      if (given === undefined || given === null) return { args };
      return acceptVersion(given, { ...call, args }, pathArgument, sealer);
    },
    issue: (known, principal) => sealer.seal(PURPOSE, bindingOf(principal, known.path), packVersion(known)),
  };
}

/** Adds the argument to the tools that take it. */
export const withFileVersion: ExtendSchema = (tool, schema) => {
  if (!PATH_ARGUMENTS.has(tool)) return schema;
  const properties = schema["properties"] as Readonly<Record<string, unknown>>;
  const description =
    "The newest file_version that a result gave for this file, if it gave one. The change is refused if the file has another version by now.";
  return { ...schema, properties: { ...properties, [ARGUMENT]: { type: "string", description } } };
};

async function acceptVersion(
  given: unknown,
  { args, toolkit, principal }: VersionedCall,
  pathArgument: string,
  sealer: Sealer,
): Promise<AcceptedCall> {
  const path = args[pathArgument];
  // Without a path the tool has something else to say first.
  if (typeof path !== "string") return { args };
  const realPath = await resolvePath(path, toolkit);
  const packed =
    realPath === undefined || typeof given !== "string"
      ? undefined
      : sealer.open(PURPOSE, bindingOf(principal, realPath), given);
  if (realPath === undefined || packed === undefined) throw refuse(args, pathArgument);
  return { args, seen: unpackVersion(packed, realPath) };
}

/** Undefined when it can't be told where the path leads; whether anything is there makes no difference. */
async function resolvePath(path: string, { workspace }: Toolkit): Promise<RealPath | undefined> {
  const guarded = guardPath(path, workspace.surroundings);
  return (await unlessUnavailable(() => workspace.fileSystem.resolve(guarded)))?.realPath;
}

function bindingOf(principal: string, path: string): string {
  return JSON.stringify([principal, path]);
}

function refuse(args: Arguments, pathArgument: string): ToolError {
  return new ToolError(
    "INPUT_INVALID",
    "This file_version does not count: it is altered, older than a day, or was given for another file or client. Nothing was changed. Read the file again and use the file_version of that result.",
    { data: { filePath: args[pathArgument] } },
  );
}
