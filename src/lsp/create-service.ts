/** Puts together what follows changes: loaded with the first one, in workspaces that want it. */
import type { MaybePromise } from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import type { EventHub } from "../notify/event-hub.js";
import { type ConfinementDeps, ServerConfinement } from "./confinement.js";
import { DiagnosticsService } from "./diagnostics-service.js";
import { ServerPool } from "./server-pool.js";

export interface ServiceGround extends ConfinementDeps {
  readonly events: EventHub;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's own, the only settings that may name programs. */
  readonly settingsFile: AbsolutePath;
  readonly now: () => number;
  readonly isTrusted: (root: AbsolutePath) => MaybePromise<boolean>;
  readonly idleMs: number | undefined;
}

const nobody = Object.freeze({ sessionId: "", callId: "" });

export function createDiagnosticsService(ground: ServiceGround): DiagnosticsService {
  const { events, fileSystem, roots, environment, settingsFile, now, isTrusted, idleMs } = ground;
  const pool = new ServerPool({
    fileSystem,
    roots,
    environment,
    settingsFile,
    now,
    isTrusted,
    confinement: new ServerConfinement(ground),
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
