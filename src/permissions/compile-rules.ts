/**
 * Makes rules out of what people wrote. Loads the package that matches gitignore patterns, so it is imported only where there
 * are rules. Pure: the same rules and anchors give the same answers.
 */
import type { GivenRule, Operation, Rule, RuleList, RuleSource } from "./access.js";
import { interpretRule } from "./interpret-rule.js";
import { findNamedPlaces } from "./named-places.js";
import { standsForLetters } from "./parse-pattern.js";
import { type Spelling, spellPath, toRulePath } from "./path-letters.js";
import { type GroupEntry, PatternGroup } from "./pattern-group.js";
import { type AnchorKind, placePattern } from "./place-pattern.js";
import type { Anchors, RuleSet, RuleWarning, Subject } from "./rule-set.js";
import { type CallRule, RuleSide } from "./rule-side.js";
import { familyNames, ownTools } from "./rule-tools.js";

export interface CompileOptions {
  /** The names of all tools that the host offers; ours by default. */
  readonly tools?: readonly string[];
}

/** Throws a ToolError (SETTINGS_INVALID) for a rule of ours that can't be understood. */
export function compileRules(
  given: readonly GivenRule[],
  anchors: Anchors,
  options: CompileOptions = {},
): RuleSet {
  // Those for protected folders first, so that they are what is found where they and others match.
  const ordered = [
    ...given.filter((rule) => rule.isForProtected === true),
    ...given.filter((rule) => rule.isForProtected !== true),
  ];
  const collected = new Collection(anchors);
  for (const rule of ordered) collected.add(rule, options.tools ?? ownTools);
  return new CompiledRules(collected, given, anchors);
}

type Sides = Readonly<Record<Operation, RuleSide>>;

/** Patterns of one list, operation, source and anchor: within such a group a `!` takes out again. */
interface GroupDraft {
  readonly list: RuleList;
  readonly operation: Operation;
  readonly folders: readonly string[];
  readonly entries: GroupEntry[];
}

class Collection {
  readonly #calls: CallRule[] = [];
  readonly #groups = new Map<string, GroupDraft>();
  readonly warnings: RuleWarning[] = [];
  readonly inForce = new Set<Rule>();
  readonly #anchors: Anchors;
  readonly #firstNames: ReadonlySet<string>;

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

  compile(
    list: RuleList,
    spelling: Spelling,
    isWindows: boolean,
    isConcerned: (entry: GroupEntry) => boolean = () => true,
  ): Sides {
    const groups = [...this.#groups.values()]
      .filter((draft) => draft.list === list && draft.entries.some(isConcerned))
      .map(({ operation, entries, folders }) => {
        const spelled = new Set(folders.map((folder) => spellPath(folder, spelling, isWindows)));
        const group = new PatternGroup(entries, { spelling, isWindows, folders: [...spelled] });
        return { operation, group };
      });
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
  findPlaces(list: RuleList, operations: readonly Operation[]): readonly string[] {
    const { platform, roots, homes } = this.#anchors;
    if (platform === "win32") return [];
    const groups = [...this.#groups.values()].filter(
      (group) => group.list === list && operations.includes(group.operation),
    );
    return findNamedPlaces(
      groups.flatMap(({ folders, entries }) =>
        entries
          .filter(({ placed }) => !placed.isCarveOut)
          .map(({ placed }) => ({ folders, pattern: placed.pattern })),
      ),
      [...roots, ...homes],
    );
  }

  #addPattern(rule: GivenRule, operation: Operation, text: string): void {
    const { patterns, problems } = placePattern(text, {
      list: rule.list,
      tool: familyNames[operation],
      firstNames: this.#firstNames,
    });
    this.#warn(rule, problems);
    for (const placed of patterns) {
      const { kind, file, folders } = rule.source;
      const key = [rule.list, operation, kind, file, folders, placed.anchor, placed.up, rule.isForProtected];
      const group = this.#groupFor(JSON.stringify(key), rule, operation, placed);
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

  #groupFor(
    key: string,
    { list, source }: GivenRule,
    operation: Operation,
    { anchor, up }: { anchor: AnchorKind; up: number },
  ): GroupDraft {
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const isWindows = this.#anchors.platform === "win32";
    const folders = this.#foldersOf(anchor, list, source).map((folder) =>
      climb(toRulePath(folder, isWindows), up),
    );
    const group = { list, operation, folders, entries: [] };
    this.#groups.set(key, group);
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

  #warn(rule: GivenRule, problems: readonly string[]): void {
    this.warnings.push(...problems.map((problem) => ({ rule, problem })));
  }
}

function climb(folder: string, up: number): string {
  const names = folder.split("/");
  return names.slice(0, Math.max(1, names.length - up)).join("/") || "/";
}

class CompiledRules implements RuleSet {
  readonly rules: readonly Rule[];
  readonly warnings: readonly RuleWarning[];
  readonly deniedPlaces: readonly string[];
  readonly allowedPlaces: readonly string[];
  readonly #guards: Readonly<Record<"deny" | "ask", Sides>>;
  /** The same by exact letters, where a pattern stands for letters that are others once they are folded. */
  readonly #exactGuards: Readonly<Record<"deny" | "ask", Sides>>;
  readonly #exact: Sides;
  readonly #createFolding: () => Sides;
  /** Made when a volume is met that folds capitals. */
  #folding: Sides | undefined;

