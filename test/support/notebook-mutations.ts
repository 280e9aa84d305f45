/** Notebooks in which something was replaced, removed or added, so that some are valid and most are not. */
import * as fc from "fast-check";
import { notebooks } from "./notebooks.js";

/** What mutations put in place of something. */
const values = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  7,
  "",
  "a",
  "a,b",
  "x\ny",
  "auto",
  "code",
  "markdown",
  "raw",
  "stream",
  "error",
  [],
  ["a"],
  ["a", "a"],
  [1],
  {},
  { name: "x" },
  { a: "b" },
  { "text/plain": "x" },
  { "application/json": 1 },
);
const keys = fc.constantFrom(
  "id",
  "cell_type",
  "metadata",
  "source",
  "outputs",
  "execution_count",
  "attachments",
  "data",
  "text",
  "name",
  "tags",
  "jupyter",
  "collapsed",
  "scrolled",
  "execution",
  "format",
  "kernelspec",
  "language_info",
  "title",
  "authors",
  "output_type",
  "traceback",
  "ename",
  "orig_nbformat",
  "application/x+json",
  "text/html",
  "extra",
);

interface Mutation {
  readonly way: readonly number[];
  readonly kind: "set" | "remove" | "add";
  readonly key: string;
  readonly value: unknown;
}

const mutations: fc.Arbitrary<Mutation> = fc.record({
  way: fc.array(fc.nat(12), { maxLength: 6 }),
  kind: fc.constantFrom("set", "remove", "add"),
  key: keys,
  value: values,
});

/** Walks into the value by the numbers of the way, and changes what is there. */
function mutate(value: unknown, { way, kind, key, value: put }: Mutation): unknown {
  if (typeof value !== "object" || value === null) return put;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  const members = copy as Record<string, unknown>;
  const names = Object.keys(copy);
  const [step, ...rest] = way;
  const name = step === undefined ? key : names[step % Math.max(1, names.length)];
  if (step !== undefined && name !== undefined && rest.length > 0) {
    members[name] = mutate(members[name], { way: rest, kind, key, value: put });
  } else if (kind === "add" && !Array.isArray(copy)) members[key] = put;
  else if (name !== undefined && kind === "set") members[name] = put;
  else if (name !== undefined && !Array.isArray(copy)) delete members[name];
  return copy;
}

export const mutatedNotebooks: fc.Arbitrary<unknown> = fc
  .tuple(notebooks({ isFaulty: false }), fc.array(mutations, { maxLength: 3 }))
  .map(([value, changes]) => changes.reduce<unknown>(mutate, value));
