/** What a tool's input looks like on the command line: made from its schema, so that a new field needs nothing here. */
import { type Command, Option } from "commander";
import type { JsonSchemaProperty } from "../../schema/fields.js";
import type { ToolFace } from "../../tools/define-tool.js";
import { optionNames, switchedOn } from "./words.js";

/** One field of the input, and how it is given. */
export interface Parameter {
  readonly field: string;
  readonly schema: JsonSchemaProperty;
  /** The word that stands for it without an option: the first required one, and the place to search in. */
  readonly position?: { readonly label: string; readonly isRequired: boolean };
  readonly option?: Option;
  /** For texts that are long: the file to take it from. */
  readonly fileOption?: Option;
  /** The same switch, off. */
  readonly offOption?: Option;
  /** Names a place, which a person gives from where they stand. */
  readonly isPath: boolean;
}

/** "NotebookEdit" is typed "notebook-edit". */
export function commandNameOf({ name }: Pick<ToolFace, "name">): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

export function listParameters({ input }: ToolFace): readonly Parameter[] {
  const { properties, required } = input.jsonSchema;
  const [first] = required;
  return Object.entries(properties).map(([field, schema]) => {
    const isPath = field === "path" || field.endsWith("_path");
    const base = { field, schema, isPath };
    if (field === first) return { ...base, position: { label: isPath ? "file" : field, isRequired: true } };
    const option = createOption(field, schema);
    if (isPath) return { ...base, option, position: { label: field, isRequired: false } };
    if (schema.type === "boolean" && switchedOn.has(field))
      return {
        ...base,
        option,
        offOption: new Option(`--no-${longNameOf(field)}`, `Switches ${field} off.`),
      };
    const isContent = schema.type === "string" && required.includes(field);
    return isContent ? { ...base, option, fileOption: createFileOption(field) } : { ...base, option };
  });
}

/** All of them, as words that a command takes. */
export function addParameters(command: Command, parameters: readonly Parameter[]): void {
  for (const { position, schema, option, fileOption, offOption } of parameters) {
    if (position !== undefined) {
      const { label, isRequired } = position;
      command.argument(isRequired ? `<${label}>` : `[${label}]`, describe(schema));
    }
    for (const each of [option, fileOption, offOption]) if (each !== undefined) command.addOption(each);
  }
}

function createOption(field: string, schema: JsonSchemaProperty): Option {
  const isShort = /^-[A-Za-z]$/.test(field);
  const long = isShort && optionNames[field] === undefined ? undefined : `--${longNameOf(field)}`;
  const flags = [isShort ? field : undefined, long].filter((flag) => flag !== undefined).join(", ");
  const option = new Option(`${flags}${placeholderOf(field, schema)}`, describe(schema));
  return schema.enum === undefined ? option : option.choices(schema.enum);
}

function createFileOption(field: string): Option {
  const name = longNameOf(field);
  return new Option(`--${name}-file <file>`, `Takes --${name} from a file; - is standard input.`);
}

function longNameOf(field: string): string {
  return optionNames[field] ?? field.replaceAll("_", "-");
}

function placeholderOf(field: string, { type, enum: choices }: JsonSchemaProperty): string {
  if (type === "boolean") return "";
  if (type === "integer") return " <number>";
  if (choices !== undefined) return ` <${field.split("_").at(-1)}>`;
  return field.endsWith("path") ? " <path>" : " <text>";
}

/** A person may give a relative path; a model may not. */
function describe({ description }: JsonSchemaProperty): string {
  return description.replace(/^Absolute path/, () => "Path");
}
