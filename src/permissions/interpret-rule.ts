/** What a rule speaks of: which calls or which paths. Rules of other programs' tools speak of nothing here. */
import { ToolError } from "../errors/tool-error.js";
import { clip } from "../text/clip.js";
import { editDistance } from "../text/nearest-names.js";
import { visible, visiblePath } from "../text/visible.js";
import { type GivenRule, type Operation, permissionModes } from "./access.js";
import { parseRule } from "./parse-rule.js";
import { familyNames, foreignTools, nameMatcher, pathTools } from "./rule-tools.js";

export type Reach =
  | {
      readonly kind: "calls";
      /** Every access of these, whatever the tool. */
      readonly operations: readonly Operation[];
      /** All calls of the tools with such names. */
      readonly tools: RegExp | undefined;
    }
  | { readonly kind: "paths"; readonly families: readonly Operation[]; readonly pattern: string }
  | { readonly kind: "nothing" };

export interface Interpretation {
  readonly reach: Reach;
  readonly problems: readonly string[];
}

/** Beside the longest path that is shown. */
const MAX_SHOWN_RULE = 70;

const nothing: Reach = { kind: "nothing" };

/** Throws when a rule for one of our tools can't be understood: it might have been meant to forbid something. */
export function interpretRule(rule: GivenRule, tools: readonly string[]): Interpretation {
  const parsed = parseRule(rule.text);
  const { tool } = parsed;
  const isGuarding = rule.list !== "allow";
  const known = [...new Set([...Object.keys(pathTools), ...tools])];
  const exact = known.find((name) => name === tool);
  const meant = exact ?? known.find((name) => name.toLowerCase() === tool.toLowerCase());
  if (parsed.kind === "malformed") {
    const isOurs =
      meant !== undefined || (tool.includes("*") && known.some((name) => nameMatcher(tool).test(name)));
    if (tool === "" || isOurs) throw refuseMalformed(rule, parsed.problem);
    return { reach: nothing, problems: [] };
  }
  if (tool.includes("*")) return interpretGlob(rule, tool, parsed.pattern, tools);
  if (meant === undefined) return { reach: nothing, problems: explainUnknown(rule, tool, known) };
  const { reach, problems } = interpretKnown(rule, meant, parsed.pattern, tools);
  if (meant === tool) return { reach, problems };
  const capitals = `The tool is called ${meant}, in these letters. Write ${meant}${rest(rule)}.`;
  return { reach: isGuarding ? reach : nothing, problems: [capitals, ...problems] };
}

/**
 * What to tell a person who adds a rule for a tool of another program. Settings files are shared with other programs, so such
 * rules are not a mistake in a file, and nothing else warns of them. `undefined` if the rule is about a tool that is here.
 */
export function explainForeignTool(rule: GivenRule, tools: readonly string[]): string | undefined {
  const { reach, problems } = interpretRule(rule, tools);
  if (reach.kind !== "nothing" || problems.length > 0) return undefined;
  const { tool } = parseRule(rule.text);
  return `There is no tool ${visiblePath(tool)} here, so the rule has no effect in Filewright. Tools: ${tools.join(", ")}.`;
}

function interpretKnown(
  { list }: GivenRule,
  name: string,
  pattern: string | undefined,
  tools: readonly string[],
): Interpretation {
  const operation = pathTools[name];
  if (pattern === undefined) {
    if (name === "Read") {
      const operations: readonly Operation[] = list === "deny" ? ["read", "write"] : ["read"];
      return { reach: { kind: "calls", operations, tools: undefined }, problems: [] };
    }
    if (name === "Edit") {
      return { reach: { kind: "calls", operations: ["write"], tools: undefined }, problems: [] };
    }
    if (tools.includes(name)) {
      return { reach: { kind: "calls", operations: [], tools: nameMatcher(name) }, problems: [] };
    }
    const family = familyNames[operation ?? "write"];
    return {
      reach: nothing,
      problems: [`There is no tool ${name} here, so that it never matches. Write ${family}.`],
    };
  }
  const families: readonly Operation[] = operation === undefined ? ["read", "write"] : [operation];
  if (name === "Read" || name === "Edit")
    return { reach: { kind: "paths", families, pattern }, problems: [] };
  const advice = families.map((family) => `${familyNames[family]}(${visiblePath(pattern)})`).join(" and ");
  if (list === "allow") {
    return {
      reach: nothing,
      problems: [`Only Read and Edit can be allowed by path, so that it never matches. Write ${advice}.`],
    };
  }
  const problem = `Only Read and Edit take paths, so that it is taken for ${advice}. Write that instead.`;
  return { reach: { kind: "paths", families, pattern }, problems: [problem] };
}

