/**
 * Transcripts, written and read. A transcript is Markdown: a section for each step and for each question that the person
 * was asked before it, what the model saw in a fence.
 */
import type { Answer } from "../../permissions/ask.js";
import type { CallOutcome, RestoredFiles } from "./implementation.js";
import type { OutsideStep } from "./scenario.js";

/** How a call ended, behind its heading; nothing stands there when all went well. */
const FAILED = "failed";
const THREW = "threw";
const ASKED = "The person is asked: ";

export interface Section {
  /** Without how it ended. */
  readonly heading: string;
  /** A code, "failed" without one, "threw" when there was no result at all; undefined when all went well. */
  readonly ending: string | undefined;
  readonly body: string;
  readonly isQuestion: boolean;
}

export const hasCode = (ending: string): boolean => ending !== FAILED && ending !== THREW;
export const hasThrown = (ending: string | undefined): boolean => ending === THREW;

export function renderCall(heading: string, { isError, code = "" }: CallOutcome, words: string): string {
  // A code may be anything, but on the heading's line, and behind its last brace.
  const said = code.replaceAll(/[\s}]+/g, " ").trim();
  return renderEnded(heading, isError ? said || FAILED : undefined, words);
}

export function renderThrown(heading: string, error: unknown): string {
  return renderEnded(heading, THREW, error instanceof Error ? error.message : String(error));
}

function renderEnded(heading: string, ending: string | undefined, words: string): string {
  const fence = fenceFor(words);
  return `## ${heading}${ending === undefined ? "" : ` — ${ending}`}\n\n${fence}text\n${words}\n${fence}\n`;
}

/** Longer than any run of backticks that begins a line of it, and at least four, because documents have three. */
function fenceFor(words: string): string {
  const runs = [...words.matchAll(/^`{4,}/gm)].map(([run]) => run.length + 1);
  return "`".repeat(Math.max(4, ...runs));
}

/** The words are in no fence of ours: what would begin a section is escaped, and a fence that they leave open is closed. */
export function renderQuestion(words: string, answer: Answer): string {
  const [heading, ...lines] = [...trackFences(`## ${ASKED}${words}`)];
  const escaped = lines.map(({ line, fence }) => (beginsSection(line, fence) ? `\\${line}` : line));
  const open = lines.at(-1)?.fence;
  const shown = [heading?.line, ...escaped, ...(open === undefined ? [] : [open])].join("\n");
  return `${shown}\n\nAnswer: ${JSON.stringify(answer)}\n`;
}

export function renderCompaction(): string {
  return "## The conversation is compacted\n";
}

export function renderOutside({ outside, path }: OutsideStep): string {
  return `## Another program: ${outside} ${path}\n`;
}

/** One line for each file that undo, redo or rewind concerned. */
export function renderHistory(what: string, restored: RestoredFiles | undefined): string {
  const heading = `## The person: ${what}\n\n`;
  if (restored === undefined) return heading;
  const lines = restored.files.map(({ path, outcome, reason, isMergeable }) => {
    const merge = isMergeable === true && outcome === "conflict" ? "; a merge is possible" : "";
    return `- ${path}: ${outcome}${reason === undefined ? "" : ` (${reason}${merge})`}\n`;
  });
  return `${heading}${restored.isDone ? "Done." : "Nothing was changed."}\n\n${lines.join("")}`;
}

/** Each line with the fence that it stands in, if it does. */
function* trackFences(
  text: string,
): Generator<{ readonly line: string; readonly fence: string | undefined }> {
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const [run] = /^`{4,}/.exec(line) ?? [];
    if (fence === undefined) fence = run;
    else if (line === fence) fence = undefined;
    yield { line, fence };
  }
}

/** What stands in a fence begins no section, whatever it looks like. */
function beginsSection(line: string, fence: string | undefined): boolean {
  return fence === undefined && line.startsWith("## ");
}

export function parseTranscript(text: string): readonly Section[] {
  const sections: { title: string; lines: string[] }[] = [];
  for (const { line, fence } of trackFences(text)) {
    if (beginsSection(line, fence)) sections.push({ title: line.slice(3), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ title, lines }) => {
    const [, heading = title, ending] = /^(.*\}) — ([^}]+)$/s.exec(title) ?? [];
    return { heading, ending, body: lines.join("\n").trim(), isQuestion: title.startsWith(ASKED) };
  });
}
