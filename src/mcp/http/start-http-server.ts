/**
 * The MCP server over HTTP: many clients side by side, who share locks and history and never what they have read. It
 * listens to this machine alone unless told otherwise, and to nobody without the token.
 */
import { hash, randomBytes } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { ToolError } from "../../errors/tool-error.js";
import { isInside } from "../../fs/containment.js";
import { FileSystemError } from "../../fs/file-system.js";
import { describeOwnershipFault, requireOwn } from "../../fs/ownership.js";
import type { AbsolutePath } from "../../fs/paths.js";
import { resolveFlags } from "../../session/setting-flags.js";
import { visiblePath } from "../../text/visible.js";
import type { Toolkit } from "../../toolkit.js";
import type { ServerParts } from "../conversation.js";
import { createFileVersions, VERSION_LIFETIME_MS, withFileVersion } from "../file-versions.js";
import { renderInstructions } from "../instructions.js";
import { createProtocolServer } from "../protocol-server.js";
import { createRefusalNotes } from "../refusal-notes.js";
import { createSealer } from "../sealer.js";
import {
  findRootProblems,
  findRoots,
  findWhereabouts,
  type ServerFlags,
  type Surroundings,
} from "../server-options.js";
import { createToolListing, withoutDenied } from "../tool-listing.js";
import { AgentSessions } from "./agent-sessions.js";
import { AgentTokens } from "./agent-tokens.js";
import { createTokenCheck } from "./bearer.js";
import { type BindingOptions, consoleHosts, planBinding, servedHosts, servedOrigins } from "./binding.js";
import { BodyRoom } from "./body-room.js";
import { LazyConsole, type OpenConsole } from "./console-door.js";
import { Conversations } from "./conversations.js";
import { Engine } from "./engine.js";
import { defaultHttpLimits, type HttpLimits } from "./http-limits.js";
import type { CreateServer, Serving } from "./lanes.js";
import { createListener } from "./listener.js";
import { ModernLane } from "./modern-lane.js";
import { createPrincipals } from "./principal.js";
import { SessionLane } from "./session-lane.js";
import { Sessions } from "./sessions.js";
import { keyFileOf, loginsFileOf, readOrMakeKey, readOrMakeToken } from "./token-file.js";
import { WrongGuesses } from "./wrong-guesses.js";

export interface HttpServerOptions extends BindingOptions {
  readonly flags: ServerFlags;
  readonly surroundings: Surroundings;
  readonly version: string;
  /** 0 picks a free one. */
  readonly port?: number | undefined;
  readonly tokenFile?: string | undefined;
  readonly limits?: Partial<HttpLimits>;
  readonly createServer?: CreateServer;
  /** Makes the console, when it is first asked for; without it there is none. */
  readonly openConsole?: OpenConsole | undefined;
  /** Told what the person who runs the server should know, a line at a time. */
  readonly onNote?: ((line: string) => void) | undefined;
}

export interface HttpServer {
  readonly url: string;
  readonly tokenFile: string;
  readonly roots: readonly string[];
  readonly isRemote: boolean;
  /** An address that lets a browser into the console, once; undefined where there is none. */
  createConsoleLink(): Promise<string> | undefined;
  /** Ends sessions and running calls, then everything else. */
  close(): Promise<void>;
}

export const DEFAULT_PORT = 7345;
/** As long as a person may think about a question. */
const ANSWER_LIFETIME_MS = 60 * 60 * 1000;
const SWEEP_MS = 60 * 1000;

