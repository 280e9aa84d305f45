/** Takes rules apart, and groups their patterns by where they begin. */
import type { Steps } from "../text/steps.js";
import type { GivenRule, Operation, Rule, RuleList, RuleSource } from "./access.js";
import { interpretRule } from "./interpret-rule.js";
import { findNamedPlaces } from "./named-places.js";
import { type Spelling, spellPath, toRulePath } from "./path-letters.js";
import { buildGroup, type GroupEntry, type PatternGroup } from "./pattern-group.js";
import { type AnchorKind, type PlacedPattern, placePattern } from "./place-pattern.js";
import { findPatternExcess, type PatternCount } from "./rule-bounds.js";
import type { Anchors, RuleWarning } from "./rule-set.js";
import { type CallRule, RuleSide } from "./rule-side.js";
import { familyNames } from "./rule-tools.js";
import { refuseFault } from "./settings/settings-refusals.js";

/** The rules of one list, by what they are asked about. */
export type Sides = Readonly<Record<Operation, RuleSide>>;

/** Patterns of one list, operation, source, anchor and folders: within such a group a `!` takes out again. */
interface GroupDraft {
  readonly list: RuleList;
  readonly operation: Operation;
  readonly folders: readonly string[];
  readonly entries: GroupEntry[];
}

export class RuleCollection {
  readonly #calls: CallRule[] = [];
  readonly #groups = new Map<string, GroupDraft>();
  readonly warnings: RuleWarning[] = [];
  readonly inForce = new Set<Rule>();
  readonly #anchors: Anchors;
  readonly #firstNames: ReadonlySet<string>;
  readonly #patternCounts = new Map<string, PatternCount>();

  constructor(anchors: Anchors) {
    this.#anchors = anchors;
    const isWindows = anchors.platform === "win32";
    const places = [...anchors.roots, ...anchors.homes].map((path) => toRulePath(path, isWindows));
    this.#firstNames = new Set(places.map((path) => path.split("/", 2)[1] ?? ""));
  }

  add(rule: GivenRule, tools: readonly string[]): void {
    const { reach, problems } = interpretRule(rule, tools);
    this.#warn(rule, problems);
    if (reach.kind === "calls") {
      this.#calls.push({ rule, reach });
      this.inForce.add(rule);
    }
    if (reach.kind === "paths") {
      for (const operation of reach.families) this.#addPattern(rule, operation, reach.pattern);
    }
  }

  *compile(
    list: RuleList,
    spelling: Spelling,
    isWindows: boolean,
    isConcerned: (entry: GroupEntry) => boolean = () => true,
  ): Steps<Sides> {
    const groups: { readonly operation: Operation; readonly group: PatternGroup }[] = [];
    for (const { operation, entries, folders, list: own } of this.#groups.values()) {
      if (own !== list || !entries.some(isConcerned)) continue;
      const spelled = new Set(folders.map((folder) => spellPath(folder, spelling, isWindows)));
      const group = yield* buildGroup(entries, { spelling, isWindows, folders: [...spelled] });
      groups.push({ operation, group });
      yield;
    }
    const calls = this.#calls.filter(({ rule }) => rule.list === list);
    const createSide = (operation: Operation, families: readonly Operation[]): RuleSide => {
      const concerned = groups.filter((entry) => families.includes(entry.operation));
      return new RuleSide(
        calls,
        concerned.map(({ group }) => group),
        { operation, spelling, isWindows },
      );
    };
    return {
      read: createSide("read", ["read"]),
      // What must not be read must not be written either.
      write: createSide("write", list === "deny" ? ["read", "write"] : ["write"]),
    };
  }

  /** On Windows rules are written in other letters than paths, so that none can be named. */
  *findPlaces(list: RuleList, operations: readonly Operation[]): Steps<readonly string[]> {
    const { platform, roots, homes } = this.#anchors;
    if (platform === "win32") return [];
    const groups = [...this.#groups.values()].filter(
      (group) => group.list === list && operations.includes(group.operation),
    );
    return yield* findNamedPlaces(
      groups.flatMap(({ folders, entries }) =>
        entries
          .filter(({ placed }) => !placed.isCarveOut)
          .map(({ placed }) => ({ folders, pattern: placed.pattern })),
      ),
      list === "deny" ? undefined : [...roots, ...homes],
    );
  }

  #addPattern(rule: GivenRule, operation: Operation, text: string): void {
    const { patterns, problems } = placePattern(text, {
      list: rule.list,
      tool: familyNames[operation],
      firstNames: this.#firstNames,
    });
    this.#warn(rule, problems);
    this.#bound(rule, patterns);
    for (const placed of patterns) {
      const group = this.#groupFor(rule, operation, placed);
      if (placed.isCarveOut && group.entries.length === 0) {
        this.#warn(rule, [
          "A pattern with ! takes something out of the rules before it, and there is none before it that begins at the same folder. Write it after the rule that it is to take from.",
        ]);
        continue;
      }
      group.entries.push({ rule, placed });
      this.inForce.add(rule);
    }
  }

  /** However far up patterns begin, there is one group for each folder they come to. */
  #groupFor(
    { list, source, isForProtected }: GivenRule,
    operation: Operation,
    { anchor, up }: PlacedPattern,
  ): GroupDraft {
    const isWindows = this.#anchors.platform === "win32";
    const given = this.#foldersOf(anchor, list, source);
    const folders = [...new Set(given.map((folder) => climb(toRulePath(folder, isWindows), up)))];
    const { kind, file, folders: sourceFolders } = source;
    const key = JSON.stringify([list, operation, kind, file, sourceFolders, anchor, folders, isForProtected]);
    let group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, (group = { list, operation, folders, entries: [] }));
    return group;
  }

  /** What guards also begins at every root: a host may have been started elsewhere. */
  #foldersOf(anchor: AnchorKind, list: RuleList, source: RuleSource): readonly string[] {
    const { workingDirectories, roots, homes } = this.#anchors;
    if (anchor === "disk") return ["/"];
    if (anchor === "home") return homes;
    if (anchor === "source") return source.folders;
    return list === "allow" ? workingDirectories : [...workingDirectories, ...roots];
  }

  /** One rule may stand for many patterns, by choices in braces. */
  #bound({ source }: GivenRule, more: readonly PlacedPattern[]): void {
    const key = `${source.kind} ${source.file ?? ""}`;
    const { patterns, names } = this.#patternCounts.get(key) ?? { patterns: 0, names: 0 };
    const moreNames = more.reduce((sum, { pattern }) => sum + pattern.segments.length, 0);
    const count = { patterns: patterns + more.length, names: names + moreNames };
    this.#patternCounts.set(key, count);
    const excess = findPatternExcess(source.kind, count);
    if (excess !== undefined) throw refuseFault(source.file ?? "the host's rules", { problem: excess });
  }

  #warn(rule: GivenRule, problems: readonly string[]): void {
    this.warnings.push(...problems.map((problem) => ({ rule, problem })));
  }
}

function climb(folder: string, up: number): string {
  const names = folder.split("/");
  return names.slice(0, Math.max(1, names.length - up)).join("/") || "/";
}
