/**
 * How a person can allow what was refused because no one could be asked. This goes to the person alone: in the terminal,
 * the console, the server's standard error, an event for hosts. A model that is handed the command may run it.
 */
import { dirname } from "node:path";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { clip } from "../text/clip.js";
import { visible, visiblePath } from "../text/visible.js";
import type { Reason } from "./access.js";
import { commandToAllow } from "./print-rule.js";

export interface WayToAllow {
  readonly roots: readonly string[];
  /** A rule that would allow it, if one can. */
  readonly rule?: string | undefined;
  /** The settings file in which the rule counts without further ado. */
  readonly file: AbsolutePath;
  readonly realPath: RealPath;
}

const MAX_ADVICE = 800;
/** For what only an answer can allow. */
export const adviceToBeAsked =
  "To be asked, use an MCP client that shows forms, or open the console: filewright serve";

/** One line in which nothing can act on a terminal. */
export function advisePerson(reason: Reason, way: WayToAllow): string {
  return clip(describeWay(reason, way), MAX_ADVICE);
}

function describeWay(reason: Reason, way: WayToAllow): string {
  switch (reason.kind) {
    case "default": {
      const byRule = describeRule(way);
      if (reason.because === "change") return byRule ?? adviceToBeAsked;
      if (way.roots.length === 0) return "To allow it, name a root when Filewright is started: --root DIR";
      const byRoot = `start Filewright with --root ${visiblePath(dirname(way.realPath))}`;
      return byRule === undefined ? `To allow it, ${byRoot}` : `${byRule}; or ${byRoot}`;
    }
    case "other-names":
      return `To allow it, make every folder that holds one of the file's names a root (--root), or add an allow rule for each name, such as ${visible(way.rule ?? "Edit(//path)")}. ${adviceToBeAsked}`;
    case "suspicious-content":
      return `If the file is meant to contain this, make the change yourself, or with filewright write --force. ${adviceToBeAsked}`;
    default:
      return `No allow rule covers this. ${adviceToBeAsked}`;
  }
}

function describeRule({ rule, file }: WayToAllow): string | undefined {
  if (rule === undefined) return undefined;
  const command = commandToAllow(rule, "user");
  return command === undefined
    ? `To allow it, add ${visible(JSON.stringify(rule))} to permissions.allow in ${visiblePath(file)}`
    : `To allow it, run: ${command}`;
}
