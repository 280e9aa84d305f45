import { integer, text } from "../../schema/fields.js";
import { defineInput, type InputOf, type ObjectSchema } from "../../schema/object-schema.js";

const fields = {
  file_path: text("Absolute path of the file to change."),
  insert_line: integer("The line behind which the text goes, 1-based; 0 for the beginning of the file.", {
    minimum: 0,
  }),
  insert_text: text("The lines to put there."),
} as const;

export type InsertInput = InputOf<typeof fields>;
export const insertInput: ObjectSchema<InsertInput> = defineInput(fields);
