/**
 * The language servers of a workspace: one for each root and server that a file calls for, made when it first does. Who may
 * be started comes from what is installed and from the person's own settings, never from a project.
 */
import { basename } from "node:path";
import { isInside, type Roots } from "../fs/containment.js";
import type { MaybePromise } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { Diagnostic } from "../notify/diagnostic.js";
import type { FileEvent, ServerEventState, ServerLimits, ServerSpec, SiftDiagnostics } from "./checked.js";
import type { ServerConfinement } from "./confinement.js";
import { type FinderGround, type FoundServers, ServerFinder } from "./find-servers.js";
import { findLanguage } from "./known-servers.js";
import { LanguageServer, type LanguageServerState } from "./language-server.js";
import { resolveServer } from "./resolve-server.js";
import { createServerEnvironment } from "./server-environment.js";

export interface PoolGround extends FinderGround {
  readonly confinement: Pick<ServerConfinement, "assess" | "confine">;
  readonly isTrusted: (root: AbsolutePath) => MaybePromise<boolean>;
  readonly limits?: Partial<ServerLimits> | undefined;
  readonly onState: (server: ServerName, state: ServerEventState, detail?: string) => void;
  /** See `LanguageServerGround`. */
  readonly onOthers: (server: ServerName, path: RealPath, diagnostics: readonly Diagnostic[]) => void;
}

interface ServerName {
  readonly name: string;
  readonly root: AbsolutePath;
}

/** One that a file concerns, and what it calls the file's language. */
export interface ServerForFile {
  readonly server: LanguageServer;
  readonly languageId: string;
}

export interface PooledServer extends ServerName {
  readonly state: LanguageServerState;
  readonly pid: number | undefined;
  readonly openDocuments: number;
}

interface Pooled {
  readonly name: ServerName;
  readonly server: LanguageServer;
  /** What it was made from, as text: another one is made when that changes. */
  readonly origin: string;
}

export class ServerPool {
  readonly #ground: PoolGround;
  readonly #finder: ServerFinder;
  readonly #servers = new Map<string, Pooled>();
  readonly #closing = new Set<Promise<void>>();
  #isClosed = false;

  constructor(ground: PoolGround) {
    this.#ground = ground;
    this.#finder = new ServerFinder(ground);
  }

  /** None for a file outside the roots, for one that no installed server knows, and where no server may start. */
  async serversFor(path: RealPath): Promise<readonly ServerForFile[]> {
    const { roots } = this.#ground;
    if (this.#isClosed || !(await roots.contains(path))) return [];
    const root = roots.findRootOf(path)?.real;
    if (root === undefined) return [];
    const found = await this.#finder.find();
    const concerned = found.installed.flatMap((installed) => {
      const languageId = findLanguage(installed.definition, basename(path));
      return languageId === undefined ? [] : [{ installed, languageId }];
    });
    if (concerned.length === 0) return [];
    const ground = {
      environment: this.#createEnvironment(found, roots),
      isTrusted: await this.#isTrusted(root),
    };
    const { confinement } = this.#ground;
    const assessed = await confinement.assess();
    if (assessed.kind === "off") return [];
    const servers: {
      readonly spec: ServerSpec;
      readonly sift: SiftDiagnostics;
      readonly languageId: string;
    }[] = [];
    for (const { installed, languageId } of concerned) {
      const spec = resolveServer(installed, ground);
      if (spec === undefined) continue;
      const { sift, ...confined } = await confinement.confine(assessed, installed, spec.environment);
      servers.push({ spec: { ...spec, ...confined }, sift, languageId });
    }
    if (this.#isClosed) return [];
    return servers.map(({ spec, sift, languageId }) => ({
      server: this.#take(root, spec, sift),
      languageId,
    }));
  }

  /** Tells the servers that run there of a file that has changed on the disk, whether or not it is theirs to check. */
  tellOfFile(path: RealPath, event: FileEvent): void {
    for (const { name, server } of this.#servers.values()) {
      if (isInside(path, name.root)) server.tellOfFile(path, event);
    }
  }

  describe(): readonly PooledServer[] {
    return [...this.#servers.values()].map(({ name, server }) => {
      const { state, pid, openDocuments } = server;
      return { ...name, state, pid, openDocuments };
    });
  }

  /** Within about two seconds, however the servers behave. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const servers = [...this.#servers.values()];
    this.#servers.clear();
    await Promise.all([...servers.map(({ server }) => server.close()), ...this.#closing]);
  }

  /** While that can't be told, nobody has said so. */
  async #isTrusted(root: AbsolutePath): Promise<boolean> {
    try {
      return await this.#ground.isTrusted(root);
    } catch {
      return false;
    }
  }

  #take(root: AbsolutePath, spec: ServerSpec, sift: SiftDiagnostics): LanguageServer {
    const key = JSON.stringify([root, spec.name]);
    const origin = JSON.stringify(spec);
    const known = this.#servers.get(key);
    if (known?.origin === origin) return known.server;
    if (known !== undefined) this.#retire(known);
    const { now, limits, onState, onOthers } = this.#ground;
    const name: ServerName = { name: spec.name, root };
    const server = new LanguageServer({
      spec,
      root,
      now,
      limits,
      sift,
      onState: (state, detail) => onState(name, state, detail),
      onOthers: (path, diagnostics) => onOthers(name, path, diagnostics),
    });
    this.#servers.set(key, { name, server, origin });
    return server;
  }

  #retire({ server }: Pooled): void {
    const closing = server.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #createEnvironment({ searchPath }: FoundServers, roots: Roots): Record<string, string> {
    const isInRoots = (path: string): boolean =>
      roots.given.some((root) => isInside(path, root)) || roots.findRootOf(path as RealPath) !== undefined;
    return createServerEnvironment({ environment: this.#ground.environment, searchPath, isInRoots });
  }
}
