/**
 * Attacks that learn whether something outside the roots, or something denied, exists. The same calls are made with it and without
 * it, and every answer must be the same, letter by letter.
 */
import { linkSync, lutimesSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ToolkitOptions } from "../../src/index.js";
import { errorOf, textOf } from "../support/answers.js";
import {
  type Aim,
  aimsAt,
  CANARY,
  type Fence,
  fencedWorkspace,
  SECRET,
} from "../support/fenced-workspace.js";
import type { Tree } from "../support/workspace.js";

interface World {
  readonly tree: Tree;
  /** What must not be known to exist. */
  readonly hidden: Tree;
  readonly prepare?: (fence: Fence) => void;
}

/** Everything that a model gets from these calls, without what differs between two temporary folders. */
async function answersOf(
  world: World,
  isThere: boolean,
  aims: (inside: string) => readonly Aim[],
  options: ToolkitOptions,
): Promise<readonly string[]> {
  const fence = fencedWorkspace({ ...world.tree, ...(isThere ? world.hidden : {}) });
  if (isThere) world.prepare?.(fence);
  // Files are listed by their times.
  for (const name of readdirSync(fence.inside, { recursive: true, encoding: "utf8" }))
    lutimesSync(join(fence.inside, name), 1000, 1000);
  const toolkit = fence.toolkit(options);
  const answers: string[] = [];
  for (const { tool, input } of aims(fence.inside)) {
    const { content, error } = await toolkit.call(tool, input);
    const told = JSON.stringify([tool, input, content, error?.code, error?.data]);
    answers.push(told.replaceAll(fence.files.root, "ROOT"));
  }
  return answers;
}

async function expectSame(
  world: World,
  aims: (inside: string) => readonly Aim[],
  options: ToolkitOptions = {},
): Promise<readonly string[]> {
  const without = await answersOf(world, false, aims, options);
  expect(await answersOf(world, true, aims, options)).toEqual(without);
  return without;
}

const LONG = "a".repeat(300);
const deny = { permissions: { deny: ["Read(vault/**)", "Read(vault)"] } };

const unresolvable: Readonly<Record<string, World & { readonly path: string }>> = {
  "a name that is too long, behind a link to a folder": {
    path: `link/${LONG}`,
    tree: { "in/link": { link: "TARGET" } },
    hidden: { "TARGET/file.txt": SECRET },
  },
  "a link to a name that is too long": {
    path: "link",
    tree: { "in/link": { link: `TARGET/${LONG}` } },
    hidden: { "TARGET/file.txt": SECRET },
  },
  "a link to a circle of links": {
    path: "link/x.txt",
    tree: { "in/link": { link: "TARGET/circle" } },
    hidden: { "TARGET/circle": { link: "circle" } },
  },
  "a link that leads back and forth": {
    path: "link",
    tree: { "in/link": { link: "TARGET/back" } },
    hidden: { "TARGET/back": { link: "BACK/link" } },
  },
  "a long name below a folder that is reached by several links": {
    path: `one/${LONG}/x`,
    tree: { "in/one": { link: "two" }, "in/two": { link: "TARGET/deep" } },
    hidden: { "TARGET/deep/file.txt": SECRET },
  },
};

/** TARGET stands for a place outside the roots or denied inside; links lead there from the root, and BACK to the root. */
function placed({ tree, hidden }: World, place: "outside" | "denied"): World {
  const [target, from, back] = place === "outside" ? ["out", "../out", "../in"] : ["in/vault", "vault", ".."];
  const placeIn = (given: Tree): Tree =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name.replace("TARGET", target),
        typeof value === "object" && "link" in value && typeof value.link === "string"
          ? { link: value.link.replace("TARGET", from).replace("BACK", back) }
          : value,
      ]),
    );
  return { tree: placeIn(tree), hidden: placeIn(hidden) };
}

describe("A path that can't be resolved", () => {
  const cases = Object.keys(unresolvable).flatMap((name) =>
    (["outside", "denied"] as const).map((place) => [name, place] as const),
  );
  it.each(cases)("tells nothing of what exists: %s, %s [HOST-32, ATTACK-13]", async (name, place) => {
    const { path, ...world } = unresolvable[name] as (typeof unresolvable)[string];
    const options = place === "denied" ? deny : {};
    const answers = await expectSame(placed(world, place), (inside) => aimsAt(`${inside}/${path}`), options);
    for (const answer of answers) if (answer.includes("Read")) expect(answer).toContain("PERMISSION_DENIED");
  });

  it("inside the roots is told why [HOST-32]", async () => {
    const fence = fencedWorkspace({
      "in/a": { link: "b" },
      "in/b": { link: "a" },
      "in/folder/x.txt": "x\n",
      "in/way": { link: "folder" },
    });
    for (const options of [{}, deny]) {
      const toolkit = fence.toolkit(options);
      for (const path of ["a", LONG, `way/${LONG}`]) {
        const file_path = `${fence.inside}/${path}`;
        const read = await toolkit.call("Read", { file_path });
        const written = await toolkit.call("Write", { file_path, content: "x\n" });
        const found = await toolkit.call("Grep", { pattern: "x", path: file_path });
        for (const result of [read, written, found])
          expect([path, errorOf(result)]).toMatchObject([path, { code: "PATH_INVALID" }]);
      }
    }
  });
});

