/**
 * What a change of a manifest makes programs run later: scripts, hooks, and settings by which package managers run what
 * they had not run before. Compared by meaning, so that a change of form is none, and what is only taken away is none.
 *
 * Left out on purpose: `bin` and dependencies, which are how packages are made and are told by the diff as well as by any
 * words for it; and manifests of languages whose build files are programs through and through.
 *
 * A text that is too large or too complex to parse counts as a change of what runs.
 */
import { JsonBoundError } from "../json/json-scanner.js";
import { isTooLongToParse, parseJsonc } from "../json/jsonc.js";
import { clip } from "../text/clip.js";
import { visible } from "../text/visible.js";
import { isManifestName } from "./manifest-names.js";

interface Manifest {
  /** The block whose members are commands, each named on its own. */
  readonly commands: "scripts" | "tasks";
  /** Ways to other values that make something run. */
  readonly settings: readonly (readonly string[])[];
}

const node: Manifest = {
  commands: "scripts",
  settings: [
    ["husky"],
    ["lint-staged"],
    ["simple-git-hooks"],
    ["gitHooks"],
    ["pre-commit"],
    ["wireit"],
    ["gypfile"],
    ["packageManager"],
    ["devEngines", "packageManager"],
    ["trustedDependencies"],
    ["pnpm", "onlyBuiltDependencies"],
    ["pnpm", "dangerouslyAllowAllBuilds"],
  ],
};
const deno: Manifest = { commands: "tasks", settings: [["allowScripts"]] };
const manifests: ReadonlyMap<string, Manifest> = new Map([
  ["package.json", node],
  ["composer.json", { commands: "scripts", settings: [["config", "allow-plugins"]] }],
  ["deno.json", deno],
  ["deno.jsonc", deno],
]);

/** Run by package managers without being called for; named first. */
const LIFECYCLE =
  /^(?:pre|post)?(?:install|uninstall|prepare|publish|pack|version)$|^(?:prepublishOnly|dependencies)$|^(?:pre|post)-/;
const SHOWN_NAMES = 3;
const MAX_NAME = 40;

/** Words such as "the script postinstall in package.json"; undefined when nothing new would run. */
export function findRunsLater(path: string, before: string | null, after: string | null): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const manifest = manifests.get(name.toLowerCase());
  if (!isManifestName(name) || (after !== null && before === after)) return undefined;
  if (after === null || isTooLongToParse(after)) return `${visible(name)} is too large to look through`;
  if (manifest === undefined) {
    return mayMention(after, node) ? `${visible(name)} may hold scripts` : undefined;
  }
  const next = readRunning(after, manifest);
  if (next === "too-complex") return `${visible(name)} is too complex to look through`;
  const found = readRunning(before ?? "{}", manifest);
  const old = found === "too-complex" ? undefined : found;
  if (next === undefined) {
    const isSuspect = mayMention(after, manifest) || found === "too-complex" || (old?.size ?? 0) > 0;
    return isSuspect ? `${visible(name)} can't be parsed afterwards` : undefined;
  }
  const gained = [...next.values()].filter(({ key, value }) => !isSameJson(old?.get(key)?.value, value));
  return gained.length === 0 ? undefined : `${describe(gained, manifest)} in ${visible(name)}`;
}

interface Running {
  readonly key: string;
  readonly name: string;
  readonly isCommand: boolean;
  readonly value: unknown;
}

/** Everything that runs, by a key of its own; undefined when the text can't be parsed. */
function readRunning(
  text: string,
  { commands, settings }: Manifest,
): Map<string, Running> | "too-complex" | undefined {
  let parsed: unknown;
  try {
    parsed = parseJsonc(text);
  } catch (error) {
    return error instanceof JsonBoundError ? "too-complex" : undefined;
  }
  const running = new Map<string, Running>();
  const add = (name: string, value: unknown, isCommand: boolean): void => {
    const key = `${isCommand ? "command" : "setting"} ${name}`;
    if (value !== undefined) running.set(key, { key, name, value, isCommand });
  };
  const block = valueAt(parsed, [commands]);
  if (isObject(block)) for (const [name, value] of Object.entries(block)) add(name, value, true);
  else add(commands, block, false);
  for (const way of settings) add(way.join("."), valueAt(parsed, way), false);
  return running;
}

function valueAt(value: unknown, way: readonly string[]): unknown {
  let here = value;
  for (const key of way) here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  return here;
}

function describe(gained: readonly Running[], { commands }: Manifest): string {
  const names = gained.filter(({ isCommand }) => isCommand).map(({ name }) => name);
  const first = [
    ...names.filter((name) => LIFECYCLE.test(name)),
    ...names.filter((name) => !LIFECYCLE.test(name)),
  ];
  const noun = names.length === 1 ? commands.slice(0, -1) : commands;
  const settings = gained.filter(({ isCommand }) => !isCommand).map(({ name }) => name);
  const parts = names.length === 0 ? [] : [`the ${noun} ${enumerate(first)}`];
  return enumerate([...parts, ...settings.map(quoteOdd)], (part) => part);
}

function enumerate(names: readonly string[], show: (name: string) => string = quoteOdd): string {
  const shown = names.slice(0, SHOWN_NAMES).map(show);
  const rest = names.length - shown.length;
  const last = rest > 0 ? `${rest} more` : (shown.pop() ?? "");
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

/** A name that is more than a word could read as part of the sentence. */
function quoteOdd(name: string): string {
  const shown = clip(visible(clip(name, MAX_NAME)), MAX_NAME);
  return /^[\w:.-]+$/.test(shown) ? shown : `"${shown}"`;
}

/** What can't be parsed is searched for the words; an escape may hide one. */
function mayMention(text: string, { commands, settings }: Manifest): boolean {
  const words = [commands, ...settings.map(([first = ""]) => first)];
  return text.includes("\\u") || words.some((word) => text.includes(word));
}

/** Without recursion: values may be nested as deep as their text is long. */
function isSameJson(left: unknown, right: unknown): boolean {
  const pairs: [unknown, unknown][] = [[left, right]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
    const keys = Object.keys(one);
    if (keys.length !== Object.keys(other).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(other, key)) return false;
      pairs.push([one[key], other[key]]);
    }
  }
  return true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
