import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../../src/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { createFaultyFileSystem } from "../../support/faulty-file-system.js";
import { tempWorkspace } from "../../support/workspace.js";

describe("Read and the path it is given", () => {
  it("refuses a relative path with the absolute one it would be [PATH-1]", async () => {
    const files = tempWorkspace({ "src/a.ts": "x" });
    const error = errorOf(await files.toolkit().call("Read", { file_path: "src/a.ts" }));
    expect(error.code).toBe("PATH_NOT_ABSOLUTE");
    expect(error.message).toBe(
      `The path must be absolute. Under the working directory it would be ${files.path("src/a.ts")}.`,
    );
  });

  it.each([
    "",
    "   ",
    "/tmp/a\0b",
    "\\\\server\\share\\x",
    "C:\\Users\\x",
    "c:/x",
    "/tmp/\ud800",
    `/${"a".repeat(5000)}`,
    "file:///etc/hosts",
  ])("refuses %j by its letters, before any disk is touched [PATH-2]", async (path) => {
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const files = tempWorkspace();
    const toolkit = files.toolkit({ fileSystem });
    const before = fileSystem.calls("resolve");
    const error = errorOf(await toolkit.call("Read", { file_path: path }));
    expect(error.code).toBe("PATH_INVALID");
    expect(fileSystem.calls("resolve")).toBe(before);
  });

  it("knows one file under every spelling and link [PATH-5]", async () => {
    const files = tempWorkspace({ "src/a.ts": "x\n", "b.ts": { link: "src/a.ts" }, way: { link: "src" } });
    const toolkit = files.toolkit();
    const spellings = ["b.ts", "way/a.ts", "./src//a.ts", "src/../src/a.ts", "way/../src/./a.ts"];
    for (const spelling of spellings) {
      // The stub is sent once, so the content comes again before the next spelling.
      const first = await toolkit.call("Read", { file_path: files.path("src/a.ts") });
      expect(first.output).toMatchObject({ type: "text" });
      const result = await toolkit.call("Read", { file_path: `${files.root}/${spelling}` });
      expect(result.output).toMatchObject({ type: "file_unchanged" });
    }
    expect([...toolkit.session.ledger.entries()].map((entry) => entry.path)).toEqual([
      files.path("src/a.ts"),
    ]);
  });

  it("suggests near names and the same tail under a root [PATH-10]", async () => {
    const files = tempWorkspace({
      "src/index.ts": "",
      "src/index.tsx": "",
      "src/other.ts": "",
      "lib/deep/util.ts": "",
    });
    const toolkit = files.toolkit();
    const near = errorOf(await toolkit.call("Read", { file_path: files.path("src/idnex.ts") }));
    expect(near.message).toBe(
      `File does not exist: ${files.path("src/idnex.ts")}.\nDid you mean ${files.path("src/index.ts")} or ${files.path("src/index.tsx")}?`,
    );
    const tail = errorOf(await toolkit.call("Read", { file_path: files.path("wrong/lib/deep/util.ts") }));
    expect(tail.message).toContain(`Did you mean ${files.path("lib/deep/util.ts")}?`);
    const far = errorOf(await toolkit.call("Read", { file_path: files.path("nothing/like-it.md") }));
    expect(far.message).toContain("Use Glob to find it.");
  });

  it.each(["list", "resolve"] as const)(
    "still says that a file is missing when looking around fails in %s [PATH-10, FS-2]",
    async (operation) => {
      const files = tempWorkspace({ "index.ts": "" });
      const fileSystem = createFaultyFileSystem(createNodeFileSystem());
      const toolkit = files.toolkit({ fileSystem });
      await toolkit.call("Read", { file_path: files.path("index.ts") });
      // The path itself resolves; what is looked at for hints does not.
      fileSystem.inject({ operation, nth: operation === "resolve" ? 2 : 1, times: 1000, code: "EACCES" });
      const error = errorOf(await toolkit.call("Read", { file_path: files.path("idnex.ts") }));
      expect(error.code).toBe("FILE_NOT_FOUND");
    },
  );

  it("treats a path below a file as missing [PATH-10]", async () => {
    const files = tempWorkspace({ "a.txt": "x" });
    const error = errorOf(await files.toolkit().call("Read", { file_path: files.path("a.txt/b") }));
    expect(error.code).toBe("FILE_NOT_FOUND");
  });

  it.each([
    ["Screenshot 2026-01-02 at 3.04.05\u202fPM.txt", "Screenshot 2026-01-02 at 3.04.05 PM.txt"],
    ["Screenshot 2026-01-02 at 3.04.05 AM.txt", "Screenshot 2026-01-02 at 3.04.05\u202fAM.txt"],
    ["snímek\u00a0obrazovky.txt", "snímek obrazovky.txt"],
    ["cafe\u0301.txt", "caf\u00e9.txt"],
    ["caf\u00e9.txt", "cafe\u0301.txt"],
  ])("reads %j when asked for %j, and says so [PATH-11]", async (present, asked) => {
    const files = tempWorkspace({ [present]: "found" });
    const result = await files.toolkit().call("Read", { file_path: files.path(asked) });
    expect(textOf(result).startsWith("     1→found\n[No file has exactly that name. Read instead: ")).toBe(
      true,
    );
    expect(result.output).toMatchObject({ file: { readAs: files.path(present) } });
  });

  it("does not choose between two look-alikes, and prefers the exact name [PATH-11]", async () => {
    const files = tempWorkspace({ "a\u202fb.txt": "narrow", "a\u00a0b.txt": "wide" });
    const toolkit = files.toolkit();
    const missing = errorOf(await toolkit.call("Read", { file_path: files.path("a b.txt") }));
    expect(missing.code).toBe("FILE_NOT_FOUND");
    expect(missing.message).toContain("a\\u202fb.txt");
    expect(missing.message).toContain("a\\u00a0b.txt");
    files.write("a b.txt", "plain\n");
    expect(textOf(await toolkit.call("Read", { file_path: files.path("a b.txt") }))).toBe("     1→plain");
  });

  it("shows deceptive names with their characters made visible [PATH-12]", async () => {
    const files = tempWorkspace({ "src/txt.\u202eexe\u001b[2J\n.md": "" });
    const error = errorOf(await files.toolkit().call("Read", { file_path: files.path("src") }));
    expect(error.message).toContain("First entries: txt.\\u202eexe\\u001b[2J\\n.md");
  });
});

