/**
 * How language servers are confined: they read the roots and what they need to run, without what rules keep from them, write to
 * a folder of their own and use no network. Where rules restrict reading and that can't be ensured, no server starts.
 */
import { isInside, type Roots } from "../fs/containment.js";
import type { FileSystem } from "../fs/file-system.js";
import type { PathSurroundings } from "../fs/guard-path.js";
import type { RealPath } from "../fs/paths.js";
import type { Diagnostic } from "../notify/diagnostic.js";
import { libraryFolders, machineFiles } from "../process/sandbox/program-needs.js";
import type { Sandbox, Sandboxing } from "../process/sandbox/sandbox.js";
import type { ReportedDiagnostic, ServerSandbox, SiftDiagnostics } from "./checked.js";
import type { InstalledServer } from "./find-servers.js";
import type { Environment } from "./server-environment.js";
import { findServerPlaces } from "./server-places.js";
import { type QuoteJudge, siftDiagnostics } from "./sift-diagnostics.js";

/** What rules keep from servers, as it lies on the disk now. */
export interface KeptFiles {
  /** Whether any rule restricts reading. */
  readonly hasRules: boolean;
  /** Real paths of files and folders. */
  readonly paths: readonly string[];
  /** Changes when there are other paths, or another file lies at one of them. */
  readonly identity: string;
  /** Why there may be others; then no server may start. */
  readonly problem: string | undefined;
}

export interface ServerAccess {
  /** What was found a moment ago may be good enough, unless it has to be exact. */
  find(options?: { readonly isExact: boolean }): Promise<KeptFiles>;
  /** By the rules in force now. */
  createJudge(): Promise<QuoteJudge>;
}

export type Confinement =
  | { readonly kind: "confined"; readonly sandbox: Sandbox; readonly kept: KeptFiles }
  /** There is no sandbox, and no rule calls for one. */
  | { readonly kind: "open"; readonly reason: string }
  /** No server starts. The reason completes "not started: …". */
  | { readonly kind: "off"; readonly reason: string };

export interface ConfinementDeps {
  readonly access: ServerAccess;
  readonly sandboxing: Pick<Sandboxing, "offer" | "findMode">;
  readonly fileSystem: FileSystem;
  readonly roots: Roots;
  readonly surroundings: Pick<PathSurroundings, "homeDirectory">;
}

/** How one server is started, and what of its diagnostics may be shown. */
export interface ConfinedServer {
  readonly confinement?: ServerSandbox;
  readonly sift: SiftDiagnostics;
}

const UNGUARDED = "permission rules restrict reading, which language servers would not heed";
/** What programs look up about users, hosts and certificates. Settings of the system are not shown to the agent. */
const systemSettings: readonly string[] = [
  "/etc/passwd",
  "/etc/group",
  "/etc/nsswitch.conf",
  "/etc/hosts",
  "/etc/resolv.conf",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/pki/tls",
  "/etc/crypto-policies",
  "/etc/ca-certificates",
  "/etc/python3",
  "/private/etc/ssl",
  "/private/etc/passwd",
];
/** Far above what servers take, and a bound for those that a project makes grow or start processes again and again. */
const limits = { memoryBytes: 8 * 1024 ** 3, openFiles: 65_536, processes: 16_384 };

export class ServerConfinement {
  readonly #deps: ConfinementDeps;
  /** Looking for installations takes dozens of lookups. */
  readonly #places = new WeakMap<InstalledServer, Promise<readonly string[]>>();

  constructor(deps: ConfinementDeps) {
    this.#deps = deps;
  }

  /** What holds now. */
  async assess(): Promise<Confinement> {
    const { access, sandboxing } = this.#deps;
    const mode = await sandboxing.findMode();
    const kept = await access.find();
    const sandbox = mode === "off" ? "it is switched off" : sandboxing.offer;
    if (typeof sandbox === "string") {
      if (mode === "require")
        return { kind: "off", reason: `the sandbox is required and missing: ${sandbox}` };
      return kept.hasRules
        ? { kind: "off", reason: `${UNGUARDED}, and there is no sandbox: ${sandbox}` }
        : { kind: "open", reason: sandbox };
    }
    if (kept.hasRules && !sandbox.canHide) {
      return {
        kind: "off",
        reason: `${UNGUARDED}, and the sandbox can't hide files here (no mount namespaces)`,
      };
    }
    if (kept.problem !== undefined) return { kind: "off", reason: kept.problem };
    return { kind: "confined", sandbox, kept };
  }

  /** `environment` is the one that the server gets. */
  async confine(
    confinement: Exclude<Confinement, { kind: "off" }>,
    server: InstalledServer,
    environment: Environment,
  ): Promise<ConfinedServer> {
    const { readable = [], writable = [], network = false } = server.definition;
    const { fileSystem, surroundings } = this.#deps;
    const { homeDirectory } = surroundings;
    const folders = (await this.#deps.roots.lookUp()).folders.map(({ real }) => real);
    const known = this.#places.get(server);
    const finding =
      known ?? findServerPlaces({ ...server, environment }, { fileSystem, homeDirectory, folders });
    this.#places.set(server, finding);
    const shown = [...libraryFolders, ...(await finding), ...readable];
    if (confinement.kind === "open") return { sift: (path, found) => this.#sift(path, found, shown) };
    const { sandbox, kept } = confinement;
    const policy = {
      readable: [...new Set([...shown, ...machineFiles, ...systemSettings, ...folders])],
      writable,
      hidden: kept.paths,
      network,
      limits,
    };
    return {
      confinement: { sandbox, policy, identity: kept.identity },
      sift: async (path, found) => {
        const sifted = await this.#sift(path, found, shown);
        // Last, and exactly if anything is shown: the server may have read what has appeared since it was started.
        return (await this.#isCurrent(kept.identity, sifted.length > 0)) ? sifted : undefined;
      },
    };
  }

  /** Whether a server that was started without these files still reads none of those that are kept from it. */
  async #isCurrent(identity: string, isExact: boolean): Promise<boolean> {
    const { identity: present, problem } = await this.#deps.access.find({ isExact });
    return present === identity && problem === undefined;
  }

  async #sift(
    path: RealPath,
    found: readonly ReportedDiagnostic[],
    shown: readonly string[],
  ): Promise<readonly Diagnostic[]> {
    if (found.length === 0) return [];
    const { folders } = await this.#deps.roots.lookUp();
    return siftDiagnostics(found, {
      path,
      roots: folders.map(({ real }) => real),
      judge: await this.#deps.access.createJudge(),
      isPublic: (place) => shown.some((folder) => isInside(place, folder)),
    });
  }
}
