/** Puts together what follows changes: loaded with the first one, in workspaces that want it. */
import { join } from "node:path";
import type { Roots } from "../fs/containment.js";
import type { FileSystem, MaybePromise } from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import type { EventHub } from "../notify/event-hub.js";
import { DiagnosticsService } from "./diagnostics-service.js";
import { ServerPool } from "./server-pool.js";

export interface ServiceGround {
  readonly events: EventHub;
  readonly fileSystem: FileSystem;
  readonly roots: Roots;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the user's own settings, the only ones that may name programs. */
  readonly configFolder: AbsolutePath;
  readonly now: () => number;
  readonly isTrusted: (root: AbsolutePath) => MaybePromise<boolean>;
  readonly idleMs: number | undefined;
}

/** The file with the user's settings, in the folder of those. */
const SETTINGS = "settings.json";
const nobody = Object.freeze({ sessionId: "", callId: "" });

export function createDiagnosticsService(ground: ServiceGround): DiagnosticsService {
  const { events, fileSystem, roots, environment, configFolder, now, isTrusted, idleMs } = ground;
  const pool = new ServerPool({
    fileSystem,
    roots,
    environment,
    settingsFile: join(configFolder, SETTINGS) as AbsolutePath,
    now,
    isTrusted,
    limits: idleMs === undefined ? undefined : { idleMs },
    onState: ({ name: server, root }, state, detail) => {
      const why = detail === undefined ? {} : { detail };
      events.emit({ type: "language-server", server, root, state, ...why }, nobody);
    },
    onOthers: ({ name }, path, diagnostics) => service.revise(path, name, diagnostics),
  });
  const service: DiagnosticsService = new DiagnosticsService(pool, events);
  return service;
}
