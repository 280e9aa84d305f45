/** Programs that the engine starts, each replaced by one that tries what it must not be able to do. */
import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../src/fs/node-file-system.js";
import type { RealPath } from "../../src/fs/paths.js";
import { ImageService } from "../../src/media/image/image-service.js";
import { createHelperSandbox } from "../../src/process/sandbox/confine-helper.js";
import { findSandbox, Sandboxing } from "../../src/process/sandbox/sandbox.js";
import { Ripgrep } from "../../src/search/ripgrep/ripgrep.js";
import { Search } from "../../src/search/site.js";
import { errorOf } from "../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const CANARY = "canary-51c9";
const isConfinable = process.platform === "linux" && typeof findSandbox() !== "string";

function scene(): TempWorkspace {
  return tempWorkspace({ "a.txt": "one\n", "../outside/secret": CANARY });
}

/** A ripgrep that tells by its complaint what it could do. Only what the shell does by itself: it may start nothing. */
function hostileRipgrep(files: TempWorkspace): string {
  const path = files.write(
    "../rg",
    `#!/bin/sh
{ read -r found < ${files.path("../outside/secret")}; } 2>/dev/null; echo "rg: read $found" >&2
{ echo x > ${files.path("made.txt")}; } 2>/dev/null && echo "rg: wrote" >&2
{ echo x > a.txt; } 2>/dev/null && echo "rg: changed" >&2
exit 2
`,
  );
  chmodSync(path, 0o755);
  return path;
}

async function glob(files: TempWorkspace, sandbox: "prefer" | "off"): Promise<string> {
  const toolkit = files.toolkit({ ripgrep: hostileRipgrep(files), sandbox });
  return errorOf(await toolkit.call("Glob", { pattern: "*" })).message;
}

const tinyGif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");

async function decode(files: TempWorkspace, mode: "require" | "off"): Promise<string> {
  const helperPath = files.write(
    "../helper/helper.cjs",
    `const fs = require("node:fs"), said = [];
const attempt = (name, act) => { try { said.push(name + " " + act()); } catch (error) { said.push(name + " " + error.code); } };
attempt("read", () => fs.readFileSync(${JSON.stringify(files.path("../outside/secret"))}, "utf8"));
attempt("write", () => fs.writeFileSync(${JSON.stringify(files.path("made.txt"))}, "x") ?? "done");
attempt("start", () => { const { error } = require("node:child_process").spawnSync("/bin/true"); if (error) throw error; return "done"; });
fs.writeSync(2, said.join(", "));
process.exit(3);
`,
  );
  const confineHelper = createHelperSandbox(new Sandboxing(() => mode));
  const service = new ImageService({ helperPath, confineHelper });
  const answer = await service.prepare(tinyGif, { maxSide: 10, maxBytes: 1000, maxTokens: 100 });
  await service.close();
  return answer.outcome === "refused" ? (answer.diagnosis ?? "") : "";
}

describe.skipIf(!isConfinable)("a confined child", () => {
  it("as ripgrep reads nothing outside the searched folder and writes nothing [HOST-100]", async () => {
    const free = await glob(scene(), "off");
    expect([free.includes(CANARY), free.includes("wrote")]).toEqual([true, true]);
    const files = scene();
    const held = await glob(files, "prefer");
    expect(held).toContain("gave up: read");
    expect(held).not.toMatch(/canary|wrote|changed/);
    expect(files.read("a.txt")).toBe("one\n");
  });

  it("as image helper reads, writes and starts nothing [HOST-100]", async () => {
    expect(await decode(scene(), "off")).toContain(`read ${CANARY}, write done, start done`);
    expect(await decode(scene(), "require")).toMatch(/read EACCES, write EACCES, start E/);
  });

  it("finds what ripgrep ignores as before: above the root, in worktrees, by the user's settings [HOST-100]", async () => {
    const files = tempWorkspace({
      "../.gitignore": "above.txt\n",
      "../.git/info/exclude": "excluded.txt\n",
      "../.git/HEAD": "ref: refs/heads/main\n",
      "above.txt": "",
      "excluded.txt": "",
      "mine.txt": "",
      "kept.txt": "",
      "../home/.gitconfig": "[core]\n\texcludesFile = ~/my-ignore\n",
      "../home/my-ignore": "mine.txt\n",
    });
    const list = async (sandbox: "require" | "off"): Promise<unknown> => {
      const { output } = await files.toolkit({ sandbox }).call("Glob", { pattern: "*.txt" });
      return output?.filenames;
    };
    expect(await list("require")).toEqual(await list("off"));
  });
});

describe("a required sandbox that is missing", () => {
  const missing = new Sandboxing(
    () => "require",
    () => "the kernel has no Landlock",
  );

  it("refuses a search with the reason and starts nothing [HOST-101]", async () => {
    const files = scene();
    const search = new Search(createNodeFileSystem(), new Ripgrep(async () => "/bin/false", {}), missing);
    const site = {
      folder: files.root as RealPath,
      session: "s",
      timeoutMs: 1000,
      signal: undefined,
      walks: true,
    };
    await expect(
      search.atAll([{ ...site, nameOf: async () => undefined }], async () => "ran"),
    ).rejects.toThrow(/sandbox is required and not available: the kernel has no Landlock/);
  });

  it("refuses an image with the reason [HOST-101]", async () => {
    const service = new ImageService({ confineHelper: createHelperSandbox(missing) });
    const answer = await service.prepare(tinyGif, { maxSide: 10, maxBytes: 1000, maxTokens: 100 });
    expect(answer).toMatchObject({ outcome: "refused", diagnosis: expect.stringContaining("no Landlock") });
  });
});
