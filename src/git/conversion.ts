/**
 * What git makes of a file's content on its way into the repository. Line endings are converted here as git would; what
 * only a program could convert (filters, keywords) is said to be unknown, because no program of a repository's is run.
 */
import type { GitFolder } from "./git-program.js";

/** "always" and "if-safe" turn CRLF into LF; the latter only in text that was committed without. */
export type Conversion = "none" | "always" | "if-safe" | "unknown";

type Attributes = ReadonlyMap<string, string>;

/** `name` lies in the folder that git is asked in. */
export async function findConversion(git: GitFolder, name: string): Promise<Conversion> {
  const answer = await git.ask("check-attr", "-z", "filter", "ident", "text", "crlf", "eol", "--", name);
  if (answer === undefined) return "unknown";
  const attributes = parseAttributes(answer);
  if (isGiven(attributes.get("filter")) || isGiven(attributes.get("ident"))) return "unknown";
  return conversionByAttributes(attributes) ?? conversionBySettings(git);
}

/** Of files named from the folder, those that only a program, or a keyword, could convert as git does. */
export async function listFiltered(git: GitFolder, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const input = names.map((name) => `${name}\0`).join("");
  const answer = await git.askAbout(input, "check-attr", "-z", "--stdin", "filter", "ident");
  // What git does not tell of might be filtered.
  if (answer === undefined) return names;
  const filtered = threesOf(answer).filter(([, , value]) => isGiven(value));
  return [...new Set(filtered.map(([name]) => name))];
}

function parseAttributes(answer: Buffer): Attributes {
  return new Map(threesOf(answer).map(([, attribute, value]) => [attribute, value]));
}

/** Path, attribute and value, a NUL after each. */
function threesOf(answer: Buffer): (readonly [path: string, attribute: string, value: string])[] {
  const fields = answer.toString("utf8").split("\0");
  const threes: (readonly [string, string, string])[] = [];
  for (let index = 0; index + 2 < fields.length; index += 3) {
    threes.push([fields[index] ?? "", fields[index + 1] ?? "", fields[index + 2] ?? ""]);
  }
  return threes;
}

function isGiven(value: string | undefined): boolean {
  return value !== undefined && value !== "unspecified" && value !== "unset";
}

/** `crlf` is what `text` was called once. */
function conversionByAttributes(attributes: Attributes): Conversion | undefined {
  const [text = "unspecified", crlf = "unspecified", eol = "unspecified"] = ["text", "crlf", "eol"].map(
    (name) => attributes.get(name),
  );
  const meant = text === "unspecified" ? crlf : text;
  if (meant === "unset") return "none";
  if (meant === "auto") return "if-safe";
  if (meant === "set" || meant === "input") return "always";
  return eol === "lf" || eol === "crlf" ? "always" : undefined;
}

async function conversionBySettings(git: GitFolder): Promise<Conversion> {
  const answer = await git.ask("config", "--default", "false", "--get", "core.autocrlf");
  if (answer === undefined) return "unknown";
  const converts = ["", "1", "input", "on", "true", "yes"];
  return converts.includes(answer.toString("utf8").trim().toLowerCase()) ? "if-safe" : "none";
}

/** The text as git would commit it in the place of `committed`. */
export function convertLineEndings(text: string, committed: string, conversion: Conversion): string {
  if (conversion === "none" || conversion === "unknown") return text;
  const isSafe = !committed.includes("\r\n") && !/\r(?!\n)/.test(text);
  return conversion === "always" || isSafe ? text.replaceAll("\r\n", "\n") : text;
}
