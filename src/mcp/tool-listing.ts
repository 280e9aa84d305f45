/**
 * The list for `tools/list`, without the tools that a rule denies by their bare name. Settings are looked at only if there is
 * a file that may hold some: a server without any answers without loading the engine.
 */
import { join, resolve } from "node:path";
import type { MaybePromise } from "../fs/file-system.js";
import { isSomethingAt } from "../fs/node/exists.js";
import {
  findConfigFolder,
  LOCAL_FILE,
  PROJECT_FILE,
  SETTINGS_FOLDER,
  USER_FILE,
} from "../permissions/settings/settings-places.js";
import type { Toolkit } from "../toolkit.js";
import { type ListedTool, type ListingOptions, listTools } from "./listed-tools.js";
import { findRoots, type ServerFlags, type Surroundings } from "./server-options.js";

export interface ToolListingOptions extends ListingOptions {
  readonly flags: ServerFlags;
  readonly surroundings: Surroundings;
  readonly getToolkit: () => Promise<Toolkit>;
}

/** The list is made at its first use and stays the same for as long as the process lives. */
export function createToolListing(options: ToolListingOptions): () => MaybePromise<readonly ListedTool[]> {
  let listed: MaybePromise<readonly ListedTool[]> | undefined;
  const make = (): MaybePromise<readonly ListedTool[]> => {
    return mayHaveSettings(options) ? listWithSettings(options) : listTools(options);
  };
  return () => {
    if (listed === undefined) {
      listed = make();
      // Whoever asks once it is there need not wait.
      if (listed instanceof Promise) void listed.then((tools) => (listed = tools));
    }
    return listed;
  };
}

/** The same list for an agent, without the tools that its own rules deny by their bare name. */
export function withoutDenied(
  list: () => MaybePromise<readonly ListedTool[]>,
  deny: readonly string[],
): () => MaybePromise<readonly ListedTool[]> {
  const denied = new Set(deny.map((text) => text.trim()));
  const filter = (tools: readonly ListedTool[]): readonly ListedTool[] =>
    tools.filter(({ name }) => !denied.has(name));
  return () => {
    const tools = list();
    return tools instanceof Promise ? tools.then(filter) : filter(tools);
  };
}

function mayHaveSettings({ flags, surroundings }: ToolListingOptions): boolean {
  const { environment, homeDirectory, workingDirectory } = surroundings;
  const ofRoots = [...findRoots(flags, surroundings), workingDirectory].flatMap((root) =>
    [PROJECT_FILE, LOCAL_FILE].map((name) => join(resolve(root), SETTINGS_FOLDER, name)),
  );
  const ofUser = join(findConfigFolder(environment, homeDirectory), USER_FILE);
  return flags.settings !== undefined || [ofUser, ...ofRoots].some(isSomethingAt);
}

/** The descriptions depend on the settings. */
async function listWithSettings(options: ToolListingOptions): Promise<readonly ListedTool[]> {
  try {
    const toolkit = await options.getToolkit();
    const { rules } = await toolkit.permissions.overview();
    const denied = new Set(rules.filter(({ list }) => list === "deny").map(({ text }) => text.trim()));
    return listTools({ ...options, settings: toolkit.session.settings }).filter(
      ({ name }) => !denied.has(name),
    );
  } catch {
    // Settings that can't be read refuse every call with the reason; the list is not the place to say it.
    return listTools(options);
  }
}
