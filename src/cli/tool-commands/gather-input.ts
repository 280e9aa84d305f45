/** The input of a tool from the words of a command: paths from where the person stands, texts from wherever they are. */
import type { Option } from "commander";
import { FileSystemError } from "../../fs/file-system.js";
import { readGivenFile } from "../../fs/node/read-given-file.js";
import { visiblePath } from "../../text/visible.js";
import type { Door } from "../door.js";
import { fromHere } from "../open-toolkit.js";
import type { Terminal } from "../terminal.js";
import type { Parameter } from "./parameters.js";
import { UsageError } from "./usage-error.js";
import { emptyBeside } from "./words.js";

export interface GivenWords {
  readonly parameters: readonly Parameter[];
  /** Those that are no options, in order. */
  readonly words: readonly string[];
  /** By the names that the command line gives options. */
  readonly flags: Readonly<Record<string, unknown>>;
}

const STANDARD_INPUT = "-";

export async function gatherInput(
  { parameters, words, flags }: GivenWords,
  { terminal, signal }: Pick<Door, "terminal" | "signal">,
): Promise<Record<string, unknown>> {
  const input = takeWords(parameters, words, flags, terminal);
  const texts = parameters.filter(({ fileOption }) => fileOption !== undefined);
  const sources = texts.map((parameter) => findSource(parameter, flags));
  const piped = sources.findIndex((source) => source?.kind === "input");
  if (sources.some((source, index) => source?.kind === "input" && index !== piped))
    throw new UsageError(`Standard input can be only one of ${texts.map(nameOf).join(" and ")}.`);
  for (const [index, parameter] of texts.entries()) {
    const source = sources[index] ?? findUnsaid(parameter, input, { isOnly: texts.length === 1, terminal });
    input[parameter.field] = await readText(source, parameter, { terminal, signal });
  }
  return input;
}

function takeWords(
  parameters: readonly Parameter[],
  words: readonly string[],
  flags: GivenWords["flags"],
  terminal: Terminal,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const left = [...words];
  for (const parameter of parameters) {
    const { field, isPath, position, option, fileOption } = parameter;
    if (fileOption !== undefined) continue;
    const word = position === undefined ? undefined : left.shift();
    const flag = findFlag(option, flags);
    if (word !== undefined && flag !== undefined)
      throw new UsageError(`${nameOf(parameter)} is given twice: as a word and as an option.`);
    const value = word ?? flag;
    if (value === undefined) continue;
    input[field] = isPath && typeof value === "string" ? fromHere(value, terminal.workingDirectory) : value;
  }
  return input;
}

function findFlag(option: Option | undefined, flags: GivenWords["flags"]): unknown {
  return option === undefined ? undefined : flags[option.attributeName()];
}

function nameOf({ field, option }: Parameter): string {
  return option?.long ?? option?.short ?? field;
}

type Source =
  | { readonly kind: "given"; readonly text: string }
  | { readonly kind: "input" }
  | { readonly kind: "file"; readonly path: string };

function findSource(parameter: Parameter, flags: GivenWords["flags"]): Source | undefined {
  const given = findFlag(parameter.option, flags);
  const file = findFlag(parameter.fileOption, flags);
  if (given !== undefined && file !== undefined) {
    const { fileOption } = parameter;
    throw new UsageError(`Give ${nameOf(parameter)} or ${fileOption?.long ?? "a file"}, not both.`);
  }
  if (given === STANDARD_INPUT || file === STANDARD_INPUT) return { kind: "input" };
  if (typeof file === "string") return { kind: "file", path: file };
  return typeof given === "string" ? { kind: "given", text: given } : undefined;
}

/** What nobody has given: the only text there is may come through a pipe. */
function findUnsaid(
  parameter: Parameter,
  input: Readonly<Record<string, unknown>>,
  { isOnly, terminal }: { readonly isOnly: boolean; readonly terminal: Terminal },
): Source {
  const empty = emptyBeside[parameter.field];
  if (empty !== undefined && input[empty.field] === empty.value) return { kind: "given", text: "" };
  if (isOnly && !terminal.isInteractive) return { kind: "input" };
  const name = nameOf(parameter);
  const more = isOnly ? ", or pipe it in" : "";
  throw new UsageError(`Give ${name} or ${name}-file${more}.`);
}

async function readText(
  source: Source,
  parameter: Parameter,
  { terminal, signal }: Pick<Door, "terminal" | "signal">,
): Promise<string> {
  if (source.kind === "given") return source.text;
  if (source.kind === "input") {
    if (terminal.isInteractive)
      terminal.writeError(`Type the text for ${nameOf(parameter)}, then Ctrl-D at the start of a line.\n`);
    return decode(await terminal.readInput({ signal }), "Standard input");
  }
  const path = withHome(fromHere(source.path, terminal.workingDirectory), terminal);
  const shown = visiblePath(source.path);
  try {
    return decode(await readGivenFile(path), shown);
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
    const reason = faults[cause.code] ?? `the system answers ${cause.code}`;
    throw new UsageError(`${parameter.fileOption?.long ?? "The file"} ${shown} can't be read: ${reason}.`);
  }
}

const faults: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "you may not read it",
  EFBIG: "it is too large",
};

function withHome(path: string, { environment }: Terminal): string {
  const home = environment["HOME"];
  return /^~(?:\/|$)/.test(path) && home !== undefined ? `${home}${path.slice(1)}` : path;
}

/** Byte for byte what was given, byte order mark and missing last newline included; what is no text is refused. */
function decode(bytes: Uint8Array, from: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${from} is not valid UTF-8 text. Nothing was changed.`);
  }
}
