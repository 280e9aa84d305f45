/** From an installed server to all that is needed to start it in a root, with the caution that the root calls for. */
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

/** Undefined when the server can't be kept from running what the project brings, and the project is not trusted. */
export function resolveServer(server: InstalledServer, ground: ResolveGround): ServerSpec | undefined {
  const { definition, program, tsserver } = server;
  const { name, needsTrust, companion, settleMs } = definition;
  const { isTrusted, environment } = ground;
  if (needsTrust === true && !isTrusted) return undefined;
  // Without a TypeScript of its own it runs the project's.
  if (companion === "tsserver" && tsserver === undefined && !isTrusted) return undefined;
  const caution: ServerConduct = isTrusted ? {} : (definition.cautious ?? {});
  const ownTypescript = tsserver === undefined ? {} : { tsserver: { fallbackPath: tsserver } };
  const onlyTypescript = tsserver === undefined || isTrusted ? {} : { tsserver: { path: tsserver } };
  return {
    name,
    program: program.path,
    arguments: caution.arguments ?? definition.arguments ?? [],
    environment: { ...environment, ...definition.environment, ...caution.environment },
    initializationOptions: [
      ownTypescript,
      definition.initializationOptions,
      caution.initializationOptions,
      onlyTypescript,
    ].reduce<Members>((below, above) => merge(below, above ?? {}), {}),
    settings: merge(definition.settings ?? {}, caution.settings ?? {}),
    greetings: [...(definition.greetings ?? []), ...(caution.greetings ?? [])],
    // What stands on the PATH may be a manager of versions, which goes by the folder that it is started in. Where the
    // project is, servers are told besides.
    ...(isTrusted ? {} : { workingDirectory: parse(program.path).root }),
    ...(settleMs === undefined ? {} : { settleMs }),
  };
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
