/** What happened without a call, in words. Undefined for what nobody needs to be told. */
import type { EventJson } from "../../../src/notify/event-json.js";
import { plural } from "../../../src/text/quantities.js";
import { listIn, messageIn, numberIn, textIn } from "./event-fields.js";

export interface Note {
  /** What it is about, in a word or two. */
  readonly tool: string;
  readonly text: string;
  readonly path?: string | undefined;
}

const TAKEN_BACK: Readonly<Record<string, string>> = {
  undo: "taken back",
  redo: "brought back",
  rewind: "rewound",
};

export function describeNote(event: EventJson): Note | undefined {
  const path = textIn(event, "path");
  switch (event.type) {
    case "undo": {
      const kind = textIn(event, "kind") ?? "undo";
      const changes = plural(listIn(event, "changes").length, "change");
      return {
        tool: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
        text: `${changes} ${TAKEN_BACK[kind] ?? "taken back"}`,
        path,
      };
    }
    case "file-changed":
      return { tool: textIn(event, "tool") ?? "Change", text: describeChange(event), path };
    case "language-server":
      return describeServer(event);
    case "skill-discovered":
      return { tool: "Skill", text: `Found the skill ${textIn(event, "name") ?? ""}`, path };
    case "diagnostics":
      return describeDiagnostics(event);
    case "memory-file-written":
      return { tool: "Memory file", text: "Later conversations will read this file", path };
    case "permission-not-saved":
      return { tool: "Rule", text: describeUnsaved(event), path: textIn(event, "file") };
    case "internal-error":
      return { tool: textIn(event, "tool") ?? "Error", text: `Internal error: ${messageIn(event)}`, path };
    case "listener-failed":
      return { tool: "Listener", text: `A listener failed: ${messageIn(event)}` };
    case "events-missed":
      return describeMissed(countMissed(event));
    default:
      return undefined;
  }
}

export function describeMissed(count: number): Note {
  return { tool: "Missed", text: `${plural(count, "event")} ${count === 1 ? "is" : "are"} missing here` };
}

/** What else happened in a call, for events that add to one. */
export function describeRemark(event: EventJson): string | undefined {
  switch (event.type) {
    case "memory-file-written":
      return "Later conversations will read this file";
    case "result-saved":
      return `The result was too long to show: ${plural(numberIn(event, "characters") ?? 0, "character")} were saved`;
    case "permission-unanswered":
      return textIn(event, "advice");
    case "permission-not-saved":
      return describeUnsaved(event);
    case "internal-error":
      return `Internal error ${textIn(event, "reference") ?? ""}: ${messageIn(event)}`;
    default:
      return undefined;
  }
}

function describeChange(event: EventJson): string {
  const kinds: Readonly<Record<string, string>> = { create: "File created", delete: "File deleted" };
  return kinds[textIn(event, "kind") ?? ""] ?? "File changed";
}

function describeServer(event: EventJson): Note {
  const detail = textIn(event, "detail");
  const state = textIn(event, "state") ?? "changed";
  const name = textIn(event, "server") ?? "A language server";
  const text = `${name}: ${state}${detail === undefined ? "" : ` (${detail})`}`;
  return { tool: "Language server", text, path: textIn(event, "root") };
}

function describeDiagnostics(event: EventJson): Note | undefined {
  const introduced = listIn(event, "introduced").length;
  const resolved = listIn(event, "resolved").length;
  if (introduced + resolved === 0) return undefined;
  return {
    tool: "Diagnostics",
    text: `${introduced} new, ${resolved} gone`,
    path: textIn(event, "path"),
  };
}

function describeUnsaved(event: EventJson): string {
  return `The rule ${textIn(event, "rule") ?? ""} holds for the session only: ${messageIn(event)}`;
}

function countMissed(event: EventJson): number {
  return Math.max(1, (numberIn(event, "to") ?? 0) - (numberIn(event, "from") ?? 0) + 1);
}
