import { delimiter, dirname } from "node:path";
import { rgPath } from "@vscode/ripgrep";

/** Nothing of the user's: no settings or accounts found through HOME, no telemetry, no look for updates. */
export function quietEnvironment(directory: string): NodeJS.ProcessEnv {
  return {
    // Whoever searches by ripgrep searches by the same one.
    PATH: [dirname(rgPath), process.env["PATH"]].join(delimiter),
    HOME: directory,
    DO_NOT_TRACK: "1",
    NO_UPDATE_NOTIFIER: "1",
    OTEL_SDK_DISABLED: "true",
    GEMINI_TELEMETRY_ENABLED: "false",
    DESKTOP_COMMANDER_DISABLE_TELEMETRY: "1",
    PI_TELEMETRY: "0",
    PI_OFFLINE: "1",
    PI_SKIP_VERSION_CHECK: "1",
  };
}
