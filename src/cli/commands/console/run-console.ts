/** `filewright console`: gets a link from the server that runs, prints it, and opens it if told to. */
import { resolve } from "node:path";
import { findHome } from "../../../fs/node/home.js";
import { findStateDirectory } from "../../../fs/state-directory.js";
import { readToken } from "../../../mcp/http/token-file.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { parsePort } from "../../parse-port.js";
import { findRunningServers } from "../../running-servers.js";
import { chooseServer, type ServerChoice } from "./choose-server.js";
import { type LinkAnswer, requestLink } from "./request-link.js";

export interface ConsoleFlags {
  readonly open?: true;
  readonly port?: string;
  readonly tokenFile?: string;
  readonly json?: true;
}

export async function runConsole(flags: ConsoleFlags, { terminal, signal }: Door): Promise<ExitCode> {
  const { environment, workingDirectory } = terminal;
  const stateDirectory = resolve(workingDirectory, findStateDirectory(environment, findHome(environment)));
  const server = chooseServer(findRunningServers(stateDirectory), {
    port: parsePort(flags.port),
    tokenFile: flags.tokenFile === undefined ? undefined : resolve(workingDirectory, flags.tokenFile),
    workingDirectory,
  });
  if (server.hasConsole === false) throw new Error(explain("no-console", server));
  const answer = await requestLink(server.origin, readToken(server.tokenFile), signal);
  signal.throwIfAborted();
  if ("problem" in answer) throw new Error(explain(answer.problem, server));
  terminal.write(flags.json === true ? `${JSON.stringify({ url: answer.url })}\n` : `${answer.url}\n`);
  if (flags.json !== true)
    terminal.writeError("It opens once, within 10 minutes, and signs that browser in for a week.\n");
  if (flags.open !== true) return EXIT.fine;
  const { openInBrowser } = await import("./open-in-browser.js");
  if (await openInBrowser(answer.url, { stateDirectory, environment })) return EXIT.fine;
  terminal.writeError(escapeForTerminal("No browser could be started. Open the link yourself.\n"));
  return EXIT.failure;
}

type Problem = Extract<LinkAnswer, { readonly problem: string }>["problem"];

function explain(problem: Problem, { origin, tokenFile }: ServerChoice): string {
  const sentences: Readonly<Record<Problem, string>> = {
    unreachable: `The server at ${origin} does not answer. Start it anew: filewright serve`,
    "wrong-token": `The server at ${origin} does not take the token in ${tokenFile}. Name the right file with --token-file`,
    "no-console": `The server at ${origin} has no console: it was started with --no-console, or is not for this machine alone.`,
    "no-answer": `What answers at ${origin} is no server of Filewright's, or one of another version.`,
  };
  return sentences[problem];
}
