import { join } from "node:path";
import { listFolders, measureFolder } from "../../fs/node/folder-size.js";
import type { Workspace } from "../../workspace.js";
import type { HealthData } from "../contract.js";
import type { EngineView } from "../engine-view.js";
import type { Api, ConsoleParts } from "./parts.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How the server is, and what it has been used for. */
export function addHealthRoutes(api: Api, parts: ConsoleParts): void {
  api.get("/api/health", async (context) => context.json(await readHealth(parts)));
}

async function readHealth({ server, engines, toolkit, usage }: ConsoleParts): Promise<HealthData> {
  const { workspace, session } = toolkit;
  const [servers, state] = await Promise.all([
    Promise.all(engines.all.map(findLanguageServers)),
    measureState(workspace),
  ]);
  return {
    server: {
      ...server,
      pid: process.pid,
      node: process.version,
      memoryBytes: process.memoryUsage.rss(),
    },
    engines: servers,
    limits: Object.entries(session.limits).map(([name, value]) => ({
      name,
      value: value as number | boolean,
    })),
    state,
    usage: usage.report(),
  };
}

async function findLanguageServers(engine: EngineView): Promise<HealthData["engines"][number]> {
  const { id, pid } = engine.info;
  return { id, pid, languageServers: await engine.languageServers().catch(() => []) };
}

async function measureState({ stateDirectory, history }: Workspace): Promise<HealthData["state"]> {
  const names = await listFolders(stateDirectory);
  const parts = await Promise.all(
    names.map(async (name) => ({ name, ...(await measureFolder(join(stateDirectory, name))) })),
  );
  return {
    directory: stateDirectory,
    parts: parts.toSorted((left, right) => right.bytes - left.bytes),
    maxHistoryBytes: history?.options.maxBytes ?? 0,
    maxHistoryAgeMs: (history?.options.maxAgeDays ?? 0) * DAY_MS,
  };
}
