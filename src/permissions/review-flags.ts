/**
 * What in a change deserves a second look before someone says yes: what will run later, what runs code from elsewhere, what
 * reaches elsewhere, what tells an editor which program to start. A flag is a hint for a person; what it finds does not decide anything, and a change
 * without flags has not been found harmless.
 */
import { clip } from "../text/clip.js";
import type { Hunk } from "../text/diff/hunks.js";
import { visible } from "../text/visible.js";
import { orderByRisk, type ReviewFlag } from "./ask.js";
import { findChangedJsonKeys, findChangedLineKeys } from "./executable-settings.js";
import { isManifestName } from "./manifest-names.js";
import { findRunPlace } from "./protected-paths.js";
import { findRemoteReferences } from "./remote-references.js";
import { findRiskyContent } from "./risky-content.js";
import { findRunsLater } from "./runs-later.js";

/** Its texts are looked at only in files where they can tell something: making them takes time. */
export interface ReviewedChange {
  /** Null where the file is new, or too large to hold. */
  readonly before: string | null;
  readonly after: string | null;
  readonly structuredPatch: readonly Hunk[];
}

export interface ReviewOptions {
  readonly isExecutable?: boolean;
  /** Names are looked at below these. */
  readonly roots?: readonly string[];
}

const MAX_FLAGS = 10;
const MAX_TEXT = 200;
const MAX_PART = 120;

const SETTINGS_NAME =
  /\.(?:jsonc?|json5|ya?ml|toml|ini|cfg|conf|config|properties|plist|code-workspace|editorconfig)$|^\.[\w.-]*rc$|^\.git(?:modules|config)$/i;
const JSON_NAME = /\.(?:jsonc?|code-workspace)$/i;
const EDITOR_PLACE =
  /(?:^|\/)(?:\.(?:vscode|idea|zed|devcontainer|cursor|fleet|vs)\/.*|\.?devcontainer\.json|[^/]*\.code-workspace)$/is;
