/**
 * A change as a person looks at it in a terminal: what happens to which file, then a unified diff within bounds. Names
 * and lines are escaped before any colour is added, so that neither can draw a diff of its own.
 */
import type { Risk } from "../permissions/ask.js";
import type { Hunk } from "../text/diff/hunks.js";
import { isClipped, type RenderOptions, renderHunks } from "../text/diff/render-hunks.js";
import { escapeForTerminal } from "../text/escape-for-terminal.js";
import { visible } from "../text/visible.js";
import { type Colour, type ColourChoice, paint } from "./colours.js";

export interface DiffOptions extends ColourChoice {
  readonly path: string;
  /** What becomes of the file. */
  readonly kind: "create" | "update" | "delete";
  /** How many lines of the diff are shown before the rest is only counted; Infinity shows all, and to their ends. */
  readonly maxLines?: number;
  /** The gravest risk that the change was flagged with. */
  readonly risk?: Risk | undefined;
}

/** So many lines are shown where nothing else is said. */
export const DIFF_LINES = 200;
/** Room for each of them, when they are long. */
const LINE_CHARACTERS = 400;

const headings: Readonly<Record<DiffOptions["kind"], { readonly words: string; readonly colour: Colour }>> = {
  create: { words: "New file", colour: "green" },
  update: { words: "Changes", colour: "amber" },
  delete: { words: "Removes", colour: "red" },
};

/** Lines that end with a newline each: the heading, and the diff if anything differs. */
export function renderDiff(hunks: readonly Hunk[], options: DiffOptions): string {
  const { path, kind, maxLines = DIFF_LINES, risk } = options;
  const { words, colour: usual } = headings[kind];
  const colour = colourOfHeading(usual, risk);
  const heading = paint(escapeForTerminal(`${words} ${visible(path)}`), colour, options);
  const { text } = renderHunks(hunks, boundsFor(maxLines));
  if (text === "") return `${heading}\n`;
  const lines = escapeForTerminal(text)
    .split("\n")
    .map((line) => paintLine(line, options, kind === "create" && risk !== undefined ? colour : "green"));
  return `${[heading, ...lines].join("\n")}\n`;
}

/** Whether a diff of so many lines would leave something out. */
export function isCutShort(hunks: readonly Hunk[], maxLines: number): boolean {
  const { hiddenLines } = renderHunks(hunks, boundsFor(maxLines));
  return hiddenLines > 0 || hunks.some(({ lines }) => lines.some(isClipped));
}

function boundsFor(maxLines: number): RenderOptions {
  const maxCharacters = maxLines * LINE_CHARACTERS;
  return maxLines === Number.POSITIVE_INFINITY
    ? { maxLines, maxCharacters, maxLineCharacters: maxLines }
    : { maxLines, maxCharacters };
}

/** Green says that nothing is lost, which is not all there is to say of a change that was flagged. */
function colourOfHeading(usual: Colour, risk: Risk | undefined): Colour {
  if (risk === "danger") return "red";
  return risk !== undefined && usual === "green" ? "amber" : usual;
}

/** In a new file all lines are added: they need no green, and a flagged one has none. */
function paintLine(line: string, choice: ColourChoice, added: Colour): string {
  const colour = colourOf(line, added);
  return colour === undefined ? line : paint(line, colour, choice);
}

/** By the first character, which is ours: what the file says comes after it. */
function colourOf(line: string, added: Colour): Colour | undefined {
  switch (line.charAt(0)) {
    case "+":
      return added;
    case "-":
      return "red";
    case "@":
      return "cyan";
    case "\\":
    case "[":
      return "dim";
    default:
      return undefined;
  }
}
