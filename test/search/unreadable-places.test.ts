/** Folders and files that may not be looked into: they are said, and they cost nothing else. */
import { execFileSync } from "node:child_process";
import { chownSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CallResult, ToolCall } from "../../src/index.js";
import type { GlobOutput } from "../../src/tools/glob/schema.js";
import { textOf } from "../support/answers.js";
import { type ActorOrder, asStranger, isRoot, runActor, stranger } from "../support/run-actor.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "../support/workspace.js";

const allWays: readonly ToolCall[] = [
  { name: "Glob", input: { pattern: "**/*" } },
  ...["files_with_matches", "count", "content"].map((output_mode) => ({
    name: "Grep",
    input: { pattern: "needle", output_mode },
  })),
];

describe("A place without permission", () => {
  it("is named, and everything else is found [SEARCH-5, FIND-4]", async () => {
    const files = strangersTree({
      "a.txt": "needle\n",
      "closed/b.txt": "needle\n",
      "secret.txt": "needle\n",
      "listed/c.txt": "needle\n",
      "odd\n/x.txt": "needle\n",
    });
    const closed = files.path("closed");
    const prepare = `cd '${files.root}'; chmod 000 closed secret.txt odd*; chmod 444 listed`;
    const { results } = await runActor(orderFor(files), { ...asStranger(), prepare });
    const [glob, ...greps] = results;
    for (const result of greps) {
      expect(result.output).toMatchObject({ filenames: [files.path("a.txt")], unreadable: 4 });
      expect(textOf(result)).toMatch(/^\[Incomplete: 4 places could not be read: .*, and 1 more\.\]$/m);
    }
    const { filenames } = (glob as CallResult<GlobOutput>).output as GlobOutput;
    expect(filenames.toSorted()).toEqual([files.path("a.txt"), files.path("secret.txt")]);
    expect(textOf(glob as CallResult)).toContain("[Incomplete: 3 places could not be read: ");
    for (const name of [closed, files.path("odd\\n"), files.path("listed")])
      expect(textOf(glob as CallResult)).toContain(name);
  });

  it("below a link is named as it was asked for, not by where the link leads [SEARCH-5, PATH-14]", async () => {
    const files = strangersTree({ "real/closed/b.txt": "needle\n", way: { link: "real" } });
    const prepare = `chmod 000 '${files.path("real/closed")}'`;
    const calls = allWays.map(({ name, input }) => ({
      name,
      input: { ...(input as object), path: files.path("way") },
    }));
    const order = { ...orderFor(files), calls };
    const { results } = await runActor(order, { ...asStranger(), prepare });
    for (const result of results) {
      expect(textOf(result)).toContain(`could not be read: ${files.path("way/closed")}.]`);
      expect(textOf(result)).not.toContain(files.path("real"));
    }
  });

  it("as the only one leaves nothing found so far [FIND-4, SEARCH-5]", async () => {
    const files = strangersTree({ "closed/b.txt": "needle\n" });
    const prepare = `chmod 000 '${files.path("closed")}'`;
    const { results } = await runActor(orderFor(files), { ...asStranger(), prepare });
    for (const result of results) {
      expect(textOf(result)).toMatch(/^No (?:files found|matches found in 0 files) so far\n/);
      expect(textOf(result)).toContain(`[Incomplete: 1 place could not be read: ${files.path("closed")}.]`);
    }
  });

  it("searched itself is refused [SEARCH-5, FIND-5]", async () => {
    const files = strangersTree({ "closed/b.txt": "needle\n", "secret.txt": "needle\n" });
    const calls: ToolCall[] = [
      { name: "Glob", input: { pattern: "*", path: files.path("closed") } },
      { name: "Grep", input: { pattern: "needle", path: files.path("closed") } },
      { name: "Grep", input: { pattern: "needle", path: files.path("secret.txt") } },
    ];
    const prepare = `chmod 000 '${files.path("closed")}' '${files.path("secret.txt")}'`;
    const { results } = await runActor({ ...orderFor(files), calls }, { ...asStranger(), prepare });
    for (const result of results)
      expect(textOf(result)).not.toMatch(/^No (?:files found|matches found in \d+ files?)$/m);
  });

  it("in our own state is not even counted [SEARCH-6]", async () => {
    const files = strangersTree({ "a.txt": "hay\n", "state/closed/x.txt": "needle\n" });
    const prepare = `chmod 000 '${files.path("state/closed")}'`;
    const order = { ...orderFor(files), stateDirectory: files.path("state") };
    const { results } = await runActor(order, { ...asStranger(), prepare });
    const [glob, ...greps] = results.map(textOf);
    expect(glob).toBe(files.path("a.txt"));
    for (const text of greps) expect(text).toBe("No matches found in 1 file");
  });
});

function orderFor(files: TempWorkspace): ActorOrder {
  return {
    root: files.root,
    stateDirectory: join(dirname(files.root), "state"),
    calls: allWays,
    compares: false,
  };
}

/** A tree of the user that the actor will be. Root may remove it whatever its modes are; others have to open it first. */
function strangersTree(tree: Tree): TempWorkspace {
  const files = tempWorkspace(tree);
  onTestFinished(() => {
    execFileSync("chmod", ["-R", "u+rwx", files.root]);
    rmSync(files.root, { recursive: true, force: true });
  });
  if (!isRoot) return files;
  const base = dirname(files.root);
  const inside = readdirSync(base, { recursive: true }).map((name) => join(base, String(name)));
  for (const path of [base, ...inside]) chownSync(path, stranger.uid, stranger.gid);
  return files;
}
