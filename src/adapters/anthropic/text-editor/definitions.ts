/** The provider's text editor, of which the API knows the schema: a request names only its version. */
import type { BetaToolRunContext } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import type { ResultContent } from "../content-blocks.js";

/** Versions by their date: "20250728" for current models, "20250124" for those that know `undo_edit`. */
export type TextEditorVersion = "20250728" | "20250429" | "20250124";

export type TextEditorDefinition =
  | { type: "text_editor_20250728"; name: "str_replace_based_edit_tool"; max_characters?: number }
  | { type: "text_editor_20250429"; name: "str_replace_based_edit_tool" }
  | { type: "text_editor_20250124"; name: "str_replace_editor" };

/** A tool as the SDK's runners take it, and as `messages.create` does. */
export type TextEditorTool = TextEditorDefinition & {
  /** Throws what failed, as the runners expect it. */
  run: (input: unknown, context?: BetaToolRunContext) => Promise<ResultContent[]>;
  parse: (input: unknown) => unknown;
};

export function defineEditor(
  version: TextEditorVersion,
  maxCharacters: number | undefined,
): TextEditorDefinition {
  if (version === "20250124") return { type: "text_editor_20250124", name: "str_replace_editor" };
  const name = "str_replace_based_edit_tool";
  if (version === "20250429") return { type: "text_editor_20250429", name };
  const limit = maxCharacters === undefined ? {} : { max_characters: maxCharacters };
  return { type: "text_editor_20250728", name, ...limit };
}
