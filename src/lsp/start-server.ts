/** From a server's specification to one that runs and is ready, or why there is none. */
import { makeTemporaryFolder, removeFolder } from "../fs/node/private-folder.js";
import { GuardedProgram } from "../process/guarded-program.js";
import { withinTime } from "../process/within-time.js";
import { describeClient } from "./capabilities.js";
import type { LanguageServerGround, ServerLimits } from "./checked.js";
import { createClientAnswers } from "./client-answers.js";
import { Connection } from "./connection.js";
import { asRecord } from "./read-diagnostics.js";
import { RunningServer } from "./running-server.js";

/** So long after its connection a program's end is still to be expected. */
const ENDING_MS = 300;

export interface StartedServer {
  readonly program: GuardedProgram;
  /** Undefined when the program could not be started. */
  readonly connection: Connection | undefined;
  /** A phrase when it did not get ready. */
  readonly ready: Promise<RunningServer | string>;
}

export async function startServer(
  server: LanguageServerGround,
  limits: ServerLimits,
): Promise<StartedServer> {
  const { spec, root } = server;
  const program = startProgram(server);
  // What it says before it is ready concerns no document.
  let running: RunningServer | undefined;
  let pull: Parameters<RunningServer["setPullWishes"]>[0];
  const settings = spec.settings ?? {};
  const handlers = {
    requests: createClientAnswers({
      root,
      settings,
      onPullWishes: (wishes) => {
        pull = wishes;
        running?.setPullWishes(wishes);
      },
      onRefresh: () => running?.refresh(),
    }),
    notifications: {
      "textDocument/publishDiagnostics": (params: unknown) => running?.hearPublished(params),
    },
  };
  let connection: Connection | undefined;
  try {
    connection = await Connection.open(program, handlers);
  } catch {
    // Without the protocol's library there is nothing to talk with.
    program.kill();
  }
  const greet = async (connection: Connection | undefined): Promise<RunningServer | string> => {
    if (connection === undefined) return (await program.ended).detail;
    const isConfined = spec.confinement !== undefined;
    const params = describeClient(root, spec.initializationOptions, { isConfined });
    const answer = await connection.request("initialize", params, { timeoutMs: limits.startMs });
    if (answer.kind === "error") return `refused to start: ${answer.message}`;
    if (answer.kind === "none") {
      // Its output may have ended before it is known how it has.
      const hasEnded = await withinTime(program.ended, ENDING_MS, undefined);
      const end = hasEnded ? (await program.ended).detail : undefined;
      return connection.verdict ?? end ?? `was not ready within ${limits.startMs} ms`;
    }
    connection.notify("initialized", {});
    if (Object.keys(settings).length > 0) {
      connection.notify("workspace/didChangeConfiguration", { settings });
    }
    for (const method of spec.greetings ?? []) connection.notify(method, {});
    const { capabilities } = asRecord(answer.result);
    running = new RunningServer({ server, limits, program, connection, capabilities });
    if (pull !== undefined) running.setPullWishes(pull);
    return running;
  };
  return { program, connection, ready: greet(connection) };
}

/** One that is confined gets a folder for temporary files and caches, which is removed when it has ended. */
function startProgram({ spec, root }: LanguageServerGround): GuardedProgram {
  const { program, arguments: words, environment, workingDirectory = root, confinement } = spec;
  const request = { program, arguments: words, workingDirectory, environment };
  if (confinement === undefined) return new GuardedProgram(request);
  const { sandbox, policy } = confinement;
  let folder: string;
  try {
    folder = makeTemporaryFolder("filewright-lsp-");
  } catch (cause) {
    const confine = (): never => {
      throw cause;
    };
    return new GuardedProgram({ ...request, confine });
  }
  const own = { TMPDIR: folder, XDG_CACHE_HOME: folder, GOCACHE: folder };
  const started = new GuardedProgram({
    ...request,
    temporaryFolder: folder,
    environment: { ...environment, ...own },
    confine: (command) => sandbox.wrap({ ...policy, writable: [...policy.writable, folder] }, command),
  });
  if (started.pid === 0) removeFolder(folder);
  return started;
}