const IMAGE_NAME = /^(?:dockerfile|containerfile)(?:\.|$)|\.(?:dockerfile|containerfile)$/i;
/** What only describes an image. Any other line runs something, or goes on with an instruction that does. */
const DESCRIBING_LINE =
  /^\s*(?:#|$|(?:from|copy|add|env|arg|label|workdir|expose|user|volume|stopsignal|maintainer)\b)/i;

/** At most 10, each of at most 200 characters, the gravest first; when there are more, the last says how many. */
export function findReviewFlags(
  real: string,
  change: ReviewedChange,
  /** Other names of the file, such as the path as it was given: programs find a file by the name of a link to it as well. */
  others: readonly string[] = [],
  { isExecutable = false, roots = [] }: ReviewOptions = {},
): readonly ReviewFlag[] {
  let lines: readonly string[] | undefined;
  const added = (): readonly string[] => (lines ??= linesOf(change, "+"));
  const places = [...new Set([real, ...others])].map((each) => {
    const path = each.replaceAll("\\", "/");
    return { path, name: path.slice(path.lastIndexOf("/") + 1) };
  });
  const findContent: Find = (of, path) =>
    findAdded(of, path, isExecutable || findRunPlace(path, roots) !== undefined);
  const findPlace: Find = (of, path, name, lines) => findRunning(of, path, name, lines, roots);
  const found = [findPlace, findContent, findExecutable, findRemote].flatMap((find) =>
    places.flatMap(({ path, name }) => find(change, path, name, added)),
  );
  const byText = new Map(
    found.map((flag) => [JSON.stringify(flag), { ...flag, text: clip(flag.text, MAX_TEXT) }]),
  );
  const flags = orderByRisk([...byText.values()]);
  const first = flags.slice(0, MAX_FLAGS - 1);
  const [next, ...rest] = flags.slice(MAX_FLAGS - 1);
  if (next === undefined) return first;
  return [...first, rest.length === 0 ? next : { ...next, text: `and ${rest.length + 1} more` }];
}

type Find = (
  change: ReviewedChange,
  path: string,
  name: string,
  /** The lines that it adds; made when asked for, because most names do not need them. */
  added: () => readonly string[],
) => readonly ReviewFlag[];

/** How much of a text is scanned; a flag says so when the rest was not. */
const MAX_LOOKED_AT = 1_000_000;

/** What the content itself does, seen in the whole text: a command may go on over lines that stay. */
function findAdded(change: ReviewedChange, path: string, isRun: boolean): readonly ReviewFlag[] {
  const { structuredPatch } = change;
  const [old, next] = [change.before, change.after];
  const isWhole = next !== null && Math.max(next.length, old?.length ?? 0) <= MAX_LOOKED_AT;
  const [before, after] = isWhole
    ? [old ?? "", next]
    : [startOf(structuredPatch, "-"), startOf(structuredPatch, "+")];
  const isCut = after.length > MAX_LOOKED_AT;
  const cut = (text: string): string => text.slice(0, MAX_LOOKED_AT);
  return findRiskyContent({ path, before: cut(before), after: cut(after), isCut, isRun }, show);
}

/** One side of a patch, as far as it is scanned and a little further, so that a longer one can be told. */
function startOf(patch: readonly Hunk[], mark: "+" | "-"): string {
  const shown: string[] = [];
  let length = 0;
  for (const { lines } of patch) {
    for (const line of lines) {
      if (length > MAX_LOOKED_AT) return shown.join("\n");
      if (!line.startsWith(mark) && !line.startsWith(" ")) continue;
      shown.push(line.slice(1));
      length += line.length;
    }
  }
  return shown.join("\n");
}

function findRunning(
  change: ReviewedChange,
  path: string,
  name: string,
  added: () => readonly string[],
  roots: readonly string[],
): ReviewFlag[] {
  const flags: ReviewFlag[] = [];
  const add = (text: string, risk: ReviewFlag["risk"] = "warning"): void =>
    void flags.push({ kind: "runs-later", risk, text });
  const place = findRunPlace(path, roots);
  if (place !== undefined && (added().length > 0 || place.risk === "danger"))
    add(`${place.text} (${show(name)})`, place.risk);
  const what = isManifestName(name) ? findRunsLater(path, change.before, change.after) : undefined;
  if (what !== undefined) add(`changes what runs later: ${what}`);
  if (IMAGE_NAME.test(name) && added().some((line) => !DESCRIBING_LINE.test(line))) {
    add(`changes what runs in an image or while it is built (${show(name)})`);
  }
  return flags;
}

function findExecutable(
  change: ReviewedChange,
  path: string,
  name: string,
  added: () => readonly string[],
): ReviewFlag[] {
  if (!EDITOR_PLACE.test(path)) return [];
  const { before, after } = change;
  const keys =
    (JSON_NAME.test(name) ? findChangedJsonKeys(before, after) : undefined) ??
    findChangedLineKeys(added(), linesOf(change, "-"));
  const texts =
    keys === "too-large"
      ? [`is too large to look through for programs that it names (${show(name)})`]
      : keys.map((key) => `sets ${show(key)}, which can name a program to run`);
  return texts.map((text) => ({ kind: "executable-setting", risk: "warning", text }));
}

function findRemote(
  change: ReviewedChange,
  path: string,
  name: string,
  added: () => readonly string[],
): ReviewFlag[] {
  if (!SETTINGS_NAME.test(name) && !EDITOR_PLACE.test(path)) return [];
  const before = (): readonly string[] =>
    change.before === null ? [...linesOf(change, "-"), ...linesOf(change, " ")] : [change.before];
  const { schemaHosts, otherHosts } = findRemoteReferences(name, added(), before);
  const texts = [
    ...schemaHosts.map((host) => `has its $schema fetched from ${show(host)}`),
    ...otherHosts.map((host) => `adds an address at ${show(host)}`),
  ];
  return texts.map((text) => ({ kind: "remote-reference", risk: "notice", text }));
}

function linesOf({ structuredPatch }: ReviewedChange, mark: "+" | "-" | " "): string[] {
  return structuredPatch.flatMap(({ lines }) =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1)),
  );
}

function show(text: string): string {
  return clip(visible(clip(text, MAX_PART)), MAX_PART);
}