  constructor(collected: Collection, given: readonly GivenRule[], anchors: Anchors) {
    this.rules = given.filter((rule) => collected.inForce.has(rule));
    this.warnings = collected.warnings;
    this.deniedPlaces = collected.findPlaces("deny", ["read", "write"]);
    this.allowedPlaces = collected.findPlaces("allow", ["write"]);
    const isWindows = anchors.platform === "win32";
    const createSides = (list: RuleList, spelling: Spelling): Sides =>
      collected.compile(list, spelling, isWindows);
    this.#guards = { deny: createSides("deny", "guarding"), ask: createSides("ask", "guarding") };
    const createExact = (list: "deny" | "ask"): Sides =>
      collected.compile(list, "exact", isWindows, ({ placed }) => standsForLetters(placed.pattern));
    this.#exactGuards = { deny: createExact("deny"), ask: createExact("ask") };
    this.#exact = createSides("allow", "exact");
    this.#createFolding = () => createSides("allow", "folding");
  }

  has(list: RuleList, operation: Operation): boolean {
    return (list === "allow" ? this.#exact : this.#guards[list])[operation].isUsed;
  }

  find(list: RuleList, subject: Subject): Rule | undefined {
    if (!this.has(list, subject.operation)) return undefined;
    return list === "allow" ? this.#findAllowing(subject) : this.#findGuarding(list, subject);
  }

  /** Either name is enough. */
  #findGuarding(list: "deny" | "ask", { tool, operation, path, realPath, kind }: Subject): Rule | undefined {
    const side = this.#guards[list][operation];
    const exact = this.#exactGuards[list][operation];
    const findPath = (one: string): Rule | undefined => side.findPath(one, kind) ?? exact.findPath(one, kind);
    const rule = side.findCall(tool) ?? findPath(path);
    return rule === undefined && realPath !== path ? findPath(realPath) : rule;
  }

  /** Both names are needed. */
  #findAllowing({ tool, operation, path, realPath, kind, foldsCase }: Subject): Rule | undefined {
    const sides = foldsCase ? (this.#folding ??= this.#createFolding()) : this.#exact;
    const side = sides[operation];
    const named = side.findPath(path, kind);
    const real = realPath === path || named === undefined ? named : side.findPath(realPath, kind);
    if (named === undefined || real === undefined) return side.findCall(tool);
    return named.isForProtected === true ? real : named;
  }
}
