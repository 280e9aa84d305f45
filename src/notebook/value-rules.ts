/** Small rules about decoded JSON that are put together to the rules of a format. */
import { visible } from "../text/visible.js";
import { isObject } from "./outputs.js";

/** Where a value breaks a rule, and how. */
export interface Violation {
  /** Such as `cells[3].outputs[0].text`; empty for the value itself. */
  readonly path: string;
  /** A phrase that goes on from the path: "is missing", "is no string". */
  readonly detail: string;
}

export type Rule = (value: unknown, path: string) => Iterable<Violation>;

export interface ObjectRules {
  readonly required?: Readonly<Record<string, Rule>>;
  readonly optional?: Readonly<Record<string, Rule>>;
  /** For members that are not named; without it any are allowed. */
  readonly others?: (key: string) => Rule;
}

export const anything: Rule = () => [];

export const isUnknown: Rule = (_, path) => [{ path, detail: "is not part of this format" }];

export const aString: Rule = is("is no string", (value) => typeof value === "string");

export const aBoolean: Rule = is("is neither true nor false", (value) => typeof value === "boolean");

/** A text in one string or in several. */
export const someText: Rule = is(
  "is neither a string nor a list of strings",
  (value) =>
    typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string")),
);

export function is(detail: string, test: (value: unknown) => boolean): Rule {
  return (value, path) => (test(value) ? [] : [{ path, detail }]);
}

export function anInteger(minimum: number): Rule {
  return is(
    `is no whole number from ${minimum} on`,
    (value) => typeof value === "number" && Number.isInteger(value) && value >= minimum,
  );
}

export function orNull(rule: Rule): Rule {
  return (value, path) => (value === null ? [] : rule(value, path));
}

export function aStringLike(pattern: RegExp, detail: string): Rule {
  return is(detail, (value) => typeof value === "string" && pattern.test(value));
}

export function aList(item: Rule): Rule {
  return function* check(value, path) {
    if (!Array.isArray(value)) {
      yield { path, detail: "is no list" };
      return;
    }
    for (const [index, each] of value.entries()) yield* item(each, `${path}[${index}]`);
  };
}

export function anObject({ required = {}, optional = {}, others }: ObjectRules = {}): Rule {
  return function* check(value, path) {
    if (!isObject(value)) {
      yield { path, detail: "is no object" };
      return;
    }
    for (const key of Object.keys(required)) {
      if (!Object.hasOwn(value, key)) yield { path: join(path, key), detail: "is missing" };
    }
    for (const [key, member] of Object.entries(value)) {
      const rule = ownRule(required, key) ?? ownRule(optional, key) ?? others?.(key);
      if (rule !== undefined) yield* rule(member, join(path, key));
    }
  };
}

export function all(...rules: readonly Rule[]): Rule {
  return function* check(value, path) {
    for (const rule of rules) yield* rule(value, path);
  };
}

function ownRule(rules: Readonly<Record<string, Rule>>, key: string): Rule | undefined {
  return Object.hasOwn(rules, key) ? rules[key] : undefined;
}

function join(path: string, key: string): string {
  const name = visible(key);
  return path === "" ? name : `${path}.${name}`;
}