describe("A file outside the roots", () => {
  it.each(["default", "acceptEdits"] as const)(
    "does not show that it has hard links, in %s mode [HOST-33, ATTACK-13]",
    async (mode) => {
      const world: World = {
        tree: { "in/a.txt": "x\n", "in/link": { link: "../out/linked.txt" } },
        hidden: { "out/linked.txt": SECRET },
        prepare: ({ files }) => linkSync(files.path("out/linked.txt"), files.path("out/second.txt")),
      };
      const aims = (inside: string): readonly Aim[] => [
        ...aimsAt(`${inside}/link`),
        ...aimsAt(`${inside}/../out/linked.txt`),
      ];
      await expectSame(world, aims, { permissions: { mode } });
      // More folders than can be walked: nobody knows whether one of the names is denied.
      const doubtful = { mode, deny: ["Read(//proc/**/never)"] };
      await expectSame(world, aims, { permissions: doubtful });
    },
  );
});

describe("A denied name", () => {
  it.each([{ link: "folder" }, { link: "nowhere" }, { link: "file.txt" }, { link: "../out" }])(
    "is nothing to Glob, also if it is a link: %o [HOST-34, ATTACK-13]",
    async (link) => {
      const world: World = {
        tree: { "in/folder/x.txt": "x\n", "in/file.txt": "x\n", "out/y.txt": SECRET },
        hidden: { "in/vault": link },
      };
      const patterns = ["vault/*", "vault/**", "vault/x.txt", "vault", "./vault/*", "folder/../vault/*"];
      const aims = (inside: string): readonly Aim[] => [
        ...patterns.map((pattern) => ({ tool: "Glob", input: { pattern } })),
        ...patterns.map((pattern) => ({ tool: "Glob", input: { pattern: `${inside}/${pattern}` } })),
        ...patterns.map((glob) => ({ tool: "Grep", input: { pattern: "x", glob } })),
      ];
      await expectSame(world, aims, deny);
    },
  );
});

describe("An ignore file that is a link", () => {
  const names = [".gitignore", ".ignore", ".rgignore", ".git/info/exclude"];
  const searches: readonly Aim[] = [
    { tool: "Glob", input: { pattern: "**/*.txt" } },
    { tool: "Glob", input: { pattern: "sub/*.txt" } },
    { tool: "Grep", input: { pattern: "x" } },
    { tool: "Grep", input: { pattern: "x", glob: "sub/*.txt" } },
    { tool: "Grep", input: { pattern: "x", output_mode: "count" } },
  ];
  const cases = names.flatMap((name) =>
    ["outside", "denied", "linked folder"].map((place) => [name, place] as const),
  );

  it.each(cases)("is not followed: %s, %s [HOST-35, ATTACK-13]", async (name, place) => {
    const way = "../".repeat(name.split("/").length - 1);
    const link = place === "denied" ? `${way}vault/list` : `${way}../out/list`;
    const hidden = place === "denied" ? "in/vault/list" : "out/list";
    const world: World = {
      tree: {
        "in/.git/HEAD": "ref: refs/heads/main\n",
        "in/one.txt": "x\n",
        "in/sub/two.txt": "x\n",
        "in/sub/.ignore": "nothing\n",
        ...(place === "linked folder" && name.startsWith(".git/")
          ? { "in/.git/info": { link: "../../out" } }
          : { [`in/${name}`]: { link } }),
      },
      hidden:
        place === "linked folder"
          ? { "out/list": "*.txt\n", "out/exclude": "*.txt\n" }
          : { [hidden]: "*.txt\n" },
    };
    const answers = await expectSame(world, () => searches, deny);
    for (const answer of answers) expect(answer).toContain("two.txt");
    expect(answers[0]).toContain("such ignore files were not applied");
  });

  it("is not followed in a folder that the search names or that lies above [HOST-35]", async () => {
    const world = (place: string): World => ({
      tree: {
        "in/.git/HEAD": "ref: refs/heads/main\n",
        "in/sub/deep/two.txt": "x\n",
        [`in/${place}.gitignore`]: { link: `${place === "" ? "" : "../"}../out/list` },
      },
      hidden: { "out/list": "*.txt\n" },
    });
    const named = [
      { tool: "Glob", input: { pattern: "sub/deep/*" } },
      { tool: "Grep", input: { pattern: "x", glob: "sub/deep/*" } },
    ];
    const below = (inside: string): readonly Aim[] => [
      { tool: "Glob", input: { pattern: "*", path: `${inside}/sub/deep` } },
      { tool: "Grep", input: { pattern: "x", path: `${inside}/sub/deep` } },
    ];
    for (const answer of await expectSame(world("sub/"), () => named)) expect(answer).toContain("two.txt");
    for (const place of ["", "sub/"])
      for (const answer of await expectSame(world(place), below)) expect(answer).toContain("two.txt");
  });
});

