/** What keeps programs confined on this machine. */
import type { SandboxMode } from "../../../process/sandbox/policy.js";
import type { Sandbox } from "../../../process/sandbox/sandbox.js";
import { type Check, type Finding, fine, trouble, warn } from "./finding.js";

export const sandboxCheck: Check = {
  name: "sandbox",
  async run({ toolkit }) {
    const { sandboxing } = toolkit.workspace;
    return judgeSandbox(await sandboxing.findMode(), sandboxing.offer);
  },
};

export function judgeSandbox(mode: SandboxMode, offer: Sandbox | string): Finding {
  if (typeof offer === "string") {
    if (mode === "off") return fine(`switched off; this machine has none: ${offer}`);
    return mode === "require"
      ? trouble(
          `required, and there is none: ${offer}`,
          "No program runs: Glob, Grep and images do not work.",
        )
      : warn(`none: ${offer}`, "Programs that Filewright starts run without one.");
  }
  const { description, canHide } = offer;
  if (mode === "off") {
    return warn(
      `switched off; this machine offers ${description}`,
      'To use it: "sandbox": "prefer" in your settings.',
    );
  }
  const found = `${mode === "require" ? "required" : "in use"}: ${description}, limits of memory, files and processes`;
  return canHide
    ? fine(found)
    : warn(
        `${found}; without mount namespaces, so no file inside a readable folder can be hidden`,
        "Language servers stay off where rules deny reading. Allow unprivileged user namespaces to change that.",
      );
}