describe("Read and the roots", () => {
  it("refuses what lies outside, and says how to allow it, when no one can be asked [PATH-7]", async () => {
    const files = tempWorkspace({ "in/a.txt": "x", "in-sibling/b.txt": "secret" });
    const toolkit = files.toolkit({ roots: [files.path("in")] });
    const error = errorOf(await toolkit.call("Read", { file_path: files.path("in-sibling/b.txt") }));
    expect(error.code).toBe("PERMISSION_DENIED");
    expect(error.message).toContain("it lies outside the roots, and no one can be asked");
    expect(error.message).toContain(`Roots: ${files.path("in")}`);
  });

  it("asks, and does as it is answered [PATH-7]", async () => {
    const files = tempWorkspace({ "in/a.txt": "x", "out.txt": "outside\n" });
    const questions: unknown[] = [];
    const toolkit = files.toolkit({
      roots: [files.path("in")],
      onAsk: (question) => {
        questions.push(question);
        return questions.length === 1 ? { answer: "allow" } : { answer: "deny", reason: "not that one" };
      },
    });
    const path = files.path("out.txt");
    expect(textOf(await toolkit.call("Read", { file_path: path }))).toBe("     1→outside");
    const denied = errorOf(await toolkit.call("Read", { file_path: path }));
    expect(denied).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(denied.message).toContain("Reason: not that one");
    expect(questions[0]).toMatchObject({
      tool: "Read",
      operation: "read",
      path,
      realPath: path,
      reason: "it lies outside the roots",
    });
  });

  it("counts a link out of the roots as outside, and one into them as inside [PATH-8]", async () => {
    const files = tempWorkspace({
      "in/a.txt": "mine\n",
      "out/b.txt": "secret",
      "in/out": { link: "../out" },
    });
    symlinkSync("in", files.path("other-name"));
    const toolkit = files.toolkit({ roots: [files.path("in")] });
    const escape = errorOf(await toolkit.call("Read", { file_path: files.path("in/out/b.txt") }));
    expect(escape.code).toBe("PERMISSION_DENIED");
    expect(escape.message).toContain(
      `${files.path("in/out/b.txt")} needs permission: a link leads out of the roots`,
    );
    const dotted = await toolkit.call("Read", { file_path: `${files.path("in")}/../out/b.txt` });
    expect(errorOf(dotted).code).toBe("PERMISSION_DENIED");
    expect(textOf(await toolkit.call("Read", { file_path: files.path("other-name/a.txt") }))).toBe(
      "     1→mine",
    );
  });

  it("does not tell whether a file outside exists [PATH-14]", async () => {
    const files = tempWorkspace({ "in/a.txt": "", "out/there.txt": "" });
    const toolkit = files.toolkit({ roots: [files.path("in")] });
    const there = errorOf(await toolkit.call("Read", { file_path: files.path("out/there.txt") })).message;
    const missing = errorOf(await toolkit.call("Read", { file_path: files.path("out/their.txt") })).message;
    expect(missing).toBe(there.replaceAll("there.txt", "their.txt"));
  });

  it.each([
    ["a look-alike of the name", { "out/a\u202fb.txt": "" }, "out/a b.txt"],
    ["a link by that name", { "out/file.txt": "", "out/link": { link: "file.txt" } }, "out/link"],
    ["a circle of links", { "out/a": { link: "b" }, "out/b": { link: "a" } }, "out/a"],
    ["a folder", { "out/folder/x": "" }, "out/folder"],
    ["a file above it", { "out/file": "" }, "out/file/below"],
  ])("does not tell that outside there is %s [PATH-14]", async (_name, tree, asked) => {
    const there = tempWorkspace({ "in/a.txt": "", ...tree });
    const nothing = tempWorkspace({ "in/a.txt": "" });
    const answers = await Promise.all(
      [there, nothing].map(async (files) => {
        const toolkit = files.toolkit({ roots: [files.path("in")] });
        const result = await toolkit.call("Read", { file_path: files.path(asked) });
        return JSON.stringify(result).replaceAll(files.root, "{root}");
      }),
    );
    expect(answers[0]).toBe(answers[1]);
  });

  it("tells of a path that can't be resolved only after permission [PATH-14, FS-2]", async () => {
    const files = tempWorkspace({ "in/a.txt": "x" });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem, roots: [files.path("in")] });
    await toolkit.call("Read", { file_path: files.path("in/a.txt") });
    // By their paths: settings files may be looked up in between.
    for (const name of ["out/secret", "in/secret"])
      fileSystem.inject({ operation: "resolve", code: "EACCES", times: 100, path: files.path(name) });
    const outside = await toolkit.call("Read", { file_path: files.path("out/secret") });
    expect(errorOf(outside).code).toBe("PERMISSION_DENIED");
    const inside = await toolkit.call("Read", { file_path: files.path("in/secret") });
    expect(errorOf(inside).code).toBe("ACCESS_DENIED");
  });

  it("works through a linked root, and with a root that comes later [PATH-13]", async () => {
    const files = tempWorkspace({ "real/a.txt": "x\n", linked: { link: "real" } });
    const toolkit = files.toolkit({ roots: [files.path("later"), files.path("linked")] });
    expect(textOf(await toolkit.call("Read", { file_path: files.path("linked/a.txt") }))).toBe("     1→x");
    expect((await toolkit.call("Read", { file_path: files.path("real/a.txt") })).isError).toBe(false);
    mkdirSync(files.path("later"));
    files.write("later/b.txt", "y\n");
    expect(textOf(await toolkit.call("Read", { file_path: files.path("later/b.txt") }))).toBe("     1→y");
  });

  it("does not follow a folder swapped for a link after the check [PATH-9]", async () => {
    const files = tempWorkspace({ "in/dir/a.txt": "mine", "out/a.txt": "CANARY" });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem, roots: [files.path("in")] });
    fileSystem.inject({
      operation: "readSmallFile",
      before: () => {
        renameSync(files.path("in/dir"), files.path("in/aside"));
        symlinkSync(files.path("out"), files.path("in/dir"));
      },
    });
    const result = await toolkit.call("Read", { file_path: files.path("in/dir/a.txt") });
    expect(errorOf(result).code).toBe("FILE_UNSTABLE");
    expect(JSON.stringify(result)).not.toContain("CANARY");
  });

  it("does not list a folder swapped for a link after the check [PATH-9]", async () => {
    const files = tempWorkspace({ "in/dir/a.txt": "", "out/CANARY.txt": "" });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem, roots: [files.path("in")] });
    for (const asked of ["in/dir", "in/dir/canary.txt"]) {
      fileSystem.inject({
        operation: "list",
        before: () => {
          renameSync(files.path("in/dir"), files.path("in/aside"));
          symlinkSync(files.path("out"), files.path("in/dir"));
        },
      });
      const result = await toolkit.call("Read", { file_path: files.path(asked) });
      expect(JSON.stringify(result)).not.toContain("CANARY");
      rmSync(files.path("in/dir"));
      renameSync(files.path("in/aside"), files.path("in/dir"));
    }
  });

  it("does not follow it in a large file either, nor a leaf swapped for a link [PATH-9]", async () => {
    const files = tempWorkspace({
      "in/big.txt": "mine\n".repeat(400_000),
      "out.txt": "CANARY\n".repeat(400_000),
    });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const toolkit = files.toolkit({ fileSystem, roots: [files.path("in")] });
    fileSystem.inject({
      operation: "open",
      before: () => {
        rmSync(files.path("in/big.txt"));
        symlinkSync(files.path("out.txt"), files.path("in/big.txt"));
      },
    });
    const result = await toolkit.call("Read", { file_path: files.path("in/big.txt"), limit: 3 });
    expect(errorOf(result).code).toBe("FILE_UNSTABLE");
    expect(JSON.stringify(result)).not.toContain("CANARY");
  });
});
