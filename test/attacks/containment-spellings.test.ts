/** Attacks 1 and 2: names that lead out of the root, or only seem to, and neighbours whose names begin like the root's. */
import { describe, expect, it } from "vitest";
import { textOf } from "../support/answers.js";
import {
  aimsAt,
  attempt,
  expectFencedOff,
  type Fence,
  fencedWorkspace,
  SECRET,
  SECRET_NOTEBOOK,
} from "../support/fenced-workspace.js";

function plant(): Fence {
  return fencedWorkspace({
    "in/sub/mine.txt": "mine\n",
    "out/secret.txt": SECRET,
    "out/secret.ipynb": SECRET_NOTEBOOK,
  });
}

describe("A path that climbs", () => {
  it.each([
    "in/../out/secret.txt",
    "in/../out/secret.ipynb",
    "in/sub/../../out/secret.txt",
    "in/./../out/./secret.txt",
    "in//..//out//secret.txt",
    "in/missing/../../out/secret.txt",
    "in/sub/mine.txt/../../../out/secret.txt",
    "in/../out/missing.txt",
    "in/../out/missing/deep/new.txt",
    "in/../out",
    "in/../out/",
    "in/..",
    "in/sub/../../",
  ])("is where it leads to, and outside is refused: %s [ATTACK-1]", async (way) => {
    const fence = plant();
    const path = `${fence.files.root}/${way}`;
    await expectFencedOff(fence, path, fence.files.path(way).replace(/\/$/, ""));
  });

  it.each(["//", "///", "/./", "/.//./"])("is the same with %s before it [ATTACK-1]", async (start) => {
    const fence = plant();
    const real = fence.files.path("out/secret.txt");
    await expectFencedOff(fence, `${start}${real.slice(1)}`, real);
  });

  it.each([
    "../out/*",
    "../**/secret.*",
    "**/../../out/*",
    "sub/../../out/*",
    "{..,sub}/out/*",
    "{../out,sub}/*",
    "[.][.]/out/*",
    "?(..)/out/*",
    "*/../../out/secret.txt",
    "sub/mine.txt/../../../out/*",
  ])("as a pattern finds nothing outside: %s [ATTACK-1]", async (pattern) => {
    const fence = plant();
    const aims = [
      { tool: "Glob", input: { pattern } },
      { tool: "Glob", input: { pattern, path: `${fence.inside}/sub` } },
      { tool: "Glob", input: { pattern: `${fence.inside}/${pattern}` } },
      { tool: "Grep", input: { pattern: "secret", glob: pattern } },
      { tool: "Grep", input: { pattern: "secret", glob: pattern, output_mode: "content" } },
    ];
    const attempts = [
      ...(await attempt(fence, aims)),
      ...(await attempt(fence, aims, { answer: () => ({ answer: "deny" }) })),
    ];
    for (const { result } of attempts) {
      const found = (result.output as { filenames?: readonly string[] } | undefined)?.filenames ?? [];
      expect(found.filter((path) => !path.startsWith(`${fence.inside}/`))).toEqual([]);
      expect([undefined, "PERMISSION_DENIED", "FILE_NOT_FOUND"]).toContain(result.error?.code);
    }
    await fence.expectUnheard(attempts);
    await fence.expectIntact();
  });
});

