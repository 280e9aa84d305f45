/** Which server is meant: the one that runs, the one of the working directory, or the one that was named. */
import { isInside } from "../../../fs/containment.js";
import type { RunningServer } from "../../running-servers.js";

export interface ServerChoice {
  readonly origin: string;
  readonly tokenFile: string;
  /** Undefined when only the server itself knows. */
  readonly hasConsole?: boolean;
}

export interface Wanted {
  readonly port: number | undefined;
  readonly tokenFile: string | undefined;
  readonly workingDirectory: string;
}

/** Throws with a sentence for the person when there is none, or no telling which. */
export function chooseServer(
  running: readonly RunningServer[],
  { port, tokenFile, workingDirectory }: Wanted,
): ServerChoice {
  const suitable = running.filter(
    (server) =>
      (port === undefined || portOf(server) === port) &&
      (tokenFile === undefined || server.tokenFile === tokenFile),
  );
  const [only, ...others] = suitable.length < 2 ? suitable : suitable.filter(isAt(workingDirectory));
  if (only !== undefined && others.length === 0)
    return { origin: new URL(only.url).origin, tokenFile: only.tokenFile, hasConsole: only.hasConsole };
  if (suitable.length > 1)
    throw new Error(`Several servers run. Name one with --port:\n${suitable.map(describe).join("\n")}`);
  // One that has left no word here is asked only if the person names its token: the usual one is not shown to just anybody.
  if (port !== undefined && tokenFile !== undefined) return { origin: `http://127.0.0.1:${port}`, tokenFile };
  if (port !== undefined)
    throw new Error(
      `No server of yours is known at port ${port}. ${running.length === 0 ? "Start one: filewright serve" : `There is:\n${running.map(describe).join("\n")}`}`,
    );
  if (tokenFile !== undefined && running.length > 0)
    throw new Error("No server is known that uses this token file. Name its port with --port");
  throw new Error("No server is running. Start one, which prints a link by itself: filewright serve");
}

function portOf({ url }: RunningServer): number {
  return Number(new URL(url).port || 80);
}

function isAt(workingDirectory: string): (server: RunningServer) => boolean {
  return ({ roots }) => roots.some((root) => isInside(workingDirectory, root));
}

function describe(server: RunningServer): string {
  return `  --port ${portOf(server)}  ${server.roots.join(", ")}`;
}
