/** Notebooks as files, and a toolkit that has them at hand. */
import type { CallResult, NotebookEditOutput, ReadOutput, Toolkit, ToolkitOptions } from "../../src/index.js";
import { type CellValue, type WritingStyle, writeNotebook } from "./notebooks.js";
import { type TempWorkspace, tempWorkspace } from "./workspace.js";

export const NAME = "a.ipynb";

/** As Jupyter writes them. */
const jupyterStyle: WritingStyle = {
  indent: " ",
  newline: "\n",
  isSpaced: true,
  isAsciiOnly: false,
  isHexUpperCase: false,
  keyOrder: ["attachments", "cell_type", "execution_count", "id", "metadata", "outputs", "source"],
  sourceForm: "list",
};

/** A code cell that was run; `id` only where the format has ids. */
export function code(source: string, members: Partial<CellValue> = {}): CellValue {
  return { cell_type: "code", execution_count: null, metadata: {}, outputs: [], source, ...members };
}

export function markdown(source: string, members: Partial<CellValue> = {}): CellValue {
  return { cell_type: "markdown", metadata: {}, source, ...members };
}

export function stream(text: string): object {
  return { name: "stdout", output_type: "stream", text };
}

export function display(data: Readonly<Record<string, unknown>>): object {
  return { data, metadata: {}, output_type: "display_data" };
}

/** A notebook's text; without a minor version it is of one that has ids if a cell has one. */
export function notebookOf(
  cells: readonly CellValue[],
  { minor, style = jupyterStyle }: { readonly minor?: number; readonly style?: WritingStyle } = {},
): string {
  const nbformat_minor = minor ?? (cells.some(({ id }) => id !== undefined) ? 5 : 4);
  const metadata = { language_info: { name: "python" } };
  return writeNotebook({ cells, metadata, nbformat: 4, nbformat_minor }, style);
}

export interface NotebookDesk {
  readonly files: TempWorkspace;
  readonly toolkit: Toolkit;
  readonly notebook_path: string;
  read(range?: object): Promise<CallResult<ReadOutput>>;
  /** NotebookEdit of the notebook with `new_source` empty unless it is given. */
  edit(input: object): Promise<CallResult<NotebookEditOutput>>;
  /** The file as it is now. */
  text(): string;
  /** The sources of its cells now. */
  sources(): string[];
}

/** A folder with one notebook and somebody who allows every change. */
export function openNotebook(content: string | Uint8Array, options: ToolkitOptions = {}): NotebookDesk {
  const files = tempWorkspace({ [NAME]: content });
  return deskOf(files, files.editor(options));
}

export function deskOf(files: TempWorkspace, toolkit: Toolkit): NotebookDesk {
  const notebook_path = files.path(NAME);
  return {
    files,
    toolkit,
    notebook_path,
    read: (range = {}) => toolkit.call("Read", { file_path: notebook_path, ...range }),
    edit: (input) => toolkit.call("NotebookEdit", { notebook_path, new_source: "", ...input }),
    text: () => files.read(NAME),
    sources: () => sourcesOf(files.read(NAME)),
  };
}

export function sourcesOf(text: string): string[] {
  const { cells } = JSON.parse(text) as { cells: CellValue[] };
  return cells.map(({ source }) => (typeof source === "string" ? source : source.join("")));
}
