/** The provider's text editor over a temporary folder, sent commands as a model sends them. */
import {
  createTextEditor,
  type TextEditorOptions,
  type ToolResult,
} from "../../../src/adapters/anthropic/index.js";
import type { Toolkit, ToolkitOptions } from "../../../src/index.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "../../support/workspace.js";

export interface OpenedEditor {
  readonly workspace: TempWorkspace;
  readonly toolkit: Toolkit;
  /** The text that the model is sent; a failure begins with "Error: ". */
  readonly edit: (command: string, name: string, more?: object) => Promise<string>;
  readonly send: (input: unknown) => Promise<ToolResult>;
}

export function openEditor(tree: Tree, options: ToolkitOptions & TextEditorOptions = {}): OpenedEditor {
  const { version, maxCharacters, asks, ...rest } = options;
  const workspace = tempWorkspace(tree);
  const toolkit = workspace.editor(rest);
  const editor = createTextEditor(toolkit, {
    ...(version === undefined ? {} : { version }),
    ...(maxCharacters === undefined ? {} : { maxCharacters }),
    ...(asks === undefined ? {} : { asks }),
  });
  let made = 0;
  const send = (input: unknown): Promise<ToolResult> =>
    editor.run({ id: `call-${++made}`, name: editor.tool.name, input });
  const edit = async (command: string, name: string, more: object = {}): Promise<string> =>
    textOf(await send({ command, path: workspace.path(name), ...more }));
  return { workspace, toolkit, edit, send };
}

export function textOf({ content, is_error }: ToolResult): string {
  const texts = content.map((block) => (block.type === "text" ? block.text : `(${block.type})`));
  return (is_error === true ? "Error: " : "") + texts.join("\n");
}

/** Words of the engine's own tools, none of which this model has. */
export const foreignWords: RegExp =
  /\b(?:Read|Edit|Write|Glob|Grep|NotebookEdit|old_string|new_string|file_path|offset|limit|replace_all|pages ")/;
