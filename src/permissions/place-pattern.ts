/**
 * Where a rule's pattern begins and what it covers from there: `//abs`, `~/home`, `/from/the/settings`, `bare` and `./cwd`.
 * A pattern that guards is never dropped for being written oddly: it guards whatever it can have been meant to.
 */
import { visiblePath } from "../text/visible.js";
import type { RuleList } from "./access.js";
import { nameOf, type PathPattern, parseLiterally, parsePattern, type Segment } from "./parse-pattern.js";

export type AnchorKind = "disk" | "home" | "source" | "here";

export interface PlacedPattern {
  readonly anchor: AnchorKind;
  /** How many folders above the anchor it begins. */
  readonly up: number;
  readonly pattern: PathPattern;
  readonly isCarveOut: boolean;
  /** Covers the folder it begins at, besides everything below. */
  readonly isWhole: boolean;
}

export interface Placement {
  /** More than one where it can be read in two ways, none where it matches nothing. */
  readonly patterns: readonly PlacedPattern[];
  readonly problems: readonly string[];
}

export interface PlaceOptions {
  readonly list: RuleList;
  /** For advice: the tool to write. */
  readonly tool: string;
  /** Names at the root of the disk that a single slash is mistaken for. */
  readonly firstNames: ReadonlySet<string>;
}

