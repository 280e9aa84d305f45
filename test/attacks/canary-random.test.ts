/** Calls that nobody thought of, made with and without denied files. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CanaryCall, canaryTrees, expectSilent, NAME } from "../support/canary-trees.js";

const names = fc.constantFrom(
  ...`src deep docs lone ignored alias.txt alias-folder chain up app.ts plain.txt sub a.txt b.txt .. . none below`.split(
    " ",
  ),
  `${NAME}.env`,
  `${NAME.toUpperCase()}.env`,
  `${NAME}.ts`,
  `${NAME}.ipynb`,
  `vault-${NAME}`,
  `.hidden-${NAME}`,
  "wombat9c1f.env",
  "wombat9c1f.txt",
  "",
);
const paths = fc.array(names, { minLength: 0, maxLength: 4 }).map((each) => each.join("/"));
const globPieces = fc.constantFrom(
  "*",
  "**",
  "?",
  "*.env",
  "*.{ts,env}",
  "[a-z]*",
  "vault-*",
  "{src,lone}",
  "!(src)",
  "alias-*",
);
const globs = fc
  .array(fc.oneof(globPieces, names), { minLength: 1, maxLength: 3 })
  .map((each) => each.join("/"));
const words = fc.constantFrom(
  "needle",
  "TOKEN",
  "second",
  "quokka",
  ".",
  "e$",
  "n.*e",
  "(",
  "hay",
  "\\n",
  "import",
);

/** In words of a folder that is not known yet. */
const calls: fc.Arbitrary<(root: string) => CanaryCall> = fc.oneof(
  fc
    .tuple(paths, fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }))
    .map(([path, offset]) => (root: string) => ({
      tool: "Read",
      input: { file_path: `${root}/${path}`, offset },
    })),
  fc.tuple(paths, fc.boolean()).map(([path, isNew]) => (root: string) => ({
    tool: "Edit",
    input: { file_path: `${root}/${path}`, old_string: isNew ? "" : "needle", new_string: "x" },
  })),
  paths.map((path) => (root: string) => ({
    tool: "Write",
    input: { file_path: `${root}/${path}`, content: "x" },
  })),
  paths.map((path) => (root: string) => ({
    tool: "NotebookEdit",
    input: { notebook_path: `${root}/${path}`, cell_id: "cell", new_source: "x" },
  })),
  fc.tuple(globs, fc.option(paths, { nil: undefined })).map(([pattern, path]) => (root: string) => ({
    tool: "Glob",
    input: { pattern, ...(path === undefined ? {} : { path: `${root}/${path}` }) },
  })),
  fc
    .record({
      pattern: words,
      path: fc.option(paths, { nil: undefined }),
      glob: fc.option(globs, { nil: undefined }),
      output_mode: fc.constantFrom("content", "count", "files_with_matches"),
      "-i": fc.boolean(),
      multiline: fc.boolean(),
      "-C": fc.integer({ min: 0, max: 3 }),
      head_limit: fc.integer({ min: 0, max: 6 }),
      offset: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ path, ...input }) => (root: string) => ({
      tool: "Grep",
      input: { ...input, ...(path === undefined ? {} : { path: `${root}/${path}` }) },
    })),
);

describe("With and without denied files", () => {
  it("calls made up at random are answered alike [CANARY-4, ATTACK-16]", async () => {
    const [present, absent] = canaryTrees({ isAllowed: false });
    await fc.assert(
      fc.asyncProperty(calls, async (make) => {
        const answers: string[] = [];
        for (const tree of [present, absent]) {
          const call = make(tree.files.root);
          const heard = await tree.hear(call);
          expectSilent(call, heard, tree);
          answers.push(tree.normal(heard));
        }
        expect(answers[0]).toBe(answers[1]);
      }),
      { numRuns: 250, seed: 20_261_116 },
    );
  });
});
