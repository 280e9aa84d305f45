import { integer, optional, text } from "../../schema/fields.js";
import { defineInput, type InputOf, type ObjectSchema } from "../../schema/object-schema.js";

const fields = {
  file_path: text("Absolute path of the file to read."),
  offset: optional(
    integer("Line to start at, 1-based (0 means 1). Only for files too large to read whole.", { minimum: 0 }),
  ),
  limit: optional(
    integer("How many lines to read. Only for files too large to read whole.", { exclusiveMinimum: 0 }),
  ),
  pages: optional(text('Pages of a PDF: "3", "1-5". Only for PDF files.')),
} as const;

export type ReadInput = InputOf<typeof fields>;
export const readInput: ObjectSchema<ReadInput> = defineInput(fields);

export interface TextFile {
  readonly filePath: string;
  /** The shown lines as the file has them, endings included. Lines named in `cutLines` are not whole. */
  readonly content: string;
  readonly numLines: number;
  readonly startLine: number;
  /** Lines in the whole file; null for files so large that the rest was not counted. */
  readonly totalLines: number | null;
  /** Set when it is not UTF-8. */
  readonly encoding?: string;
  /** The file really read, when only a look-alike of the given name exists. */
  readonly readAs?: string;
  readonly cutLines?: readonly { readonly line: number; readonly hiddenCharacters: number }[];
}

export type ReadOutput =
  | { readonly type: "text"; readonly file: TextFile }
  | { readonly type: "file_unchanged"; readonly file: { readonly filePath: string } };