/** Rejects with a sentence for the person when it can't be started as asked. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { flags, surroundings, port = DEFAULT_PORT } = options;
  const limits: HttpLimits = { ...defaultHttpLimits, ...options.limits };
  const binding = planBinding(options);
  // Throws for a root that is a file; those that are missing are named when the server says where it works.
  findRootProblems(findRoots(flags, surroundings));
  const engine = new Engine(flags, surroundings);
  const { onNote } = options;
  if (onNote !== undefined)
    engine.workspace.events.on("permission-unanswered", createRefusalNotes("filewright serve", onNote));
  const tokenFile =
    options.tokenFile === undefined
      ? join(engine.workspace.stateDirectory, "serve", "token")
      : resolve(surroundings.workingDirectory, options.tokenFile);
  for (const file of [tokenFile, keyFileOf(tokenFile), loginsFileOf(tokenFile)]) {
    await requireOutOfReach(file, engine);
    if (options.tokenFile === undefined) await requireOwnState(file, engine);
  }
  const token = readOrMakeToken(tokenFile);
  const agentTokens = new AgentTokens({ workspace: engine.workspace, onNote: onNote ?? (() => undefined) });
  const serving: Serving = {
    namePrincipal: createPrincipals(token),
    partsFor: createParts(options, engine, { key: readOrMakeKey(tokenFile), agentTokens }),
    createServer: options.createServer ?? createProtocolServer,
    heartbeatMs: limits.heartbeatMs,
    maxCallsPerSession: limits.maxCallsPerSession,
    maxCallsPerToken: limits.maxCallsPerToken,
  };
  const sessions = new Sessions(limits);
  const conversations = new Conversations(limits.maxConversations);
  const sessionLane = new SessionLane(serving, sessions);
  const modernLane = new ModernLane(serving, conversations);
  const agents = new AgentSessions(agentTokens, sessions, conversations);
  const isToken = createTokenCheck(token);
  const room = new BodyRoom(limits);
  const guesses = new WrongGuesses(limits);
  const roots = findRoots(flags, surroundings);
  const host = binding.address.includes(":") ? `[${binding.address}]` : binding.address;
  const originOf = (bound: number): string => `http://${host}:${bound}`;
  const { openConsole, version } = options;
  const loginSecret = hash("sha256", `console:${token}`, "base64url");
  const ground = { version, roots, engine, tokenFile, isToken, loginSecret, guesses, room, agents };
  const oversight =
    openConsole === undefined || binding.isRemote
      ? undefined
      : new LazyConsole(() => openConsole({ ...ground, origin: originOf(listener.port) }));
  const listener = await createListener({
    address: binding.address,
    port,
    limits,
    rulesFor: (bound) => ({
      hosts: servedHosts(binding, bound),
      origins: servedOrigins(binding, bound),
      isToken,
      findAgentToken: (given) => agentTokens.find(given),
      consoleHosts: oversight === undefined ? new Set() : consoleHosts(binding, bound),
    }),
    isCurrent: (each) => agentTokens.isCurrent(each),
    sessionLane,
    modernLane,
    console: oversight,
    room,
    guesses,
  });
  const sweeping = setInterval(() => sessions.endIdle(), SWEEP_MS).unref();

  const close = async (): Promise<void> => {
    clearInterval(sweeping);
    agentTokens.close();
    const toolkits = [...sessions.all, ...conversations.all].flatMap(({ toolkit }) => toolkit ?? []);
    const unheard = listener.close();
    sessions.endAll();
    await Promise.all([
      modernLane.close(),
      oversight?.close(),
      ...toolkits.map((toolkit) => toolkit.close()),
    ]);
    await unheard;
    await engine.workspace.close();
  };
  let closing: Promise<void> | undefined;
  return {
    url: `${originOf(listener.port)}/mcp`,
    tokenFile,
    roots,
    isRemote: binding.isRemote,
    createConsoleLink: () => oversight?.createLink(),
    close: () => (closing ??= close()),
  };
}

/** A token that the tools could read would keep nobody out, and a key would sign whatever they like. */
async function requireOutOfReach(file: string, { workspace }: Engine): Promise<void> {
  const { fileSystem, roots, stateDirectory } = workspace;
  const { realPath } = await fileSystem.resolve(file as AbsolutePath);
  const state = (await fileSystem.resolve(stateDirectory)).realPath;
  if (isInside(realPath, state) || !(await roots.contains(realPath))) return;
  throw new Error(
    `the token file ${visiblePath(file)} lies in a root, where the tools could read it. Name one elsewhere with --token-file.`,
  );
}

/** In the state directory, neither the file nor its folder may be a link or another user's to write. */
async function requireOwnState(file: string, { workspace }: Engine): Promise<void> {
  const { fileSystem, stateDirectory } = workspace;
  try {
    await requireOwn(fileSystem, stateDirectory, basename(dirname(file)), basename(file));
  } catch (cause) {
    const fault = cause instanceof FileSystemError && describeOwnershipFault(cause.code, cause.path);
    if (!fault) throw cause;
    throw new Error(`${visiblePath(cause.path)} can't be used: ${fault.problem}. ${fault.remedy}`, { cause });
  }
}

/** What a protocol server is made of: a conversation of its own, and what is the same for all. */
function createParts(
  { flags, surroundings, version }: HttpServerOptions,
  engine: Engine,
  { key, agentTokens }: { readonly key: Uint8Array; readonly agentTokens: AgentTokens },
): Serving["partsFor"] {
  const isReadOnly = flags.readOnly === true;
  // A new key with every start: what was answered before a restart is asked again.
  const sealer = createSealer({ key: randomBytes(32), lifetimeMs: ANSWER_LIFETIME_MS });
  const shared: Omit<ServerParts, "conversation" | "principal" | "showsVersions"> = {
    version,
    prefersConsole: flags.ask === "console",
    instructions: renderInstructions({ isReadOnly, whereabouts: findWhereabouts(flags, surroundings) }),
    tools: createToolListing({
      settings: resolveFlags(flags, surroundings.environment),
      isReadOnly,
      extendSchema: withFileVersion,
      flags,
      surroundings,
      getToolkit: async () => engine.openToolkit(),
    }),
    getSealer: () => Promise.resolve(sealer),
    versions: createFileVersions(createSealer({ key, lifetimeMs: VERSION_LIFETIME_MS })),
  };
  return ({ token, principal, name, openToolkit, dedup, showsVersions = false }) => {
    const open = (): Toolkit => {
      // It may have been revoked since its request was let in.
      if (token !== undefined && !agentTokens.isCurrent(token)) throw refuseRevoked();
      const toolkit = engine.openToolkit({ dedup, token });
      toolkit.session.introduce(name);
      return toolkit;
    };
    const getToolkit = async (): Promise<Toolkit> => openToolkit(open);
    const tools = token === undefined ? shared.tools : withoutDenied(shared.tools, token.deny);
    return { ...shared, tools, principal, showsVersions, conversation: { getToolkit } };
  };
}

function refuseRevoked(): ToolError {
  return new ToolError("CANCELLED", "The token of this agent was revoked. Ask the user for another one.");
}
