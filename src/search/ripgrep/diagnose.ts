/** What ripgrep's complaints mean: pure, from its words to ours. */
import { ToolError } from "../../errors/tool-error.js";
import type { FileKind } from "../../fs/file-system.js";
import { clip } from "../../text/clip.js";
import { findNearestNames } from "../../text/nearest-names.js";
import { visible, visiblePath } from "../../text/visible.js";

/** What the caller can put right. */
export type Complaint =
  | { readonly kind: "pattern"; readonly diagnosis: string }
  | { readonly kind: "type"; readonly type: string };

/** What the caller can't. */
export interface Breakdown {
  readonly kind: "other";
  readonly text: string;
}

const MAX_DIAGNOSIS = 1500;
/** Files and folders that went away while they were walked to; nobody misses them. */
const goneErrors: ReadonlySet<string> = new Set(["2", "20"]);

/** Why the whole search came to nothing, if it did. Code 2 may also mean that some places could not be looked into. */
export function findComplaint(exitCode: number, errors: string): Complaint | Breakdown | undefined {
  // 0: found, 1: nothing found.
  if (exitCode <= 1) return undefined;
  const text = messagesIn(errors)
    .filter((message) => !isAboutPlace(message))
    .join("\n")
    .trim();
  const type = /^unrecognized file type: (.*)$/m.exec(text);
  if (type !== null) return { kind: "type", type: type[1] ?? "" };
  const isPattern =
    /^(?:regex parse error|regex could not be compiled|the literal|error: regex|error parsing|.*(?:exceeds size limit|size limit exceeded))/im;
  // Its advice is about options that we do not offer.
  if (isPattern.test(text)) return { kind: "pattern", diagnosis: text.split("\n\nConsider ")[0] ?? text };
  if (text !== "") return { kind: "other", text };
  // Nothing but places that could not be read: the others were. Without a word, or by a code that ripgrep does not
  // have, something else went wrong.
  const isExplained = exitCode === 2 && errors.trim() !== "";
  return isExplained ? undefined : { kind: "other", text: `it ended with code ${exitCode}` };
}

/** Places below the folder that could not be looked into. */
export function findUnreadable(errors: string): string[] {
  return messagesIn(errors)
    .filter((message) => isAboutPlace(message) && !goneErrors.has(SYSTEM_ERROR.exec(message)?.[1] ?? ""))
    .map((message) => message.slice(0, message.lastIndexOf(": ")))
    .map((place) => place.replace(REPEATED_NAME, "$1").replace(/^\.\//, ""));
}

/** On one thread ripgrep says the name twice. */
const REPEATED_NAME = /^([^]+): IO error for operation on \1$/;

const SYSTEM_ERROR = /\(os error (\d+)\)\s*$/;

/** A message may have several lines: a diagnosis of a pattern has, and so has a name with a newline. */
function messagesIn(errors: string): string[] {
  return errors.split(/^rg: /m).filter((message) => message !== "");
}

/** It is about one place of many when it begins with its path: all of them begin where we told ripgrep to look. */
function isAboutPlace(message: string): boolean {
  return /^\.(?:\/|:|$)/.test(message);
}

export function refuseGivenUp(reason: string): ToolError {
  return new ToolError(
    "SEARCH_UNAVAILABLE",
    `ripgrep gave up: ${visible(clip(reason, 120))}. Nothing is known about matches. Try once more; if it fails again, tell the user.`,
    { data: { reason: clip(reason, 500) } },
  );
}

/** Of an ignore file that is none. Without a name it lies where nothing may be named. */
export function refuseHindrance(name: string | undefined, kind: FileKind): ToolError {
  const trouble =
    kind === "fifo"
      ? "a pipe: ripgrep would wait for it for ever"
      : "a device: ripgrep would read it for ever";
  const message =
    name === undefined
      ? `In the place of an ignore file or of git's settings there is ${trouble}. Nothing is known about matches. Ask the user to look at .gitignore, .ignore, .rgignore and .git/info/exclude in the folders here and above, and at their own git settings.`
      : `${visiblePath(name)}, in place of an ignore file, is ${trouble}. Nothing is known about matches. Ask the user to remove it, or search another folder.`;
  return new ToolError("SEARCH_UNAVAILABLE", message, {
    data: { kind, ...(name === undefined ? {} : { path: name }) },
  });
}

export function refuseSwollen(maxBytes: number): ToolError {
  return new ToolError(
    "SEARCH_UNAVAILABLE",
    `The search was ended: ripgrep was using more than ${maxBytes / (1024 * 1024)} MB of memory. Nothing is known about matches. Search a smaller folder, and without multiline; if it fails again, tell the user: a line or an ignore file there may have no end.`,
    { data: { maxBytes } },
  );
}

export function refusePattern(diagnosis: string, pattern: string, isMultiline: boolean): ToolError {
  return new ToolError(
    "PATTERN_INVALID",
    `The pattern is not a valid regular expression for ripgrep. Nothing was searched. ${adviseOn(diagnosis, pattern, isMultiline)}`,
    { data: { pattern: clip(pattern, 200), diagnosis }, hint: clip(diagnosis, MAX_DIAGNOSIS) },
  );
}

function adviseOn(diagnosis: string, pattern: string, isMultiline: boolean): string {
  // ripgrep puts the pattern into a group, whose end the backslash takes away.
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern)) return "To find a backslash itself, write \\\\.";
  if (/literal|line terminator|"\\n"/.test(diagnosis) && !isMultiline)
    return "To match across lines, set multiline to true.";
  if (/size limit/.test(diagnosis)) return "It is too large: use smaller repetitions.";
  if (/look-?(?:around|ahead|behind)|backreference/i.test(diagnosis))
    return "Look-around and backreferences are not supported: search for the plain part and read the lines.";
  if (/[{}]/.test(pattern) && /repetition|quantifier|decimal/.test(diagnosis))
    return "To find braces themselves, escape them: \\{ and \\}.";
  if (/unclosed|unopened/.test(diagnosis))
    return "To find brackets or parentheses themselves, escape them: \\( \\) \\[ \\].";
  return "To find the characters . * + ? ( ) [ ] { } | ^ $ \\ themselves, put \\ before them.";
}

/** `typeList` is what `rg --type-list` prints: `name: glob, glob`. */
export function refuseType(type: string, typeList: string): ToolError {
  const names = typeList
    .split("\n")
    .map((line) => line.slice(0, line.indexOf(":")))
    .filter((name) => name !== "");
  const byExtension = typeList
    .split("\n")
    .filter((line) =>
      line
        .slice(line.indexOf(":") + 1)
        .split(",")
        .some((glob) => glob.trim() === `*.${type.toLowerCase()}`),
    )
    .map((line) => line.slice(0, line.indexOf(":")));
  const near = findNearestNames(type, names, { limit: 3, tolerance: 0.5 });
  const suggestions = [...new Set([...byExtension, ...near])].slice(0, 3);
  const advice =
    suggestions.length === 0
      ? 'Use glob instead, such as "*.ts".'
      : `Did you mean ${suggestions.join(" or ")}? Or use glob, such as "*.${visible(clip(type, 20))}".`;
  return new ToolError(
    "INPUT_INVALID",
    `Grep: type "${visible(clip(type, 40))}" is none that ripgrep knows. ${advice}`,
    {
      data: { type: clip(type, 200), suggestions },
    },
  );
}
