/** Notebooks of all kinds, and the styles in which programs write them. */
import * as fc from "fast-check";
import type { Notebook } from "../../src/notebook/notebook.js";
import { parseNotebookNow } from "../../src/notebook/parse-notebook.js";

export interface CellValue {
  readonly cell_type: string;
  readonly source: string | readonly string[];
  readonly id?: string;
  readonly metadata?: unknown;
  readonly outputs?: readonly unknown[];
  readonly execution_count?: number | null;
  readonly [extra: string]: unknown;
}

export interface NotebookValue {
  readonly cells: readonly CellValue[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly nbformat: number;
  readonly nbformat_minor: number;
}

/** How a file is written; everything that an edit has to learn from it. */
export interface WritingStyle {
  /** Undefined: all in one line. */
  readonly indent: string | undefined;
  readonly newline: "\n" | "\r\n";
  /** Behind commas and colons in one line. */
  readonly isSpaced: boolean;
  readonly isAsciiOnly: boolean;
  readonly isHexUpperCase: boolean;
  /** The order of a cell's members. */
  readonly keyOrder: readonly string[];
  readonly sourceForm: "list" | "string";
}

/** Alphabetical, as Jupyter writes them, and the one that Colab has. */
const KEY_ORDERS = {
  jupyter: ["attachments", "cell_type", "execution_count", "id", "metadata", "outputs", "source"],
  colab: ["cell_type", "source", "metadata", "id", "execution_count", "outputs", "attachments"],
} as const;

export const writingStyles: fc.Arbitrary<WritingStyle> = fc
  .record({
    indent: fc.constantFrom(" ", "  ", "    ", "\t", undefined),
    newline: fc.constantFrom("\n", "\r\n"),
    isSpaced: fc.boolean(),
    escaping: fc.constantFrom("least", "ascii", "ascii-upper"),
    keyOrder: fc.constantFrom(KEY_ORDERS.jupyter, KEY_ORDERS.colab),
    sourceForm: fc.constantFrom("list", "string"),
  })
  .map(({ escaping, ...style }) => ({
    ...style,
    isAsciiOnly: escaping !== "least",
    isHexUpperCase: escaping === "ascii-upper",
  }));

/** The notebook as a program with this style writes it. */
export function writeNotebook(notebook: NotebookValue, style: WritingStyle): string {
  const cells = notebook.cells.map((cell) => orderMembers(withSourceForm(cell, style), style.keyOrder));
  return `${writeValue({ ...notebook, cells }, style, "")}${style.indent === undefined ? "" : style.newline}`;
}

function splitSource(source: string): string[] {
  return source.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export function joinSource(source: string | readonly string[]): string {
  return typeof source === "string" ? source : source.join("");
}

function withSourceForm(cell: CellValue, { sourceForm }: WritingStyle): CellValue {
  const source = joinSource(cell.source);
  return { ...cell, source: sourceForm === "string" ? source : splitSource(source) };
}

function orderMembers(cell: CellValue, order: readonly string[]): Record<string, unknown> {
  const rank = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(Object.entries(cell).toSorted(([a], [b]) => rank(a) - rank(b)));
}

function writeValue(value: unknown, style: WritingStyle, outer: string): string {
  if (typeof value === "string") return writeText(value, style);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = `${outer}${style.indent ?? ""}`;
  const colon = style.indent !== undefined || style.isSpaced ? ": " : ":";
  const parts = isList
    ? value.map((item) => writeValue(item, style, inner))
    : Object.entries(value).map(
        ([key, member]) => `${writeText(key, style)}${colon}${writeValue(member, style, inner)}`,
      );
  const [open, close] = isList ? "[]" : "{}";
  if (parts.length === 0) return `${open}${close}`;
  if (style.indent === undefined) return `${open}${parts.join(style.isSpaced ? ", " : ",")}${close}`;
  const lineBreak = `${style.newline}${inner}`;
  return `${open}${lineBreak}${parts.join(`,${lineBreak}`)}${style.newline}${outer}${close}`;
}

/** The same JSON with these blanks between its tokens, one after another and over again: how nobody writes it. */
export function scatterBlanks(json: string, blanks: readonly string[]): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  return tokens.map((token, index) => `${token}${blanks[index % blanks.length] ?? ""}`).join("");
}

/** `JSON.stringify` escapes the least; the rest is escaped unit by unit. */
function writeText(value: string, { isAsciiOnly, isHexUpperCase }: WritingStyle): string {
  const written = JSON.stringify(value);
  const escaped = isAsciiOnly
    ? written.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : written;
  if (!isHexUpperCase) return escaped;
  return escaped.replace(/\\(?:u[0-9a-f]{4}|.)/g, (escape) =>
    escape.startsWith("\\u") ? `\\u${escape.slice(2).toUpperCase()}` : escape,
  );
}

const letters = fc.constantFrom(
  "a",
  "Z",
  "0",
  " ",
  "\t",
  '"',
  "\\",
  "/",
  "\n",
  "\n",
  "\r",
  "\r\n",
  "é",
  "中",
  "😀",
  "\u2028",
  "\u0000",
  "\u007f",
  "\u0085",
  "\ud800",
  "\\u00e9",
  "</cell>",
  "#",
  "= ",
  "\u001b[31m",
);
export const sources: fc.Arbitrary<string> = fc
  .array(letters, { maxLength: 12 })
  .map((parts) => parts.join(""));

const outputs = fc.constantFrom<unknown>(
  { name: "stdout", output_type: "stream", text: ["one\n", "two"] },
  { name: "stderr", output_type: "stream", text: "warning\n" },
  { data: { "text/plain": ["1"] }, execution_count: 1, metadata: {}, output_type: "execute_result" },
  {
    data: { "image/png": "iVBORw0KGgo=\n", "text/plain": ["<Figure size 640x480 with 1 Axes>"] },
    metadata: { needs_background: "light" },
    output_type: "display_data",
  },
  { data: { "application/json": { a: [1, null, "é"] } }, metadata: {}, output_type: "display_data" },
  { ename: "E", evalue: "bad", output_type: "error", traceback: ["\u001b[31mE\u001b[0m: bad"] },
);

/** How cells get ids, where the format has them. */
type IdMode = "valid" | "missing" | "repeated";

interface CellTraits {
  readonly type: "code" | "markdown" | "raw";
  readonly source: string;
  readonly outputs: readonly unknown[];
  readonly count: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly hasAttachments: boolean;
  readonly hasExtra: boolean;
}

const cellTraits: fc.Arbitrary<CellTraits> = fc.record({
  type: fc.constantFrom("code", "markdown", "raw"),
  source: sources,
  outputs: fc.array(outputs, { maxLength: 3 }),
  count: fc.constantFrom(null, 0, 7),
  metadata: fc.constantFrom({}, { tags: ["a", "b"] }, { collapsed: true, colab: { base_uri: "https://x/" } }),
  hasAttachments: fc.boolean(),
  hasExtra: fc.boolean(),
});

export interface NotebookOptions {
  /** Also notebooks that are not valid: with unknown members, without ids, with ids given twice. */
  readonly isFaulty: boolean;
}

export function notebooks({ isFaulty }: NotebookOptions): fc.Arbitrary<NotebookValue> {
  return fc
    .record({
      minor: fc.integer({ min: 0, max: 5 }),
      cells: fc.array(cellTraits, { maxLength: 5 }),
      idMode: isFaulty
        ? fc.constantFrom<IdMode[]>("valid", "missing", "repeated")
        : fc.constant<IdMode>("valid"),
    })
    .map(({ minor, cells, idMode }) => ({
      cells: cells.map((traits, index) => makeCell(traits, { minor, index, idMode, isFaulty })),
      // Something beyond ASCII always shows how it is written.
      metadata: { language_info: { name: "python" }, note: "é Ω" },
      nbformat: 4,
      nbformat_minor: minor,
    }));
}

interface CellPlace extends NotebookOptions {
  readonly minor: number;
  readonly index: number;
  readonly idMode: IdMode;
}

function makeCell(traits: CellTraits, { minor, index, idMode, isFaulty }: CellPlace): CellValue {
  const isCode = traits.type === "code";
  const id = idMode === "repeated" ? `id-${index >> 1}` : `id-${index}`;
  return {
    ...(traits.hasAttachments && !isCode ? { attachments: { "a.png": { "image/png": "iVBO" } } } : {}),
    cell_type: traits.type,
    ...(isCode ? { execution_count: traits.count } : {}),
    ...(minor >= 5 && idMode !== "missing" ? { id } : {}),
    metadata: traits.metadata,
    ...(isCode ? { outputs: traits.outputs } : {}),
    source: traits.source,
    ...(isFaulty && traits.hasExtra ? { unknown_member: { deep: [1, 2] } } : {}),
  };
}

/** The notebook in a text that is known to have one. */
export function parseValid(text: string): Notebook {
  const parsed = parseNotebookNow(text);
  if (parsed.kind !== "notebook") throw new Error(`${parsed.kind}: ${parsed.detail}`);
  return parsed;
}
