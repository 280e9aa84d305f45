/** What the model sends to the editor. The API holds it to no schema of ours, so that all of it is looked at here. */
import { ToolError } from "../../../errors/tool-error.js";
import { type Field, integer, optional, text } from "../../../schema/fields.js";
import { defineInput, type InputOf } from "../../../schema/object-schema.js";
import { clip } from "../../../text/clip.js";
import { visible } from "../../../text/visible.js";

const common = { command: text("What to do."), path: text("Absolute path.") } as const;
const fields = {
  view: { ...common, view_range: optional(lineRange()) },
  str_replace: { ...common, old_str: text("What to replace."), new_str: optional(text("What by.")) },
  create: { ...common, file_text: text("The whole content.") },
  insert: {
    ...common,
    insert_line: integer("The line behind which the text goes.", { minimum: 0 }),
    insert_text: optional(text("The lines to put there.")),
    // What it is called in the first versions, and still by models that have learned those.
    new_str: optional(text("The same.")),
  },
  undo_edit: common,
} as const;

export type CommandName = keyof typeof fields;
type Inputs = { readonly [Name in CommandName]: InputOf<(typeof fields)[Name]> };
export type Command =
  | ({ readonly command: "view" } & Omit<Inputs["view"], "command">)
  | {
      readonly command: "str_replace";
      readonly path: string;
      readonly old_str: string;
      readonly new_str: string;
    }
  | ({ readonly command: "create" } & Omit<Inputs["create"], "command">)
  | {
      readonly command: "insert";
      readonly path: string;
      readonly insert_line: number;
      readonly insert_text: string;
    }
  | { readonly command: "undo_edit"; readonly path: string };

const schemas = {
  view: defineInput(fields.view),
  str_replace: defineInput(fields.str_replace),
  create: defineInput(fields.create),
  insert: defineInput(fields.insert),
  undo_edit: defineInput(fields.undo_edit),
};
const knownNames = new Set(Object.values(fields).flatMap((each) => Object.keys(each)));

/** Throws a ToolError that names what is wrong. */
export function parseCommand(input: unknown, commands: readonly CommandName[]): Command {
  const given = withoutAbsent(input);
  const command = commands.find((name) => name === given["command"]);
  switch (command) {
    case undefined:
      throw refuseCommand(given["command"], commands);
    case "view":
      return { ...schemas.view.parse(given, command), command };
    case "create":
      return { ...schemas.create.parse(given, command), command };
    case "undo_edit":
      return { ...schemas.undo_edit.parse(given, command), command };
    case "str_replace": {
      const { path, old_str, new_str = "" } = schemas.str_replace.parse(given, command);
      if (old_str === "")
        throw refuse("str_replace: old_str is empty. To add lines use insert, to write a whole file create.");
      return { command, path, old_str, new_str };
    }
    default: {
      const { path, insert_line, insert_text, new_str } = schemas.insert.parse(given, command);
      const inserted = insert_text ?? new_str;
      if (inserted === undefined) throw refuse("insert: insert_text is required");
      return { command, path, insert_line, insert_text: inserted };
    }
  }
}

/** Models that fill in every parameter send null for those of other commands. */
function withoutAbsent(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw refuse("The editor expects an object with command and path.");
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== null || !knownNames.has(name)),
  );
}

function refuseCommand(given: unknown, commands: readonly CommandName[]): ToolError {
  const known = commands.join(", ");
  return typeof given === "string"
    ? refuse(`There is no command "${visible(clip(given, 40))}". command must be one of ${known}.`)
    : refuse(`command is required: one of ${known}.`);
}

function refuse(sentence: string): ToolError {
  return new ToolError("INPUT_INVALID", sentence);
}

/** Two line numbers, the first from 1; -1 as the second is the last line there is. */
function lineRange(): Field<readonly [number, number], true> {
  const problem = "must be two line numbers, such as [1, 40]; -1 as the second means to the end";
  return {
    required: true,
    // Nobody sees it: the API has the schema.
    jsonSchema: { type: "string", description: problem },
    parse: (value) => {
      const [from, to, ...rest] = toNumbers(value);
      const isRange = from !== undefined && to !== undefined && rest.length === 0;
      return isRange && from >= 1 && (to === -1 || to >= from) ? { value: [from, to] } : { problem };
    },
  };
}

/** A list, or one in letters, as some models send it; nothing if anything in it is no whole number. */
function toNumbers(value: unknown): readonly number[] {
  const list =
    typeof value === "string" ? (/^\s*\[([^[\]]*)\]\s*$/.exec(value)?.[1]?.split(",") ?? []) : value;
  if (!Array.isArray(list)) return [];
  const numbers = list.map((each: unknown) => (typeof each === "string" ? Number(each) : each));
  return numbers.every((each): each is number => Number.isSafeInteger(each)) ? numbers : [];
}
