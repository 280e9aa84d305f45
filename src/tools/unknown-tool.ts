import { ToolError } from "../errors/tool-error.js";
import { clip } from "../text/clip.js";
import { findNearestNames } from "../text/nearest-names.js";
import { visible } from "../text/visible.js";

/** A name that no tool has, answered with the nearest that one has. */
export function refuseUnknownTool(name: string, known: readonly string[]): ToolError {
  const [nearest] = findNearestNames(name, known, { limit: 1, tolerance: 0.5 });
  const advice = nearest === undefined ? `Known tools: ${known.join(", ")}.` : `Did you mean ${nearest}?`;
  return new ToolError("UNKNOWN_TOOL", `There is no tool called "${visible(clip(name, 60))}". ${advice}`, {
    data: { name, known },
  });
}
