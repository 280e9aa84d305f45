/** What an Edit must know about a file besides its text, by its name and the project's `.editorconfig`. */
import { basename, extname } from "node:path";
import { findDeclared } from "../../content/editorconfig.js";
import type { EditRequest } from "../../text/edit/edit-plan.js";
import type { ChangeTarget } from "../change/target.js";
import type { CallContext } from "../context.js";

export type TextRules = Pick<EditRequest, "stripTrailingBlanks" | "isProse">;

/** Formats in which blanks at the end of a line mean something. */
const BLANKS_MATTER = new Set([".csv", ".diff", ".md", ".mdx", ".patch", ".rst", ".snap", ".tab", ".tsv"]);
/** Formats in which quotes are typography, not syntax. MDX is not one of them: it has attributes and expressions. */
const PROSE = new Set([
  ".adoc",
  ".asciidoc",
  ".markdown",
  ".md",
  ".org",
  ".rst",
  ".srt",
  ".tex",
  ".text",
  ".textile",
  ".txt",
  ".vtt",
]);
const PROSE_NAME =
  /^(?:authors|changelog|changes|contributing|copying|history|licen[cs]e|news|notice|readme|thanks|todo)$/i;

/** Reads `.editorconfig` only if the new text has trailing blanks at all. */
export async function readTextRules(
  newText: string,
  { realPath }: ChangeTarget,
  { session, workspace }: CallContext,
): Promise<TextRules> {
  const extension = extname(realPath).toLowerCase();
  const isProse = PROSE.has(extension) || (extension === "" && PROSE_NAME.test(basename(realPath)));
  const mayStrip = session.rules.trailingBlanks === "strip" && !BLANKS_MATTER.has(extension);
  if (!mayStrip || !/[ \t](?:\r?\n|$)/.test(newText)) return { stripTrailingBlanks: mayStrip, isProse };
  const declared = await findDeclared(workspace.fileSystem, realPath, "trim_trailing_whitespace");
  return { stripTrailingBlanks: declared !== "false", isProse };
}