describe("A file that a person wants to be asked about", () => {
  it.each(["refuse", "rebase"] as const)(
    "is not quoted in a refusal because it has changed: staleEdits %s [HOST-36, ATTACK-13]",
    async (staleEdits) => {
      const fence = fencedWorkspace({ "in/asked.txt": "one\ntwo\nthree\n" });
      let isAllowed = true;
      const toolkit = fence.toolkit({
        permissions: { ask: ["Read(asked.txt)"], allow: ["Edit"] },
        onAsk: () => ({ answer: isAllowed ? "allow" : "deny" }),
        staleEdits,
      });
      const file_path = `${fence.inside}/asked.txt`;
      await toolkit.call("Read", { file_path });
      isAllowed = false;
      fence.files.write("in/asked.txt", `one\ntwo\nthree\n${SECRET}`);
      const answers = [
        await toolkit.call("Edit", { file_path, old_string: "two", new_string: "2" }),
        await toolkit.call("Write", { file_path, content: "mine\n" }),
        await toolkit.call("Edit", { file_path, old_string: CANARY.slice(0, 6), new_string: "2" }),
      ];
      for (const answer of answers) expect(errorOf(answer).code).toBe("FILE_CHANGED_SINCE_READ");
      expect(JSON.stringify(answers)).not.toContain(CANARY);
    },
  );
});

describe("A saved result", () => {
  async function saved(options: ToolkitOptions = {}) {
    const lines = Array.from({ length: 4000 }, (_, index) => `needle ${index} ${"hay ".repeat(8)}`);
    const fence = fencedWorkspace({
      "in/secret.txt": `${lines.join("\n")}\nneedle ${CANARY}\n`,
      "in/open.txt": "x\n",
    });
    const toolkit = fence.toolkit(options);
    const grep = { pattern: "needle", path: fence.inside, output_mode: "content", head_limit: 0 };
    const text = textOf(await toolkit.call("Grep", grep));
    const file_path = /All of it is in (\S+?)[;,]/.exec(text)?.[1] ?? "none";
    return { fence, toolkit, file_path };
  }
  const back = [
    (file_path: string): Aim => ({ tool: "Read", input: { file_path, offset: 3990, limit: 20 } }),
    (path: string): Aim => ({ tool: "Grep", input: { pattern: "canary", path, output_mode: "content" } }),
  ];

  it("is closed once a rule denies what it may hold, and says what to do [HOST-37, ATTACK-17]", async () => {
    const { fence, toolkit, file_path } = await saved();
    for (const aim of back)
      expect(textOf(await toolkit.call(aim(file_path).tool, aim(file_path).input))).toContain(CANARY);
    const past = { id: toolkit.session.id, calls: toolkit.session.issuedCalls, savedResults: [file_path] };
    const settings = JSON.stringify({ permissions: { deny: ["Read(secret.txt)"] } });
    fence.files.write("in/.filewright/settings.json", settings);
    await wait(150);
    for (const later of [toolkit, fence.toolkit({ resumes: past })]) {
      for (const aim of back) {
        const { tool, input } = aim(file_path);
        const { code, message } = errorOf(await later.call(tool, input));
        expect([code, message.includes("Make the call again")]).toEqual(["PERMISSION_DENIED", true]);
      }
    }
  });

  it("can be read back by a later process under the same rules [HOST-37]", async () => {
    const rules = { permissions: { deny: ["Read(other.txt)"], ask: ["Read(asked.txt)"] } };
    const { fence, toolkit, file_path } = await saved(rules);
    const past = { id: toolkit.session.id, calls: toolkit.session.issuedCalls, savedResults: [file_path] };
    for (const later of [toolkit, fence.toolkit({ ...rules, resumes: past })])
      for (const aim of back)
        expect(textOf(await later.call(aim(file_path).tool, aim(file_path).input))).toContain(CANARY);
  });
});
