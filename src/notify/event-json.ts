/**
 * Events as they leave the process. Errors go by name and message: stacks tell of the machine, and causes of whatever they
 * hold. What is undefined is left out, so that a field which is there means something.
 */
import { clip } from "../text/clip.js";
import { ChangedContent } from "./changed-content.js";
import type { EventsMissed } from "./event-cursor.js";
import type { WorkspaceEvent } from "./events.js";

/** A message is for people; some errors quote whole files. */
const MAX_MESSAGE_CHARACTERS = 2000;

export type EventJson = Readonly<Record<string, unknown>> & {
  readonly type: string;
};

export interface EventJsonOptions {
  /** Leaves out the texts of changed files, and the patch. */
  readonly withoutContent?: boolean;
}

export function eventToJson(
  event: WorkspaceEvent | EventsMissed,
  { withoutContent = false }: EventJsonOptions = {},
): EventJson {
  const { type } = event;
  const fields: Record<string, unknown> & { type: string } = { type };
  for (const [name, value] of Object.entries(event)) {
    if (value === undefined || (withoutContent && name === "structuredPatch")) continue;
    if (name === "error") fields[name] = errorToJson(value);
    else if (value instanceof ChangedContent) fields[name] = contentToJson(value, { withoutContent });
    else fields[name] = value;
  }
  return fields;
}

function contentToJson(content: ChangedContent, { withoutContent }: Required<EventJsonOptions>): object {
  const { version, size } = content;
  return withoutContent ? { version, size } : content.toJSON();
}

/** Anything can be thrown, also what can't be made text of. */
function errorToJson(error: unknown): { readonly name: string; readonly message: string } {
  try {
    const { name, message }: { readonly name: unknown; readonly message: unknown } =
      error instanceof Error ? error : { name: "Error", message: error };
    return { name: String(name), message: clip(String(message), MAX_MESSAGE_CHARACTERS) };
  } catch {
    return { name: "Error", message: "unknown" };
  }
}
