import { integer, optional, orNumber, text } from "../../schema/fields.js";
import { defineInput, type InputOf, type ObjectSchema } from "../../schema/object-schema.js";

const fields = {
  file_path: text("Absolute path; ~ is the home directory."),
  offset: optional(integer("First line, 1-based, or first cell of a notebook.", { minimum: 0 })),
  limit: optional(integer("How many lines or cells.", { exclusiveMinimum: 0 })),
  pages: optional(orNumber(text('Pages of a PDF, at most 20: "3", "1-5".'))),
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

export interface ImageFile {
  readonly filePath: string;
  /** The picture as it is shown, which may be smaller than the file's or of another format. */
  readonly base64: string;
  /** Its media type. */
  readonly type: string;
  /** Bytes of the file. */
  readonly originalSize: number;
  /** Pixels, with a photograph's orientation applied. */
  readonly dimensions: {
    readonly originalWidth: number;
    readonly originalHeight: number;
    readonly displayWidth: number;
    readonly displayHeight: number;
  };
  /** Set when there are several, of which the first is shown. */
  readonly frames?: number;
  /** The file really read, when only a look-alike of the given name exists. */
  readonly readAs?: string;
}

export interface ShownPicture {
  readonly base64: string;
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

export interface PdfPart {
  readonly number: number;
  readonly text: string;
  readonly image?: ShownPicture;
  /** Set when the page has drawings or pictures that are not shown. */
  readonly hasHiddenDrawings?: true;
}

export interface NotebookOutput {
  /** "stream", "execute_result", "display_data", "error", "attachment"; "omitted" in the place of those left out. */
  readonly type: string;
  readonly text?: string;
  readonly image?: ShownPicture;
}

export interface NotebookCell {
  /** The cell's own id, or "#index" where it has none. */
  readonly id: string;
  readonly cellType: string;
  readonly language?: string;
  readonly source: string;
  readonly executionCount?: number | null;
  readonly outputs?: readonly NotebookOutput[];
}

export type ReadOutput =
  | { readonly type: "text"; readonly file: TextFile }
  /** For a drawing that is text as well (SVG), `source` is that text, as far as it was shown. */
  | { readonly type: "image"; readonly file: ImageFile; readonly source?: TextFile }
  | {
      readonly type: "notebook";
      readonly file: {
        readonly filePath: string;
        readonly cells: readonly NotebookCell[];
        /** Counted from 1. */
        readonly startCell: number;
        readonly totalCells: number;
      };
    }
  /** A PDF, or pages of one, as a document of its own. */
  | {
      readonly type: "pdf";
      readonly file: {
        readonly filePath: string;
        readonly base64: string;
        readonly originalSize: number;
        /** Pages in the whole file. */
        readonly count: number;
      };
    }
  /** Pages of a PDF as text and pictures. */
  | {
      readonly type: "parts";
      readonly file: {
        readonly filePath: string;
        readonly originalSize: number;
        /** Pages in the whole file. */
        readonly count: number;
      };
      readonly pages: readonly PdfPart[];
    }
  | { readonly type: "file_unchanged"; readonly file: { readonly filePath: string } };
