/** Which language servers look at files after a change: what is installed, what is set up, and what has no say in it. */
import { join } from "node:path";
import { Roots } from "../../../fs/containment.js";
import { FileSystemError } from "../../../fs/file-system.js";
import type { AbsolutePath } from "../../../fs/paths.js";
import { type Confinement, ServerConfinement } from "../../../lsp/confinement.js";
import {
  type FoundServers,
  findServers,
  type InstalledServer,
  readTextFile,
} from "../../../lsp/find-servers.js";
import { resolveServer } from "../../../lsp/resolve-server.js";
import { namesServers } from "../../../lsp/server-settings.js";
import { LOCAL_FILE, PROJECT_FILE, SETTINGS_FOLDER } from "../../../permissions/settings/settings-places.js";
import { createServerAccess } from "../../../server-access.js";
import type { Workspace } from "../../../workspace.js";
import { type Check, type CheckGround, type Finding, fine, warn } from "./finding.js";

const MAX_SETTINGS_BYTES = 1024 * 1024;

export const languageServerCheck: Check = {
  name: "language servers",
  async run(ground) {
    const { fileSystem, roots, now, access } = ground.toolkit.workspace;
    const { environment } = ground;
    const finder = { fileSystem, now, environment, settingsFile: access.userSettings };
    const found = await findServers({ ...finder, roots });
    // Whoever sees it on the PATH wonders why it is "not found".
    const anywhere = await findServers({ ...finder, roots: new Roots([], fileSystem) });
    const inside = anywhere.installed.filter(({ definition }) => found.missing.includes(definition.name));
    const mend = "What is wrong there is not used; the rest is.";
    const problems = found.problems.map((problem) => warn(problem, mend));
    const isOff = environment["FILEWRIGHT_LSP"] === "0";
    const finding = isOff
      ? fine("none is used: FILEWRIGHT_LSP=0 switches them off")
      : judge(await assess(ground.toolkit.workspace), describe(found, inside));
    return [finding, ...problems, ...(await findProjectServers(ground))];
  },
};

function assess(workspace: Workspace): Promise<Confinement> {
  const { fileSystem, roots, sandboxing, surroundings } = workspace;
  const access = createServerAccess(workspace);
  return new ServerConfinement({ access, sandboxing, fileSystem, roots, surroundings }).assess();
}

function judge(confinement: Confinement, used: string): Finding {
  if (confinement.kind === "off")
    return warn(`none is started: ${confinement.reason}`, "Changes are made without diagnostics.");
  return fine(confinement.kind === "open" ? `${used}; without a sandbox (${confinement.reason})` : used);
}

function describe(
  { installed, missing, spare, disabled }: FoundServers,
  inside: readonly InstalledServer[],
): string {
  const parts = [`used: ${list(installed.map(describeInstalled))}`];
  const places = inside.map(({ definition, program }) => `${definition.name} (${program.path})`);
  const absent = missing.filter((name) => inside.every(({ definition }) => definition.name !== name));
  if (places.length > 0)
    parts.push(`not started, as what lies inside a root is the project's: ${list(places)}`);
  if (spare.length > 0) parts.push(`not needed besides: ${list(spare)}`);
  if (disabled.length > 0) parts.push(`switched off: ${list(disabled)}`);
  return [...parts, `not found: ${list(absent)}`].join("; ");
}

function describeInstalled(server: InstalledServer): string {
  const isLimited = resolveServer(server, { environment: {}, isTrusted: false }) === undefined;
  const { definition, program } = server;
  return `${definition.name} (${program.path}${isLimited ? ", only in folders you trust" : ""})`;
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}

/** A project that could choose programs to be run would only have to be opened. */
async function findProjectServers({ toolkit }: CheckGround): Promise<Finding[]> {
  const { fileSystem, roots, access } = toolkit.workspace;
  const findings: Finding[] = [];
  for (const root of roots.given) {
    for (const name of [PROJECT_FILE, LOCAL_FILE]) {
      const file = join(root, SETTINGS_FOLDER, name) as AbsolutePath;
      try {
        const text = await readTextFile(file, MAX_SETTINGS_BYTES, fileSystem);
        if (text === undefined || !namesServers(text)) continue;
      } catch (cause) {
        if (cause instanceof FileSystemError) continue;
        throw cause;
      }
      const advice = `Projects start no programs. What you want of it belongs in ${access.userSettings}.`;
      findings.push(warn(`${file} names language servers, which is ignored`, advice));
    }
  }
  return findings;
}
