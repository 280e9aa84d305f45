/** The product as an outsider meets it: the library's entry point, and the command line. */
import { spawnSync } from "node:child_process";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createToolkit,
  type Image,
  type TimelineChange,
  type Toolkit,
  type ToolkitOptions,
} from "filewright";
import { type Version, versionOf } from "./content.js";
import type { HistoryChange } from "./scenario-oracle.js";

export interface Place {
  readonly base: string;
  readonly root: string;
  readonly state: string;
}

export const EVERYTHING = 1_000_000;

export function openToolkit({ base, root, state }: Place, options: Partial<ToolkitOptions> = {}): Toolkit {
  return createToolkit({
    roots: [root],
    workingDirectory: root,
    stateDirectory: state,
    environment: { HOME: base },
    onAsk: () => ({ answer: "allow" }),
    permissions: { settings: false },
    matching: "exact",
    trailingBlanks: "keep",
    durability: "none",
    dedup: false,
    editRequires: "seen-lines",
    limits: { maxTokens: 10_000_000, maxSizeBytes: 4 * 1024 * 1024 },
    ...options,
  });
}

/** Runs an action with a toolkit of its own, as a process that starts now would. */
export async function withToolkit<T>(
  place: Place,
  action: (toolkit: Toolkit) => Promise<T>,
  options: Partial<ToolkitOptions> = {},
): Promise<T> {
  const toolkit = openToolkit(place, options);
  try {
    return await action(toolkit);
  } finally {
    await toolkit.close();
  }
}

/** The history, oldest first, with the names of the contents it keeps; `undefined` if it can't be listed. */
export async function readHistory(toolkit: Toolkit, root: string): Promise<HistoryChange[] | undefined> {
  let changes: readonly TimelineChange[];
  try {
    changes = (await toolkit.history.list({ limit: EVERYTHING })).toReversed();
  } catch {
    return undefined;
  }
  const read = await createImageReader(toolkit);
  const history: HistoryChange[] = [];
  for (const { record, state } of changes) {
    const { id, path, before, after } = record;
    const sides = { before: await read(before), after: await read(after) };
    history.push({ id, path: relative(root, path), state, ...sides });
  }
  return history;
}

/** Reads each kept content once. */
async function createImageReader(
  toolkit: Toolkit,
): Promise<(image: Image | null) => Promise<Version | undefined>> {
  const known = new Map<string, Version>();
  const readImage = await openImages(toolkit);
  return async (image) => {
    if (image === null) return null;
    if (image.pieces === undefined) return undefined;
    const found = known.get(image.id);
    if (found !== undefined) return found;
    const bytes = await readImage(image);
    const version = bytes === undefined ? "unreadable" : versionOf(bytes);
    known.set(image.id, version);
    return version;
  };
}

/** Reads contents of the history as it is now. The history is opened once, not once for each content. */
export async function openImages(
  toolkit: Toolkit,
): Promise<(image: Image) => Promise<Uint8Array | undefined>> {
  const { history } = toolkit.workspace;
  const reader = await history?.openReader();
  return async (image) => {
    try {
      return await reader?.readImage(image);
    } catch {
      return undefined;
    }
  };
}

/** Every content that the history still holds: before and after each change, and what changes displaced. */
export async function readKept(toolkit: Toolkit): Promise<Buffer[]> {
  const images = new Map<string, Image>();
  for (const { record, displaced } of await toolkit.history.list({ limit: EVERYTHING })) {
    for (const image of [record.before, record.after, ...displaced.map((each) => each.image)]) {
      if (image?.pieces !== undefined) images.set(image.id, image);
    }
  }
  const readImage = await openImages(toolkit);
  const kept: Buffer[] = [];
  for (const image of images.values()) {
    const bytes = await readImage(image);
    if (bytes !== undefined) kept.push(Buffer.from(bytes));
  }
  return kept;
}

const program = fileURLToPath(new URL("../../../dist/bin/filewright.cjs", import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function runCommand(
  { base, root, state }: Place,
  words: readonly string[],
  through: readonly string[] = [],
): CommandResult {
  const [first = "", ...rest] = [...through, process.execPath, program, ...words];
  const { status, stdout, stderr } = spawnSync(first, rest, {
    cwd: root,
    env: { ...process.env, HOME: base, FILEWRIGHT_STATE: state },
    encoding: "utf8",
    timeout: 30_000,
  });
  return { code: status, stdout, stderr };
}
