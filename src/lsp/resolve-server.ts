/** From an installed server to all that is needed to start it in a root, kept from running what the root brings. */
import { parse } from "node:path";
import type { ServerSpec } from "./checked.js";
import type { InstalledServer } from "./find-servers.js";
import type { ServerConduct } from "./known-servers.js";
import { asRecord } from "./read-diagnostics.js";

export interface ResolveGround {
  /** Without what servers want on top. */
  readonly environment: Readonly<Record<string, string>>;
  readonly isTrusted: boolean;
}

/** `undefined` if the server can't be kept from running what the project brings. */
export function resolveServer(server: InstalledServer, ground: ResolveGround): ServerSpec | undefined {
  const { definition, program, tsserver } = server;
  const { name, needsTrust, companion, settleMs, network = false, pinned = {}, offline = {} } = definition;
  if (needsTrust === true && !ground.isTrusted) return undefined;
  // Without a TypeScript from outside the roots it runs the project's.
  if (companion === "tsserver" && tsserver === undefined) return undefined;
  const typescript = tsserver === undefined ? {} : { tsserver: { path: tsserver, fallbackPath: tsserver } };
  const conducts: readonly ServerConduct[] = [
    definition,
    pinned,
    network ? {} : offline,
    { initializationOptions: typescript },
  ];
  return {
    name,
    program: program.path,
    arguments: pinned.arguments ?? definition.arguments ?? [],
    environment: Object.assign({}, ground.environment, ...conducts.map(({ environment }) => environment)),
    initializationOptions: mergeAll(conducts.map((each) => each.initializationOptions)),
    settings: mergeAll(conducts.map(({ settings }) => settings)),
    greetings: conducts.flatMap(({ greetings }) => greetings ?? []),
    // A program on the PATH may be a version manager, which goes by the folder that it is started in. Servers learn
    // where the project is from `initialize`.
    workingDirectory: parse(program.path).root,
    ...(settleMs === undefined ? {} : { settleMs }),
  };
}

function mergeAll(layers: readonly (Members | undefined)[]): Members {
  return layers.reduce<Members>((below, above) => merge(below, above ?? {}), {});
}

type Members = Readonly<Record<string, unknown>>;

/** Objects are merged, all else is replaced. */
function merge(below: Members, above: Members): Members {
  const merged: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    merged[key] = isObject(value) && isObject(merged[key]) ? merge(asRecord(merged[key]), value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
