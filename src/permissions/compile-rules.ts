/** Makes rules out of what people wrote. Imported only where there are rules. Pure: the same rules and anchors give the same answers. */
import { finish, type Steps } from "../text/steps.js";
import type { GivenRule, Operation, Rule, RuleList } from "./access.js";
import { RuleCollection, type Sides } from "./collect-rules.js";
import { standsForLetters } from "./parse-pattern.js";
import type { GroupEntry } from "./pattern-group.js";
import type { Anchors, RuleSet, RuleWarning, Subject } from "./rule-set.js";
import { ownTools } from "./rule-tools.js";

export interface CompileOptions {
  /** The names of all tools that the host offers; ours by default. */
  readonly tools?: readonly string[];
}

/** Throws a ToolError (SETTINGS_INVALID) for a rule of ours that can't be understood, and for too many of one source. */
export function compileRules(
  given: readonly GivenRule[],
  anchors: Anchors,
  options: CompileOptions = {},
): RuleSet {
  return finish(compileInSteps(given, anchors, options));
}

/** The same in steps, for whoever lets others have their turn in between. */
export function* compileInSteps(
  given: readonly GivenRule[],
  anchors: Anchors,
  options: CompileOptions = {},
): Steps<RuleSet> {
  // Those for protected folders first, so that they are what is found where they and others match.
  const ordered = [
    ...given.filter((rule) => rule.isForProtected === true),
    ...given.filter((rule) => rule.isForProtected !== true),
  ];
  const collected = new RuleCollection(anchors);
  for (const rule of ordered) {
    collected.add(rule, options.tools ?? ownTools);
    // One rule may stand for many long patterns.
    yield;
  }
  const sides = yield* compileSides(collected, anchors.platform === "win32");
  const places = {
    denied: yield* collected.findPlaces("deny", ["read", "write"]),
    allowed: yield* collected.findPlaces("allow", ["write"]),
  };
  return new CompiledRules(collected, given, { sides, places });
}

/** Rules whose patterns are matched in one spelling each; `folding` is for volumes that fold capitals. */
interface CompiledSides {
  readonly guards: Readonly<Record<"deny" | "ask", Sides>>;
  /** The same by exact letters, where a pattern stands for letters that are others once they are folded. */
  readonly exactGuards: Readonly<Record<"deny" | "ask", Sides>>;
  readonly exact: Sides;
  readonly folding: Sides;
}

interface CompiledParts {
  readonly sides: CompiledSides;
  readonly places: { readonly denied: readonly string[]; readonly allowed: readonly string[] };
}

function* compileSides(collected: RuleCollection, isWindows: boolean): Steps<CompiledSides> {
  const isExact = ({ placed }: GroupEntry): boolean => standsForLetters(placed.pattern);
  return {
    guards: {
      deny: yield* collected.compile("deny", "guarding", isWindows),
      ask: yield* collected.compile("ask", "guarding", isWindows),
    },
    exactGuards: {
      deny: yield* collected.compile("deny", "exact", isWindows, isExact),
      ask: yield* collected.compile("ask", "exact", isWindows, isExact),
    },
    exact: yield* collected.compile("allow", "exact", isWindows),
    folding: yield* collected.compile("allow", "folding", isWindows),
  };
}

class CompiledRules implements RuleSet {
  readonly rules: readonly Rule[];
  readonly warnings: readonly RuleWarning[];
  readonly deniedPlaces: readonly string[];
  readonly allowedPlaces: readonly string[];
  readonly #sides: CompiledSides;

  constructor(collected: RuleCollection, given: readonly GivenRule[], { sides, places }: CompiledParts) {
    this.rules = given.filter((rule) => collected.inForce.has(rule));
    this.warnings = collected.warnings;
    this.deniedPlaces = places.denied;
    this.allowedPlaces = places.allowed;
    this.#sides = sides;
  }

  has(list: RuleList, operation: Operation): boolean {
    return (list === "allow" ? this.#sides.exact : this.#sides.guards[list])[operation].isUsed;
  }

  get restrictsReading(): boolean {
    const { deny, ask } = this.#sides.guards;
    return deny.read.restricts("Read") || ask.read.restricts("Read");
  }

  find(list: RuleList, subject: Subject): Rule | undefined {
    if (!this.has(list, subject.operation)) return undefined;
    return list === "allow" ? this.#findAllowing(subject) : this.#findGuarding(list, subject);
  }

  /** Either name is enough. */
  #findGuarding(list: "deny" | "ask", { tool, operation, path, realPath, kind }: Subject): Rule | undefined {
    const side = this.#sides.guards[list][operation];
    const exact = this.#sides.exactGuards[list][operation];
    const findPath = (one: string): Rule | undefined => side.findPath(one, kind) ?? exact.findPath(one, kind);
    const rule = side.findCall(tool) ?? findPath(path);
    return rule === undefined && realPath !== path ? findPath(realPath) : rule;
  }

  /** Both names are needed. */
  #findAllowing({ tool, operation, path, realPath, kind, foldsCase }: Subject): Rule | undefined {
    const side = (foldsCase ? this.#sides.folding : this.#sides.exact)[operation];
    const named = side.findPath(path, kind);
    const real = realPath === path || named === undefined ? named : side.findPath(realPath, kind);
    if (named === undefined || real === undefined) return side.findCall(tool);
    return named.isForProtected === true ? real : named;
  }
}
