/**
 * A failure in words for whoever typed the command. Tools speak to a model: of the fields of its calls, and of the user as of
 * someone else. Here the same is said with commands and options, and to the person. Only our own sentences are changed: lines
 * that quote a file stay as they are, and so does all that `--json` prints.
 */
import { shellWord } from "./shell-word.js";
import { optionNames } from "./tool-commands/words.js";

export interface Failure {
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

type Saying = readonly [said: RegExp, here: (...parts: string[]) => string];

const nothing = (): string => "";

/** Each is looked for once in a line, in this order. */
const sayings: readonly Saying[] = [
  [
    /^The user did not allow this call to (read|change) (.*)\. Do not try it again another way\.$/,
    (_all, verb = "", path = "") => `Not allowed: ${path} was not ${verb === "read" ? "read" : "changed"}.`,
  ],
  [/^Ask the user how to go on\.$/, nothing],
  [/ (?:Have the user allow it, or make the change|Tell the user what you would [^.]*)\.$/, nothing],
  [/ Present the plan; the user ends the mode when they agree\.$/, nothing],
  [
    / Use a file inside the roots, or have the user add a root\.$/,
    () => " To work in its folder, name it with --root.",
  ],
  [
    /the user's permission rules\. Do not try it another way; if it can't be done without, tell the user\.$/,
    () => "permission rules. `filewright permissions explain` says by which.",
  ],
  [/ Tell the user what to change in it\.$/, () => " `filewright permissions` does."],
  [/ Leave it alone; undo is the user's to do\.$/, () => " `filewright undo` takes changes back."],
  [/the user wants to be asked about it/, () => "a rule asks about it"],
  [/No tool runs until the user mends them\.$/, () => "No tool runs until they are mended."],
  [/ Use Glob to find it\.$/, () => " `filewright glob` finds files by name."],
  [
    /^(.*) is a directory, not a file\. List it with Glob: pattern "\*" and this path\.$/,
    (_all, path = "") =>
      `${path} is a directory, not a file. To list it: filewright glob '*' ${shellWord(path)}`,
  ],
  [/ Give the absolute path of a file\.$/, () => " Give the path of a file."],
  [
    /, but replace_all is false\. To change all of them set replace_all to true;/,
    () => ". To change all of them add --replace-all;",
  ],
  [
    /Read it with offset (\d+) and limit (\d+)/,
    (_all, offset = "", limit = "") => `Read it with --offset ${offset} --limit ${limit}`,
  ],
  [/Next call: Read (\{.*\})$/, (all, call = "") => renderNextRead(call) ?? all],
  [/^(\w+: )([a-z]\w+)(?= must be )/, (_all, tool = "", field = "") => `${tool}${optionOf(field)}`],
  [/Ask the user for it as PNG or JPEG\.$/, () => "Convert it to PNG or JPEG."],
  [/Ask the user for ([^.]+)\.$/, (_all, thing = "") => `It takes ${thing}.`],
  [/(?:Ask the user to|Have the user) (\w)/, (_all, first = "") => first.toUpperCase()],
  [/ or ask the user to /, () => " or "],
  [/,? or ask the user\.$/, () => "."],
  [/ Ask the user(?: how to go on)?\.$/, nothing],
  [/ Tell the user that (\w)/, (_all, first = "") => ` ${first.toUpperCase()}`],
  [/tell the user\.$/, () => "report it."],
  [
    /\b([Uu]se) (Read|Write|Edit|Glob|Grep|NotebookEdit)\b/,
    (_all, verb = "", tool = "") =>
      `${verb} filewright ${tool === "NotebookEdit" ? "notebook-edit" : tool.toLowerCase()}`,
  ],
  [/(?<=, |or )Read (?=it\b|the\b)/, () => "read "],
];

/** Lines of files with their numbers, diffs, and the gaps between them. */
const QUOTED = /^(?:\s*\d+[|→]|[ +@\\…-])/;
/** The fields that only a model knows by these names. */
const FIELDS = /\b(?:old_string|new_string|new_source|replace_all|cell_id|cell_type|edit_mode)\b/g;

export function renderFailure({ message, data }: Failure): string {
  // Where the next lines to read are named, there is no need to say what to read.
  const path = message.includes("Next call: ") ? undefined : data?.["filePath"];
  return message
    .split("\n")
    .flatMap((line) => {
      const said = QUOTED.test(line) ? line : rephrase(line, path);
      // What has nothing to say to a person leaves no gap.
      return said === "" && line !== "" ? [] : [said];
    })
    .join("\n");
}

function rephrase(line: string, path: unknown): string {
  const said = sayings
    .reduce((text, [pattern, here]) => text.replace(pattern, here), line)
    .replace(/Read it first before (?:editing|writing to) it\.$/, () => adviseReading(path));
  if (!said.startsWith("First difference")) return said.replace(FIELDS, optionOf);
  // Behind the first colon's field comes what the file says.
  return said.replace(/: old_string has /, () => ": --old has ");
}

function optionOf(field: string): string {
  return `--${optionNames[field] ?? field.replaceAll("_", "-")}`;
}

function adviseReading(path: unknown): string {
  return typeof path === "string" ? `Read it first: filewright read ${shellWord(path)}` : "Read it first.";
}

/** The call as it is typed; undefined if it is none. */
function renderNextRead(call: string): string | undefined {
  try {
    const { file_path, ...others } = JSON.parse(call) as Readonly<Record<string, unknown>>;
    const options = Object.entries(others).map(([field, value]) => `${optionOf(field)} ${String(value)}`);
    return `To see them: ${["filewright read", shellWord(String(file_path)), ...options].join(" ")}`;
  } catch {
    return undefined;
  }
}