/** Past this many, matching would take time that grows with a power of the path's length. */
const MOST_GLOBSTARS = 3;
const COMMON_FIRST_NAMES: ReadonlySet<string> = new Set(["etc", "home", "Users"]);
/** A backslash before what needs none, or before `**`: likely meant as a separator. */
const SEPARATING_BACKSLASH = /\\(?:[^\\*?[\]!# ]|\*\*)/;
/** As shells have it; git does not. */
const CHOICE = /\{([^{},]*,[^{}]*)\}/;
const MOST_CHOICES = 64;
/** Of all spelled-out choices of a pattern together. */
const MOST_CHOICE_CHARACTERS = 8192;
const QUOTED = /^(["'`])(.+)\1$/s;
/** Where another rule seems to begin in the same entry. */
const SEVERAL = /\) ?[,;] ?[A-Za-z]+\(/;
const DRIVE = /^([A-Za-z]):[\\/]/;

export function placePattern(text: string, options: PlaceOptions): Placement {
  const isCarveOut = text.startsWith("!");
  const body = isCarveOut ? text.slice(1) : text;
  const isGuarding = (options.list !== "allow") !== isCarveOut;
  const problems: string[] = [];
  const readings = [body];
  if (SEPARATING_BACKSLASH.test(body.replaceAll("\\\\", "")) || DRIVE.test(body)) {
    const slashed = body
      .replaceAll("\\", "/")
      .replace(DRIVE, (_, drive: string) => `//${drive.toLowerCase()}/`);
    problems.push(
      `A backslash or a drive does not separate names in a pattern. ${advise(slashed, text, options)}`,
    );
    if (isGuarding) readings.push(slashed);
  }
  const asWell = isGuarding ? ", though it is taken for that as well" : "";
  const unquoted = QUOTED.exec(body)?.[2];
  if (unquoted !== undefined) {
    problems.push(
      `Quotes are letters in a pattern${isGuarding ? ", though it is taken without them as well" : ""}. ${advise(unquoted, text, options)}`,
    );
    if (isGuarding) readings.push(unquoted);
  }
  if (SEVERAL.test(body)) {
    problems.push(`This is one rule, not several${asWell}. Write each as an entry of its own.`);
    if (isGuarding) readings.push(...body.split(SEVERAL));
  }
  if (CHOICE.test(body)) {
    problems.push(`Braces are letters in a pattern, not a choice${asWell}. Write a rule for each.`);
    if (isGuarding) readings.push(...readings.flatMap(expandChoices));
  }
  const patterns = readings
    .filter((reading) => reading.trim() !== "")
    .map((reading) => placeReading(reading, isCarveOut, isGuarding, options, problems));
  return {
    patterns: patterns.filter((pattern) => pattern !== undefined),
    problems: [...new Set(problems)],
  };
}

function placeReading(
  body: string,
  isCarveOut: boolean,
  isGuarding: boolean,
  options: PlaceOptions,
  problems: string[],
): PlacedPattern | undefined {
  const { anchor, rest, isBare } = splitAnchor(body);
  if (anchor === "source") warnOfSingleSlash(rest, body, options, problems);
  const parsed = parsePattern(rest);
  if (parsed === undefined) {
    problems.push(
      isGuarding
        ? "Its pattern has a bracket or an escape without end, so that it is taken letter by letter. Put a backslash before the [ that is meant as a letter."
        : "Its pattern has a bracket or an escape without end, so that it never matches. Put a backslash before the [ that is meant as a letter.",
    );
    if (!isGuarding) return undefined;
  }
  const read = parsed ?? parseLiterally(rest);
  const climbed = climb(isGuarding ? openStars(read) : read);
  if (climbed.up > 0) {
    problems.push(
      `It leaves the folder that it begins at, ${isGuarding ? "which other rules can't" : "so that it never matches"}. Write the whole path after two slashes: ${options.tool}(//…).`,
    );
    if (!isGuarding) return undefined;
  }
  const isWhole = climbed.pattern.segments.length === 0;
  if (isWhole && !isGuarding) {
    problems.push(
      `It names no file, so that it never matches. ${advise(`${body.replace(/\/+$/, "")}/**`, body, options)}`,
    );
    return undefined;
  }
  const bounded = boundGlobstars(climbed.pattern, problems, isGuarding);
  if (bounded === undefined) return undefined;
  const isAnyDepth =
    isBare && (parsed?.segments.length === 1 || isWidened(bounded, isCarveOut, options.list));
  const segments =
    isAnyDepth && bounded.segments[0] !== "**" ? ["**" as const, ...bounded.segments] : bounded.segments;
  const pattern: PathPattern = isWhole ? { segments: ["**"], isForFolders: false } : { ...bounded, segments };
  return { anchor, up: climbed.up, pattern, isCarveOut, isWhole };
}

/** Every choice spelled out; where there are too many, whatever might stand there. */
function expandChoices(body: string): string[] {
  let expanded = [body];
  while (CHOICE.test(expanded[0] ?? "")) {
    expanded = expanded.flatMap((text) => {
      const found = CHOICE.exec(text);
      if (found === null) return [text];
      const before = text.slice(0, found.index);
      const behind = text.slice(found.index + found[0].length);
      return (found[1] ?? "").split(",").map((choice) => before + choice + behind);
    });
    const characters = expanded.reduce((sum, text) => sum + text.length, 0);
    if (expanded.length > MOST_CHOICES || characters > MOST_CHOICE_CHARACTERS) {
      return [`${body.slice(0, body.indexOf("{"))}**${body.slice(body.lastIndexOf("}") + 1)}`];
    }
  }
  return expanded;
}

function splitAnchor(body: string): { anchor: AnchorKind; rest: string; isBare: boolean } {
  if (body.startsWith("//")) return { anchor: "disk", rest: body.slice(2), isBare: false };
  if (body.startsWith("/")) return { anchor: "source", rest: body.slice(1), isBare: false };
  if (body === "~" || body.startsWith("~/")) return { anchor: "home", rest: body.slice(2), isBare: false };
  if (body === "." || body.startsWith("./")) return { anchor: "here", rest: body.slice(2), isBare: false };
  return { anchor: "here", rest: body, isBare: true };
}

/** A folder by its bare name, `secrets/**`, is guarded wherever it lies, but allowed only where the rule begins. */
function isWidened({ segments }: PathPattern, isCarveOut: boolean, list: RuleList): boolean {
  return (
    list !== "allow" && !isCarveOut && segments.length === 2 && segments[0] !== "**" && segments[1] === "**"
  );
}

/** Git lets `a**` + `/` reach across folders, though its manual says otherwise; what guards follows it there. */
function openStars(pattern: PathPattern): PathPattern {
  const segments = pattern.segments.flatMap((segment, index): Segment[] => {
    const last = segment === "**" ? undefined : segment.at(-1);
    const isOpen = last?.kind === "wild" && last.source === "**" && index < pattern.segments.length - 1;
    return isOpen ? [segment, "**"] : [segment];
  });
  return { ...pattern, segments };
}

/** Takes back names that are followed by `..`, and counts those that lead out. */
function climb(pattern: PathPattern): { up: number; pattern: PathPattern } {
  const segments: Segment[] = [];
  let up = 0;
  for (const segment of pattern.segments) {
    if (nameOf(segment) !== "..") segments.push(segment);
    else if (segments.length === 0) up += 1;
    else if (segments.at(-1) !== "**") segments.pop();
  }
  return { up, pattern: { ...pattern, segments } };
}

/** A pattern that guards gets wider instead: what lies between its first and last stars may be anything. */
function boundGlobstars(
  pattern: PathPattern,
  problems: string[],
  isGuarding: boolean,
): PathPattern | undefined {
  const places = pattern.segments.flatMap((segment, index) => (segment === "**" ? [index] : []));
  if (places.length <= MOST_GLOBSTARS) return pattern;
  problems.push(
    `It has more than ${MOST_GLOBSTARS} ** and ${isGuarding ? "is taken to cover whatever lies between the first and the last" : "never matches"}. Write several rules with fewer.`,
  );
  if (!isGuarding) return undefined;
  return {
    ...pattern,
    segments: [...pattern.segments.slice(0, places[0]), ...pattern.segments.slice(places.at(-1))],
  };
}

function warnOfSingleSlash(rest: string, body: string, options: PlaceOptions, problems: string[]): void {
  const first = rest.split("/", 1)[0] ?? "";
  if (!rest.includes("/") || !(COMMON_FIRST_NAMES.has(first) || options.firstNames.has(first))) return;
  problems.push(
    `One leading slash begins at the folder of the settings, not at the root of the disk. ${advise(`/${body}`, body, options)}`,
  );
}

function advise(better: string, text: string, { tool }: PlaceOptions): string {
  return `Write ${tool}(${text.startsWith("!") ? "!" : ""}${visiblePath(better)}).`;
}