describe("A name that is no way up", () => {
  it.each([
    "%2e%2e/out/secret.txt",
    "%2e%2e%2fout%2fsecret.txt",
    "..%2fout/secret.txt",
    "%252e%252e/out/secret.txt",
    ".. /out/secret.txt",
    "... /out/secret.txt",
    ".../out/secret.txt",
    "..\\out\\secret.txt",
    "\u2025/out/secret.txt",
    "\uff0e\uff0e/out/secret.txt",
    "..\u200b/out/secret.txt",
  ])("is taken by its letters: %j [ATTACK-1]", async (way) => {
    const fence = plant();
    const path = `${fence.inside}/${way}`;
    for (const { tool, input, result } of await attempt(fence, aimsAt(path))) {
      const codes =
        tool === "Write" || "old_string" in input
          ? ["FILE_NOT_FOUND", "PERMISSION_DENIED"]
          : ["FILE_NOT_FOUND", "NOTEBOOK_INVALID", undefined];
      expect(codes, tool).toContain(result.error?.code);
      await fence.expectUnheard(result);
    }
    await fence.expectIntact();
    // Where a file has that name, it is this file and no other.
    fence.files.write(`in/${way}`, "literally\n");
    const read = await fence.toolkit().call("Read", { file_path: path });
    expect(textOf(read)).toBe("     1→literally");
  });

  it("keeps blanks and dots at its end [ATTACK-1]", async () => {
    const names = ["a", "a ", "a.", "a. ", " a", "a\t", "a...", "a\u00a0"];
    const fence = fencedWorkspace({});
    const toolkit = fence.toolkit({ onAsk: () => ({ answer: "allow" }) });
    for (const name of names) {
      const file_path = `${fence.inside}/${name}`;
      const written = await toolkit.call("Write", { file_path, content: `<${name}>\n` });
      expect(written.error).toBeUndefined();
      const edited = await toolkit.call("Edit", { file_path, old_string: ">", new_string: "!>" });
      expect(edited.error).toBeUndefined();
    }
    for (const name of names) {
      expect(fence.files.read(`in/${name}`)).toBe(`<${name}!>\n`);
      const read = await fence.toolkit().call("Read", { file_path: `${fence.inside}/${name}` });
      expect(textOf(read)).toBe(`     1→<${name}!>`);
      const path = `${fence.inside}/${name}`;
      const found = await toolkit.call("Grep", { pattern: "!", path });
      expect(found.output?.filenames).toEqual([path]);
    }
    const { output } = await toolkit.call("Glob", { pattern: "*" });
    expect(output?.filenames.toSorted()).toEqual(names.map((name) => `${fence.inside}/${name}`).toSorted());
  });
});

describe("A neighbour whose name begins like the root's", () => {
  it.each(["in-evil", "in.bak", "in ", "inn", "in-evil/in", "i"])(
    "lies outside: %j [ATTACK-2]",
    async (neighbour) => {
      const fence = fencedWorkspace({
        "in/mine.txt": "mine\n",
        [`${neighbour}/secret.txt`]: SECRET,
        [`${neighbour}/secret.ipynb`]: SECRET_NOTEBOOK,
      });
      for (const name of ["secret.txt", "secret.ipynb", "missing.txt", ""]) {
        const real = fence.files.path(neighbour, name).replace(/\/$/, "");
        await expectFencedOff(fence, `${fence.files.root}/${neighbour}/${name}`, real);
        await expectFencedOff(fence, `${fence.inside}/../${neighbour}/${name}`, real);
      }
    },
  );

  it("lies outside also of a root that is given with a slash, as a link or by detours [ATTACK-2]", async () => {
    const fence = fencedWorkspace({
      "in/mine.txt": "mine\n",
      "in-evil/secret.txt": SECRET,
      also: { link: "in" },
    });
    const { root } = fence.files;
    for (const given of [`${root}/in/`, `${root}/in/.`, `${root}/also`, `${root}/in-evil/../in`]) {
      const aims = aimsAt(`${root}/in-evil/secret.txt`);
      for (const { tool, result } of await attempt(fence, aims, { roots: [given] })) {
        const gives = tool === "Glob" ? ["PERMISSION_DENIED", undefined] : ["PERMISSION_DENIED"];
        expect(gives).toContain(result.error?.code);
      }
      const mine = await fence.toolkit({ roots: [given] }).call("Read", { file_path: `${root}/in/mine.txt` });
      expect(textOf(mine)).toBe("     1→mine");
    }
    await fence.expectIntact();
  });

  it("is not suggested for a name that is missing [ATTACK-2]", async () => {
    const fence = fencedWorkspace({
      "in/mine.txt": "mine\n",
      "in-evil/deep/secret.txt": SECRET,
      "inn/mine.txt": SECRET,
    });
    for (const way of [
      "in/deep/secret.txt",
      "in/inn/mine.tx",
      "in-evil/deep/secre.txt",
      "in/../inn/min.txt",
    ]) {
      for (const { result } of await attempt(fence, aimsAt(`${fence.files.root}/${way}`))) {
        const suggested = JSON.stringify(result.error?.data["suggestions"] ?? []);
        expect(suggested).not.toMatch(/in-evil|inn\/mine\.txt"/);
      }
    }
    await fence.expectIntact();
  });
});
