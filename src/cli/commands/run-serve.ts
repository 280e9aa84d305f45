/** `filewright serve`: starts the server, says how to use it, and ends it when told to. */
import { resolve } from "node:path";
import { isSomethingAt } from "../../fs/node/exists.js";
import { findHome } from "../../fs/node/home.js";
import { describeRootProblem } from "../../fs/root-problems.js";
import { findStateDirectory } from "../../fs/state-directory.js";
import type { OpenConsole } from "../../mcp/http/console-door.js";
import { DEFAULT_PORT, type HttpServer, startHttpServer } from "../../mcp/http/start-http-server.js";
import type { ServerFlags } from "../../mcp/server-options.js";
import { readVersion } from "../../package-version.js";
import { findFreePort } from "../../process/local-socket.js";
import { findFlagFaults } from "../../session/setting-flags.js";
import { escapeForTerminal } from "../../text/escape-for-terminal.js";
import type { Door } from "../door.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { findOwnPackage, isInstalled } from "../own-program.js";
import { parsePort } from "../parse-port.js";
import { announceServer } from "../running-servers.js";
import { shellWord } from "../shell-word.js";
import { waitForEnd } from "../wait-for-end.js";

export interface ServeFlags extends ServerFlags {
  readonly port?: string;
  readonly tokenFile?: string;
  readonly host?: string;
  readonly allowRemote?: boolean;
  readonly allowedHost?: readonly string[];
  readonly console?: boolean;
  readonly json?: boolean;
}

/** Loaded when somebody looks at it. */
const openConsole: OpenConsole = async (ground) =>
  (await import("../../console/console.js")).openConsole(ground);

/** With `--sandbox` the same program runs again, confined; there it serves. */
export async function runServe(flags: ServeFlags, door: Door): Promise<ExitCode> {
  if (flags.sandbox !== true) return serve(flags, door);
  const { environment, workingDirectory } = door.terminal;
  const { runConfined } = await import("../../mcp/run-confined.js");
  const given = parsePort(flags.port);
  const port = given === 0 ? await findFreePort() : (given ?? DEFAULT_PORT);
  const words = process.argv.slice(2);
  const exitCode = await runConfined({
    flags,
    surroundings: { environment, workingDirectory, homeDirectory: findHome(environment) },
    network: { listenPort: port },
    tokenFile: flags.tokenFile,
    // The last one counts: the port has to be known before the sandbox is made.
    words: [...words, "--port", String(port)],
  });
  return exitCode === undefined ? serve(flags, door) : (exitCode as ExitCode);
}

async function serve(flags: ServeFlags, { terminal, signal }: Door): Promise<ExitCode> {
  const { environment, workingDirectory } = terminal;
  const { dedup, ...others } = flags;
  const home = findHome(environment);
  const server = await startHttpServer({
    // A switch that is not given says nothing; the library and the environment may.
    flags: dedup === false ? { ...others, dedup } : others,
    surroundings: { environment, workingDirectory, homeDirectory: home },
    version: readVersion(),
    port: parsePort(flags.port),
    host: flags.host,
    tokenFile: flags.tokenFile,
    allowRemote: flags.allowRemote,
    allowedHosts: flags.allowedHost,
    openConsole: flags.console === false ? undefined : openConsole,
    onNote: (line) => terminal.writeError(line),
  });
  const { url, tokenFile, roots } = server;
  const link = await openLink(server);
  const stateDirectory = resolve(workingDirectory, findStateDirectory(environment, home));
  const hasConsole = link !== undefined;
  const withdraw = announceServer(stateDirectory, { url, tokenFile, roots, hasConsole });
  // Whoever read its first words (`filewright serve | head -1`) may be gone when it has more to say.
  process.stderr.on("error", () => undefined);
  const ending = waitForEnd(signal);
  if (flags.json === true) terminal.write(`${JSON.stringify({ url, tokenFile, console: link })}\n`);
  for (const fault of findFlagFaults(flags, environment))
    terminal.writeError(`filewright: ${escapeForTerminal(fault)}\n`);
  terminal.writeError(escapeForTerminal(renderStart(server, link)));
  await ending;
  withdraw();
  await server.close();
  terminal.writeError("Stopped.\n");
  return EXIT.fine;
}

/** A server that could not do all that was asked of it does not stay. */
async function openLink(server: HttpServer): Promise<string | undefined> {
  try {
    return await server.createConsoleLink();
  } catch (cause) {
    await server.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the console can't be opened (${reason}). To serve without it: --no-console`, { cause });
  }
}

/** By our own command, which hands the token over in a file; on a command line every user of the machine could see it. */
function renderInstall(url: string, tokenFile: string): string {
  return `${renderProgram()} install claude-code --http ${url} --token-file ${shellWord(tokenFile)}`;
}

/** What runs this very program in the person's terminal, where nothing else is known to. */
function renderProgram(): string {
  const own = findOwnPackage();
  return isInstalled(own) ? "npx -y filewright" : `node ${shellWord(own.program)}`;
}

function renderStart({ url, tokenFile, roots, isRemote }: HttpServer, link: string | undefined): string {
  const shownRoots =
    roots.length === 0
      ? ["none: every path is asked about. Name one with --root"]
      : roots.map((root) => (isSomethingAt(root) ? root : describeRootProblem({ root, kind: "missing" })));
  const warning = isRemote
    ? "\nOther machines can reach this server, and nothing between them and it is encrypted: whoever listens on the way sees the token and the files. Put an encrypting proxy in front of it.\n"
    : "";
  const shownConsole =
    link === undefined
      ? ""
      : `  console  ${link}
           That opens once, within 10 minutes. For another link run:
           ${renderProgram()} console
`;
  return `Filewright serves MCP at ${url}
  roots    ${shownRoots.join("\n           ")}
  token    ${tokenFile}
${shownConsole}${warning}
Connect a client, for example:
  ${renderInstall(url, tokenFile)}

Press Ctrl-C to stop.
`;
}