/** A name with stars may forbid, but never allow: it would cover tools that nobody has thought of. */
function interpretGlob(
  { list }: GivenRule,
  glob: string,
  pattern: string | undefined,
  tools: readonly string[],
): Interpretation {
  const isElsewhere = glob.includes("_");
  if (list === "allow") {
    const problem =
      "A rule that allows must name its tool, so that it never matches. Write Read, Edit or another tool's name.";
    return { reach: nothing, problems: isElsewhere ? [] : [problem] };
  }
  const name = nameMatcher(glob);
  const families = [
    ...new Set(
      Object.keys(pathTools)
        .filter((tool) => name.test(tool))
        .map((tool) => pathTools[tool] as Operation),
    ),
  ];
  if (pattern !== undefined) {
    if (families.length === 0) return { reach: nothing, problems: [] };
    const advice = families.map((family) => `${familyNames[family]}(${visiblePath(pattern)})`).join(" and ");
    const problem = `Only Read and Edit take paths, so that it is taken for ${advice}. Write that instead.`;
    return { reach: { kind: "paths", families, pattern }, problems: [problem] };
  }
  const whole: Operation[] = [];
  if (name.test("Read")) whole.push("read");
  if (name.test("Edit") || (list === "deny" && name.test("Read"))) whole.push("write");
  const matchesAny = whole.length > 0 || tools.some((tool) => name.test(tool));
  return {
    reach: matchesAny ? { kind: "calls", operations: whole, tools: name } : nothing,
    problems:
      matchesAny || isElsewhere
        ? []
        : ["No tool here has such a name, so that it never matches. Write * for every tool."],
  };
}

function explainUnknown(rule: GivenRule, tool: string, known: readonly string[]): string[] {
  if ((permissionModes as readonly string[]).includes(tool)) {
    return [`${tool} is a mode, not a tool. Write it as "defaultMode", beside the lists.`];
  }
  // A path without its tool.
  if (/^[.~/!]|\/|\.\w+$/.test(tool)) {
    return [
      `It names no tool, so that it never matches. Write Read(${visiblePath(rule.text.trim())}) or Edit(…).`,
    ];
  }
  if (tool.includes("_") || foreignTools.has(tool)) return [];
  const bound = tool.length > 5 ? 2 : 1;
  const near = known.find(
    (name) => name.length > 2 && editDistance(tool.toLowerCase(), name.toLowerCase(), bound) <= bound,
  );
  return near === undefined
    ? []
    : [`There is no tool ${visiblePath(tool)}, so that it never matches. Write ${near}${rest(rule)}.`];
}

/** The rule without its tool. */
function rest({ text }: GivenRule): string {
  const open = text.indexOf("(");
  return open === -1 ? "" : visiblePath(text.slice(open).trim());
}

function refuseMalformed(rule: GivenRule, problem: string): ToolError {
  const { text, list, source } = rule;
  const place = source.file === undefined ? "" : ` of ${visiblePath(source.file)}`;
  return new ToolError(
    "SETTINGS_INVALID",
    `The rule ${clip(JSON.stringify(visible(text)), MAX_SHOWN_RULE)} in the ${list} list${place} can't be understood: ${problem}.`,
    {
      data: { rule: text, list, ...(source.file === undefined ? {} : { file: source.file }) },
      hint: "Write a tool's name, or Read(pattern) or Edit(pattern).",
    },
  );
}
