/**
 * Events as lines for people: when, in which conversation, what, where. They come from other processes, perhaps of another
 * version, so nothing is taken for granted, and everything is escaped on its way into the line.
 */
import { relative } from "node:path";
import { isInside } from "../../../fs/containment.js";
import type { EventJson } from "../../../notify/event-json.js";
import { clip } from "../../../text/clip.js";
import { plural } from "../../../text/quantities.js";
import type { Colour } from "../../colours.js";
import { type Cell, renderTable } from "../../table.js";
import { renderTime } from "../history/words.js";

export interface LineOptions {
  readonly workingDirectory: string;
  readonly colour: boolean;
}

interface Told {
  readonly what: string;
  readonly detail?: string;
  readonly colour?: Colour;
}

const WHAT_WIDTH = 12;
const SESSION_LENGTH = 8;
/** No path is longer. */
const MAX_CELL = 5000;
/** Calls whose doings were shown need no line for their end; so many are remembered. */
const MAX_SHOWN_CALLS = 500;

export function createEventLines({
  workingDirectory,
  colour,
}: LineOptions): (event: EventJson, engine: string) => string {
  const shownCalls = new Set<string>();
  let lastChange = "";
  const nameOf = (path: unknown): string => {
    if (typeof path !== "string") return "";
    return isInside(path, workingDirectory) ? relative(workingDirectory, path) || "." : path;
  };
  return (event, engine) => {
    const call = [engine, textOf(event["sessionId"]), textOf(event["callId"])].join(" ");
    if (event.type === "call-finished" && event["isError"] !== true && shownCalls.has(call)) return "";
    // The change that an undo made was told right before it, with what it did to the file.
    const change = [call, event["path"]].join(" ");
    if (event.type === "undo" && change === lastChange) return "";
    if (event.type === "file-changed") lastChange = change;
    shownCalls.add(call);
    const [oldest] = shownCalls;
    if (shownCalls.size > MAX_SHOWN_CALLS && oldest !== undefined) shownCalls.delete(oldest);
    const { what, detail = "", colour: tone } = describe(event);
    const time = typeof event["at"] === "number" ? renderTime(event["at"]).slice(-8) : " ".repeat(8);
    const cells: readonly Cell[] = [
      { text: time, colour: "dim" },
      { text: textOf(event["sessionId"]).slice(0, SESSION_LENGTH).padEnd(SESSION_LENGTH), colour: "dim" },
      { text: what.padEnd(WHAT_WIDTH), colour: tone },
      { text: nameOf(event["path"] ?? event["root"] ?? event["file"]) },
      { text: detail, colour: tone },
    ];
    const shown = cells.map((cell) => ({ ...cell, text: clip(cell.text, MAX_CELL) }));
    return renderTable([shown.filter(({ text }) => text !== "")], { colour });
  };
}

function describe(event: EventJson): Told {
  const tool = textOf(event["tool"]);
  switch (event.type) {
    case "file-changed":
      return describeChange(event);
    case "file-read":
      return { what: "Read", detail: describeRead(event) };
    case "call-finished":
      return event["isError"] === true
        ? { what: tool, detail: textOf(event["code"]), colour: "red" }
        : { what: tool, detail: `${Math.round(numberOf(event["durationMs"]))} ms` };
    case "undo":
      return { what: textOf(event["kind"]), detail: plural(lengthOf(event["changes"]), "change") };
    case "permission-asked":
      return { what: tool, detail: `asks to ${textOf(event["operation"])}`, colour: "amber" };
    case "permission-answered":
      return { what: tool, detail: `answered: ${textOf(event["answer"])}`, colour: "amber" };
    case "permission-unanswered":
      return { what: tool, detail: `refused unasked. ${textOf(event["advice"])}`, colour: "red" };
    case "permission-not-saved":
      return { what: "not saved", detail: textOf(event["rule"]), colour: "red" };
    case "memory-file-written":
      return { what: tool, detail: "a file that later conversations read", colour: "amber" };
    case "skill-discovered":
      return { what: "skill", detail: textOf(event["name"]) };
    case "diagnostics":
      return describeDiagnostics(event);
    case "language-server":
      return {
        what: textOf(event["server"]),
        detail: [event["state"], event["detail"]].map(textOf).filter(Boolean).join(": "),
      };
    case "result-saved":
      return { what: tool, detail: `${numberOf(event["characters"])} characters saved` };
    case "internal-error":
    case "listener-failed":
      return { what: event.type, detail: messageOf(event["error"]), colour: "red" };
    case "events-missed":
      return {
        what: "missed",
        detail: plural(numberOf(event["to"]) - numberOf(event["from"]) + 1, "event"),
        colour: "red",
      };
    default:
      return { what: event.type };
  }
}

function describeChange(event: EventJson): Told {
  const tones: Readonly<Record<string, Colour>> = { create: "green", update: "cyan", delete: "red" };
  const kind = textOf(event["kind"]);
  const colour = tones[kind];
  const what = textOf(event["tool"]);
  const tone = colour === undefined ? {} : { colour };
  if (event["isLightened"] === true) return { what, detail: kind, ...tone };
  const { structuredPatch } = event;
  const lines = (Array.isArray(structuredPatch) ? structuredPatch : []).flatMap(linesOf);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  const size = `+${count("+")} -${count("-")}`;
  return { what, detail: kind === "update" ? size : `${kind} ${size}`, ...tone };
}

function linesOf(hunk: unknown): readonly string[] {
  const lines = (hunk as { readonly lines?: unknown } | null | undefined)?.lines;
  return Array.isArray(lines) ? lines.filter((line) => typeof line === "string") : [];
}

function describeRead(event: EventJson): string {
  if (event["deduplicated"] === true) return "unchanged";
  const { startLine, lines, totalLines } = event;
  const units: Readonly<Record<string, string>> = { text: "lines", notebook: "cells", pdf: "pages" };
  const unit = units[textOf(event["kind"])];
  if (unit === undefined) return textOf(event["kind"]);
  const first = numberOf(startLine);
  const range = `${unit} ${first}-${Math.max(first, first + numberOf(lines) - 1)}`;
  return typeof totalLines === "number" ? `${range} of ${totalLines}` : range;
}

function describeDiagnostics(event: EventJson): Told {
  if (event["state"] !== "fresh") return { what: "diagnostics", detail: "unknown", colour: "dim" };
  const [introduced, resolved] = [countTold(event["introduced"]), countTold(event["resolved"])];
  const parts = [introduced > 0 ? `${introduced} new` : "", resolved > 0 ? `${resolved} resolved` : ""];
  const detail = parts.filter((part) => part !== "").join(", ") || "nothing new";
  return { what: "diagnostics", detail, colour: introduced > 0 ? "red" : "green" };
}

/** Without hints, as the model is told: they are for editors. */
function countTold(diagnostics: unknown): number {
  const list: readonly unknown[] = Array.isArray(diagnostics) ? diagnostics : [];
  return list.filter((each) => (each as { readonly severity?: unknown } | null)?.severity !== "hint").length;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function messageOf(error: unknown): string {
  return textOf((error as { readonly message?: unknown } | null | undefined)?.message);
}
