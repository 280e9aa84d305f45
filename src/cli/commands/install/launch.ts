/** How a client is to start the server. */
import { isInstalled, type OwnPackage } from "../../own-program.js";
import type { Launch } from "./clients.js";

export interface LaunchSite {
  readonly own: OwnPackage;
  readonly platform: NodeJS.Platform;
  /** Whether the client needs a shell to find a script such as npx on Windows. */
  readonly needsShell: boolean;
}

/** From the registry where this package came from there; else the program of this very folder. */
export function planLaunch({ own, platform, needsShell }: LaunchSite, args: readonly string[]): Launch {
  if (!isInstalled(own)) return { command: "node", args: [own.program, "mcp", ...args] };
  const words = ["-y", "filewright", "mcp", ...args];
  return platform === "win32" && needsShell
    ? { command: "cmd", args: ["/c", "npx", ...words] }
    : { command: "npx", args: words };
}
