/** `filewright serve`: starts the server, says how to use it, and ends it when told to. */
import { isSomethingAt } from "../../fs/node/exists.js";
import { findHome } from "../../fs/node/home.js";
import { type HttpServer, startHttpServer } from "../../mcp/http/start-http-server.js";
import type { ServerFlags } from "../../mcp/server-options.js";
import { readVersion } from "../../package-version.js";
import type { Door } from "../door.js";
import { renderForTerminal } from "../escape.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { findOwnPackage, isInstalled } from "../own-program.js";
import { shellWord } from "../shell-word.js";
import { waitForEnd } from "../wait-for-end.js";

export interface ServeFlags extends ServerFlags {
  readonly port?: string;
  readonly tokenFile?: string;
  readonly host?: string;
  readonly allowRemote?: boolean;
  readonly allowedHost?: readonly string[];
  readonly json?: boolean;
}

export async function runServe(flags: ServeFlags, { terminal, signal }: Door): Promise<ExitCode> {
  const { environment, workingDirectory } = terminal;
  const { dedup, ...others } = flags;
  const server = await startHttpServer({
    // A switch that is not given says nothing; the library and the environment may.
    flags: dedup === false ? { ...others, dedup } : others,
    surroundings: { environment, workingDirectory, homeDirectory: findHome(environment) },
    version: readVersion(),
    port: parsePort(flags.port),
    host: flags.host,
    tokenFile: flags.tokenFile,
    allowRemote: flags.allowRemote,
    allowedHosts: flags.allowedHost,
  });
  const { url, tokenFile } = server;
  // Whoever read its first words (`filewright serve | head -1`) may be gone when it has more to say.
  process.stderr.on("error", () => undefined);
  const ending = waitForEnd(signal);
  if (flags.json === true) terminal.write(`${JSON.stringify({ url, tokenFile })}\n`);
  terminal.writeError(renderForTerminal(renderStart(server)));
  await ending;
  await server.close();
  terminal.writeError("Stopped.\n");
  return EXIT.fine;
}

function parsePort(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`--port is a number up to 65535, not ${JSON.stringify(given)}.`);
  return port;
}

/** By our own command, which hands the token over in a file; on a command line every user of the machine could see it. */
function renderInstall(url: string, tokenFile: string): string {
  const own = findOwnPackage();
  const program = isInstalled(own) ? "npx -y filewright" : `node ${shellWord(own.program)}`;
  return `${program} install claude-code --http ${url} --token-file ${shellWord(tokenFile)}`;
}

function renderStart({ url, tokenFile, roots, isRemote }: HttpServer): string {
  const shownRoots =
    roots.length === 0
      ? ["none: every path is asked about. Name one with --root"]
      : roots.map((root) => (isSomethingAt(root) ? root : `${root}, which is not there`));
  const warning = isRemote
    ? "\nOther machines can reach this server, and nothing between them and it is encrypted: whoever listens on the way sees the token and the files. Put an encrypting proxy in front of it.\n"
    : "";
  return `Filewright serves MCP at ${url}
  roots  ${shownRoots.join("\n         ")}
  token  ${tokenFile}
${warning}
Connect a client, for example:
  ${renderInstall(url, tokenFile)}

Press Ctrl-C to stop.
`;
}
