/**
 * Folds events into rows: one for each call, in the order in which they were first heard of. What is told late, such as
 * diagnostics after the end of a call, still reaches its row. Bounded: the oldest rows go.
 */
import type { ActivityEvent } from "../../../src/console/contract.js";
import type { EventJson } from "../../../src/notify/event-json.js";
import { changesOf } from "./call-changes.js";
import { describeMissed, describeNote, type Note } from "./call-notes.js";
import { type CallRow, emptyRow } from "./call-row.js";
import { numberIn, textIn } from "./event-fields.js";

/** The events that a call can be made known by; others only add to one. */
const BEGINS = new Set(["call-finished", "file-read", "file-changed", "permission-asked"]);
const ADDS = new Set([
  "permission-answered",
  "diagnostics",
  "memory-file-written",
  "result-saved",
  "permission-not-saved",
  "permission-unanswered",
  "internal-error",
]);

/** How far beyond the bound rows may grow before the oldest go. */
const SLACK = 1.1;

export class CallFold {
  #maxRows: number;
  /** By key, oldest first. */
  readonly #rows = new Map<string, CallRow>();
  #missed = 0;
  /** A change that was just told without a call: the undo that made it is told right after it. */
  #lastChange: CallRow | undefined;

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  /** Oldest first. Rows that have not changed are the same objects as before. */
  rows(): readonly CallRow[] {
    return [...this.#rows.values()];
  }

  add({ engine, event }: ActivityEvent): void {
    const callId = textIn(event, "callId") ?? "";
    const key = [engine, textIn(event, "sessionId") ?? "", callId].join(" ");
    const known = callId === "" ? undefined : this.#rows.get(key);
    if (known !== undefined && (BEGINS.has(event.type) || ADDS.has(event.type))) {
      this.#keep({ ...known, ...changesOf(known, event) });
    } else if (callId !== "" && BEGINS.has(event.type)) {
      const row = rowFor(key, engine, event);
      this.#keep({ ...row, ...changesOf(row, event) });
    } else {
      this.#addNote(engine, event);
    }
  }

  /** So many events never came. */
  miss(count: number, at: number): void {
    this.#missed += 1;
    const event = { type: "missed", at };
    this.#keep(noteRow(rowFor(`missed ${this.#missed}`, "", event), describeMissed(count)));
  }

  /** How many rows are kept from now on, roughly. */
  bound(maxRows: number): void {
    this.#maxRows = maxRows;
    this.#trim();
  }

  clear(): void {
    this.#rows.clear();
    this.#lastChange = undefined;
  }

  #addNote(engine: string, event: EventJson): void {
    const note = describeNote(event);
    if (note === undefined) return;
    const number = numberIn(event, "sequence") ?? `${textIn(event, "type")} ${numberIn(event, "from")}`;
    const changed = this.#lastChange;
    this.#lastChange = undefined;
    if (event.type === "undo" && changed?.engine === engine && changed.path === note.path) {
      this.#keep({ ...changed, tool: note.tool, text: note.text });
      return;
    }
    const row = noteRow(rowFor(`${engine} note ${number}`, engine, event), note);
    this.#keep(row);
    if (event.type === "file-changed") this.#lastChange = row;
  }

  #keep(row: CallRow): void {
    this.#rows.set(row.key, row);
    this.#trim();
  }

  /** Many at once: whenever one goes, all the others have another place in the list. */
  #trim(): void {
    if (this.#rows.size <= this.#maxRows * SLACK) return;
    for (const key of this.#rows.keys()) {
      if (this.#rows.size <= this.#maxRows) return;
      this.#rows.delete(key);
    }
  }
}

function noteRow(row: CallRow, { tool, text, path }: Note): CallRow {
  return { ...row, state: "note", tool, text, path };
}

function rowFor(key: string, engine: string, event: EventJson): CallRow {
  return {
    ...emptyRow,
    key,
    engine,
    sessionId: textIn(event, "sessionId") ?? "",
    callId: textIn(event, "callId") ?? "",
    at: numberIn(event, "at") ?? 0,
  };
}
