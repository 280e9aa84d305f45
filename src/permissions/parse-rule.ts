/** The outer form of a rule: `Tool` or `Tool(pattern)`. Parentheses inside the pattern are part of it. */

export type ParsedRule =
  | {
      readonly kind: "rule";
      readonly tool: string;
      /** Not there for rules about every call of the tool. */
      readonly pattern: string | undefined;
    }
  | {
      readonly kind: "malformed";
      /** As far as it can be told. */
      readonly tool: string;
      /** A clause. */
      readonly problem: string;
    };

/** The longest path there is, with every character escaped. Of far more no regular expression can be made. */
const MAX_RULE = 10_000;
const MAX_STARS = 500;

export function parseRule(text: string): ParsedRule {
  const rule = text.trim();
  const open = rule.indexOf("(");
  const tool = (/^[^()]*/.exec(rule)?.[0] ?? "").trim();
  const malformed = (problem: string): ParsedRule => ({ kind: "malformed", tool, problem });
  if (rule === "") return malformed("it is empty");
  const stars = rule.replaceAll("\\*", "").split("*").length - 1;
  if (rule.length > MAX_RULE || stars > MAX_STARS) return malformed("it is too long");
  if (tool === "") return malformed("it names no tool");
  if (open === -1) {
    return rule.includes(")")
      ? malformed("its parenthesis was never opened")
      : { kind: "rule", tool, pattern: undefined };
  }
  if (!rule.endsWith(")")) {
    return malformed(
      rule.includes(")") ? "something follows its parenthesis" : "its parenthesis is not closed",
    );
  }
  // A name that begins with a blank can be written with a backslash before it; what people write is a slip.
  const pattern = rule.slice(open + 1, -1).trimStart();
  if (/^!?\s*$/.test(pattern)) return malformed("there is no path in its parentheses");
  return { kind: "rule", tool, pattern: pattern === "*" ? undefined : pattern };
}
