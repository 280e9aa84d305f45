/** Tools that exist to be run by the pipeline: one that answers what it is told, one that waits its turn on a file. */
import { setTimeout as wait } from "node:timers/promises";
import {
  type AbsolutePath,
  defineInput,
  defineTool,
  integer,
  optional,
  type Plan,
  type RealPath,
  type Traits,
  text,
} from "../../src/index.js";

const input = defineInput({
  what: text("What to answer."),
  delay: optional(integer("Milliseconds.", { minimum: 0 })),
});

/** A tool that answers what it is told, with the given traits: the pipeline treats it like any other. */
export function echoTool(name: string, traits: Partial<Traits>, during?: (what: string) => unknown) {
  return defineTool({
    name,
    title: name,
    searchHint: "repeat words",
    traits: {
      readOnly: true,
      concurrencySafe: true,
      maxResultChars: 100_000,
      strict: false,
      deferred: false,
      ...traits,
    },
    input,
    describe: () => `Answers with what it is given (${name}).`,
    pathOf: () => undefined,
    check: (request: { input: { what: string; delay?: number } }) => ({ accesses: [], ...request.input }),
    async execute(plan: { accesses: []; what: string; delay?: number }) {
      await during?.(`start ${plan.what}`);
      if (plan.delay !== undefined) await wait(plan.delay);
      await during?.(`end ${plan.what}`);
      return { output: { what: plan.what }, shown: plan.what };
    },
    render: (outcome) => [{ type: "text", text: outcome.shown }],
  });
}

/** A writing tool that only takes its place in the queue for a path. */
export function touchTool(log: string[]) {
  return defineTool({
    name: "Touch",
    title: "Touch",
    searchHint: "take a turn",
    traits: { readOnly: false, concurrencySafe: false, maxResultChars: 1000, strict: true, deferred: true },
    input,
    describe: () => "Takes a turn on a file.",
    pathOf: (given) => given.what,
    check: ({ path }: { path: AbsolutePath | undefined }) => ({
      accesses: [{ operation: "write" as const, path: path as AbsolutePath, realPath: path as RealPath }],
      path: path as AbsolutePath,
    }),
    async execute({ path }: Plan & { readonly path: AbsolutePath }) {
      log.push(`start ${path}`);
      await wait(5);
      log.push(`end ${path}`);
      return { output: {}, shown: "done" };
    },
    render: () => [{ type: "text", text: "done" }],
  });
}
